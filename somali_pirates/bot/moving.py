"""Movement and return: who goes where, faction after faction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.bots import Choice
from common.engine import Action
from somali_pirates.actions import (
    Disembark,
    Emerge,
    EndPhase,
    Fly,
    Halt,
    Hide,
    Move,
    PickUp,
    Redeploy,
    Restack,
    Walk,
)
from somali_pirates.battle import Battle
from somali_pirates.bot.judgement import Survey
from somali_pirates.rules.control import ENGINEERS
from somali_pirates.rules.helicopters import Airlift, airlift_of
from somali_pirates.rules.movement import UnitMove, moves_of, why_not_do
from somali_pirates.rules.routes import has_base, reach
from somali_pirates.rules.stacks import groups
from somali_pirates.rules.strength import opposers
from somali_pirates.state import COALITION, PIRATE, Unit

ORDER = {
    COALITION: (
        "contractors",
        "usnavaf",
        "nato",
        "china",
        "cjtfhoa",
        "au",
        "stfg",
        "djibouti",
        "usafcom",
        "jsotf",
        "contractors",
    ),  # engineers want the ports before others fill them, and follow those who have moved
    PIRATE: ("al_qaeda", "puntland", "southern_somalia", "somaliland"),
}
LEAST, LEAST_IN_THE_AIR = 0.2, 0.05  # a move must better things by this much
LEFTOVER = 0.35  # of an attack that another faction is about to make
SAFE_BASE = "off_aden"

Option = tuple[float, str, Action, str]  # value, destination, first action, reason


def choose_unit(survey: Survey, legal: Sequence[Action]) -> Choice:
    """M1  The first faction in order that has a good move, and its unit with the best one."""
    state = survey.state
    order = ORDER[survey.side]
    start = order.index(state.active) if state.active in order else 0
    able = {action.unit for action in legal if isinstance(action, Move)}
    for faction in order[start:]:
        for id_ in _in_turn(survey, faction):
            option = best_move(survey, id_) if id_ in able else None
            if option is not None:
                return Choice(Move(id_), option[3], option[0])
    restack = choose_stack(survey, legal)
    return restack or Choice(EndPhase(), "Everybody is where he should be.")


def _in_turn(survey: Survey, faction: str) -> Sequence[str]:
    """The units of a faction, those after the one that moved last before those that have been asked already."""
    units, moved = survey.data.of_faction[faction], survey.state.moved
    last = next((id_ for id_ in reversed(tuple(moved)) if id_ in units), "")
    start = units.index(last) + 1 if last else 0
    return (*units[start:], *units[:start])


def choose_step(survey: Survey, step: UnitMove, legal: Sequence[Action]) -> Choice:
    """M2, M3  One step further towards the best place, or a halt."""
    option = best_move(survey, step.unit, steadiness=0.5)
    if option is not None and option[2] in legal:
        return Choice(option[2], option[3], option[0])
    return Choice(Halt(), f"{survey.name(step.unit)} stays here.")


def best_move(survey: Survey, id_: str, steadiness: float = 1.0) -> Option | None:
    """The best thing a unit can do, if it betters its lot enough; a unit picked up is content with less."""
    unit = survey.state.units[id_]
    home = stay_value(survey, unit)
    least = LEAST_IN_THE_AIR if survey.data.counters[id_].category == "air" else LEAST
    least *= steadiness
    best: Option | None = None
    for destination, action in destinations(survey, id_):
        value, purpose = place_worth(survey, id_, destination, action)
        gain = value - home
        if gain > least and (best is None or gain > best[0]):
            best = gain, destination, action, purpose
    if best is None:
        return None
    place = survey.name(best[1]) if best[1] else "the box"
    return best[0], best[1], best[2], f"{survey.name(id_)} {best[3].format(place)}."


def destinations(survey: Survey, id_: str) -> Iterator[tuple[str, Action]]:
    """Every place a unit could be in at the end of its move, with the first action on the way."""
    state = survey.state
    counter = survey.data.counters[id_]
    for zone, way in reach(state, id_).items():
        yield zone, Walk(id_, way[0])
    if counter.category == "air" and (id_ in state.moved or _is_idle(survey, id_)):
        return
    for action in moves_of(state, id_):
        match action:
            case Fly(_, zone, perch) if (perch == "" or counter.category != "air") and why_not_do(
                state, action
            ) is None:
                if not perch:
                    yield zone, action
            case Redeploy(_, zone, _) | Disembark(_, zone) if counter.type != "base":
                if why_not_do(state, action) is None:
                    yield zone, action
            case Emerge() if why_not_do(state, action) is None:
                yield state.units[id_].at, action
            case Hide() if survey.side == PIRATE and counter.category != "naval" and why_not_do(state, action) is None:
                yield "", action
    if counter.type == "helicopter" and id_ not in state.moved:
        yield from _lifts(survey, id_)


# Helicopters


def _lifts(survey: Survey, id_: str) -> Iterator[tuple[str, Action]]:
    """M4  The best place for each idle unit that a helicopter could fetch, with its taking up."""
    for action in moves_of(survey.state, id_):
        if not isinstance(action, PickUp) or not _is_waiting(survey, action.passenger):
            continue
        if why_not_do(survey.state, action) is None:
            lift = airlift_of(survey.state, id_, action.passenger)
            best = _best_landing(survey, lift)
            if best is not None:
                yield best[1], action


def _is_waiting(survey: Survey, id_: str) -> bool:
    """Whether a unit does so little where it is that it might be carried elsewhere."""
    unit = survey.state.units[id_]
    if unit.at not in survey.data.zones or id_ in survey.state.moved or unit.hidden or unit.aboard:
        return False
    counter = survey.data.counters[id_]
    idle = counter.type == ENGINEERS and not survey.data.zones[unit.at].petroleum
    return counter.weight == "light" and (idle or stay_value(survey, unit) < LEAST)


def _best_landing(survey: Survey, lift: Airlift) -> tuple[float, str] | None:
    """Where a passenger is worth most, less what the helicopter risks there; None if nowhere."""
    state, rider = survey.state, lift.passenger
    here = state.units[rider].at
    best: tuple[float, str] | None = None
    for zone in survey.data.lands:
        if survey.holding(zone, rider) > 0 and lift.why_not_set_down(state, here, zone) is None:
            value = _worth(survey, rider, zone)[0] - survey.danger(zone, [lift.unit])
            best = max(best or (value, zone), (value, zone))
    return best


def set_down(survey: Survey, lift: Airlift, legal: Sequence[Action]) -> Choice:
    """M4  The Zone in which the passenger is worth most."""
    best = _best_landing(survey, lift)
    if best is not None and Fly(lift.unit, best[1]) in legal:
        reason = f"{survey.name(lift.passenger)} holds {survey.name(best[1])}."
        return Choice(Fly(lift.unit, best[1]), reason, best[0])
    return Choice(legal[0], f"{survey.name(lift.passenger)} has to come down somewhere.")


def _is_idle(survey: Survey, id_: str) -> bool:
    """Whether an air unit has nothing to fly for: no enemy in the Open anywhere, and it is no patrol."""
    return survey.data.counters[id_].type != "patrol" and not any(
        not unit.hidden and not unit.aboard for unit in survey.state.on_map(survey.enemy)
    )


# What a place is worth to a unit


def stay_value(survey: Survey, unit: Unit) -> float:
    """What the unit does where it is."""
    counter = survey.data.counters[unit.id]
    if unit.hidden:
        return 0.2
    if unit.aboard and counter.category != "air":
        return 0.0
    if counter.category == "air":
        return _patrol_value(survey, unit.at, unit.id) if unit.aloft and counter.type == "patrol" else 0.0
    value, _ = _worth(survey, unit.id, unit.at)
    return value


def place_worth(survey: Survey, id_: str, zone: str, action: Action) -> tuple[float, str]:
    """What a unit would do at the end of a move."""
    counter = survey.data.counters[id_]
    if isinstance(action, PickUp):
        rider = action.passenger
        gain = _worth(survey, rider, zone)[0] - stay_value(survey, survey.state.units[rider])
        return gain + stay_value(survey, survey.state.units[id_]), f"carries {survey.name(rider)} to {{}}"
    if isinstance(action, Hide):
        return _hide_value(survey, id_), "hides from a stronger enemy in {}"
    if counter.category == "air":
        return _air_value(survey, id_, zone)
    value, reason = _worth(survey, id_, zone)
    if isinstance(action, Redeploy) and survey.data.zones[zone].kind == "off_map":
        value -= 1.0
    return value, reason


def _worth(survey: Survey, id_: str, zone: str) -> tuple[float, str]:
    """Holding the Zone, raiding, joining an attack; less what the enemy may do about it."""
    counter = survey.data.counters[id_]
    value, reason = survey.holding(zone, id_), "holds {}"
    gang: list[str] = []
    if counter.category == "naval":
        gain, gang = _lane_value(survey, id_, zone)
        value += gain
        if survey.side == COALITION:
            value += _landing_value(survey, id_, zone)
        reason = "works the lane of {}"
    fight = _fight_value(survey, id_, zone)
    if fight > 0.3:
        value, reason = value + fight, "can fight in {}"
    faction = counter.faction
    if faction in survey.data.common[survey.side]:
        mates = allies(survey, id_, zone)
    else:
        here = survey.open_at(zone, survey.side)
        mates = [unit.id for unit in here if survey.data.counters[unit.id].faction == faction]
    force = list(dict.fromkeys([*mates, id_, *gang]))
    value -= survey.danger(zone, force) / len(force)
    if counter.type == "warlord" and survey.side == PIRATE:
        friends = [unit for unit in survey.open_at(zone, PIRATE) if unit.id != id_]
        value += 0.8 if friends else -0.8
    return value, reason


def _fight_value(survey: Survey, id_: str, zone: str) -> float:
    """The share of a unit in the best attack that its faction could make there, with others who can still come."""
    if not survey.open_at(zone, survey.enemy) or not survey.data.counters[id_].kinetic:
        return 0.0
    here = allies(survey, id_, zone)
    coming = [other for other in helpers(survey, id_, zone) if other not in here]
    value, number = 0.0, 1
    for count in range(len(coming) + 1):
        force = [id_, *here, *coming[:count]]
        found, _ = survey.best_target(zone, force)
        if found > value:
            value, number = found, count + 1
    without = survey.best_target(zone, here)[0] if here else 0.0
    share = max(0.0, value - without) / number**0.5
    return float(share * LEFTOVER if _is_covered(survey, id_, zone, value) else share)


def _is_covered(survey: Survey, id_: str, zone: str, value: float) -> bool:
    """Whether another faction stands there that will attack nearly as well, so that little may be left to do."""
    counters, common = survey.data.counters, survey.data.common[survey.side]
    own, rivals = counters[id_].faction, dict[str, list[str]]()
    for unit in survey.open_at(zone, survey.side):
        faction = counters[unit.id].faction
        if faction != own and faction not in common and (counters[unit.id].category != "air" or unit.aloft):
            rivals.setdefault(faction, []).append(unit.id)
    return any(survey.best_target(zone, ids)[0] > value / 2 for ids in rivals.values())


def allies(survey: Survey, id_: str, zone: str) -> list[str]:
    """The units already in a Zone that could attack together with one; a common unit joins the strongest faction."""
    counters = survey.data.counters
    common = survey.data.common[survey.side]
    ready = [
        unit.id
        for unit in survey.open_at(zone, survey.side)
        if unit.id != id_ and counters[unit.id].type != "base" and (counters[unit.id].category != "air" or unit.aloft)
    ]
    faction = counters[id_].faction
    if faction in common:
        powers: dict[str, int] = {}
        for other in ready:
            if counters[other].faction not in common:
                powers[counters[other].faction] = powers.get(counters[other].faction, 0) + counters[other].kinetic
        faction = max(powers, key=lambda name: (powers[name], name), default=faction)
    return [other for other in ready if counters[other].faction == faction or counters[other].faction in common]


def helpers(survey: Survey, id_: str, zone: str) -> list[str]:
    """Units of the same faction that have not moved and could come too: aircraft, and ground units next door."""
    counters, near = survey.data.counters, survey.data.near[zone]
    naval = counters[id_].category == "naval"
    found = []
    for unit in survey.reserve(counters[id_].faction):
        if unit.id == id_:
            continue
        counter = counters[unit.id]
        if counter.category == "air":
            if not unit.aloft and not survey.state.is_shut(unit.at):
                found.append(unit.id)
        elif counter.move and not unit.hidden and not unit.aboard and unit.at in near:
            if (counter.category == "naval") == naval:
                found.append(unit.id)
        elif unit.hidden and unit.at == zone:
            found.append(unit.id)
    return sorted(found, key=lambda other: -counters[other].kinetic)[:5]


def _air_value(survey: Survey, id_: str, zone: str) -> tuple[float, str]:
    counter = survey.data.counters[id_]
    if counter.type == "patrol":
        return _patrol_value(survey, zone, id_), "watches over {}"
    return _fight_value(survey, id_, zone), "flies to fight in {}"


def _patrol_value(survey: Survey, zone: str, id_: str) -> float:
    """21.5b  A lane with raiders and no other watch."""
    place, counters = survey.data.zones[zone], survey.data.counters
    if place.kind != "sea":
        return 0.0
    raiders = len(survey.holders(zone, PIRATE))
    watch = [unit for unit in survey.open_at(zone, COALITION) if unit.id != id_ and counters[unit.id].asym]
    return place.value[PIRATE] * (0.4 + 0.5 * min(raiders, 3)) / (1 + len(watch))


def _lane_value(survey: Survey, id_: str, zone: str) -> tuple[float, list[str]]:
    """What a ship does at sea besides holding the Zone: raids, with those who come along, or the hunt for raiders."""
    place = survey.data.zones[zone]
    if place.kind != "sea":
        return -0.3, []
    if survey.side == PIRATE:
        return _raid_value(survey, id_, zone)
    raiders = len(survey.holders(zone, PIRATE))
    escorts = [unit for unit in survey.holders(zone, COALITION) if unit.id != id_]
    return (0.4 * place.value[PIRATE] * min(raiders, 3) if not escorts else 0.0), []


def _raid_value(survey: Survey, id_: str, zone: str) -> tuple[float, list[str]]:
    """15.7a  The share of a ship in the best raid of its faction there, alone or with others, and who would come."""
    counters = survey.data.counters
    against = sum(counters[other].asym for other in opposers(survey.state, Battle("raid", PIRATE, "", zone, "")))
    mine, risk = counters[id_].asym, survey.losses[id_] if against else 0.0
    best: tuple[float, list[str]] = survey.asymmetrical("raid", zone, mine - against, risk=risk), []
    if not against:
        return best
    faction = counters[id_].faction
    here = [unit.id for unit in survey.holders(zone, PIRATE) if counters[unit.id].faction == faction and unit.id != id_]
    gang: list[str] = []
    for other in [*here, *(one for one in helpers(survey, id_, zone) if one not in here)]:
        mine += counters[other].asym
        gang.append(other)
        share = survey.asymmetrical("raid", zone, mine - against, risk=risk) / (len(gang) + 1)
        best = max(best, (share, list(gang)), key=lambda found: found[0])
    return best


def _landing_value(survey: Survey, ship: str, zone: str) -> float:
    """22.5a  What amphibious cargo could hold ashore from there."""
    counters = survey.data.counters
    cargo = [unit.id for unit in survey.state.cargo(ship) if "amphibious" in counters[unit.id].flags]
    if not cargo:
        return 0.0
    shores = survey.data.routes["port"][zone] + survey.data.routes["beach"][zone]
    worth = [survey.holding(shore, cargo[0]) + _fight_value(survey, cargo[0], shore) for shore in shores]
    return 0.6 * max(worth, default=0.0)


def _hide_value(survey: Survey, id_: str) -> float:
    """16.0a  Hiding helps where the Coalition is stronger and the Zone cannot be held anyway."""
    zone = survey.state.units[id_].at
    mine = groups(survey.state, survey.side, zone).get(survey.data.counters[id_].faction, [id_])
    return 0.2 if survey.danger(zone, mine) else -1.0


# Stacks and the Return Phase


def choose_stack(survey: Survey, legal: Sequence[Action]) -> Choice | None:
    """M6  A unit that stands alone joins the strongest faction of its Zone when enemies are near."""
    state = survey.state
    best: tuple[int, Restack] | None = None
    for action in legal:
        if isinstance(action, Restack) and action.mark and not state.units[action.unit].mark:
            zone = state.units[action.unit].at
            if any(state.open_at(near, survey.enemy) for near in (zone, *survey.data.near[zone])):
                found = groups(state, survey.side, zone).get(action.mark, [])
                strength = survey.strength(found, zone, attack=False)
                if best is None or strength > best[0]:
                    best = strength, action
    if best is None:
        return None
    return Choice(best[1], f"{survey.name(best[1].unit)} defends with {survey.name(best[1].mark)}.")


def choose_return(survey: Survey, legal: Sequence[Action]) -> Choice:
    """X1-X4  Aircraft land on their decks or at a safe base, SOF come home, Pirates hide or come out."""
    state = survey.state
    homes = [action for action in legal if isinstance(action, Walk)]
    if homes:
        return Choice(homes[0], f"{survey.name(homes[0].unit)} comes back from the sea.")
    for action in legal:
        if isinstance(action, Fly) and _must_land(survey, action.unit):
            return _land(survey, action.unit, legal)
    for action in legal:
        if isinstance(action, Hide | Emerge) and _wants_box(survey, action):
            what = "hides from a stronger enemy" if isinstance(action, Hide) else "comes out to hold the Zone"
            return Choice(action, f"{survey.name(action.unit)} {what}.")
    flight = _fly_back(survey, legal)
    if flight is not None:
        return flight
    restack = choose_stack(survey, legal) if state.mover == survey.side else None
    return restack or Choice(EndPhase(), "Everybody is back.")


def _fly_back(survey: Survey, legal: Sequence[Action]) -> Choice | None:
    """X2  An airmobile unit that is in danger, or does nothing where it is, flies to a base where it is safe."""
    best: tuple[float, Fly] | None = None
    for action in legal:
        if isinstance(action, Fly) and not action.perch and survey.data.counters[action.unit].category != "air":
            if not has_base(survey.state, action.zone, COALITION):
                continue
            gain = _rest(survey, action.unit, action.zone) - _rest(survey, action.unit, None)
            if gain > LEAST and (best is None or gain > best[0]):
                best = gain, action
    if best is None:
        return None
    return Choice(best[1], f"{survey.name(best[1].unit)} is safer in {survey.name(best[1].zone)}.", best[0])


def _rest(survey: Survey, id_: str, zone: str | None) -> float:
    """What it is worth that a unit rests in a Zone, or where it is, until the enemy has moved."""
    place = zone or survey.state.units[id_].at
    if survey.data.zones[place].kind == "off_map":
        return 0.0
    faction = survey.data.counters[id_].faction
    here = [unit.id for unit in survey.open_at(place, survey.side) if survey.data.counters[unit.id].faction == faction]
    force = list(dict.fromkeys([*here, id_]))
    return survey.holding(place, id_) - survey.danger(place, force) / len(force)


def _must_land(survey: Survey, id_: str) -> bool:
    unit, counter = survey.state.units[id_], survey.data.counters[id_]
    return counter.category == "air" and unit.aloft and (counter.type != "patrol" or id_ in survey.state.attacked)


def _land(survey: Survey, id_: str, legal: Sequence[Action]) -> Choice:
    flights = [action for action in legal if isinstance(action, Fly) and action.unit == id_]
    best = max(
        flights, key=lambda a: (a.perch not in ("", "base"), a.zone == SAFE_BASE, a.zone.startswith("off_"), a.zone)
    )
    return Choice(best, f"{survey.name(id_)} is safe there.")


def evacuate(survey: Survey, legal: Sequence[Action]) -> Choice:
    """C16  A deck of the own faction first, then a base off the map."""
    flights = [action for action in legal if isinstance(action, Fly)]
    return _land(survey, flights[0].unit, legal)


def _wants_box(survey: Survey, action: Hide | Emerge) -> bool:
    """X4  Under threat go below, once the Coalition is gone or weak come out; SOF stay in the Open to hold Zones."""
    state, id_ = survey.state, action.unit
    zone = state.units[id_].at
    counter = survey.data.counters[id_]
    enemies = [unit.id for unit in state.open_at(zone, survey.enemy)]
    if survey.side == COALITION:
        return isinstance(action, Emerge) and not enemies
    against = survey.strength(enemies, zone, attack=True)
    mine = groups(state, PIRATE, zone).get(counter.faction, [])
    if counter.category == "naval":  # a ship in the box cannot sail next turn
        return isinstance(action, Emerge)
    if isinstance(action, Hide):
        if state.first == COALITION and not enemies:
            return False  # the Zone pays before the enemy moves again
        own = survey.strength(mine, zone, attack=False)
        return against > 2 * own or (survey.danger(zone, mine) > 0 and state.first == PIRATE)
    own = survey.strength([*mine, id_], zone, attack=False)
    if against:
        return against <= own
    return state.first == COALITION or not survey.danger(zone, [*mine, id_])
