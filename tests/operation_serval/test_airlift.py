"""13.4, 23, 24  Airlift: parachute, airmobile and transfer moves, air supply, and the reaction of SOF."""

import pytest

from common.engine import Match
from common.engine.actions import Decline
from operation_serval.actions import (
    Aim,
    Board,
    CallOff,
    DeclareAttack,
    Finish,
    FlyTo,
    JoinAttack,
    Load,
    MarchWith,
    Operate,
    React,
    SupplyByAir,
    Unload,
)
from operation_serval.rules.fire import ground_shifts
from operation_serval.state import CHAD, COALITION, FRANCE, ISLAMIST, WEST_AFRICA
from tests.asking import offered, refused, step
from tests.operation_serval.operating import declare, left, march, operate
from tests.operation_serval.positions import BAMAKO, FAR, GAO, KIDAL, MOPTI, TIMBUKTU, arrange, at, game

FIVE = ("fr_abn_a2rep", "fr_abn_b2rep", "fr_abn_c2rep", "fr_sof_cm", "fr_sof_cpa")


def load(match: Match, kind: str, origin: str, *units: str) -> Match:
    """Prepare an airlift with units aboard."""
    match.play(Load(kind, origin))
    for unit in units:
        match.play(Board(unit))
    return match


def fly(match: Match, kind: str, origin: str, place: str, *units: str) -> Match:
    """An airlift from one place to another."""
    load(match, kind, origin, *units)
    if kind == "parachute" and place in game().data.near:
        match.play(Aim(part(place)))
    match.play(FlyTo(place))
    return match


def part(place: str) -> str:
    """The part of the theater in which a drop lands."""
    return next(zone for zone, hexes in game().data.drop_zones.items() if place in hexes)


# Capacity (23.0 - 23.2)


@pytest.mark.rule("operation_serval", "23.0a")
@pytest.mark.rule("operation_serval", "23.1a")
def test_airlift_belongs_to_a_coalition_operation_after_intervention() -> None:
    asleep = operate(arrange(f"{FAR}; {BAMAKO}: ml_sf", intervention=False), "mali")
    assert refused(asleep, Load("parachute", BAMAKO)) == "23.1a"
    outside = arrange(f"{FAR}; {BAMAKO}: fr_sof_cm")
    assert refused(outside, Load("parachute", BAMAKO)) == "6.3a"
    islamist = operate(arrange(f"{FAR}; {BAMAKO}: ad_tech_1".replace("1233: ml_pg; ", ""), side=ISLAMIST), "aqim")
    assert refused(islamist, Load("parachute", "2107")) == "23.0a"


@pytest.mark.rule("operation_serval", "23.2a")
@pytest.mark.rule("operation_serval", "23.5e")
def test_any_mix_of_airlifts_within_capacity() -> None:
    text = f"{FAR}; france_sa: {' '.join(FIVE[:4])}; {BAMAKO}: fr_sof_cpa; chad_sa: fr_mech_a21"
    match = operate(arrange(text), "french")
    for unit in FIVE[:3]:
        fly(match, "transfer", FRANCE, CHAD, unit)
    fly(match, "parachute", BAMAKO, "2322", "fr_sof_cpa")
    assert match.state.airlift == 0
    assert refused(match, Load("transfer", FRANCE)) == "23.2a"
    assert [at(match, unit) for unit in FIVE[:4]] == [CHAD, CHAD, CHAD, FRANCE]


# Parachute (23.3)


@pytest.mark.rule("operation_serval", "23.3a")
@pytest.mark.rule("operation_serval", "13.4a")
@pytest.mark.rule("operation_serval", "24.0a")
def test_paratroops_jump_from_an_airport_into_zones() -> None:
    match = operate(arrange(f"{FAR}; {BAMAKO}: fr_abn_a2rep fr_sof_cm; {TIMBUKTU}: ad_tech_1"), "french")
    fly(match, "parachute", BAMAKO, "2322", "fr_abn_a2rep", "fr_sof_cm")
    assert at(match, "fr_abn_a2rep") == at(match, "fr_sof_cm") == "2322"
    assert match.state.airlift == 3 and left(match, "fr_sof_cm") == 12  # no movement points spent


