"""ACT.INS, ACT.SOF, GUE, REA.SOFD  Camps, Guerrillas and special forces."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, ReactionWindow, Refusal, Side, SideStep, Step
from common.engine.parts import allowed, allowed_alike
from sand_wars.actions import AimAt, PlaceCamp, PlaceGuerrilla, PlayReaction, RaidWith, SofFrom, Sortie
from sand_wars.rules.airbases import count_over_border, free_markers, is_border_closed, pads, why_not_over_border
from sand_wars.rules.cards import play_reaction, reactions_held, why_not_react_with
from sand_wars.rules.catalogue import action
from sand_wars.rules.chips import add_chips
from sand_wars.rules.control import settle
from sand_wars.rules.dice import roll_dice
from sand_wars.rules.forces import name_of, why_no_room, with_room
from sand_wars.rules.missions import ImpactMission, begin_mission, execution, go_home
from sand_wars.rules.movement import is_abroad
from sand_wars.rules.targets import (
    has_target,
    name_of_target,
    place_of,
    seen_place_of,
    strike_unconventional,
    targets_in,
    with_targets,
)
from sand_wars.state import ASIDE, ENEMY, NAMES, Block, SandState, of_the_works

RAID_RANGE = 2  # ACT.INS.c, ACT.SOF.a
SOF_MODES = ("march", "helicopter", "sea")
RAID = "ACT.INS.c"  # the rule of an insurgent attack, and of the chip it costs


def aside(state: SandState, side: Side, code: str) -> tuple[str, ...]:
    """The pieces of a kind that a side has set aside."""
    return state.in_box(side, ASIDE, (code,))


# Insurgent Ops


@action("Insurgent Ops")
class InsurgentOps(SideStep, frozen=True, tag=True):
    """ACT.INS.a-c  Place a Camp, place a Guerrilla, or attack."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Insurgent Ops: place a Camp or a Guerrilla, or attack with one (ACT.INS.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        if aside(state, self.side, "camp"):
            yield from map(PlaceCamp, state.data.countries[ENEMY[self.side]])
        yield from self._with_insurgents(state)

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Whether a Camp is left is asked once; where one may be is kept."""
        none_left = why_no_camp(state, self.side) is not None
        spaces = () if none_left else with_room(state, self.side, _camp_sites(state, self.side))
        others = allowed(self._with_insurgents(state), lambda action: self.why_not(state, action))
        return (*map(PlaceCamp, spaces), *others)

    def _with_insurgents(self, state: SandState) -> Iterator[Action]:
        """What Camps and Guerrillas on the map might do."""
        for piece in state.of_kind(self.side, "camp", "guerrilla"):
            if state.code(piece.id) == "camp":
                yield PlaceGuerrilla(piece.at)
            yield RaidWith(piece.id)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case PlaceCamp(space):
                return why_no_camp(state, self.side) or why_not_camp_in(state, self.side, space)
            case PlaceGuerrilla(space):
                return why_not_guerrilla(state, self.side, space)
            case RaidWith(piece):
                return why_not_raid(state, self.side, piece)
        return Refusal("ACT.INS.a", "Insurgent Ops places a Camp or Guerrilla, or attacks")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case PlaceCamp(space):
                state.flow.pop()
                place_insurgent(state, self.side, "camp", space, "ACT.INS.a")
            case PlaceGuerrilla(space):
                state.flow.pop()
                place_insurgent(state, self.side, "guerrilla", space, "ACT.INS.b")
            case RaidWith(piece):
                state.swap(Raiding(self.side, piece))


def why_no_camp(state: SandState, side: Side) -> Refusal | None:
    """REP.4  A Camp must be left."""
    return None if aside(state, side, "camp") else Refusal("REP.4", "no Camp is available")


def why_not_camp_in(state: SandState, side: Side, space: str) -> Refusal | None:
    """ACT.INS.a, R81  What keeps a Camp from a space."""
    return why_no_camp_site(state, side, space) or why_no_room(state, side, space, 1)


def why_no_camp_site(state: SandState, side: Side, space: str) -> Refusal | None:
    """ACT.INS.a, R81  What keeps a Camp from a space, however many units are there."""
    if space not in state.data.near or not is_abroad(state, side, space):
        return Refusal("ACT.INS.a", "a Camp goes to the enemy's home country")
    if space in state.places_of(side, "camp"):
        return Refusal("ACT.INS.a", f"a Camp is in {state.title(space)} already")
    return None


@of_the_works
def _camp_sites(state: SandState, side: Side) -> list[str]:
    """The spaces of the enemy's country that might take a Camp, room not yet judged."""
    camps = state.places_of(side, "camp")
    return [space for space in state.data.countries[ENEMY[side]] if space not in camps]


