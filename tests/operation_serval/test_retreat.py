"""16.5, 17, 31.2  Retreats, winning a battle, advance, shock and captured equipment."""

import pytest

from common.engine import Match, Seat
from operation_serval.actions import (
    Advance,
    AdvanceAll,
    Finish,
    Pass,
    RetreatByAir,
    RetreatTo,
    RetreatUnit,
    StopRetreat,
    TakeHit,
    Upgrade,
)
from operation_serval.rules.battle import OpenBattle
from operation_serval.rules.losses import eliminate
from operation_serval.rules.retreat import RetreatMove, suffer
from operation_serval.state import ALGERIA, COALITION, ISLAMIST
from operation_serval.table import open_table
from tests.asking import offered, refused, step, told
from tests.operation_serval.battles import BESIDE, OPEN, battle, firing
from tests.operation_serval.operating import rolls
from tests.operation_serval.positions import DIABALY, FAR, GAO, arrange, at, game, points, worn


def struck(text: str, units: str, hits: int = 0, retreat: bool = True, side: str = COALITION, **more: object) -> Match:
    """A position in which units of a side have just been fired at."""
    match = arrange(f"{FAR}; {text}", **more)  # type: ignore[arg-type]
    suffer(match.state, side, tuple(units.split()), hits, retreat)
    match._settle()
    return match


# Who retreats (16.5)


@pytest.mark.rule("operation_serval", "16.5a")
@pytest.mark.rule("operation_serval", "16.2.1c")
def test_the_owner_picks_the_one_unit_that_retreats() -> None:
    match = struck(f"{OPEN}: ml_33p ml_inf_1 ml_militia_1", "ml_33p ml_inf_1 ml_militia_1", dice=[1])
    assert match.to_act == COALITION
    assert set(match.legal()) == {RetreatUnit("ml_33p"), RetreatUnit("ml_inf_1"), RetreatUnit("ml_militia_1")}
    assert refused(match, RetreatUnit("ml_pg")) == "16.2.1c"
    assert refused(match, Pass()) == "16.5a"
    match.play(RetreatUnit("ml_inf_1"))
    match.play(offered(match, RetreatTo)[0])
    assert at(match, "ml_inf_1") != OPEN
    assert at(match, "ml_33p") == at(match, "ml_militia_1") == OPEN


@pytest.mark.rule("operation_serval", "16.2.1c")
def test_two_hits_and_a_retreat_move_one_unit() -> None:
    match = struck(f"{OPEN}: ml_33p ml_inf_1 ml_pg", "ml_33p ml_inf_1 ml_pg", hits=2, dice=[1])
    match.play(TakeHit("ml_33p"))
    match.play(TakeHit("ml_inf_1"))
    match.play(RetreatUnit("ml_pg"))
    match.play(offered(match, RetreatTo)[0])
    assert [at(match, id_) == OPEN for id_ in ("ml_33p", "ml_inf_1", "ml_pg")] == [True, True, False]


@pytest.mark.rule("operation_serval", "16.5b")
@pytest.mark.parametrize(
    ("unit", "side", "dice", "length"),
    [
        ("fr_mech_a21", COALITION, [], 1),
        ("fr_gamou", COALITION, [], 1),
        ("td_armor", COALITION, [4], 4),
        ("ml_33p", COALITION, [3], 3),
        ("ad_tech_1", ISLAMIST, [2], 2),
    ],
)
def test_french_units_retreat_one_hex_and_others_a_die(unit: str, side: str, dice: list[int], length: int) -> None:
    match = struck(f"2520: {unit}", unit, side=side, dice=dice)
    moved = step_by_step(match, unit)
    assert len(moved) == length
    assert game().data.distance("2520", moved[-1]) == length  # always farther away where nothing hinders


def step_by_step(match: Match, unit: str) -> list[str]:
    """Retreat by the first way offered, and tell the hexes."""
    moved: list[str] = []
    while isinstance(match.state.step, RetreatMove):
        match.play(offered(match, RetreatTo)[0])
        moved.append(at(match, unit))
    return moved


