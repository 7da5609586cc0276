"""What the bots understand of the game: one position for each insight."""

from __future__ import annotations

from common.bots.bots import make_bot
from common.engine import Action, Match, Seat
from common.engine.actions import Add, Confirm
from somali_pirates.actions import (
    Attack,
    ChooseFirst,
    Emerge,
    EndPhase,
    Fly,
    Move,
    Operate,
    PayTurn,
    PickUp,
    Place,
    RefuseTurn,
    Standoff,
    TakePoints,
)
from somali_pirates.bot import fighting, moving, policy, windows
from somali_pirates.bot.buying import buy_factions, place_value
from somali_pirates.bot.judgement import Survey
from somali_pirates.rules.muster import KINETIC, Muster
from somali_pirates.rules.spoils import Share
from somali_pirates.state import COALITION, PIRATE
from tests.somali_pirates.positions import FAR, after, arrange, game


def chosen(match: Match) -> Action:
    """What the bot of the side to act plays."""
    assert match.to_act is not None
    return policy(match, match.to_act).action


def plan(match: Match, by: str, zone: str, target: str) -> tuple[float, list[str]]:
    """The units with which the Coalition bot would attack, and what it expects."""
    return fighting.plan(Survey(match.state, COALITION), Muster(COALITION, KINETIC, by, zone, target))


def test_a_faction_makes_all_its_attacks_before_another_begins() -> None:
    text = "burao: nato_eu_rr nato_13_dble sl_militia_1; jowhar: au_ethiopia_armor au_uganda_mech ss_warlord_1"
    match = arrange(text + FAR, phase="combat")
    assert chosen(match) == Attack("au", "jowhar", "southern_somalia")
    match.state.active = "nato"
    assert chosen(match) == Attack("nato", "burao", "somaliland")


def test_half_of_one_unit_is_the_whole_unit() -> None:
    survey = Survey(arrange("burao: nato_eu_rr au_uganda_1 au_uganda_2" + FAR).state, COALITION)
    assert survey._half(["nato_eu_rr"]) == survey.losses["nato_eu_rr"]
    assert survey._half(["nato_eu_rr", "au_uganda_1", "au_uganda_2"]) == 2 * survey.losses["au_uganda_1"]


def test_joint_operation_is_played_for_an_attack_that_one_faction_cannot_make() -> None:
    coalition = "au_ethiopia_armor au_uganda_mech au_uganda_1 nato_eu_rr nato_13_dble nato_3_rmc"
    text = f"jowhar: {coalition} ss_warlord_1 ss_militia_1"
    alone, units = plan(arrange(text + FAR, phase="combat"), "au", "jowhar", "southern_somalia")
    assert {game().data.counters[id_].faction for id_ in units} <= {"au"}
    match = arrange(text + FAR, phase="combat", hands={COALITION: ["joint_operation"]})
    together, units = plan(match, "au", "jowhar", "southern_somalia")
    assert {game().data.counters[id_].faction for id_ in units} == {"au", "nato"}
    assert together > alone


def test_dear_aircraft_strike_from_afar_if_mutual_damage_threatens() -> None:
    text = "eyl: ^usnavaf_cag_1 ^usnavaf_cag_2 ^usnavaf_maw pl_technical_1 pl_militia_1" + FAR
    match = arrange(text, phase="combat", options={"standoff": True}, hands={COALITION: ["uav_attack"]})
    after(match, Attack("usnavaf", "eyl", "puntland"))
    after(match, *(Add(f"usnavaf_{name}") for name in ("cag_1", "cag_2", "maw")))
    assert chosen(match) == Standoff("uav_attack")


def test_too_much_force_is_left_out() -> None:
    text = "jowhar: usafcom_1_bct usafcom_2_sbct usafcom_101_aaslt usafcom_173_abn usafcom_10_mtn ss_militia_1"
    _, units = plan(arrange(text + FAR, phase="combat"), "usafcom", "jowhar", "southern_somalia")
    assert 0 < len(units) < 5


def test_a_side_close_to_zero_does_not_gamble() -> None:
    text = "jowhar: nato_eu_rr nato_13_dble ss_militia_1" + FAR
    rich, _ = plan(arrange(text, phase="combat", coalition=60), "nato", "jowhar", "southern_somalia")
    poor, _ = plan(arrange(text, phase="combat", coalition=6), "nato", "jowhar", "southern_somalia")
    assert rich > poor


def test_a_helicopter_takes_engineers_to_an_oil_field() -> None:
    match = arrange("djibouti: base_1 cjtfhoa_hmh contractors_pet_engr_1; burao: nato_13_dble" + FAR)
    option = moving.best_move(Survey(match.state, COALITION), "cjtfhoa_hmh")
    assert option is not None
    assert option[1:3] == ("burao", PickUp("cjtfhoa_hmh", "contractors_pet_engr_1"))
    after(match, Move("cjtfhoa_hmh"), option[2])
    assert chosen(match) == Fly("cjtfhoa_hmh", "burao")


