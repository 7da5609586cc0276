"""Decisions besides operations: set-up, recruits, events, markers, looks and the end of the game."""

from __future__ import annotations

from collections.abc import Callable

from common.bots import Choice
from common.engine import Action, Match
from common.engine.actions import Decline
from operation_serval.actions import (
    CancelLook,
    Choose,
    Combine,
    Draw,
    Extend,
    Finish,
    FormUp,
    LoseMarker,
    MarkTown,
    Place,
    ReadyMade,
    UseMarker,
    Withdraw,
)
from operation_serval.bot.survey import Survey
from operation_serval.rules import victory
from operation_serval.rules.bases import base_in
from operation_serval.rules.events import GuerrillaPlacing
from operation_serval.rules.zones import zoned
from operation_serval.state import CHAD, COALITION, ISLAMIST, WEST_AFRICA

FIRST = {"base": 9.0, "leader": 2.5, "heavy_technical": 4.0, "technical": 3.5, "guerrilla": 1.5, "militia": 2.0}
BROKEN = 2.5  # how much stronger the Coalition must be for another turn to be worth its price
CHEAP = ("cyber", "isr", "terror_1", "uav", "terror_2", "direct_action", "terror_spectacular", "global_strike")


def set_up(match: Match, survey: Survey) -> Choice:
    """30  The ready-made placement is a sensible one."""
    if match.why_not(Finish()) is None:
        return Choice(Finish(), "Everything is in place.")
    return Choice(ReadyMade(), "The ready-made placement covers what matters.")


def recruit(match: Match, survey: Survey) -> Choice:
    """10  Bases first, then the strongest; each where it is needed."""
    legal = match.legal()
    places = [action for action in legal if isinstance(action, Place)]
    if places:
        id_ = survey.state.step.unit  # type: ignore[attr-defined]
        best = max(places, key=lambda action: (place_value(survey, id_, action.place), action.place))
        return Choice(best, f"{survey.state.name(id_)} is needed in {survey.name(best.place)}.")
    units = [action for action in legal if isinstance(action, Choose)]
    if not units:
        return Choice(Finish(), "Nobody else is to be recruited.")
    best_unit = max(units, key=lambda action: (recruit_rank(survey, action.unit), action.unit))
    if recruit_rank(survey, best_unit.unit) < 0 and match.why_not(Finish()) is None:
        return Choice(Finish(), "A base is kept for a place that is worth it.")
    return Choice(best_unit, f"{survey.state.name(best_unit.unit)} is the most useful recruit.")


def recruit_rank(survey: Survey, id_: str) -> float:
    """Which recruit comes first."""
    counter = survey.data.counters[id_]
    base = FIRST.get(counter.type, 2.5)
    if counter.type == "leader" and survey.state.intervention:
        return 0.0  # safer where he is
    if counter.type == "base" and survey.side == ISLAMIST and not sites(survey, counter.contingent):
        return -1.0
    return base + 0.3 * counter.front[0]


def sites(survey: Survey, contingent: str) -> set[str]:
    """Where a base of an Islamist contingent would be of use: places that score, with fighters and without a base."""
    here = {survey.state.units[id_].at for id_ in survey.mobile(contingent)}
    free = here & survey.data.prizes.keys() - zoned(survey.state, ISLAMIST)
    return {hex_ for hex_ in free if not base_in(survey.state, ISLAMIST, hex_)}


def place_value(survey: Survey, id_: str, place: str) -> float:
    """Where a recruit is worth most: towns that score and have no guard, threatened bases, the front."""
    data, state = survey.data, survey.state
    if place not in data.near:
        return 0.2 * (place == WEST_AFRICA) + 0.3 * (place == CHAD)  # Gao is two operations from there
    stack = survey.steps(state.own(survey.side, place))
    need = min(1.5, survey.threat(place) / max(1, stack))
    value = 0.5 + need + 0.3 * survey.points(place, survey.side)
    if id_ in data.base_ids:
        based = any(unit.id in data.base_ids for unit in state.own(survey.side, place))
        high = survey.shelter(place, survey.side) if place in data.prizes else 1.0
        value += -3.0 if based else 1.5 * survey.points(place, survey.side) + 2.0 * (1.0 - high)
    if data.counters[id_].type == "militia":
        value += 1.0 if stack <= 2 else 0.0
    return value


def demobilise(match: Match, survey: Survey) -> Choice:
    """10.8  Bases stay where they are."""
    return Choice(Finish(), "Every base is still of use.")


def draw(match: Match, survey: Survey) -> Choice:
    """21.2  As many as the die allows."""
    offers = [action for action in match.legal() if isinstance(action, Draw)]
    return Choice(max(offers, key=lambda action: action.markers), "More markers give more choice.")


def arm(match: Match, survey: Survey) -> Choice:
    """21.6  All markers of the type."""
    offers = [action for action in match.legal() if isinstance(action, UseMarker)]
    if offers:
        return Choice(offers[0], "Together the markers reach a better column.")
    return Choice(Finish(), "All markers are in.")


