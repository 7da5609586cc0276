"""What can be taken up, and what forbids putting it down where it cannot go."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from common.engine import Action, Refusal, Seat
from common.engine.actions import Add, Remove
from common.tables import Odds
from common.tabletop import Handling, Piece, Target
from common.tabletop.plans import draft, legal, why_not
from sand_wars import actions as act
from sand_wars.odds import fire_odds
from sand_wars.rules.admin import AdminMove
from sand_wars.rules.air import Aiming, AirOperations
from sand_wars.rules.combat.retreat import FallingBack
from sand_wars.rules.command import Attaching, C2Improvement, Detaching, why_not_attach
from sand_wars.rules.hand import Discarding
from sand_wars.rules.interdiction import NavalOperations
from sand_wars.rules.marching import Marching
from sand_wars.rules.ops import OpsAndPlans
from sand_wars.rules.reconstitution import Rebuilding
from sand_wars.rules.reinforcements import Deploying
from sand_wars.rules.special import Lifting
from sand_wars.rules.strike import Striking
from sand_wars.state import SandState
from sand_wars.table.goals import FIRST, targets_of
from sand_wars.table.labels import position_of
from sand_wars.table.trays import HAND

CARRIED = (
    act.WithdrawTo, act.FallBack, act.LiftOut, act.SailOut, act.StopShort, act.RetreatExcess, act.Activate, act.Commit,
)  # fmt: skip


class SandDrops(Handling):
    """Pieces and cards taken up and put down, worked out on what the seat knows."""

    one_by_one = True

    _lifted: tuple[SandState | None, dict[str, Sequence[Target]]] = None, {}  # the targets found in the last position

    def able(self, seat: Seat, pieces: Sequence[Piece]) -> Collection[str]:
        state = position_of(seat)
        actions = legal(state)
        found = {str(getattr(action, "piece", "")) for action in actions if isinstance(action, (*CARRIED, *FIRST))}
        found |= {str(getattr(action, "card", getattr(action, "item", ""))) for action in actions}
        found |= {action.marker for action in actions if isinstance(action, act.Engage)}
        if isinstance(state.step, Marching):
            found.add(state.step.piece)
        found |= {piece for hq in _open_boxes(state, actions) for piece in _joining(state, hq)}
        return found.intersection(piece.id for piece in pieces)

    def lift(self, seat: Seat, pieces: Sequence[str]) -> Sequence[Target]:
        state = position_of(seat)
        if state.result is not None or len(pieces) != 1:
            return ()
        if self._lifted[0] is not state:
            self._lifted = state, {}
        found = self._lifted[1]
        if pieces[0] not in found:
            found[pieces[0]] = targets_of(state, pieces[0])
        return found[pieces[0]]

    def prospect(self, seat: Seat, target: Target) -> Odds | None:
        """GC.17  What the own fire would do in a combat that a move begins, before cards and losses."""
        state = position_of(seat)
        if seat.side is None or state.battle is not None:
            return None
        after = draft(state, target.plan).state
        if after.battle is None or after.battle.attacker != seat.side:
            return None
        return fire_odds(after, seat.side, seat.side, "Fire")

    def refuse(self, seat: Seat, pieces: Sequence[str], space: str) -> Refusal | None:
        state = position_of(seat)
        if len(pieces) != 1:
            return Refusal("ACT.OPS.a", "one piece moves at a time; a formation moves as its HQ")
        piece = pieces[0]
        if any(target.space == space for target in self.lift(seat, pieces)):
            return None
        meant = _meant(state, piece, space)
        for number, action in enumerate(meant):
            refusal = draft(state, meant[: number + 1]).refusal if number else why_not(state, action)
            if refusal is not None:
                return refusal
        return _why_not_there(state, meant, space)


def _why_not_there(state: SandState, meant: Sequence[Action], space: str) -> Refusal | None:
    """Why what follows upon a card, such as digging in, cannot be done in a space."""
    if not meant or not isinstance(meant[0], act.PlayCard):
        return None
    after = draft(state, meant).state
    placed = {type(action): action for action in legal(after) if hasattr(action, "space")}
    found = (why_not(after, replace(action, space=space)) for action in placed.values())
    told = next((refusal for refusal in found if refusal is not None), None)
    return told or Refusal("SEQ.14", "put the card on the table first, then choose what it does")


def _open_boxes(state: SandState, actions: Sequence[Action]) -> list[str]:
    """The HQs into whose boxes units can be put now."""
    if isinstance(state.step, Attaching):
        return [state.step.hq]
    return [action.hq for action in actions if isinstance(action, act.AttachTo)]


def _joining(state: SandState, hq: str) -> list[str]:
    """The units in the space of an HQ that it can take."""
    here = state.at(state.side_of(hq), state.pieces[hq].at)
    return [piece.id for piece in here if why_not_attach(state, hq, piece.id) is None]


def _meant(state: SandState, piece: str, space: str) -> tuple[Action, ...]:
    """The actions that a drop would stand for."""
    if piece in state.data.cards:
        return _meant_card(state, piece, space)
    step = state.step
    match step:
        case Marching():
            return (act.Advance(space),)
        case OpsAndPlans():
            return (act.Activate(piece), *_march(state, piece, space))
        case FallingBack():
            return (act.FallBack(piece, space),)
        case AdminMove():
            return (act.Entrain(piece), act.Drive(space)) if not step.units else (act.Drive(space),)
        case AirOperations():
            mission = "recon" if not state.facts(piece).cv else "interdiction"
            return (act.Sortie(piece, mission), act.AimAt(space))
        case Aiming():
            return (act.AimAt(space),)
        case Lifting():
            return (act.Land(space),)
        case NavalOperations():
            return (act.Sortie(piece, space),)
        case Striking():
            return (act.Sortie(piece, "strike"),)
        case Deploying():
            return (act.PlaceUnit(piece, space),)
        case Rebuilding():
            return (act.ReturnUnit(piece, space),)
        case C2Improvement():
            return _meant_command(state, piece, space)
        case Attaching() | Detaching():
            return (Add(piece),)
    return (act.WithdrawTo(piece, space),) if state.battle is not None else (act.Activate(piece),)


def _march(state: SandState, piece: str, space: str) -> tuple[Action, ...]:
    """The steps of a move to a space; to one two axes away through one that the piece may enter."""
    near, here = state.data.near, state.pieces[piece].at
    between = [] if space in near[here] else [middle for middle in near[here] if space in near[middle]]
    ways = ((act.Activate(piece), act.Advance(middle)) for middle in between)
    first = next((way for way in ways if draft(state, way).refusal is None), None)
    return (first[1], act.Advance(space)) if first is not None else (act.Advance(space),)


def _meant_card(state: SandState, card: str, space: str) -> tuple[Action, ...]:
    step = state.step
    if isinstance(step, Discarding):
        return (Remove(card),) if space == HAND else (Add(card),)
    actor = step.actor(state)
    if actor != state.active:
        return (act.PlayReaction(card),)
    return (act.AddCard(card),) if state.round_title else (act.PlayCard(card),)


def _meant_command(state: SandState, piece: str, space: str) -> tuple[Action, ...]:
    """C2 improvement: an HQ is placed, a unit goes into a box or out of one."""
    if state.facts(piece).hq is not None:
        return (act.PlaceHq(piece, space),)
    hq = state.pieces[piece].hq
    if hq:
        return (act.DetachFrom(hq), Add(piece))
    return (act.AttachTo(space), Add(piece)) if space in state.pieces else (act.AttachTo(piece),)
