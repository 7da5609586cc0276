"""Cards picked by what is on them, and combats arranged up to a step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from msgspec.structs import replace

from common.engine import Action, Match, Side, Step, load_game
from common.engine.actions import Decline
from sand_wars import actions as act
from sand_wars.rules.combat.course import GroundCombat
from sand_wars.rules.combat.strength import the_battle
from sand_wars.state import ALGERIA, ENEMY, Battle, SandState
from tests.asking import step
from tests.sand_wars.positions import arranged


@cache
def data() -> Any:
    return load_game("sand_wars").data


def throw(side: Side, left: int, right: int, number: int = 0) -> str:
    """A card of a side with these dice and no trigger; `right` 0 is any."""
    found = [
        id_
        for id_ in data().decks[side]
        if data().cards[id_].dice[0] == left
        and right in (0, data().cards[id_].dice[1])
        and data().cards[id_].trigger == "none"
    ]
    return found[number]


def die(side: Side, face: int, number: int = 0) -> str:
    """A card of a side whose left die shows a face, without trigger."""
    return throw(side, face, 0, number)


def ringed(side: Side, kind: str = "event", number: int = 0) -> str:
    """A card of a side with a trigger."""
    return [id_ for id_ in data().decks[side] if data().cards[id_].trigger == kind][number]


def event_card(side: Side, title: str) -> str:
    """A card of a side with that event."""
    return next(id_ for id_ in data().decks[side] if data().cards[id_].event == title)


def action_card(side: Side, title: str, number: int = 0) -> str:
    """A card of a side with that Action."""
    return [id_ for id_ in data().decks[side] if data().cards[id_].action == title][number]


def reaction_card(side: Side, title: str, number: int = 0) -> str:
    """A card of a side with that Reaction."""
    return [id_ for id_ in data().decks[side] if data().cards[id_].reaction == title][number]


def in_action(title: str, place: Mapping[str, str], side: Side = ALGERIA, **fields: Any) -> Match:
    """A round in which a side has just played a card for its Action."""
    card = action_card(side, title)
    hand = (card, *fields.pop("hand", ()))
    match = arranged(place=place, side=side, hand=hand, **fields)
    match.play(act.PlayCard(card))
    return match


def change(match: Match, id_: str, **fields: Any) -> None:
    """Change a piece by hand."""
    match.state.change(id_, **fields)


def attach(match: Match, hq: str, *ids: str, pv: int = 1) -> None:
    """Stand an HQ up and attach pieces to it."""
    state = match.state
    state.change(hq, up=True, pv=pv)
    for id_ in ids:
        state.change(id_, hq=hq, at=state.pieces[hq].at)


def fight(
    *steps: Step,
    place: Mapping[str, str],
    space: str = "oujda",
    attacker: Side = ALGERIA,
    war: bool = True,
    battle: Mapping[str, Any] | None = None,
    fresh: str = "",
    entered: Iterable[str] = (),
    **fields: Any,
) -> Match:
    """A combat in a space in which these steps come next, or its beginning; `fresh` says how all attackers came."""
    begun = steps or (GroundCombat(),)
    under = () if any(isinstance(each, GroundCombat) for each in begun) else (GroundCombat("end"),)
    match = arranged(place=place, side=attacker, war=war, **fields)
    state: SandState = match.state
    ids = [piece.id for piece in state.ground(attacker, space)]
    if fresh:
        state.fresh, state.entered = frozenset(ids), dict.fromkeys(ids, fresh)
    state.entered = {**state.entered, **dict.fromkeys(entered, "ground")}
    state.battle = replace(Battle(space, attacker), **(battle or {}))
    state.revealed |= {space}
    state.push(*begun, *under)
    match._settle()
    match.tell()
    return match


def advance_to(match: Match, name: str, most: int = 40) -> Match:
    """Decline and go on until a step of that name waits."""
    for _ in range(most):
        if step(match) == name:
            return match
        match.play(next(action for action in QUIET if match.why_not(action) is None))
    raise AssertionError(f"{name} does not come; {step(match)} waits")


def finish(match: Match, most: int = 60) -> Match:
    """Decline and go on until the combat is over."""
    for _ in range(most):
        if match.state.battle is None:
            return match
        match.play(next(action for action in QUIET if match.why_not(action) is None))
    raise AssertionError("the combat does not end")


QUIET: tuple[Action, ...] = (
    Decline(),
    act.EndSorties(),
    act.EndRecon(),
    act.HoldGround(),
    act.OpenFire(),
    act.Halt(),
)


def enemy_of(side: Side) -> Side:
    return ENEMY[side]


def battle_of(match: Match) -> Battle:
    """The combat that is going on."""
    return the_battle(match.state)
