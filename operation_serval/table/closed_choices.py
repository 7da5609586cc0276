"""Actions and answers that a side looks for and cannot take now, with their price and what forbids them (6.3, R8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.engine import Action, ReactionWindow, Refusal, Seat, Side
from common.tabletop import ClosedChoice, Handling
from operation_serval import actions as act
from operation_serval.rules import netwar, recruiting, refit
from operation_serval.rules.sequence import PRICES, ActionStep, why_not_command
from operation_serval.state import COALITION, ServalState
from operation_serval.view import position_of

KINDS: dict[str, tuple[type[Action], ...]] = {
    "Operate": (act.Operate,),
    "Recruit": (act.Recruit,),
    "Refit": (act.Refit, act.RefitPicked),
    "Mobilize": (act.Mobilise,),
    "Netwar attack": (act.NetwarAttack,),
    "Enact sharia": (act.EnactSharia,),
    "Clear sharia": (act.ClearSharia,),
}

ANSWERS = {
    "IsrWindow": "Commit ISR", "CounterIsr": "Play direct action", "CounterStrike": "Play direct action",
    "Blinding": "Play direct action", "GunshipWindow": "Send gunships", "SofReaction": "Let a SOF unit react",
}  # fmt: skip
NO_SOF = Refusal("24.1a", "none of your SOF is on a base with a unit of its contingent elsewhere within the radius")


class ServalClosedChoices(Handling):
    """What the bar names although it cannot be done."""

    def closed_choices(self, seat: Seat) -> Sequence[ClosedChoice]:
        """Every kind of action of the side without a legal one, and why."""
        state = position_of(seat)
        if isinstance(state.step, ReactionWindow):
            return tuple(_why_no_answer(seat, state, state.step))
        if not isinstance(state.step, ActionStep):
            return ()
        side = state.step.side
        other_side = act.EnactSharia if side == COALITION else act.ClearSharia
        possible = set(map(type, seat.legal()))
        found = []
        for title, kinds in KINDS.items():
            if other_side not in kinds and possible.isdisjoint(kinds):
                price = getattr(state.data.tables.costs, PRICES[kinds[0]])
                reasons = dict.fromkeys(_reasons(seat, state, side, kinds[0]))
                found.append(ClosedChoice(f"{title} ({price} C2P)", tuple(reasons)))
        return found


def _why_no_answer(seat: Seat, state: ServalState, window: ReactionWindow) -> Iterator[ClosedChoice]:
    """28.0a  A side that is asked only to keep its secret learns why it has nothing to answer with."""
    title = ANSWERS.get(type(window).__name__, "")
    if not title or len(seat.legal()) != 1:
        return
    reasons = dict.fromkeys(filter(None, map(seat.why_not, window.reactions(state))))
    yield ClosedChoice(title, tuple(reasons) or (NO_SOF,))


def _reasons(seat: Seat, state: ServalState, side: Side, kind: type[Action]) -> Iterator[Refusal]:
    """What forbids each form of a kind of action; a price that is too high is the one reason for all of them."""
    refusals = list(filter(None, map(seat.why_not, _forms(state, side, kind))))
    poor = [refusal for refusal in refusals if refusal.rule == "9.4a"]
    if poor:
        yield poor[0]
    elif kind is act.NetwarAttack:
        yield from _why_no_attack(state, side)
    elif kind is act.Refit:
        yield from _why_no_refit(refusals)
    else:
        yield from refusals


def _forms(state: ServalState, side: Side, kind: type[Action]) -> Iterator[Action]:
    used = [one for one in state.data.contingents_of[side] if why_not_command(state, side, one) is None]
    match kind:
        case act.Operate | act.EnactSharia:
            yield from map(kind, used)
        case act.Recruit:
            for contingent in used:
                yield from recruiting.offers(state, contingent)
        case act.Refit:
            for contingent in used:
                yield from refit.offers(state, side, contingent)
        case act.NetwarAttack:
            yield act.NetwarAttack(netwar.CYBER, "")
        case _:
            yield kind()


def _why_no_refit(refusals: Sequence[Refusal]) -> Iterator[Refusal]:
    """19.2, 19.3  Nobody needs it, or nobody who does is where it could be had; then also what bars air supply."""
    if not refusals:
        yield Refusal("19.2a", "none of your units is disrupted")
        return
    yield Refusal("19.3a", "none of your disrupted units is in reach of a base or in a box that restores it")
    yield from (refusal for refusal in refusals if refusal.rule in ("23.1a", "23.2a"))


def _why_no_attack(state: ServalState, side: Side) -> Iterator[Refusal]:
    """7.4d, 21.6  No marker to attack with, or nothing that one could reach."""
    for type_ in netwar.TYPES[side]:
        rule, title = netwar.TARGET_RULES.get(type_, "21.6a"), netwar.TITLES[type_]
        lack = Refusal(rule, f"no target is in reach of a {title} marker")
        yield netwar.why_not_type(state, side, type_) or lack
