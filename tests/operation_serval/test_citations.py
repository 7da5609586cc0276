"""Counters, towns and markers are taken up and put down by the rule that holds at that moment."""

import pytest

from common.engine import Match, Seat
from operation_serval import actions as act
from operation_serval.rules.events import Events
from operation_serval.rules.retreat import RetreatMove
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, step
from tests.operation_serval.operating import declare, operate
from tests.operation_serval.positions import BAMAKO, FAR, GAO, LERE, TIMBUKTU, arrange, game


def rule_of(match: Match, *kinds: type) -> list[str]:
    """The rules under which the first legal action of each kind is offered."""
    seat = Seat(match, match.to_act)
    firsts = [next(action for action in match.legal() if isinstance(action, kind)) for kind in kinds]
    return [game().table.gesture(seat, action).rule for action in firsts]


@pytest.mark.rule("operation_serval", "30.0a")
@pytest.mark.rule("operation_serval", "30.2h")
def test_the_set_up_is_done_by_its_own_rules() -> None:
    match = game().new_match("scenario_2", 1, {"fog_of_war": False})
    assert rule_of(match, act.Choose, act.ReadyMade) == ["30.0a", "30.0a"]
    match.play(act.Choose("ml_pg"))
    assert rule_of(match, act.Place) == ["30.0a"]
    match.play(act.ReadyMade())
    match.play(act.Finish())
    assert rule_of(match, act.MarkTown) == ["30.2h"]


@pytest.mark.rule("operation_serval", "10.4d")
@pytest.mark.rule("operation_serval", "10.5g")
def test_every_contingent_takes_and_places_its_recruits_by_its_own_rule() -> None:
    match = arrange(f"{FAR}; {BAMAKO}: ml_base_1; {GAO}: ml_33p", dice=[6])
    match.play(act.Recruit("mali"))
    assert rule_of(match, act.Choose, act.Finish) == ["10.4d", "10.4d"]
    match.play(act.Choose("ml_militia_1"))
    assert rule_of(match, act.Place) == ["10.5g"]
    match = arrange(f"{FAR}; {GAO}: mj_base_1", side=ISLAMIST, dice=[6])
    match.play(act.Recruit("mojwa"))
    assert rule_of(match, act.Choose) == ["10.2a"]


@pytest.mark.rule("operation_serval", "EVT.3")
@pytest.mark.rule("operation_serval", "EVT.5")
@pytest.mark.rule("operation_serval", "EVT.6")
@pytest.mark.rule("operation_serval", "EVT.10")
def test_what_an_event_allows_is_done_by_the_event() -> None:
    for dice, rule, kinds in (
        ([2, 3], "EVT.5", (act.Choose, act.Finish)),
        ([5, 5], "EVT.10", (act.Choose, act.Finish)),
        ([2, 4, 1], "EVT.6", (act.MarkTown, act.Finish)),
    ):
        match = arrange(FAR, steps=[Events()], dice=dice)
        assert rule_of(match, *kinds) == [rule, rule]
    match = arrange(FAR, steps=[Events()], dice=[1, 2, 1], drawn={COALITION: ["isr", "cyber"]})
    assert step(match) == "Returning" and rule_of(match, act.LoseMarker) == ["EVT.3"]


@pytest.mark.rule("operation_serval", "28.0c")
@pytest.mark.rule("operation_serval", "31.1f")
def test_a_look_and_paratroops_that_arrive_name_their_rules() -> None:
    text, fog = f"{FAR}; {GAO}: mj_tech_1; {LERE}: ml_33p", {"fog_of_war": True}
    match = arrange(text, drawn={COALITION: ["isr", "isr"]}, options=fog)
    operate(match, "mali").play(act.Scout(COALITION, GAO))
    assert rule_of(match, act.Place, act.Finish) == ["28.0c", "28.0c"]
    match = arrange(intervention=False, options={"additional_french": True}, steps=[Events()], dice=[3, 4, 1, 1])
    assert rule_of(match, act.FormUp) == ["31.1f"]
    match = arrange(options={"africom": True}, dice=[1, 1])
    match.play(act.Recruit("africom", "africom"))
    assert rule_of(match, act.FormUp) == ["31.1e"]


@pytest.mark.rule("operation_serval", "VPC.a")
@pytest.mark.rule("operation_serval", "VPC.b")
@pytest.mark.rule("operation_serval", "VPC.c")
@pytest.mark.rule("operation_serval", "VPC.d")
@pytest.mark.rule("operation_serval", "VPC.e")
def test_every_victory_point_names_the_line_of_the_chart_that_brings_it() -> None:
    lost = "eliminated_coalition: fr_sof_cm; eliminated_islamist: ad_iyad"
    match = arrange(f"{FAR}; {GAO}: ad_guer_1; {lost}", sharia=[TIMBUKTU], extensions=1)
    rows = {row.label: row.rule for section in game().table.victory(match.view(None)) for row in section.rows}
    for what, rule in (
        ("Islamists in Gao (2924)", "VPC.a"),
        ("sharia in Timbuktu (2323)", "VPC.b"),
        ("CM eliminated", "VPC.c"),
        ("Coalition in Bamako (1233)", "VPC.d"),
        ("Iyad Ag Ghaly eliminated", "VPC.e"),
        ("1 more turn", "30.1q"),
    ):
        assert rows[what] == rule
    chart = next(one for one in game().table.charts(match.view(None)) if one.id == "victory points")
    cited = {row[0]: rule for row, rule in zip(chart.rows, chart.rules, strict=True)}
    assert cited["each sharia marker"] == "VPC.b" and cited["each turn of extension"] == "30.1q"
    assert cited["Bamako"] == "VPC.a, VPC.d"


