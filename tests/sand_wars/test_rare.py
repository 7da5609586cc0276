"""Situations that hardly ever arise at a table: pieces that nobody thinks of, and events at the wrong moment."""

from __future__ import annotations

import pytest

from common.engine import Side
from sand_wars import actions as act
from sand_wars.rules.combat.fire import FireWindow
from sand_wars.rules.counters import CounterIntel, InfoDefense
from sand_wars.rules.dice import EventDraw
from sand_wars.rules.frontage import enforce_frontage
from sand_wars.rules.intel import Propaganda, Revelation
from sand_wars.rules.intervention import AidRoll
from sand_wars.rules.reconstitution import Rebuilding
from sand_wars.rules.reinforcements import DeployWaiting
from sand_wars.rules.victory import intruders
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, REPLACEMENT, Block
from tests.asking import offered, refused, step, told
from tests.sand_wars.fights import action_card, attach, change, data, event_card, fight, in_action, reaction_card
from tests.sand_wars.positions import arranged, at, play

OPS = "Ops and Plans"


def ring(side: Side, *faces: int, besides: tuple[str, ...] = ()) -> str:
    """A card ringed Event whose left die shows one of the faces."""
    cards = [id_ for id_ in data().decks[side] if id_ not in besides and data().cards[id_].trigger == "event"]
    return next(id_ for id_ in cards if data().cards[id_].dice[0] in faces)


@pytest.mark.rule("sand_wars", "GC.27", "ELT.3")
def test_guards_renew_a_combat_in_their_capital_without_leaving_it() -> None:
    place = {"A-guards-1": "alger", "M-mot2-1": "alger"}
    match = arranged(place=place, war=True, hand=(action_card(ALGERIA, OPS),))
    play(match, act.PlayCard(action_card(ALGERIA, OPS)))
    assert refused(match, act.Activate("A-guards-1")) == "PCE.12"
    assert offered(match, act.Renew) == [act.Renew("A-guards-1")]
    play(match, act.Renew("A-guards-1"))
    assert told(match, "GC.1") == ["Algeria attacks in Algiers."]


@pytest.mark.rule("sand_wars", "GC.27")
def test_guards_elsewhere_than_in_a_disputed_capital_renew_nothing() -> None:
    match = in_action(OPS, {"A-guards-1": "alger", "A-mot2-1": "oran"}, war=True)
    assert refused(match, act.Renew("A-guards-1")) == "GC.27"
    change(match, "A-guards-1", at=REPLACEMENT)
    assert refused(match, act.Renew("A-guards-1")) == "DEF.ACT.1"
    assert refused(match, act.Renew("M-guards-1")) == "DEF.ACT.1"


@pytest.mark.rule("sand_wars", "FRT.4", "FRT.6", "LDR.2")
def test_a_leader_stays_when_his_headquarters_is_too_many_and_has_nowhere_to_go() -> None:
    place = {"A-B1": "oujda", "A-leader-1": "oujda"} | {f"A-mot2-{number}": "oujda" for number in range(1, 13)}
    match = arranged(place=place, war=True)
    attach(match, "A-B1", "A-leader-1")
    match.state.take(MOROCCO, "maghnia")
    enforce_frontage(match.state, ALGERIA, "oujda")
    match._settle()
    play(match, act.RetreatExcess("A-B1", REPLACEMENT))
    assert at(match, "A-B1") == REPLACEMENT
    assert match.state.pieces["A-leader-1"] == Block("A-leader-1", "oujda")


@pytest.mark.rule("sand_wars", "ACT.REC.c", "CAP.3")
@pytest.mark.parametrize(("side", "refusal"), [(ALGERIA, None), (MOROCCO, "ACT.REC.c")])
def test_a_captured_base_is_put_right_by_its_captor_and_not_by_its_first_owner(side: Side, refusal: str | None) -> None:
    place = {"A-mot2-1": "oujda", "M-base-1": "oujda", "A-mech3-1": "maghnia", "M-mech3-1": "taourirt"}
    match = arranged(place=place, war=True, side=side)
    change(match, "M-base-1", captured=True, disrupted=True)
    change(match, "A-mech3-1", cv=1)
    change(match, "M-mech3-1", cv=1)
    match.state.push(Rebuilding(side))
    match._settle()
    assert refused(match, act.ClearDisruption("oujda")) == refusal
    if refusal is None:
        play(match, act.ClearDisruption("oujda"))
        assert not match.state.pieces["M-base-1"].disrupted


@pytest.mark.rule("sand_wars", "EVT.MPI.a", "CAP.3")
@pytest.mark.parametrize("captured", [False, True])
def test_a_base_captured_at_home_is_no_piece_of_the_enemy_any_more(captured: bool) -> None:
    match = arranged(place={"A-mot2-1": "maghnia", "M-base-1": "maghnia"})
    change(match, "M-base-1", captured=captured)
    assert intruders(match.state, MOROCCO, ALGERIA) == ([] if captured else ["M-base-1"])
    match.state.draw_script = (event_card(ALGERIA, "Major power intervenes"),)
    match.state.push(EventDraw(ALGERIA, "SEQ.10"))
    match._settle()
    assert len(match.state.hands[ALGERIA]) == (0 if captured else 1)


