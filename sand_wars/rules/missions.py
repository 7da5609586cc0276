"""AD, ICP, ELI.3, NAV.4, R53, R54  Markers on the map: air defense, interception, then the mission itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from msgspec.structs import replace

from common.engine import Action, DiscreetStep, ReactionWindow, Refusal, Side, SideStep, Step
from common.engine.actions import Decline
from sand_wars.actions import Engage, Intercept, Shoot
from sand_wars.rules.airbases import count_over_border, free_markers, is_free, why_not_over_border, why_not_reach
from sand_wars.rules.cards import play_reaction, reactions_held, why_not_react_with, why_not_title
from sand_wars.rules.dice import roll_dice
from sand_wars.rules.forces import eliminate
from sand_wars.rules.movement import is_abroad
from sand_wars.rules.supply import serving_bases
from sand_wars.rules.targets import worst
from sand_wars.state import ENEMY, MOROCCO, NAMES, OFF_MAP, SandState

SHOOTABLE = ("airstrike", "helicopter")  # AD.4, ICP.3
MOST_DICE = 3  # R54
FOLLOW = {  # the stages of a mission, each with the next
    "defense": "interception",
    "interception": "answer",
    "answer": "fire",
    "fire": "fire back",
    "fire back": "execution",
}

STAGES = {stage: f"_{stage.replace(' ', '_')}" for stage in FOLLOW}  # with the methods that carry them out

CarryOut = TypeVar("CarryOut", bound=Callable[..., None])
EXECUTION: dict[str, Callable[..., None]] = {}  # what a mission does once its markers got through, by purpose


def execution(purpose: str) -> Callable[[CarryOut], CarryOut]:
    """Say that a function carries out the missions of a purpose; it sends the markers home."""

    def keep(rule: CarryOut) -> CarryOut:
        EXECUTION[purpose] = rule
        return rule

    return keep


class ImpactMission(Step, frozen=True, tag=True):
    """R53  All markers are placed; air defense, interception and fire back come before the mission is carried out."""

    side: Side
    space: str
    purpose: str
    markers: tuple[str, ...]
    target: str = ""
    lifts: tuple[tuple[str, str], ...] = ()  # what is carried and by which marker
    riders: tuple[str, ...] = ()
    naval: bool = False
    stage: str = "defense"
    interceptors: tuple[str, ...] = ()
    aims: tuple[tuple[str, str], ...] = ()

    def proceed(self, state: SandState) -> bool:
        """Go on to the next stage in which somebody has anything to do."""
        flow, stage = state.flow, self.stage
        height = len(flow)
        while stage != "execution":
            getattr(self, STAGES[stage])(state)
            stage = FOLLOW[stage]
            if len(flow) > height:
                flow[height - 1] = replace(self, stage=stage)
                return True
        flow.pop()
        EXECUTION[self.purpose](state, self)
        return True

    def _defense(self, state: SandState) -> None:
        shots = shootable(state, self.markers)
        if not self.naval and shots and may_defend(state, ENEMY[self.side], self.space):
            state.push(AirDefense(ENEMY[self.side], self.space, shots))

    def _interception(self, state: SandState) -> None:
        if self.shots(state):
            state.push(Interception(ENEMY[self.side]))

    def _answer(self, state: SandState) -> None:
        """AD.7  The intruders' side shoots at one of the interceptors."""
        if self.interceptors and not self.naval and may_defend(state, self.side, self.space):
            state.push(AirDefense(self.side, self.space, self.interceptors))

    def _fire(self, state: SandState) -> None:
        self._exchange(state, first=True)

    def _fire_back(self, state: SandState) -> None:
        self._exchange(state, first=False)

    def _exchange(self, state: SandState, first: bool) -> None:
        """ICP.2, ELI.3  The interceptors fire first, unless ELINT is with the intruders."""
        if not self.interceptors:
            return
        if first != self.fires_first(state):
            aims = tuple((own, goal) for own, goal in self.aims if own in self.interceptors and goal in self.markers)
            if aims:
                throw_dogfight(state, ENEMY[self.side], aims)
            return
        shooters = self.markers if self.naval else tuple(m for m in self.markers if state.code(m) == "airstrike")
        if shooters:
            state.push(FireBack(self.side, shooters, self.interceptors))

    def fires_first(self, state: SandState) -> bool:
        """ELI.3  Whether the intruders fire before the interceptors."""
        return any(state.code(id_) == "elint" for id_ in self.markers)

    def shots(self, state: SandState) -> tuple[str, ...]:
        """The markers that interceptors may shoot at."""
        return self.markers if self.naval else shootable(state, self.markers)


def shootable(state: SandState, markers: Iterable[str]) -> tuple[str, ...]:
    """AD.4  The Airstrikes and Helicopters among markers."""
    return tuple([id_ for id_ in markers if state.code(id_) in SHOOTABLE])


