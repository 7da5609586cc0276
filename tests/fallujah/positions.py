"""Positions in one line, scripted dice, and short words for asking the match."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from common.engine import Action, Match, load_game
from fallujah.actions import Activate, Attack, Defend, Done, Join, Lead, March, Riverine
from fallujah.rules import combat, regroup, reset, setup
from fallujah.rules.combat import AttackPlan, RiverSupport
from fallujah.rules.impulse import CoalitionImpulse, InsurgentImpulse
from fallujah.rules.solitaire.impulse import BotImpulse
from fallujah.state import COALITION, ELIMINATED, FORCE_POOL, INSURGENT, RESERVE, Battle, FallujahState, Unit
from tests.asking import step

NAMES = {
    "inf": "m_3_1_i m_3_1_k m_3_1_l m_3_5_i m_3_5_k m_3_5_l m_1_8_a m_1_8_b m_1_8_c m_1_3_a m_1_3_b m_1_3_c m_1_4_b "
    "m_1_23_b",
    "w": "m_3_1_w m_3_5_w m_1_8_w m_1_3_w",
    "tank": "m_2tk_c1 m_2tk_c2 m_2tk_c3 m_2tk_a a_3_8_c",
    "lar": "m_3lar_c m_1lar_c",
    "cav": "a_4cav_f",
    "recon": "m_recon",
    "eng": "m_2ceb_b m_2ceb_a2 m_4ceb_c1 m_2ceb_c m_cab_e m_6esb_c1 a_82eng_a1",
    "tow": "m_23_tow",
    "mp": "m_4fssg_a m_4fssg_b",
    "aav": "m_2aa_d m_2aa_c",
    "mech": "a_2_7_a a_2_7_b a_2_2_a a_2_63_a",
    "sf": "i_1ssf_b i_1ssf_d i_ctf i_eru",
    "iq": "i_1_1 i_4_1 i_2_1 i_5_3 i_6_3",
}
FAR_AWAY = ["5", "6", "17", "20", "4", "3", "2", "1"]  # where Militia stand that must not be in the Force Pool
ALIAS = {f"{kind}{i}": id_ for kind, ids in NAMES.items() for i, id_ in enumerate(ids.split(), 1)}


def u(name: str) -> str:
    """The id of a unit: "inf1" is the first infantry company, "C3", "F1", "M7" are Insurgents."""
    return ALIAS.get(name, name)


@lru_cache(maxsize=1)
def game() -> Any:
    return load_game("fallujah")


def arrange(
    where: str = "",
    *,
    to: str = COALITION,
    held: str = "",
    only: str | None = None,
    dice: Iterable[int] = (),
    solitaire: bool = False,
    advantage: str | None = None,
    reserve: int = 0,
    pool: int = 60,
    turn: int = 2,
    impulse: int = 4,
    check: bool = True,
    **fields: Any,
) -> Match:
    """A position: "42: inf1 tank1- C1 F1!; 43: M1", - for Spent, ! for Dug In.

    Everybody not named waits in his zone, is eliminated or is in the Force Pool. Areas with Coalition units alone and
    those in `held` are Coalition-controlled; `only` names the Insurgent areas and gives all others to the Coalition.
    """
    scenario = "solitaire" if solitaire else "phantom_fury"
    state: FallujahState = setup.start(game().data, scenario).attach(game().data, [])
    for unit in list(state.units.values()):
        if unit.id[0] in "CF":
            state.put(Unit(unit.id, ELIMINATED))
    for number in range(reserve):
        state.put(Unit(f"F{24 - number}", RESERVE))
    if only is not None:
        state.control = dict.fromkeys(state.control, COALITION)
        state.control |= dict.fromkeys(only.split(), INSURGENT)
    state.control |= dict.fromkeys(held.split(), COALITION)
    for stack in filter(None, (part.strip() for part in where.split(";"))):
        area, _, tokens = stack.partition(":")
        for token in tokens.split():
            name = token.rstrip("-!")
            state.put(Unit(u(name), area.strip(), spent="-" in token, dug="!" in token))
        units = (state.insurgents(area), state.coalition(area))
        if area in state.control:
            state.control[area] = INSURGENT if units[0] else COALITION
    for i, unit in enumerate(state.insurgents(FORCE_POOL)[pool:]):
        state.put(Unit(unit.id, FAR_AWAY[i // 8]))
    state.turn, state.impulse, state.phase, state.active = turn, impulse, "action", COALITION
    state.advantage, state.advantage_used = advantage or COALITION, advantage is None
    for name, value in fields.items():
        setattr(state, name, value)
    state.script = tuple(dice)
    state.flow.clear()
    if to == COALITION:
        state.flow.append(CoalitionImpulse())
    elif to == INSURGENT:
        state.active = INSURGENT
        state.flow.append(BotImpulse() if solitaire else InsurgentImpulse())
    elif to == "regroup":
        regroup.begin(state)
    elif to == "infiltration":
        state.push(reset.Infiltration(), reset.Reset())
    elif to == "reset":
        state.push(reset.Reset())
    match = Match(game(), state)
    if check:
        match.check()
    return match


def solo(where: str, **options: Any) -> FallujahState:
    """The state of a solitaire position."""
    return arrange(where, solitaire=True, **options).state


def act(match: Match, *actions: Action, dice: Iterable[int] = ()) -> Match:
    """Play actions one after the other; the dice are thrown by the first that needs them."""
    if dice:
        match.state.script = tuple(dice)
    for action in actions:
        match.play(action)
        match.check()
    return match


def fight(match: Match, area: str, lead: str, *others: str, dice: Iterable[int] = (), river: bool = False) -> Match:
    """A Coalition attack from its beginning to the throw of the dice."""
    if dice:
        match.state.script = tuple(dice)
    act(match, Attack(area))
    if isinstance(match.state.step, AttackPlan) and not match.state.entry(area).due:
        act(match, *(Join(u(name)) for name in (lead, *others)))
    if isinstance(match.state.step, AttackPlan):
        act(match, Lead(u(lead)))
    if isinstance(match.state.step, RiverSupport):
        act(match, Riverine(river))
    return match


def spot(match: Match, name: str) -> str:
    """Where a unit is."""
    at: str = match.state.units[u(name)].at
    return at


def spent(match: Match, name: str) -> bool:
    """Whether a unit is Spent."""
    return bool(match.state.units[u(name)].spent)


def mp(match: Match, name: str) -> int:
    """The MP a unit has left."""
    left: int = match.state.ready(match.state.units[u(name)])
    return left


def values(match: Match) -> tuple[int, int]:
    """Offensive and Defensive Value of the last combat, as the journal tells them."""
    for entry in reversed(match.journal.entries):
        found = re.search(r"Offensive Value (-?\d+) against Defensive Value (-?\d+)", entry.text)
        if found:
            return int(found[1]), int(found[2])
    raise AssertionError("no combat has been told")


def here(match: Match, area: str) -> set[str]:
    """All Insurgent units of an area."""
    return {unit.id for unit in match.state.insurgents(area)}


DICE = {total: (max(1, total - 6), min(6, total - 1)) for total in range(2, 13)}  # two dice with that sum


def inflict(enemy, points, lead="", area="10", rest="", force="inf1 tank1", **options):
    """A Coalition force attacks in `area` with dice that inflict so many points; `lead` settles a tie."""
    names = force.split()
    match = act(arrange(f"{area}: {force} {enemy}; {rest}", **options), Activate(area))
    state = match.state
    leads = combat.leads_of(state, Battle("assault", area))
    chosen = next((unit for unit in leads if unit.id == lead), leads[0])
    defence = sum(f.value for f in combat.defence(state, Battle("assault", area), chosen))
    offence = sum(f.value for f in combat.offence(state, area, [u(name) for name in names], u(names[0])))
    need = points - offence + defence  # attacker's dice minus defender's
    low = max(2, 2 - need)
    state.script = (*DICE[low + need], *DICE[low])
    act(match, Attack(area), *(Join(u(name)) for name in names), Lead(u(names[0])))
    return act(match, Defend(lead)) if step(match) == "FindDefender" else match


def assault(here_: str, area: str = "40", lead=None, join=None, dice=(3, 3, 3, 3), **options: Any) -> Match:
    """An in-place attack of everybody named against the Insurgents named; the first unit leads."""
    units, _, enemy = here_.partition("|")
    names = [name.rstrip("-") for name in units.split()]
    match = act(arrange(f"{area}: {units} {enemy}", **options), Activate(area))
    return fight(match, area, lead or names[0], *(join if join is not None else names[1:]), dice=dice)


def go(match: Match, name: str, *areas: str) -> Match:
    """March through areas, the Insurgents declining to react."""
    for area in areas:
        act(match, March(u(name), area))
        if step(match) == "Reaction":
            act(match, Done())
    return match