def why_not_guerrilla(state: SandState, side: Side, space: str) -> Refusal | None:
    """ACT.INS.b, R81  What keeps a Guerrilla from a space."""
    if not aside(state, side, "guerrilla"):
        return Refusal("REP.4", "no Guerrilla is available")
    if space not in state.data.near:
        return Refusal("ACT.INS.b", "there is no such space")
    camps = [piece for piece in state.at(side, space) if state.code(piece.id) == "camp"]
    if not camps:
        return Refusal("ACT.INS.b", f"no Camp of yours is in {state.title(space)}")
    if camps[0].disrupted:
        return Refusal("DIS.8", "the Camp is disrupted")
    return why_no_room(state, side, space, 1)


def place_insurgent(state: SandState, side: Side, code: str, space: str, rule: str) -> None:
    """Put a Camp or Guerrilla on the map."""
    id_ = aside(state, side, code)[0]
    facts = state.facts(id_)
    state.put(Block(id_, space, cv=facts.cv))
    state.note(f"{NAMES[side]} places {facts.name} in {state.title(space)}.", rule, places=(space,))
    settle(state, space)


def raid_spaces(state: SandState, id_: str) -> tuple[str, ...]:
    """R47  Where a Guerrilla can strike: within two axes; a Camp only in its own space."""
    here = state.pieces[id_].at
    return state.data.within_axes(here, RAID_RANGE) if state.code(id_) == "guerrilla" else (here,)


def raid_targets(state: SandState, side: Side, id_: str) -> list[str]:
    """R47  What a Guerrilla or Camp can reach."""
    spaces = with_targets(state, side, raid_spaces(state, id_))
    return [target for space in spaces for target in targets_in(state, side, space)]


def why_not_raid(state: SandState, side: Side, id_: str) -> Refusal | None:
    """ACT.INS.c, GUE.2  What keeps a piece from an insurgent attack."""
    piece = state.pieces.get(id_)
    if piece is None or state.side_of(id_) != side or piece.at not in state.data.names:
        return Refusal("ACT.INS.c", f"that is not a piece of {NAMES[side]} on the map")
    if state.code(id_) not in ("camp", "guerrilla"):
        return Refusal("ACT.INS.c", f"{name_of(state, id_)} is not an insurgent")
    found = has_target(state, side, raid_spaces(state, id_))
    return None if found else Refusal("ACT.INS.c", "no target is within two spaces")