def give_marker(match: Match, survey: Survey) -> Choice:
    """EVT.3, 21.6j  The cheapest marker goes."""
    offers = [action for action in match.legal() if isinstance(action, LoseMarker)]
    best = min(offers, key=lambda action: CHEAP.index(action.kind))
    return Choice(best, "That marker is missed least.")


def mark_towns(match: Match, survey: Survey) -> Choice:
    """27, EVT.6  Every town that will keep its marker."""
    offers = [action for action in match.legal() if isinstance(action, MarkTown)]
    if not offers:
        return Choice(Finish(), "No town is left.")

    def keeps(action: MarkTown) -> tuple[float, str]:
        enemy = bool(survey.state.own(COALITION, action.hex))
        return -survey.threat(action.hex) - 6.0 * enemy, action.hex

    best = max(offers, key=keeps)
    if survey.state.own(COALITION, best.hex) and match.why_not(Finish()) is None and survey.turns_left:
        return Choice(Finish(), "The Coalition would clear it at once.")
    return Choice(best, f"The marker in {survey.name(best.hex)} counts two points.")


def withdraw(match: Match, survey: Survey) -> Choice:
    """EVT.4  Disrupted and weak companies leave first."""
    state = survey.state
    offers = [action for action in match.legal() if isinstance(action, Withdraw)]

    def loss(action: Withdraw) -> tuple[float, str]:
        unit = state.units[action.unit]
        force = 8.0 if action.unit in survey.data.task_force_ids else 0.0
        guard = 1.0 if survey.is_last_guard(action.unit) else 0.0
        return force + guard + state.strength(unit) - unit.disrupted, action.unit

    best = min(offers, key=loss)
    return Choice(best, f"{state.name(best.unit)} can be spared.")


def place_event(match: Match, survey: Survey) -> Choice:
    """EVT.5, EVT.10  Militia for empty towns, a fighter for a threatened base."""
    legal = match.legal()
    places = [action for action in legal if isinstance(action, Place)]
    step = survey.state.step
    if places:
        id_ = step.unit  # type: ignore[attr-defined]
        best = max(places, key=lambda action: (event_place_value(survey, id_, action.place), action.place))
        return Choice(best, f"{survey.name(best.place)} gains by it.")
    if isinstance(step, GuerrillaPlacing):
        free = [hex_ for hex_ in step.places(survey.state) if not survey.state.own(ISLAMIST, hex_)]
        goal = max(free, key=lambda hex_: (event_place_value(survey, step.unit, hex_), hex_))
        return Choice(step.aims(survey.state, goal)[0], f"{survey.name(goal)} gains by it.")
    units = [action for action in legal if isinstance(action, Choose)]
    rank: Callable[[Choose], tuple[float, str]] = lambda action: (recruit_rank(survey, action.unit), action.unit)  # noqa: E731
    return Choice(max(units, key=rank), "Every unit helps.") if units else Choice(Finish(), "Nobody is left.")


def event_place_value(survey: Survey, id_: str, place: str) -> float:
    """Where a counter that an event brings does most."""
    empty = not survey.state.own(survey.side, place)
    value = survey.points(place, survey.side) + survey.points(place, survey.enemy) if empty else 0.2
    value += 1.5 * (survey.side == COALITION and place in survey.state.sharia)
    return value - 0.4 * survey.threat(place)


def blind(match: Match, survey: Survey) -> Choice:
    """28.0d  Direct action is kept for worse than a look."""
    if any(isinstance(action, CancelLook) for action in match.legal()) and len(survey.state.drawn[COALITION]) > 4:
        action = next(action for action in match.legal() if isinstance(action, CancelLook))
        return Choice(action, "There are markers enough to keep them in the dark.")
    return Choice(Decline(), "A look is not worth a marker.")


def extend(match: Match, survey: Survey) -> Choice:
    """30.1q  Another turn only if it can make a draw a victory: an enemy with fighters left gains by it as well."""
    lead = victory.lead(survey.state)
    price = survey.data.tables.victory_points.islamist["extension"] // 2
    local = survey.data.tables.victory_points.levels[-2].least
    hopeful = lead < local and lead - price > -local and survey.odds > BROKEN
    why = "One more turn may turn the result." if hopeful else "The score is better left as it is."
    return Choice(Extend(hopeful), why)


def form_up(match: Match, survey: Survey) -> Choice:
    """31.1  A task force is stronger than its companies."""
    return Choice(FormUp(True), "Together the companies are stronger.")


def reorganise(match: Match, survey: Survey) -> Choice:
    """22  Companies combine where they can; task forces stay together until they are hit."""
    for action in match.legal():
        if isinstance(action, Combine):
            name = survey.state.name(action.companies[0])
            return Choice(action, f"{name} and its neighbors are stronger as a task force.")
    return Choice(Finish(), "The French stand as they should.")


def finish(match: Match, survey: Survey) -> Choice:
    """Where nothing is to be gained."""
    wanted: tuple[Action, ...] = (Finish(), Decline())
    for action in wanted:
        if match.why_not(action) is None:
            return Choice(action, "Nothing more is needed.")
    return Choice(match.legal()[0], "Any choice will do here.", guess=True)
