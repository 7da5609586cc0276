"""EVT  Every event outside combat: what the appendix says under its title."""

from __future__ import annotations

from common.engine import Side, Step
from sand_wars.rules.cards import discard_at_random, draw_cards
from sand_wars.rules.chips import bank, remove_chips
from sand_wars.rules.command import own_hqs
from sand_wars.rules.dice import event, finish_event_now, keep_card, roll_dice
from sand_wars.rules.event_choices import (
    Jihad,
    LibyanBorder,
    TerrorAttack,
    UraniumDraw,
    Volunteers,
    uranium_spaces,
)
from sand_wars.rules.forces import eliminate
from sand_wars.rules.hostilities import commence
from sand_wars.rules.leadership import place_leader
from sand_wars.rules.marker import advance_marker
from sand_wars.rules.reconstitution import Rebuilding
from sand_wars.rules.secrets import show_hand
from sand_wars.rules.targets import settle_all
from sand_wars.rules.victory import intruders
from sand_wars.state import ALGERIA, ASIDE, ENEMY, MOROCCO, NAMES, OFF_MAP, OUT, SIDES, Block, SandState

CALM_CV = 3  # EVT.DISA.a
GUARDS_CV = 2  # what Guards are worth in a disturbance (EVT.DISA.b)
RESTLESS = {ALGERIA: ("alger", "oran"), MOROCCO: ("rabat", "casablanca")}
FATAL = 1  # the face that a coup needs (EVT.COUA.a)
TERROR = ("terror_attack", "terror_spectacular")


# People


@event("Algerian leadership")
def algerian_leadership(state: SandState, drawer: Side) -> None:
    """EVT.ALD.a"""
    place_leader(state, ALGERIA, "EVT.ALD.a")


@event("Moroccan leadership")
def moroccan_leadership(state: SandState, drawer: Side) -> None:
    """EVT.MLD.a"""
    place_leader(state, MOROCCO, "EVT.MLD.a")


@event("Algerian volunteers")
def algerian_volunteers(state: SandState, drawer: Side) -> None:
    """EVT.AVO.a"""
    state.push(Volunteers(ALGERIA, "EVT.AVO.a"))


@event("Moroccan volunteers")
def moroccan_volunteers(state: SandState, drawer: Side) -> None:
    """EVT.MVO.a"""
    state.push(Volunteers(MOROCCO, "EVT.MVO.a"))


@event("Coup attempt (Algeria)")
def coup_in_algeria(state: SandState, drawer: Side) -> None:
    """EVT.COUA.a"""
    _coup(state, drawer, ALGERIA, "EVT.COUA.a")


@event("Coup attempt (Morocco)")
def coup_in_morocco(state: SandState, drawer: Side) -> None:
    """EVT.COUM.a"""
    _coup(state, drawer, MOROCCO, "EVT.COUM.a")


def _coup(state: SandState, drawer: Side, victim: Side, rule: str) -> None:
    """R92  One die for each HQ on the map in the order of ids, then for each Leader."""
    leaders = sorted([leader.id for leader in state.of_kind(victim, "leader")])
    pieces = (*sorted(own_hqs(state, victim)), *leaders)
    if pieces:
        roll_dice(state, drawer, len(pieces), f"Coup attempt in {NAMES[victim]}", rule, CoupRoll(pieces, rule))
    else:
        state.note(f"{NAMES[victim]} has no HQ and no Leader on the map.", rule)


class CoupRoll(Step, frozen=True, tag=True):
    """EVT.COUA.a  Each one removes its piece for good; the units of an HQ stay where they are."""

    pieces: tuple[str, ...]
    rule: str
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        spaces = []
        for id_, die in zip(self.pieces, self.dice, strict=True):
            at = state.pieces[id_].at
            if die == FATAL and at in state.data.names:
                spaces.append(at)
                eliminate(state, id_, self.rule, OUT)
        state.note(f"The coup removes {len(spaces) or 'none'} of {len(self.pieces)} HQs and Leaders.", self.rule)
        for space in dict.fromkeys(spaces):
            settle_all(state, space)
        return True


@event("Disturbances (Algeria)")
def disturbances_in_algeria(state: SandState, drawer: Side) -> None:
    """EVT.DISA.a"""
    _disturbances(state, ALGERIA, "EVT.DISA.a")


@event("Disturbances (Morocco)")
def disturbances_in_morocco(state: SandState, drawer: Side) -> None:
    """EVT.DISM.a, R91"""
    _disturbances(state, MOROCCO, "EVT.DISM.a")


