"""21  Netwar markers."""

import pytest

from common.engine import Match, Seat
from common.engine.actions import Decline
from operation_serval.actions import DirectAction, Draw, Finish, LoseMarker, Mobilise, NetwarAttack, TakeHit, UseMarker
from operation_serval.rules.netwar import Resolve
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused, step, told
from tests.operation_serval.positions import BAMAKO, FAR, GAO, KIDAL, MOPTI, SEGOU, arrange, at, points, worn

NEAR_GAO = f"{GAO}: ml_33p ml_militia_1*; 3024: mj_hamaha; 1233: ml_pg"  # a leader next to a town


def islamist(*kinds: str, text: str = NEAR_GAO, against: tuple[str, ...] = (), **fields: object) -> Match:
    """The Islamists' action step with these markers drawn, the Coalition with those."""
    return arrange(text, side=ISLAMIST, drawn={ISLAMIST: kinds, COALITION: against}, **fields)


def coalition(*kinds: str, text: str, **fields: object) -> Match:
    """The Coalition's action step with these markers drawn."""
    return arrange(text, drawn={COALITION: kinds}, **fields)


# Drawing


@pytest.mark.rule("operation_serval", "21.0a")
@pytest.mark.rule("operation_serval", "21.2a")
@pytest.mark.rule("operation_serval", "CEX.a")
@pytest.mark.parametrize("taken", [0, 2, 4])
def test_mobilising_draws_up_to_the_die(taken: int) -> None:
    match = islamist(c2p=(1, 5), dice=(4,), draws=("isr", "terror_1", "cyber", "isr"))
    match.play(Mobilise())
    assert points(match) == (0, 5)
    assert refused(match, Draw(5)) == "21.2a"
    match.play(Draw(taken))
    assert match.state.drawn[ISLAMIST] == tuple(sorted(("isr", "terror_1", "cyber", "isr")[:taken]))
    assert len(match.state.pools[ISLAMIST].content) == 9 - taken


@pytest.mark.rule("operation_serval", "21.1a")
def test_markers_are_drawn_at_random() -> None:
    found = set()
    for seed in range(30):
        match = islamist()
        match.state.seed = seed
        match.play(Mobilise(), dice=(1,))
        match.play(Draw(1))
        found.add(match.state.drawn[ISLAMIST][0])
    assert found >= {"isr", "cyber", "terror_1"}


@pytest.mark.rule("operation_serval", "21.2a")
def test_the_pool_limits_a_draw() -> None:
    match = arrange(drawn={COALITION: ["isr"] * 3 + ["cyber"] * 2 + ["uav"] * 2}, dice=(6,))
    match.play(Mobilise())
    assert [action.markers for action in offered(match, Draw)] == [2, 1, 0]
    empty = arrange(drawn={COALITION: ["isr"] * 3 + ["cyber"] * 2 + ["uav"] * 2 + ["direct_action"] * 2})
    assert refused(empty, Mobilise()) == "21.2a"


@pytest.mark.rule("operation_serval", "7.4d")
def test_before_intervention_the_coalition_draws_but_plays_nothing() -> None:
    text = f"{SEGOU}: ml_base_1; 1630: ad_tech_1"
    match = coalition("uav", "cyber", text=text, intervention=False)
    assert refused(match, Mobilise()) is None
    assert refused(match, NetwarAttack("uav", "1630")) == "7.4d"
    assert refused(match, NetwarAttack("cyber")) == "7.4d"
    assert refused(coalition("uav", text=text), NetwarAttack("uav", "1630")) is None
    quiet = islamist("terror_1", against=("direct_action",), intervention=False, dice=(6,))
    quiet.play(NetwarAttack("terror", GAO))
    assert step(quiet) != "CounterStrike"


# Attacks


