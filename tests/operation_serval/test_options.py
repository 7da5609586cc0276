"""31  Optional rules, each alone and together."""

import pytest

from common.engine import Match
from operation_serval.actions import (
    Choose,
    Finish,
    FormUp,
    MarchWith,
    NetwarAttack,
    Operate,
    Pass,
    Place,
    Recruit,
    UseMarker,
)
from operation_serval.rules.intervention import passed
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused, step, told
from tests.operation_serval.positions import FAR, GAO, MOPTI, arrange, at, fresh, game, points

PACKAGES = {"jsoc": True, "africom": True, "additional_french": True}


def committed(option: str, *dice: int, **fields: object) -> Match:
    """The Coalition has just recruited an optional force."""
    options = {option: True, **fields.pop("options", {})}  # type: ignore[dict-item]
    match = arrange(dice=dice, options=options, **fields)
    match.play(Recruit("french" if option == "jsoc" else option, option))
    return match


@pytest.mark.rule("operation_serval", "31.1a")
@pytest.mark.rule("operation_serval", "31.1b")
@pytest.mark.rule("operation_serval", "IC2P.e")
def test_jsoc_is_a_group_of_the_french() -> None:
    match = committed("jsoc", 5, c2p=(3, 6), turn=4)
    assert points(match) == (8, 4) and match.state.airlift == 5
    (airlift,) = [str(change) for entry in match.journal for change in entry.changes if change.what == "Airlift"]
    assert airlift == "Airlift 4→5"
    match.play(Choose("js_sof_1"))
    match.play(Place("chad_sa"))
    assert refused(match, Finish()) == "31.1a"
    match.play(Choose("js_sof_2"))
    match.play(Place("west_africa_sa"))
    match.play(Choose("js_helo"))
    assert at(match, "js_helo") == "air" and step(match) == "ActionStep"
    match.play(Pass(), dice=(6, 6, 1, 1))
    match.play(Pass(), dice=(6, 6, 1, 1))
    assert match.state.airlift == 5
    assert refused(match, Recruit("french", "jsoc")) is not None
    assert refused(arrange(), Recruit("french", "jsoc")) == "10.10a"
    data = game().data
    assert data.counters["js_sof_1"].contingent == "french" and data.counters["js_sof_1"].nation == "us"


@pytest.mark.rule("operation_serval", "31.1a")
@pytest.mark.rule("operation_serval", "7.1a")
def test_jsoc_acts_with_the_french() -> None:
    match = arrange(f"{FAR}; {MOPTI}: js_sof_1", options={"jsoc": True}, committed=("jsoc",))
    match.play(Operate("french"))
    while step(match) != "Movement" and Finish() in match.legal():
        match.play(Finish())
    assert any(action.unit == "js_sof_1" for action in offered(match, MarchWith))


@pytest.mark.rule("operation_serval", "31.1c")
@pytest.mark.rule("operation_serval", "31.1d")
@pytest.mark.rule("operation_serval", "31.1e")
@pytest.mark.rule("operation_serval", "IC2P.e")
def test_africom_comes_to_west_africa_as_a_contingent_of_its_own() -> None:
    match = committed("africom", 3, 5, c2p=(3, 6))
    assert points(match) == (11, 4) and match.state.airlift == 5
    assert step(match) == "Arrival"
    match.play(FormUp(True))
    assert at(match, "us_tf_meu") == "west_africa_sa" and at(match, "us_eng") == "west_africa_sa"
    assert {at(match, id_) for id_ in ("us_armor", "us_mech_1", "us_mech_2")} == {"task_force"}
    assert {at(match, id_) for id_ in ("us_helo", "us_air_1", "us_air_2")} == {"air"}
    assert at(match, "us_base") == "available_africom"
    assert step(match) == "ActionStep"  # no engineer on the map: the base waits
    match.check()


@pytest.mark.rule("operation_serval", "31.1c")
def test_the_us_base_may_be_placed_at_once_or_later() -> None:
    match = committed("africom", 1, 1, text=f"{FAR}; {MOPTI}: ml_eng")
    match.play(FormUp(False))
    assert at(match, "us_mech_1") == "west_africa_sa" and at(match, "us_tf_meu") == "task_force"
    match.play(Finish())
    assert at(match, "us_base") == "available_africom"
    later = arrange(f"{FAR}; {MOPTI}: ml_eng", options={"africom": True}, committed=("africom",))
    later.play(Recruit("africom", "base"))
    later.play(Choose("us_base"))
    assert at(later, "us_base") == MOPTI


@pytest.mark.rule("operation_serval", "31.1d")
def test_two_packages_give_two_airlift_points() -> None:
    match = arrange(options=PACKAGES, committed=("jsoc", "africom"), turn=4, dice=(6, 6, 1, 1))
    match.play(Pass())
    match.play(Pass())
    assert match.state.airlift == 6


