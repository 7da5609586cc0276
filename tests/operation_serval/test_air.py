"""20, 31.3  Airpower: air attacks, air defense, and gunships in defence."""

import pytest

from common.engine import Match
from common.engine.actions import Decline
from operation_serval.actions import (
    Assault,
    DeclareAttack,
    Finish,
    Fire,
    JoinAttack,
    Operate,
    Pass,
    Recall,
    Sortie,
    Strike,
    Support,
    TakeHit,
    Wear,
)
from operation_serval.rules.air import LOSSES, is_capable
from operation_serval.rules.fire import air_shifts
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused, step, told
from tests.operation_serval.operating import declare, operate, rolls
from tests.operation_serval.positions import FAR, GAO, TIMBUKTU, arrange, at, game, points, worn

JETS = "air: fr_air_rafale fr_air_m2000d fr_helo_tigre fr_helo_gazelle ml_helo af_air_alphajet"
OPEN, BESIDE = "2425", "2525"


def air(text: str, contingent: str = "french", **more: object) -> Match:
    """A match in the air attack segment."""
    match = operate(arrange(f"{FAR}; {JETS}; {text}", **more), contingent)  # type: ignore[arg-type]
    match.play(Finish())
    return match


# Placing (20.0 - 20.4)


@pytest.mark.rule("operation_serval", "20.0a")
@pytest.mark.rule("operation_serval", "20.1.1a")
@pytest.mark.rule("operation_serval", "20.1a")
@pytest.mark.rule("operation_serval", "15.4a")
def test_air_units_attack_before_the_ground_and_cost_nothing_more() -> None:
    match = air(f"{OPEN}: ad_tech_1; {BESIDE}: fr_mech_a21", dice=[1, 1, 1])
    before, lift = points(match), match.state.airlift
    match.play(Sortie("fr_air_rafale", OPEN))
    match.play(Sortie("fr_air_m2000d", OPEN))
    match.play(Finish())
    assert points(match) == before and match.state.airlift == lift
    assert step(match) == "GroundCombat"
    assert [reason.split(" fires")[0] for reason in rolls(match)] == [
        "Rafale", "Mirage 2000D", f"Air defense of {OPEN}",
    ]  # fmt: skip
    assert at(match, "fr_air_rafale") == "air"
    match.check()


@pytest.mark.rule("operation_serval", "20.1a")
@pytest.mark.parametrize(
    ("unit", "contingent", "rule"),
    [
        ("fr_air_rafale", "french", None),
        ("af_air_alphajet", "french", "20.1a"),
        ("ml_helo", "french", "20.1a"),
        ("fr_air_supply", "french", "20.1a"),
        ("fr_air_f1cr", "french", "20.0a"),
        ("fr_mech_a21", "french", "20.1a"),
    ],
)
def test_only_air_units_of_the_contingent_in_the_box_fly(unit: str, contingent: str, rule: str | None) -> None:
    match = air(f"{OPEN}: ad_tech_1; 2725: fr_base_1 fr_mech_a21; air: fr_air_supply", contingent)
    assert refused(match, Sortie(unit, OPEN)) == rule


@pytest.mark.rule("operation_serval", "20.3b")
def test_the_journal_says_why_no_air_attack_is_asked_about() -> None:
    text = f"{FAR}; {OPEN}: ad_tech_1; 1233: fr_mech_a21; air: fr_helo_tigre"
    match = operate(arrange(text, airlift=0), "french")
    match.play(Finish())
    assert step(match) != "AirSegment"
    told = [entry.text for entry in match.journal if "20.3b" in entry.rules]
    assert told == ["No air attacks: Tigre has no enemy within range of an effective base."]


@pytest.mark.rule("operation_serval", "20.2a")
def test_an_air_unit_attacks_once_in_an_operation_and_again_in_the_next() -> None:
    match = air(f"{OPEN}: ad_tech_1; 2718: aq_tech_1", dice=[1, 1])
    match.play(Sortie("fr_air_rafale", OPEN))
    assert refused(match, Sortie("fr_air_rafale", "2718")) == "20.2a"
    match.play(Recall("fr_air_rafale"))
    assert refused(match, Recall("fr_air_rafale")) == "20.1a"
    match.play(Sortie("fr_air_rafale", "2718"))
    match.play(Finish())
    assert match.to_act == ISLAMIST
    match.play(Pass())
    match.play(Operate("french"))
    match.play(Finish())
    assert refused(match, Sortie("fr_air_rafale", OPEN)) is None