@pytest.mark.rule("operation_serval", "21.6a")
@pytest.mark.rule("operation_serval", "NWM.c")
@pytest.mark.rule("operation_serval", "CEX.a")
def test_an_attack_costs_one_and_uses_one_type() -> None:
    match = islamist("terror_1", "terror_2", "cyber", "terror_spectacular", c2p=(1, 5))
    match.play(NetwarAttack("terror", GAO))
    assert points(match)[0] == 0
    assert refused(match, Finish()) == "21.6a"
    assert refused(match, UseMarker("cyber")) == "21.6a"
    assert refused(match, UseMarker("terror_spectacular")) == "21.6h"
    match.play(UseMarker("terror_2"))
    assert refused(match, UseMarker("terror_2")) == "21.6e"  # there is only one


@pytest.mark.rule("operation_serval", "21.6h")
def test_a_spectacular_takes_no_terror_along() -> None:
    match = islamist("terror_1", "terror_spectacular", dice=(2,))
    match.play(NetwarAttack("terror_spectacular", GAO))
    assert told(match, "21.6a")[-1] == f"The Islamists play Terror spectacular against {match.state.title(GAO)}."
    assert match.state.drawn[ISLAMIST] == ("terror_1",)


@pytest.mark.rule("operation_serval", "21.6a")
@pytest.mark.rule("operation_serval", "21.6f")
def test_an_attack_needs_a_marker_of_its_type() -> None:
    match = islamist("cyber")
    assert refused(match, NetwarAttack("terror", GAO)) == "21.6a"
    assert refused(match, NetwarAttack("direct_action", GAO)) == "21.6a"
    assert refused(match, NetwarAttack("uav", GAO)) == "21.6a"
    other = coalition("cyber", "direct_action", text=FAR)
    assert refused(other, NetwarAttack("terror", "2107")) == "21.6a"


@pytest.mark.rule("operation_serval", "21.6d")
@pytest.mark.parametrize(
    ("markers", "die", "islamists", "coalition_"),
    [(1, 1, 5, 6), (1, 3, 6, 6), (1, 4, 6, 5), (2, 1, 6, 6), (2, 3, 6, 5), (2, 6, 6, 4)],
)
def test_cyber_counts_markers(markers: int, die: int, islamists: int, coalition_: int) -> None:
    match = islamist("cyber", "cyber", c2p=(7, 6), dice=(die,))
    match.play(NetwarAttack("cyber"))
    for _ in range(markers):
        match.play(UseMarker("cyber"))
    if markers == 1:
        match.play(Finish())
    assert points(match) == (islamists, coalition_)
    assert match.state.drawn[ISLAMIST].count("cyber") == 2 - markers


@pytest.mark.rule("operation_serval", "21.6d")
def test_a_result_without_effect_is_told_in_words() -> None:
    match = islamist("cyber", dice=(2,))
    match.play(NetwarAttack("cyber"))
    assert told(match, "21.6b")[-1] == "Column 1: no effect."


@pytest.mark.rule("operation_serval", "21.6d")
def test_cyber_may_cost_a_drawn_marker_or_a_point() -> None:
    match = islamist("cyber", against=("isr",), c2p=(7, 6), dice=(6,))
    match.play(NetwarAttack("cyber"))
    assert match.state.drawn[COALITION] == () and points(match) == (6, 6)
    bare = islamist("cyber", c2p=(7, 6), dice=(6,))
    bare.play(NetwarAttack("cyber"))
    assert points(bare) == (6, 5)
    assert refused(islamist("cyber"), NetwarAttack("cyber", GAO)) == "21.6d"


@pytest.mark.rule("operation_serval", "21.6i")
def test_cyber_is_not_answered_by_direct_action() -> None:
    match = islamist("cyber", against=("direct_action",), dice=(3,))
    match.play(NetwarAttack("cyber"))
    assert step(match) == "ActionStep"


