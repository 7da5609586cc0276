"""Air attacks and netwar attacks as stages: what they tell, and what the journal tells of them afterwards."""

from __future__ import annotations

import pytest

from common.engine import Match, Seat
from common.engine.actions import Decline
from common.tabletop import CombatStage
from common.tabletop.stage import rolls_in
from operation_serval.actions import (
    Assault,
    CommitIsr,
    DeclareAttack,
    Finish,
    Fire,
    JoinAll,
    NetwarAttack,
    RetreatTo,
    Sortie,
    Support,
    TakeHit,
    UseMarker,
)
from operation_serval.rules.aftermath import AdvanceChoice
from operation_serval.rules.air import AirSegment, GunshipWindow
from operation_serval.rules.battle import AttackForce, FireRound, GroundCombat
from operation_serval.rules.fire import describe_result
from operation_serval.rules.retreat import RetreatMove
from operation_serval.state import COALITION, ISLAMIST
from operation_serval.table import open_table
from tests.asking import offered
from tests.operation_serval.battles import battle
from tests.operation_serval.operating import declare, operate
from tests.operation_serval.positions import FAR, GAO, arrange
from tests.operation_serval.test_air import BESIDE, OPEN
from tests.operation_serval.test_netwar import islamist
from tests.operation_serval.test_options import with_strike


def stage(match: Match, side: str) -> CombatStage:
    found = open_table(match.game).stage(Seat(match, side))
    assert found is not None
    return found


def test_an_air_attack_tells_each_column_and_the_air_defense() -> None:
    jets = "air: fr_air_rafale* fr_air_m2000d"  # one of them worn, so that they are not alike
    text = f"{FAR}; {jets}; {OPEN}: ad_tech_1 ad_tech_2; {BESIDE}: fr_mech_a21"
    match = operate(arrange(text, dice=[1, 1, 1]), "french")
    match.play(Finish())
    for unit in ("fr_air_rafale", "fr_air_m2000d"):
        match.play(Sortie(unit, OPEN))
    assert open_table(match.game).stage(Seat(match, COALITION)) is None  # they are still being placed
    match.play(Finish())
    told = stage(match, COALITION)
    assert (told.space, told.title) == (OPEN, f"Air attack on {OPEN}")
    flying, target = told.forces
    assert [unit.name for unit in flying.units] == ["Rafale", "Mirage 2000D"]
    assert {unit.piece for unit in target.units} == {"ad_tech_1", "ad_tech_2"}
    assert [sum_.title for sum_ in flying.sums] == ["Rafale:", "Mirage 2000D:"]
    assert [step.title for step in told.steps if step.state == "now"] == ["Fire"]
    assert len(told.odds) == 2 and not told.rolls
    match.play(Fire("fr_air_rafale"))
    lines = open_table(match.game).fight_lines(match.journal.entries)
    assert [line.rules[0] for line in lines][:3] == ["20.5a", "20.5a", "20.6a"]  # from the first shot on


def test_a_global_strike_is_called_one_and_nothing_answers_it() -> None:
    far = f"{GAO}: mj_tech_1; 1233: ml_pg ml_base_1; 1433: ad_tech_1; 2107: aq_guer_1"
    match = with_strike("uav", text=far, die=3)
    match.state.options["fog_of_war"] = True
    seat = Seat(match, COALITION)
    labels = {action.hex: open_table(match.game).gesture(seat, action).label for action in offered(match, NetwarAttack)}
    assert labels[GAO] == f"Global strike on Gao ({GAO}) (1 C2P)" and labels["1433"] == "UAV attack on 1433 (1 C2P)"
    match.play(NetwarAttack("uav", GAO))
    match.play(UseMarker("global_strike"))
    told = stage(match, COALITION)
    assert told.title == f"Global strike on Gao ({GAO})"
    assert "No effect" in [outcome.label for outcome in told.odds[0].outcomes]
    assert [step.title for step in told.steps] == ["Markers", "Die"]  # direct action is the Coalition's alone


@pytest.mark.parametrize("side", [ISLAMIST, COALITION])
def test_a_terror_attack_tells_markers_strength_and_column(side: str) -> None:
    match = islamist("terror_1", "terror_2")
    match.play(NetwarAttack("terror", GAO))
    told = stage(match, side)
    assert told.title.startswith("Terror attack on Gao")
    assert told.forces[0].unseen and not told.forces[0].sums
    match.play(UseMarker("terror_2"))
    told = stage(match, side)
    strength = told.forces[0].sums[0]
    assert [part.value for part in strength.parts] == [2]
    assert strength.total == "2"
    table = match.game.data.tables.strike
    assert told.rows[0].title == f"Column {table.labels[table.column(2)]}"
    assert {unit.piece for unit in told.forces[1].units} == {"ml_33p", "ml_militia_1"}
    codes = {cell for cell in told.rows[0].cells if cell != "-"}
    meant = {sum_.title: sum_.reads for sum_ in told.forces[1].sums}
    assert meant == {code: match.game.data.tables.codes.netwar[code] for code in codes}
    assert not told.rolls


