"""19  Netwar chits: when they are played, negation, the reroll, closed places, Militia, InfoWar, Full Spectrum."""

from __future__ import annotations

import pytest

from common.engine import Match
from common.engine.actions import Add, Confirm, Decline
from somali_pirates.actions import CountDie, EndPhase, Fly, Move, PassOn, Place, PlayChit, SplitPoints, TakePoints, Walk
from somali_pirates.rules.chit_effects import why_not_effect
from somali_pirates.rules.chits import throw
from somali_pirates.rules.losses import eliminate
from somali_pirates.rules.spoils import Spoils
from somali_pirates.state import COALITION, PIRATE
from tests.asking import offered, refused, step, told
from tests.somali_pirates.positions import FAR, after, arrange, decline, game, where

Hands = dict[str, list[str]]


def buying(first: str = PIRATE, text: str = FAR, **more: object) -> Match:
    """The Mobilization Phase at its first question."""
    return arrange(text, "mobilization", first, **more)


def plotted(first: tuple[str, ...] = (), second: tuple[str, ...] = (), side: str = PIRATE, **more: object) -> Match:
    """Both have bought; the first window of the deployment is open."""
    match = buying(side, **more)
    while step(match) == "PointsWindow":
        after(match, Decline())
    after(match, *map(Add, first), Confirm())
    return after(match, *map(Add, second), Confirm())


def window(match: Match) -> tuple[str, str | None]:
    return step(match), match.to_act


# Windows


@pytest.mark.rule("somali_pirates", "27.0b")
def test_whoever_holds_a_chit_is_asked_whether_it_fits_or_not() -> None:
    fitting = plotted(hands={COALITION: ["somali_civil_war"]})
    other = plotted(hands={COALITION: ["surge"]})
    nothing = plotted(hands={})
    assert window(fitting) == window(other) == ("ClosingWindow", COALITION)
    assert step(nothing) != "ClosingWindow"
    assert other.legal() == (Decline(),)


def test_by_agreement_only_holders_of_a_fitting_chit_are_asked() -> None:
    options = {"ask_only_holders": True}
    assert step(plotted(hands={COALITION: ["surge"]}, options=options)) != "ClosingWindow"
    assert step(plotted(hands={COALITION: ["somali_civil_war"]}, options=options)) == "ClosingWindow"


def test_windows_can_be_let_go_by_until_the_next_phase() -> None:
    def window_comes(passing: bool) -> bool:
        match = buying(COALITION, hands={PIRATE: ["isr"]})
        if passing:
            match.play(PassOn(PIRATE))
            assert match.why_not(PassOn(PIRATE)).rule == "19.3a"
        after(match, Add("contractors_pmc"), Confirm(), Confirm())
        return step(match) == "ClosingWindow"

    assert window_comes(passing=False)
    assert not window_comes(passing=True)
    match = after(buying(COALITION, hands={PIRATE: ["isr"]}), PassOn(PIRATE), Confirm(), Confirm())
    assert (match.state.phase, match.state.passing) == ("movement", set())
    assert match.why_not(PassOn(COALITION)).rule == "19.3a"  # without a chit nobody asks


@pytest.mark.rule("somali_pirates", "27.0b")
def test_the_enemy_does_not_learn_that_windows_are_let_go_by() -> None:
    match = buying(COALITION, hands={PIRATE: ["isr"], COALITION: ["isr"]})
    before = repr(match.view(COALITION)), match.legal()
    match.play(PassOn(PIRATE))
    assert (repr(match.view(COALITION)), match.legal()) == before
    assert "no chits" in match.journal.view(PIRATE)[-1].text
    for side in (COALITION, None):
        assert not any("no chits" in entry.text for entry in match.journal.view(side))
        assert game().imagine(match.state, side, 3).passing == frozenset()
    assert game().imagine(match.state, PIRATE, 3).passing == {PIRATE}


