"""The command line: `five-fronts` opens the program, its commands do one thing each."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from common.cli import commands, map_commands
from common.cli.errors import CommandError
from common.data import DataError
from common.engine import GAMES, SaveError, UnknownGame
from common.engine.saves import PROGRAM, plain
from common.maps.pictures.themes import THEMES

Subparsers: TypeAlias = "argparse._SubParsersAction[Parser]"


class Usage(Exception):
    """A command line that cannot be carried out."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise Usage(f"{self.prog}: {message} (see {self.prog} --help)")


def parser() -> argparse.ArgumentParser:
    """Every command with its arguments."""
    main = Parser(
        prog="five-fronts",
        description="Five published board wargames with every rule enforced. Without a command the program opens.",
        epilog="A saved game can be named instead of a command: five-fronts FILE opens it.",
    )
    main.add_argument("--version", action="version", version=PROGRAM)
    main.add_argument(
        "--pack", action="append", type=Path, default=[], metavar="DIR", help="lay a data pack over the game's data"
    )
    main.add_argument("--portable", action="store_true", help="keep settings and autosaves beside the program")
    sub = main.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for add in (_playing, _checking, _mapping, _drawing, _batches):
        add(sub)
    return main


def _command(
    sub: Subparsers, name: str, run: Callable[[argparse.Namespace], int], about: str
) -> argparse.ArgumentParser:
    command = sub.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
    command.set_defaults(run=run)
    command.add_argument(  # before or after the name of the command
        "--pack", action="append", type=Path, default=argparse.SUPPRESS, metavar="DIR", help=argparse.SUPPRESS
    )
    return command


def _game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))


def _start(command: argparse.ArgumentParser, seeds: str = "the seed of the dice") -> None:
    command.add_argument("--scenario", help="the scenario; the first one if not given")
    command.add_argument("--seed", type=_seed, default=None, help=seeds)
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME[=off]", help="switch an option on or off"
    )
    command.add_argument(
        "--seat", action="append", default=[], metavar="SIDE=WHO", help="who plays a side: human, random, policy"
    )


def _routes(check: argparse.ArgumentParser) -> None:
    check.add_argument(
        "--from", dest="start", action="append", default=[], metavar="SPACE", help="with --analyze: routes start here"
    )
    check.add_argument("--to", action="append", default=[], metavar="SPACE", help="with --analyze: routes lead here")
    check.add_argument(
        "--price", metavar="NAME", help="with --analyze: routes cost what this price list of the file says"
    )
    check.add_argument("--routes", type=_count, default=3, metavar="N", help="with --analyze: show so many routes")


def _playing(sub: Subparsers) -> None:
    play = _command(sub, "play", commands.play, "open a game at the table")
    _game(play)
    _start(play)
    open_ = _command(sub, "open", commands.open_file, "open a saved game or a scenario file at the table")
    open_.add_argument("file", type=Path, metavar="FILE")
    design = _command(sub, "design", commands.design, "open a map in the window for designers")
    design.add_argument("map", metavar="GAME|SAMPLE|FILE", help="a game, valley, harbour, islands, or a map file")
    desktop = _command(sub, "desktop", commands.desktop, "open saved games by a double click (Linux)")
    desktop.add_argument("--remove", action="store_true", help="as it was before")
    engine = _command(sub, "engine", commands.engine, "talk to the engine in JSON lines on standard input and output")
    engine.add_argument("--games", action="store_true", help="only list the games that can be played")
    show = _command(sub, "show", commands.show, "print a saved game as readable text")
    show.add_argument("file", type=Path, metavar="FILE")
    show.add_argument("--side", help="only what this side may read")
    replay = _command(sub, "replay", commands.replay, "play a saved game again and verify every stored position")
    replay.add_argument("file", type=Path, metavar="FILE")
    about = "say what can be saved of a damaged game, and write it to a new file"
    recover = _command(sub, "recover", commands.recover, about)
    recover.add_argument("file", type=Path, metavar="FILE")
    recover.add_argument("--out", type=Path, metavar="NEW", help="write what can be saved there; FILE stays as it is")
    recover.add_argument("--before", action="store_true", help="end before the first damage instead of after it")