def _disturbances(state: SandState, side: Side, rule: str) -> None:
    restless = [space for space in RESTLESS[side] if garrison(state, side, space) < CALM_CV]
    if restless:
        places = " and ".join(map(state.title, restless))
        state.note(f"Too few troops in {places}.", rule)
        discard_at_random(state, side, (len(state.hands[side]) + 1) // 2, rule)
    else:
        state.note("The garrisons keep order.", rule)


def garrison(state: SandState, side: Side, space: str) -> int:
    """The CV of a side in a city as disturbances count it."""
    return sum(GUARDS_CV if state.code(piece.id) == "guards" else piece.cv for piece in state.ground(side, space))


@event("Libyan border activity")
def libyan_border_activity(state: SandState, drawer: Side) -> None:
    """EVT.LIB.a, R90"""
    show_hand(state, MOROCCO, "EVT.LIB.a")
    state.push(LibyanBorder(ALGERIA))


# Powers and institutions


@event("Arab league intervenes")
def arab_league_intervenes(state: SandState, drawer: Side) -> None:
    """EVT.ARAB.a, EVT.ARAB.b"""
    invaded = [side for side in SIDES if intruders(state, ENEMY[side], side)]
    for side in invaded:
        draw_cards(state, side, 1, "EVT.ARAB.a")
    if not invaded:
        state.note("No piece stands in the enemy's home country.", "EVT.ARAB.a")
    if state.war:
        advance_marker(state, "EVT.ARAB.b")


@event("Major power intervenes")
def major_power_intervenes(state: SandState, drawer: Side) -> None:
    """EVT.MPI.a, EVT.MPI.b"""
    if intruders(state, ENEMY[drawer], drawer):
        draw_cards(state, drawer, 1, "EVT.MPI.a")
    else:
        state.note(f"No enemy piece stands in the home country of {NAMES[drawer]}.", "EVT.MPI.a")
    if state.war:
        advance_marker(state, "EVT.MPI.b")


@event("UN emergency session")
def un_emergency_session(state: SandState, drawer: Side) -> None:
    """EVT.UN.a, EVT.UN.b"""
    if state.war:
        advance_marker(state, "EVT.UN.b")
    else:
        roll_dice(state, drawer, 1, "UN emergency session", "EVT.UN.a", SessionRoll())


class SessionRoll(Step, frozen=True, tag=True):
    """EVT.UN.a  As many chips leave the Pool as the die shows."""

    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        remove_chips(state, self.dice[0], "EVT.UN.a", "UN emergency session")
        return True


@event("Global news coverage")
def global_news_coverage(state: SandState, drawer: Side) -> None:
    """EVT.NEWS.a, EVT.NEWS.b, R50"""
    if state.war:
        advance_marker(state, "EVT.NEWS.b")
    elif not state.news:
        again = min(state.chips_placed, bank(state))
        state.chips += again
        state.chips_placed += again
        state.note(f"The chips of this Game Turn count double: {again} more, now {state.chips}.", "EVT.NEWS.a")
    state.news = True
    if state.result is None:
        keep_card(state)


@event("War breaks out!")
def war_breaks_out(state: SandState, drawer: Side) -> None:
    """EVT.WBO.a, EVT.WBO.b, R4, R5"""
    if state.war or state.chips < state.data.tables.tracks.war:
        state.note("War breaks out! has no effect.", "OH.9" if state.war else "DEF.CE.3")
        return
    finish_event_now(state)
    commence(state)
    draw_cards(state, drawer, 1, "EVT.WBO.b")


# Weather and money


@event("Bad weather")
def bad_weather(state: SandState, drawer: Side) -> None:
    """EVT.WEA.a, R85"""
    state.weather = True
    keep_card(state)
    state.note("Bad weather until the Game Turn ends.", "EVT.WEA.a")


@event("Arms market glutted")
def arms_market_glutted(state: SandState, drawer: Side) -> None:
    """EVT.ARMS.a, R89"""
    state.push(Rebuilding(drawer, optional=True), Rebuilding(ENEMY[drawer], optional=True))


@event("Oil demand down")
def oil_demand_down(state: SandState, drawer: Side) -> None:
    """EVT.OILD.a, R40"""
    state.oil_down = {**state.oil_down, ALGERIA: state.oil_down.get(ALGERIA, 0) + 1}
    keep_card(state)
    state.note("Algeria draws two cards fewer in its next Draw Phase.", "EVT.OILD.a")


@event("Oil demand up")
def oil_demand_up(state: SandState, drawer: Side) -> None:
    """EVT.OILU.a, EVT.OILU.b, R40"""
    for side in SIDES:
        state.oil_up = {**state.oil_up, side: state.oil_up.get(side, 0) + 1}
    keep_card(state)
    state.note("Oil brings cards in the next Draw Phase of each side.", "EVT.OILU.a", "EVT.OILU.b")


@event("Phosphate boom")
def phosphate_boom(state: SandState, drawer: Side) -> None:
    """EVT.PHO.a, R40"""
    for side in SIDES:
        state.phosphate = {**state.phosphate, side: state.phosphate.get(side, 0) + 1}
    keep_card(state)
    state.note("Phosphates bring cards in the next Draw Phase of each side.", "EVT.PHO.a")


@event("Islamic bomb")
def islamic_bomb(state: SandState, drawer: Side) -> None:
    """EVT.BOMB.a"""
    sides = [side for side in (drawer, ENEMY[drawer]) if uranium_spaces(state, side)]
    state.push(*map(UraniumDraw, sides))
    if not sides:
        state.note("Nobody controls uranium.", "EVT.BOMB.a")


@event("Mineral discovery (Algeria)")
def mineral_discovery_in_algeria(state: SandState, drawer: Side) -> None:
    """EVT.MIN.a"""
    roll_dice(state, drawer, 1, "Mineral discovery in Algeria", "EVT.MIN.a", DiscoveryRoll(ALGERIA))


@event("Mineral discovery (Morocco)")
def mineral_discovery_in_morocco(state: SandState, drawer: Side) -> None:
    """EVT.MIN.a"""
    roll_dice(state, drawer, 1, "Mineral discovery in Morocco", "EVT.MIN.a", DiscoveryRoll(MOROCCO))


class DiscoveryRoll(Step, frozen=True, tag=True):
    """EVT.MIN.a, R39  A resource marker is placed by the country's table, unless one is there or none is left."""

    side: Side
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        tables = state.data.tables.discovery
        found = (tables.algeria if self.side == ALGERIA else tables.morocco)[str(self.dice[0])]
        spare = [piece.id for piece in state.at(self.side, ASIDE) if state.code(piece.id) == "resource_marker"]
        taken = any(state.code(piece.id) == "resource_marker" for piece in state.at(self.side, found.space))
        where = state.title(found.space)
        if taken or not spare:
            state.note(f"Nothing new is found in {where}.", "EVT.MIN.a")
        else:
            state.put(Block(spare[0], found.space))
            state.note(f"{found.kind.capitalize()} is found in {where}.", "EVT.MIN.a", places=(found.space,))
        return True


# Insurgents and terror


@event("Jihad in Algeria")
def jihad_in_algeria(state: SandState, drawer: Side) -> None:
    """EVT.JIA.a"""
    state.push(Jihad(MOROCCO, "EVT.JIA.a"))


@event("Jihad in Morocco")
def jihad_in_morocco(state: SandState, drawer: Side) -> None:
    """EVT.JIM.a"""
    state.push(Jihad(ALGERIA, "EVT.JIM.a"))


@event("Terrorist attack")
def terrorist_attack(state: SandState, drawer: Side) -> None:
    """EVT.TER.a, R86"""
    state.push(TerrorAttack(drawer, "terror_attack", 1, "EVT.TER.a"))


@event("Terrorist spectacular")
def terrorist_spectacular(state: SandState, drawer: Side) -> None:
    """EVT.SPE.a, R86"""
    state.push(TerrorAttack(drawer, "terror_spectacular", 2, "EVT.SPE.a"))


@event("War on terror")
def war_on_terror(state: SandState, drawer: Side) -> None:
    """EVT.WOT.a, R87"""
    struck = [side for side in (ENEMY[drawer], drawer) if terror_at_home(state, side)]
    if not struck:
        state.note("No terror marker lies in either home country.", "EVT.WOT.a")
    for side in struck:  # the drawer's roll comes first
        roll_dice(state, side, 1, f"War on terror: {NAMES[side]}", "EVT.WOT.a", WarOnTerrorRoll(side))


def terror_at_home(state: SandState, side: Side) -> list[str]:
    """The terror markers of anybody in a side's home country."""
    return [piece.id for owner in SIDES for piece in state.of_kind(owner, *TERROR) if state.is_home(side, piece.at)]


class WarOnTerrorRoll(Step, frozen=True, tag=True):
    """EVT.WOT.a  As many cards as the die shows; the markers go back to their owners."""

    side: Side
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        for id_ in terror_at_home(state, self.side):
            state.put(Block(id_, OFF_MAP))
        draw_cards(state, self.side, self.dice[0], "EVT.WOT.a")
        return True