@pytest.mark.rule("somali_pirates", "19.3a")
def test_a_chit_is_played_only_at_its_time() -> None:
    match = plotted(hands={COALITION: ["tactical_edge", "isr", "somali_civil_war"]})
    assert refused(match, PlayChit("tactical_edge")) == "19.3a"
    assert refused(match, PlayChit("isr", "look")) == "19.3a"
    assert refused(match, PlayChit("infowar")) == "CHIT.C2"  # not in hand
    assert refused(match, PlayChit("fatwa")) == "19.3a"  # not a chit of the Coalition
    assert refused(match, PlayChit("somali_civil_war", target="puntland")) is None
    combat = arrange("eyl: pl_militia_1" + FAR, "combat", PIRATE, hands={PIRATE: ["jihad", "dar_al_harb"]}, pirate=90)
    for action in (PlayChit("jihad"), PlayChit("dar_al_harb", target="off_aden")):
        assert refused(combat, action) is not None


@pytest.mark.rule("somali_pirates", "19.2b")
def test_a_played_chit_is_announced_and_back_in_the_pool() -> None:
    match = arrange(FAR, "combat", COALITION, hands={COALITION: ["isr"], PIRATE: []})
    after(match, PlayChit("isr", "look"))
    assert match.state.hands[COALITION] == ()
    assert match.state.pools[COALITION].counts()["isr"] == 4
    assert told(match, "CHIT.C3")


# Negation


@pytest.mark.rule("somali_pirates", "CHIT.P2")
def test_a_fatwa_stops_surge_which_goes_back_to_its_pool() -> None:
    hands = {COALITION: ["surge"], PIRATE: ["fatwa"]}
    match = after(buying(COALITION, coalition=20, hands=hands), PlayChit("surge"))
    assert window(match) == ("Negation", PIRATE)
    after(match, PlayChit("fatwa"))
    assert match.state.index[COALITION] == 20
    assert match.state.pools[COALITION].counts()["surge"] == 1
    assert match.state.pools[PIRATE].counts()["fatwa"] == 2


@pytest.mark.rule("somali_pirates", "CHIT.C1")
def test_a_black_op_on_a_fatwa_revives_the_chit() -> None:
    hands = {COALITION: ["surge", "black_op"], PIRATE: ["fatwa"]}
    match = after(buying(COALITION, coalition=20, hands=hands, dice=(1, 2, 3, 4)), PlayChit("surge"))
    after(match, PlayChit("fatwa"))
    assert window(match) == ("Negation", COALITION)
    after(match, PlayChit("black_op"))
    assert match.state.index[COALITION] == 20 + 10 + 3
    assert match.state.pools[COALITION].removed == ("surge",)


@pytest.mark.rule("somali_pirates", "CHIT.P2")
def test_a_second_fatwa_on_the_black_op_stops_it_again() -> None:
    hands = {COALITION: ["surge", "black_op"], PIRATE: ["fatwa", "fatwa"]}
    match = after(buying(COALITION, coalition=20, hands=hands), PlayChit("surge"))
    after(match, PlayChit("fatwa"), PlayChit("black_op"), PlayChit("fatwa"))
    assert match.state.index[COALITION] == 20
    assert match.state.pools[COALITION].removed == ()


# Surge and Jihad


@pytest.mark.rule("somali_pirates", "CHIT.C6")
def test_surge_adds_four_dice_and_the_turn_at_an_index_of_25_or_less() -> None:
    match = buying(COALITION, coalition=25, turn=4, hands={COALITION: ["surge"]}, dice=(1, 2, 3, 4))
    after(match, PlayChit("surge"))
    assert match.state.index[COALITION] == 39
    assert match.state.pools[COALITION].removed == ("surge",)
    rich = buying(COALITION, coalition=26, hands={COALITION: ["surge"]})
    assert step(rich) != "PointsWindow"


@pytest.mark.rule("somali_pirates", "CHIT.P4")
@pytest.mark.rule("somali_pirates", "6.0b")
def test_jihad_adds_four_dice_and_the_turn_at_an_index_of_76_or_more() -> None:
    match = buying(pirate=95, coalition=50, turn=2, hands={PIRATE: ["jihad"]}, dice=(2, 3, 4, 5))
    after(match, PlayChit("jihad"))
    assert match.state.index == {PIRATE: 100, COALITION: 39}
    assert match.state.pools[PIRATE].removed == ("jihad",)
    poor = buying(pirate=75, hands={PIRATE: ["jihad"]})
    assert step(poor) != "PointsWindow"