@pytest.mark.rule("operation_serval", "21.6e")
@pytest.mark.rule("operation_serval", "21.5a")
@pytest.mark.parametrize(
    ("markers", "column"), [(("terror_1",), "1"), (("terror_2",), "2"), (("terror_1", "terror_2"), "3")]
)
def test_terror_adds_values(markers: tuple[str, ...], column: str) -> None:
    match = islamist("terror_1", "terror_2", dice=(3,))
    match.play(NetwarAttack("terror", GAO))
    for kind in markers:
        match.play(UseMarker(kind))
    if len(markers) == 1:
        match.play(Finish())
    assert told(match, "21.6e")[-1].startswith(f"Column {column}:")
    assert set(markers) <= set(match.state.pools[ISLAMIST].content)
    assert not set(markers) & set(match.state.drawn[ISLAMIST])


@pytest.mark.rule("operation_serval", "21.6e")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("3024: aq_guer_1", None),
        ("3023: aq_guer_1", None),
        ("3022: aq_guer_1", "21.6e"),
        ("3022: aq_base_1", None),
        ("3021: aq_base_1", None),
        ("3020: aq_base_1", "21.6e"),
        ("3022: aq_base_1*", "21.6e"),
    ],
)
def test_terror_needs_a_unit_next_to_the_target_or_a_base_in_reach(text: str, rule: str | None) -> None:
    match = islamist("terror_1", text=f"{GAO}: ml_33p; {text}")
    assert refused(match, NetwarAttack("terror", GAO)) == rule


@pytest.mark.rule("operation_serval", "21.6b")
@pytest.mark.rule("operation_serval", "7.5e")
@pytest.mark.rule("operation_serval", "28.0b")
def test_netwar_crosses_borders_but_never_reaches_staging_areas() -> None:
    match = islamist("terror_1", text="3227: af_niger; 3127: aq_guer_1; 1233: ml_pg; chad_sa: td_armor")
    assert match.state.data.country["3227"] == "niger"
    assert refused(match, NetwarAttack("terror", "3227")) is None
    assert refused(match, NetwarAttack("terror", "chad_sa")) == "21.6b"
    assert refused(match, NetwarAttack("terror", KIDAL)) == "21.6e"  # empty


@pytest.mark.rule("operation_serval", "21.6b")
def test_netwar_ignores_terrain() -> None:
    mountain, plain = "3316: aq_guer_1", "2424: aq_guer_1"
    for text in (mountain, plain):
        hex_ = text[:4]
        match = coalition(
            "uav", text=f"{text}; {hex_[:2]}{int(hex_[2:]) + 1:02}: fr_base_1; 2107: aq_guer_2", dice=(5,)
        )
        match.play(NetwarAttack("uav", hex_))
        assert told(match, "21.6b")[-1].startswith("Column 2: D1.")


@pytest.mark.rule("operation_serval", "21.6f")
@pytest.mark.rule("operation_serval", "21.3a")
@pytest.mark.parametrize(
    ("base", "rule"), [("2923: mn_base_1", None), ("2926: mn_base_1", None), ("2927: mn_base_1", "21.6f")]
)
def test_a_uav_needs_a_base_of_its_side_in_reach(base: str, rule: str | None) -> None:
    match = coalition("uav", text=f"{GAO}: mj_tech_1; {base}; 2925: fr_sof_cm")
    assert refused(match, NetwarAttack("uav", GAO)) == rule


@pytest.mark.rule("operation_serval", "21.6f")
def test_two_uavs_add_their_values_and_may_let_the_attacker_choose() -> None:
    text = f"{GAO}: mj_tech_1 mj_hamaha*; 2924: mj_guer_1; 2923: fr_base_1; 2107: aq_guer_1"
    match = coalition("uav", "uav", text=text, dice=(6,))
    match.play(NetwarAttack("uav", GAO))
    match.play(UseMarker("uav"))
    match.play(UseMarker("uav"))
    assert told(match, "21.6f")[-1].startswith("Column 4: T1.")
    assert match.to_act == COALITION and "mj_hamaha" in match.view(COALITION).units
    match.play(TakeHit("mj_hamaha"))
    assert at(match, "mj_hamaha") == "eliminated_islamist" and not match.state.revealed


