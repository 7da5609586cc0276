"""10.1, 10.3, 10.5  Deployment: where recruits may be placed, and what receives them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from common.engine import Refusal
from operation_serval.counters import TECHNICALS, Counter
from operation_serval.rules.intervention import arrived
from operation_serval.rules.telling import listed
from operation_serval.rules.victory import sudden_death
from operation_serval.rules.zones import zoned
from operation_serval.state import (
    AIR_BOX,
    ALGERIA,
    CHAD,
    COALITION,
    EVERYBODY,
    ISLAMIST,
    STAGING,
    WEST_AFRICA,
    Owner,
    ServalState,
    Unit,
)

GROUNDS = {"10.3b": "Bamako or a regional capital"}  # the hexes that may receive recruits at all, by rule
GROUNDS |= dict.fromkeys(("10.5e", "10.5f", "10.5g"), "in Mali")
GROUNDS |= dict.fromkeys(("10.5i", "10.5j"), "northeast of the line")
HOSTS = dict.fromkeys(("10.3a", "10.3b"), "base of its contingent") | {"10.3c": "leader or technical of its contingent"}
HOSTS |= dict.fromkeys(("10.5b", "10.5f"), "Coalition engineer") | dict.fromkeys(("10.5e", "26.2a"), "Coalition base")
HOSTS |= {"10.5g": "Malian, AFISMA or French unit", "10.5i": "MNLA leader or base", "10.5j": "MNLA leader or technical"}


def deployment_rule(state: ServalState, id_: str) -> str:
    """The rule that says where a counter may be placed."""
    counter = state.counter(id_)
    base, air = id_ in state.data.base_ids, id_ in state.data.air_ids
    if counter.contingent in ("ansar_dine", "aqim", "mojwa"):
        return "10.3c" if base else "10.3b" if counter.type == "heavy_technical" else "10.3a"
    if air:
        return "10.5h"
    if counter.contingent == "mali":
        return "10.5f" if base else "10.5g" if counter.type == "militia" else "10.5e"
    if counter.contingent == "mnla":
        return "10.5j" if base else "10.5i"
    if counter.contingent == "afisma":
        return "10.5d"
    if counter.type == "heavy_technical":
        return "26.2a"
    return "10.5b" if base else "10.5c" if counter.nation == "chad" else "10.5a"


def deployments(state: ServalState, id_: str) -> Iterator[str]:
    """Every place that could receive a recruit: own stacks, Staging Areas and the air box."""
    data, side = state.data, state.data.side_of[id_]
    if id_ in data.air_ids:
        yield AIR_BOX
        return
    yield from STAGING[side]
    received = receivers(state, id_)
    yield from [hex_ for hex_ in state.where(side) if hex_ in received]


def fitting_places(state: ServalState, id_: str) -> list[str]:
    """The places that may receive a recruit; of recruits alike one is asked for all."""
    caches, key = state.kept[EVERYBODY], (state.data.alike[id_], state.intervention > 0)
    found: list[str] | None = caches.get(key)
    if found is None:
        side = state.data.side_of[id_]
        free = receivers(state, id_) - zoned(state, side) if is_awake(state, id_) else ()
        found = caches[key] = [*off_map_places(state, id_), *filter(free.__contains__, state.where(side))]
    return found


def has_place(state: ServalState, id_: str) -> bool:
    """10.3, 10.5  Whether any place may receive a recruit: a box, or a hex with hosts outside enemy zones."""
    return bool(off_map_places(state, id_)) or any_hosted(state, (id_,))


def any_hosted(state: ServalState, ids: Sequence[str]) -> bool:
    """10.1b, 10.3, 10.5  Whether hosts outside enemy zones could receive any of some recruits of one contingent."""
    if not is_awake(state, ids[0]):
        return False
    zones = zoned(state, state.data.side_of[ids[0]])
    return any(not receivers(state, id_) <= zones for id_ in ids)


def why_not_place(state: ServalState, id_: str) -> Refusal | None:
    """10.3, 10.5  A recruit needs at least one place."""
    if has_place(state, id_):
        return None
    if not is_awake(state, id_):
        return Refusal("10.4.1a", f"before intervention {state.name(id_)} waits in its box")
    if receivers(state, id_):
        return Refusal("10.1b", f"every hex that could receive {state.name(id_)} is in an enemy zone of control")
    rule = deployment_rule(state, id_)
    article = "an" if HOSTS[rule].startswith("MNLA") else "a"
    return Refusal(rule, f"{state.name(id_)} needs {article} {HOSTS[rule]} {GROUNDS.get(rule, '')}".rstrip())


def why_not_deploy(state: ServalState, id_: str, place: str) -> Refusal | None:
    """10.1b, 10.3, 10.5  What keeps a recruit out of a place."""
    side = state.data.side_of[id_]
    if place in STAGING[side] or place == AIR_BOX:
        if place in off_map_places(state, id_):
            return None
        return Refusal(deployment_rule(state, id_), f"{state.name(id_)} is not placed in {state.title(place)}")
    rule = deployment_rule(state, id_)
    if not grounds(state, id_) or not hosts(state, id_):
        boxes = [box_name(state, box) for box in off_map_places(state, id_)]
        return Refusal(rule, f"{state.name(id_)} comes to {listed(boxes, 'or')}")
    if place not in state.data.near:
        return Refusal(rule, f"{state.name(id_)} is not placed in {state.title(place)}")
    if place not in state.data.open[side]:
        closed = "7.5a" if side == ISLAMIST else "7.5c" if state.data.country[place] == "algeria" else "7.5b"
        return Refusal(closed, f"{state.title(place)} lies in a country closed to the unit")
    if not is_awake(state, id_):
        return Refusal("10.4.1a", f"before intervention {state.name(id_)} waits in a Staging Area")
    if place not in grounds(state, id_):
        return Refusal(rule, f"{state.title(place)} is not {GROUNDS[rule]}")
    if place not in receivers(state, id_):
        return Refusal(rule, f"{state.title(place)} holds no {HOSTS[rule]} to receive {state.name(id_)}")
    if place in zoned(state, side):
        return Refusal("10.1b", f"{state.title(place)} is in an enemy zone of control")
    return None


def box_name(state: ServalState, box: str) -> str:
    """What a place that receives counters is called in a sentence."""
    return "the air box" if box == AIR_BOX else state.title(box)


def is_awake(state: ServalState, id_: str) -> bool:
    """10.4.1a  Whether a counter may be placed on the map: some wait for intervention."""
    return state.intervention > 0 or not state.data.contingents[state.data.alike[id_][0]].needs_intervention


def off_map_places(state: ServalState, id_: str) -> tuple[str, ...]:
    """10.3a, 10.5  The boxes that may receive a counter."""
    derived, key = state.data.derived, ("boxes", id_)
    found: tuple[str, ...] | None = derived.get(key)
    if found is None:
        found = derived[key] = _boxes_of(state, id_)
    return found


def _boxes_of(state: ServalState, id_: str) -> tuple[str, ...]:
    counter = state.counter(id_)
    if id_ in state.data.air_ids:
        return (AIR_BOX,)
    if id_ in state.data.base_ids:
        return ()
    match counter.contingent:
        case "ansar_dine" | "aqim" | "mojwa":
            return (ALGERIA,)
        case "french":
            return (CHAD,) if counter.nation == "chad" else STAGING[COALITION]
        case "afisma" | "africom":
            return (WEST_AFRICA,)
    return ()


def receivers(state: ServalState, id_: str) -> frozenset[str]:
    """10.3, 10.5  The hexes with units that may receive a counter; of counters alike one is asked for all."""
    owner, kind = whose_hosts(state, id_)
    caches = state.kept[owner]
    found: frozenset[str] | None = caches.get(kind)
    if found is None:
        found = caches[kind] = grounds(state, id_).intersection(_places_of(state, hosts(state, id_)))
    return found


def _places_of(state: ServalState, ids: Iterable[str]) -> list[str]:
    units = state.units
    return [units[id_].at for id_ in ids]


def whose_hosts(state: ServalState, id_: str) -> tuple[Owner, str]:
    """Whom the hosts of a counter belong to, so that what hangs on them is kept as long as it can be, and its kind."""
    data = state.data
    found = data.host_owners.get(id_)
    if found is None:
        side, every = data.side_of[id_], hosts(state, id_)
        contingents = {data.alike[host][0] for host in every}
        one = contingents.pop() if len(contingents) == 1 else side
        owner = (side, "base") if every <= data.base_ids else one
        found = data.host_owners[id_] = owner, " ".join(("receivers of", *data.alike[id_]))
    return found


def grounds(state: ServalState, id_: str) -> frozenset[str]:
    """10.3b, 10.5  The hexes in which a counter may be received at all."""
    data, key = state.data, ("grounds", state.data.alike[id_])
    found: frozenset[str] | None = data.derived.get(key)
    if found is None:
        found = data.derived[key] = _grounds_of(state, id_)
    return found


def _grounds_of(state: ServalState, id_: str) -> frozenset[str]:
    counter, data = state.counter(id_), state.data
    hexes = data.open[data.side_of[id_]]
    if id_ in data.air_ids:
        return frozenset()  # 10.5h
    if data.side_of[id_] == ISLAMIST:
        return hexes & {data.bamako, *data.capitals} if counter.type == "heavy_technical" else hexes
    if counter.contingent == "mnla":
        return hexes.intersection(data.north_east)
    return frozenset(hex_ for hex_ in hexes if counter.contingent != "mali" or data.country[hex_] == "mali")


def hosts(state: ServalState, id_: str) -> frozenset[str]:
    """The counters of a side that may receive a counter."""
    data, key = state.data, ("hosts", state.data.alike[id_])
    found: frozenset[str] | None = data.derived.get(key)
    if found is None:
        mine = [one for one in data.counters.values() if data.side_of[one.id] == data.side_of[id_]]
        found = data.derived[key] = frozenset(one.id for one in mine if receives(state, one, data.counters[id_]))
    return found


def receives(state: ServalState, host: Counter, counter: Counter) -> bool:
    """10.3, 10.5  Whether a unit may receive a counter, if the hex allows it."""
    data, base = state.data, counter.type == "base"
    kin = host.contingent == counter.contingent
    if data.side_of[counter.id] == ISLAMIST:
        return kin and host.type in (("leader", *TECHNICALS) if base else ("base",))
    if counter.contingent == "mnla":
        return kin and host.type in (("leader", *TECHNICALS) if base else ("leader", "base"))
    if base:
        return host.id in data.engineer_ids
    if counter.type == "militia":
        return host.nation in ("mali", "afisma", "french")
    if counter.contingent == "mali" or counter.type == "heavy_technical":
        return host.type == "base"  # 10.5e, 26.2
    return False


def deploy(state: ServalState, id_: str, place: str, *rules: str) -> None:
    """10.1a  A counter comes into play on its effective side; the enemy is not told where."""
    state.put(Unit(id_, place))
    side = state.data.side_of[id_]
    text, public = f"{state.name(id_)} comes to {box_name(state, place)}.", f"{state.name(id_)} comes into play."
    only = (side,) if state.fog and place != AIR_BOX else ()
    state.note(text, *rules, only=only, public=public, show=("rules",), places=(place,))
    if side == ISLAMIST and place in state.data.near:
        arrived(state, (place,))
    sudden_death(state)
