"""What the tests of a map find: the reach of a unit, distances, and lines with what they cross and what cuts them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from common.engine import load_game
from common.gui.kit.language import tr, trn
from common.maps import GameMap
from common.maps.line_of_sight import SightLine, SightStep, count_rings, trace_line
from common.maps.query import find
from common.tabletop import Table, Target, TrialTest


class TrialFinding(NamedTuple):
    """The answer of a test: in words, as a table, and what lights up on the map."""

    text: str
    heads: Sequence[str] = ()
    rows: Sequence[tuple[str, str, str]] = ()
    targets: Sequence[Target] = ()
    line: SightLine | None = None
    closed: frozenset[str] = frozenset()
    way: Sequence[str] = ()  # a line that the game's rules traced; `closed` holds the space that cuts it


def open_trial_table(game: str, packs: Sequence[Path] = ()) -> Table:
    """The table of a game, with the differences of the packs."""
    found = load_game(game, packs)
    made: Table = found.module("table").open_table(found)
    return made


def ask_spaces(game_map: GameMap, text: str) -> frozenset[str]:
    """Spaces by their numbers, with commas between them, or those a question is true of."""
    words = [word.strip() for word in text.split(",") if word.strip()]
    if all(word in game_map.spaces for word in words):
        return frozenset(words)
    return frozenset(find(game_map, text.strip()))


def find_reach(table: Table, unit: str, here: str, game_map: GameMap, enemies: Sequence[str] = ()) -> TrialFinding:
    """Where one unit could go by the game's own rules, cheapest first."""
    known = [target for target in table.trial(unit, here, enemies) if target.space in game_map.spaces]
    known.sort(key=lambda target: (target.cost or 0, target.space))
    words = trn("{n} space in reach", "{n} spaces in reach", len(known))
    counted = any(target.left for target in known)  # where nothing is left to tell of, the names are told
    return TrialFinding(
        tr("From {space}: {what}", space=name_of(game_map, here) or here, what=words),
        (tr("Space"), tr("Cost"), tr("Then") if counted else tr("Name")),
        [(t.space, t.label, t.left if counted else name_of(game_map, t.space)) for t in known],
        known,
    )


def find_by_rules(
    table: Table, test: TrialTest, unit: str, here: str, game_map: GameMap, enemies: Sequence[str] = ()
) -> TrialFinding:
    """What the game's rules say about supply, zones or sight in a space; also that they know no such thing."""
    if test.none:
        return TrialFinding(tr("{why} ({rule})", why=test.none, rule=test.rule) if test.rule else test.none)
    answer = table.test(test.id, unit, here, enemies)
    rule = answer.route.rule if answer.route is not None else test.rule
    text = tr("From {space}: {what}", space=name_of(game_map, here) or here, what=f"{answer.text} ({rule})")
    heads = (tr("Space"), tr("Answer"), tr("Name"))
    known = sorted((t for t in answer.targets if t.space in game_map.spaces), key=lambda t: (t.cost or 0, t.space))
    if answer.route is None:
        rows = [(target.space, target.label, name_of(game_map, target.space)) for target in known]
        return TrialFinding(text, heads, rows, known)
    cut = answer.route.cut
    rows = [(space, tr("cut here") if space == cut else "", name_of(game_map, space)) for space in answer.route.way]
    closed = frozenset([cut] if cut else [])
    return TrialFinding(text, heads, rows, closed=closed, way=answer.route.way)


def name_of(game_map: GameMap, space: str) -> str:
    """The name of a space or of a box off the map, "" where it has none but its number."""
    found = game_map.spaces.get(space) or game_map.off_map.get(space)
    return found.name if found is not None and found.name != space else ""


def find_rings(game_map: GameMap, here: str, far: int) -> TrialFinding:
    """How many steps it is to every space that is not too far."""
    found = {space: steps for space, steps in count_rings(game_map, here, far).items() if space in game_map.spaces}
    names = {space: game_map.spaces[space].name for space in found}
    counts = [sum(steps == n for steps in found.values()) for n in range(1, far + 1)]
    text = ", ".join(tr("{many} at {steps}", many=many, steps=n) for n, many in enumerate(counts, 1) if many)
    return TrialFinding(
        tr("From {space}: {what}", space=name_of(game_map, here) or here, what=text or tr("nothing around")),
        (tr("Space"), tr("Steps"), tr("Name")),
        [(space, str(steps), names[space] if names[space] != space else "") for space, steps in found.items()],
        [Target(space, str(steps), (), cost=steps) for space, steps in found.items()],
    )


def find_line(
    game_map: GameMap, here: str, goals: frozenset[str], limit: int, closed: frozenset[str], barred: frozenset[str]
) -> TrialFinding:
    """The shortest line to a goal, what it crosses, and what cuts it."""
    line = trace_line(game_map, here, goals, limit, closed, barred)
    rows = [(step.b, name_crossed(step), name_cuts(step)) for step in line.steps]
    heads = (tr("Space"), tr("Crossed"), tr("Cut by"))
    return TrialFinding(describe_line(line, limit), heads, rows, line=line, closed=closed)


def name_crossed(step: SightStep) -> str:
    """What lies on the border that a step crosses."""
    return ", ".join(step.kinds) or tr("open ground")


def name_cuts(step: SightStep) -> str:
    """What forbids a step, "" where nothing does."""
    return ", ".join([*([tr("closed")] if step.closed else []), *step.barred])


def describe_line(line: SightLine, limit: int) -> str:
    """A line in words: how long it is and what it crosses, or why there is none."""
    if not line.way:
        return tr("No way leads there")
    ends = {"start": line.way[0], "goal": line.way[-1]}
    steps = trn("{n} step", "{n} steps", len(line.steps))
    if not line.open and not line.cuts:
        return tr("From {start} to {goal}: {steps}, more than {limit}", **ends, steps=steps, limit=limit)
    if not line.open:
        where = ", ".join(dict.fromkeys(step.b for step in line.cuts))
        return tr("From {start} to {goal}: no open line; the shortest is cut at {where}", **ends, where=where)
    counts: dict[str, int] = {}
    for step in line.steps:
        for kind in step.kinds:
            counts[kind] = counts.get(kind, 0) + 1
    crossed = ", ".join(f"{kind} {n}×" for kind, n in sorted(counts.items())) or tr("nothing on the borders")
    return tr("From {start} to {goal}: {steps}; {crossed}", **ends, steps=steps, crossed=crossed)
