"""2.3, 11.5, 16: boxes, who may hide, and when."""

from __future__ import annotations

import pytest

from somali_pirates.actions import Attack, Emerge, EndPhase, Hide, Walk
from tests.asking import refused
from tests.somali_pirates.moving import against_move, fought, moved
from tests.somali_pirates.positions import arrange, end_phases, where


@pytest.mark.rule("somali_pirates", "2.3a")
def test_without_a_box_nobody_hides() -> None:
    match = arrange("jowhar: ss_militia_1; merca: ss_militia_2", mover="pirate")
    assert against_move(match, Hide("ss_militia_1")) == "2.3a"
    assert against_move(match, Hide("ss_militia_2")) is None


@pytest.mark.rule("somali_pirates", "11.5b")
@pytest.mark.rule("somali_pirates", "16.5a")
@pytest.mark.parametrize("phase", ["movement", "return"])
def test_militia_hide_and_come_out_but_bases_never(phase: str) -> None:
    match = arrange("merca: ss_militia_1 pirate_base_1; hobyo: !ss_militia_2", phase=phase, mover="pirate")
    if phase == "movement":
        assert against_move(match, Hide("pirate_base_1")) in ("16.5a", "11.5a")
        match = moved(match, Hide("ss_militia_1"), Emerge("ss_militia_2"))
    else:
        assert refused(match, Hide("pirate_base_1")) == "16.5a"
        match.play(Hide("ss_militia_1"))
        match.play(Emerge("ss_militia_2"))
    assert (where(match, "ss_militia_1"), where(match, "ss_militia_2")) == ("!merca", "hobyo")


@pytest.mark.rule("somali_pirates", "16.0a")
@pytest.mark.rule("somali_pirates", "16.0d")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [("pl_technical_1", "16.0a"), ("pl_warlord_1", None), ("pl_attack_craft_1", None), ("pl_mothership_1", None),
     ("aq_cell_1", None)],
)  # fmt: skip
def test_pirates_with_a_value_hide_ships_in_port_too(unit: str, rule: str | None) -> None:
    assert against_move(arrange(f"eyl: {unit}", mover="pirate"), Hide(unit)) == rule


@pytest.mark.rule("somali_pirates", "16.0b")
@pytest.mark.rule("somali_pirates", "16.0c")
@pytest.mark.parametrize(
    ("unit", "rule"),
    [("jsotf_3_sfg", None), ("stfg_1_bde", None), ("stfg_technicals", "16.0c"), ("au_uganda_1", "16.0c")],
)
def test_of_the_coalition_sof_and_stfg_hide(unit: str, rule: str | None) -> None:
    assert against_move(arrange(f"baidoa: {unit}"), Hide(unit)) == rule


@pytest.mark.rule("somali_pirates", "16.4b")
def test_a_box_holds_one_side_only_but_any_number_of_it() -> None:
    match = arrange("baidoa: jsotf_3_sfg !ss_militia_1; mogadishu: jsotf_10_sfg !jsotf_cia !stfg_police !stfg_nsa")
    assert against_move(match, Hide("jsotf_3_sfg")) == "16.4b"
    assert against_move(match, Hide("jsotf_10_sfg")) is None
    pirate = arrange("baidoa: !jsotf_3_sfg ss_militia_1", mover="pirate")
    assert against_move(pirate, Hide("ss_militia_1")) == "16.4b"


@pytest.mark.rule("somali_pirates", "16.1a")
def test_boxes_are_entered_in_the_own_phases_only() -> None:
    match = arrange("merca: ss_militia_1; mogadishu: jsotf_3_sfg", phase="return", mover="coalition")
    assert refused(match, Hide("ss_militia_1")) is not None
    assert refused(match, Hide("jsotf_3_sfg")) is None


@pytest.mark.rule("somali_pirates", "16.2a")
def test_hiding_or_coming_out_is_the_whole_move() -> None:
    match = moved(arrange("merca: !aq_cell_1 aq_cell_2; mogadishu: aqap_1", mover="pirate"), Emerge("aq_cell_1"))
    assert against_move(match, Walk("aq_cell_1", "mogadishu")) == "16.2a"
    assert against_move(match, Hide("aq_cell_1")) == "16.2a"
    match = moved(match, Walk("aq_cell_2", "baraawe"))
    assert against_move(match, Hide("aq_cell_2")) in ("16.2a", "2.3a")
    match = moved(match, Walk("aqap_1", "merca"))
    assert against_move(match, Hide("aqap_1")) == "16.2a"


@pytest.mark.rule("somali_pirates", "16.2b")
def test_enemies_in_the_zone_keep_nobody_in() -> None:
    match = arrange("merca: !aq_cell_1 aqap_1 nato_13_dble", mover="pirate")
    assert against_move(match, Emerge("aq_cell_1")) is None
    assert against_move(match, Hide("aqap_1")) is None


@pytest.mark.rule("somali_pirates", "16.7a")
def test_out_attack_and_back_again() -> None:
    match = arrange("merca: !aqap_1 cjtfhoa_prt_1", mover="pirate", dice=[6])
    match = moved(match, Emerge("aqap_1"))
    match.play(EndPhase())
    match = fought(match, Attack("al_qaeda", "merca", "cjtfhoa"), "aqap_1")
    end_phases(match, "return")
    assert refused(match, Hide("aqap_1")) is None
    hidden = arrange("merca: !aqap_1 cjtfhoa_prt_1", phase="combat", mover="pirate")
    assert refused(hidden, Attack("al_qaeda", "merca", "cjtfhoa")) == "13.1d"