@pytest.mark.rule("operation_serval", "21.6c")
def test_the_owner_chooses_who_is_disrupted_and_weak_units_die() -> None:
    match = islamist("terror_2", dice=(5,))
    match.play(NetwarAttack("terror", GAO))
    assert (match.to_act, step(match)) == (COALITION, "AllotHits")
    match.play(TakeHit("ml_militia_1"))
    assert at(match, "ml_militia_1") == "available_mali" and not worn(match, "ml_33p")
    guerrilla = coalition("uav", text=f"{KIDAL}: ad_guer_1 ad_tech_1; 3219: fr_base_1; 2107: aq_guer_1", dice=(5,))
    guerrilla.play(NetwarAttack("uav", KIDAL))
    guerrilla.play(TakeHit("ad_guer_1"))
    assert at(guerrilla, "ad_guer_1") == "available_ansar_dine"


@pytest.mark.rule("operation_serval", "21.6c")
@pytest.mark.rule("operation_serval", "22.4a")
def test_a_task_force_hit_by_netwar_breaks_down() -> None:
    text = f"{MOPTI}: fr_ca_gtia1; 2028: aq_belmokhtar; 1233: ml_pg"
    match = islamist("terror_spectacular", text=text, dice=(5,))
    match.play(NetwarAttack("terror_spectacular", MOPTI))
    while match.to_act == COALITION and step(match) != "ActionStep":
        match.play(match.legal()[0])
    there = match.state.own(COALITION, MOPTI)
    assert len(there) == 3 and sum(unit.disrupted for unit in there) == 1
    assert at(match, "fr_ca_gtia1") == "task_force"


@pytest.mark.rule("operation_serval", "21.6g")
@pytest.mark.rule("operation_serval", "26.1a")
@pytest.mark.parametrize(
    ("text", "target", "rule"),
    [
        (f"{GAO}: ml_33p; 3024: mj_hamaha", GAO, None),
        (f"{GAO}: ml_33p; 3024: mj_tilemsi*", GAO, None),
        (f"{GAO}: ml_33p; 3124: mj_hamaha; 3024: mj_tech_1", GAO, "21.6g"),
        ("2925: ml_33p; 3025: mj_hamaha", "2925", "21.6g"),
        (f"3024: mj_hamaha; {BAMAKO}: ml_pg", GAO, "21.6g"),
    ],
)
def test_a_spectacular_needs_a_town_next_to_a_leader(text: str, target: str, rule: str | None) -> None:
    match = islamist("terror_spectacular", text=f"{text}; 2107: aq_guer_1")
    assert refused(match, NetwarAttack("terror_spectacular", target)) == rule


@pytest.mark.rule("operation_serval", "21.6g")
def test_a_spectacular_counts_its_value() -> None:
    match = islamist("terror_spectacular", dice=(3,), c2p=(5, 5))
    match.play(NetwarAttack("terror_spectacular", GAO))
    assert told(match, "21.6g")[-1].startswith("Column 3: C1.") and points(match) == (4, 4)


# Direct action


@pytest.mark.rule("operation_serval", "21.6i")
@pytest.mark.rule("operation_serval", "21.6l")
@pytest.mark.rule("operation_serval", "NWM.b")
@pytest.mark.parametrize("played", [0, 1, 2])
def test_direct_action_answers_terror_for_nothing(played: int) -> None:
    match = islamist("terror_1", "terror_1", against=("direct_action", "direct_action"), c2p=(5, 0), dice=(3,))
    match.play(NetwarAttack("terror", GAO))
    match.play(UseMarker("terror_1"))
    match.play(UseMarker("terror_1"))
    assert (step(match), match.to_act) == ("CounterStrike", COALITION)
    for _ in range(played):
        match.play(DirectAction())
    if played == 1:
        assert "another marker" in match.prompt and "1 of 2 so far" in match.prompt
    if played < 2:
        match.play(Decline())
    assert match.state.drawn[COALITION].count("direct_action") == 2 - played
    assert points(match)[1] == 0 and match.state.drawn[ISLAMIST] == ()
    rolled = [text for text in told(match, "21.6e") if text.startswith("Column")]
    expected = {0: ["Column 2"], 1: ["Column 1"], 2: []}[played]
    assert [text[:8] for text in rolled] == expected