@pytest.mark.rule("operation_serval", "20.3a")
@pytest.mark.rule("operation_serval", "7.5d")
def test_airstrikes_reach_every_hex_and_no_staging_area() -> None:
    match = air("3001: ad_tech_1; algeria_sa: ad_tech_2")
    assert game().data.country["3001"] == "algeria"
    assert refused(match, Sortie("fr_air_rafale", "2107")) is None
    assert refused(match, Sortie("fr_air_rafale", "3001")) is None
    assert refused(match, Sortie("fr_air_rafale", "algeria_sa")) == "7.5d"
    assert refused(match, Sortie("fr_air_rafale", BESIDE)) == "20.1a"


@pytest.mark.rule("operation_serval", "20.3b")
@pytest.mark.parametrize(
    ("base", "hex_", "rule"),
    [
        ("fr_base_1", OPEN, None),
        ("ml_base_1", OPEN, None),
        ("fr_base_1*", OPEN, "20.3b"),
        ("fr_base_1", "1925", "20.3b"),
    ],
)
def test_gunships_have_a_range_from_an_effective_base(base: str, hex_: str, rule: str | None) -> None:
    assert game().data.counters["fr_helo_tigre"].range == 8
    match = air(f"{OPEN}: ad_tech_1; 1925: aq_tech_1; 3225: {base}")
    assert game().data.distance("3225", OPEN) == 8
    assert refused(match, Sortie("fr_helo_tigre", hex_)) == rule


@pytest.mark.rule("operation_serval", "20.4a")
@pytest.mark.rule("operation_serval", "15.4a")
def test_any_hex_may_be_attacked_and_all_air_attacks_come_first() -> None:
    match = air(f"{OPEN}: ad_tech_1; 2718: aq_tech_1; {BESIDE}: fr_mech_a21", dice=[1, 1, 1, 1])
    match.play(Sortie("fr_air_rafale", OPEN))
    match.play(Sortie("fr_air_m2000d", "2718"))
    match.play(Finish())
    assert set(match.legal()) == {Strike(OPEN), Strike("2718")}
    assert refused(match, DeclareAttack(OPEN)) == "12.1a"
    assert refused(match, Strike(GAO)) == "20.1a"
    match.play(Strike("2718"))
    assert step(match) == "GroundCombat"


# Fire (20.5)


@pytest.mark.rule("operation_serval", "20.5a")
def test_air_attacks_meet_terrain_and_base_only() -> None:
    match = arrange(f"{FAR}; {TIMBUKTU}: ad_tech_1 ad_base_1; 2322: fr_base_1")
    assert {shift.why: shift.value for shift in air_shifts(match.state, TIMBUKTU)} == {
        "regional capital": -1,
        "base": -1,
    }
    bombed = air(f"{TIMBUKTU}: ad_tech_1 ad_base_1; 2322: fr_base_1", dice=[1, 1])
    bombed.play(Sortie("fr_air_rafale", TIMBUKTU))
    bombed.play(Finish())
    assert rolls(bombed) == ["Rafale fires on column 1", f"Air defense of Timbuktu ({TIMBUKTU})"]  # nobody fires back


@pytest.mark.rule("operation_serval", "20.0b")
def test_air_units_have_strength_and_range_but_no_tactical_value() -> None:
    for counter in game().data.counters.values():
        if counter.type in ("airstrike", "helicopter"):
            assert counter.front[0] > 0 and counter.front[1] == 0
            assert bool(counter.range) == (counter.type == "helicopter")


def test_the_owner_of_the_targets_chooses_and_the_coalition_orders_its_aircraft() -> None:
    match = air(f"{OPEN}: ad_tech_1 ad_iyad; 2725: fr_base_1", dice=[4, 1, 1])
    match.play(Sortie("fr_air_rafale", OPEN))
    match.play(Sortie("fr_helo_tigre", OPEN))
    match.play(Finish())
    assert set(match.legal()) == {Fire("fr_air_rafale"), Fire("fr_helo_tigre")} and match.to_act == COALITION
    assert refused(match, Finish()) == "20.5a"
    match.play(Fire("fr_air_rafale"))  # column 3, die 4: one hit
    assert match.to_act == ISLAMIST
    match.play(TakeHit("ad_tech_1"))
    assert worn(match, "ad_tech_1")