@pytest.mark.rule("operation_serval", "16.5b")
def test_us_units_retreat_one_hex() -> None:
    options = {"jsoc": True, "africom": True}
    match = struck(f"{OPEN}: js_sof_1", "js_sof_1", options=options, airlift=0)
    assert len(step_by_step(match, "js_sof_1")) == 1
    match = struck(f"{OPEN}: us_mech_1", "us_mech_1", options=options)
    assert len(step_by_step(match, "us_mech_1")) == 1


@pytest.mark.rule("operation_serval", "16.5.1a")
def test_a_static_unit_that_must_retreat_is_eliminated() -> None:
    match = struck(f"{OPEN}: ml_militia_1", "ml_militia_1")
    assert at(match, "ml_militia_1") == "available_mali"


@pytest.mark.rule("operation_serval", "16.5.1b")
def test_a_base_cancels_every_retreat_from_its_hex() -> None:
    match = struck(f"{OPEN}: ml_33p ml_base_1", "ml_33p ml_base_1", hits=1)
    match.play(TakeHit("ml_33p"))
    assert at(match, "ml_33p") == at(match, "ml_base_1") == OPEN
    assert told(match, "16.5.1b")
    own = struck(f"{OPEN}: aq_tech_1 aq_base_1", "aq_tech_1 aq_base_1", side=ISLAMIST)
    assert at(own, "aq_tech_1") == OPEN


@pytest.mark.rule("operation_serval", "16.5.1b")
def test_attackers_retreat_from_hexes_without_a_base() -> None:
    """R70  The base rule works hex by hex for attackers."""
    text = f"{BESIDE}: ml_33p ml_base_1; 2426: ml_pg"
    match = struck(text, "ml_33p ml_pg", dice=[1])
    assert step(match) == "RetreatMove"  # only the Guard can be picked
    assert match.state.step.unit == "ml_pg"
    kept = struck(f"{BESIDE}: ml_33p ml_base_1", "ml_33p")
    assert at(kept, "ml_33p") == BESIDE


@pytest.mark.rule("operation_serval", "16.5.1b")
def test_retreats_count_again_when_the_base_is_gone() -> None:
    match = struck(f"{OPEN}: ml_militia_1 ml_base_1*", "ml_militia_1 ml_base_1", hits=1)
    match.play(TakeHit("ml_base_1"))
    assert at(match, "ml_base_1") == "available_mali"
    assert at(match, "ml_militia_1") == "available_mali"  # static, and the base no longer keeps it


@pytest.mark.rule("operation_serval", "16.5.1c")
def test_a_retreat_may_stop_at_a_friendly_base() -> None:
    match = struck("2520: ml_33p; 2521: ml_base_1", "ml_33p", dice=[5])
    assert refused(match, StopRetreat()) == "16.5.1c"
    match.play(RetreatTo("2521"))
    assert refused(match, StopRetreat()) is None
    match.play(StopRetreat())
    assert at(match, "ml_33p") == "2521"


@pytest.mark.rule("operation_serval", "16.5.1d")
def test_a_retreat_keeps_off_enemies_and_closed_countries() -> None:
    match = struck("3514: ad_tech_1; 3515: ml_33p; 3516: aq_guer_2 aq_guer_3", "ml_33p", dice=[1])
    goals = {action.place for action in offered(match, RetreatTo)}
    assert "3514" not in goals and "3516" not in goals
    assert refused(match, RetreatTo("3514")) == "16.5.1d"
    algerian = next(h for h in game().data.near["3515"] if game().data.country[h] == "algeria" and h != "3514")
    assert refused(match, RetreatTo(algerian)) == "7.6b"


@pytest.mark.rule("operation_serval", "16.5.1d")
def test_a_unit_without_a_way_is_eliminated() -> None:
    around = "; ".join(f"{hex_}: ad_guer_{n + 1}" for n, hex_ in enumerate(game().data.near[OPEN][:5]))
    match = struck(f"{around}; {game().data.near[OPEN][5]}: aq_tech_1; {OPEN}: ml_33p", "ml_33p", dice=[1])
    assert at(match, "ml_33p") == "eliminated_coalition"