@pytest.mark.rule("operation_serval", "21.6j")
@pytest.mark.rule("operation_serval", "21.6k")
def test_the_islamists_choose_which_marker_is_removed_and_add_none() -> None:
    match = islamist("terror_1", "terror_2", "terror_1", against=("direct_action",), dice=(3,))
    match.play(NetwarAttack("terror", GAO))
    match.play(UseMarker("terror_1"))
    match.play(UseMarker("terror_2"))
    match.play(Finish())
    match.play(DirectAction())
    if step(match) == "CounterStrike":
        match.play(Decline())
    assert (step(match), match.to_act) == ("Giving", ISLAMIST)
    assert refused(match, UseMarker("terror_1")) == "21.6j"
    match.play(LoseMarker("terror_1"))
    assert told(match, "21.6e")[-1].startswith("Column 2:")
    assert sorted(match.state.drawn[ISLAMIST]) == ["terror_1"]


@pytest.mark.rule("operation_serval", "21.6i")
@pytest.mark.rule("operation_serval", "21.4a")
def test_under_fog_the_coalition_is_asked_while_it_has_any_marker() -> None:
    options = {"fog_of_war": True}
    match = islamist("terror_1", against=("isr",), options=options, dice=(3,))
    match.play(NetwarAttack("terror", GAO))
    assert step(match) == "CounterStrike" and refused(match, DirectAction()) == "21.6i"
    assert match.legal() == (Decline(),)
    bare = islamist("terror_1", options=options, dice=(3,))
    bare.play(NetwarAttack("terror", GAO))
    assert step(bare) == "ActionStep"


@pytest.mark.rule("operation_serval", "21.6i")
def test_who_may_answer_with_direct_action_is_told_the_chances_of_the_attack() -> None:
    """Of equal markers it is known what is left; of others their owner chooses, and nothing is foretold."""
    match = islamist("terror_1", "terror_1", against=("direct_action",) * 2)
    match.play(NetwarAttack("terror", GAO))
    match.play(UseMarker("terror_1"))
    match.play(UseMarker("terror_1"))

    def columns() -> list[str]:
        found = (Seat(match, COALITION).odds(action) for action in (Decline(), DirectAction()))
        return [odds.column if odds is not None else "" for odds in found]

    assert columns() == ["2", "1"]
    match.play(DirectAction())
    assert columns() == ["1", ""]  # the last marker removed leaves nothing to roll
    match = islamist("terror_1", "terror_2", against=("direct_action",))
    match.play(NetwarAttack("terror", GAO))
    match.play(UseMarker("terror_1"))
    match.play(UseMarker("terror_2"))
    assert columns() == ["3", ""]


@pytest.mark.rule("operation_serval", "31.3a")
@pytest.mark.rule("operation_serval", "21.6i")
def test_the_islamist_uav_is_an_option_and_can_be_answered() -> None:
    text = f"{GAO}: ml_33p; 2923: mj_base_1; 1233: ml_pg"
    options = {"heavy_weaponry": True}
    assert "uav" in arrange(options=options).state.pools[ISLAMIST].content
    match = islamist("uav", text=text, options=options, against=("direct_action",), dice=(4,), c2p=(5, 5))
    match.play(NetwarAttack("uav", GAO))
    assert step(match) == "CounterStrike" and f"the UAV attack on Gao ({GAO})" in match.prompt
    match.play(Decline())
    assert told(match, "21.6f")[-1].startswith("Column 2: C1.") and points(match) == (4, 4)


def test_a_result_step_is_gone_when_the_attack_is_over() -> None:
    match = islamist("terror_1", dice=(2,))
    match.play(NetwarAttack("terror", GAO))
    assert not any(isinstance(one, Resolve) for one in match.state.flow)