def test_losses_from_the_air_bring_no_shock() -> None:
    """R58  Nothing but a ground battle counts."""
    match = air(f"{OPEN}: ad_guer_1; {BESIDE}: fr_mech_a21", dice=[4, 1])
    match.play(Sortie("fr_air_rafale", OPEN))
    match.play(Finish())
    assert at(match, "ad_guer_1") == "available_ansar_dine"
    assert points(match) == (6, 5) and not any("Shock" in reason for reason in rolls(match))
    assert match.to_act == ISLAMIST  # the hex is empty: no attack and no advance


# Air defense (20.6)


@pytest.mark.rule("operation_serval", "20.6a")
def test_one_air_defense_roll_a_hex() -> None:
    match = air(f"{OPEN}: ad_tech_1", dice=[1, 1, 1])
    match.play(Sortie("fr_air_rafale", OPEN))
    match.play(Sortie("fr_air_m2000d", OPEN))
    match.play(Finish())
    assert sum(reason.startswith("Air defense") for reason in rolls(match)) == 1


@pytest.mark.rule("operation_serval", "20.6b")
@pytest.mark.parametrize(
    ("defenders", "die", "hit"),
    [("ad_tech_1", 3, False), ("ad_heavy_1", 3, True), ("ad_heavy_1*", 3, False), ("ad_base_1", 3, True)],
)
def test_the_column_is_that_of_the_force_before_the_attack(defenders: str, die: int, hit: bool) -> None:
    match = air(f"{OPEN}: {defenders}", dice=[1, die])
    match.play(Sortie("fr_air_rafale", OPEN))
    match.play(Finish())
    assert worn(match, "fr_air_rafale") == hit


@pytest.mark.rule("operation_serval", "20.6b")
def test_a_capable_unit_that_is_lost_still_counts() -> None:
    lost = air(f"{OPEN}: ad_heavy_1; 2118: ad_tech_1", dice=[4, 5, 3])  # two hits, then air defense
    lost.play(Sortie("fr_air_rafale", OPEN))
    lost.play(Sortie("fr_air_m2000d", OPEN))
    lost.play(Finish())
    assert at(lost, "ad_heavy_1") == "eliminated_islamist"
    assert worn(lost, "fr_air_rafale") or worn(lost, "fr_air_m2000d")  # die 3: A only on the capable column


@pytest.mark.rule("operation_serval", "20.6c")
def test_a_result_for_a_type_that_is_absent_has_no_effect() -> None:
    match = air(f"{OPEN}: ad_heavy_1", dice=[1, 2])  # capable, die 2: a gunship
    match.play(Sortie("fr_air_rafale", OPEN))
    match.play(Finish())
    assert not worn(match, "fr_air_rafale")
    assert told(match, "20.6c") == ["No air unit of that type took part."]


@pytest.mark.rule("operation_serval", "20.6c")
def test_the_coalition_chooses_which_unit_of_the_type_suffers() -> None:
    match = air(f"{OPEN}: ad_tech_1; air: fr_air_f1cr*", dice=[1, 1, 5])  # no capable unit, die 5: an airstrike
    match.play(Sortie("fr_air_rafale", OPEN))
    match.play(Sortie("fr_air_f1cr", OPEN))
    match.play(Finish())
    while step(match) == "AirFire":
        match.play(match.legal()[0])
    assert match.to_act == COALITION
    assert set(match.legal()) == {Wear("fr_air_rafale"), Wear("fr_air_f1cr")}
    match.play(Wear("fr_air_f1cr"))
    assert at(match, "fr_air_f1cr") == "available_french_chadian"


def test_air_defense_can_destroy_a_gunship_outright() -> None:
    match = air(f"{OPEN}: ad_heavy_1; 2725: fr_base_1", dice=[1, 5])  # capable, die 5: a gunship is lost
    match.play(Sortie("fr_helo_tigre", OPEN))
    match.play(Finish())
    assert at(match, "fr_helo_tigre") == "available_french_chadian"
    codes = {code for column in game().data.tables.air_defense.columns.values() for code in column}
    assert codes == set(LOSSES)