@pytest.mark.rule("operation_serval", "16.5.1e")
@pytest.mark.rule("operation_serval", "11.3b")
def test_each_enemy_zone_entered_costs_a_step() -> None:
    """All ways lead through the zones of technicals on every side."""
    match = struck("2520: ml_33p; 2518: ad_tech_1; 2522: ad_tech_2; 2320: ad_tech_3; 2720: ad_tech_4; "
                   "2619: ad_heavy_1; 2419: ad_heavy_2", "ml_33p", dice=[1])  # fmt: skip
    if isinstance(match.state.step, RetreatMove):
        match.play(offered(match, RetreatTo)[0])
    assert worn(match, "ml_33p") and at(match, "ml_33p") != "2520"


@pytest.mark.rule("operation_serval", "16.5.1e")
def test_two_zoned_hexes_kill_an_effective_unit() -> None:
    text = "2520: ml_33p; 2518: ad_tech_1; 2522: ad_tech_2; 2320: ad_tech_3; 2720: ad_tech_4; 2619: ad_heavy_1; "
    text += "2419: ad_heavy_2; 2621: aq_tech_1; 2420: aq_guer_2"
    match = struck(text, "ml_33p", dice=[6])
    step_by_step(match, "ml_33p")
    zoned_hexes = [entry for entry in match.journal.entries if "16.5.1e" in entry.rules]
    assert len(zoned_hexes) == 2
    assert at(match, "ml_33p") == "eliminated_coalition"


@pytest.mark.rule("operation_serval", "16.5.1d")
def test_a_hex_outside_zones_and_farther_away_has_to_be_taken() -> None:
    match = struck("2520: ml_33p; 2620: ad_guer_1; 2718: ad_tech_1", "ml_33p", dice=[2])
    goals = {action.place for action in offered(match, RetreatTo)}
    assert goals and all(game().data.distance("2520", goal) == 1 for goal in goals)
    match.play(offered(match, RetreatTo)[0])
    assert refused(match, RetreatTo("2520")) == "16.5.1d"  # where it has been


@pytest.mark.rule("operation_serval", "16.5.1e")
def test_a_task_force_that_retreats_into_a_zone_breaks_down_there() -> None:
    text = "2520: fr_ca_gtia1; 2518: ad_tech_1; 2522: ad_tech_2; 2320: ad_tech_3; 2720: ad_tech_4; "
    match = struck(text + "2619: ad_heavy_1; 2419: ad_heavy_2", "fr_ca_gtia1")
    if step(match) == "RetreatMove":
        match.play(offered(match, RetreatTo)[0])
    match.play(TakeHit("fr_mech_a21"))
    assert at(match, "fr_ca_gtia1") == "task_force"
    assert at(match, "fr_mech_a21") == at(match, "fr_armor_aricm") != "2520"
    assert worn(match, "fr_mech_a21") and not worn(match, "fr_mech_b21")


@pytest.mark.rule("operation_serval", "29.1a")
def test_a_retreat_may_end_in_the_own_staging_area() -> None:
    """R28  It counts as one hex and ends the retreat."""
    match = struck("3001: ad_tech_1; 3002: ml_33p", "ad_tech_1", side=ISLAMIST, dice=[5])
    assert RetreatTo(ALGERIA) in match.legal()
    match.play(RetreatTo(ALGERIA))
    assert at(match, "ad_tech_1") == ALGERIA and step(match) != "RetreatMove"