@pytest.mark.rule("operation_serval", "23.3a")
@pytest.mark.rule("operation_serval", "25.3b")
@pytest.mark.rule("operation_serval", "3.0m")
@pytest.mark.parametrize(
    ("unit", "contingent", "rule"),
    [
        ("fr_abn_a2rep", "french", None),
        ("fr_abarm_1rhp", "french", None),
        ("fr_abeng_17rgp", "french", None),
        ("fr_sof_cm", "french", None),
        ("fr_ab_2rep", "french", None),
        ("fr_eng_6rg", "french", "23.3a"),
        ("fr_mech_a21", "french", "23.3a"),
        ("fr_ca_gtia1", "french", "23.3a"),
        ("td_armor", "french", "23.3a"),
        ("ml_sf", "mali", None),
        ("ml_33p", "mali", "23.3a"),
    ],
)
def test_only_wings_and_sof_jump(unit: str, contingent: str, rule: str | None) -> None:
    match = operate(arrange(f"2107: aq_guer_1; {BAMAKO}: {unit}"), contingent)
    assert refused(match, Load("parachute", BAMAKO)) == rule


@pytest.mark.rule("operation_serval", "23.3a")
@pytest.mark.rule("operation_serval", "29.3a")
@pytest.mark.rule("operation_serval", "29.3b")
@pytest.mark.rule("operation_serval", "29.2b")
@pytest.mark.parametrize(
    ("origin", "goal", "rule"),
    [
        (WEST_AFRICA, "2518", None),
        (CHAD, "2518", None),
        (WEST_AFRICA, CHAD, "29.3a"),
        (BAMAKO, CHAD, None),
        (BAMAKO, WEST_AFRICA, None),
        (BAMAKO, FRANCE, "29.2b"),
        (BAMAKO, "3001", "7.5c"),
        (BAMAKO, "1625", "7.5b"),
        (BAMAKO, GAO, "13.2a"),
    ],
)
def test_where_a_drop_starts_and_ends(origin: str, goal: str, rule: str | None) -> None:
    match = operate(arrange(f"2107: aq_guer_1; {GAO}: mj_tech_1; {origin}: fr_sof_cm; 1234: ml_pg"), "french")
    load(match, "parachute", origin, "fr_sof_cm")
    if goal == "2518":
        match.play(Aim(part(goal)))
    assert refused(match, FlyTo(goal)) == rule


@pytest.mark.rule("operation_serval", "7.5c")
def test_nobody_lands_in_algeria() -> None:
    match = operate(arrange(f"{FAR}; {BAMAKO}: fr_abn_a2rep"), "french")
    load(match, "parachute", BAMAKO, "fr_abn_a2rep")
    assert refused(match, FlyTo("3010")) == "7.5c"


@pytest.mark.rule("operation_serval", "23.3a")
def test_a_drop_needs_an_airport() -> None:
    match = operate(arrange(f"{FAR}; 2518: fr_sof_cm; {MOPTI}: fr_sof_cpa"), "french")
    assert refused(match, Load("parachute", "2518")) == "23.3a"
    assert refused(match, Load("parachute", MOPTI)) is None


@pytest.mark.rule("operation_serval", "23.3b")
def test_a_drop_carries_a_task_force_and_a_company_or_four_companies() -> None:
    match = operate(arrange(f"{FAR}; {BAMAKO}: fr_ab_2rep fr_abn_a1rcp fr_sof_cm fr_sof_cpa"), "french")
    load(match, "parachute", BAMAKO, "fr_ab_2rep", "fr_abn_a1rcp")
    assert refused(match, Board("fr_sof_cm")) == "23.3b"
    match.play(Unload("fr_ab_2rep"))
    match.play(Board("fr_sof_cm"))
    match.play(Board("fr_sof_cpa"))
    assert refused(match, Board("fr_ab_2rep")) == "23.3b"
    four = operate(arrange(f"{FAR}; {BAMAKO}: {' '.join(FIVE)}"), "french")
    load(four, "parachute", BAMAKO, *FIVE[:4])
    assert refused(four, Board(FIVE[4])) == "23.3b"


def test_an_airlift_can_be_called_off() -> None:
    match = operate(arrange(f"{FAR}; {BAMAKO}: fr_sof_cm"), "french")
    load(match, "parachute", BAMAKO, "fr_sof_cm")
    match.play(CallOff())
    assert match.state.airlift == 4 and step(match) == "Movement"
    match.play(Load("parachute", BAMAKO))
    assert refused(match, FlyTo("2518")) == "23.3b"
    assert refused(match, Finish()) == "23.3a"


# Airmobile (23.4)


