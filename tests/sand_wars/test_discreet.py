"""Nobody learns what is hidden from what the other is asked: the same public position asks the same questions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from common.engine import DiscreetStep, Match, load_game
from common.lab import secrecy
from sand_wars import actions as act
from sand_wars.rules.air import MoreSorties
from sand_wars.rules.combat.course import GroundCombat
from sand_wars.rules.combat.fire import FireOrder
from sand_wars.rules.combat.recon import ReconCards
from sand_wars.rules.combat.strength import both_there
from sand_wars.rules.combat.support import AirStep
from sand_wars.rules.combat.withdrawal import FreeWithdrawal
from sand_wars.rules.event_choices import Volunteers
from sand_wars.rules.missions import AirDefense
from sand_wars.rules.reconstitution import Rebuilding
from sand_wars.rules.reinforcements import Deploying
from sand_wars.rules.strike import Striking
from sand_wars.state import ALGERIA, ENEMY, MOROCCO, SandState
from tests.asking import step
from tests.playing import bot_action
from tests.sand_wars.fights import QUIET, action_card, attach, change, data, die, fight, in_action, throw
from tests.sand_wars.positions import arranged, deal, play

AIR, NAVAL, SPECIAL, LOGISTICS = "Air operations", "Naval operations", "Special move", "Combat logistics"
TACTICAL, JAMMING, STRATEGIC, DIG = "Tactical Intel", "C2 jamming", "Strategic attack", "Dig in"
IDLE = action_card(ALGERIA, DIG)  # it has no place in a combat or mission
FIGHT = {
    "A-tank4-1": "oujda", "A-rec1-1": "oujda", "A-base-1": "tlemcen", "A-mot2-1": "oran",
    "M-mech3-1": "oujda", "M-mot2-1": "oujda",
}  # fmt: skip
HARMLESS = (
    die(ALGERIA, 6), die(MOROCCO, 2), throw(ALGERIA, 1, 1), throw(MOROCCO, 1, 1),
    die(ALGERIA, 6, 1), die(MOROCCO, 2, 1), throw(ALGERIA, 1, 2), throw(MOROCCO, 1, 2),
)  # fmt: skip  # two rounds in which Algeria fires first and nobody is hit


def questions(match: Match, most: int = 60) -> list[tuple[str, str | None]]:
    """Who is asked for what until the combat is over, if everybody only goes on."""
    found = []
    while match.state.battle is not None:
        found.append((step(match), match.to_act))
        match.play(next(action for action in QUIET if match.why_not(action) is None))
        assert len(found) < most
    return found


def is_asked(state: SandState, first: DiscreetStep) -> bool:
    """Whether a step that comes now waits for a decision."""
    other = state.clone()
    other.push(first)
    return not first.proceed(other)


def lay_open(match: Match, side: str, *titles: str) -> None:
    """All cards of these titles go from the deck to the discards, as everybody sees."""
    state = match.state
    pool = state.pools[side]
    seen = tuple(card for card in pool.content if data().cards[card].action in titles)
    state.pools[side] = replace(pool, content=tuple(c for c in pool.content if c not in seen), discards=seen)


# The attacker's hand


@pytest.mark.rule("sand_wars", "GC.3", "GC.6", "GC.8", "ADD.2")
@pytest.mark.parametrize("title", [AIR, NAVAL, SPECIAL, LOGISTICS, TACTICAL, JAMMING])
def test_the_attacker_is_asked_the_same_whatever_he_holds(title: str) -> None:
    """Two combats alike but for one card of the attacker, in which nobody plays anything."""
    found = []
    for held in (action_card(ALGERIA, title), IDLE):
        match = fight(GroundCombat(), place=FIGHT, hand=(held,), draws=HARMLESS)
        found.append(questions(match))
    assert found[0] == found[1]
    assert {("AirStep", ALGERIA), ("ReconCards", ALGERIA), ("FireOrder", ALGERIA)} <= set(found[0])


def combat_steps() -> tuple[DiscreetStep, ...]:
    return AirStep(ALGERIA), ReconCards(ALGERIA), FireOrder(ALGERIA, "First fire")


@pytest.mark.rule("sand_wars", "GC.6", "GC.8", "ADD.2")
@pytest.mark.parametrize("number", [0, 1, 2])
def test_an_empty_hand_is_not_asked_for_a_card(number: int) -> None:
    match = fight(FreeWithdrawal(MOROCCO), place=FIGHT, hand=(IDLE,))
    assert is_asked(match.state, combat_steps()[number])
    deal(match.state, ALGERIA, ())
    assert not is_asked(match.state, combat_steps()[number])


@pytest.mark.rule("sand_wars", "GC.6", "GC.8", "ADD.2", "EVT.WEA.a")
def test_what_everybody_knows_to_be_impossible_is_not_asked() -> None:
    def asks(number: int, *gone: str, **fields: Any) -> bool:
        match = fight(FreeWithdrawal(MOROCCO), place=FIGHT, hand=(IDLE,), **fields)
        lay_open(match, ALGERIA, *gone)
        return is_asked(match.state, combat_steps()[number])

    assert asks(0, AIR)  # a Special move may still bring somebody
    assert asks(0, SPECIAL)
    assert not asks(0, AIR, SPECIAL)  # no ship supports a combat in Oujda
    assert not asks(0, weather=True)
    assert not asks(0, AIR, battle={"special": True})
    assert asks(1, TACTICAL)
    assert asks(1, JAMMING)
    assert not asks(1, TACTICAL, JAMMING)
    assert not asks(2, LOGISTICS)
    assert not asks(2, weather=True)
    assert not asks(2, battle={"supplies": (2, 0)})  # as many cards as units


@pytest.mark.rule("sand_wars", "GC.6", "ACT.SPEC.b")
def test_whether_a_landing_is_possible_is_judged_by_what_everybody_sees() -> None:
    """A block within range may be airborne or not; where no block is in range, nobody is asked."""
    for unit in ("A-abn2-1", "A-tank4-2"):
        for place, asked in (("oran", True), ("in_amenas", False)):
            there = {"A-mot2-1": "oujda", "M-mot2-1": "oujda", unit: place}
            match = fight(FreeWithdrawal(MOROCCO), place=there, hand=(IDLE,))
            lay_open(match, ALGERIA, AIR)
            assert is_asked(match.state, AirStep(ALGERIA)) == asked, (unit, place)


@pytest.mark.rule("sand_wars", "INTD.2", "ACT.AIR.b")
@pytest.mark.parametrize("more", [AIR, DIG])
def test_who_has_sent_a_marker_is_asked_for_another_whatever_he_holds(more: str) -> None:
    hand = (action_card(ALGERIA, more, 1),)
    match = in_action(AIR, {"M-mot2-1": "oujda"}, war=True, hand=hand)
    play(match, act.Sortie("A-airstrike-1", "interdiction"), act.AimAt("oujda"))
    assert step(match) == "MoreSorties"
    assert not is_asked(replace_hand(match, ()), match.state.step)
    lay_open(match, ALGERIA, AIR)
    assert is_asked(match.state, match.state.step) == (more == AIR)  # one card is not in the open: he may hold it


@pytest.mark.rule("sand_wars", "ACT.STR.b", "STK.4")
@pytest.mark.parametrize("more", [STRATEGIC, DIG])
def test_who_strikes_is_asked_for_another_marker_whatever_he_holds(more: str) -> None:
    match = in_action(STRATEGIC, {}, war=True, hand=(action_card(ALGERIA, more, 1),))
    play(match, act.AimAt("resource@khouribga"), act.Sortie("A-airstrike-1", "strike"))
    assert step(match) == "Striking"
    assert not is_asked(replace_hand(match, ()), match.state.step)
    peace = in_action(STRATEGIC, {}, hand=(action_card(ALGERIA, more, 1),))
    play(peace, act.AimAt("resource@khouribga"), act.Sortie("A-airstrike-1", "strike"))
    assert step(peace) != "Striking"  # OH.4: everybody knows that no second one may cross the border


def replace_hand(match: Match, cards: Iterable[str]) -> SandState:
    """The position with another hand of Algeria."""
    state: SandState = match.state.clone()
    deal(state, ALGERIA, cards)
    return state


# Hidden blocks


@pytest.mark.rule("sand_wars", "GC.11", "FRT.1")
@pytest.mark.parametrize("inside", [3, 8])
def test_a_full_space_behind_the_front_is_not_betrayed(inside: int) -> None:
    """All that is seen in Tlemcen are an HQ and three blocks; with eight units in its box nobody else finds room."""
    others = ("A-mot2-2", "A-mot2-3", "A-mot2-4")
    place = {"A-tank4-1": "maghnia", "M-mech3-1": "maghnia", "A-D1": "tlemcen", **dict.fromkeys(others, "tlemcen")}
    match = fight(FreeWithdrawal(ALGERIA), place=place, space="maghnia", battle={"advantage": ALGERIA})
    units = [f"A-mech3-{number}" for number in range(1, inside + 1)]
    for unit in units:
        match.state.put(replace(match.state.pieces[unit], at="tlemcen", cv=3))
    attach(match, "A-D1", *units)
    for space in data().near["maghnia"]:
        if space != "tlemcen":
            match.state.take(MOROCCO, space)
    room = act.WithdrawTo("A-tank4-1", "tlemcen") in FreeWithdrawal(ALGERIA).legal(match.state)
    assert room == (inside == 3)
    assert is_asked(match.state, FreeWithdrawal(ALGERIA))


@pytest.mark.rule("sand_wars", "ACT.ADM.d", "ACT.ADM.e")
@pytest.mark.parametrize("units", [("A-tank4-1", "A-het0-1"), ("A-mot2-1", "A-mot2-2")])
def test_two_blocks_that_drive_do_not_show_whether_one_hauls_the_other(units: tuple[str, str]) -> None:
    match = in_action("Admin move", dict.fromkeys(units, "oran"))
    play(match, *map(act.Entrain, units), act.Drive("bechar"))
    assert step(match) == "PartWays"
    assert (len(match.legal()) == 1) == (units[0] == "A-tank4-1")


@pytest.mark.rule("sand_wars", "DIS.2", "DSP.6")
@pytest.mark.parametrize("hurt", [False, True])
def test_a_formation_does_not_show_that_a_unit_in_its_box_is_disrupted(hurt: bool) -> None:
    match = in_action("Ops and Plans", {"A-B1": "oran", "A-mot2-1": "oran"})
    attach(match, "A-B1", "A-mot2-1")
    change(match, "A-mot2-1", disrupted=hurt)
    play(match, act.Activate("A-B1"), act.Advance("tlemcen"))
    assert step(match) == "Marching"
    assert (act.Advance("maghnia") in match.legal()) != hurt


@pytest.mark.rule("sand_wars", "EVT.ARMS.a", "DSP.6")
def test_whether_there_is_anything_to_rebuild_is_not_betrayed() -> None:
    """Once a side has lost a step, or has a stood-up HQ with its box, anything may be hurt."""
    match = arranged(place={"A-tank4-1": "oran", "A-B1": "oran"})
    offer = Rebuilding(ALGERIA, optional=True)
    assert not is_asked(match.state, offer)
    match.state.lost_steps = {ALGERIA: 1}
    assert is_asked(match.state, offer)
    change(match, "A-tank4-1", cv=3)
    assert is_asked(match.state, offer)
    match.state.lost_steps = {}
    change(match, "A-tank4-1", cv=4)
    attach(match, "A-B1")
    assert is_asked(match.state, offer)


@pytest.mark.rule("sand_wars", "REI.7", "EVT.AVO.a", "FRT.1")
def test_reinforcements_do_not_show_how_full_the_spaces_are() -> None:
    """Algiers is all that is left and full, which nobody else can know of a space with HQs."""
    match = arranged(place=dict.fromkeys([f"A-mot2-{number}" for number in range(1, 11)], "alger"))
    for space in data().countries[ALGERIA]:
        if space != "alger":
            match.state.take(MOROCCO, space)
    for hq in ("A-B1", "A-B2"):
        match.state.put(replace(match.state.pieces[hq], at="alger", up=True))
    assert len(Volunteers(ALGERIA, "EVT.AVO.a").legal(match.state)) == 1
    assert is_asked(match.state, Volunteers(ALGERIA, "EVT.AVO.a"))
    assert is_asked(match.state, Deploying(ALGERIA, ("A-tank4-1",)))


@pytest.mark.rule("sand_wars", "AD.1", "PCE.1")
def test_a_lone_transporter_is_asked_for_air_defense_like_any_block() -> None:
    match = in_action(AIR, {"M-het0-1": "oujda"}, war=True)
    play(match, act.Sortie("A-airstrike-1", "interdiction"), act.AimAt("oujda"))
    assert isinstance(match.state.step, AirDefense)
    assert len(match.legal()) == 1
    assert match.is_discreet and not match.is_secret


# All of them


@pytest.mark.parametrize("seed", [3, 4])
@pytest.mark.parametrize("level", ["policy", "random"])
def test_nobody_is_passed_over_who_could_choose(monkeypatch: pytest.MonkeyPatch, seed: int, level: str) -> None:
    """What everybody knows allows at least what is true: a step is skipped only if one choice is left."""
    passed = []

    def watched(kind: Any) -> Any:
        proceed = kind.proceed

        def look(self: Any, state: SandState) -> bool:
            ended = state.battle is not None and not both_there(state)
            choices = 1 if ended else len(self.legal(state.clone()))
            over = bool(proceed(self, state))
            if over:
                passed.append((kind.__name__, choices))
            return over

        return look

    for kind in (AirStep, ReconCards, FireOrder, MoreSorties, Striking, FreeWithdrawal, Rebuilding, Deploying):
        monkeypatch.setattr(kind, "proceed", watched(kind))
    match = load_game("sand_wars").new_match("crisis", seed)
    while match.to_act is not None and len(match.past) < 400:
        match.play(bot_action(match, level, len(match.past)))
    assert passed
    assert all(count <= 1 for _, count in passed), passed


@pytest.mark.parametrize("kind", [AirStep, ReconCards, FireOrder])
def test_the_search_for_secrets_finds_a_step_that_is_skipped_for_want_of_a_card(
    monkeypatch: pytest.MonkeyPatch, kind: Any
) -> None:
    """Were the step asked only of who holds a card, a seat that acts before it would learn of his hand."""
    first = combat_steps()[(AirStep, ReconCards, FireOrder).index(kind)]
    match = fight(FreeWithdrawal(MOROCCO), first, place=FIGHT, hand=(IDLE,), enemy_hand=("M01",))
    assert match.to_act == MOROCCO == ENEMY[ALGERIA]
    ask_in_many_worlds(match)
    monkeypatch.setattr(kind, "proceed", lambda self, state: len(self.legal(state)) == 1 and _skip(self, state))
    with pytest.raises(secrecy.Leak, match="what is asked"):
        ask_in_many_worlds(match)


def ask_in_many_worlds(match: Match) -> None:
    for seed in range(20):
        secrecy.compare_worlds(match, MOROCCO, seed)


def _skip(first: DiscreetStep, state: SandState) -> bool:
    state.flow.pop()
    return True
