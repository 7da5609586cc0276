"""How far each objective still is, counted in the cards that it would take, and when another one is better."""

from __future__ import annotations

from sand_wars.bot.survey import TOUGH, Survey
from sand_wars.components import INSURGENT, Condition
from sand_wars.rules.resources import is_lost
from sand_wars.rules.victory import Reached, intruders, progress

MARCH = 0.6  # of a card for each axis between a space and the next own force
STRIKE = 2.5  # cards for a resource that is lost by a strike, a raid or a Camp, where there are many to choose from
WOUND = 0.6  # cards for a step that the enemy loses
BAND = 1.5  # cards for one more space held by insurgents
HUNT = 1.5  # cards for an intruder who is driven out
MEND = 1.5  # cards for an own resource that works again


def effort(survey: Survey, objective: str) -> float:
    """The cards that an objective would still take if nobody interfered."""
    conditions = survey.data.objectives[objective].conditions
    parts = zip(conditions, progress(survey.state, objective), strict=True)
    return sum(_cards(survey, condition, part) for condition, part in parts if not part.met)


def _cards(survey: Survey, condition: Condition, part: Reached) -> float:
    missing = abs(part.need - part.have)
    match condition.check:
        case "controls_at_least":
            return _spaces(survey, condition, missing)
        case "chain":
            return sum(_taking(survey, space) for space in survey.missing_links(condition))
        case "resources_lost_at_least":
            return _resources(survey, condition, missing)
        case "steps_lost_at_least" | "steps_margin_at_least":
            return missing * WOUND
        case "insurgent_spaces_at_least":
            return missing * BAND
        case "pieces_in_home_at_most" | "insurgents_in_home_at_most":
            return _hunts(survey, condition, missing)
        case "resources_lost_at_most":
            return missing * MEND
    return 1.0


def _spaces(survey: Survey, condition: Condition, missing: int) -> float:
    """The spaces that are taken most easily."""
    others = (space for space in condition.spaces if survey.controller(space) != survey.side)
    return sum(sorted(_taking(survey, space) for space in others)[:missing])


def _taking(survey: Survey, space: str) -> float:
    """The march to a space and the fight for it."""
    distance = survey.data.map.distance
    away = min((distance(other, space) for other in survey.own_ground), default=len(survey.data.spaces))
    against = survey.strength(survey.enemy, space) * (2 if survey.sheltered(survey.enemy, space) else 1)
    return 1.0 + MARCH * max(0, away - 1) + against / TOUGH


def _resources(survey: Survey, condition: Condition, missing: int) -> float:
    """The resources that are nearest to an own force, or a strike for each: the fewer are left, the longer it takes."""
    resources = survey.data.resource.items()
    whole = [
        space
        for space, kind in resources
        if kind in condition.kinds and survey.data.home[space] == condition.owner and not is_lost(survey.state, space)
    ]
    strike = STRIKE * (1 + 1 / max(1, len(whole)))
    return sum(sorted(min(strike, _taking(survey, space)) for space in whole)[:missing])


def _hunts(survey: Survey, condition: Condition, missing: int) -> float:
    """The intruders who are driven out most easily."""
    state = survey.state
    found = [id_ for id_ in intruders(state, condition.of, condition.home) if state.facts(id_).cv]
    if condition.check == "insurgents_in_home_at_most":
        found = [id_ for id_ in found if state.code(id_) in INSURGENT]
    return sum(sorted(HUNT + state.pieces[id_].cv / TOUGH for id_ in found)[:missing])