@pytest.mark.rule("operation_serval", "23.4a")
@pytest.mark.rule("operation_serval", "23.4b")
def test_helicopters_fly_from_and_to_a_base_within_its_radius() -> None:
    text = f"{FAR}; 2520: fr_base_1 fr_sof_cm; 2518: fr_sof_cpa fr_mech_a21; chad_sa: fr_sof_1rpima; 2512: fr_abn_a2rep"
    match = operate(arrange(text), "french")
    assert refused(match, Load("airmobile", CHAD)) == "23.4a"
    assert refused(match, Load("airmobile", "2512")) == "23.4b"
    load(match, "airmobile", "2520", "fr_sof_cm")
    assert refused(match, FlyTo("2515")) is None  # five hexes
    assert refused(match, FlyTo("2514")) == "23.4b"
    assert refused(match, FlyTo(CHAD)) == "23.4a"
    match.play(FlyTo("2515"))
    load(match, "airmobile", "2518")
    assert refused(match, Board("fr_mech_a21")) == "23.4a"
    match.play(Board("fr_sof_cpa"))
    assert refused(match, FlyTo("2517")) == "23.4b"
    match.play(FlyTo("2520"))
    assert at(match, "fr_sof_cpa") == "2520" and match.state.airlift == 2


@pytest.mark.rule("operation_serval", "23.4b")
def test_any_coalition_base_serves_helicopters() -> None:
    match = operate(arrange(f"{FAR}; 2520: ml_base_1 fr_sof_cm"), "french")
    fly(match, "airmobile", "2520", "2523", "fr_sof_cm")
    assert at(match, "fr_sof_cm") == "2523"


@pytest.mark.rule("operation_serval", "23.4c")
def test_an_airmobile_move_carries_four_companies() -> None:
    match = operate(arrange(f"{FAR}; 2520: fr_base_1 {' '.join(FIVE)}"), "french")
    load(match, "airmobile", "2520", *FIVE[:4])
    assert refused(match, Board(FIVE[4])) == "23.4c"
    force = operate(arrange(f"{FAR}; 2520: fr_base_1 fr_ab_2rep fr_abn_a1rcp fr_sof_cm"), "french")
    load(force, "airmobile", "2520", "fr_ab_2rep", "fr_abn_a1rcp")
    assert refused(force, Board("fr_sof_cm")) == "23.4c"


# Transfer (23.5)


@pytest.mark.rule("operation_serval", "23.5a")
@pytest.mark.parametrize(
    ("unit", "contingent", "rule"),
    [
        ("fr_mech_a21", "french", None),
        ("fr_gamou", "french", None),
        ("fr_ca_gtia1", "french", None),
        ("td_tech_des", "french", "23.5a"),
        ("ml_sf", "mali", "23.5a"),
        ("af_niger", "afisma", "23.5a"),
        ("mn_tech_1", "mnla", "23.5a"),
    ],
)
def test_only_french_and_us_units_transfer(unit: str, contingent: str, rule: str | None) -> None:
    match = operate(arrange(f"2107: aq_guer_1; {BAMAKO}: {unit}; 2518: ml_eng"), contingent)
    assert refused(match, Load("transfer", BAMAKO)) == rule


@pytest.mark.rule("operation_serval", "23.5b")
@pytest.mark.parametrize(
    ("goal", "rule"),
    [(MOPTI, None), (KIDAL, "23.5b"), ("1629", "23.5b"), (WEST_AFRICA, None), (FRANCE, None), ("3431", None)],
)
def test_a_transfer_ends_at_an_occupied_airport_or_staging_area(goal: str, rule: str | None) -> None:
    match = operate(
        arrange(f"{FAR}; {MOPTI}: ml_militia_1; 1629: ml_33p; 3431: af_niger; {BAMAKO}: fr_mech_a21"), "french"
    )
    load(match, "transfer", BAMAKO, "fr_mech_a21")
    assert refused(match, FlyTo(goal)) == rule


@pytest.mark.rule("operation_serval", "23.5c")
def test_a_transfer_carries_a_task_force_or_four_companies() -> None:
    match = operate(
        arrange(f"{FAR}; france_sa: fr_ab_2rep fr_abn_a1rcp fr_abn_b1rcp fr_sof_cm fr_sof_cpa fr_sof_1rpima"), "french"
    )
    load(match, "transfer", FRANCE, "fr_ab_2rep")
    assert match.prompt == "Choose what else flies by air transfer, 1 so far, or where to (23.5b)."
    assert refused(match, Board("fr_sof_cm")) == "23.5c"
    match.play(Unload("fr_ab_2rep"))
    for unit in ("fr_abn_a1rcp", "fr_abn_b1rcp", "fr_sof_cm", "fr_sof_cpa"):
        match.play(Board(unit))
    assert refused(match, Board("fr_sof_1rpima")) == "23.5c"
    gamou = operate(arrange(f"{FAR}; france_sa: fr_gamou fr_sof_cm"), "french")
    load(gamou, "transfer", FRANCE, "fr_gamou")
    assert refused(gamou, Board("fr_sof_cm")) == "23.5c"  # he fills a transfer like a battalion