@pytest.mark.rule("operation_serval", "16.5.1f")
@pytest.mark.rule("operation_serval", "23.4d")
def test_a_qualified_unit_may_fly_back_to_a_base() -> None:
    text = "2520: fr_abn_a2rep; 2523: fr_base_1"  # three hexes, radius five
    match = struck(text, "fr_abn_a2rep", airlift=2)
    assert set(match.legal()) == {RetreatUnit("fr_abn_a2rep"), RetreatByAir("fr_abn_a2rep", "2523")}
    buttons = [one.label for one in open_table(match.game).bundles(Seat(match, COALITION))]
    assert buttons == ["A/2 REP retreats", "A/2 REP flies back to 2523 (1 airlift point)"]
    match.play(RetreatByAir("fr_abn_a2rep", "2523"))
    assert at(match, "fr_abn_a2rep") == "2523" and match.state.airlift == 1
    none = struck(text, "fr_abn_a2rep", airlift=0)
    assert step(none) == "RetreatMove"
    two = struck(f"{text}; 2521: ad_tech_1", "fr_abn_a2rep", airlift=1)
    assert refused(two, RetreatByAir("fr_abn_a2rep", "2521")) == "23.4d"
    walkers = struck("2520: fr_mech_a21 fr_abn_a2rep; 2523: fr_base_1", "fr_mech_a21 fr_abn_a2rep", airlift=1)
    assert refused(walkers, RetreatByAir("fr_mech_a21", "2523")) == "23.4a"


@pytest.mark.rule("operation_serval", "23.4d")
def test_a_flight_back_needs_a_base_that_covers_the_unit() -> None:
    match = struck("2520: fr_abn_a2rep; 2526: fr_base_1", "fr_abn_a2rep", airlift=2)  # six hexes, radius five
    assert step(match) == "RetreatMove"


# Winning (17)


@pytest.mark.rule("operation_serval", "17.0a")
@pytest.mark.rule("operation_serval", "17.0c")
@pytest.mark.rule("operation_serval", "17.1a")
def test_the_attacker_wins_when_all_defenders_are_gone() -> None:
    match = battle("td_armor td_mech_1", "ad_guer_1", dice=[5, 6])
    match_fire(match)
    assert firing(match) == ["Chadian 1 RR"]  # nobody is left to be fired at
    assert told(match, "17.0a") == ["The Coalition wins the battle at 2425."]
    assert set(match.legal()) == {Advance("td_armor"), Advance("td_mech_1"), AdvanceAll(), Finish()}
    match.play(Advance("td_armor"))
    assert at(match, "td_armor") == OPEN
    match.play(Finish())
    assert at(match, "td_mech_1") == BESIDE


def match_fire(match: Match) -> None:
    """Let units of one group fire in the order of the list."""
    while step(match) == "FireRound":
        match.play(match.legal()[0])


@pytest.mark.rule("operation_serval", "17.1a")
def test_all_attackers_may_advance_at_once_or_none() -> None:
    match = battle("td_armor td_mech_1", "ad_guer_1", dice=[5, 6])
    match_fire(match)
    match.play(AdvanceAll())
    assert at(match, "td_armor") == at(match, "td_mech_1") == OPEN


@pytest.mark.rule("operation_serval", "17.1b")
@pytest.mark.rule("operation_serval", "17.0a")
def test_a_defender_wins_but_never_advances() -> None:
    match = battle("ad_guer_1", "td_armor", ISLAMIST, dice=[5, 6])
    assert told(match, "17.0a") == ["The Coalition wins the battle at 2425."]
    assert step(match) == "ActionStep" and at(match, "td_armor") == OPEN


@pytest.mark.rule("operation_serval", "17.0b")
@pytest.mark.rule("operation_serval", "17.2b")
def test_a_battle_without_an_effective_survivor_is_a_draw() -> None:
    match = battle("td_armor*", "ad_guer_1", dice=[4])  # column 2, die 4: one hit; only a disrupted unit is left
    assert at(match, "ad_guer_1") == "available_ansar_dine"
    assert told(match, "17.0b") == ["The battle at 2425 is a draw."]
    assert not told(match, "17.2a") and step(match) == "ActionStep"


@pytest.mark.rule("operation_serval", "17.0b")
def test_survivors_on_both_sides_are_a_draw() -> None:
    match = battle("td_armor", "ad_tech_1", dice=[1, 1])
    assert told(match, "17.0b")


