"""Checks of a game's data as a whole: the files, the map, the names they use, and what each game demands of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from common.cli.errors import CommandError
from common.data import DataError, did_you_mean, read, schema, shown
from common.engine import GAMES, Clause, Game, is_known, is_playable, load_game
from common.engine.about import EMBLEM, AboutGame, about_game, data_folder
from common.engine.guide import GameGuide, guide_of
from common.engine.registry import folder_of
from common.maps.checking.check import check_file
from common.maps.checking.findings import Finding, Findings
from common.maps.files import GeographyFile, MapFile
from common.maps.samples import SAMPLES, sample_path
from common.tabletop.lessons import LessonFile, lessons_of, read_play


def check(target: str, packs: Sequence[Path] = ()) -> Findings:
    """Everything wrong with a game's data, or with one map file."""
    if not is_known(target):
        path = Path(target)
        if not path.exists() and not path.suffix and target not in SAMPLES:
            raise CommandError(f"{target}: no such game, sample or file{did_you_mean(target, (*GAMES, *SAMPLES))}")
        return check_file(path if path.exists() or target not in SAMPLES else sample_path(target))
    found = check_file(folder_of(target) / "data" / "map.yaml", packs)
    if found.number_of("error"):
        return found
    return Findings([*found, *_game_findings(target, packs)], found.ignored)


def _game_findings(name: str, packs: Sequence[Path]) -> Iterator[Finding]:
    yield from _about_findings(name, packs)
    if not is_playable(name):
        return
    game = load_game(name, packs)
    try:
        for file, kind in game.files.items():
            read(game.folder / file, kind, packs)
        for lesson in lessons_of(name, packs):
            for step in lesson.steps:
                for line in (*step.wait, *step.watch):
                    read_play(game, line)
        yield from _clauses(game)
        for file, place, what in game.problems():
            yield Finding("names", shown(game.folder / file), 1, place, what, "mend the name or the number")
    except DataError as error:
        yield Finding("data", error.file, error.line, error.where, error.what, "mend the file first")


def _about_findings(name: str, packs: Sequence[Path]) -> Iterator[Finding]:
    """What is wrong with the words about a game and with its emblem."""
    try:
        about_game(name, packs)
        guide_of(name, packs)
    except DataError as error:
        yield Finding("data", error.file, error.line, error.where, error.what, "mend the file first")
    emblem = data_folder(name) / EMBLEM
    try:
        ElementTree.fromstring(emblem.read_bytes())
    except OSError as error:
        yield Finding("emblem", shown(emblem), 1, "", f"cannot be read: {error.strerror}", "draw one, 120 by 88 units")
    except ElementTree.ParseError as error:
        yield Finding("emblem", shown(emblem), error.position[0], "", f"not SVG: {error}", "mend the file first")


def _clauses(game: Game) -> Iterator[Finding]:
    file = shown(game.folder / "rules.yaml")
    seen: set[str] = set()
    for clause in game.clauses:
        if clause.id in seen:
            yield Finding("rules.twice", file, 1, clause.id, "two clauses have this id", "give one another letter")
        seen.add(clause.id)


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schema of every data file, by the name it is written under."""
    found: dict[str, dict[str, Any]] = {
        "about.schema.json": schema(AboutGame),
        "guide.schema.json": schema(GameGuide),
        "lesson.schema.json": schema(LessonFile),
        "map.schema.json": schema(MapFile),
        "geography.schema.json": schema(GeographyFile),
        "rules.schema.json": schema(list[Clause]),
    }
    for name in GAMES:
        if is_playable(name):
            for file, kind in load_game(name).files.items():
                found[f"{name}.{Path(file).stem}.schema.json"] = schema(kind)
    return found
