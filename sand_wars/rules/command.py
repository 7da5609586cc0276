"""HQC, ACT.C2  Headquarters: placed, stood up, planning, attaching and detaching."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, SideStep, Subset
from common.engine.actions import Add, Confirm, Remove
from common.engine.parts import Parts, allowed
from sand_wars.actions import AttachTo, DetachFrom, PlaceHq, RaisePlanning, StandUp
from sand_wars.rules.catalogue import action
from sand_wars.rules.control import settle
from sand_wars.rules.forces import FULL_PV, attached_units, members, name_of, why_no_room, with_room
from sand_wars.state import ASIDE, ENEMY, NAMES, Block, SandState, of_the_lines, of_the_place


def own_hqs(state: SandState, side: Side) -> list[str]:
    """The HQs of a side on the map."""
    return [id_ for id_ in state.data.hqs[side] if state.pieces[id_].at in state.data.names]


def why_not_own_hq(state: SandState, side: Side, hq: str) -> Refusal | None:
    """An HQ must be the side's own and on the map."""
    if hq in state.data.hqs[side] and state.pieces[hq].at in state.data.names:
        return None
    name = state.facts(hq).name if hq in state.pieces else "that"
    return Refusal("HQC.5", f"{name} is not an HQ of {NAMES[side]} on the map")


def why_not_stand_up(state: SandState, side: Side, hq: str) -> Refusal | None:
    """HQC.4, R27  Only a face-down HQ can be stood up."""
    refusal = why_not_own_hq(state, side, hq)
    return refusal or (Refusal("HQC.4", f"{hq} is already stood up") if state.pieces[hq].up else None)


def stand_up(state: SandState, hq: str) -> None:
    """HQC.4  The HQ stands with no planning point."""
    state.change(hq, up=True, pv=0)
    _tell(state, hq, f"{name_of(state, hq)} is stood up", "An HQ is stood up", "HQC.4")


def why_not_raise(state: SandState, side: Side, hq: str) -> Refusal | None:
    """HQC.8, R28  A stood-up HQ can plan up to three points."""
    refusal = why_not_own_hq(state, side, hq)
    if refusal is not None:
        return refusal
    if not state.pieces[hq].up:
        return Refusal("HQC.5", f"{hq} is face down: stand it up first")
    full = state.pieces[hq].pv >= FULL_PV
    return Refusal("HQC.8", f"{hq} already has {FULL_PV} planning points") if full else None


def raise_pv(state: SandState, hq: str) -> None:
    """HQC.8  One planning point more."""
    piece = state.change(hq, pv=state.pieces[hq].pv + 1)
    _tell(state, hq, f"{name_of(state, hq)} plans: PV {piece.pv}", "An HQ plans", "HQC.8")


def why_not_pay(state: SandState, hq: str) -> Refusal | None:
    """HQC.9  A stood-up HQ needs a planning point to be activated; one that is face down pays nothing (HQC.7)."""
    piece = state.pieces[hq]
    if not piece.up or piece.pv:
        return None
    return Refusal("HQC.9", f"{hq} has no planning point left: raise it first")


def pay_pv(state: SandState, hq: str) -> None:
    """HQC.9  The activation of a stood-up HQ burns one planning point."""
    piece = state.pieces[hq]
    if piece.up:
        state.change(hq, pv=piece.pv - 1)


def _tell(state: SandState, hq: str, text: str, public: str, rule: str) -> None:
    side, where = state.side_of(hq), state.title(state.pieces[hq].at)
    shown = f"{public} in {where} ({NAMES[side]})."
    state.note(f"{text} in {where}.", rule, only=(side,), public=shown, show=("rules",))


def can_attach(state: SandState, id_: str) -> bool:
    """HQC.11  Only mobile conventional ground units, and Leaders, are attached to HQs."""
    facts = state.data.counters[id_]
    return facts.type.attachable or facts.code == "leader"


def why_not_attach(state: SandState, hq: str, id_: str) -> Refusal | None:
    """HQC.1, HQC.3, HQC.10, HQC.11  What keeps a unit of the HQ's space from being attached to it."""
    facts, piece = state.facts(id_), state.pieces[id_]
    if facts.hq:
        return Refusal("HQC.10", "an HQ cannot be attached to another HQ")
    if not can_attach(state, id_):
        return Refusal("HQC.11", f"{facts.name} cannot be attached")
    if facts.side != state.side_of(hq) or piece.at != state.pieces[hq].at:
        return Refusal("ACT.C2.b", f"{facts.name} is not in the space of {hq}")
    return Refusal("ACT.C2.b", f"{facts.name} is already attached") if piece.hq else None


