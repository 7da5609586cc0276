"""The page for newcomers of a game as Markdown with pictures of its own counters, for the documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from common.engine import Game, load_game
from common.engine.about import about_game
from common.gui.map.counter_art import CounterArt, margin_of
from common.gui.panels.guide_page import sample_faces
from common.tabletop import Face, Piece

COUNTER, GAP = 44, 8  # pixels
PICTURES = "pictures"  # the folder beside the pages


def name_page(game: str) -> str:
    """What the page of a game is called."""
    return f"five-minutes-{game}.md"


def guide_markdown(game: Game) -> str:
    """What the game is about, who plays whom, how a turn goes, how one wins, what goes wrong, what words mean."""
    about, guide = about_game(game.id, game.packs), game.guide
    parts = [f"# {about.title} in five minutes", about.about, guide.summary]
    for side in game.sides:
        name = game.side_names[side]
        parts += [f"## {name}", f"![Counters: {name}]({PICTURES}/{name_picture(game.id, side)})"]
        parts.append(_list(guide.goals.get(side, ())))
    parts += ["## How a turn goes", "\n".join(f"{n}. {line}" for n, line in enumerate(guide.turn, 1))]
    parts += ["## What beginners get wrong", _list(guide.mistakes)]
    rows = [f"| {term} | {words} |" for term, words in guide.terms.items()]
    parts += ["## Words", "\n".join(["| word | meaning |", "| --- | --- |", *rows])]
    names = "; ".join(f"**{name}** {words}" for name, words in guide.unit_names.items())
    parts += ["## Names on counters", f"{names}."] if names else []
    return "\n\n".join(part for part in parts if part) + "\n"


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def name_picture(game: str, side: str) -> str:
    """What the picture of a side's counters is called."""
    return f"counters-{game}-{side}.png"


def draw_counters(faces: Sequence[Face]) -> QImage:
    """Counters in a row on clear ground."""
    edge = margin_of(COUNTER)
    pitch = COUNTER + 2 * edge + GAP
    image = QImage(max(1, len(faces)) * pitch, COUNTER + 2 * edge, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter, art = QPainter(image), CounterArt()
    for number, face in enumerate(faces):
        painter.drawImage(number * pitch, 0, art.image(Piece(str(number), "", "", face), COUNTER))
    painter.end()
    return image


def write_guides(folder: Path, games: Iterable[str]) -> Iterator[Path]:
    """Write the pages of games and their pictures into a folder."""
    (folder / PICTURES).mkdir(parents=True, exist_ok=True)
    for name in games:
        game = load_game(name)
        for side in game.sides:
            path = folder / PICTURES / name_picture(name, side)
            draw_counters(sample_faces(game, side)).save(str(path))
            yield path
        page = folder / name_page(name)
        page.write_text(guide_markdown(game), encoding="utf-8")
        yield page