def _checking(sub: Subparsers) -> None:
    check = _command(sub, "check", commands.check, "check the data and the map of a game, or one map file")
    check.add_argument("target", metavar="GAME|FILE")
    check.add_argument("--json", action="store_true", help="findings as JSON")
    check.add_argument("--strict", action="store_true", help="warnings count as errors do: exit code 1")
    check.add_argument(
        "--analyze",
        "--analyse",
        action="store_true",
        help="also describe the shape of the map: passes, choke points, nets",
    )
    _routes(check)
    rules = _command(sub, "rules", commands.rules, "print the rules of a game as clauses")
    _game(rules)
    rules.add_argument(
        "--coverage", action="store_true", help="run the tests and list the clauses without a passing one"
    )
    rules.add_argument("--find", default="", metavar="WORDS", help="only clauses that hold these words")
    schema = _command(sub, "schema", commands.schema, "write the JSON Schemas of all data files")
    schema.add_argument("--out", type=Path, required=True, metavar="DIR")
    words = _command(sub, "words", commands.words, "write all texts of the window for a translator")
    words.add_argument("--out", type=Path, required=True, metavar="FILE", help="translations it has already are kept")


def _mapping(sub: Subparsers) -> None:
    about = "say what differs between two maps; exit code 0 the same, 1 different, 2 trouble"
    diff = _command(sub, "diff", map_commands.diff, about)
    diff.add_argument("old", metavar="GAME|SAMPLE|FILE")
    diff.add_argument("new", metavar="GAME|SAMPLE|FILE")
    diff.add_argument("--json", action="store_true", help="differences as JSON")
    history = _command(sub, "history", map_commands.history, "list what each version of a map file in git changed")
    history.add_argument("target", metavar="GAME|FILE")
    history.add_argument("--limit", type=_count, default=20, metavar="N", help="the newest versions, so many")
    history.add_argument("--all", action="store_true", help="every difference, not only how many")
    history.add_argument("--json", action="store_true", help="as JSON")

    begin = _command(sub, "new", map_commands.new, "begin a map: a blank sheet of hexes, areas or points")
    begin.add_argument("out", type=Path, metavar="FILE.yaml")
    begin.add_argument("--kind", choices=("hex", "area", "point"), default="hex")
    begin.add_argument("--title", default="New map")
    begin.add_argument("--theme", default="plain", help=", ".join(THEMES))
    begin.add_argument("--orientation", choices=("pointy", "flat"), default="pointy")
    begin.add_argument("--numbering", choices=("CCRR", "RRCC"), default="CCRR")
    begin.add_argument("--columns", type=_count, default=20, metavar="N")
    begin.add_argument("--rows", type=_count, default=15, metavar="N")
    begin.add_argument("--hex-mm", type=float, default=25.4, metavar="MM", help="across the flats")
    begin.add_argument("--paper", default="A3", help="of a map of areas or points: A4, A3, A2, A1, Letter, Tabloid")
    begin.add_argument("--upright", action="store_true", help="the paper stands on its short side")
    begin.add_argument("--force", action="store_true", help="replace a file that is there")
    take = _command(sub, "import", map_commands.import_file, "make a map file of GeoJSON, GraphML or CSV")
    take.add_argument("file", type=Path, metavar="FILE.geojson|graphml|csv")
    take.add_argument("out", type=Path, metavar="FILE.yaml")
    take.add_argument("--force", action="store_true", help="replace a file that is there")
    take.add_argument("--into", action="store_true", help="add it to the map that FILE.yaml holds")


def _left_out(command: argparse.ArgumentParser) -> None:
    about = "with the counters of a scenario file or saved game"
    command.add_argument("--position", type=Path, metavar="FILE", help=about)
    for what in ("grid", "numbers", "names"):
        command.add_argument(f"--no-{what}", action="store_true", help=f"without the {what}")


