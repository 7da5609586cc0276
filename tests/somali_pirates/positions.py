"""One-line positions of Somali Pirates, and short ways of playing the usual sequences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from common.engine import Action, Game, Match, OptionValue, load_game
from common.engine.actions import Confirm, Decline
from somali_pirates.actions import ChooseFirst, EndPhase
from somali_pirates.rules.mobilization import MobilizationPhase
from somali_pirates.rules.sequence import BeginTurn, ControlPhase, EndOfTurn, Protracted, turn_of
from somali_pirates.state import COALITION, ENEMY, PIRATE, PirateState

FAR = "; off_diego: china_pap; bardera: ss_militia_8"  # both sides go on elsewhere
WORD = re.compile(r"([!^]?)(\w+)(?:@(\w+))?(?:\[([^\]]*)\])?")


@cache
def game() -> Game:
    """The game, read once."""
    return load_game("somali_pirates")


def put(state: PirateState, text: str) -> None:
    """Units in words: 'eyl: pirate_base_1 !pl_militia_1; sea_arab: usnavaf_awg_1[usnavaf_11_meu] ^cjtfhoa_mn_mpa'.

    An exclamation mark is Underground, a hat is aloft, brackets hold what a ship carries, an at sign names the faction
    a common unit is stacked with.
    """
    marks = []
    for part in filter(str.strip, text.split(";")):
        zone, units = part.split(":")
        for sign, id_, mark, cargo in WORD.findall(units):
            state.put(id_, zone.strip(), hidden=sign == "!", aloft=sign == "^")
            for carried in cargo.split():
                state.put(carried, zone.strip(), aboard=id_)
            marks += [(id_, mark)] if mark else []
    for id_, mark in marks:
        state.change(id_, mark=mark)
    factions = dict.fromkeys(state.data.counters[unit.id].faction for unit in state.on_map(COALITION))
    state.factions = tuple(faction for faction in factions if state.data.goods.get(faction) is not None)


def arrange(
    text: str = "",
    phase: str = "movement",
    mover: str = COALITION,
    turn: int = 3,
    coalition: int = 60,
    pirate: int = 60,
    hands: Mapping[str, Iterable[str]] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    dice: Iterable[int] = (),
    draws: Iterable[str] = (),
    first: str = "",
    closed: Iterable[str] = (),
    **fields: Any,
) -> Match:
    """A match in the phase of a side when somebody decides; hands and chits that close places come from the Pools."""
    state = game().start("campaign", game()._chosen(options or {}))
    state.attach(game().data, [])
    state.index, state.turn, state.first = {COALITION: coalition, PIRATE: pirate}, turn, first or mover
    put(state, text)
    for side, chits in (hands or {}).items():
        state.hands = {**state.hands, side: tuple(sorted(chits))}
        state.pools[side] = state.pools[side].take(*chits)
    for place in closed:
        side, chit = (PIRATE, "dar_al_harb") if place.startswith("off_") else (COALITION, "somali_civil_war")
        state.pools[side] = state.pools[side].take(chit)
        state.shut = {**state.shut, place: chit}
    for name, value in fields.items():
        setattr(state, name, value)
    state.script, state.draw_script = tuple(dice), tuple(draws)
    state.flow = list(reversed(_from(state, phase, mover)))
    match = Match(game(), state)
    match.check()
    return match


def _from(state: PirateState, phase: str, mover: str) -> list[Any]:
    """The steps of a turn from a phase on."""
    end = [ControlPhase(), Protracted(COALITION), EndOfTurn()]
    if phase == "initiative":
        return [BeginTurn()]
    if phase in ("control", "protracted"):
        return end[phase == "protracted" :]
    own = turn_of(state, mover)
    later = turn_of(state, ENEMY[mover]) if mover == state.first else []
    if phase == "mobilization":
        return [MobilizationPhase(), *own, *later, *end]
    start = next(number for number, step in enumerate(own) if getattr(step, "phase", "") == phase)
    return [*own[start:], *later, *end]


def after(match: Match, *actions: Action) -> Match:
    """The match with actions played and checked one by one."""
    for action in actions:
        match.play(action)
        match.check()
    return match


def decline(match: Match) -> Match:
    """Let every window go by until another decision comes."""
    while match.to_act is not None and Decline() in match.legal():
        match.play(Decline())
    return match


def end_phases(match: Match, until: str) -> Match:
    """End phase after phase, declining every window, until a phase of that name waits or the game is over."""
    while match.to_act is not None and match.state.phase != until:
        legal = match.legal()
        for action in (Decline(), EndPhase(), Confirm(), ChooseFirst(COALITION), *legal[:1]):
            if action in legal:
                match.play(action)
                break
    return match


def where(match: Match, id_: str) -> str:
    """The Zone or box of a unit, with a sign if it is Underground or aloft."""
    unit = match.state.units[id_]
    return f"{'!' if unit.hidden else '^' if unit.aloft else ''}{unit.at}"