@of_the_place
def loose_in(state: SandState, side: Side, space: str) -> tuple[str, ...]:
    """HQC.11  What could be attached to an HQ of a side in a space."""
    here = [piece.id for piece in state.at(side, space) if not piece.hq]
    return tuple([id_ for id_ in here if can_attach(state, id_)])


def room_in(state: SandState, hq: str) -> int:
    """HQC.1  How many units an HQ can still take."""
    printed = state.facts(hq).hq
    assert printed is not None
    return printed.capacity - len(attached_units(state, hq))


@action("C2 improvement")
class C2Improvement(SideStep, frozen=True, tag=True):
    """ACT.C2, R78  One of: place an HQ, stand one up, raise its PV, attach units to one, detach units from one."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "C2 improvement: place, stand up, plan, attach or detach (ACT.C2.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        for hq in own_hqs(state, self.side):
            yield from (StandUp(hq), RaisePlanning(hq), AttachTo(hq), DetachFrom(hq))
        yield from (PlaceHq(hq, space) for hq in self._reserve(state) for space in state.controlled(self.side))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """What an HQ can do lies with its space; where one can be placed is asked once for all that are set aside."""
        orders: list[Action] = []
        for hq in own_hqs(state, self.side):
            orders += _orders(state, self.side, state.pieces[hq].at, hq)
        reserve = self._reserve(state)
        spaces = with_room(state, self.side, _grounds(state, self.side, state.war)) if reserve else []
        return (*orders, *[PlaceHq(hq, space) for hq in reserve for space in spaces])

    def _reserve(self, state: SandState) -> list[str]:
        return [id_ for id_ in state.data.hqs[self.side] if state.pieces[id_].at == ASIDE]

    def _parts(self, state: SandState) -> Parts[str, str]:
        """The HQ must be available, and the space must be fit for one."""
        reserve = self._reserve(state)
        return Parts(
            lambda hq: None if hq in reserve else self._why_not_reserve(state, hq),
            lambda space: why_no_ground(state, self.side, space) or why_no_room(state, self.side, space, 1),
        )

    def _why_not_reserve(self, state: SandState, hq: str) -> Refusal:
        name = state.facts(hq).name if hq in state.pieces else "that HQ"
        return Refusal("ACT.C2.a", f"{name} is not an HQ that is set aside")

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        side = self.side
        match action:
            case PlaceHq(hq, space):
                return self._parts(state).why_not(hq, space)
            case StandUp(hq):
                return why_not_stand_up(state, side, hq)
            case RaisePlanning(hq):
                return why_not_raise(state, side, hq)
            case AttachTo(hq):
                return why_not_own_hq(state, side, hq) or self._why_not_attach(state, hq)
            case DetachFrom(hq):
                refusal = why_not_own_hq(state, side, hq)
                alone = refusal is None and not members(state, hq)
                return refusal or (Refusal("ACT.C2.c", f"nothing is attached to {hq}") if alone else None)
        return Refusal("OPS.2", "choose what C2 improvement does first")

    def _why_not_attach(self, state: SandState, hq: str) -> Refusal | None:
        if not state.pieces[hq].up:
            return Refusal("PCE.5", f"{hq} is face down and takes no units: stand it up first")
        full, fitting = room_in(state, hq) <= 0, False
        for id_ in loose_in(state, self.side, state.pieces[hq].at):
            if why_not_attach(state, hq, id_) is None:
                fitting = True
                if not full or state.code(id_) == "leader":
                    return None
        if fitting:
            return Refusal("HQC.1", f"{hq} is full")
        return Refusal("ACT.C2.b", f"no unit in the space of {hq} can be attached")

    def play(self, state: SandState, action: Action) -> None:
        state.flow.pop()
        match action:
            case PlaceHq(hq, space):
                state.put(Block(hq, space))
                where = state.title(space)
                state.note(
                    f"{NAMES[self.side]} places {state.facts(hq).name} face down in {where}.",
                    "ACT.C2.a",
                    only=(self.side,),
                    public=f"{NAMES[self.side]} places an HQ face down in {where}.",
                    show=("rules",),
                )
                settle(state, space)
            case StandUp(hq):
                stand_up(state, hq)
            case RaisePlanning(hq):
                raise_pv(state, hq)
            case AttachTo(hq):
                state.push(Attaching(self.side, hq))
            case DetachFrom(hq):
                state.push(Detaching(self.side, hq))


def why_no_ground(state: SandState, side: Side, space: str) -> Refusal | None:
    """ACT.C2.a, OH.1  What keeps a new HQ from a space, however many units are there."""
    if space not in state.data.names or not state.is_friendly(side, space):
        return Refusal("ACT.C2.a", "an HQ is placed in a friendly space")
    if not state.war and state.is_home(ENEMY[side], space):
        return Refusal("OH.1", "no HQ is placed abroad before Open Hostilities")
    return None


@of_the_lines
def _grounds(state: SandState, side: Side, war: bool) -> list[str]:
    """The spaces that a new HQ may go to, room not yet judged."""
    home = state.data.home
    return [space for space in state.friendly_spaces(side) if war or home[space] != ENEMY[side]]


@of_the_place
def _orders(state: SandState, side: Side, space: str, hq: str) -> list[Action]:
    """What an HQ in a space can do with C2 improvement."""
    step, orders = C2Improvement(side, ""), [RaisePlanning(hq), AttachTo(hq)] if state.pieces[hq].up else [StandUp(hq)]
    return [order for order in (*orders, DetachFrom(hq)) if step.why_not(state, order) is None]


class HqUnits(Subset, frozen=True, tag=True):
    """ACT.C2.b, ACT.C2.c  Units that are going to be attached to an HQ or detached from it."""

    abstract = True

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """What could be added is looked for once, not for each unit again."""
        adds = allowed(dict.fromkeys(self.items(state)), lambda item: self.why_not_add(state, item))
        ends = (Confirm(),) if self.why_not_confirm(state) is None else ()
        return (*map(Add, adds), *map(Remove, dict.fromkeys(self.chosen)), *ends)


class Attaching(HqUnits, frozen=True, tag=True):
    """ACT.C2.b, R31  Any number of fitting units in its space are attached to one HQ."""

    rule = "ACT.C2.b"
    hq: str

    @property
    def secret(self) -> bool:
        return True

    def hidden(self, side: Side) -> frozenset[str]:
        return frozenset()  # that units are attached is public, which ones is a secret of the blocks

    def prompt(self, state: SandState) -> str:
        return f"Choose units to attach to the HQ in {state.title(state.pieces[self.hq].at)} (ACT.C2.b)."

    def items(self, state: SandState) -> tuple[str, ...]:
        here = state.at(self.side, state.pieces[self.hq].at)
        return tuple(piece.id for piece in here if why_not_attach(state, self.hq, piece.id) is None)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if isinstance(action, Add) and action.item in state.pieces:
            refusal = why_not_attach(state, self.hq, action.item)
            if refusal is not None:
                return refusal
        return super().why_not(state, action)

    def why_not_add(self, state: SandState, item: str) -> Refusal | None:
        if item in self.chosen:
            return Refusal(self.rule, f"{name_of(state, item)} is already chosen")
        units = [id_ for id_ in self.chosen if state.code(id_) != "leader"]
        full = state.code(item) != "leader" and len(units) >= room_in(state, self.hq)
        return Refusal("HQC.1", f"{self.hq} can take no more units") if full else None

    def why_not_confirm(self, state: SandState) -> Refusal | None:
        return None if self.chosen else Refusal(self.rule, "choose at least one unit")

    def confirm(self, state: SandState) -> None:
        names = ", ".join(name_of(state, id_) for id_ in self.chosen)
        for id_ in self.chosen:
            state.change(id_, hq=self.hq)
        _tell(state, self.hq, f"{names} attached to {self.hq}", "Units are attached to an HQ", self.rule)


class Detaching(HqUnits, frozen=True, tag=True):
    """ACT.C2.c, R31  Any number of units of one HQ stand alone in its space."""

    rule = "ACT.C2.c"
    hq: str

    @property
    def secret(self) -> bool:
        return True

    def hidden(self, side: Side) -> frozenset[str]:
        return frozenset()  # that units are detached is public, which ones is a secret of the blocks

    def prompt(self, state: SandState) -> str:
        return f"Choose units to detach from the HQ in {state.title(state.pieces[self.hq].at)} (ACT.C2.c)."

    def items(self, state: SandState) -> tuple[str, ...]:
        return tuple(piece.id for piece in members(state, self.hq))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if isinstance(action, Add) and action.item in state.pieces and action.item not in self.items(state):
            return Refusal(self.rule, f"{state.facts(action.item).name} is not attached to {self.hq}")
        return super().why_not(state, action)

    def why_not_add(self, state: SandState, item: str) -> Refusal | None:
        return Refusal(self.rule, f"{name_of(state, item)} is already chosen") if item in self.chosen else None

    def why_not_confirm(self, state: SandState) -> Refusal | None:
        return None if self.chosen else Refusal(self.rule, "choose at least one unit")

    def confirm(self, state: SandState) -> None:
        names = ", ".join(name_of(state, id_) for id_ in self.chosen)
        for id_ in self.chosen:
            state.change(id_, hq="")
        _tell(state, self.hq, f"{names} detached from {self.hq}", "Units are detached from an HQ", self.rule)