def _drawing(sub: Subparsers) -> None:
    about = "draw a map into a file, or write it for other programs"
    export = _command(sub, "export-map", map_commands.export_map, about)
    export.add_argument("map", metavar="GAME|SAMPLE|FILE")
    export.add_argument("file", type=Path, metavar="FILE.svg|png|pdf|geojson|graphml|csv")
    export.add_argument("--theme", choices=("light", "dark"), default="light")
    export.add_argument("--dpi", type=int, default=150, help="of a PNG, 30 to 1200")
    _left_out(export)
    paper = _command(sub, "print-map", map_commands.print_map, "write a map on pages to cut and lay together, as PDF")
    paper.add_argument("map", metavar="GAME|SAMPLE|FILE")
    paper.add_argument("file", type=Path, metavar="FILE.pdf")
    paper.add_argument("--paper", choices=("A4", "A3", "Letter"), default="A4")
    paper.add_argument("--wide", action="store_true", help="lay the paper on its long side")
    paper.add_argument("--hex-mm", type=float, metavar="MM", help="hexes so wide across the flats")
    paper.add_argument("--percent", type=_count, default=100, metavar="N", help="of the true size")
    paper.add_argument("--overlap", type=float, default=10.0, metavar="MM", help="shared by neighboring pages")
    _left_out(paper)
    counters = _command(sub, "export-counters", commands.export_counters, "write the counters of a game for scissors")
    _game(counters)
    counters.add_argument("file", type=Path, metavar="FILE.pdf")
    demo = _command(sub, "demo", commands.demo, "let bots play every playable game and draw pictures of it")
    demo.add_argument("--out", type=Path, default=Path("out"), metavar="DIR")
    shots = _command(sub, "shots", commands.shots, "draw a fixed set of screens of every game")
    shots.add_argument("--out", type=Path, required=True, metavar="DIR")
    shots.add_argument("--docs", action="store_true", help="only the few small pictures of the documents")
    guides = _command(sub, "guides", commands.guides, "write the games in five minutes as pages with pictures")
    guides.add_argument("--out", type=Path, required=True, metavar="DIR")


def _batches(sub: Subparsers) -> None:
    playout = _command(sub, "playout", commands.playout, "play random games with checks after each action")
    _game(playout)
    playout.add_argument("--games", type=_count, default=100, metavar="N")
    playout.add_argument("--seed", type=_seed, default=0, metavar="S", help="the first seed")
    playout.add_argument("--processes", type=_count, default=os.cpu_count() or 1, metavar="P")
    playout.add_argument("--no-check", action="store_true", help="measure speed only")
    lab = _command(sub, "lab", commands.lab, "let bots play a batch of games and print the statistics")
    _game(lab)
    _start(lab, "the seed of the first game; the others follow it")
    lab.add_argument("--games", type=_count, default=100, metavar="N")
    lab.add_argument("--processes", type=_count, default=os.cpu_count() or 1, metavar="P")
    soak = _command(sub, "soak", commands.soak, "run the long form of a quality goal (all if none is named)")
    soak.add_argument(
        "goal", nargs="*", metavar="Q01 …", help="Q01 to Q14, Q16, Q17, Q20 to Q22, S01 to S03, F02, F03, F05, F06, F21"
    )
    soak.add_argument("--scale", type=float, default=1.0, help="1 is the full long form, 0.01 a hundredth of it")


def _seed(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) >= 2**64:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 2^64")
    return int(text)


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 10**7:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 10000000")
    return int(text)


def main(argv: list[str] | None = None) -> int:
    """Carry out a command line; errors are one line each and a non-zero exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        arguments = parser().parse_args(_with_open(words))
        for pack in arguments.pack:
            if not pack.is_dir():
                raise Usage(f"five-fronts: {pack} is not the folder of a data pack")
        run: Callable[[argparse.Namespace], int] = getattr(arguments, "run", commands.open_program)
        return run(arguments)
    except Usage as error:
        print(plain(str(error)), file=sys.stderr)
        return 2
    except (SaveError, DataError, UnknownGame, CommandError) as error:
        print(f"five-fronts: {plain(str(error))}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        print("five-fronts: stopped", file=sys.stderr)
        return 130


def _with_open(words: Sequence[str]) -> list[str]:
    """A saved game or a map named instead of a command is opened."""
    if words and Path(words[0]).suffix in (".yaml", ".yml"):
        return ["design", *words]
    if words and Path(words[0]).suffix in (".jsonl", ".json"):
        return ["open", *words]
    return list(words)