class Raiding(SideStep, frozen=True, tag=True):
    """ACT.INS.c  What the Guerrilla or Camp attacks."""

    piece: str

    def prompt(self, state: SandState) -> str:
        return f"Choose the target of {name_of(state, self.piece)} within two spaces (ACT.INS.c)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return map(AimAt, raid_targets(state, self.side, self.piece))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """What is in reach is looked for once."""
        return tuple(self.candidates(state))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, AimAt):
            return Refusal("ACT.INS.c", "choose an enemy target within two spaces first")
        if action.target in raid_targets(state, self.side, self.piece):
            return None
        far = f"is more than two spaces from {state.title(state.pieces[self.piece].at)}"
        if state.code(self.piece) == "camp":
            far = "is another space, and a Camp attacks only in its own"
        return why_no_target(state, "ACT.INS.c", action.target, raid_spaces(state, self.piece), far)

    def play(self, state: SandState, action: AimAt) -> None:
        state.flow.pop()
        target = action.target
        tell_attack(state, self.side, name_of(state, self.piece), target)
        dice = state.data.tables.impact.dice[state.code(self.piece)]
        strike = UnconventionalAttack(self.side, target, dice, RAID, chip=True)
        state.push(SofDefense(ENEMY[self.side], "Insurgent attack"), strike)


def why_no_target(state: SandState, rule: str, target: str, spaces: tuple[str, ...], far: str) -> Refusal:
    """Why a target cannot be attacked: its space, if anybody can see where it is, is too far, or it is no target."""
    space = seen_place_of(state, target)
    if space in state.data.names and space not in spaces:
        return Refusal(rule, f"{state.title(space)} {far}")
    return Refusal(rule, "that is not an enemy target that can be attacked")


def tell_attack(state: SandState, side: Side, who: str, target: str) -> None:
    """Tell an unconventional attack before it can be answered."""
    what, space = name_of_target(state, target), place_of(state, target)
    state.note(f"{who} of {NAMES[side]} attacks {what}.", "OPS.5", places=(space,))


class UnconventionalAttack(Step, frozen=True, tag=True):
    """TBL.4, R49  The chip, then the dice on the unconventional row."""

    side: Side
    target: str
    count: int
    rule: str
    chip: bool = False
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        if self.dice:
            strike_unconventional(state, self.side, self.target, self.dice, self.rule)
            return True
        if self.chip:
            add_chips(state, 1, RAID if self.rule == RAID else "ACT.SOF.d", "An unconventional attack")
        roll_dice(state, self.side, self.count, f"Attack of {NAMES[self.side]}", self.rule, self)
        return True


class SofDefense(ReactionWindow, frozen=True, tag=True):
    """REA.SOFD.a  The Inactive Player may roll to cancel a SOF or insurgent attack."""

    what: str

    def prompt(self, state: SandState) -> str:
        where = state.title(place_of(state, state.flow[-2].target))  # the attack that waits for the answer
        return f"{self.what} of {NAMES[ENEMY[self.side]]} in {where}: play SOF defense, or decline (REA.SOFD.a)."

    def could_react(self, state: SandState) -> bool:
        return bool(state.hands[self.side])

    def reactions(self, state: SandState) -> Iterator[Action]:
        return map(PlayReaction, reactions_held(state, self.side, "SOF defense"))

    def why_not_react(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, PlayReaction):
            return Refusal("REA.SOFD.a", "play SOF defense, or decline first")
        refusal = why_not_react_with(state, self.side, action.card)
        if refusal is not None:
            return refusal
        title = state.data.cards[action.card].reaction
        return None if title == "SOF defense" else Refusal("REA.SOFD.a", f"{title} does not stop this attack")

    def react(self, state: SandState, action: PlayReaction) -> None:
        play_reaction(state, self.side, action.card, "REA.SOFD.a")
        state.flow.pop()
        roll = SofDefenseRoll(self.side, self.what)
        roll_dice(state, self.side, 1, f"SOF defense of {NAMES[self.side]}", "REA.SOFD.a", roll)


class SofDefenseRoll(Step, frozen=True, tag=True):
    """REA.SOFD.a  From four up the attack below is canceled; else another card may be tried."""

    side: Side
    what: str = "the attack"
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        if state.data.tables.impact.sof_defense[self.dice[0] - 1] == "canceled":
            state.flow.pop()
            state.note("The attack is canceled.", "REA.SOFD.a")
        elif place_of(state, state.flow[-1].target) not in state.data.names:
            state.flow.pop()
            state.note("The attack has no target any more: an event has removed it.", "TRG.2")
        else:
            state.note("The attack goes on.", "REA.SOFD.a")
            state.push(SofDefense(self.side, self.what))
        return True


# SOF attack


def why_not_sof(state: SandState, side: Side, id_: str, mode: str) -> Refusal | None:
    """ACT.SOF.a-c, R82  What keeps a unit from sending a SOF attack."""
    piece, data = state.pieces.get(id_), state.data
    if piece is None or data.counters[id_].side != side or piece.at not in data.names:
        return Refusal("ACT.SOF.a", f"that is not a piece of {NAMES[side]} on the map")
    if not data.counters[id_].type.sof:
        return Refusal("ACT.SOF.a", f"{name_of(state, id_)} is not a commando, airborne or naval infantry unit")
    if mode not in SOF_MODES:
        return Refusal("ACT.SOF.a", "it goes on foot, by helicopter or by sea")
    if mode == "helicopter":
        if not free_markers(state, side, "helicopter"):
            return Refusal("ACT.SOF.b", "no Helicopter marker is available")
        if piece.at not in pads(state, side):
            return Refusal("ACT.SOF.b", f"{state.title(piece.at)} is not a home airbase and has no undisrupted base")
    if mode == "sea" and piece.at not in state.data.coastal:
        return Refusal("ACT.SOF.c", f"{state.title(piece.at)} is not on the coast")
    found = has_target(state, side, sof_spaces(state, side, id_, mode))
    return None if found else Refusal("ACT.SOF.a", "no target is in reach")


def sof_spaces(state: SandState, side: Side, id_: str, mode: str) -> tuple[str, ...]:
    """ACT.SOF.a-c  Where a SOF attack from a unit can go."""
    here = state.pieces[id_].at
    if mode == "march":
        return state.data.within_axes(here, RAID_RANGE)
    if mode == "sea":
        return state.data.coast
    spaces = state.data.flights_from(here)
    if not is_border_closed(state, side):
        return spaces
    return tuple([space for space in spaces if why_not_over_border(state, side, here, space) is None])


def sof_targets(state: SandState, side: Side, id_: str, mode: str) -> list[str]:
    """ACT.SOF.a-c  What a SOF attack from a unit can reach."""
    spaces = with_targets(state, side, sof_spaces(state, side, id_, mode))
    return [target for space in spaces for target in targets_in(state, side, space)]


@action("SOF attack")
class SofAttack(SideStep, frozen=True, tag=True):
    """ACT.SOF.a-c  Which unit sends the attack, and how it goes."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "SOF attack: choose the unit it comes from and its way (ACT.SOF.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        for piece in state.of_kind(self.side, *state.data.sof_codes):
            yield from (SofFrom(piece.id, mode) for mode in SOF_MODES)

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Of the units in a space one is asked for all."""
        units = state.of_kind(self.side, *state.data.sof_codes)
        named = [(SofFrom(unit.id, mode), (unit.at, mode)) for unit in units for mode in SOF_MODES]
        return tuple(allowed_alike(named, lambda sof: self.why_not(state, sof)))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, SofFrom):
            return Refusal("ACT.SOF.a", "choose a unit first")
        return why_not_sof(state, self.side, action.piece, action.mode)

    def play(self, state: SandState, action: SofFrom) -> None:
        state.swap(SofAiming(self.side, action.piece, action.mode))


class SofAiming(SideStep, frozen=True, tag=True):
    """ACT.SOF.a  What the special forces attack."""

    piece: str
    mode: str

    def prompt(self, state: SandState) -> str:
        return "Choose the target of the SOF attack (ACT.SOF.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return map(AimAt, sof_targets(state, self.side, self.piece, self.mode))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """What is in reach is looked for once."""
        return tuple(self.candidates(state))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, AimAt):
            return Refusal("ACT.SOF.a", "choose an enemy target within reach first")
        if action.target in sof_targets(state, self.side, self.piece, self.mode):
            return None
        rule, far = {
            "march": ("ACT.SOF.a", f"is more than two spaces from {state.title(state.pieces[self.piece].at)}"),
            "helicopter": ("ACT.SOF.b", "is out of range of the Helicopter"),
            "sea": ("ACT.SOF.c", "is not on the coast"),
        }[self.mode]
        return why_no_target(state, rule, action.target, sof_spaces(state, self.side, self.piece, self.mode), far)

    def play(self, state: SandState, action: AimAt) -> None:
        state.flow.pop()
        target, side = action.target, self.side
        space = place_of(state, target)
        tell_attack(state, side, "SOF", target)
        chip = is_abroad(state, side, space)
        if self.mode == "helicopter":
            state.push(SofHelicopter(side, target, state.pieces[self.piece].at))
            return
        dice = state.data.tables.impact.dice["sof"]
        strike = UnconventionalAttack(side, target, dice, "TBL.4", chip)  # nobody is told where it came from
        state.push(SofDefense(ENEMY[side], "SOF attack"), strike)


class SofHelicopter(SideStep, frozen=True, tag=True):
    """ACT.SOF.b  Which Helicopter is risked, if those at hand are not alike."""

    target: str
    start: str

    def prompt(self, state: SandState) -> str:
        return "Choose the Helicopter that flies the SOF attack (ACT.SOF.b)."

    def _unlike(self, state: SandState) -> list[str]:
        found = reversed(free_markers(state, self.side, "helicopter"))
        return list({(state.facts(id_).cv, state.facts(id_).recon): id_ for id_ in found}.values())

    def proceed(self, state: SandState) -> bool:
        markers = self._unlike(state)
        if len(markers) > 1:
            return False
        self._fly(state, markers[0])
        return True

    def candidates(self, state: SandState) -> Iterator[Action]:
        return (Sortie(marker, "insertion") for marker in self._unlike(state))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if isinstance(action, Sortie) and action in self.candidates(state):
            return None
        return Refusal("ACT.SOF.b", "choose one of the Helicopters at hand first")

    def play(self, state: SandState, action: Sortie) -> None:
        self._fly(state, action.marker)

    def _fly(self, state: SandState, marker: str) -> None:
        state.flow.pop()
        flight = SofFlight(self.side, self.target, self.start, marker)
        state.push(SofDefense(ENEMY[self.side], "SOF attack"), flight)


class SofFlight(Step, frozen=True, tag=True):
    """ACT.SOF.b  The helicopter flies to the target, under air defense and interception."""

    side: Side
    target: str
    start: str
    marker: str = ""

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        space = place_of(state, self.target)
        count_over_border(state, self.side, self.start, space)
        if is_abroad(state, self.side, space):
            add_chips(state, 1, "ACT.SOF.d", "A SOF attack across the border")
        marker = self.marker or free_markers(state, self.side, "helicopter")[0]
        begin_mission(state, ImpactMission(self.side, space, "sof", (marker,), self.target))
        return True


@execution("sof")
def insert(state: SandState, mission: ImpactMission) -> None:
    """R59  The attack happens if the helicopter got through."""
    go_home(state, (*mission.markers, *mission.interceptors))
    if mission.markers:
        dice = state.data.tables.impact.dice["sof"]
        state.push(UnconventionalAttack(mission.side, mission.target, dice, "ACT.SOF.b"))
    else:
        state.note("The SOF attack does not happen.", "ACT.SOF.b")