def test_engineers_walk_to_a_field_that_waits_and_then_stay() -> None:
    match = arrange("berbera: contractors_pet_engr_1 nato_egf; burao: nato_13_dble" + FAR)
    option = moving.best_move(Survey(match.state, COALITION), "contractors_pet_engr_1")
    assert option is not None and option[1] == "burao"
    match = arrange("burao: contractors_pet_engr_1 nato_13_dble; berbera: nato_egf" + FAR)
    assert moving.best_move(Survey(match.state, COALITION), "contractors_pet_engr_1") is None


def test_an_airmobile_unit_in_danger_flies_back_to_a_base() -> None:
    text = "djibouti: base_1; las_anod: usafcom_101_aaslt au_uganda_1 pl_technical_1 pl_technical_2 pl_warlord_1"
    match = arrange(text + FAR, phase="return")
    action = chosen(match)
    assert isinstance(action, Fly) and (action.unit, action.perch) == ("usafcom_101_aaslt", "")
    assert action.zone == "djibouti" or action.zone.startswith("off_")


def test_the_coalition_buys_a_fleet_before_special_forces() -> None:
    match = game().new_match("campaign", 1, {"equal_start": True})
    while match.why_not(Confirm()) is None and chosen(match) != Confirm():
        match.play(chosen(match))
    assert set(match.state.step.chosen) == {"au", "stfg", "cjtfhoa", "usnavaf"}
    survey = Survey(match.state, COALITION)
    assert buy_factions(survey, match.state.step.chosen, match.legal()).action == Confirm()


def test_a_victory_is_not_risked_for_another_turn() -> None:
    held = "mogadishu: au_uganda_1" + FAR
    assert chosen(arrange(held, phase="protracted", coalition=80, pirate=50)) == RefuseTurn()
    more = "kismayo: au_uganda_2; eyl: au_burundi_1; " + held
    assert chosen(arrange(more, phase="protracted", coalition=95, pirate=70)) == PayTurn()  # one is in sight
    assert chosen(arrange(held, phase="protracted", coalition=9, pirate=20)) == RefuseTurn()  # it would be ruin
    assert chosen(arrange(held, phase="protracted", coalition=76, pirate=70)) == PayTurn()  # early turns are cheap
    match = arrange(held, phase="protracted", coalition=76, pirate=70, turn=5)
    assert chosen(match) == RefuseTurn()  # the Pirates may pay, who hope for more than a draw
    after(match, RefuseTurn())
    assert (match.to_act, chosen(match)) == (PIRATE, PayTurn())
    match = arrange(held, phase="protracted", coalition=40, pirate=70)
    after(match, RefuseTurn())
    assert (match.to_act, chosen(match)) == (PIRATE, RefuseTurn())


def test_who_has_lost_pays_his_last_points_for_another_turn_but_not_his_life() -> None:
    held = "mogadishu: au_uganda_1" + FAR
    price = arrange(held, phase="protracted").state.turn
    assert chosen(arrange(held, phase="protracted", coalition=price + 4, pirate=70)) == PayTurn()
    assert chosen(arrange(held, phase="protracted", coalition=price + 3, pirate=70)) == RefuseTurn()


def test_an_enemy_close_to_zero_is_pressed() -> None:
    text = "jowhar: nato_eu_rr nato_13_dble ss_militia_1" + FAR
    usual, _ = plan(arrange(text, phase="combat", pirate=60), "nato", "jowhar", "southern_somalia")
    deadly, _ = plan(arrange(text, phase="combat", pirate=6), "nato", "jowhar", "southern_somalia")
    assert deadly > usual


def test_a_phase_without_a_good_attack_is_ended() -> None:
    match = arrange("eyl: nato_egf pl_militia_1 pl_militia_2 pl_militia_3" + FAR, phase="combat")
    assert chosen(match) == EndPhase()


def test_a_raid_that_nobody_opposes_is_made_even_on_a_poor_lane() -> None:
    match = arrange("sea_ind: ss_attack_craft_1" + FAR, phase="combat", mover=PIRATE)
    assert chosen(match) == Operate("raid", "southern_somalia", "sea_ind", "")


def test_an_opposed_raid_wants_more_ships_than_one() -> None:
    match = arrange("sea_goa_c: sl_attack_craft_1 ^cjtfhoa_mn_mpa" + FAR, phase="combat", mover=PIRATE)
    assert chosen(match) == EndPhase()
    lane, _ = moving._raid_value(Survey(match.state, PIRATE), "sl_attack_craft_1", "sea_goa_c")
    friends = " sl_attack_craft_2 sl_attack_craft_3 sl_mothership_1"
    match = arrange(f"sea_goa_c: sl_attack_craft_1{friends} ^cjtfhoa_mn_mpa" + FAR, phase="combat", mover=PIRATE)
    share, gang = moving._raid_value(Survey(match.state, PIRATE), "sl_attack_craft_1", "sea_goa_c")
    assert share > lane and gang