@pytest.mark.rule("somali_pirates", "CHIT.C6")
@pytest.mark.rule("somali_pirates", "CHIT.P4")
def test_points_chits_may_also_be_played_in_the_own_deployment() -> None:
    match = plotted(coalition=20, hands={COALITION: ["surge"], PIRATE: []}, side=COALITION, dice=(1, 1, 1, 1))
    assert window(match) == ("OwnWindow", COALITION)
    after(match, PlayChit("surge"))
    assert match.state.index[COALITION] == 20 + 4 + 3


# Closed Regions and bases


@pytest.mark.rule("somali_pirates", "CHIT.C5")
@pytest.mark.parametrize(("die", "shut"), [(1, True), (2, True), (3, False), (6, False)])
def test_somali_civil_war_closes_a_region_on_one_or_two(die: int, shut: bool) -> None:
    hands = {COALITION: ["somali_civil_war"]}
    match = plotted(("pl_militia", "ss_militia"), hands=hands, dice=(die,))
    after(match, PlayChit("somali_civil_war", target="puntland"))
    assert (match.state.shut == {"puntland": "somali_civil_war"}) == shut
    assert match.state.pools[COALITION].counts()["somali_civil_war"] == (1 if shut else 2)
    if shut:
        assert refused(match, Place("pl_militia_1", "eyl")) == "CHIT.C5"
        after(match, Place("ss_militia_1", "merca"))
        assert where(match, "pl_militia_1") == "available"  # not built, and refunded (R24)
        assert match.state.index[PIRATE] == 59
    else:
        after(match, Place("ss_militia_1", "merca"), Place("pl_militia_1", "eyl"))


@pytest.mark.rule("somali_pirates", "CHIT.C5")
def test_a_torn_region_is_not_left_but_entered_and_crossed() -> None:
    text = "garowe: pl_technical_1; las_anod: sl_technical_1; eyl: pl_attack_craft_1" + FAR
    match = arrange(text, "movement", PIRATE, closed=("puntland",))
    after(match, Move("pl_technical_1"))
    assert refused(match, Walk("pl_technical_1", "las_anod")) == "CHIT.C5"
    assert refused(match, Walk("pl_technical_1", "eyl")) is None
    after(match, Walk("pl_technical_1", "galkayo"))
    assert refused(match, Walk("pl_technical_1", "hobyo")) == "CHIT.C5"
    ship = after(arrange(text, "movement", PIRATE, closed=("puntland",)), Move("pl_attack_craft_1"))
    assert refused(ship, Walk("pl_attack_craft_1", "sea_punt")) == "CHIT.C5"
    other = after(arrange(text, "movement", PIRATE, closed=("puntland",)), Move("sl_technical_1"))
    assert refused(other, Walk("sl_technical_1", "garowe")) is None


@pytest.mark.rule("somali_pirates", "CHIT.C5")
@pytest.mark.rule("somali_pirates", "CHIT.P1")
def test_the_chit_on_the_map_goes_back_when_the_turn_ends() -> None:
    match = arrange(FAR, "protracted", closed=("puntland", "off_aden"))
    assert match.state.pools[COALITION].counts()["somali_civil_war"] == 1
    after(match, match.legal()[0])
    assert match.state.shut == {}
    assert match.state.pools[COALITION].counts()["somali_civil_war"] == 2
    assert match.state.pools[PIRATE].counts()["dar_al_harb"] == 2


@pytest.mark.rule("somali_pirates", "CHIT.P1")
@pytest.mark.parametrize(("die", "shut"), [(3, True), (4, False)])
def test_dar_al_harb_closes_an_off_map_base_on_one_to_three(die: int, shut: bool) -> None:
    hands = {PIRATE: ["dar_al_harb"]}
    match = plotted(("contractors_pmc",), side=COALITION, hands=hands, dice=(die,))
    assert window(match) == ("ClosingWindow", PIRATE)
    after(match, PlayChit("dar_al_harb", target="off_aden"))
    assert ("off_aden" in match.state.shut) == shut
    assert refused(match, Place("contractors_pmc_1", "off_aden")) == ("CHIT.P1" if shut else None)


