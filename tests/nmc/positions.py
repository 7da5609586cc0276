"""One-line positions of The New Mexico Campaign, and short ways of playing the usual sequences."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping
from functools import cache

from common.engine import Game, Match, load_game
from nmc.actions import Activate, Assign, AssignAll, Attack, Halt, Lock, March, NextForce, StepTo
from nmc.rules.march import Move
from nmc.rules.sequence import Sequence
from nmc.state import CONFEDERATE, TROOPS, UNION, NmcState, Stack

PHASES = (
    "C_MARCH",
    "U_FORCED",
    "C_COMBAT",
    "C_ATTRITION",
    "C_DESTROY",
    "C_DEPOT",
    "U_MARCH",
    "C_FORCED",
    "U_COMBAT",
) + ("U_WITHDRAW", "U_ATTRITION", "U_DESTROY", "U_DEPOT")
WORDS = {"gun": "guns", "wagon": "wagons", "exdepot": "exdepots", "regulars": "regular"}
FAR = "; 4617: 1 regular depot; 1008: 1 cavalry depot"  # both sides go on elsewhere, supplied
ARRIVES = (4, PHASES.index("U_MARCH"))


@cache
def game() -> Game:
    """The game, read once."""
    return load_game("nmc")


def stack(text: str) -> Stack:
    """Units in words, '3 regular 1 gun depot Canby'; the side follows from them, or is said: 'union 1 wagon'."""
    side, counts, leaders, depot = None, {}, [], False
    for number, word in re.findall(r"(\d+)?\s*([A-Za-z]+)", text):
        kind = WORDS.get(word, word)
        if word in (UNION, CONFEDERATE):
            side = word
        elif word == "depot":
            depot = True
        elif number:
            counts[kind] = int(number)
            if kind in TROOPS:
                side = CONFEDERATE if kind == "cavalry" else UNION
        else:
            leaders.append(word)
            side = game().data.leaders[word].side
    assert side is not None, f"whose are these: {text}?"
    return Stack(side, **counts, leaders=tuple(sorted(leaders)), depot=depot)


def arrange(
    text: str,
    phase: str = "C_MARCH",
    turn: int = 3,
    vp: int = 44,
    control: Mapping[str, str] | None = None,
    options: Mapping[str, bool] | None = None,
    dice: Iterable[int] = (),
    **fields: object,
) -> Match:
    """A match in a position at the opening of a phase: '2205: 9 cavalry; 2206: 5 regular Canby'; vp are the Union's.

    Whatever is not named has been lost before, so that the counters add up.
    """
    state: NmcState = game().new_match(options=options, dice=dice).state
    places = [part.split(":") for part in text.split(";") if part.strip()]
    state.stacks = {hex_.strip(): stack(units) for hex_, units in places}
    state.control |= {hex_: here.side for hex_, here in state.stacks.items() if hex_ in state.control}
    state.control |= control or {}
    state.vp = {UNION: vp, CONFEDERATE: sum(state.vp.values()) - vp}
    state.turn, state.phase = turn, PHASES.index(phase) - 1
    setup, arrived = game().data.setup, (turn, state.phase) >= ARRIVES
    forces = [*setup.union, *setup.confederate, setup.free, *([setup.reinforcements] if arrived else [])]
    for kind in TROOPS:
        there = sum(here.count(kind) for here in state.stacks.values())
        state.lost[kind] = sum(getattr(force, kind) for force in forces) - there
    present = {name for here in state.stacks.values() for name in here.leaders}
    waiting = () if arrived else setup.reinforcements.leaders
    state.fallen = {name: "captured" for name in game().data.leaders if name not in present and name not in waiting}
    for name, value in fields.items():
        setattr(state, name, value)
    state.flow = [Sequence()]
    match = Match(game(), state)
    match.check()
    return match


def pick(match: Match, text: str) -> None:
    """Assign units in words to the force that is being formed; 'all' for what is left."""
    if text == "all":
        match.play(AssignAll())
        return
    for number, word in re.findall(r"(\d+)?\s*([A-Za-z]+)", text):
        match.play(Assign(WORDS.get(word, word), int(number or 1)))


def form(match: Match, hex_: str, *forces: str) -> None:
    """Choose a hex and divide it into forces."""
    match.play(Activate(hex_))
    for number, force in enumerate(forces or ("all",)):
        if number:
            match.play(NextForce())
        pick(match, force)
    match.play(Lock())


def roll_march(match: Match, number: int = 0, die: int = 9) -> int:
    """Roll for a force that has been formed; its movement points."""
    match.play(March(number), dice=[die])
    return movement(match)


def movement(match: Match) -> int:
    """The movement points of the last march, as told; they agree with the step if there is anywhere to go."""
    told = [entry.text for entry in match.journal if {"8.22a", "5.5a", "8.24a"} & set(entry.rules)][-1]
    found = re.search(r"(\d+) MP\.", told)
    points = int(found[1]) if found else 0
    step = match.state.flow[-1]
    assert not isinstance(step, Move) or step.points == points
    return points


def march(match: Match, hex_: str, *forces: str, die: int = 9) -> int:
    """Choose a hex, divide it, roll for the first force; its movement points."""
    form(match, hex_, *forces)
    return roll_march(match, 0, die)


def walk(match: Match, *hexes: str) -> None:
    """Step from hex to hex."""
    for hex_ in hexes:
        match.play(StepTo(hex_))


def halt(match: Match) -> None:
    """End a move if it has not ended by itself."""
    if isinstance(match.state.step, Move):
        match.play(Halt())


def points_left(match: Match) -> int:
    """The movement points of the force on the march."""
    step = match.state.step
    assert isinstance(step, Move)
    return step.points


def attack(match: Match, source: str, goal: str, *forces: str, dice: Iterable[int] = ()) -> None:
    """Choose a hex, divide it, and let the first force attack."""
    form(match, source, *forces)
    match.play(Attack(0, goal), dice=dice)


def scattered(seed: int, options: Mapping[str, bool] | None = None, turn: int = 1) -> Match:
    """Both armies strewn over a few hexes, so that random play soon brings battles, captures and duties."""
    rng = random.Random(seed)
    data, middle = game().data, rng.choice(["2605", "4411", "1406", "4316", "3907"])
    near = [hex_ for hex_ in data.map.ids if data.map.distance(hex_, middle) <= 2 and hex_ != "4617"]
    rng.shuffle(near)
    places: dict[str, list[str]] = {UNION: near[:7], CONFEDERATE: near[7:14]}
    piles: dict[str, Stack] = {"4617": stack("1 regular depot")}

    def put(side: str, unit: Stack) -> None:
        hex_ = rng.choice(places[side])
        piles[hex_] = piles[hex_].plus(unit) if hex_ in piles else unit

    for side, kinds in ((UNION, {"regular": 40, "militia": 11}), (CONFEDERATE, {"cavalry": 28})):
        for kind, number in kinds.items():
            for _ in range(number):
                put(side, Stack(side, **{kind: 1}))
        for kind, number in (("guns", 2), ("wagons", 2), ("exdepots", 2)):
            for _ in range(number):
                put(side, Stack(side, **{kind: 1}))
        for name, leader in data.leaders.items():
            if leader.side == side and name not in data.setup.reinforcements.leaders:
                put(side, Stack(side, leaders=(name,)))
    put(CONFEDERATE, Stack(CONFEDERATE, depot=True))
    state: NmcState = game().new_match(seed=seed, options=options).state
    state.stacks = piles
    state.control |= {hex_: here.side for hex_, here in piles.items() if hex_ in state.control}
    union = sum(data.worth[hex_] for hex_, side in state.control.items() if side == UNION)
    state.vp = {UNION: union, CONFEDERATE: sum(state.vp.values()) - union}
    state.turn, state.phase, state.flow = turn, -1, [Sequence()]
    match = Match(game(), state)
    match.check()
    return match
