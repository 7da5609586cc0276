"""Commands for map files: compare two, list the history of one, begin one, convert and print them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from common.cli.displays import use_offscreen
from common.cli.errors import CommandError
from common.data import DataError
from common.engine import GAMES
from common.maps import GameMap, load_map, read_map
from common.maps.changing.editing import Document, write_bytes
from common.maps.changing.editing_text import EditError
from common.maps.changing.new_map import NewMap, NewMapError, write_map
from common.maps.exchange.exports import EXPORTS, write_export
from common.maps.exchange.imports import ImportTrouble, describe_added, import_into, import_map
from common.maps.load import map_from_text, map_path
from common.maps.samples import SAMPLES, sample_path
from common.maps.versions.compare import compare, summary
from common.maps.versions.history import HistoryError, versions
from common.tabletop.positions import ArrangedPosition, PositionError

if TYPE_CHECKING:
    from common.gui.designer.dialogs.output_dialogs import LaidCounters

SAME, DIFFERENT, TROUBLE = range(3)


def read_any_map(target: str, packs: Sequence[Path] = ()) -> GameMap:
    """The map of a game, a sample, or a map file."""
    if target in GAMES:
        return load_map(target, packs)
    return read_map(sample_path(target) if target in SAMPLES else Path(target))


def diff(arguments: argparse.Namespace) -> int:
    """Compare two maps; 0 when they are the same, 1 when they differ, 2 when one cannot be read."""
    try:
        old, new = (read_any_map(target, arguments.pack) for target in (arguments.old, arguments.new))
    except DataError as error:
        print(f"five-fronts: {error}", file=sys.stderr)
        return TROUBLE
    found = compare(old, new)
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
    else:
        for each in found:
            print(each)
        print(f"{arguments.old} and {arguments.new}: {summary(found)}")
    return DIFFERENT if found else SAME


def history(arguments: argparse.Namespace) -> int:
    """What each version of a map file in git changed on the map."""
    target = arguments.target
    path = map_path(target) if target in GAMES else Path(target)
    try:
        found = list(versions(path, arguments.limit))
    except (HistoryError, OSError) as error:
        print(f"five-fronts: {error}", file=sys.stderr)
        return TROUBLE
    if arguments.json:
        print(msgspec.json.format(msgspec.json.encode(found)).decode())
        return 0
    for each in found:
        print(f"{each.commit} {each.date} {each.author}: {each.subject}")
        print(f"    {each.trouble or summary(each.differences)}")
        for difference in each.differences if arguments.all else ():
            print(f"    {difference}")
    return 0


# --- pictures and other programs --------------------------------------------------------------------------

PICTURES = (".svg", ".png", ".pdf")


def export_map(arguments: argparse.Namespace) -> int:
    """Draw a map into a file, or write it for another program."""
    kind = arguments.file.suffix.lower()
    if kind not in (*PICTURES, *EXPORTS):
        known = ", ".join((*PICTURES, *EXPORTS))
        raise CommandError(f"{arguments.file}: the name must end in one of {known}")
    if not 30 <= arguments.dpi <= 1200:
        raise CommandError(f"{arguments.dpi} dpi: choose between 30 and 1200")
    game_map = read_any_map(arguments.map, arguments.pack)
    try:
        if kind in EXPORTS:
            made = write_export(game_map, arguments.file)
        else:
            use_offscreen()
            from common.gui.designer.dialogs.output_dialogs import write_map as write_picture
            from common.gui.start.program import application

            application()
            laid = _laid_counters(arguments)
            made = write_picture(game_map, arguments.file, arguments.theme, _hidden(arguments), arguments.dpi, laid)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise CommandError(f"{arguments.file}: cannot be written: {why}") from error
    for path in made:
        print(path)
    return 0


def _hidden(arguments: argparse.Namespace) -> tuple[str, ...]:
    left_out = {"grid": arguments.no_grid, "numbers": arguments.no_numbers, "labels": arguments.no_names}
    return tuple(layer for layer, off in left_out.items() if off)


def _laid_counters(arguments: argparse.Namespace) -> LaidCounters:
    """The counters of the position that is named, none if none is."""
    from common.gui.designer.dialogs.output_dialogs import LaidCounters

    if arguments.position is None:
        return LaidCounters()
    try:
        position = ArrangedPosition.open(arguments.position, arguments.pack)
    except PositionError as error:
        raise CommandError(str(error)) from None
    if position.game.id != arguments.map:
        raise CommandError(f"{arguments.position.name}: a position of {position.game.id}, not of {arguments.map}")
    return LaidCounters(position.pieces(), position.markers())


def print_map(arguments: argparse.Namespace) -> int:
    """Write a map on pages of paper, in its true size or with hexes of a chosen one."""
    if arguments.file.suffix.lower() != ".pdf":
        raise CommandError(f"{arguments.file}: the name must end in .pdf")
    if arguments.hex_mm is not None and not 3 <= arguments.hex_mm <= 100:
        raise CommandError(f"{arguments.hex_mm:g} mm: choose hexes between 3 and 100 mm")
    if not 0 <= arguments.overlap <= 50:
        raise CommandError(f"{arguments.overlap:g} mm: choose an overlap between 0 and 50 mm")
    game_map = read_any_map(arguments.map, arguments.pack)
    use_offscreen()
    from common.gui.designer.dialogs.output_dialogs import make_map_sheet
    from common.gui.output.map_pages import PageChoice, hex_scale, write_pages
    from common.gui.start.program import application

    application()
    scale = hex_scale(game_map, arguments.hex_mm) if arguments.hex_mm is not None else 0.254 * arguments.percent / 100
    choice = PageChoice(arguments.paper, arguments.wide, scale, arguments.overlap)
    sheet = make_map_sheet(game_map, "light", _hidden(arguments), _laid_counters(arguments))
    try:
        count = write_pages(sheet, arguments.file, choice)
    except OSError as error:
        raise CommandError(f"{arguments.file}: cannot be written: {error.strerror or error}") from error
    print(f"{arguments.file}: {count} pages")
    return 0


def import_file(arguments: argparse.Namespace) -> int:
    """Make a map file of another program's file, or add that to a map."""
    if arguments.into:
        return _import_into(arguments.file, arguments.out)
    try:
        text = import_map(arguments.file)
    except ImportTrouble as error:
        raise CommandError(str(error)) from error
    return _write_new(arguments, text)