@pytest.mark.rule("somali_pirates", "CHIT.P1")
def test_nothing_leaves_or_enters_a_closed_base() -> None:
    text = "off_aden: usafcom_us_strike_1 nato_uk_awg; off_salalah: usafcom_us_strike_2; sea_goa_w: cjtfhoa_ctf_151_mn"
    match = arrange(text + FAR, closed=("off_aden",))
    after(match, Move("cjtfhoa_ctf_151_mn"))
    assert refused(match, Walk("cjtfhoa_ctf_151_mn", "off_aden")) == "CHIT.P1"
    strike = arrange(text + FAR, closed=("off_aden",))
    assert (
        Move("usafcom_us_strike_1") not in strike.legal()
        or refused(after(strike, Move("usafcom_us_strike_1")), Fly("usafcom_us_strike_1", "eyl")) == "CHIT.P1"
    )
    free = after(arrange(text + FAR, closed=("off_aden",)), Move("usafcom_us_strike_2"))
    assert refused(free, Fly("usafcom_us_strike_2", "eyl")) is None
    assert refused(free, Fly("usafcom_us_strike_2", "off_aden", "base")) == "CHIT.P1"


@pytest.mark.rule("somali_pirates", "CHIT.P1")
def test_units_without_any_open_place_wait_for_the_next_mobilization() -> None:
    match = plotted(("china",), side=COALITION, text="djibouti: base_1", closed=("off_aden", "off_salalah"))
    decline(match)
    while step(match) == "Deploy" and match.to_act == COALITION:
        after(match, offered(match, Place)[0] if offered(match, Place) else EndPhase())
    assert where(match, "china_15_abn") == "waiting"
    assert where(match, "china_plan_awg").startswith("sea_")


# Leader Node


@pytest.mark.rule("somali_pirates", "CHIT.P5")
@pytest.mark.rule("somali_pirates", "9.6a")
def test_leader_node_brings_three_free_militia() -> None:
    match = plotted(hands={PIRATE: ["leader_node"]})
    assert window(match) == ("OwnWindow", PIRATE)
    after(match, PlayChit("leader_node", "militia"))
    assert refused(match, Place("pl_technical_1", "eyl")) == "CHIT.P5"
    assert refused(match, Place("pl_militia_1", "merca")) == "9.4a"
    after(match, Place("pl_militia_1", "eyl", "under"), Place("ss_militia_1", "merca"), Place("sl_militia_1", "zeila"))
    assert step(match) != "MilitiaCall"
    assert match.state.index[PIRATE] == 60


@pytest.mark.rule("somali_pirates", "CHIT.P5")
def test_fewer_militia_come_if_fewer_are_left() -> None:
    data = game().data
    militia = [id_ for id_ in data.order if data.counters[id_].type == "militia"]
    match = arrange(f"eyl: {' '.join(militia[2:])}", "combat", PIRATE, hands={PIRATE: ["leader_node"]})
    after(match, PlayChit("leader_node", "militia"))
    after(match, Place(militia[0], "merca"), Place(militia[1], "merca"))
    assert step(match) == "CombatPhase"


@pytest.mark.rule("somali_pirates", "CHIT.P5")
@pytest.mark.rule("somali_pirates", "CHIT.C5")
def test_no_militia_comes_to_a_torn_region() -> None:
    match = arrange(FAR, "combat", PIRATE, hands={PIRATE: ["leader_node"]}, closed=("puntland",))
    after(match, PlayChit("leader_node", "militia"))
    assert refused(match, Place("pl_militia_1", "eyl")) == "CHIT.C5"
    assert refused(match, Place("ss_militia_1", "merca")) is None


# Seeing the enemy's hand


@pytest.mark.rule("somali_pirates", "CHIT.C3")
@pytest.mark.rule("somali_pirates", "27.0b")
def test_isr_shows_the_enemys_hand_to_that_player_only() -> None:
    hands = {COALITION: ["isr"], PIRATE: ["jihad", "infowar"]}
    match = arrange("eyl: pl_militia_1" + FAR, "combat", COALITION, hands=hands)
    assert match.game.view(match.state, COALITION).seen == ()
    after(match, PlayChit("isr", "look"), Decline())
    assert match.game.view(match.state, COALITION).seen == ("infowar", "jihad")
    assert match.game.view(match.state, PIRATE).seen == ()
    assert match.game.view(match.state, None).seen == ()
    read = {side: [e.seen_by(side) for e in match.journal] for side in (COALITION, PIRATE)}
    assert "Jihad" in repr(read[COALITION])
    assert "Jihad" not in repr(read[PIRATE])