@pytest.mark.rule("operation_serval", "IC2P.d")
@pytest.mark.rule("operation_serval", "IC2P.e")
@pytest.mark.rule("operation_serval", "CC2P.d")
def test_the_income_chart_has_every_line_of_both_charts() -> None:
    chart = next(one for one in game().table.charts(arrange().view(None)) if one.id == "income")
    dice = {row[0]: row[1] for row in chart.rows if "di" in row[1]}
    assert sorted(dice.values()) == ["+1 die", "+1 die", "+1 die", "+2 dice", "+2 dice"]
    assert {"IC2P.d", "IC2P.e", "CC2P.d"} <= set(chart.rules)


@pytest.mark.rule("operation_serval", "18.2b")
def test_the_line_of_support_leads_to_a_base_that_serves_the_unit() -> None:
    text = f"{FAR}; 2425: ad_tech_1; 2424: mj_base_1; 2427: ad_base_1"
    for bases, way in ((text, ("2427", "2425")), (text.replace("; 2427: ad_base_1", ""), ("2425",))):
        route = game().table.route(arrange(bases).view(ISLAMIST), "2425")
        assert route is not None and route.way == way
    assert route.rule == "18.2b" and route.cut == "2425"


@pytest.mark.rule("operation_serval", "20.3b")
@pytest.mark.rule("operation_serval", "24.1a")
def test_who_is_asked_only_to_keep_a_secret_is_told_what_he_lacks() -> None:
    for text, first, rule in (
        (f"{GAO}: ml_33p; 3024: ad_tech_1; air: ml_helo; {BAMAKO}: ml_base_1", ISLAMIST, "20.3b"),  # out of range
        (f"{GAO}: fr_sof_cm fr_base_1; 3024: ad_tech_1; air: ml_helo", ISLAMIST, "20.7.1a"),  # nobody of Mali there
        (f"{GAO}: ml_33p; 3024: ad_tech_1; {BAMAKO}: ml_base_1", COALITION, "24.1a"),
    ):
        match = arrange(f"{FAR}; {text}", side=ISLAMIST, initiative=first, options={"fog_of_war": True})
        operate(match, "ansar_dine").play(act.Finish())
        if first == ISLAMIST:
            declare(match, GAO, "ad_tech_1")
        assert step(match) == ("GunshipWindow" if first == ISLAMIST else "SofReaction")
        (closed,) = game().table.closed_choices(Seat(match, COALITION))
        assert [reason.rule for reason in closed.reasons] == [rule]


@pytest.mark.rule("operation_serval", "16.5.1e")
def test_the_way_of_a_retreat_says_where_an_enemy_zone_costs_a_step() -> None:
    way = RetreatMove(COALITION, "ml_33p", "2425", 1, ("2425",))
    around = [hex_ for hex_ in game().data.near["2425"] if hex_ != "2525"]
    text = f"{FAR}; 2425: ml_33p; 2525: ad_tech_1; 2224: ad_tech_2; 2226: ad_tech_3; 2423: ad_tech_4; 2427: ad_tech_5"
    match = arrange(text, side=ISLAMIST, steps=[way], contingent="ansar_dine")
    labels = {a.place: game().table.gesture(Seat(match, COALITION), a) for a in match.legal()}
    assert labels.keys() == set(around)
    assert all("one step lost" in label.label and label.rule == "16.5.1e" for label in labels.values())
    free = arrange(f"{FAR}; 2425: ml_33p; 2525: ad_guer_1", side=ISLAMIST, steps=[way], contingent="ansar_dine")
    assert rule_of(free, act.RetreatTo) == ["16.5.1d"]


@pytest.mark.rule("operation_serval", "13.3c")
@pytest.mark.rule("operation_serval", "7.7a")
def test_what_lies_on_a_hexside_is_told_with_its_own_rule() -> None:
    found = {}
    for hex_ in ("2126", "2029"):
        for part in game().table.about_space(arrange().view(None), hex_):
            found |= {row.value: row.rule for row in part.rows if row.label.startswith("To ")}
    assert found["intervention line"] == "7.7a" and found["river"] == "13.3c" and found["road"] == "13.3e"


@pytest.mark.rule("operation_serval", "5.1a")
@pytest.mark.rule("operation_serval", "5.1b")
def test_sudden_deaths_count_places_in_words() -> None:
    lines = game().table.verdict(arrange(f"1233: ml_pg; {GAO}: ad_tech_1").view(None))
    assert lines[0].text.endswith("Bamako is not taken, and 1 of the 8 capitals")
    assert lines[1].text.endswith("they stand in 1 hex")


def test_every_group_of_recruits_is_named_after_its_contingent() -> None:
    match = arrange(FAR, options={"jsoc": True, "africom": True}, c2p=(6, 8))
    table, seat = game().table, Seat(match, COALITION)
    labels = {action.group: table.gesture(seat, action).label for action in offered(match, act.Recruit)}
    assert labels["africom"] == "Recruit AFRICOM: the whole force (2 C2P)"
    assert labels["jsoc"] == "Recruit French and Chadian: JSOC (2 C2P)"
    assert labels[""].endswith(" units (2 C2P)")
