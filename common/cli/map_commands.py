"""Commands for map files: compare two, list the history of one, begin one, convert and print them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from common.data import DataError
from common.engine import GAMES
from common.maps import GameMap, load_map, read_map
from common.maps.compare import compare, summary
from common.maps.history import HistoryError, versions
from common.maps.load import map_path
from common.maps.samples import SAMPLES, sample_path

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