@pytest.mark.rule("somali_pirates", "CHIT.C3")
@pytest.mark.rule("somali_pirates", "CHIT.P3")
@pytest.mark.parametrize(("mover", "player"), [(PIRATE, COALITION), (COALITION, PIRATE)])
def test_isr_is_not_played_in_the_enemys_combat_phase(mover: str, player: str) -> None:
    match = arrange("eyl: pl_militia_1" + FAR, "combat", mover, hands={player: ["isr"]})
    refusal = why_not_effect(match.state, player, PlayChit("isr", "look"))
    assert refusal is not None
    assert refusal.rule == ("CHIT.C3" if player == COALITION else "CHIT.P3")
    own = arrange(FAR, "combat", player, hands={player: ["isr"]})
    assert why_not_effect(own.state, player, PlayChit("isr", "look")) is None


# Terminally Stupid Algorithm


def rolled(die: int, *more: int, hands: Hands | None = None, count: int = 1) -> Match:
    hands = hands or {PIRATE: ["stupid_algorithm"]}
    match = arrange(FAR, "combat", COALITION, hands=hands, dice=(die, *more))
    throw(match.state, COALITION, "A test", "12.2f", count)
    match._settle()
    return match


@pytest.mark.rule("somali_pirates", "CHIT.P6")
@pytest.mark.parametrize("kept", [2, 6])
def test_the_pirate_has_a_coalition_die_rolled_again_and_picks(kept: int) -> None:
    match = rolled(6, 2)
    assert window(match) == ("AlgorithmWindow", PIRATE)
    after(match, PlayChit("stupid_algorithm", target="1"))
    assert window(match) == ("Reroll", PIRATE)
    assert refused(match, CountDie(5)) == "CHIT.P6"
    after(match, CountDie(kept))
    assert match.state.dice == (kept,)
    assert match.state.hands[PIRATE] == ()


@pytest.mark.rule("somali_pirates", "CHIT.P6")
def test_of_several_dice_one_is_rolled_again() -> None:
    match = rolled(3, 5, 1, count=2)
    assert refused(match, PlayChit("stupid_algorithm", target="3")) == "CHIT.P6"
    after(match, PlayChit("stupid_algorithm", target="2"), CountDie(1))
    assert match.state.dice == (3, 1)


@pytest.mark.rule("somali_pirates", "CHIT.P6")
@pytest.mark.rule("somali_pirates", "CHIT.C1")
def test_a_stopped_reroll_changes_nothing_and_pirate_dice_are_safe() -> None:
    match = rolled(6, hands={PIRATE: ["stupid_algorithm"], COALITION: ["black_op"]})
    after(match, PlayChit("stupid_algorithm", target="1"), PlayChit("black_op"))
    assert match.state.dice == (6,)
    own = arrange(FAR, "combat", PIRATE, hands={PIRATE: ["stupid_algorithm"]}, dice=(4,))
    throw(own.state, PIRATE, "A test", "12.2f")
    own._settle()
    assert step(own) == "CombatPhase"


@pytest.mark.rule("somali_pirates", "CHIT.P6")
def test_a_replacement_roll_can_be_hit() -> None:
    match = arrange("eyl: au_uganda_1" + FAR, "combat", hands={PIRATE: ["stupid_algorithm"]}, dice=(1, 6))
    eliminate(match.state, ("au_uganda_1",), "14.1a")
    match._settle()
    after(match, PlayChit("stupid_algorithm", target="1"), CountDie(6))
    assert where(match, "au_uganda_1") == "removed"


# InfoWar


def gained(points: int, hands: Hands, attacker: str = COALITION) -> Match:
    match = arrange(FAR, "combat", COALITION, hands=hands)
    match.state.push(Spoils(attacker, ((COALITION, points),)))
    match._settle()
    return match