@pytest.mark.rule("operation_serval", "31.1f")
@pytest.mark.rule("operation_serval", "IC2P.e")
def test_additional_french_forces_come_with_intervention() -> None:
    match = arrange(intervention=False, options={"additional_french": True}, dice=(2, 4), c2p=(1, 6))
    assert at(match, "fro_abn_a8rp") == "out"
    passed(match.state, "1827")
    assert points(match) == (7, 6) and match.state.airlift == 5
    assert at(match, "fro_ab_11") == "task_force" and at(match, "fro_abn_c1rcp") == "france_sa"
    assert {at(match, id_) for id_ in ("fro_air_1", "fro_air_2", "fro_helo")} == {"air"}
    match._settle()
    assert step(match) == "Arrival" and match.to_act == COALITION
    match.play(FormUp(True))
    assert at(match, "fro_ab_11") == "france_sa"
    left = [id_ for id_ in game().data.counters if id_.startswith("fro_abn") and at(match, id_) == "france_sa"]
    assert len(left) == 1
    match.check()


@pytest.mark.rule("operation_serval", "31.1f")
def test_in_scenario_2_additional_french_forces_come_after_set_up() -> None:
    match = fresh("scenario_2", additional_french=True)
    assert match.state.airlift == 5 and at(match, "fro_abn_a8rp") in ("france_sa", "task_force")


@pytest.mark.rule("operation_serval", "31.1g")
def test_global_strike_needs_jsoc_or_africom() -> None:
    assert "global_strike" not in arrange(options=PACKAGES).state.pools[COALITION].content
    match = committed("jsoc", 1)
    assert match.state.pools[COALITION].content.count("global_strike") == 1
    both = committed("africom", 1, 1, options=PACKAGES, committed=("jsoc",))
    assert both.state.pools[COALITION].content.count("global_strike") == 0  # it came with JSOC


def with_strike(*kinds: str, text: str, die: int) -> Match:
    """A position with a global strike marker drawn."""
    match = arrange(text, options={"jsoc": True}, committed=("jsoc",), drawn={COALITION: kinds}, dice=(die,))
    match.state.drawn = {**match.state.drawn, COALITION: tuple(sorted((*kinds, "global_strike")))}
    return match


@pytest.mark.rule("operation_serval", "31.1g")
@pytest.mark.rule("operation_serval", "NWM.c")
def test_global_strike_reaches_any_hex_alone_or_with_uavs() -> None:
    far = f"{GAO}: mj_tech_1; 1233: ml_pg; 2107: aq_guer_1"
    match = with_strike("uav", text=far, die=3)
    match.play(NetwarAttack("uav", GAO))
    assert told(match, "21.6f")[-1].startswith("Column 4: C1.")  # the UAV itself has no base in reach
    assert match.state.drawn[COALITION] == ("uav",)
    lines = [entry.text for entry in match.journal]
    assert "Coalition: UAV or global strike for 1 C2P." in lines  # before the marker is shown
    assert f"The Coalition plays Global strike against Gao ({GAO})." in lines
    near = with_strike("uav", text=f"{far}; 2923: fr_base_1", die=2)
    near.play(NetwarAttack("uav", GAO))
    near.play(UseMarker("uav"))
    near.play(UseMarker("global_strike"))
    assert told(near, "21.6f")[-1].startswith("Column 5+: C1.")


@pytest.mark.rule("operation_serval", "31.1h")
def test_us_forces_wait_for_intervention_too() -> None:
    options = {"jsoc": True, "africom": True}
    text = f"{FAR}; chad_sa: js_sof_1; west_africa_sa: us_tf_meu"
    match = arrange(text, intervention=False, options=options, committed=("jsoc", "africom"))
    assert refused(match, Operate("french")) == "7.4b"
    assert refused(match, Operate("africom")) == "7.4b"
    assert match.state.airlift == 0


@pytest.mark.rule("operation_serval", "31.3b")
@pytest.mark.rule("operation_serval", "CC2P.d")
def test_heavy_weaponry_brings_the_coalition_a_die_with_intervention() -> None:
    match = arrange(intervention=False, options={"heavy_weaponry": True}, c2p=(2, 3), dice=(4,))
    passed(match.state, "1827")
    assert points(match) == (2, 7)
    plain = arrange(intervention=False, c2p=(2, 3), dice=(4,))
    passed(plain.state, "1827")
    assert points(plain) == (2, 3)


@pytest.mark.rule("operation_serval", "31.3b")
def test_in_scenario_2_the_die_comes_at_set_up() -> None:
    match = fresh("scenario_2", dice=(1, 1, 1, 1, 5, 1, 1), heavy_weaponry=True)
    assert points(match)[1] == 1 + 5 + 1 + 3 + 1
    assert "uav" in (*match.state.pools[ISLAMIST].content, *match.state.drawn[ISLAMIST])