def _import_into(path: Path, goal: Path) -> int:
    told: list[str] = []
    try:
        document = Document.open(goal)
        if document.error is not None:
            raise CommandError(str(document.error))
        map_ = map_from_text(document.text, document.name)
        document.edit("import", lambda data: told.append(describe_added(import_into(data, path, map_))))
        document.save()
    except (ImportTrouble, EditError, DataError) as error:
        raise CommandError(str(error)) from error
    except OSError as error:
        raise CommandError(f"{goal}: cannot be written: {error.strerror or error}") from error
    print(f"{goal}: {told[0]}")
    return 0


def new(arguments: argparse.Namespace) -> int:
    """Begin a map."""
    plan = NewMap(
        kind=arguments.kind, title=arguments.title, theme=arguments.theme, orientation=arguments.orientation,
        numbering=arguments.numbering, columns=arguments.columns, rows=arguments.rows, paper=arguments.paper,
        wide=not arguments.upright, hex_mm=arguments.hex_mm,
    )  # fmt: skip
    try:
        text = write_map(plan)
    except (NewMapError, msgspec.ValidationError) as error:
        raise CommandError(str(error).replace("`", "").replace("$.", "")) from error
    return _write_new(arguments, text)


def _write_new(arguments: argparse.Namespace, text: str) -> int:
    goal: Path = arguments.out
    if goal.suffix not in (".yaml", ".yml"):
        raise CommandError(f"{goal}: the name must end in .yaml")
    if goal.exists() and not arguments.force:
        raise CommandError(f"{goal}: there is such a file already; --force replaces it")
    try:
        write_bytes(goal, text.encode())
    except OSError as error:
        raise CommandError(f"{goal}: cannot be written: {error.strerror or error}") from error
    print(goal)
    return 0
