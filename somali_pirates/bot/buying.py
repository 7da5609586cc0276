"""Purchases and places: set-up, secret plots, free units, deployment."""

from __future__ import annotations

from collections.abc import Sequence

from common.bots import Choice
from common.engine import Action
from common.engine.actions import Add, Confirm
from somali_pirates.actions import EndPhase, Place, PlaceRest
from somali_pirates.bot.judgement import Survey
from somali_pirates.rules.control import ENGINEERS
from somali_pirates.rules.placement import UNDER
from somali_pirates.rules.purchases import CHIT, cost
from somali_pirates.rules.stacks import groups
from somali_pirates.state import COALITION, PIRATE

CORE = ("usnavaf", "au", "stfg", "cjtfhoa")  # a fleet before all else: without it the lanes pay the Pirates 19 a turn
MORE = ("jsotf", "nato", "usafcom", "china")  # bought in this order while enough is left
RESERVE, MORE_RESERVE = 22, 26  # points that stay after a faction of the core, or another, was bought in set-up
LATER_RESERVE, LAST_CALL = 38, 6  # and later, up to this turn
CORE_RESERVE = 16  # after one of the core: its garrisons earn points from the first turn on

FLOOR, FIELD_FLOOR = 28, 20  # points that stay after everything else but chits, and after engineers and their guards
VERY_RICH, RICH_CHITS = 75, 3
CHIT_RICH, CHITS, POOR_CHITS = 25, 2, 1
SETUP_SHARE, TURN_SHARE, LAST_SHARE = 0.36, 0.20, 0.08  # of the Pirate index: in set-up, a turn, on the last turn
PIRATE_FLOOR = 12  # points the Pirates keep
WANTED = (  # what the Pirates buy in turn: Militia, nearly as many craft, then the rest
    "ss_militia", "pl_attack_craft", "pl_militia", "ss_attack_craft", "pl_attack_craft", "sl_militia", "ss_technical",
    "sl_attack_craft", "ss_militia", "sl_attack_craft", "pl_militia", "pl_technical", "aq_cell", "sl_militia",
    "pl_attack_craft", "pl_mothership", "ss_militia", "ss_attack_craft", "pl_warlord", "sl_militia", "aqap",
    "pl_militia", "sl_technical", "ss_mothership", "ss_warlord", "sl_attack_craft", "pirate_base", "sl_warlord",
    "sl_mothership", "aqs", "aq_warlord",
)  # fmt: skip


def buy_factions(survey: Survey, chosen: tuple[str, ...], legal: Sequence[Action]) -> Choice:
    """3.0Cb  A fleet, the three cheap factions, then the others while enough stays."""
    index = survey.state.index[COALITION]
    for faction in (*CORE, *MORE):
        price = cost(survey.state, (*chosen, faction))
        if Add(faction) in legal and index - price >= (RESERVE if faction in CORE else MORE_RESERVE):
            return Choice(Add(faction), f"{survey.name(faction)} is worth its price.")
    return Choice(Confirm(), "The rest is kept for the war.")


def plot(survey: Survey, chosen: tuple[str, ...], legal: Sequence[Action]) -> Choice:
    """4.1c  What a side buys in secret."""
    return _plot_coalition(survey, chosen, legal) if survey.side == COALITION else _plot_pirates(survey, chosen, legal)


def _plot_coalition(survey: Survey, chosen: tuple[str, ...], legal: Sequence[Action]) -> Choice:
    state = survey.state
    index, spent = state.index[COALITION], cost(state, chosen)
    for faction in (*CORE, *MORE):
        price = survey.data.goods[faction].cost
        reserve = CORE_RESERVE if faction in CORE else LATER_RESERVE
        if Add(faction) in legal and index - spent - price >= reserve and state.turn <= LAST_CALL:
            return Choice(Add(faction), f"{survey.name(faction)} can be afforded.")
    for item, wanted, reason in _field_needs(survey):
        affordable = index - spent - survey.data.goods[item].cost >= FIELD_FLOOR
        if chosen.count(item) < wanted and Add(item) in legal and affordable:
            return Choice(Add(item), reason)
    limit = RICH_CHITS if index > VERY_RICH else CHITS if index > CHIT_RICH else POOR_CHITS
    if chosen.count(CHIT) + len(state.hands[COALITION]) // 3 < limit and Add(CHIT) in legal and index - spent > 6:
        return Choice(Add(CHIT), "Chits make attacks possible.")
    if (
        "base" not in chosen
        and Add("base") in legal
        and index - spent - survey.data.goods["base"].cost >= FLOOR
        and _wants_base(survey)
    ):
        return Choice(Add("base"), "Many units stand far from any base.")
    return Choice(Confirm(), "The rest is kept.")


