"""ACT.OPS, GC.27  Ops and Plans: move, renew a combat, stand an HQ up or plan."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, SideStep
from sand_wars.actions import Activate, RaisePlanning, Renew, StandUp
from sand_wars.rules.catalogue import action, beginning, can_begin_somewhere
from sand_wars.rules.combat.begin import begin_combat
from sand_wars.rules.command import pay_pv, raise_pv, stand_up, why_not_pay, why_not_raise, why_not_stand_up
from sand_wars.rules.forces import name_of
from sand_wars.rules.marching import Marching
from sand_wars.rules.movement import (
    has_easy_way,
    leader_can_end,
    must_stop,
    steps_allowed,
    steps_seen,
    why_not_designate,
    why_not_step,
    with_easy_way,
)
from sand_wars.state import Block, SandState, of_the_place


@action("Ops and Plans")
class OpsAndPlans(SideStep, frozen=True, tag=True):
    """ACT.OPS.a-e  One function of the card."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Ops and Plans: move a piece, renew a combat, stand an HQ up or raise its PV (ACT.OPS.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        for piece in state.on_map(self.side):
            yield from _offers(state, self.side, piece, state.is_disputed(piece.at))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """What lies with the pieces of a space is kept; mostly one way out is open to all of them."""
        side, spaces = self.side, state.occupied(self.side)
        easy = with_easy_way(state, side, spaces, state.data.near)
        found: list[Action] = []
        for space in spaces:
            found += _able(state, side, space)[0] if space in easy else _possible(state, side, space)
        return tuple(found)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case Activate(piece):
                return why_not_move(state, self.side, piece)
            case Renew(piece):
                return why_not_renew(state, self.side, piece)
            case StandUp(hq):
                return why_not_stand_up(state, self.side, hq)
            case RaisePlanning(hq):
                return why_not_raise(state, self.side, hq)
        return Refusal("ACT.OPS.a", "Ops and Plans can move a piece, renew a combat, stand an HQ up or raise its PV")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case Activate(piece):
                pay_pv(state, piece)
                state.swap(Marching(self.side, piece, steps_seen(state, piece)))
            case Renew(piece):
                pay_pv(state, piece)
                state.flow.pop()
                begin_combat(state, self.side, state.pieces[piece].at)
            case StandUp(hq):
                state.flow.pop()
                stand_up(state, hq)
            case RaisePlanning(hq):
                state.flow.pop()
                raise_pv(state, hq)


@beginning("Ops and Plans")
def can_begin(state: SandState, side: Side) -> bool:
    """Whether any piece can do anything with Ops and Plans."""
    return can_begin_somewhere(state, side, "Ops and Plans", _possible)


def _offers(state: SandState, side: Side, piece: Block, disputed: bool) -> list[Action]:
    """What a piece on the map might do with Ops and Plans, its space being disputed or not."""
    id_ = piece.id
    offers: list[Action] = []
    if id_ in state.data.hqs[side]:
        offers.append(RaisePlanning(id_) if piece.up else StandUp(id_))
    if id_ in state.data.mobile and not piece.hq:
        offers.append(Activate(id_))
    if disputed and _can_begin_fight(state, piece):
        offers.append(Renew(id_))
    return offers


def _can_begin_fight(state: SandState, piece: Block) -> bool:
    """R60  Whether a piece is one that is activated by itself, or Guards, who fight where they stand (ELT.3)."""
    return not piece.hq and (piece.id in state.data.mobile or state.code(piece.id) == "guards")


def _possible(state: SandState, side: Side, space: str) -> list[Action]:
    """What the pieces in a space can do; if no way is open to all, of the units that go alike one looks for one."""
    deeds, scouts = _able(state, side, space)
    if not deeds or has_easy_way(state, side, space, state.data.near[space]):
        return deeds
    stuck = [scout for scout in dict.fromkeys(scouts) if scout and why_not_leave(state, side, scout) is not None]
    return [deed for deed, scout in zip(deeds, scouts, strict=True) if scout not in stuck] if stuck else deeds


@of_the_place
def _able(state: SandState, side: Side, space: str) -> tuple[list[Action], list[str]]:
    """What the pieces in a space can do as far as it lies with them; if a way is needed too, with who looks for it."""
    deeds: list[Action] = []
    scouts: list[str] = []
    first, lone, mobile, disputed = "", state.data.lone, state.data.mobile, state.is_disputed(space)
    for piece in state.at(side, space):
        id_ = piece.id
        if piece.hq or not (id_ in mobile or (disputed and _can_begin_fight(state, piece))):
            continue  # it goes with its HQ, or nowhere
        if not disputed and id_ not in lone:
            if first or why_not_activate(state, side, id_) is None:
                first = first or id_
                deeds.append(Activate(id_))
                scouts.append(first)  # units go where the first of them goes
            continue
        step = OpsAndPlans(side, "")
        for deed in _offers(state, side, piece, disputed):
            if type(deed) is Activate:
                able = why_not_activate(state, side, id_) is None
                first = first or ("" if id_ in lone or not able else id_)
                scout = id_ if id_ in lone else first
            else:
                able, scout = step.why_not(state, deed) is None, ""
            if able:
                deeds.append(deed)
                scouts.append(scout)
    return deeds, scouts


def why_not_activate(state: SandState, side: Side, id_: str) -> Refusal | None:
    """What keeps a piece from being activated on its own, whatever is around it."""
    return why_not_designate(state, side, id_) or why_not_pay(state, id_)


def why_not_move(state: SandState, side: Side, id_: str) -> Refusal | None:
    """What keeps a piece from moving with Ops and Plans."""
    return why_not_activate(state, side, id_) or why_not_leave(state, side, id_)


def why_not_leave(state: SandState, side: Side, id_: str) -> Refusal | None:
    """What keeps a piece in its space: the reason of its first way if every way is closed."""
    here, lone, first = state.pieces[id_].at, state.code(id_) == "leader", None
    for there in state.data.near[here]:
        why = why_not_step(state, side, id_, here, there)
        if why is None and lone:
            left = 0 if must_stop(state, side, here, there) else steps_allowed(state, id_) - 1
            if not leader_can_end(state, side, there, left):
                why = Refusal("LDR.6", "a Leader alone does not stop in an enemy space")
        if why is None:
            return None
        first = first or why
    return first or Refusal("MAP.5", f"{name_of(state, id_)} has nowhere to go")


def why_not_renew(state: SandState, side: Side, id_: str) -> Refusal | None:
    """GC.27, R60  What keeps a piece from renewing a combat: it takes a detached unit or a planned HQ there."""
    if id_ in state.pieces and state.code(id_) in ("camp", "guerrilla") and state.side_of(id_) == side:
        return Refusal("GUE.2", "Guerrillas and Camps attack only by Insurgent Ops")
    refusal = why_not_activate(state, side, id_)
    if refusal is not None and refusal.rule != "PCE.12":  # Guards never leave, but they fight where they are
        return refusal
    if state.code(id_) == "leader":
        return Refusal("LDR.1", "a Leader alone does not attack")
    piece = state.pieces[id_]
    if state.facts(id_).hq is not None and not piece.up:
        return Refusal("GC.27", f"{id_} is face down; an HQ renews a combat by paying a planning point")
    if not state.is_disputed(piece.at):
        return Refusal("GC.27", f"{state.title(piece.at)} is not disputed")
    return None