@pytest.mark.rule("operation_serval", "17.2a")
@pytest.mark.parametrize(("die", "islamists", "coalition"), [(1, 5, 7), (2, 6, 6)])
def test_shock_follows_a_roll_not_above_the_losses(die: int, islamists: int, coalition: int) -> None:
    match = battle("td_armor", "ad_guer_1", dice=[5, die])
    assert points(match) == (islamists, coalition)
    assert "Shock, 1 lost" in rolls(match)


@pytest.mark.rule("operation_serval", "17.2a")
def test_losses_on_a_retreat_count_for_shock() -> None:
    around = [hex_ for hex_ in game().data.near[OPEN] if hex_ != BESIDE]
    also = "; ".join(f"{hex_}: ml_militia_{n + 1}" for n, hex_ in enumerate(around))
    match = battle("td_armor", "ad_tech_1", also=also, dice=[2, 6, 1])  # column 4, die 2: R; no way out
    assert at(match, "ad_tech_1") == "eliminated_islamist"
    assert "Shock, 1 lost" in rolls(match)


@pytest.mark.rule("operation_serval", "IC2P.b")
@pytest.mark.rule("operation_serval", "CC2P.b")
@pytest.mark.rule("operation_serval", "IC2P.c")
def test_a_major_battle_is_separate_from_shock() -> None:
    defenders = "ad_guer_1 ad_guer_2 ad_guer_3"
    match = battle("fr_ca_gtia1 fr_ca_bima", defenders, dice=[5, 2, 6])  # two and one lost, shock die 6
    assert points(match) == (5, 8)
    shocked = battle("fr_ca_gtia1 fr_ca_bima", defenders, dice=[5, 2, 3])
    assert points(shocked) == (4, 9)
    two = battle("fr_ca_gtia1 fr_ca_bima", "ad_guer_1 ad_guer_2", dice=[5, 6])
    assert points(two) == (6, 6)
    lost = battle("ad_heavy_1 ad_heavy_2", "mn_guer_1 mn_guer_2 mn_guer_3", ISLAMIST, ISLAMIST, dice=[3, 4, 1, 6])
    assert points(lost) == (6, 6)  # two lost and one left: a draw


@pytest.mark.rule("operation_serval", "17.2b")
def test_a_drawn_battle_has_neither_shock_nor_bonus() -> None:
    match = battle("fr_ca_gtia1 fr_ca_bima", "ad_guer_1 ad_guer_2 ad_guer_3 ad_tech_1", dice=[5, 2, 1])
    while step(match) == "AllotHits":
        guerrilla = next(action for action in match.legal() if "guer" in action.unit)
        match.play(guerrilla)
    assert told(match, "17.0b") and points(match) == (6, 6)


# Captured equipment (31.2)


def base_taken(option: bool, dice: list[int]) -> Match:
    """Islamists overrun a lone base, its last step."""
    return arrange(
        f"{FAR}; {BESIDE}: ad_tech_1 ad_guer_1; {OPEN}: mn_base_1*",
        side=ISLAMIST, initiative=ISLAMIST, options={"islamist_upgrades": option}, dice=dice,
        steps=[OpenBattle(ISLAMIST, OPEN, ("ad_tech_1", "ad_guer_1"), (BESIDE, BESIDE))],
    )  # fmt: skip


@pytest.mark.rule("operation_serval", "31.2a")
def test_a_base_that_is_overrun_gives_better_equipment() -> None:
    match = base_taken(True, [4, 6])
    match.play(AdvanceAll())
    choices = set(offered(match, Upgrade))
    assert Upgrade("ad_tech_1", "ad_heavy_1") in choices and Upgrade("ad_guer_1", "ad_tech_2") in choices
    buttons = [one.label for one in open_table(match.game).bundles(Seat(match, ISLAMIST))]
    assert len(buttons) == len({action.unit for action in choices})  # alike equipment is offered once
    assert refused(match, Upgrade("ad_tech_1", "ad_tech_2")) == "31.2a"
    assert refused(match, Upgrade("ad_guer_1", "aq_tech_1")) == "31.2a"
    before = points(match)
    match.play(Upgrade("ad_guer_1", "ad_tech_2"))
    assert (at(match, "ad_tech_2"), at(match, "ad_guer_1")) == (OPEN, "available_ansar_dine")
    assert step(match) == "ActionStep" and points(match) == before  # one upgrade, free