def _field_needs(survey: Survey) -> list[tuple[str, int, str]]:
    """What the oil fields want: engineers for each field that is held and not worked, and guards for the engineers."""
    counters = survey.data.counters
    engineers = [unit for unit in survey.state.on_map(COALITION) if counters[unit.id].type == ENGINEERS]
    working = [unit for unit in engineers if survey.data.zones[unit.at].petroleum]
    lone = [unit for unit in working if len(survey.holders(unit.at, COALITION)) == 1]
    missing = len(survey.idle_fields) - (len(engineers) - len(working))
    return [
        ("contractors_pet_engr", missing, "An oil well waits for engineers."),
        ("contractors_pmc", len(lone), "Engineers need a guard."),
    ]


def _wants_base(survey: Survey) -> bool:
    """Three units or more in a Zone with no base in it or next to it."""
    return any(_base_value(survey, zone) >= 3 for zone in survey.data.lands)


def _base_value(survey: Survey, zone: str) -> int:
    near = (zone, *survey.data.near[zone])
    counters = survey.data.counters
    for place in near:
        if any(counters[unit.id].type == "base" for unit in survey.state.units_at(place)):
            return 0
    return len(survey.state.open_at(zone, COALITION))


def _plot_pirates(survey: Survey, chosen: tuple[str, ...], legal: Sequence[Action]) -> Choice:
    state = survey.state
    index, spent = state.index[PIRATE], cost(state, chosen)
    left = survey.data.tables.tracks.turns - state.turn  # what is bought late has little time to pay
    share = min(TURN_SHARE, LAST_SHARE * (left + 1))
    budget = min(index - PIRATE_FLOOR, round(index * share))
    limit = 2 if index > 40 else 1
    if chosen.count(CHIT) + len(state.hands[PIRATE]) // 3 < limit and Add(CHIT) in legal and spent + 2 <= budget:
        return Choice(Add(CHIT), "Chits make attacks possible.")
    return _pirate_goods(survey, chosen, legal, budget)


def buy_pirates(survey: Survey, chosen: tuple[str, ...], legal: Sequence[Action]) -> Choice:
    """3.0Ef  A large part of the index goes into units at once."""
    return _pirate_goods(survey, chosen, legal, round(survey.state.index[PIRATE] * SETUP_SHARE))


def _pirate_goods(survey: Survey, chosen: tuple[str, ...], legal: Sequence[Action], budget: int) -> Choice:
    goods = [item for item in chosen if item != CHIT]
    for item in WANTED[len(goods) :] + WANTED[: len(goods)]:
        if Add(item) in legal and cost(survey.state, (*chosen, item)) <= budget:
            return Choice(Add(item), f"{survey.data.goods[item].name} is worth its price.")
    return Choice(Confirm(), "The rest is kept.")


# Places


def free_unit(survey: Survey, faction: str, legal: Sequence[Action]) -> Choice:
    """3.0E  A base in the best port, then Militia, a Warlord, a craft, and more Militia."""
    places = [action for action in legal if isinstance(action, Place)]
    best = max(places, key=lambda action: (_free_value(survey, faction, action), action.zone, action.unit, action.how))
    return Choice(best, f"{survey.name(best.unit)} serves best in {survey.name(best.zone)}.")