@pytest.mark.rule("operation_serval", "31.3a")
@pytest.mark.parametrize(("option", "capable"), [(False, False), (True, True)])
def test_with_heavy_weaponry_technicals_have_air_defense(option: bool, capable: bool) -> None:
    match = arrange(f"{FAR}; {OPEN}: ad_tech_1 ad_guer_1", options={"heavy_weaponry": option})
    assert is_capable(match.state, ["ad_tech_1", "ad_guer_1"]) == capable
    assert not is_capable(match.state, ["ad_guer_1"])


@pytest.mark.rule("operation_serval", "31.3a")
@pytest.mark.parametrize("option", [False, True])
def test_with_heavy_weaponry_a_disrupted_technical_is_still_a_technical(option: bool) -> None:
    match = arrange(f"{FAR}; {OPEN}: ad_tech_1* ad_heavy_1* ad_base_1*", options={"heavy_weaponry": option})
    assert is_capable(match.state, ["ad_tech_1"]) == is_capable(match.state, ["ad_heavy_1"]) == option
    assert not is_capable(match.state, ["ad_base_1"])  # its symbol is on the front (R83)


# Gunships in defence (20.7)


def attacked(text: str, *units: str, **more: object) -> Match:
    """An Islamist attack on 2425 that has just been declared."""
    match = arrange(f"{FAR}; {JETS}; {text}", side=ISLAMIST, initiative=ISLAMIST, **more)  # type: ignore[arg-type]
    match.play(Operate("ansar_dine"))
    match.play(Finish())
    return declare(match, OPEN, *units)


@pytest.mark.rule("operation_serval", "20.7a")
@pytest.mark.rule("operation_serval", "15.4b")
@pytest.mark.rule("operation_serval", "20.1.1a")
@pytest.mark.rule("operation_serval", "CEX.c")
def test_gunships_support_a_declared_attack_for_one_point() -> None:
    text = f"{OPEN}: fr_mech_a21; {BESIDE}: ad_tech_1; 2725: fr_base_1"
    match = attacked(text, "ad_tech_1", dice=[1, 1, 1, 1, 1])
    assert match.to_act == COALITION and step(match) == "GunshipWindow"
    assert match.state.battle is None  # asked before the line-up
    match.play(Support("fr_helo_tigre", BESIDE))
    match.play(Support("fr_helo_gazelle", BESIDE))
    assert points(match) == (5, 5)  # one point for all of them
    if step(match) == "GunshipWindow":
        match.play(Decline())
    fired = [reason for reason in rolls(match) if "fires" in reason or "Air defense" in reason]
    assert fired[:3] == ["Tigre fires on column 2", "Gazelle fires on column 2", f"Air defense of {BESIDE}"]


@pytest.mark.rule("operation_serval", "20.7a")
def test_each_attack_is_supported_for_itself() -> None:
    text = f"{OPEN}: fr_mech_a21; 2718: fr_mech_b21; {BESIDE}: ad_tech_1; 2717: ad_tech_2; 2725: fr_base_1"
    text += "; 2722: fr_base_2"
    match = attacked(text, "ad_tech_1", dice=[1] * 8)
    match.play(Support("fr_helo_tigre", BESIDE))
    match.play(Decline())
    match.play(DeclareAttack("2718"))
    match.play(JoinAttack("ad_tech_2"))
    match.play(Assault())
    assert refused(match, Support("fr_helo_tigre", "2717")) == "20.2a"  # it has flown in this action
    match.play(Support("fr_helo_gazelle", "2717"))
    assert points(match)[1] == 4


@pytest.mark.rule("operation_serval", "20.7.1a")
def test_a_gunship_needs_a_unit_of_its_contingent() -> None:
    text = f"{OPEN}: mn_tech_1 ml_33p; {BESIDE}: ad_tech_1; 2725: fr_base_1"
    match = attacked(text, "ad_tech_1", dice=[1] * 5)
    assert refused(match, Support("fr_helo_tigre", BESIDE)) == "20.7.1a"
    assert refused(match, Support("ml_helo", BESIDE)) is None
    chad = attacked(f"{OPEN}: td_armor; {BESIDE}: ad_tech_1; 2725: fr_base_1", "ad_tech_1", dice=[1] * 5)
    assert refused(chad, Support("fr_helo_tigre", BESIDE)) is None  # Chadians are of the French contingent