@pytest.mark.rule("operation_serval", "23.5d")
@pytest.mark.rule("operation_serval", "23.5g")
def test_a_unit_flies_once_and_does_not_drive() -> None:
    match = operate(
        arrange(f"{FAR}; {MOPTI}: ml_33p; france_sa: fr_mech_a21 fr_sof_cm; chad_sa: fr_mech_b21"), "french"
    )
    fly(match, "transfer", FRANCE, MOPTI, "fr_mech_a21", "fr_sof_cm")
    assert refused(match, MarchWith("fr_mech_a21")) == "23.5d"
    assert refused(match, Load("transfer", MOPTI)) == "23.5d"
    assert refused(match, Load("parachute", MOPTI)) == "23.5d"
    march(match, "3920", "fr_mech_b21")  # another unit drives in the same operation
    driven = operate(arrange(f"{FAR}; {MOPTI}: fr_mech_a21; 2129: fr_sof_cm"), "french")
    march(driven, MOPTI, "fr_sof_cm")
    driven.play(Load("transfer", MOPTI))
    assert refused(driven, Board("fr_sof_cm")) == "23.5g"


@pytest.mark.rule("operation_serval", "23.5f")
def test_a_unit_that_landed_beside_the_enemy_attacks() -> None:
    match = operate(arrange(f"{FAR}; {TIMBUKTU}: ad_tech_1; {BAMAKO}: fr_abn_a2rep", dice=[1, 1]), "french")
    load(match, "transfer", BAMAKO, "fr_abn_a2rep")
    assert refused(match, FlyTo(TIMBUKTU)) == "23.5f"
    match.play(CallOff())
    load(match, "parachute", BAMAKO, "fr_abn_a2rep")
    assert refused(match, FlyTo(TIMBUKTU)) == "13.2a"
    match.play(Aim(part("2322")))
    match.play(FlyTo("2322"))
    match.play(Finish())
    if step(match) == "AirSegment":
        match.play(Finish())
    match.play(DeclareAttack(TIMBUKTU))
    assert refused(match, JoinAttack("fr_abn_a2rep")) is None


# Air supply (23.6)


@pytest.mark.rule("operation_serval", "23.6a")
@pytest.mark.rule("operation_serval", "23.6b")
def test_air_supply_replaces_base_support_for_one_operation() -> None:
    text = f"{FAR}; 2425: ad_tech_1; 2525: fr_mech_a21 fr_base_1 ml_militia_1; 2424: fr_mech_b21; air: fr_air_supply"
    match = operate(arrange(text, dice=[1, 1]), "french")
    match.play(SupplyByAir("2525"))
    assert match.state.airlift == 3
    assert refused(match, SupplyByAir("2424")) == "23.6b"
    shifts = {s.why: s.value for s in ground_shifts(match.state, match.state.units["fr_mech_a21"], "2425")}
    assert shifts == {"air supply": 1}
    static = {s.why for s in ground_shifts(match.state, match.state.units["ml_militia_1"])}
    assert static == {"support"}  # only mobile units are supplied by air
    match.play(Finish())
    declare(match, "2425", "fr_mech_a21")
    match.play(Finish())
    assert match.state.supply == ""
    assert at(match, "fr_air_supply") == "air"


@pytest.mark.rule("operation_serval", "23.6a")
@pytest.mark.parametrize(
    ("hex_", "airlift", "marker", "rule"),
    [
        ("2525", 1, "air", None),
        ("2525", 0, "air", "23.2a"),
        ("2424", 1, "air", "23.6a"),
        ("2525", 1, "available_french_chadian", "23.6a"),
        ("chad_sa", 1, "air", "23.6a"),
    ],
)
def test_air_supply_needs_a_point_the_marker_and_a_friendly_hex(
    hex_: str, airlift: int, marker: str, rule: str | None
) -> None:
    match = operate(
        arrange(f"{FAR}; 2525: ml_33p; {marker}: fr_air_supply; chad_sa: td_armor", airlift=airlift), "mali"
    )
    assert refused(match, SupplyByAir(hex_)) == rule