def begin_mission(state: SandState, mission: ImpactMission) -> None:
    """AIR.12, NAV.1  Place the markers of a mission on the map and start it."""
    for id_ in mission.markers:
        state.change(id_, at=mission.space)
    if mission.markers:
        names = ", ".join(state.facts(id_).name for id_ in mission.markers)
        where = state.title(mission.space)
        rule = "NAV.1" if mission.naval else "AIR.12"
        state.note(f"{NAMES[mission.side]} sends {names} to {where}.", rule, places=(mission.space,))
    state.push(mission)


def _place_of_mission(state: SandState) -> int:
    """Where on the flow the mission is that is going on."""
    flow, index = state.flow, len(state.flow) - 1
    while type(flow[index]) is not ImpactMission:
        index -= 1
    return index


def running_mission(state: SandState) -> ImpactMission:
    """The mission that is going on."""
    mission: ImpactMission = state.flow[_place_of_mission(state)]
    return mission


def _change_mission(state: SandState, mission: ImpactMission) -> None:
    state.flow[_place_of_mission(state)] = mission


def go_home(state: SandState, markers: Iterable[str]) -> None:
    """PCE.20  Markers go back to the Off-Map box."""
    for id_ in markers:
        if state.pieces[id_].at in state.data.names:
            state.change(id_, at=OFF_MAP)


def shoot_down(state: SandState, marker: str, result: str, rule: str) -> None:
    """AD.5, ICP.4  A marker is aborted or eliminated and takes no further part."""
    name = f"{state.facts(marker).name} of {NAMES[state.side_of(marker)]}"
    if result == "none":
        state.note(f"{name} is not hit.", rule)
        return
    mission = running_mission(state)
    _change_mission(
        state,
        replace(
            mission,
            markers=tuple(id_ for id_ in mission.markers if id_ != marker),
            interceptors=tuple(id_ for id_ in mission.interceptors if id_ != marker),
        ),
    )
    if result == "eliminated":
        eliminate(state, marker, rule)
    else:
        state.change(marker, at=OFF_MAP)
        state.note(f"{name} is aborted.", rule)


# Air defense


def air_defense(state: SandState, side: Side, space: str) -> int:
    """R54  The air defense dice of a side in a space."""
    groups, counters, owner = state.index.by_space[space], state.data.counters, side == MOROCCO
    ground, others = groups[owner], groups[2 + owner]
    fort = True in [counters[piece.id].code == "fort" and not piece.disrupted for piece in others]
    force = True in [piece.cv > 0 or counters[piece.id].hq is not None for piece in ground]
    heavy = True in [(p.up and counters[p.id].code == "hq_div") or counters[p.id].code == "guards" for p in ground]
    city = state.data.kind[space] == "resource_city" and side == "morocco" == state.controller(space)
    works = city or fort or space in serving_bases(state, side)
    return min(MOST_DICE, int(force) + int(heavy) + int(works))


def may_defend(state: SandState, side: Side, space: str) -> bool:
    """Whether a side is asked for air defense: as far as everybody sees, every block of its might be able to fire."""
    return state.holds(side, space) or air_defense(state, side, space) > 0


class AirDefense(DiscreetStep, frozen=True, tag=True):
    """AD.3  A side fires its air defense at one marker, or holds fire."""

    shared_actions = (Decline,)
    space: str
    shots: tuple[str, ...]

    def prompt(self, state: SandState) -> str:
        return f"Air defense in {state.title(self.space)}: choose a target or hold fire (AD.3)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield from map(Shoot, self.shots)
        yield Decline()

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case Decline():
                return None
            case Shoot(marker):
                if not air_defense(state, self.side, self.space):
                    return Refusal("AD.2", "nothing here can fire at aircraft")
                return None if marker in self.shots else Refusal("AD.4", "air defense cannot fire at that")
        return Refusal("AD.3", "decide about air defense first")

    def play(self, state: SandState, action: Action) -> None:
        state.flow.pop()
        if isinstance(action, Shoot):
            dice = air_defense(state, self.side, self.space)
            reason = f"Air defense of {NAMES[self.side]}"
            roll_dice(state, self.side, dice, reason, "AD.5", AirDefenseFire(action.marker))


class AirDefenseFire(Step, frozen=True, tag=True):
    """AD.5  The worst of the dice counts."""

    marker: str
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        row = state.data.tables.impact.rows["air_defense"]
        shoot_down(state, self.marker, worst([row[die - 1] for die in self.dice]), "AD.5")
        return True


# Interception


