"""What there is to know about a Zone, a counter, a chit or several counters, for the inspector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.engine import Side
from common.engine.words import several
from common.tabletop import Facts, Piece, Row, Section
from somali_pirates.components import Components, Zone
from somali_pirates.counter_sheet import Counter
from somali_pirates.rules.control import controller, has_engineer, zone_income
from somali_pirates.rules.routes import allowance, has_base, is_supplied
from somali_pirates.rules.sealift import load
from somali_pirates.rules.stacks import groups
from somali_pirates.state import COALITION, SIDE_NAMES, SIDES, PirateState, Unit
from somali_pirates.table.faces import type_name
from somali_pirates.table.known import known_position
from somali_pirates.table.overview import BOXES as BOX_WORDS
from somali_pirates.table.overview import condition_of
from somali_pirates.table.place_words import describe_places
from somali_pirates.table.trays import (
    CART,
    HAND,
    PLAY,
    RETURNING,
    SHOP,
    UNPLACED,
    cards_bought,
    cards_in_hand,
    number_cards,
)
from somali_pirates.view import View

FLAGS = {
    "airmobile": ("Airmobile", "flies base to base, or four spaces from or to a base", "11.8a"),
    "amphibious": ("Amphibious", "lands from ships offshore", "22.5a"),
    "missile": ("Missiles", "attacks any Zone on the map", "20.5a"),
    "carrier_air": ("Carrier air", "may use the deck of a carrier or amphibious group", "21.2a"),
    "flies_only": ("Helicopters", "move only by flying", "20.2a"),
    "optional": ("Optional", "only with rule 28", "28.0a"),
}
CONTROL_RULES = {"land": "18.1a", "sea": "18.2a", "off_map": "18.3a"}
SYMBOLS = (("port", "Port", "11.3a"), ("airport", "Airport", "32.0a"), ("petroleum", "Petroleum", "2.7a"),
           ("underground", "Underground box", "2.3a"))  # fmt: skip
MOVES = {
    "moving": "has moved", "stopped": "has stopped for the enemy", "unsupplied": "has gone as far as it can unsupplied",
    "moored": "lies still after loading or landing units", "hid": "has gone Underground or come out",
    "lifted": "was carried by helicopter", "embarked": "has embarked in", "carried": "has gone aboard or ashore",
    "redeployed": "was redeployed", "flown": "has flown", "finished": "has come back",
}  # fmt: skip
BOXES = {
    "netwar_index": ("Purse, initiative, score and life of both sides; zero loses at once.", "6.0d"),
    "time_record": ("Twelve turns at most; lost Coalition units return on theirs.", "9.10b"),
    "coalition_assets": ("Chits of the Coalition that have not been played.", "2.9a"),
    "pirate_assets": ("Chits of the Pirates that have not been played.", "2.9a"),
    "removed": ("Units and chits that are out of the game.", "9.10c"),
    HAND: ("Chits wait here until they are played.", "19.2a"),
    PLAY: ("A chit put down here is played.", "19.3a"),
    SHOP: ("What can be bought, with its price.", "9.1a"),
    CART: ("What will be bought.", "4.1c"),
    UNPLACED: ("New units; drag them to their Zones.", "9.4a"),
    RETURNING: ("Lost units and the turn on which they return.", "9.10b"),
}

TRAYS = {
    HAND: "Chits in hand", PLAY: "Playing a chit", SHOP: "Mobilization Chart", CART: "Purchases",
    UNPLACED: "New units", RETURNING: "Replacements",
}  # fmt: skip


class PirateFacts(Facts):
    """Facts about Zones, counters and chits, read from a view."""

    def totals(self, view: View, pieces: Sequence[Piece]) -> Sequence[str]:
        """Printed strength and asymmetrical value of counters of one side together."""
        counters = [self.data.counters[piece.id] for piece in pieces if piece.id in self.data.counters]
        if not counters:
            return ()
        kinetic, asym = sum(counter.kinetic for counter in counters), sum(counter.asym for counter in counters)
        return (f"kinetic {kinetic}", f"asymmetrical {asym}")

    def about_space(self, view: View, space: str) -> Sequence[Section]:
        """What there is to know about a Zone or a box."""
        data: Components = self.data
        if space not in data.zones:
            return _box_sections(data, space)
        state = known_position(data, view)
        zone = data.zones[space]
        sections = [_map_section(data, zone), _state_section(state, zone), _stack_section(state, zone)]
        sections.append(_neighbour_section(data, zone))
        return [section for section in sections if section.rows]

    def about_piece(self, view: View, piece: str) -> Sequence[Section]:
        """What there is to know about a counter or a chit."""
        data: Components = self.data
        if piece in view.units:
            unit, counter = view.units[piece], data.counters[piece]
            state = known_position(data, view)
            printed, now = tuple(_counter_rows(data, counter)), tuple(_unit_rows(state, view, unit, counter))
            return [Section("Counter", printed), Section("Now", now)]
        chits = dict(cards_in_hand(view)) | dict(number_cards("seen", view.seen))
        if piece in chits:
            side = view.side if piece in dict(cards_in_hand(view)) else _other(view.side)
            return [_chit_section(data, side or COALITION, chits[piece])]
        item = dict(cards_bought(view)).get(piece, piece.removeprefix("shop "))
        return [_good_section(data, item)] if item in data.goods else []


def _other(side: Side | None) -> Side:
    return next(other for other in SIDES if other != side)


def _box_sections(data: Components, space: str) -> list[Section]:
    """What a box on the map or a tray beside it is for."""
    words, rule = BOXES.get(space, ("", ""))
    title = data.map.boxes[space].name if space in data.map.boxes else TRAYS.get(space, "")
    return [Section(title, (Row("Box", words, rule),))] if words else []


def _map_section(data: Components, zone: Zone) -> Section:
    """What is printed on the map."""
    source = data.map.source
    rows = [
        Row("Region", zone.region.replace("_", " ").title(), "2.1a", source),
        Row("Terrain", data.terrain[zone.terrain].name, "12.7a", source),
    ]
    if zone.kind != "off_map":
        worth = f"Pirates {zone.value['pirate']}, Coalition {zone.value['coalition']}"
        rows.append(Row("Netwar value", worth, "2.5a", source))
        rows.append(Row("Begins as", SIDE_NAMES.get(zone.affiliation, zone.affiliation.capitalize()), "2.6a", source))
    rows += [Row(title, "yes", rule, source) for name, title, rule in SYMBOLS if getattr(zone, name)]
    if zone.closed:
        rows.append(Row("Closed", "to the Pirates", "7.10b"))
    return Section(zone.name, tuple(rows))


def _state_section(state: PirateState, zone: Zone) -> Section:
    """Who holds the Zone, and what it pays."""
    owner = controller(state, zone.id)
    paid = zone_income(state, zone.id)
    rows = [Row("Control", SIDE_NAMES[owner] if owner else "nobody", CONTROL_RULES[zone.kind])]
    if owner and zone.kind != "off_map":
        oil = ", doubled by engineers" if zone.petroleum and owner == COALITION and has_engineer(state, zone.id) else ""
        rows.append(Row("Pays", f"{paid[owner]}{oil}", "18.4a"))
    for side in SIDES:
        if zone.kind == "land" and has_base(state, zone.id, side):
            rows.append(Row("Base", SIDE_NAMES[side], "25.1a"))
    if state.is_shut(zone.id) and zone.kind != "sea":
        rows.append(Row("Closed", "by a chit this turn", "CHIT.C5" if zone.kind == "land" else "CHIT.P1"))
    return Section("State", tuple(rows))


def _stack_section(state: PirateState, zone: Zone) -> Section:
    """Who defends together, and who hides (12.3c, 13.1c)."""
    rows = []
    counters = state.data.counters
    for side in SIDES:
        for target, ids in groups(state, side, zone.id).items():
            kinetic, asym = sum(counters[id_].kinetic for id_ in ids), sum(counters[id_].asym for id_ in ids)
            words = f"{several(len(ids), 'unit')}, kinetic {kinetic}, asymmetrical {asym}"
            rows.append(Row(f"{state.data.name(target)}, defends together", words, "12.3c"))
        hidden = state.hidden_at(zone.id, side)
        if hidden:
            names = ", ".join(counters[unit.id].name for unit in hidden)
            rows.append(Row(f"Underground, {SIDE_NAMES[side]}", names, "16.4b"))
    return Section("Stacks", tuple(rows))


def _neighbour_section(data: Components, zone: Zone) -> Section:
    rows = []
    for kind, title in (("land", "Land route"), ("sea", "Sea route"), ("port", "Port route"), ("beach", "Beach")):
        rows += [Row(title, data.name(other), "2.4a", "", other) for other in data.routes[kind][zone.id]]
    return Section("Routes", tuple(rows))


def _counter_rows(data: Components, counter: Counter) -> Iterator[Row]:
    """What stands on the counter."""
    source = data.units.counters.source
    faction = data.factions[counter.faction]
    yield Row("Faction", f"{faction.title}{', common' if faction.common else ''}", "2.11h", source)
    weight = f", {counter.weight}" if counter.weight != "none" else ""
    yield Row("Type", f"{type_name(counter)}{weight}", _type_rule(counter), source)
    yield Row("Kinetic strength", str(counter.kinetic), "2.11c", source)
    yield Row("Asymmetrical value", str(counter.asym) if counter.asym else "none", "2.11d", source)
    yield Row("Movement", "unlimited, by air" if counter.category == "air" else str(counter.move), "2.11e", source)
    for flag in sorted(counter.flags & FLAGS.keys()):
        title, words, rule = FLAGS[flag]
        yield Row(title, words, rule, source)
    row = data.transport.get(counter.type)
    if row is not None and row.capacity:
        kinds = ", ".join(kind.replace("_", " ") for kind in row.carries)
        yield Row("Carries", f"{several(row.capacity, 'point')}: {kinds}", "22.2a", data.tables.transport.source)
    yield Row("Worth", f"{several(data.points[counter.id], 'point')} to the enemy when lost in combat", "6.1a",
              data.tables.combat_points.source)  # fmt: skip


def _type_rule(counter: Counter) -> str:
    """The rule that lists a type of unit (2.12-2.15)."""
    match counter.category:
        case "naval":
            return "2.12b" if counter.side == COALITION else "2.12a"
        case "ground":
            return "2.13a" if counter.weight == "heavy" else "2.13b"
        case "air":
            return "2.14a"
    return "2.15a"


def _unit_rows(state: PirateState, view: View, unit: Unit, counter: Counter) -> Iterator[Row]:
    """Where it is and what it has done."""
    data = state.data
    if unit.at not in data.zones:
        due = f"returns on Turn {view.due[unit.id]}" if unit.id in view.due else ""
        yield Row("Place", due or BOX_WORDS[unit.at], "9.10b")
        return
    yield Row("Place", data.name(unit.at), "", "", unit.at)
    yield Row("Lies", condition_of(data, unit), "10.6a")
    if unit.id in view.moved and view.phase in ("movement", "return"):
        yield Row("This phase", _tell_move(data, view.moved[unit.id]), "11.1a")
    elif view.phase == "movement" and counter.side == view.mover and counter.move:
        yield Row("May move", several(allowance(state, unit.id), "Zone"), "2.11e")
    if unit.id in view.attacked and view.phase == "combat":
        yield Row("This phase", "has attacked", "12.3b")
    if view.options.get("logistics") and not is_supplied(state, unit.id):
        yield Row("Supply", "out of supply: half strength, one Zone", "30.2a")
    row = data.transport.get(counter.type)
    if row is not None and row.capacity and counter.category == "naval":
        names = ", ".join(data.name(cargo.id) for cargo in state.cargo(unit.id)) or "nothing"
        yield Row("Aboard", f"{names}; {load(state, unit.id)} of {row.capacity} points", "22.2a")


def _tell_move(data: Components, moved: str) -> str:
    """How a unit has moved in this phase, in words; after an embarkation its port follows."""
    how, _, port = moved.partition(" ")
    return f"{MOVES[how]} {data.name(port)}" if port else MOVES[how]


def _chit_section(data: Components, side: Side, chit: str) -> Section:
    kind = data.chits[side][chit]
    rows = (
        Row("When", kind.when, kind.rule),
        Row("Effect", kind.effect, kind.rule),
        Row("In the game", f"{kind.count}", "19.1a", "reconstructed"),
    )
    return Section(kind.name, rows)


def _good_section(data: Components, item: str) -> Section:
    good = data.goods[item]
    names = ", ".join(data.name(id_) for id_ in good.ids)
    source = data.tables.mobilization.source
    places = (("Where", good.zones), ("Ships", good.naval), ("Aircraft", good.air))
    rows = (
        Row("Price", str(good.cost), "9.1a", source),
        Row("Units", names, "9.2a"),
        *(Row(title, describe_places(data, tokens), "9.4a", source) for title, tokens in places if tokens),
    )
    return Section(good.name, rows)
