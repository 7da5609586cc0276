"""GC.11-GC.15, GC.23, REA.WDR, R63  Withdrawal by choice: free with the Recon Advantage, or by card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from common.engine import Action, DiscreetStep, Refusal, Side, SideStep
from common.engine.parts import allowed, allowed_alike
from sand_wars.actions import HoldGround, LiftOut, PullOut, SailOut, WithdrawTo
from sand_wars.rules.airbases import count_over_border, free_markers, why_not_over_border
from sand_wars.rules.combat.retreat import why_not_fall_back
from sand_wars.rules.combat.strength import the_battle
from sand_wars.rules.control import settle
from sand_wars.rules.forces import FRONTAGE, formation, frontage, move_piece, name_of, weight, why_no_room
from sand_wars.rules.movement import has_enemy_piece, is_mobile, tell_move, why_not_cross
from sand_wars.rules.supply import serving_bases
from sand_wars.state import NAMES, Block, SandState


def movers(state: SandState, side: Side) -> list[Block]:
    """GC.12  The pieces that can leave the combat, formations as one: detached units, HQs and Leaders."""
    return [piece for piece in state.at(side, the_battle(state).space) if not piece.hq and is_mobile(state, piece.id)]


def take_away(state: SandState, id_: str, space: str, rule: str) -> None:
    """A piece with all that belongs to it leaves the combat for a space."""
    here = state.pieces[id_].at
    parts = formation(state, id_)
    state.entered = {**state.entered, **dict.fromkeys(parts, "withdrawal")}
    state.fresh = state.fresh.difference(parts)
    move_piece(state, id_, space)
    tell_move(state, id_, here, space, rule)


def why_not_mover(state: SandState, side: Side, id_: str) -> Refusal | None:
    """Static pieces stay, attached units go with their HQ (GC.11, GC.12)."""
    if any(piece.id == id_ for piece in movers(state, side)):
        return None
    piece = state.pieces.get(id_)
    if piece is None or state.side_of(id_) != side or piece.at != the_battle(state).space:
        return Refusal("GC.11", "that piece is not in this combat")
    if piece.hq:
        return Refusal("GC.12", f"{name_of(state, id_)} goes with {piece.hq}")
    return Refusal("GC.11", f"{name_of(state, id_)} is static and stays")


def why_not_walk(state: SandState, side: Side, id_: str, space: str) -> Refusal | None:
    """GC.11  Free withdrawal on the ground: adjacent, controlled, without enemies, with room."""
    refusal = why_not_fall_back(state, side, id_, the_battle(state).space, space)
    if refusal is not None:
        return Refusal("GC.11" if refusal.rule == "RET.2" else refusal.rule, refusal.why)
    return why_no_room(state, side, space, weight(state, id_))


def why_not_lift(state: SandState, side: Side, id_: str, space: str, lifted: tuple[str, ...] = ()) -> Refusal | None:
    """GC.14, LDR.7, OH.4, R63  Pickup: a marker for each detached airmobile unit, to a base in range; Leaders ride."""
    here = the_battle(state).space
    if space not in state.data.near:
        return Refusal("GC.14", "there is no such space")
    if state.code(id_) == "leader":
        return None if space in lifted else Refusal("LDR.7", "a Leader is lifted only where an airmobile unit is")
    if "helicopter" not in state.facts(id_).type.modes:
        return Refusal("GC.14", f"{name_of(state, id_)} is not airmobile")
    if state.pieces[id_].disrupted:
        return Refusal("DIS.2", f"{name_of(state, id_)} is disrupted and moves one space on the ground")
    if len(lifted) >= len(free_markers(state, side, "helicopter")):
        used = f"; each of the {len(lifted)} has lifted a unit" if lifted else ""
        return Refusal("GC.14", f"no Helicopter marker is available{used}")
    if space == here or space not in serving_bases(state, side) or has_enemy_piece(state, side, space):
        return Refusal("GC.14", f"{state.title(space)} has no other Logistics Base free of enemies")
    if space not in state.data.in_band("helicopter", here):
        return Refusal("RNG.1", f"{state.title(space)} is beyond the helicopter band")
    return why_not_over_border(state, side, here, space) or why_no_room(state, side, space, 1)


def why_not_sail(state: SandState, side: Side, id_: str, space: str, sailed: tuple[str, ...] = ()) -> Refusal | None:
    """GC.15, PCE.18, R63  By sea: amphibious units, and Leaders with them, to an own coast at home or with a base."""
    here = the_battle(state).space
    if state.code(id_) == "leader":
        return None if space in sailed else Refusal("PCE.18", "a Leader sails only where an amphibious unit does")
    if "sea" not in state.facts(id_).type.modes:
        return Refusal("GC.15", f"{name_of(state, id_)} is not amphibious")
    if state.pieces[id_].disrupted:
        return Refusal("DIS.2", f"{name_of(state, id_)} is disrupted and moves one space on the ground")
    if here not in state.data.coastal or space not in state.data.coastal or space == here:
        return Refusal("GC.15", "ships sail from coast to coast")
    if not state.is_friendly(side, space) or has_enemy_piece(state, side, space):
        return Refusal("GC.15", f"{NAMES[side]} does not hold {state.title(space)}")
    if not state.is_home(side, space) and space not in serving_bases(state, side):
        return Refusal("GC.15", f"{state.title(space)} is not at home and has no base")
    return why_no_room(state, side, space, 1)


class FreeWithdrawal(DiscreetStep, frozen=True, tag=True):
    """GC.11, GC.23  A side may withdraw all or some of its units; after its own fire was due, instead of firing."""

    returning: bool = False  # step 7, where whoever withdraws forfeits his fire
    moved: bool = False
    lifted: tuple[str, ...] = ()  # where helicopters have brought units, one marker each
    sailed: tuple[str, ...] = ()  # where ships have brought units

    def prompt(self, state: SandState) -> str:
        where = state.title(the_battle(state).space)
        if self.returning:
            return f"Return fire in {where}, or withdraw (GC.23)."
        return f"Recon Advantage: withdraw from {where}, all or some, or stay (GC.11)."

    def proceed(self, state: SandState) -> bool:
        if movers(state, self.side) and self._might_leave(state):
            return False
        self._end(state)
        return True

    def _might_leave(self, state: SandState) -> bool:
        """Whether anything could leave, as everybody sees who does not know how full the other spaces are."""
        leaving = (action for action in self.candidates(state) if not isinstance(action, HoldGround))
        refusals = (self._why_not_leave(state, action) for action in leaving)
        return any(refusal is None or refusal.rule == "FRT.1" for refusal in refusals)

    def candidates(self, state: SandState) -> Iterator[Action]:
        here = the_battle(state).space
        near = state.data.near[here]
        yield HoldGround()
        yield from map(PullOut, near)
        bases = serving_bases(state, self.side)
        for piece in movers(state, self.side):
            yield from (WithdrawTo(piece.id, space) for space in near)
            modes = state.facts(piece.id).type.modes
            if "helicopter" in modes:
                yield from (LiftOut(piece.id, space) for space in bases)
            elif state.code(piece.id) == "leader":
                yield from (LiftOut(piece.id, space) for space in dict.fromkeys(self.lifted))
                yield from (SailOut(piece.id, space) for space in dict.fromkeys(self.sailed))
            if "sea" in modes and here in state.data.coastal:
                yield from (SailOut(piece.id, space) for space in sorted(state.data.coastal))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """What is offered to a piece that can move is judged without asking again whether it can."""
        return tuple([action for action in self.candidates(state) if self._why_not_leave(state, action) is None])

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if isinstance(action, WithdrawTo | LiftOut | SailOut):
            refusal = why_not_mover(state, self.side, action.piece)
            if refusal is not None:
                return refusal
        return self._why_not_leave(state, action)

    def _why_not_leave(self, state: SandState, action: Action) -> Refusal | None:
        """What is wrong with a decision, if those it names can move at all."""
        side = self.side
        match action:
            case HoldGround():
                return None
            case WithdrawTo(id_, space):
                return why_not_walk(state, side, id_, space)
            case LiftOut(id_, space):
                return why_not_lift(state, side, id_, space, self.lifted)
            case SailOut(id_, space):
                return why_not_sail(state, side, id_, space, self.sailed)
            case PullOut(space):
                return self._why_not_all(state, space)
        return Refusal("GC.11", "decide about the withdrawal first")

    def _why_not_all(self, state: SandState, space: str) -> Refusal | None:
        found = movers(state, self.side)
        if not found:
            return Refusal("GC.11", "nothing here can move")
        for piece in found:
            refusal = why_not_walk(state, self.side, piece.id, space)
            if refusal is not None:
                return refusal
        return why_no_room(state, self.side, space, sum(weight(state, piece.id) for piece in found))

    def play(self, state: SandState, action: Action) -> None:
        state.swap(replace(self, moved=True))
        match action:
            case HoldGround():
                state.swap(self)
                self._end(state)
            case WithdrawTo(id_, space):
                take_away(state, id_, space, "GC.11")
            case LiftOut(id_, space):
                flown = () if state.code(id_) == "leader" else (space,)
                state.swap(replace(self, moved=True, lifted=(*self.lifted, *flown)))
                if flown:
                    count_over_border(state, self.side, state.pieces[id_].at, space)
                take_away(state, id_, space, "GC.14")
            case SailOut(id_, space):
                state.swap(replace(self, moved=True, sailed=(*self.sailed, space)))
                take_away(state, id_, space, "GC.15")
            case PullOut(space):
                for piece in movers(state, self.side):
                    take_away(state, piece.id, space, "GC.13")

    def _end(self, state: SandState) -> None:
        state.flow.pop()
        if self.returning and self.moved and state.holds(self.side, the_battle(state).space):
            state.note(f"{NAMES[self.side]} has withdrawn units and does not return fire.", "GC.23")
            battle = the_battle(state)
            state.battle = replace(battle, step="no return")


# The Withdraw card


def why_not_slip(state: SandState, side: Side, id_: str, space: str) -> Refusal | None:
    """REA.WDR.a  By card: adjacent and without enemy pieces of any type; control is not needed."""
    here = the_battle(state).space
    if space not in state.data.near[here]:
        return Refusal("REA.WDR.a", f"{state.data.names.get(space, space)} is not adjacent to {state.title(here)}")
    if has_enemy_piece(state, side, space):
        return Refusal("REA.WDR.a", f"enemy pieces are in {state.title(space)}")
    if state.code(id_) == "leader":
        return None
    return why_not_cross(state, id_, space) or why_no_room(state, side, space, weight(state, id_))


def slips(state: SandState, side: Side, ids: Sequence[str]) -> dict[str, list[str]]:
    """The adjacent spaces that are open to each of these pieces."""
    near = state.data.near[the_battle(state).space]
    return {id_: [space for space in near if why_not_slip(state, side, id_, space) is None] for id_ in ids}


def can_all_slip(
    state: SandState,
    side: Side,
    ids: Sequence[str],
    open_to: dict[str, list[str]],
    taken: dict[str, int] | None = None,
) -> bool:
    """Whether all these pieces find room in the adjacent spaces open to them, beside what is taken already."""
    sizes = sorted(((weight(state, id_), id_) for id_ in ids), reverse=True)
    near = state.data.near[the_battle(state).space]
    room = {space: FRONTAGE - frontage(state, side, space) - (taken or {}).get(space, 0) for space in near}

    def place(index: int) -> bool:
        if index == len(sizes):
            return True
        size, id_ = sizes[index]
        tried: set[int] = set()
        for space in open_to[id_]:
            if room[space] >= size and room[space] not in tried:
                tried.add(room[space])
                room[space] -= size
                found = place(index + 1)
                room[space] += size
                if found:
                    return True
        return False

    return place(0)


def why_not_withdraw_card(state: SandState, side: Side) -> Refusal | None:
    """REA.WDR.a, R63  Every mobile piece must be able to leave."""
    found = [piece.id for piece in movers(state, side)]
    if not any(id_ in state.data.occupying for id_ in found):
        return Refusal("REA.WDR.a", "nothing here can move")
    if can_all_slip(state, side, found, slips(state, side, found)):
        return None
    return Refusal("REA.WDR.a", "not every mobile piece can leave for an adjacent space without enemies")


class CardWithdrawal(SideStep, frozen=True, tag=True):
    """REA.WDR.a  Everything mobile leaves; the owner chooses the spaces."""

    def prompt(self, state: SandState) -> str:
        return "Withdraw: choose where each piece goes (REA.WDR.a)."

    def proceed(self, state: SandState) -> bool:
        if movers(state, self.side):
            return False
        state.flow.pop()
        return True

    def candidates(self, state: SandState) -> Iterator[Action]:
        near = state.data.near[the_battle(state).space]
        yield from map(PullOut, near)
        yield from (WithdrawTo(piece.id, space) for piece in movers(state, self.side) for space in near)

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Where pieces can go at all is looked for once; of those that can go alike one is asked for all."""
        side, near = self.side, state.data.near[the_battle(state).space]
        ids = [piece.id for piece in movers(state, side)]
        open_to = slips(state, side, ids)
        pulls = allowed(map(PullOut, near), lambda action: self.why_not(state, action))
        moves = [
            (WithdrawTo(id_, space), (weight(state, id_), tuple(open_to[id_]), space))
            for id_ in ids
            for space in near
            if space in open_to[id_]
        ]
        return (*pulls, *allowed_alike(moves, lambda move: self._why_not_others(state, ids, open_to, move)))

    def _why_not_others(
        self, state: SandState, ids: list[str], open_to: dict[str, list[str]], move: WithdrawTo
    ) -> Refusal | None:
        """What keeps the others from leaving when one piece has taken its place in a space."""
        left = [other for other in ids if other != move.piece]
        if can_all_slip(state, self.side, left, open_to, {move.space: weight(state, move.piece)}):
            return None
        return Refusal("REA.WDR.a", "the other pieces would find no room")

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        side, found = self.side, [piece.id for piece in movers(state, self.side)]
        match action:
            case WithdrawTo(id_, space):
                refusal = why_not_mover(state, side, id_) or why_not_slip(state, side, id_, space)
                return refusal or self._why_not_others(state, found, slips(state, side, found), action)
            case PullOut(space):
                for id_ in found:
                    refusal = why_not_slip(state, side, id_, space)
                    if refusal is not None:
                        return refusal
                return why_no_room(state, side, space, sum(weight(state, id_) for id_ in found))
        return Refusal("REA.WDR.a", "finish the withdrawal first")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case WithdrawTo(id_, space):
                take_away(state, id_, space, "REA.WDR.a")
                settle(state, space)
            case PullOut(space):
                for piece in movers(state, self.side):
                    take_away(state, piece.id, space, "REA.WDR.a")
                settle(state, space)