def test_new_ships_are_not_put_where_they_cannot_sail() -> None:
    survey = Survey(arrange("eyl: pirate_base_1" + FAR, mover=PIRATE).state, PIRATE)
    hidden, ready = Place("pl_mothership_1", "eyl", "under"), Place("pl_mothership_1", "eyl")
    assert place_value(survey, hidden) < place_value(survey, ready)


def test_a_ship_in_port_is_kept_ready_to_sail() -> None:
    match = arrange("bosaso: !pl_attack_craft_1 nato_13_dble" + FAR, phase="return", mover=PIRATE)
    assert chosen(match) == Emerge("pl_attack_craft_1")
    match = arrange("bosaso: pl_attack_craft_1 nato_13_dble" + FAR, phase="return", mover=PIRATE)
    assert chosen(match) == EndPhase()


def test_ships_that_go_together_dare_an_escorted_lane() -> None:
    escort = "sea_banaadir: china_plan_swg_1; merca: ss_militia_1 "
    alone = Survey(arrange(escort + "ss_attack_craft_1" + FAR, mover=PIRATE).state, PIRATE)
    assert moving.best_move(alone, "ss_attack_craft_1") is None
    many = " ".join(f"ss_attack_craft_{number}" for number in range(1, 6))
    option = moving.best_move(Survey(arrange(escort + many + FAR, mover=PIRATE).state, PIRATE), "ss_attack_craft_1")
    assert option is not None and option[1] == "sea_banaadir"


def test_the_pirates_go_first_when_many_ships_lie_in_open_lanes() -> None:
    few = "sea_goa_e: pl_attack_craft_1 pl_attack_craft_2; sea_guard: pl_attack_craft_3"
    more = (
        few
        + " pl_attack_craft_4 pl_attack_craft_5; sea_basin: "
        + " ".join(f"ss_attack_craft_{n}" for n in range(1, 5))
    )
    escorted = more + "; sea_basin: usnavaf_swg_1"
    for text, first in ((few, COALITION), (more, PIRATE), (escorted, COALITION)):
        survey = Survey(arrange(text + FAR).state, PIRATE)
        assert windows.choose_first(survey).action == ChooseFirst(first)


def test_who_is_ahead_takes_points_from_the_enemy_and_who_is_behind_keeps_them() -> None:
    step = Share(PIRATE, 3)
    for own, enemy, lower in ((58, 28, True), (50, 45, False), (62, 61, True), (20, 21, True), (30, 60, False)):
        survey = Survey(arrange("eyl: pl_militia_1" + FAR, pirate=own, coalition=enemy).state, PIRATE)
        assert windows.share(survey, step).action == TakePoints(lower=lower)


def test_engineers_come_in_where_somebody_guards_them() -> None:
    text = "eyl: base_1 usnavaf_2_meb; sea_punt: ss_attack_craft_1"
    survey = Survey(arrange(text + FAR).state, COALITION)
    alone, guarded = Place("contractors_pet_engr_1", "eyl"), Place("contractors_pet_engr_1", "eyl", mark="usnavaf")
    assert place_value(survey, guarded) - place_value(survey, alone) > 1


def test_only_chinese_units_are_planned_for_a_box_without_reconnaissance() -> None:
    text = "bosaso: china_15_abn usafcom_101_aaslt usafcom_1_bct !pl_warlord_1 !pl_warlord_2" + FAR
    for chits, factions in ((["joint_operation"], {"china"}), (["joint_operation", "isr"], {"china", "usafcom"})):
        match = arrange(text, phase="combat", options={"shock": True}, hands={COALITION: chits})
        muster = Muster(COALITION, KINETIC, "china", "bosaso", "puntland", True)
        _, units = fighting.plan(Survey(match.state, COALITION), muster)
        assert {game().data.counters[id_].faction for id_ in units} == factions


def test_no_attack_on_a_box_is_prepared_again_and_again_for_want_of_reconnaissance() -> None:
    text = "kismayo: usafcom_1_bct !ss_warlord_1 !ss_warlord_2" + FAR
    for chits, box in ((["isr"], True), (["uav_attack", "uav_attack"], False)):
        match = arrange(text, phase="combat", options={"standoff": True}, hands={COALITION: chits})
        attack = Attack("usafcom", "kismayo", "southern_somalia", True)
        assert attack in match.legal()
        assert (chosen(match) == attack) == box


def test_hints_are_given_when_every_unit_is_already_named() -> None:
    match = arrange("eyl: nato_13_dble nato_eu_rr pl_militia_1 pl_militia_2" + FAR, phase="combat", dice=(3,))
    units = (Add("nato_13_dble"), Add("nato_eu_rr"))
    after(match, Attack("nato", "eyl", "puntland"), *units, Confirm())  # MD
    after(match, Add("nato_13_dble"), Add("nato_eu_rr"))
    hints = make_bot("policy", game(), COALITION, 1).rank(Seat(match, COALITION))
    assert hints[0].action == Confirm()
