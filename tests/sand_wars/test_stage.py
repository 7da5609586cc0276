"""The combat as a stage: what is told of it to either side, step by step, and nothing that a seat cannot know."""

from __future__ import annotations

import pytest

from common.engine import Match, Seat, load_game
from common.engine.actions import Decline
from common.tabletop import CombatStage, StageForce, StageUnit
from sand_wars import actions as act
from sand_wars.odds import fire_chances
from sand_wars.rules.combat.fire import FireOrder
from sand_wars.rules.combat.losses import Casualties
from sand_wars.rules.combat.windows import DefenderWindow
from sand_wars.state import ALGERIA, MOROCCO, OFF_MAP
from tests.asking import step
from tests.sand_wars.fights import (
    action_card,
    advance_to,
    attach,
    change,
    die,
    fight,
    in_action,
    reaction_card,
    throw,
)
from tests.sand_wars.positions import arranged

PLACE = {
    "A-tank4-1": "oujda", "A-tank3-1": "oujda", "A-art2-1": "oujda", "A-base-1": "tlemcen",
    "M-mech3-1": "oujda", "M-mot2-1": "oujda",
}  # fmt: skip


def stage(match: Match, side: str | None = None) -> CombatStage:
    found = match.game.table.stage(Seat(match, side or match.to_act))
    assert found is not None
    return found


def unit(force: StageForce, piece: str) -> StageUnit:
    return next(unit for unit in force.units if unit.piece == piece)


def now(told: CombatStage) -> list[str]:
    return [step.title for step in told.steps if step.state == "now"]


def test_without_a_combat_there_is_no_stage() -> None:
    match = arranged(place={"A-mot2-1": "oran"}, hand=("A01",))
    assert load_game("sand_wars").table.stage(Seat(match, ALGERIA)) is None


def test_the_stage_names_step_forces_and_every_part_of_the_sums() -> None:
    match = fight(
        DefenderWindow(MOROCCO), place=PLACE | {"M-fort-1": "oujda"}, entered=("A-art2-1",), enemy_hand=("M17",),
        battle={"step": "round", "support": ("A-airstrike-1",), "supplies": (1, 0)},
    )  # fmt: skip
    change(match, "A-tank3-1", disrupted=True)
    told = stage(match)
    assert (told.space, told.title, told.decides, told.large) == ("oujda", "Combat in Oujda, round 1", MOROCCO, True)
    assert now(told) == ["Start"]
    attacker, defender = told.forces
    assert (attacker.title, defender.title) == ("Attacker: Algeria", "Defender: Morocco")
    assert (unit(attacker, "A-art2-1").value, unit(attacker, "A-art2-1").rule) == ("0", "GC.18")
    assert unit(attacker, "A-tank3-1").rule == "DIS.4"
    assert unit(attacker, "A-airstrike-1").remark == "support"
    parts = {part.why: part.value for part in attacker.sums[0].parts}
    # 4 whole, 3 disrupted halved to 2, logistics for two units and one marker, an Airstrike of 2
    assert parts == {
        "undisrupted units": 4, "disrupted units, halved": 2, "Combat logistics": 3, "air and naval support": 2,
    }  # fmt: skip
    assert (attacker.sums[0].total, attacker.sums[0].reads) == ("11", "row 10-12")
    assert [note.rule for note in told.notes] == ["TER.6", "ADD.3"]
    table = match.game.data.tables.fire.rows
    assert [(row.side, row.cells) for row in told.rows] == [
        (ALGERIA, tuple(table["10-12"])), (MOROCCO, tuple(table["4-6"])),
    ]  # fmt: skip


def test_the_chances_are_those_of_the_rolls_to_come() -> None:
    logistics = action_card(ALGERIA, "Combat logistics")
    match = fight(
        FireOrder(ALGERIA, "First fire"), place=PLACE, hand=(logistics,),
        battle={"step": "first fire", "advantage": ALGERIA},
    )  # fmt: skip
    told = stage(match)
    titles = [odds.title for odds in told.odds]
    assert titles == [
        "First fire of Algeria with 9",
        "First fire of Algeria with 12, one more Combat logistics",
        "Return fire of Morocco with 5",
    ]
    shown = {outcome.label: outcome.weight for outcome in told.odds[1].outcomes}
    exact = fire_chances(match.state, ALGERIA, ALGERIA, 1)
    assert sum(shown.values()) == exact.total
    assert shown["0 steps"] == exact.weights[0, False]
    theirs = stage(match, MOROCCO)
    assert [odds.title for odds in theirs.odds] == ["First fire of Algeria with 9", "Return fire of Morocco with 5"]
    assert theirs.odds[0].total == 72  # the enemy's hand may be on top of his deck for all Morocco knows