@pytest.mark.rule("operation_serval", "20.7.1b")
def test_gunships_are_split_between_attacking_hexes_and_each_answers() -> None:
    text = f"{OPEN}: fr_mech_a21; {BESIDE}: ad_tech_1; 2426: ad_tech_2; 2725: fr_base_1"
    match = attacked(text, "ad_tech_1", "ad_tech_2", dice=[1] * 8)
    assert refused(match, Support("fr_helo_tigre", "2424")) == "20.7.1b"
    match.play(Support("fr_helo_tigre", BESIDE))
    match.play(Support("fr_helo_gazelle", "2426"))
    if step(match) == "GunshipWindow":
        match.play(Decline())
    defense = [reason for reason in rolls(match) if reason.startswith("Air defense")]
    assert sorted(defense) == ["Air defense of 2426", "Air defense of 2525"]


@pytest.mark.rule("operation_serval", "20.7.1c")
def test_airstrikes_never_defend() -> None:
    text = f"{OPEN}: fr_mech_a21; {BESIDE}: ad_tech_1; 2725: fr_base_1"
    match = attacked(text, "ad_tech_1", dice=[1] * 5)
    assert refused(match, Support("fr_air_rafale", BESIDE)) == "20.7.1c"
    assert all(action.unit != "fr_air_rafale" for action in offered(match, Support))


@pytest.mark.rule("operation_serval", "20.7a")
@pytest.mark.rule("operation_serval", "CEX.c")
@pytest.mark.parametrize("more", [{"c2p": (6, 0)}, {"intervention": False}])
def test_no_gunships_without_points_or_before_intervention(more: dict[str, object]) -> None:
    text = f"{OPEN}: fr_mech_a21; {BESIDE}: ad_tech_1; 2725: fr_base_1"
    match = attacked(text, "ad_tech_1", dice=[1] * 5, **more)
    assert not any(reason.startswith(("Tigre", "Gazelle")) for reason in rolls(match))
    assert step(match) != "GunshipWindow"


@pytest.mark.rule("operation_serval", "7.4b")
def test_the_malian_gunship_defends_before_intervention() -> None:
    text = f"{OPEN}: ml_33p; {BESIDE}: ad_tech_1; 2725: ml_base_1"
    match = attacked(text, "ad_tech_1", dice=[1] * 5, intervention=False)
    assert {action.unit for action in offered(match, Support)} == {"ml_helo"}


def test_attackers_driven_off_by_gunships_do_not_attack() -> None:
    """R58  Without attackers there is no battle."""
    text = f"{OPEN}: fr_mech_a21; {BESIDE}: ad_guer_1; 2725: fr_base_1"
    match = attacked(text, "ad_guer_1", dice=[4, 1])  # column 2, die 4: one hit
    match.play(Support("fr_helo_tigre", BESIDE))
    if step(match) == "GunshipWindow":
        match.play(Decline())
    assert at(match, "ad_guer_1") == "available_ansar_dine"
    assert told(match, "15.4c") == ["No battle takes place."]


def test_with_fog_gunships_are_asked_for_whoever_defends() -> None:
    text = f"{OPEN}: mn_tech_1; {BESIDE}: ad_tech_1; 2725: fr_base_1"
    match = attacked(text, "ad_tech_1", dice=[1] * 5, options={"fog_of_war": True})
    assert step(match) == "GunshipWindow" and match.legal() == (Decline(),)


def test_with_fog_the_coalition_decides_about_gunships_before_it_sees_the_attackers() -> None:
    """R117  The line-up comes after the gunships; before it only the hexes of the attack are known."""
    text = f"{OPEN}: fr_mech_a21; {BESIDE}: ad_guer_1 ad_tech_1 ad_iyad; 2725: fr_base_1"
    match = attacked(text, "ad_tech_1", "ad_iyad", dice=[1] * 9, options={"fog_of_war": True})
    assert step(match) == "GunshipWindow" and not match.state.revealed
    assert match.state.step.seen_by(COALITION).units == () and match.state.flow[-2].seen_by(COALITION).units == ()
    lines = [entry.public or entry.text for entry in match.journal.entries if "15.2a" in entry.rules]
    assert lines == [f"Ansar Dine units attack {OPEN} from {BESIDE}."]
    match.play(Decline())
    assert told(match, "15.4c")
