"""Counters put down by hand: the plan of actions that a drop makes, or the rule against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from common.engine import Action, Refusal, Seat
from common.engine.actions import Add, Remove
from common.engine.words import several
from common.tabletop import Handling, Piece, Target
from common.tabletop.plans import add_all
from somali_pirates import actions as act
from somali_pirates.rules.combat import CombatPhase
from somali_pirates.rules.evacuation import Evacuation
from somali_pirates.rules.helicopters import Airlift
from somali_pirates.rules.movement import MovementPhase, UnitMove, can_move, moves_of, why_not_do, why_not_own
from somali_pirates.rules.muster import Muster, has_warlord
from somali_pirates.rules.retreats import Retreats
from somali_pirates.rules.return_phase import ReturnPhase
from somali_pirates.rules.routes import reach
from somali_pirates.state import COALITION, PirateState
from somali_pirates.table.known import position_of
from somali_pirates.table.labels import fly_words
from somali_pirates.table.trays import CART, SHOP, cards_bought


class PirateDrops(Handling):
    """Units and cards taken up and put down."""

    def bundles(self, seat: Seat) -> Sequence[Target]:
        """12.2b  All units that can take part in an attack do so with one press, as far as that costs no chit more."""
        state = position_of(seat)
        if state.result is not None or not isinstance(state.step, Muster):
            return ()
        step = state.step
        free = step.is_mixed(state) or has_warlord(state, step.side, step.zone)
        plan = tuple(
            action
            for action in add_all(seat, (Add,))
            if isinstance(action, Add) and (free or step.joins_freely(state, action.item))
        )
        if state.step.chosen:
            who = "The other two" if len(plan) == 2 else f"The other {len(plan)}"
        else:
            who = "Both" if len(plan) == 2 else f"All {len(plan)}"
        return (Target("", f"{who} join the attack", plan),) if len(plan) > 1 else ()

    def able(self, seat: Seat, pieces: Sequence[Piece]) -> Collection[str]:
        """Which counters can be taken up: in a Movement Phase those that can move, elsewhere those actions name."""
        state = position_of(seat)
        movable = [piece.id for piece in pieces if piece.movable]
        if state.result is None and isinstance(state.step, MovementPhase):
            step = state.step
            return [id_ for id_ in movable if id_ in state.units and step.why_not_pick(state, id_) is None]
        named = {gesture.piece for gesture in (self.gesture(seat, action) for action in seat.legal()) if gesture.space}
        return named.intersection(movable)

    def lift(self, seat: Seat, pieces: Sequence[str]) -> Sequence[Target]:
        """Where these pieces may be put down now."""
        state = position_of(seat)
        if state.result is not None or not pieces or pieces[0] not in state.units:
            return ()
        if isinstance(state.step, MovementPhase | UnitMove):
            return self._marches(state, pieces)
        if isinstance(state.step, CombatPhase):
            return self._attacks(state, pieces)
        return ()

    def _marches(self, state: PirateState, pieces: Sequence[str]) -> list[Target]:
        """Moves of units that stand together, one after the other, to the same place in the same way."""
        found: list[Target] = []
        for space, label, path, plan in ways_of(state, pieces[0]):
            whole, trial = list(plan), follow(state, plan)
            for piece in pieces[1:]:
                like = [way for way in ways_of(trial, piece) if (way[0], way[1]) == (space, label)] if trial else []
                if not like or trial is None:
                    break
                whole += like[0][3]
                trial = follow(trial, like[0][3])
            else:
                found.append(Target(space, label, tuple(whole), path, onto=_meant_by(plan)))
        ways = Counter(target.space for target in found)
        return [target if ways[target.space] > 1 else replace(target, onto="") for target in found]

    def _attacks(self, state: PirateState, pieces: Sequence[str]) -> list[Target]:
        """Attacks that these units would make, set up but not yet declared."""
        zones = {state.units[piece].at for piece in pieces}
        factions = {state.counter(piece).faction for piece in pieces}
        found: list[Target] = []
        for action in state.step.legal(state):
            if not isinstance(action, act.Attack | act.Operate) or action.by not in factions:
                continue
            if action.zone not in zones and not _is_afar(state, pieces):
                continue
            plan = (action, *map(Add, pieces))
            if follow(state, plan) is not None:
                whose = f"{state.data.name(action.by)}: " if len(factions) > 1 else ""
                found.append(Target(action.zone, whose + attack_words(state, action), plan))
        return found

    def refuse(self, seat: Seat, pieces: Sequence[str], space: str) -> Refusal | None:
        """The rules' own answer to what the drop would stand for."""
        state = position_of(seat)
        if not pieces or state.result is not None:
            return None
        meant = self._meant(seat, state, pieces[0], space)
        if meant is None:
            return None
        if isinstance(state.step, MovementPhase):
            refusal = state.step.why_not_pick(state, pieces[0])
            if refusal is None or refusal.rule == "7.1a":
                return refusal or why_not_do(state, meant)
            return why_not_do(state, meant) or refusal
        return seat.why_not(meant)

    def _meant(self, seat: Seat, state: PirateState, piece: str, space: str) -> Action | None:
        """The action that a drop would stand for."""
        if piece.startswith("shop "):
            return Add(piece.removeprefix("shop ")) if space == CART else None
        bought = dict(cards_bought(seat.view))
        if piece in bought:
            return Remove(bought[piece]) if space == SHOP else None
        if piece not in state.units or space not in state.data.zones:
            return None
        counter, unit = state.counter(piece), state.units[piece]
        match state.step:
            case Retreats():
                how = "under" if unit.at == space else "base" if counter.category == "air" else ""
                return act.Retreat(piece, space, how)
            case Evacuation():
                return act.Fly(piece, space, "base")
            case Airlift(unit=helicopter):
                return act.Fly(helicopter, space)
            case MovementPhase(side) | UnitMove(side) | ReturnPhase(side):
                if why_not_own(state, side, piece) is not None:
                    return act.Walk(piece, space)
                if unit.at == space:
                    return act.Emerge(piece) if unit.hidden else act.Hide(piece)
                if counter.category == "air":
                    return act.Fly(piece, space, "base" if isinstance(state.step, ReturnPhase) else "")
                if "airmobile" in counter.flags and _flies_rather(state, piece, space):
                    return act.Fly(piece, space)
                return act.Disembark(piece, space) if unit.aboard else act.Walk(piece, space)
            case _:
                return act.Place(piece, space)


