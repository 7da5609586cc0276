"""LOS, RET, SUB, TER, ELT, LDR.4-6, EVT.AMB-EVT.SAND  Losses, retreats, terrain and the events of combat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from common.engine import Match
from common.engine.actions import Decline
from sand_wars import actions as act
from sand_wars.rules.combat.course import GroundCombat
from sand_wars.rules.combat.fire import FireOrder, FireResult
from sand_wars.rules.combat.losses import Casualties
from sand_wars.rules.combat.retreat import BeginRetreat, FallingBack
from sand_wars.rules.combat.strength import firepower, shelter
from sand_wars.rules.frontage import Overstacked
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, OUT, REPLACEMENT
from tests.asking import refused, step, told
from tests.sand_wars.fights import attach, battle_of, event_card, fight, ringed, throw
from tests.sand_wars.positions import arranged, at, play, put


def losing(place: Mapping[str, str], number: int, side: str = MOROCCO, **fields: Any) -> Match:
    return fight(Casualties(side, number), place=place, **fields)


def cvs(match: Match, *ids: str) -> list[int]:
    return [match.state.pieces[id_].cv for id_ in ids]


@pytest.mark.rule("sand_wars", "LOS.1", "LOS.5", "GC.20", "DIS.5")
def test_each_step_comes_from_the_strongest_unit() -> None:
    place = {"A-mot2-1": "oujda", "M-tank4-1": "oujda", "M-mech3-1": "oujda", "M-mot2-1": "oujda"}
    match = losing(place, 2)
    assert cvs(match, "M-tank4-1") == [3]
    assert refused(match, act.TakeLoss("M-mot2-1")) == "LOS.5"
    play(match, act.TakeLoss("M-mech3-1"))
    assert cvs(match, "M-tank4-1", "M-mech3-1", "M-mot2-1") == [3, 2, 2]
    match = fight(Casualties(MOROCCO, 3), place={"A-mot2-1": "oujda", "M-mech3-1": "oujda", "M-rec1-1": "taza"})
    assert at(match, "M-mech3-1") == REPLACEMENT


@pytest.mark.rule("sand_wars", "LOS.6", "PCE.9")
def test_in_a_tie_armor_loses_against_armor_or_close_support() -> None:
    place = {"A-tank4-1": "oujda", "M-mech3-1": "oujda", "M-mot2-1": "oujda"}
    match = fight(place=place)
    state = match.state
    state.change("M-mech3-1", cv=2)
    state.push(Casualties(MOROCCO, 1))
    assert refused(match, act.TakeLoss("M-mot2-1")) == "LOS.6"
    assert refused(match, act.TakeLoss("M-mech3-1")) is None
    plain = {"A-mot2-1": "oujda", "M-mech3-1": "oujda", "M-mot2-1": "oujda"}
    for battle, rule in (({}, None), ({"support": ("A-airstrike-1",)}, "LOS.6")):
        match = fight(place=plain, battle=battle)
        match.state.change("M-mech3-1", cv=2)
        match.state.push(Casualties(MOROCCO, 1))
        assert refused(match, act.TakeLoss("M-mot2-1")) == rule
    three = {f"M-tank4-{n}": "oujda" for n in (1, 2, 3)}
    match = losing({"A-tank4-1": "oujda", **three}, 3)
    assert cvs(match, *three) == [3, 3, 3]


@pytest.mark.rule("sand_wars", "LOS.2", "REP.2", "LOS.4", "REP.1")
def test_lost_pieces_go_to_their_boxes() -> None:
    place = {"A-mot2-1": "fes", "A-guerrilla-1": "fes", "M-mot2-1": "fes"}
    match = fight(Casualties(ALGERIA, 9), place=place, space="fes")
    play(match, act.TakeLoss("A-guerrilla-1"))
    assert at(match, "A-guerrilla-1") == OUT
    assert at(match, "A-mot2-1") == OUT
    match = losing({"A-mot2-1": "oujda", "M-mot2-1": "oujda"}, 2)
    assert at(match, "M-mot2-1") == REPLACEMENT


@pytest.mark.rule("sand_wars", "LOS.3", "ELT.2", "ELT.1")
def test_the_guards_go_last_and_as_two_steps() -> None:
    place = {"A-tank4-1": "rabat", "M-guards-1": "rabat", "M-rec1-1": "rabat", "M-B1": "rabat"}
    match = fight(Casualties(MOROCCO, 1), place=place, space="rabat")
    assert at(match, "M-rec1-1") == REPLACEMENT
    alone = {"A-tank4-1": "rabat", "M-guards-1": "rabat"}
    match = fight(Casualties(MOROCCO, 1), place=alone, space="rabat")
    assert at(match, "M-guards-1") == "rabat"
    match = fight(Casualties(MOROCCO, 2), place=alone, space="rabat")
    assert at(match, "M-guards-1") == REPLACEMENT
    assert match.state.lost_steps[MOROCCO] == 2
    match = fight(Casualties(MOROCCO, 3), place={**alone, "M-B1": "rabat"}, space="rabat")
    assert (at(match, "M-B1"), at(match, "M-guards-1")) == (REPLACEMENT, REPLACEMENT)


@pytest.mark.rule("sand_wars", "SUB.4", "SUB.1", "LOS.7")
def test_hqs_and_hets_are_lost_after_all_others_and_surplus_losses_vanish() -> None:
    place = {"A-tank4-1": "oujda", "M-B1": "oujda", "M-rec1-1": "oujda", "M-mot2-1": "taourirt"}
    match = losing(place, 1)
    assert (at(match, "M-rec1-1"), at(match, "M-B1")) == (REPLACEMENT, "oujda")
    match = losing(place, 5)
    assert (at(match, "M-B1"), at(match, "M-mot2-1")) == (REPLACEMENT, "taourirt")


@pytest.mark.rule("sand_wars", "SUB.2", "LDR.4")
def test_bases_forts_and_leaders_are_no_combat_loss() -> None:
    place = {"A-tank4-1": "oujda", "M-mot2-1": "oujda", "M-fort-1": "oujda", "M-leader-1": "oujda", "M-mot2-2": "oujda"}
    match = losing(place, 3)
    assert (at(match, "M-fort-1"), at(match, "M-leader-1")) == ("oujda", "oujda")
    assert not match.state.pieces["M-leader-1"].disrupted


@pytest.mark.rule("sand_wars", "LDR.6")
def test_a_leader_falls_when_all_others_are_gone() -> None:
    place = {"A-tank4-1": "oujda", "M-mot2-1": "oujda", "M-leader-1": "oujda"}
    match = losing(place, 3)
    assert match.state.battle is None
    assert at(match, "M-leader-1") == OUT


# Retreat


def retreating(place: Mapping[str, str], side: str = MOROCCO, **fields: Any) -> Match:
    return fight(BeginRetreat(side), place=place, **fields)


@pytest.mark.rule("sand_wars", "RET.1", "RET.2", "GC.21")
def test_retreat_detaches_and_moves_one_space_under_withdrawal_conditions() -> None:
    place = {"A-tank4-1": "oujda", "M-B1": "oujda", "M-mech3-1": "oujda", "M-mot2-1": "oujda", "A-mot2-1": "nador"}
    match = fight(place=place, enemy_hand=("M17",))
    attach(match, "M-B1", "M-mech3-1", pv=2)
    match.state.flow[-1] = BeginRetreat(MOROCCO)
    match.state.flow[-2] = GroundCombat("end")
    match._settle()
    assert match.state.pieces["M-mech3-1"].hq == ""
    assert refused(match, act.FallBack("M-B1", "nador")) == "RET.2"
    assert refused(match, act.FallBack("M-B1", "maghnia")) == "RET.2"
    assert refused(match, act.FallBack("M-B1", "fes")) == "RET.2"
    play(match, act.FallBack("M-B1", "taourirt"), act.FallBackTogether("ain_beni_mathar"))
    assert (at(match, "M-B1"), at(match, "M-mech3-1")) == ("taourirt", "ain_beni_mathar")
    assert match.state.pieces["M-B1"].pv == 2
    assert match.state.controller("oujda") == ALGERIA


@pytest.mark.rule("sand_wars", "RET.3", "RET.4", "RET.5")
def test_those_that_cannot_go_are_destroyed() -> None:
    place = {"A-tank4-1": "oujda", "M-mech3-1": "oujda"}
    closed = {f"A-mot2-{n}": space for n, space in enumerate(("taourirt", "nador", "ain_beni_mathar"), 1)}
    match = retreating({**place, **closed})
    assert at(match, "M-mech3-1") == REPLACEMENT
    match = fight(place={"A-tank4-1": "oujda", "M-mech3-1": "oujda", "M-mot2-1": "oujda"})
    match.state.change("M-mech3-1", disrupted=True)
    match.state.push(BeginRetreat(MOROCCO))
    match._settle()
    assert at(match, "M-mech3-1") == REPLACEMENT
    assert isinstance(match.state.step, FallingBack)
    match = fight(BeginRetreat(ALGERIA), place={"A-camp-1": "oujda", "M-tank4-1": "oujda"}, attacker=MOROCCO)
    assert at(match, "A-camp-1") == ASIDE


@pytest.mark.rule("sand_wars", "RET.7", "LDR.5", "ELT.3")
@pytest.mark.parametrize(
    ("space", "place", "side"),
    [
        ("oran", {"M-tank4-1": "oran", "A-mot2-1": "oran"}, ALGERIA),
        ("fes", {"A-tank4-1": "fes", "M-mot2-1": "fes"}, MOROCCO),
        ("oujda", {"A-tank4-1": "oujda", "M-mot2-1": "oujda", "M-fort-1": "oujda"}, MOROCCO),
        ("rabat", {"A-tank4-1": "rabat", "M-guards-1": "rabat"}, MOROCCO),
    ],
)
def test_some_ignore_retreat(space: str, place: dict[str, str], side: str) -> None:
    match = retreating(place, side, space=space, attacker=MOROCCO if side == ALGERIA else ALGERIA)
    assert match.state.is_disputed(space)
    assert match.state.lost_steps.get(side, 0) == 0


@pytest.mark.rule("sand_wars", "LDR.5", "RET.7")
def test_a_formation_with_a_leader_stays_together_while_others_retreat() -> None:
    place = {"A-tank4-1": "oujda", "M-B1": "oujda", "M-mech3-1": "oujda", "M-leader-1": "oujda", "M-mot2-1": "oujda"}
    match = fight(place=place)
    attach(match, "M-B1", "M-mech3-1", "M-leader-1")
    match.state.push(BeginRetreat(MOROCCO))
    match._settle()
    assert match.state.step.going == ("M-mot2-1",)
    play(match, act.FallBack("M-mot2-1", "taourirt"))
    assert (at(match, "M-mech3-1"), match.state.pieces["M-mech3-1"].hq) == ("oujda", "M-B1")


@pytest.mark.rule("sand_wars", "RET.8", "TER.4", "MAP.11")
def test_the_berm_shelters_if_every_attacker_came_over_it() -> None:
    place = {"A-tank4-1": "smara", "M-mot2-1": "smara"}
    match = fight(place=place, space="smara", fresh="berm")
    assert shelter(match.state) == ("the berm", "TER.4")
    match.state.push(BeginRetreat(MOROCCO))
    match._settle()
    assert at(match, "M-mot2-1") == "smara"
    put(match.state, "A-abn2-1", "smara")
    match.state.entered = {**match.state.entered, "A-abn2-1": "lift"}
    match.state.fresh |= {"A-abn2-1"}
    assert shelter(match.state) == ("", "")
    match.state.push(BeginRetreat(MOROCCO))
    match._settle()
    assert isinstance(match.state.step, FallingBack)


@pytest.mark.rule("sand_wars", "FRT.3", "FRT.4")
def test_a_retreat_uses_room_first_and_disrupts_where_none_is_left() -> None:
    full = {f"M-mot2-{n}": "taourirt" for n in range(1, 13)}
    open_ = {"A-tank4-1": "oujda", "M-mech3-1": "oujda", "A-mot2-1": "nador"}
    match = retreating({**open_, **full})
    assert refused(match, act.FallBack("M-mech3-1", "taourirt")) == "FRT.1"
    match = retreating({**open_, **full, "A-mot2-2": "ain_beni_mathar"})
    play(match, act.FallBack("M-mech3-1", "taourirt"))
    assert step(match) == "Overstacked"
    assert all(match.state.pieces[id_].disrupted for id_ in full)
    play(match, act.RetreatExcess("M-mot2-1", "taza"))
    assert at(match, "M-mot2-1") == "taza"


# Terrain


@pytest.mark.rule("sand_wars", "TER.1", "TER.2", "TER.3", "TER.5", "TER.6", "TER.7", "DIS.10")
def test_favorable_terrain_halves_the_defenders_losses_once() -> None:
    five = FireResult(ALGERIA, dice=(6, 5))  # row 13-16 at 11: 5+R
    place = {
        "A-tank4-1": "oujda", "A-tank4-2": "oujda", "A-tank4-3": "oujda", "A-tank4-4": "oujda",
        "M-tank4-1": "oujda", "M-tank4-2": "oujda", "M-fort-1": "oujda",
    }  # fmt: skip
    match = fight(five, place=place)
    assert match.state.lost_steps[MOROCCO] == 3
    match = fight(five, place=place, fresh="mountain")
    assert match.state.lost_steps[MOROCCO] == 3  # fort and mountain are not added
    match = fight(five, place={id_: space for id_, space in place.items() if id_ != "M-fort-1"})
    assert match.state.lost_steps[MOROCCO] == 5
    match = fight(place=place)
    match.state.change("M-fort-1", disrupted=True)
    assert shelter(match.state) == ("", "")
    oran = {"M-tank4-1": "oran", "A-tank4-1": "oran"}
    assert shelter(fight(place=oran, space="oran", attacker=MOROCCO).state) == ("Oran", "TER.2")
    fes = {"M-tank4-1": "fes", "A-tank4-1": "fes"}
    assert shelter(fight(place=fes, space="fes").state) == ("Fes", "TER.3")
    assert shelter(fight(place=place | {"M-fort-1": "fes"}, fresh="mountain").state) == ("the mountains", "TER.5")


@pytest.mark.rule("sand_wars", "TER.1")
def test_terrain_never_helps_the_attacker() -> None:
    place = {"A-tank4-1": "oran", "A-tank4-2": "oran", "M-tank4-1": "oran", "M-tank4-2": "oran", "M-tank4-3": "oran"}
    match = fight(FireResult(MOROCCO, dice=(6, 3)), place=place, space="oran", attacker=ALGERIA)  # 12 at 9: 3
    assert match.state.lost_steps[ALGERIA] == 3


# Events of combat

FORCE = {"A-tank4-1": "oujda", "A-tank4-2": "oujda", "M-tank4-1": "oujda", "M-tank4-2": "oujda"}


def firing_into(title: str, side: str = ALGERIA, more: tuple[str, ...] = (), **fields: Any) -> Match:
    """A side fires, its dice card is ringed, and the event drawn has that title."""
    card = next(ringed(side, number=n) for n in range(8) if ringed(side, number=n) != event_card(side, title))
    draws = (card, event_card(side, title), *more)
    order = FireOrder(side, "Fire")
    place = fields.pop("place", FORCE)
    return fight(order, place=place, attacker=side, draws=draws, **fields)


@pytest.mark.rule("sand_wars", "EVT.AMB.a", "EVT.AMB.b", "TRG.2")
def test_an_ambush_fires_first_and_may_void_the_interrupted_fire() -> None:
    match = firing_into("Combat: Ambush", more=(throw(MOROCCO, 6, 6),), enemy_hand=("M17",))
    assert (step(match), match.to_act) == ("FireWindow", MOROCCO)
    play(match, Decline())
    assert match.state.lost_steps[ALGERIA] == 3  # 8 fires at 12: 3+R
    play(match, act.FallBackTogether("maghnia"))
    assert match.state.battle is None
    assert match.state.lost_steps.get(MOROCCO, 0) == 0
    assert told(match, "EVT.AMB.b")


@pytest.mark.rule("sand_wars", "EVT.LOW.a")
def test_low_ammo_halves_the_final_sum_upwards() -> None:
    place = {"A-tank4-1": "oujda", "A-mech3-1": "oujda", "A-mot2-1": "oujda", "M-tank4-1": "oujda"}
    match = fight(place=place, battle={"low": (ALGERIA,)})
    assert firepower(match.state, ALGERIA) == 5
    assert firepower(match.state, MOROCCO) == 4
    match = firing_into("Combat: Low ammo")
    assert any(" on row 4-6: " in text for text in told(match, "TBL.2"))  # 8 became 4


@pytest.mark.rule("sand_wars", "EVT.MINE.a")
def test_minefields_attack_on_their_own_row() -> None:
    match = firing_into("Combat: Minefields", more=(throw(MOROCCO, 4, 5),))
    assert any(text.startswith("A roll of 9 on row 10-12: 3 ") for text in told(match, "TBL.2"))
    assert match.state.lost_steps[ALGERIA] == 3


@pytest.mark.rule("sand_wars", "EVT.PAN.a")
def test_panic_makes_the_drawer_retreat_and_ends_the_combat() -> None:
    match = firing_into("Combat: Panic")
    play(match, act.FallBackTogether("maghnia"))
    assert match.state.battle is None
    assert not any(match.state.lost_steps.values())
    assert match.state.controller("oujda") == MOROCCO


@pytest.mark.rule("sand_wars", "EVT.SAND.a")
def test_sandstorms_end_the_combat_at_once() -> None:
    match = firing_into("Combat: Sandstorms")
    assert match.state.battle is None
    assert not any(match.state.lost_steps.values())
    assert match.state.is_disputed("oujda")


@pytest.mark.rule("sand_wars", "EVT.BRK.a", "EVT.BRK.b", "EVT.BRK.c")
@pytest.mark.parametrize(("ours", "theirs", "retreats"), [(2, 3, True), (2, 2, False), (3, 2, False)])
def test_breakthrough_compares_real_losses_at_the_end_of_the_round(ours: int, theirs: int, retreats: bool) -> None:
    match = fight(GroundCombat("close"), place=FORCE, battle={"breakthrough": True, "step": "return fire"},
                  lost_steps={ALGERIA: ours, MOROCCO: theirs}, enemy_hand=("M17",))  # fmt: skip
    assert isinstance(match.state.step, FallingBack) == retreats
    fort = fight(GroundCombat("close"), place={**FORCE, "M-fort-1": "oujda"}, battle={"breakthrough": True},
                 lost_steps={MOROCCO: 5}, enemy_hand=("M17",))  # fmt: skip
    assert fort.state.is_disputed("oujda")
    assert not isinstance(fort.state.step, FallingBack)


@pytest.mark.rule("sand_wars", "EVT.BRK.a")
def test_breakthrough_is_remembered_until_the_round_ends() -> None:
    match = firing_into("Combat: Breakthrough")
    assert match.state.battle is None or battle_of(match).breakthrough


@pytest.mark.rule("sand_wars", "GC.26", "CAP.6", "LOG.6")
def test_a_camp_whose_defenders_die_is_removed_and_the_winner_controls() -> None:
    place = {"M-tank4-1": "tifariti", "M-tank4-2": "tifariti", "A-camp-1": "tifariti"}
    match = fight(FireResult(MOROCCO, dice=(6, 4)), place=place, space="tifariti", attacker=MOROCCO)
    assert at(match, "A-camp-1") == ASIDE
    assert match.state.controller("tifariti") == MOROCCO


@pytest.mark.rule("sand_wars", "CAP.1", "CAP.2", "SUB.2")
def test_the_winner_rolls_for_the_base_left_behind() -> None:
    from tests.sand_wars.fights import die

    place = {**FORCE, "M-base-1": "oujda"}
    for face, captured in ((3, False), (4, True)):
        match = fight(Casualties(MOROCCO, 9), place=place, draws=(die(ALGERIA, face),))
        assert (at(match, "M-base-1") == "oujda") == captured
        assert match.state.pieces["M-base-1"].captured == captured


@pytest.mark.rule("sand_wars", "FRT.4", "OH.5")
def test_a_division_in_excess_does_not_cross_the_border_before_the_war() -> None:
    place = {f"A-mot2-{number}": "maghnia" for number in range(1, 13)} | {"A-D1": "maghnia", "A-mech3-1": "oujda"}
    match = arranged(Overstacked(ALGERIA, "maghnia"), place=place)
    assert refused(match, act.RetreatExcess("A-D1", "oujda")) == "OH.5"
    assert refused(match, act.RetreatExcess("A-mot2-1", "oujda")) is None
    assert refused(match, act.RetreatExcess("A-D1", "tlemcen")) is None