def test_cyber_warfare_has_no_place_and_no_stage() -> None:
    match = islamist("cyber", "cyber")
    match.play(NetwarAttack("cyber", ""))
    assert open_table(match.game).stage(Seat(match, ISLAMIST)) is None


@pytest.mark.parametrize("side", [ISLAMIST, COALITION])
def test_a_declared_attack_is_a_stage_while_gunships_are_decided(side: str) -> None:
    """20.7: the fight has begun for the players, but with fog of war nobody has been shown yet."""
    text = f"{FAR}; air: fr_helo_tigre; {OPEN}: fr_base_1 fr_mech_a21; {BESIDE}: ad_tech_1 ad_tech_2"
    match = operate(arrange(text, side=ISLAMIST, options={"fog_of_war": True}), "ansar_dine")
    match.play(Finish())
    match.play(Decline())  # no SOF reaction
    match.play(DeclareAttack(OPEN))
    match.play(JoinAll())
    match.play(Assault())
    assert isinstance(match.state.step, GunshipWindow)
    told = stage(match, side)
    assert (told.space, told.title, told.spaces) == (OPEN, f"Battle at {OPEN}", (BESIDE,))
    assert all(step.state == "ahead" for step in told.steps)
    attackers, defenders = ({unit.piece for unit in force.units} for force in told.forces)
    assert attackers == ({"ad_tech_1", "ad_tech_2"} if side == ISLAMIST else set())
    assert len(defenders) == (1 if side == ISLAMIST else 2)  # of the enemy's stack the top counter is seen
    assert [bool(force.unseen) for force in told.forces] == [side == COALITION, side == ISLAMIST]


def test_fire_is_told_in_its_order_with_what_each_shot_brought() -> None:
    """15.4c: the columns stand in the order of tactical values; a die beside its reason says what came of it."""
    text = f"{FAR}; {OPEN}: fr_mech_a21 fr_base_1; {BESIDE}: ad_guer_1 ad_tech_2 ad_heavy_1 ad_sanda"
    match = operate(arrange(text, side=ISLAMIST, dice=[1] * 9), "ansar_dine")
    match.play(Finish())
    if not isinstance(match.state.step, GroundCombat):
        match.play(Decline())
    for action in (DeclareAttack(OPEN), JoinAll(), Assault()):
        match.play(action)
    assert isinstance(match.state.step, FireRound)
    attackers = stage(match, ISLAMIST).forces[0]
    values = [int(sum_.total.split(",")[0].removeprefix("value ")) for sum_ in attackers.sums]
    assert values == sorted(values, reverse=True) and len(set(values)) > 1
    assert all(" " not in sum_.reads for sum_ in attackers.sums)  # a column is never broken in two
    match.play(match.legal()[0])
    shot = stage(match, ISLAMIST).rolls[0]
    column = shot.reason.rpartition(" ")[2]
    table = match.game.data.tables.kinetic
    assert shot.brings == describe_result(table.cells[table.labels.index(column)][shot.dice[0] - 1])


@pytest.mark.rule("operation_serval", "15.4c")
@pytest.mark.rule("operation_serval", "16.3a")
def test_a_unit_disrupted_before_it_fires_keeps_its_place_on_the_stage() -> None:
    match = battle("fr_sof_cm", "ad_tech_1 ad_heavy_1", dice=[4])
    match.play(TakeHit("ad_tech_1"))
    assert isinstance(match.state.step, FireRound) and match.state.units["ad_tech_1"].disrupted
    told = stage(match, COALITION)
    worn = next(unit for unit in told.forces[1].units if unit.piece == "ad_tech_1")
    assert worn.remark == "disrupted, may fire now"
    totals = [sum_.total for sum_ in told.forces[1].sums]
    assert totals == ["value 3, column 2", "value 3, column 5"]  # its strength is that of the back


@pytest.mark.rule("operation_serval", "15.4e")
def test_first_fire_is_told_by_the_rule_that_gives_it() -> None:
    for drawn, rule in (({}, "15.4f"), ({COALITION: ["isr"]}, "15.4e")):
        match = battle("ml_33p ml_armor ml_inf_1", "ad_tech_1*", initiative=ISLAMIST, drawn=drawn, dice=[1, 1])
        if drawn:
            match.play(CommitIsr())
        told = stage(match, COALITION)
        assert [note.rule for note in told.notes if note.why.startswith("First fire in")] == [rule]


@pytest.mark.rule("operation_serval", "15.4e")
def test_who_fired_first_and_why_is_told_still_when_the_battle_is_over() -> None:
    match = battle("ml_33p ml_armor", "ad_guer_1", initiative=ISLAMIST, drawn={COALITION: ["isr"]}, dice=[6, 6, 6, 6])
    match.play(CommitIsr())
    while not isinstance(match.state.step, AdvanceChoice):
        match.play(match.legal()[0])
    told = stage(match, COALITION)
    assert ("First fire in each group: Coalition, by ISR", "15.4e") in [(note.why, note.rule) for note in told.notes]