@pytest.mark.rule("sand_wars", "ACT.ADM.e", "PCE.18")
def test_a_leader_who_drives_along_may_stop_with_the_unit_that_stops_short() -> None:
    place = {"A-mot2-1": "oran", "A-mot2-2": "oran", "A-leader-1": "oran", "A-leader-2": "oran"}
    match = in_action("Admin move", place)
    play(match, act.Entrain("A-mot2-1"), act.Entrain("A-mot2-2"), act.Carry("A-leader-1"), act.Carry("A-leader-2"))
    play(match, act.Drive("alger"))
    assert refused(match, act.StopShort("A-leader-1", "chlef")) == "ACT.ADM.e"
    play(match, act.StopShort("A-mot2-1", "chlef"))
    assert refused(match, act.StopShort("A-mot2-2", "chlef")) == "PCE.18"
    assert refused(match, act.StopShort("A-leader-2", "mostaganem")) == "PCE.18"
    play(match, act.StopShort("A-leader-2", "chlef"), act.Halt())
    assert [at(match, id_) for id_ in place] == ["chlef", "alger", "alger", "chlef"]
    assert step(match) == "Operations"


@pytest.mark.rule("sand_wars", "REA.SOFD.a", "TRG.2")
def test_a_sof_attack_whose_target_an_event_removes_during_the_defense_is_over() -> None:
    """The die of the defense brings War on terror, whose die brings terrorists, who destroy the base."""
    defense, spare = (reaction_card(MOROCCO, "SOF defense", number) for number in (3, 4))
    war, terror = event_card(MOROCCO, "War on terror"), event_card(ALGERIA, "Terrorist attack")
    six = next(id_ for id_ in data().decks[ALGERIA] if data().cards[id_].dice[0] == 6 and id_ != terror)
    draws = (ring(MOROCCO, 1, 2, 3, besides=(war, defense)), war, ring(ALGERIA, 1, besides=(terror,)), terror, six)
    place = {"A-cdo1-1": "bechar", "M-base-1": "boudnib", "M-mot2-1": "boudnib", "M-terror_attack-1": "alger"}
    match = in_action("SOF attack", place, war=True, enemy_hand=(defense, spare), draws=draws)
    play(match, act.SofFrom("A-cdo1-1", "helicopter"), act.AimAt("M-base-1"))
    if step(match) == "SofHelicopter":
        play(match, match.legal()[0])
    play(match, act.PlayReaction(defense), act.StrikeTerror("M-base-1"))
    assert at(match, "M-base-1") == ASIDE
    assert step(match) == "Operations"


@pytest.mark.rule("sand_wars", "MPI.3", "REI.7")
@pytest.mark.parametrize(("goal", "refusal"), [("AO1", None), ("AO7", "REI.5")])
def test_a_base_that_came_as_aid_may_still_go_to_a_unit_in_supply_after_it_has_waited(
    goal: str, refusal: str | None
) -> None:
    """That of an objective goes to a town at home, sooner or later."""
    place = {"A-base-1": "tlemcen", "A-mot2-1": "oujda"}
    fields = {"reinforced": frozenset({ALGERIA}), "goals": (goal, "MO1")}
    match = arranged(AidRoll(ALGERIA, "arab_states", (5, 5)), DeployWaiting(ALGERIA), place=place, war=True, **fields)
    assert refused(match, act.PlaceUnit("A-base-2", "oujda")) is None
    play(match, act.Wait("A-base-2"))
    assert step(match) == "Deploying"
    assert refused(match, act.PlaceUnit("A-base-2", "oujda")) == refusal
    assert refused(match, act.PlaceUnit("A-base-2", "oran")) is None


@pytest.mark.rule("sand_wars", "REA.CONF.a")
def test_command_confusion_is_refused_as_such_in_every_window() -> None:
    null = reaction_card(MOROCCO, "Command confusion")
    place = {"A-tank4-1": "oujda", "M-mot2-1": "oujda"}
    windows = (
        fight(place=place, enemy_hand=(null,)),
        fight(FireWindow(MOROCCO, "First fire"), place=place, enemy_hand=(null,)),
        arranged(CounterIntel(MOROCCO, "Operational Intel"), Revelation(ALGERIA), enemy_hand=(null,)),
        arranged(InfoDefense(MOROCCO, "Info ops"), Propaganda(ALGERIA, "add"), enemy_hand=(null,)),
    )
    for match in windows:
        assert refused(match, act.PlayReaction(null)) == "REA.CONF.a"


@pytest.mark.rule("sand_wars", "ACT.REC.b")
def test_what_is_not_in_the_replacement_box_is_said_not_to_be_there() -> None:
    match = arranged(Rebuilding(ALGERIA), place={"A-base-1": "oran", "A-mot2-1": REPLACEMENT, "A-mot2-2": REPLACEMENT})
    for id_, why in {"A-mot2-2": "comes back first", "A-mot2-3": "not in your", "M-mot2-1": "not in your"}.items():
        refusal = match.why_not(act.ReturnUnit(id_, "oran"))
        assert refusal is not None
        assert why in refusal.why
