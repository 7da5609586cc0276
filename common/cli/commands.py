"""What the commands do; the window is imported only by those that need it."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from common.bots import RULED
from common.cli import data_check, map_analysis, rule_coverage, translations
from common.cli.displays import has_display, use_offscreen
from common.cli.errors import CommandError
from common.cli.map_commands import read_any_map
from common.data import did_you_mean
from common.engine import GAMES, Action, Game, Match, OptionValue, Seat, load_game, playable_games, saves
from common.engine.protocol import Engine
from common.engine.saves import plain
from common.maps.checking.findings import Findings
from common.maps.samples import SAMPLES
from common.tabletop.positions import PositionError, is_position_file, open_playable

T = TypeVar("T")


# The program


def open_program(arguments: argparse.Namespace) -> int:
    """Open the start window."""
    return _window(arguments)


def open_file(arguments: argparse.Namespace) -> int:
    """Open a saved game, or begin one with the position of a scenario file."""
    if is_position_file(arguments.file):
        try:
            open_playable(arguments.file, arguments.pack)
        except PositionError as error:
            raise CommandError(str(error)) from None
        return _window(arguments, file=arguments.file)
    with contextlib.suppress(saves.SealedSave):  # the window asks for the passphrases
        Match.load(arguments.file, arguments.pack)  # a file that cannot be read is refused before a window opens
    return _window(arguments, file=arguments.file)


def desktop(arguments: argparse.Namespace) -> int:
    """Put the program on the desktop, or take it off."""
    if not sys.platform.startswith("linux"):
        raise CommandError("this system asks for the program at the first double click; only Linux is told beforehand")
    from common.cli.desktop_entry import data_home, register, unregister

    try:
        changed = (unregister if arguments.remove else register)(data_home())
    except OSError as error:
        raise CommandError(f"{error.filename or data_home()}: cannot be written: {error.strerror or error}") from error
    for path in changed:
        say(path)
    return 0


def design(arguments: argparse.Namespace) -> int:
    """Open a map in the window for designers."""
    name = str(arguments.map)
    if name not in GAMES and name not in SAMPLES and not Path(name).is_file():
        known = did_you_mean(name, (*GAMES, *SAMPLES))
        raise CommandError(f"{name}: no such file, game or sample{known}")  # before a window opens
    return _window(arguments, map=name)


def play(arguments: argparse.Namespace) -> int:
    """Open a new game at the table."""
    game = load_game(arguments.game, arguments.pack)
    options, seats = parse_options(game, arguments.option), parse_seats(game, arguments.seat, ("human",))
    check_scenario(game, arguments.scenario)
    scenario = game.scenarios[arguments.scenario or next(iter(game.scenarios))]
    seats = dict.fromkeys(scenario.ruled, RULED) | seats
    start = {
        "game": game.id,
        "scenario": arguments.scenario,
        "seed": arguments.seed,
        "options": options,
        "seats": seats,
    }
    return _window(arguments, new=start)


def _window(arguments: argparse.Namespace, **what: Any) -> int:
    if sys.platform.startswith("linux") and not has_display():
        raise CommandError("there is no display; try five-fronts demo, or set QT_QPA_PLATFORM=offscreen")
    from common.gui.start.program import run

    return run(packs=tuple(arguments.pack), portable=arguments.portable, **what)


def parse_options(game: Game, words: Iterable[str]) -> dict[str, OptionValue]:
    """Options as written on the command line."""
    found: dict[str, OptionValue] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in game.options:
            raise CommandError(f"{game.id} has no option {name!r}; there are: {', '.join(game.options) or 'none'}")
        values = game.options[name].values
        if values and value not in values:
            raise CommandError(f"{word!r}: say one of {', '.join(values)}")
        if not values and value.lower() not in ("", "on", "off", "true", "false", "yes", "no"):
            raise CommandError(f"{word!r}: say on or off")
        found[name] = value if values else value.lower() not in ("off", "false", "no")
    return found


def parse_seats(game: Game, words: Iterable[str], more: tuple[str, ...] = ()) -> dict[str, str]:
    """Who plays which side, as written on the command line."""
    from common.bots import levels

    found: dict[str, str] = {}
    for word in words:
        side, _, who = word.partition("=")
        side = next((one for one in game.sides if game.side_names[one].lower() == side.lower()), side)
        if side not in game.sides:
            raise CommandError(f"{game.id} has no side {side!r}; there are: {', '.join(game.sides)}")
        if who not in (*more, *levels(game)):
            raise CommandError(f"{who!r} cannot play; there are: {', '.join((*more, *levels(game)))}")
        found[side] = who
    return found


def check_scenario(game: Game, scenario: str | None) -> None:
    """Refuse a scenario the game does not have."""
    if scenario is not None and scenario not in game.scenarios:
        raise CommandError(f"{game.id} has no scenario {scenario!r}; there are: {', '.join(game.scenarios)}")


# The engine and saved games


def engine(arguments: argparse.Namespace) -> int:
    """Answer JSON lines."""
    if arguments.games:
        print("\n".join(playable_games()))
        return 0
    Engine(arguments.pack, _choose_for_bot).talk(sys.stdin.buffer, sys.stdout.buffer)
    return 0


def _choose_for_bot(seat: Seat, level: str, seed: int) -> Action:
    """What the program does on a seat against a client of the engine that speaks for one side."""
    from common.bots import make_bot

    assert seat.side is not None
    return make_bot(level, seat.game, seat.side, seed).choose(seat).action


def show(arguments: argparse.Namespace) -> int:
    """Print a saved game."""
    match = Match.load(arguments.file, arguments.pack)
    _warn(match)
    if arguments.side is not None and arguments.side not in match.sides:
        raise CommandError(f"there is no side {arguments.side!r}; there are: {', '.join(match.sides)}")
    seed = f", seed {match.state.seed}" if arguments.side is None else ""
    say(f"{match.game.title} — {match.game.scenarios[match.state.scenario].title}{seed}")
    say(match.journal.text(arguments.side, everything=arguments.side is None).removesuffix("\n"))
    if match.result is None:
        say(f"\n{match.game.side_names[match.to_act or '']} to decide: {match.prompt}")
    return 0


def replay(arguments: argparse.Namespace) -> int:
    """Replay a saved game; 1 when it no longer plays as it was recorded."""
    match = Match.load(arguments.file, arguments.pack)
    _warn(match)
    state = "over: " + match.result.reason if match.result else f"turn {match.state.turn}: {match.prompt}"
    say(f"{len(match.past)} actions replayed, position {match.hash()}, {state}")
    return 1 if match.warnings else 0


def recover(arguments: argparse.Namespace) -> int:
    """Say what can be saved of a damaged game, and write it."""
    match = saves.load(arguments.file, arguments.pack, before_damage=arguments.before)
    _warn(match)
    stored = sum(isinstance(line, saves.Do) for _, line in saves.read_text(arguments.file).lines)
    whole = "" if match.warnings else "; nothing is wrong with it"
    say(f"{len(match.past)} of {stored} actions can be played again, up to turn {match.turn}{whole}")
    if arguments.out is not None:
        if os.path.lexists(arguments.out):
            raise CommandError(f"{arguments.out}: there is a file of that name already")
        match.save(arguments.out)
        say(f"written to {arguments.out}")
    return 0


def say(text: object) -> None:
    """Print lines that may hold words from a file, without what a terminal would obey."""
    print("\n".join(plain(line, len(line)) for line in str(text).split("\n")))


def _warn(match: Match) -> None:
    for warning in match.warnings:
        print(f"five-fronts: {plain(warning)}", file=sys.stderr, flush=True)


# Data


def check(arguments: argparse.Namespace) -> int:
    """Check data; 1 when there is an error, with --strict also for a warning."""
    findings = data_check.check(arguments.target, arguments.pack)
    analysis = _analyse(arguments) if arguments.analyze else None
    if arguments.json:
        plain_: Any = [finding.as_json() for finding in findings]
        if analysis is not None:
            plain_ = {"findings": plain_, "analysis": analysis.as_json()}
        say(msgspec.json.format(msgspec.json.encode(plain_)).decode())
    else:
        for finding in findings:
            say(plain(str(finding)))
        for line in analysis.lines() if analysis is not None else ():
            say(plain(line))
        say(f"{arguments.target}: {_summary(findings)}")
    return 1 if findings.number_of("error") or (arguments.strict and findings) else 0


def _summary(findings: Findings) -> str:
    errors, warnings = findings.number_of("error"), findings.number_of("warning")
    said = [f"{errors} error{'s' * (errors != 1)}, {warnings} warning{'s' * (warnings != 1)}"]
    if not findings:
        said = ["nothing wrong"]
    return ", ".join(said + ([f"{len(findings.ignored)} ignored with a reason"] if findings.ignored else []))


def _analyse(arguments: argparse.Namespace) -> map_analysis.MapAnswer:
    """What the shape of the map means, and the routes that were asked for."""
    game_map = read_any_map(arguments.target, arguments.pack)
    try:
        return map_analysis.answer(game_map, arguments.start, arguments.to, arguments.price, arguments.routes)
    except map_analysis.UnknownPlace as error:
        raise CommandError(str(error)) from error


def rules(arguments: argparse.Namespace) -> int:
    """Print clauses, or which of them are tested."""
    game = load_game(arguments.game, arguments.pack)
    if arguments.coverage:
        return _coverage(game)
    words = arguments.find.lower().split()
    for clause in game.clauses:
        text = f"{clause.id:<8} {clause.says}"
        if all(word in text.lower() for word in words):
            say(text)
    return 0


def _coverage(game: Game) -> int:
    if not (rule_coverage.ROOT / "tests" / game.id).is_dir():
        raise CommandError("the tests are not here; coverage works in a copy of the source tree")
    try:
        covered, missing, unknown = rule_coverage.report(game, rule_coverage.marks(game.id, run=True))
    except RuntimeError as error:
        raise CommandError(str(error)) from error
    for id_ in missing:
        print(f"missing  {id_}")
    for id_ in unknown:
        print(f"unknown  {id_}: a test names a clause that does not exist")
    print(f"{game.id}: {len(covered)} of {len(covered) + len(missing)} clauses have a passing test")
    return 1 if missing or unknown else 0


def schema(arguments: argparse.Namespace) -> int:
    """Write JSON Schemas."""
    try:
        arguments.out.mkdir(parents=True, exist_ok=True)
        for name, content in data_check.schemas().items():
            raw = msgspec.json.format(msgspec.json.encode(content))
            (arguments.out / name).write_bytes(raw + b"\n")
            say(arguments.out / name)
    except OSError as error:
        raise CommandError(f"{arguments.out}: cannot be written: {error.strerror}") from error
    return 0


def words(arguments: argparse.Namespace) -> int:
    """Write the texts of the window, with the translations that the file has already."""
    from common.gui.kit.language import read as read_language

    known = read_language(arguments.out) if arguments.out.exists() else {}
    try:
        arguments.out.write_text(translations.written(known), encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{arguments.out}: cannot be written: {error.strerror}") from error
    say(f"{arguments.out}: {len(translations.texts())} texts, {len(known)} translated")
    return 0


# Pictures


def export_counters(arguments: argparse.Namespace) -> int:
    """Write counter sheets, fronts and backs."""
    if arguments.file.suffix.lower() != ".pdf":
        raise CommandError(f"{arguments.file}: the name must end in .pdf")
    game = load_game(arguments.game, arguments.pack)
    use_offscreen()
    from common.gui.output.counter_sheets import write_sheets
    from common.gui.start.program import application

    application()
    try:
        write_sheets(game, arguments.file)
    except OSError as error:
        raise CommandError(f"{arguments.file}: cannot be written: {error.strerror or error}") from error
    say(arguments.file)
    return 0


def demo(arguments: argparse.Namespace) -> int:
    """Bots play every playable game; pictures go into a folder."""
    use_offscreen()
    from common.gui.start.demo import run

    return run(arguments.out)


def shots(arguments: argparse.Namespace) -> int:
    """Draw the fixed set of screens."""
    use_offscreen()
    from common.gui.start.screenshots import run, run_for_docs

    return run_for_docs(arguments.out) if arguments.docs else run(arguments.out)


def guides(arguments: argparse.Namespace) -> int:
    """Write the page for newcomers of every game as Markdown with pictures."""
    use_offscreen()
    from common.gui.kit import theme
    from common.gui.output.guide_pages import write_guides
    from common.gui.start.program import application

    application()
    theme.use("light", 100)
    try:
        for path in write_guides(arguments.out, GAMES):
            say(path)
    except OSError as error:
        raise CommandError(f"{arguments.out}: cannot be written: {error.strerror or error}") from error
    return 0


# Batches


def playout(arguments: argparse.Namespace) -> int:
    """Random games with checks."""
    from common.lab import playouts

    load_game(arguments.game, arguments.pack)
    seeds = range(arguments.seed, arguments.seed + arguments.games)
    packs = tuple(arguments.pack)
    try:
        games = playouts.batch(arguments.game, seeds, not arguments.no_check, arguments.processes, packs)
        played = list(_progress(games, arguments.games))
    except playouts.Failed as error:
        raise CommandError(str(error)) from error
    print(playouts.summary(played))
    return 0


def lab(arguments: argparse.Namespace) -> int:
    """Bots against bots."""
    from common.lab import batches

    game = load_game(arguments.game, arguments.pack)
    check_scenario(game, arguments.scenario)
    seats = dict.fromkeys(game.sides, "policy") | parse_seats(game, arguments.seat)
    options = parse_options(game, arguments.option)
    first = arguments.seed or 0
    seeds = range(first, first + arguments.games)
    games = batches.batch(game.id, arguments.scenario, options, seats, seeds, arguments.processes)
    print(f"{game.title}: " + ", ".join(f"{side} {who}" for side, who in seats.items()))
    print(batches.summary(list(_progress(games, arguments.games)), game.sides))
    return 0


def soak(arguments: argparse.Namespace) -> int:
    """Long forms of the quality goals."""
    from common.lab import soak as soaking

    unknown = [goal for goal in arguments.goal if goal not in soaking.GOALS]
    if unknown:
        raise CommandError(f"no soak {unknown[0]!r}; there are: {', '.join(soaking.GOALS)}")
    return soaking.run(arguments.goal or list(soaking.GOALS), arguments.scale)


def _progress(items: Iterable[T], total: int) -> Iterator[T]:
    """Pass items on with a bar on the error output, when a person watches it."""
    watched = sys.stderr.isatty()
    for number, item in enumerate(items, 1):
        yield item
        if watched:
            done = number * 40 // total
            print(f"\r[{'#' * done}{'.' * (40 - done)}] {number}/{total}", end="", file=sys.stderr, flush=True)
    if watched:
        print(file=sys.stderr)
