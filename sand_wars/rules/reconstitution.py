"""ACT.REC, REP  Reconstitution: strengthen a unit, return one from the Replacement box, or remove disruption."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, DiscreetStep, Refusal, Side
from sand_wars.actions import ClearDisruption, ReturnUnit, Skip, Strengthen
from sand_wars.rules.catalogue import action, beginning
from sand_wars.rules.control import settle
from sand_wars.rules.forces import is_in_a_box, name_of, public_name, why_no_room, with_room
from sand_wars.rules.reinforcements import own_camps
from sand_wars.rules.supply import CAMP_USERS, serving_bases
from sand_wars.state import ENEMY, NAMES, OFF_MAP, REPLACEMENT, Block, SandState, listed_once, of_the_place

HQ_CODES = ("hq_div", "hq_bde")
WEAK = 1  # the CV of a block that comes back (ACT.REC.b)


class Rebuilding(DiscreetStep, frozen=True, tag=True):
    """One function of Reconstitution, as a card, an event or foreign aid gives it."""

    card: str = ""
    armor: bool = True
    optional: bool = False
    rule: str = "EVT.ARMS.a"  # what grants it, if no card does

    def prompt(self, state: SandState) -> str:
        return "Reconstitution: strengthen, return or clear disruption (ACT.REC.a)."

    def proceed(self, state: SandState) -> bool:
        if not self.optional or self._might_be_hurt(state) or len(self.legal(state)) > 1:
            return False
        state.flow.pop()
        state.note(f"{NAMES[self.side]} has nothing to rebuild.", self.rule)
        return True

    def _might_be_hurt(self, state: SandState) -> bool:
        """Whether, as far as everybody knows, a hidden block may be below its CV, or disrupted in the box of an HQ."""
        side = self.side
        if state.lost_steps.get(side) or in_box(state, side):
            return True
        return any(piece.up for piece in state.of_kind(side, *HQ_CODES))

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield from self._on_map(state)
        for id_ in in_box(state, self.side):
            yield from self._returns(state, id_)

    def _returns(self, state: SandState, id_: str) -> list[ReturnUnit]:
        """How a piece may come back from the Replacement box."""
        if state.facts(id_).type.block == "marker":
            return [ReturnUnit(id_, OFF_MAP)]
        return [ReturnUnit(id_, space) for space in with_room(state, self.side, return_spaces(state, self.side, id_))]

    def _on_map(self, state: SandState) -> Iterator[Action]:
        """What may be done for the pieces and resources on the map."""
        side = self.side
        if self.optional:
            yield Skip()
        worn, wrecked = state.worn(side), state.wrecked
        yield from [Strengthen(piece.id) for piece in worn if piece.cv < state.data.full_cv[piece.id]]
        hurt = {piece.at for piece in worn if piece.disrupted}.union([s for s in wrecked if state.at(side, s)])
        hurt.update([piece.at for piece in map(state.pieces.__getitem__, state.answers.worn) if piece.captured])
        yield from map(ClearDisruption, sorted(hurt, key=state.data.grouping.number.__getitem__))
        yield from map(ClearDisruption, sorted(wrecked - hurt))

    @listed_once
    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Where a piece can come back is looked for once, not for each space again."""
        return tuple(self.deeds(state))

    def deeds(self, state: SandState) -> Iterator[Action]:
        """All that can be done, looked for one after the other."""
        for deed in self._on_map(state):
            if self.why_not(state, deed) is None:
                yield deed
        for id_ in in_box(state, self.side):
            if self._why_not_armor(state, id_) is None:
                yield from self._returns(state, id_)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case Skip():
                return None if self.optional else Refusal("OPS.2", "the card has been played")
            case Strengthen(piece):
                return self._why_not_strengthen(state, piece)
            case ReturnUnit(piece, space):
                return self._why_not_return(state, piece, space)
            case ClearDisruption(space):
                found = disrupted_things(state, self.side, space)
                return None if found else Refusal("ACT.REC.c", "nothing of yours is disrupted there")
        return Refusal("OPS.2", "choose what Reconstitution does first")

    def _why_not_strengthen(self, state: SandState, id_: str) -> Refusal | None:
        piece = state.pieces.get(id_)
        if piece is None or state.side_of(id_) != self.side or piece.at not in state.data.names:
            return Refusal("ACT.REC.a", "that is not a unit of yours on the map")
        facts = state.facts(id_)
        if facts.type.block != "small" or piece.cv >= facts.cv:
            return Refusal("ACT.REC.a", f"{facts.name} is at full CV")
        return self._why_not_armor(state, id_)

    def _why_not_armor(self, state: SandState, id_: str) -> Refusal | None:
        barred = state.facts(id_).type.armor and not self.armor
        return Refusal("ACT.RECM.a", "this card cannot rebuild an armor-class unit") if barred else None

    def _why_not_return(self, state: SandState, id_: str, space: str) -> Refusal | None:
        if id_ not in in_box(state, self.side):
            boxed = id_ in state.pieces and state.side_of(id_) == self.side and state.pieces[id_].at == REPLACEMENT
            why = "the first of its kind comes back first" if boxed else "that piece is not in your Replacement box"
            return Refusal("ACT.REC.b", why)
        refusal = self._why_not_armor(state, id_)
        if refusal is not None:
            return refusal
        if state.facts(id_).type.block == "marker":
            return None if space == OFF_MAP else Refusal("REI.8", "the marker returns to the Off-Map box")
        if space not in return_spaces(state, self.side, id_):
            if not state.war and state.facts(id_).hq is not None and state.data.home.get(space) == ENEMY[self.side]:
                return Refusal("OH.1", "no HQ is placed abroad before Open Hostilities")
            return Refusal("ACT.REC.b", f"{state.facts(id_).name} cannot come back there")
        return why_no_room(state, self.side, space, 1)

    def play(self, state: SandState, action: Action) -> None:
        state.flow.pop()
        match action:
            case Skip():
                state.note(f"{NAMES[self.side]} rebuilds nothing.", self.rule)
            case Strengthen(piece):
                strengthen(state, piece)
            case ReturnUnit(piece, space):
                return_unit(state, piece, space)
            case ClearDisruption(space):
                clear_disruption(state, self.side, space)


