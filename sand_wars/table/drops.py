"""What lifted pieces and cards can do: where they may be put down, and what forbids it elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from common.engine import Action, Refusal, Seat
from common.engine.actions import Add, Remove
from common.tabletop import Handling, Piece, Target
from common.tabletop.plans import draft, legal, why_not
from sand_wars import actions as act
from sand_wars.rules.combat.retreat import FallingBack
from sand_wars.rules.hand import Discarding
from sand_wars.rules.marching import Marching
from sand_wars.rules.ops import OpsAndPlans
from sand_wars.rules.targets import place_of
from sand_wars.state import SandState
from sand_wars.table.labels import position_of
from sand_wars.table.trays import HAND

PLACING = (act.DigIn, act.PlaceBase, act.PlaceCamp, act.PlaceGuerrilla, act.LookAt)


class SandDrops(Handling):
    """Pieces and cards taken up and put down, worked out on what the seat knows."""

    def able(self, seat: Seat, pieces: Sequence[Piece]) -> Collection[str]:
        state = position_of(seat)
        actions = legal(state)
        found = {str(getattr(action, "card", "")) for action in actions if _is_card(action)}
        chosen = {action.item for action in actions if isinstance(action, Add | Remove)}
        found |= chosen & set(state.data.cards)
        found |= {str(getattr(action, "piece", "")) for action in actions if _is_carried(action)}
        if isinstance(state.step, OpsAndPlans):
            found |= {action.piece for action in actions if isinstance(action, act.Activate)}
        if isinstance(state.step, Marching):
            found.add(state.step.piece)
        return found.intersection(piece.id for piece in pieces)

    def lift(self, seat: Seat, pieces: Sequence[str]) -> Sequence[Target]:
        state = position_of(seat)
        if state.result is not None or len(pieces) != 1:
            return ()
        return list(_targets(self, seat, state, pieces[0]))

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
        return None


def _is_card(action: Action) -> bool:
    return isinstance(action, act.PlayCard | act.PlayReaction | act.AddCard | act.DiscardCard)


def _is_carried(action: Action) -> bool:
    return isinstance(
        action, act.WithdrawTo | act.FallBack | act.LiftOut | act.SailOut | act.StopShort | act.RetreatExcess
    )


def _targets(table: Handling, seat: Seat, state: SandState, piece: str) -> Iterator[Target]:
    """Every place where the piece or card may be put down, with what that does."""
    actions = legal(state)
    for action in actions:
        gesture = table.gesture(seat, action)
        if gesture.piece == piece and gesture.space:
            yield Target(gesture.space, gesture.label, (action,))
    if piece in state.data.cards:
        if act.PlayCard(piece) in actions:
            yield from _placings(table, seat, state, act.PlayCard(piece))
    elif isinstance(state.step, OpsAndPlans) and act.Activate(piece) in actions:
        yield from _marches(state, (act.Activate(piece),))
    elif isinstance(state.step, Marching) and state.step.piece == piece:
        yield from _marches(state, ())


def _marches(state: SandState, plan: tuple[Action, ...]) -> Iterator[Target]:
    """The spaces a piece can reach step by step, each on the shortest way."""
    seen: set[str] = set()
    ring: list[tuple[tuple[Action, ...], tuple[str, ...]]] = [(plan, ())]
    for _ in range(3):
        following = []
        for so_far, path in ring:
            drafted = draft(state, so_far)
            step = drafted.state.step
            if drafted.refusal is not None or not isinstance(step, Marching):
                continue
            here = drafted.state.pieces[step.piece].at
            seen.add(here)
            for action in legal(drafted.state):
                if isinstance(action, act.Advance) and action.space not in seen:
                    seen.add(action.space)
                    way = (*(path or (here,)), action.space)
                    following.append(((*so_far, action), way))
        for steps, way in following:
            if len(steps) > 1:
                enemy = "morocco" if state.step.actor(state) == "algeria" else "algeria"
                label = "Attack" if state.holds(enemy, way[-1]) else "Move"
                yield Target(way[-1], label, steps, way)
        ring = following


def _placings(table: Handling, seat: Seat, state: SandState, play: act.PlayCard) -> Iterator[Target]:
    """Where a card can be put down on the map so that its Action is done there at once."""
    drafted = draft(state, (play,))
    if drafted.refusal is not None:
        return
    after = drafted.state
    for action in legal(after):
        space = ""
        if isinstance(action, act.AimAt):
            space = place_of(after, action.target)
        elif isinstance(action, act.Sortie):
            space = action.mission if action.mission in after.data.names else ""
        elif isinstance(action, PLACING):
            space = action.space
        if space:
            yield Target(space, type(action).__name__, (play, action))


def _meant(state: SandState, piece: str, space: str) -> tuple[Action, ...]:
    """The actions that a drop would stand for."""
    step = state.step
    if piece in state.data.cards:
        if isinstance(step, Discarding):
            return (Remove(piece),) if space == HAND else (Add(piece),)
        actor = step.actor(state)
        return (act.PlayCard(piece),) if actor == state.active and not state.round_title else (act.PlayReaction(piece),)
    if isinstance(step, Marching):
        return (act.Advance(space),)
    if isinstance(step, OpsAndPlans):
        return (act.Activate(piece), act.Advance(space))
    if isinstance(step, FallingBack):
        return (act.FallBack(piece, space),)
    return (act.WithdrawTo(piece, space),) if state.battle is not None else (act.Activate(piece),)
