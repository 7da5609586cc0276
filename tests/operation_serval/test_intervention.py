"""7  Contingents, International Intervention and the Islamist Offensive."""

import pytest

from operation_serval.actions import Operate, Pass
from operation_serval.rules.intervention import arrived, capacity, passed
from operation_serval.state import ISLAMIST
from tests.asking import refused
from tests.operation_serval.positions import BAMAKO, FAR, GAO, MOPTI, SEGOU, arrange, game, points

FRENCH = "chad_sa: td_armor fr_sof_cm; west_africa_sa: af_niger"


@pytest.mark.rule("operation_serval", "7.4a")
@pytest.mark.parametrize(
    ("hex_", "begins"), [("1827", True), (MOPTI, True), ("1826", False), (GAO, False), ("3111", False), ("2429", False)]
)
def test_crossing_the_line_brings_intervention_at_once(hex_: str, begins: bool) -> None:
    match = arrange(f"{FAR}; {FRENCH}", intervention=False, turn=5)
    passed(match.state, hex_)
    assert bool(match.state.intervention) == begins
    assert match.state.airlift == (4 if begins else 0)
    if begins:
        assert match.state.intervention == 5
        match.tell()
        begun, wakes = match.journal.entries[-2:]
        assert str(begun.changes[0]) == "Airlift 0→4" and begun.text.endswith("International Intervention begins.")
        assert wakes.text.startswith(
            "International Intervention: French, Chadian and AFISMA units"
        )  # which the table shows last
    match.state.intervention = match.state.intervention or 0


@pytest.mark.rule("operation_serval", "7.4b")
@pytest.mark.rule("operation_serval", "30.1k")
@pytest.mark.rule("operation_serval", "7.1a")
def test_french_and_afisma_sleep_until_intervention() -> None:
    match = arrange(f"{FAR}; {FRENCH}", intervention=False)
    assert refused(match, Operate("french")) == "7.4b"
    assert refused(match, Operate("afisma")) == "7.4b"
    passed(match.state, "1827")
    assert refused(match, Operate("french")) is None
    assert refused(match, Operate("afisma")) is None


@pytest.mark.rule("operation_serval", "7.4e")
def test_malians_and_mnla_act_before_intervention() -> None:
    match = arrange(f"{FAR}; {GAO}: mn_tech_1", intervention=False)
    assert refused(match, Operate("mnla")) is None
    assert refused(match, Operate("mali")) is None


@pytest.mark.rule("operation_serval", "7.4a")
@pytest.mark.rule("operation_serval", "9.5b")
def test_the_bonus_of_intervention_waits_for_the_next_income() -> None:
    match = arrange(f"{FAR}", intervention=False, c2p=(3, 3), dice=(6, 6, 1, 1))
    passed(match.state, "1827")
    assert points(match) == (3, 3) and match.state.initiative == "coalition"
    match.play(Pass())
    match.play(Pass())
    assert points(match) == (4, 3 + 1 + 3 + 1)


@pytest.mark.rule("operation_serval", "30.1p")
@pytest.mark.rule("operation_serval", "IC2P.d")
def test_the_islamist_offensive_is_rolled_once() -> None:
    text = f"{MOPTI}: ad_tech_1; {SEGOU}: ad_tech_2; {GAO}: mj_tech_1; 1233: ml_pg"
    match = arrange(text, intervention=False, c2p=(2, 2), dice=(5, 6))
    arrived(match.state, (GAO,))
    assert points(match) == (2, 2)  # a north-eastern capital
    arrived(match.state, (MOPTI,))
    assert points(match) == (7, 2) and match.state.offensive
    arrived(match.state, (SEGOU, BAMAKO))
    assert points(match) == (7, 2)


@pytest.mark.rule("operation_serval", "30.1p")
def test_bamako_counts_for_the_offensive_and_scenario_2_has_none() -> None:
    match = arrange(f"{BAMAKO}: ad_tech_1; 2029: ml_33p", c2p=(2, 2), dice=(3,))
    arrived(match.state, (BAMAKO,))
    assert points(match) == (5, 2)
    later = arrange(f"{BAMAKO}: ad_tech_1; 2029: ml_33p", scenario="scenario_2", turn=8, c2p=(2, 2), dice=(3,))
    arrived(later.state, (BAMAKO,))
    assert points(later) == (2, 2)


@pytest.mark.rule("operation_serval", "23.1a")
def test_airlift_is_0_before_intervention_and_4_after() -> None:
    assert capacity(arrange(intervention=False).state) == 0
    assert capacity(arrange().state) == 4


@pytest.mark.rule("operation_serval", "7.7a")
def test_the_line_adds_nothing_to_the_cost_of_a_step() -> None:
    data = game().data
    line = [link for link in data.map.links_of("intervention_line") if "road" not in link.kinds]
    for link in line:
        kinds = data.kinds(link.a, link.b)
        if not kinds & {"river", "track"}:
            assert data.step_cost(link.a, link.b) == data.terrain_cost(link.b)
    assert len(data.map.links_of("intervention_line")) == 16


@pytest.mark.rule("operation_serval", "29.0a")
def test_algerian_hexes_are_not_the_staging_area() -> None:
    match = arrange("3001: aq_tech_1; algeria_sa: aq_tech_2; 2107: aq_guer_1; 1233: ml_pg", side=ISLAMIST)
    state = match.state
    assert state.data.country["3001"] == "algeria" and state.on_map(state.units["aq_tech_1"])
    assert not state.on_map(state.units["aq_tech_2"]) and [u.id for u in state.own(ISLAMIST, "algeria_sa")] == [
        "aq_tech_2"
    ]