@action("Reconstitution")
class Reconstitution(Rebuilding, frozen=True, tag=True):
    """The card."""


@action("Reconstitution (-)")
class LesserReconstitution(Rebuilding, frozen=True, tag=True):
    """ACT.RECM.a  The card that does nothing for armor but clear its disruption."""

    armor: bool = False


@beginning("Reconstitution")
def can_rebuild(state: SandState, side: Side) -> bool:
    """Whether there is anything to rebuild."""
    return next(Reconstitution(side).deeds(state), None) is not None


@beginning("Reconstitution (-)")
def can_rebuild_but_armor(state: SandState, side: Side) -> bool:
    """Whether there is anything to rebuild besides armor."""
    return next(LesserReconstitution(side).deeds(state), None) is not None


def in_box(state: SandState, side: Side) -> tuple[str, ...]:
    """The Replacement box without those that are like one before them."""
    return _unlike(state, side, REPLACEMENT)


@of_the_place
def _unlike(state: SandState, side: Side, box: str) -> tuple[str, ...]:
    """The pieces in a box without those that are like one before them."""
    first: dict[tuple[str, int, int], str] = {}
    for piece in state.at(side, box):
        facts = state.facts(piece.id)
        key = (piece.id if facts.hq else facts.code, facts.cv, facts.recon)
        first.setdefault(key, piece.id)
    return tuple(first.values())


def return_spaces(state: SandState, side: Side, id_: str) -> list[str]:
    """R80  Where a piece may come back: with an undisrupted HQ or base, in a deployment city, in its capital."""
    code = state.code(id_)
    if code == "guards":
        capital = state.data.capital[side]
        return [capital] if state.is_friendly(side, capital) else []
    hqs = [piece.at for piece in state.of_kind(side, *HQ_CODES) if not piece.disrupted and piece.id != id_]
    spaces = [*hqs, *serving_bases(state, side)]
    if code in CAMP_USERS:
        spaces += own_camps(state, side)
    friendly = state.friendly(side)
    spaces += [space for space in state.data.deployment[side] if space in friendly]
    free = [space for space in dict.fromkeys(spaces) if not state.holds(ENEMY[side], space)]
    barred = state.facts(id_).hq is not None and not state.war  # R48
    return [space for space in free if not (barred and state.is_home(ENEMY[side], space))]


def disrupted_things(state: SandState, side: Side, space: str) -> list[str]:
    """What of a side is disrupted in a space; its printed resource is named by the space."""
    found = [piece.id for piece in state.at(side, space) if piece.disrupted and not piece.captured]
    found += [base.id for base in state.at(ENEMY[side], space) if base.captured and base.disrupted]  # CAP.3
    own = space in state.wrecked and state.is_home(side, space)
    return [*found, space] if own else found


def strengthen(state: SandState, id_: str) -> None:
    """ACT.REC.a  One CV more."""
    state.change(id_, cv=state.pieces[id_].cv + 1)
    side, where = state.side_of(id_), state.title(state.pieces[id_].at)
    seen = "a unit" if is_in_a_box(state, id_) else f"{public_name(state, id_)} in {where}"
    state.note(
        f"{name_of(state, id_)} in {where} is strengthened.",
        "ACT.REC.a",
        only=(side,),
        public=f"{NAMES[side]} strengthens {seen}.",
        show=("rules",),
    )


def return_unit(state: SandState, id_: str, space: str) -> None:
    """ACT.REC.b, R80  Blocks come back at CV 1, plastic pieces whole, HQs face down."""
    facts = state.facts(id_)
    side = NAMES[facts.side]
    if space == OFF_MAP:
        state.put(Block(id_, OFF_MAP))
        state.note(f"{facts.name} of {side} returns to the Off-Map box.", "ACT.REC.b")
        return
    cv = min(WEAK, facts.cv) if facts.type.block == "small" else facts.cv
    state.put(Block(id_, space, cv))
    state.note(f"{facts.name} of {side} returns in {state.title(space)}.", "ACT.REC.b", places=(space,))
    settle(state, space)


def clear_disruption(state: SandState, side: Side, space: str) -> None:
    """ACT.REC.c  All pieces and resources of a side in a space recover."""
    for thing in disrupted_things(state, side, space):
        if thing == space:
            state.wrecked -= {space}
        else:
            state.change(thing, disrupted=False)
    state.note(f"{NAMES[side]} removes all disruption in {state.title(space)}.", "ACT.REC.c", places=(space,))