class Interception(ReactionWindow, frozen=True, tag=True):
    """ICP.1, NAV.4  The Inactive Player may send interceptors, one card each, against the markers just placed."""

    def prompt(self, state: SandState) -> str:
        mission = running_mission(state)
        place = f"{'ships off' if mission.naval else 'markers over'} {state.title(mission.space)}"
        title, rule = self._kind(state)[0], self._rule(state)
        return f"{NAMES[mission.side]} has {place}: play {title}, or decline ({rule})."

    def _kind(self, state: SandState) -> tuple[str, str]:
        return ("Naval intercept", "naval") if running_mission(state).naval else ("Air intercept", "airstrike")

    def _rule(self, state: SandState) -> str:
        """The rule under which interceptors are sent."""
        return "NAV.4" if running_mission(state).naval else "ICP.1"

    def could_react(self, state: SandState) -> bool:
        title, code = self._kind(state)
        mission = running_mission(state)
        if not state.hands[self.side] or not mission.shots(state) or why_not_title(state, title) is not None:
            return False
        return bool(free_markers(state, self.side, code)) and self._why_not_go(state) is None

    def _why_not_go(self, state: SandState) -> Refusal | None:
        mission, (_, code) = running_mission(state), self._kind(state)
        refusal = why_not_reach(state, self.side, code, mission.space)
        if refusal is None and mission.naval and not state.war and is_abroad(state, self.side, mission.space):
            return Refusal("OH.6", "no naval marker goes to the enemy's home before Open Hostilities")
        if refusal is not None or mission.naval:
            return refusal
        return why_not_over_border(state, self.side, mission.space)

    def reactions(self, state: SandState) -> Iterator[Action]:
        title, code = self._kind(state)
        cards = reactions_held(state, self.side, title)
        if cards:
            shots, markers = running_mission(state).shots(state), free_markers(state, self.side, code)
            yield from [Intercept(card, marker, shot) for card in cards for marker in markers for shot in shots]

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Whether interceptors may fly there at all is asked once; cards, markers and targets are those there are."""
        if why_not_title(state, self._kind(state)[0]) is not None or self._why_not_go(state) is not None:
            return (Decline(),)
        return (*self.reactions(state), Decline())

    def why_not_react(self, state: SandState, action: Action) -> Refusal | None:
        (title, code), rule = self._kind(state), self._rule(state)
        if not isinstance(action, Intercept):
            return Refusal(rule, f"play {title}, or decline first")
        refusal = why_not_react_with(state, self.side, action.card)
        if refusal is not None:
            return refusal
        if state.data.cards[action.card].reaction != title:
            return Refusal(rule, f"{action.card} is not {title}")
        if not is_free(state, self.side, action.marker, (code,)):
            return Refusal(rule, "that marker is not available")
        if action.target not in running_mission(state).shots(state):
            return Refusal("ICP.3", "interceptors cannot fire at that")
        return why_not_title(state, title) or self._why_not_go(state)

    def react(self, state: SandState, action: Intercept) -> None:
        mission = running_mission(state)
        play_reaction(state, self.side, action.card, self._rule(state))
        if not mission.naval:
            count_over_border(state, self.side, mission.space)
        state.change(action.marker, at=mission.space)
        state.note(f"{state.facts(action.marker).name} of {NAMES[self.side]} intercepts.", "ICP.2")
        interceptors = (*mission.interceptors, action.marker)
        aims = (*mission.aims, (action.marker, action.target))
        _change_mission(state, replace(mission, interceptors=interceptors, aims=aims))


class FireBack(SideStep, frozen=True, tag=True):
    """ICP.5, ELI.3  The intruders choose their targets among the interceptors."""

    shooters: tuple[str, ...]
    goals: tuple[str, ...]
    aims: tuple[tuple[str, str], ...] = ()

    def prompt(self, state: SandState) -> str:
        if running_mission(state).fires_first(state):
            return "ELINT lets you fire first at the interceptors: give each marker its target (ELI.3)."
        return "Fire back at the interceptors: give each marker its target (ICP.5)."

    def proceed(self, state: SandState) -> bool:
        if len(self.aims) == len(self.shooters):
            state.flow.pop()
            throw_dogfight(state, self.side, self.aims)
            return True
        if len(self.goals) == 1:
            state.swap(replace(self, aims=tuple((own, self.goals[0]) for own in self.shooters)))
            return True
        return False

    def candidates(self, state: SandState) -> Iterator[Action]:
        return (Engage(self.shooters[len(self.aims)], goal) for goal in self.goals)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        fits = isinstance(action, Engage) and action in self.candidates(state)
        return None if fits else Refusal("ICP.5", "the next marker chooses one of the interceptors")

    def play(self, state: SandState, action: Engage) -> None:
        state.swap(replace(self, aims=(*self.aims, (action.marker, action.target))))


def throw_dogfight(state: SandState, side: Side, aims: tuple[tuple[str, str], ...]) -> None:
    """R11  All interception dice of a side are one roll."""
    count = sum(state.facts(own).cv for own, _ in aims)
    if count:
        roll_dice(state, side, count, f"Interception fire of {NAMES[side]}", "ICP.4", Dogfight(aims))


class Dogfight(Step, frozen=True, tag=True):
    """ICP.4  The dice are read in the order of the aims; the worst result at each target counts."""

    aims: tuple[tuple[str, str], ...]
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        row = state.data.tables.impact.rows["interception"]
        found: dict[str, list[str]] = {}
        dice = iter(self.dice)
        for own, goal in self.aims:
            found.setdefault(goal, []).extend(row[next(dice) - 1] for _ in range(state.facts(own).cv))
        for goal, results in found.items():
            shoot_down(state, goal, worst(results), "ICP.4")
        return True