@pytest.mark.rule("operation_serval", "31.2a")
def test_no_equipment_without_the_option_or_without_an_advance() -> None:
    plain = base_taken(False, [4, 6])
    plain.play(AdvanceAll())
    assert step(plain) == "ActionStep"
    stayed = base_taken(True, [4, 6])
    stayed.play(Finish())
    assert step(stayed) == "ActionStep"
    declined = base_taken(True, [4, 6])
    declined.play(Advance("ad_tech_1"))
    declined.play(Finish())
    assert {action.unit for action in offered(declined, Upgrade)} == {"ad_tech_1"}  # only who advanced
    declined.play(Finish())
    assert at(declined, "ad_tech_1") == OPEN


@pytest.mark.rule("operation_serval", "7.4a")
def test_an_advance_across_the_line_brings_intervention() -> None:
    match = arrange(
        f"{FAR}; 2227: ad_tech_1; 2127: ml_militia_1*", side=ISLAMIST, initiative=ISLAMIST, intervention=False,
        dice=[4, 6], steps=[OpenBattle(ISLAMIST, "2127", ("ad_tech_1",), ("2227",))],
    )  # fmt: skip
    assert not match.state.intervention
    match.play(Advance("ad_tech_1"))
    assert match.state.intervention == 3 and match.state.airlift == 4


@pytest.mark.rule("operation_serval", "7.4a")
def test_attacking_across_the_line_alone_does_not() -> None:
    match = arrange(
        f"{FAR}; 2227: ad_tech_1; 2127: ml_militia_1*", side=ISLAMIST, initiative=ISLAMIST, intervention=False,
        dice=[4, 6], steps=[OpenBattle(ISLAMIST, "2127", ("ad_tech_1",), ("2227",))],
    )  # fmt: skip
    match.play(Finish())
    assert not match.state.intervention


# Where the lost go (10.6)


@pytest.mark.rule("operation_serval", "10.6a")
@pytest.mark.rule("operation_serval", "10.6b")
@pytest.mark.rule("operation_serval", "10.6c")
@pytest.mark.rule("operation_serval", "10.6d")
@pytest.mark.rule("operation_serval", "10.6e")
@pytest.mark.parametrize(
    ("unit", "box"),
    [
        ("ad_guer_1", "available_ansar_dine"),
        ("ad_base_1", "available_ansar_dine"),
        ("ad_tech_1", "eliminated_islamist"),
        ("ad_heavy_1", "eliminated_islamist"),
        ("ad_iyad", "eliminated_islamist"),
        ("mn_najim", "eliminated_coalition"),
        ("mn_tech_1", "eliminated_coalition"),
        ("mn_guer_1", "available_mnla"),
        ("ml_inf_1", "eliminated_coalition"),
        ("ml_guer_koy", "eliminated_coalition"),
        ("ml_militia_1", "available_mali"),
        ("ml_base_1", "available_mali"),
        ("fr_mech_a21", "eliminated_coalition"),
        ("fr_gamou", "eliminated_coalition"),
        ("fr_base_1", "available_french_chadian"),
        ("fr_air_rafale", "available_french_chadian"),
        ("td_armor", "eliminated_coalition"),
        ("af_niger", "eliminated_coalition"),
        ("af_air_alphajet", "available_afisma"),
    ],
)
def test_where_an_eliminated_counter_goes(unit: str, box: str) -> None:
    place = "air" if "air" in unit else GAO
    match = arrange(f"{FAR}; {place}: {unit}*; {DIABALY}: aq_tech_2")
    eliminate(match.state, unit)
    assert at(match, unit) == box and not worn(match, unit)