def _meant_by(plan: Sequence[Action]) -> str:
    """The counter onto which a unit is put for what a plan ends with: its ship, or whom it takes up."""
    match plan[-1]:
        case act.PickUp(_, passenger):
            return passenger
        case act.Embark(_, ship):
            return ship
        case act.Fly(_, _, perch) if perch != "base":
            return perch
    return ""


def _flies_rather(state: PirateState, piece: str, space: str) -> bool:
    """Whether a drop of an airmobile unit means a flight: where it cannot walk."""
    return space not in state.data.near[state.units[piece].at]


def _is_afar(state: PirateState, pieces: Sequence[str]) -> bool:
    """20.5a  Whether all these are ships that fire at any distance."""
    return all("missile" in state.counter(piece).flags for piece in pieces)


def attack_words(state: PirateState, action: act.Attack | act.Operate) -> str:
    """What an attack is called on its target."""
    name = state.data.name
    if isinstance(action, act.Attack):
        return f"attack {name(action.target)}{' in the box' if action.hidden else ''}"
    attack = state.data.attacks[action.kind].name
    return f"{attack}{f' against {name(action.target)}' if action.target else ''}"


Journey = tuple[str, str, tuple[str, ...], tuple[Action, ...]]  # place, label, way there, plan


def follow(state: PirateState, plan: Sequence[Action]) -> PirateState | None:
    """The position after a plan in which nothing is rolled, or None if the rules forbid a part of it."""
    copy = state.clone()
    copy.__dict__["log"] = None
    for action in plan:
        if copy.step.why_not(copy, action) is not None:
            return None
        copy.step.play(copy, action)
        while isinstance(copy.step, UnitMove) and copy.step.proceed(copy):
            pass
    return copy


def ways_of(state: PirateState, id_: str) -> list[Journey]:
    """Everything a unit can do in a Movement Phase, as places with plans that end with the unit set down."""
    if isinstance(state.step, MovementPhase):
        if state.step.why_not_pick(state, id_) is not None:
            return []
        start: tuple[Action, ...] = (act.Move(id_),)
    elif isinstance(state.step, UnitMove) and state.step.unit == id_:
        start = ()
    else:
        return []
    found: list[Journey] = []
    here = state.units[id_].at
    for zone, path in reach(state, id_).items():
        steps = tuple(act.Walk(id_, to) for to in path)
        end = _set_down(state, id_, (*start, *steps))
        stays = ", then stop" if not start and end[-1] == act.Halt() else ""  # beside a step after which it goes on
        found.append((zone, f"{several(len(path), 'zone')}{stays}", (here, *path), end))
    for action in moves_of(state, id_):
        if not isinstance(action, act.Walk) and why_not_do(state, action) is None:
            place, label = _describe(state, action)
            found.append((place, label, (), (*start, action)))
    return found


def _set_down(state: PirateState, id_: str, plan: tuple[Action, ...]) -> tuple[Action, ...]:
    """A plan of steps with the unit set down at its end, where it could still go on."""
    after = follow(state, plan)
    if after is not None and isinstance(after.step, UnitMove) and can_move(after, id_):
        return (*plan, act.Halt())
    return plan


def _describe(state: PirateState, action: Action) -> tuple[str, str]:
    """Where a move leads, and what it is called there."""
    name, units = state.data.name, state.units
    match action:
        case act.Fly(unit, zone, perch):
            return zone, fly_words(state, unit, zone, perch, is_offer=True)
        case act.PickUp(_, passenger):
            return units[passenger].at, f"take up {name(passenger)}"
        case act.Redeploy(unit, zone, via):
            verb = "redeploy" if state.counter(unit).side == COALITION else "slip"
            return zone, f"{verb} from {via} to {via}"
        case act.Embark(_, ship):
            return units[ship].at, f"embark on {name(ship)}"
        case act.Disembark(_, zone):
            return zone, "land"
        case act.Hide(unit):
            return units[unit].at, "go Underground"
        case act.Emerge(unit):
            return units[unit].at, "come into the Open"
    raise ValueError(f"no words for {action}")