def test_while_losses_are_taken_the_cell_that_brought_them_is_marked() -> None:
    match = fight(
        FireOrder(ALGERIA, "First fire"), place=PLACE | {"M-mot2-2": "oujda", "M-mech3-2": "oujda"},
        hand=(action_card(ALGERIA, "Combat logistics"),), battle={"step": "first fire", "advantage": ALGERIA},
        draws=(throw(ALGERIA, 4, 4),),
    )  # fmt: skip
    change(match, "M-mech3-1", disrupted=True)
    match.play(act.OpenFire())
    assert isinstance(match.state.step, Casualties)
    told = stage(match)
    assert told.asks == match.prompt and "Algeria's fire" in told.asks
    assert (told.rolls[-1].reason, told.rolls[-1].dice, told.rolls[-1].by) == ("First fire of Algeria", (4, 4), ALGERIA)
    row = told.rows[0]
    assert (row.side, row.columns[row.live]) == (ALGERIA, "8")
    assert told.rolls[-1].brings.startswith(f"A roll of 8 on row 7-9: {row.cells[row.live]} ")
    marks = {unit.piece: unit.mark for unit in told.forces[1].units}
    assert (marks["M-mech3-1"], marks["M-mech3-2"], marks["M-mot2-1"]) == ("chosen", "chosen", "idle")
    assert [odds.title for odds in told.odds] == ["Return fire of Morocco with 9"]


def test_recon_counts_until_it_is_decided() -> None:
    match = fight(
        place=PLACE, enemy_hand=(reaction_card(MOROCCO, "Withdraw"),), draws=(die(ALGERIA, 6), die(MOROCCO, 1))
    )
    before = stage(match)
    assert [each.title for each in before.forces[0].sums] == ["Firepower", "Recon"]
    assert "Recon" in [odds.title for odds in before.odds]
    match.play(Decline())
    advance_to(match, "DefenderWindow")
    after = stage(match)
    assert [each.title for each in after.forces[0].sums] == ["Firepower"]
    assert next(step.about for step in after.steps if step.title == "Recon") == "Algeria has the Recon Advantage"
    assert [roll.dice for roll in after.rolls] == [(6,), (1,)]


@pytest.mark.parametrize("side", [ALGERIA, MOROCCO, None])
def test_units_in_hq_boxes_fight_in_sight_of_all(side: str | None) -> None:
    match = fight(DefenderWindow(MOROCCO), place=PLACE | {"M-B1": "oujda"}, enemy_hand=("M17",))
    attach(match, "M-B1", "M-mech3-1")
    told = match.game.table.stage(Seat(match, side))
    assert told is not None
    assert {unit.piece for unit in told.forces[1].units} == {"M-mech3-1", "M-mot2-1", "M-B1"}
    assert told.forces[1].unseen == ""


def test_a_mission_outside_a_combat_has_a_stage_of_its_own() -> None:
    place = {"A-mot2-1": "tlemcen", "M-mot2-1": "oujda", "M-base-1": "oujda", "M-het0-1": "taza"}
    match = in_action("Air operations", place, war=True, enemy_hand=(reaction_card(MOROCCO, "Air intercept"),))
    match.play(act.Sortie("A-airstrike-1", "interdiction"))
    match.play(act.AimAt("oujda"))
    assert step(match) == "AirDefense"
    told = stage(match)
    assert (told.space, told.title, told.large) == ("oujda", "Interdiction over Oujda", False)
    assert now(told) == ["Air defense"]
    assert [unit.piece for unit in told.forces[0].units] == ["A-airstrike-1"]
    assert told.forces[1].sums[0].total == "2 dice"  # a force and a base
    assert told.odds[0].title == "Air defense at Airstrike, 2 dice"
    theirs = stage(match, ALGERIA)
    assert theirs.forces[1].sums[0].total == "1\u20132 dice"  # the block might be a transporter
    assert theirs.odds == ()
    match.play(Decline())
    assert step(match) == "Interception"
    told = stage(match)
    assert now(told) == ["Interception"]
    assert told.asks.startswith("Algeria comes with Airstrike 1 (2/0).")


@pytest.mark.rule("sand_wars", "AD.2", "DSP.6")
@pytest.mark.parametrize(("hq", "dice"), [("M-B1", "1 die"), ("M-D1", "2 dice")])
def test_who_flies_in_is_told_no_more_of_the_air_defense_than_he_can_see(hq: str, dice: str) -> None:
    match = in_action("Air operations", {"M-mot2-1": "oujda", hq: "oujda"}, war=True)
    attach(match, hq)
    match.play(act.Sortie("A-airstrike-1", "interdiction"))
    match.play(act.AimAt("oujda"))
    assert step(match) == "AirDefense"
    own, other = stage(match, MOROCCO), stage(match, ALGERIA)
    assert own.asks == f"Morocco fires with {dice}."
    assert own.forces[1].sums[0].total == dice
    assert other.asks.startswith("Morocco fires with 1\u20132 dice.")  # an HQ counts, and it may be a division
    assert other.forces[1].sums[0].total == "1\u20132 dice"


@pytest.mark.rule("sand_wars", "NAV.1", "NAV.2", "NAV.4")
def test_ships_come_to_a_coast_under_their_own_rules() -> None:
    place = {"M-mot2-1": "nador", "A-naval-1": OFF_MAP, "M-naval-1": OFF_MAP}
    card = reaction_card(MOROCCO, "Naval intercept")
    match = in_action("Naval operations", place, war=True, enemy_hand=(card,))
    match.play(act.Sortie("A-naval-1", "nador"))
    told = stage(match)
    assert (told.title, told.rule) == ("Interdiction of Nador from the sea", "NAV.1")
    assert [(each.title, each.rule) for each in told.steps] == [
        ("Interception", "NAV.4"), ("Fire", "ICP.2"), ("Fire back", "ICP.5"), ("Mission", "NAV.1"),
    ]  # fmt: skip