@pytest.mark.rule("somali_pirates", "CHIT.C2")
def test_infowar_doubles_a_gain_and_a_second_one_triples_it() -> None:
    match = after(gained(5, {COALITION: ["infowar"]}), PlayChit("infowar"), TakePoints())
    assert match.state.index[COALITION] == 70
    twice = after(gained(5, {COALITION: ["infowar", "infowar"]}), PlayChit("infowar"), PlayChit("infowar"))
    after(twice, TakePoints(lower=True))
    assert twice.state.index[PIRATE] == 45
    stopped = after(gained(5, {COALITION: ["infowar"], PIRATE: ["fatwa"]}), PlayChit("infowar"), PlayChit("fatwa"))
    after(stopped, TakePoints())
    assert stopped.state.index[COALITION] == 65


@pytest.mark.rule("somali_pirates", "CHIT.C2")
@pytest.mark.rule("somali_pirates", "19.4a")
def test_each_side_doubles_its_own_gain_the_attacker_first() -> None:
    match = arrange(FAR, "combat", COALITION, hands={COALITION: ["infowar"], PIRATE: ["infowar"]})
    match.state.push(Spoils(PIRATE, ((COALITION, 3), (PIRATE, 2))))
    match._settle()
    assert window(match) == ("InfoWarWindow", PIRATE)
    after(match, PlayChit("infowar"), Decline())
    assert window(match) == ("InfoWarWindow", COALITION)
    after(match, Decline(), TakePoints(), TakePoints())
    assert match.state.index == {COALITION: 63, PIRATE: 64}


# Full Spectrum Dominance


def spectrum(hands: Hands, *dice: int, mover: str = COALITION, **more: int) -> Match:
    return arrange(FAR, "combat", mover, hands=hands, options={"full_spectrum": True}, dice=dice, **more)


@pytest.mark.rule("somali_pirates", "31.1a")
@pytest.mark.rule("somali_pirates", "31.1b")
def test_isr_with_infowar_moves_the_indexes_by_two_dice() -> None:
    match = spectrum({COALITION: ["isr", "infowar"]}, 4, 5)
    assert window(match) == ("SpectrumWindow", COALITION)
    after(match, PlayChit("isr", "spectrum"))
    assert match.state.hands[COALITION] == ()
    assert refused(match, SplitPoints(10)) == "31.1b"
    after(match, SplitPoints(4))
    assert match.state.index == {COALITION: 64, PIRATE: 55}
    lacking = spectrum({COALITION: ["isr", "surge"]})
    assert refused(lacking, PlayChit("isr", "spectrum")) == "31.1a"
    off = arrange(FAR, "combat", COALITION, hands={COALITION: ["isr", "infowar"]})
    assert step(off) == "CombatPhase"


@pytest.mark.rule("somali_pirates", "31.1c")
def test_full_spectrum_can_end_the_game() -> None:
    match = after(spectrum({PIRATE: ["isr", "infowar"]}, 6, 2, mover=PIRATE, coalition=7), PlayChit("isr", "spectrum"))
    after(match, SplitPoints(0))
    assert match.result is not None
    assert match.result.winner == PIRATE


@pytest.mark.rule("somali_pirates", "31.2a")
@pytest.mark.rule("somali_pirates", "31.3a")
def test_full_spectrum_is_cancelled_and_revived() -> None:
    hands = {COALITION: ["isr", "infowar", "black_op"], PIRATE: ["fatwa"]}
    stopped = after(spectrum(hands), PlayChit("isr", "spectrum"), PlayChit("fatwa"), Decline())
    assert stopped.state.index == {COALITION: 60, PIRATE: 60}
    counts = stopped.state.pools[COALITION].counts()
    assert (counts["isr"], counts["infowar"], stopped.state.pools[PIRATE].counts()["fatwa"]) == (4, 2, 2)
    revived = after(spectrum(hands, 1, 1), PlayChit("isr", "spectrum"), PlayChit("fatwa"), PlayChit("black_op"))
    after(revived, SplitPoints(2))
    assert revived.state.index[COALITION] == 62


@pytest.mark.rule("somali_pirates", "31.1a")
@pytest.mark.rule("somali_pirates", "CHIT.P6")
def test_several_pairs_may_be_spent_in_one_phase() -> None:
    match = spectrum({COALITION: ["isr", "infowar", "isr", "infowar"]}, 1, 2, 3, 4)
    after(match, PlayChit("isr", "spectrum"), SplitPoints(3), PlayChit("isr", "spectrum"), SplitPoints(0))
    assert match.state.index == {COALITION: 63, PIRATE: 53}