def _free_value(survey: Survey, faction: str, action: Place) -> float:
    counter = survey.data.counters[action.unit]
    own = [unit for unit in survey.state.on_map(PIRATE) if survey.data.counters[unit.id].faction == faction]
    types = [survey.data.counters[unit.id].type for unit in own]
    home = survey.data.zones[action.zone].region == faction
    has_base = any(
        survey.data.counters[unit.id].type == "base" and survey.data.zones[unit.at].region == faction
        for unit in survey.state.on_map(PIRATE)
    )
    urge = {
        "base": 9.0 if not has_base and home and not action.how else -9.0,
        "militia": 6.0,
        "warlord": 7.0 if "warlord" not in types and len(types) >= 2 else 1.0,
        "attack_craft": 7.0 if "attack_craft" not in types and types else 2.0,
    }.get(counter.type, 5.0)
    return urge + place_value(survey, action)


def deploy(survey: Survey, legal: Sequence[Action]) -> Choice:
    """9.4  The Coalition takes its usual places, bases and Pirates the Zone that is worth most."""
    places = [action for action in legal if isinstance(action, Place)]
    if not places:
        return Choice(EndPhase() if EndPhase() in legal else legal[0], "Everything is placed.")
    special = any("base" in action.unit or "contractors" in action.unit for action in places)
    usual = survey.side == COALITION and not special
    if usual and PlaceRest() in legal:
        return Choice(PlaceRest(), "The usual places serve well.")
    best = max(places, key=lambda action: (place_value(survey, action), action.zone, action.unit, action.how))
    return Choice(best, f"{survey.name(best.unit)} serves best in {survey.name(best.zone)}.")


def place_value(survey: Survey, action: Place) -> float:
    """What a new unit is worth in a place."""
    counter, zone = survey.data.counters[action.unit], survey.data.zones[action.zone]
    enemies = [unit.id for unit in survey.state.open_at(action.zone, survey.enemy)]
    against = survey.strength(enemies, action.zone, attack=True)
    if counter.type == "base":
        if counter.side == COALITION:
            garrison = [unit.id for unit in survey.open_at(action.zone, COALITION)]
            risk = survey.danger(action.zone, [action.unit, *garrison])
            return float(_base_value(survey, action.zone)) + zone.value[COALITION] - risk
        return (4.0 if zone.port else 0.0) + zone.value[PIRATE] - against
    if counter.faction == "contractors" and counter.category == "ground":
        return _nearness(survey, action) + (0.1 if action.mark else 0.0)
    if zone.kind == "sea" or counter.category == "naval":
        return -0.3 if action.how == UNDER else _sea_value(survey, action.zone)
    mine = survey.strength([action.unit], action.zone, attack=False)
    if action.how == UNDER:
        boxed = len(survey.state.hidden_at(action.zone, survey.side))
        return 0.6 + 0.2 * zone.value[survey.side] - 0.3 * boxed if against > 2 * mine else -1.0
    if against > 2 * mine:
        return -0.5 - 0.1 * against
    friends = len(survey.holders(action.zone, survey.side))
    value = survey.holding(action.zone, action.unit) + 0.1 * zone.value[survey.side] - 0.15 * friends
    if counter.type in ("warlord", "technical") and friends:
        value += 1.0
    return value + (0.2 if action.mark else 0.0)


def _nearness(survey: Survey, action: Place) -> float:
    """How near a Zone is to the oil fields that the Coalition holds, less what threatens there."""
    zone = action.zone
    fields = [place for place in survey.data.lands if survey.data.zones[place].petroleum]
    held = [place for place in fields if survey.holders(place, COALITION)] or fields
    faction = action.mark or survey.data.counters[action.unit].faction
    risk = survey.danger(zone, [*groups(survey.state, COALITION, zone).get(faction, []), action.unit])
    return -float(min(survey.data.distance(zone, place) for place in held)) - risk


def _sea_value(survey: Survey, zone: str) -> float:
    """A lane of high value without escort and without own ships."""
    place, counters = survey.data.zones[zone], survey.data.counters
    if place.kind != "sea":
        return 0.3
    hunters = sum(1 for unit in survey.state.open_at(zone, COALITION) if counters[unit.id].category != "sof")
    mine = len(survey.holders(zone, PIRATE))
    return place.value[PIRATE] - 1.2 * hunters - 0.35 * mine