def test_air_supply_may_still_be_given_in_the_air_segment() -> None:
    match = operate(arrange(f"{FAR}; 2525: ml_33p; 2425: ad_tech_1; air: fr_air_supply"), "mali")
    match.play(Finish())
    assert step(match) == "AirSegment"
    match.play(SupplyByAir("2525"))
    match.play(Finish()) if step(match) == "AirSegment" else None
    assert match.state.supply == "2525"
    assert refused(match, SupplyByAir("2525")) == "12.1a"  # too late once ground combat has begun


# Reaction of SOF (24)

GUARD = f"{FAR}; 2520: fr_base_1 fr_sof_cm fr_sof_cpa; 2522: fr_mech_a21; 2518: ml_33p; 2621: ad_tech_1"


def after_movement(text: str = GUARD, **more: object) -> Match:
    """An Islamist operation whose movement is over."""
    match = arrange(text, side=ISLAMIST, **more)  # type: ignore[arg-type]
    match.play(Operate("ansar_dine"))
    match.play(Finish())
    return match


@pytest.mark.rule("operation_serval", "24.1a")
@pytest.mark.rule("operation_serval", "24.1b")
def test_one_sof_unit_reacts_to_a_friend_in_the_radius() -> None:
    match = after_movement()
    assert step(match) == "SofReaction" and match.to_act == COALITION
    assert set(offered(match, React)) == {React("fr_sof_cm", "2522"), React("fr_sof_cpa", "2522")}
    assert refused(match, React("fr_sof_cm", "2518")) == "24.1a"  # a Malian is no unit of its contingent
    assert refused(match, React("fr_mech_a21", "2520")) == "24.1a"
    match.play(React("fr_sof_cm", "2522"))
    assert at(match, "fr_sof_cm") == "2522" and match.state.airlift == 3
    assert match.to_act == ISLAMIST and step(match) == "GroundCombat"  # only one


@pytest.mark.rule("operation_serval", "24.1a")
@pytest.mark.parametrize(
    "more", [{"initiative": ISLAMIST}, {"airlift": 0}, {"text": GUARD.replace("fr_base_1", "ml_eng")}]
)
def test_no_reaction_without_initiative_airlift_or_base(more: dict[str, object]) -> None:
    match = after_movement(**more)  # type: ignore[arg-type]
    assert step(match) == "GroundCombat"


def test_with_fog_the_reaction_is_asked_even_if_nobody_can() -> None:
    text = GUARD.replace(" fr_sof_cm fr_sof_cpa", "")
    match = after_movement(text, options={"fog_of_war": True})
    assert step(match) == "SofReaction" and match.legal() == (Decline(),)
    open_table = after_movement(text)
    assert step(open_table) == "GroundCombat"


def test_landings_are_all_open_hexes() -> None:
    match = operate(arrange(f"{FAR}; {BAMAKO}: fr_sof_cm; {GAO}: mj_tech_1"), "french")
    load(match, "parachute", BAMAKO, "fr_sof_cm")
    data, goals = game().data, set[str]()
    assert {action.place for action in offered(match, FlyTo)} == {CHAD, WEST_AFRICA}
    for zone in ("north", "south", "abroad"):
        match.play(Aim(zone))
        goals |= {action.place for action in offered(match, FlyTo)}
        assert len(match.legal()) <= 400
    assert goals == (set(data.open[COALITION]) - {BAMAKO, GAO, "2107"}) | {CHAD, WEST_AFRICA}


@pytest.mark.rule("operation_serval", "23.3a")
def test_a_drop_says_first_in_which_part_of_the_theater_it_lands() -> None:
    text = f"{FAR}; {BAMAKO}: fr_sof_cm fr_base_1"
    match = operate(arrange(text), "french")
    match.play(Load("parachute", BAMAKO))
    assert refused(match, Aim("north")) == "23.3b"  # nobody is aboard
    match.play(Board("fr_sof_cm"))
    assert refused(match, FlyTo(KIDAL)) == "23.3a" and refused(match, Aim("east")) == "23.3a"
    match.play(Aim("south"))
    assert refused(match, FlyTo(KIDAL)) == "23.3a" and refused(match, Aim("south")) == "23.3a"
    match.play(Aim("north"))
    match.play(FlyTo(KIDAL))
    assert at(match, "fr_sof_cm") == KIDAL
    helicopters = load(operate(arrange(text), "french"), "airmobile", BAMAKO, "fr_sof_cm")
    assert refused(helicopters, Aim("south")) == "23.4b" and refused(helicopters, FlyTo("1333")) is None