@pytest.mark.rule("operation_serval", "20.7.1b")
def test_the_dice_of_gunships_in_defense_are_on_the_stage() -> None:
    text = f"{FAR}; 2425: ml_33p ml_base_1 fr_sof_cm; 2525: ad_tech_1 ad_guer_1 ad_heavy_1; air: ml_helo fr_helo_tigre*"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, dice=[4])
    operate(match, "ansar_dine").play(Finish())
    declare(match, "2425", "ad_tech_1", "ad_guer_1")
    for gunship in ("ml_helo", "fr_helo_tigre"):
        match.play(Support(gunship, "2525"))
    assert [odds.rule for odds in stage(match, COALITION).odds] == ["20.7.1b", "20.7.1b"]
    match.play(Fire("ml_helo"))
    told = stage(match, ISLAMIST)
    assert [roll.brings for roll in told.rolls] == ["one hit"]
    assert "No attacker here has air defense" in [note.why for note in told.notes]  # the heavy one stands by


@pytest.mark.rule("operation_serval", "17.2a")
@pytest.mark.parametrize(("die", "brings"), [(1, "a shock"), (2, "no shock")])
def test_shock_is_told_before_the_battle_and_on_the_stage(die: int, brings: str) -> None:
    """A die up to the losses is a shock; what it brought stands beside it, and nobody is said to fire any more."""
    text = f"{FAR}; {BESIDE}: fr_sof_cm fr_mech_a21 fr_abarm_1rhp; {OPEN}: ad_guer_1"
    match = operate(arrange(text, dice=[6, die]), "french")
    while not isinstance(match.state.step, GroundCombat):
        match.play(Finish())
    match.play(DeclareAttack(OPEN))
    chances = Seat(match, COALITION).odds(JoinAll())
    assert chances is not None
    assert [outcome.label for outcome in chances.outcomes][-1] == "won: enemy \u22121, own \u22120, shock on 1"
    match.play(JoinAll())
    if isinstance(match.state.step, AttackForce):
        match.play(Assault())
    assert isinstance(match.state.step, AdvanceChoice)
    told = stage(match, COALITION)
    assert [roll.brings for roll in told.rolls if roll.reason.startswith("Shock")] == [brings]
    assert not told.forces[0].sums
    assert {unit.remark for unit in told.forces[0].units} == {"has fired", "has nobody to fire at"}


@pytest.mark.rule("operation_serval", "15.4c")
def test_units_that_fire_alike_share_a_line_of_the_stage() -> None:
    """Nine attackers, each with three lines, would push the dice off the card."""
    match = battle("ad_iyad ad_tech_1 ad_tech_2 ad_tech_3 ad_guer_1", "ml_33p", ISLAMIST, drawn={ISLAMIST: ["isr"]})
    titles = [sum_.title for sum_ in stage(match, ISLAMIST).forces[0].sums]
    assert titles == ["Iyad Ag Ghaly:", "Ansar Dine technicals 1-3:", "Ansar Dine guerrilla 1:"]


@pytest.mark.rule("operation_serval", "16.5b")
def test_a_long_retreat_takes_one_line_of_the_outcome() -> None:
    """A line a hex would push the fire off the card; the journal has them all."""
    match = operate(arrange(f"{FAR}; {BESIDE}: ml_33p; {OPEN}: ad_guer_1", dice=[1, 3, 4]), "mali")
    match.play(Finish())
    declare(match, OPEN, "ml_33p")
    while isinstance(match.state.step, RetreatMove):
        match.play(offered(match, RetreatTo)[0])
    way = [entry.places[-1] for entry in match.journal if entry.rules == ("16.5.1d",)]
    assert len(way) == 4
    told = open_table(match.game).fight_lines(match.journal.entries)
    lines = [entry for entry in told if entry.rules == ("16.5.1d",)]
    title = match.game.data.titles
    words = f"The retreat leads over {title[way[0]]}, {title[way[1]]} and {title[way[2]]} to {title[way[3]]}."
    assert [line.text for line in lines] == [words]
    assert lines[0].places == (BESIDE, *way)


@pytest.mark.parametrize(("die", "shock"), [(1, "a shock"), (6, "no shock")])
def test_the_dice_tell_what_they_brought_and_not_their_whole_line(die: int, shock: str) -> None:
    match = battle("fr_mech_a21 fr_mech_b21", "ad_guer_1", dice=[1, 6, die])
    told = [roll.brings for roll in rolls_in(match.journal.entries)]
    assert told[-1] == shock and told[0] == "no effect"


@pytest.mark.parametrize(("die", "brings"), [(1, "no effect"), (4, "gunship hit")])
def test_the_die_of_air_defense_says_what_it_did(die: int, brings: str) -> None:
    text = f"{FAR}; {OPEN}: ad_heavy_1; 2725: fr_base_1; air: fr_helo_tigre"
    match = arrange(text, contingent="french", steps=[AirSegment(COALITION)], dice=[1, die])
    match.play(Sortie("fr_helo_tigre", OPEN))
    match.play(Finish())
    assert [roll.brings for roll in rolls_in(match.journal.entries)] == ["no effect", brings]
