"""The game in five minutes: what it is about, who plays whom, how a turn goes, how one wins, what goes wrong."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from common.engine import Game, Seat
from common.engine.about import about_game
from common.gui.kit.language import tr
from common.gui.kit.terms import set_terms
from common.gui.kit.widgets import button, button_row, fit_screen
from common.gui.panels.fact_sheet import FactSheet, escape
from common.tabletop import Face

COUNTERS = 8  # shown of each side


def sample_faces(game: Game, side: str) -> list[Face]:
    """Counters of a side as they lie at the start of the game, one of each kind; else of those it may get."""
    view = Seat(game.new_match(next(iter(game.scenarios))), side).view
    pieces = [*game.table.pieces(view), *(piece for tray in game.table.trays(view) for piece in tray.contents())]
    kinds: dict[str, Face] = {}
    for piece in pieces if any(piece.side == side for piece in pieces) else game.table.counters():
        if piece.side == side:
            kinds.setdefault(piece.face.symbol or piece.face.middle, piece.face)
    return list(kinds.values())[:COUNTERS]


def guide_html(game: Game) -> tuple[str, dict[str, Face]]:
    """The page of a game, and the counters that it shows."""
    about, guide = about_game(game.id, game.packs), game.guide
    faces: dict[str, Face] = {}
    parts = [f"<h2>{escape(about.title)}</h2><p>{escape(about.about)}</p><p class='soft'>{escape(guide.summary)}</p>"]
    for side in game.sides:
        images = []
        for face in sample_faces(game, side):
            name = f"face:{len(faces)}"
            faces[name] = face
            images.append(f'<img src="{name}">')
        parts.append(f"<h3>{escape(game.side_names[side])}</h3><p>{' '.join(images)}</p>")
        parts.append(_list(guide.goals.get(side, ())))
    parts.append(f"<h3>{escape(tr('How a turn goes'))}</h3>{_list(guide.turn, 'ol')}")
    parts.append(f"<h3>{escape(tr('What beginners get wrong'))}</h3>{_list(guide.mistakes)}")
    terms = "".join(f"<p><b>{escape(term)}</b>&nbsp; {escape(words)}</p>" for term, words in guide.terms.items())
    parts.append(f"<h3>{escape(tr('Words'))}</h3>{terms}")
    if guide.unit_names:
        names = "; ".join(f"<b>{escape(name)}</b> {escape(words)}" for name, words in guide.unit_names.items())
        parts.append(f"<h3>{escape(tr('Names on counters'))}</h3><p>{names}.</p>")
    return "".join(parts), faces


def _list(lines: Iterable[str], kind: str = "ul") -> str:
    items = "".join(f'<li style="margin-bottom:3px">{escape(line)}</li>' for line in lines)
    return f'<{kind} style="margin-left:-22px">{items}</{kind}>' if items else ""


class GuideDialog(QDialog):
    """The page of a game in a window of its own, which may stay open beside the table."""

    def __init__(self, game: Game, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("The game in five minutes"))
        self.sheet = FactSheet()
        set_terms(self, game.guide.glossary)
        self.sheet.show_html(*guide_html(game))
        done = button(tr("Close"), "main")
        done.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.addWidget(self.sheet, 1)
        column.addLayout(button_row(done))
        fit_screen(self, 640, 760)
        done.setFocus()
