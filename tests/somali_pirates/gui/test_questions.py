"""Questions in the real window: the counter they are about is in hand, and what is chosen from can be seen."""

from __future__ import annotations

from PySide6.QtCore import QRectF

from common.engine.actions import Add, Confirm
from somali_pirates.actions import Attack, Fly, PickUp, Retreat
from tests.somali_pirates.moving import prepared
from tests.somali_pirates.positions import FAR, after, arrange, decline

MARINES = ("usnavaf_2_meb", "usnavaf_11_meu")
PLACES = "djibouti: base_1 cjtfhoa_hmh cjtfhoa_prt_1 cjtfhoa_tf_raptor; hargeisa: sl_militia_1"
SEATS = {"coalition": "human", "pirate": "random"}


def test_a_helicopter_put_onto_one_of_two_units_takes_that_one_up(lay) -> None:
    table = lay(match=arrange(PLACES + FAR), seats=SEATS)
    table.hand.drop(("cjtfhoa_hmh",), "djibouti", "cjtfhoa_tf_raptor")
    assert table.session.match.past[-1].action == PickUp("cjtfhoa_hmh", "cjtfhoa_tf_raptor")


def test_the_helicopter_stays_in_hand_until_its_passenger_is_set_down(lay) -> None:
    table = lay(match=arrange(PLACES + FAR), seats=SEATS)
    table.hand.drop(("cjtfhoa_hmh",), "djibouti", "cjtfhoa_prt_1")
    assert table.hand.selected == ("cjtfhoa_hmh",)
    assert "hargeisa" in table.map.board.targets
    table.hand.click("hargeisa", "")
    assert table.session.match.past[-1].action == Fly("cjtfhoa_hmh", "hargeisa")
    assert table.hand.selected == ()


def test_nothing_is_in_hand_where_a_phase_could_be_ended_instead(lay) -> None:
    table = lay(match=arrange("burao: nato_13_dble; bardera: ss_militia_8"), seats=SEATS)
    assert table.hand.selected == ()


def test_losses_say_how_much_is_due_and_what_each_unit_is_worth(lay) -> None:
    text = "eyl: usnavaf_2_meb usnavaf_11_meu pl_militia_1 pl_technical_1 pl_mothership_1"
    match = prepared(arrange(text + FAR, phase="combat", dice=[5]), Attack("usnavaf", "eyl", "puntland"), *MARINES)
    match = decline(after(match, Confirm()))
    table = lay(match=match, seats={"coalition": "random", "pirate": "human"})
    assert "lose 5 or more of 9 printed points, 0 named" in table.session.board.prompt
    assert "PL Technical 1 (4) is lost" in [choice.label for choice in table.hand.choices()]
    table.session.play(Add("pl_technical_1"))
    table.session.play(Add("pl_militia_1"))
    labels = [choice.label for choice in table.hand.choices()]  # there is enough, and all can still be changed
    assert "Spare PL Technical 1" in labels and "PL Mothership 1 (2) is lost" in labels


def test_the_battle_card_lies_beside_the_places_that_can_be_retreated_to(lay) -> None:
    text = "eyl: usnavaf_2_meb usnavaf_11_meu pl_mothership_1 pl_technical_1; sea_punt: usnavaf_awg_1"
    match = prepared(arrange(text + FAR, phase="combat", dice=[3]), Attack("usnavaf", "eyl", "puntland"), *MARINES)
    match = decline(after(match, Confirm()))
    assert isinstance(match.legal()[0], Retreat)
    table = lay(match=match, seats={"coalition": "random", "pirate": "human"})
    table.card.refresh()
    places = {gesture.space for gesture in table.session.gestures() if gesture.space}
    card = QRectF(table.card.geometry())
    assert places and table.card.isVisibleTo(table.map)
    assert not [place for place in places if card.intersects(table.map.board.place_rect(place, 0.0))]


def test_to_stand_fast_beside_a_base_is_a_button_and_the_die_of_the_result_stays_marked(lay) -> None:
    """14.4b; the dice for replacements come after the die of the attack (9.10b)."""
    force = [*(f"sl_technical_{number}" for number in (1, 2, 3)), *(f"sl_militia_{number}" for number in (1, 2, 3, 4))]
    text = f"las_anod: base_2 usafcom_10_mtn usafcom_2_sbct {' '.join(force)}"
    match = arrange(text + FAR, phase="combat", mover="pirate", dice=[5, 1])
    match = decline(after(prepared(match, Attack("somaliland", "las_anod", "usafcom"), *force), Confirm()))
    match = decline(after(match, Add("usafcom_2_sbct"), Confirm()))
    table = lay(match=match, seats={"coalition": "human", "pirate": "random"})
    assert table.hand.selected == ("usafcom_10_mtn",)
    assert "10 Mtn stays beside the base" in [choice.label for choice in table.hand.choices()]
    stage = table.session.stage()
    assert stage is not None and [row.live for row in stage.rows] == [4]


def test_who_advances_into_a_box_is_not_told_to_be_lost(lay) -> None:
    text = "mogadishu: jsotf_sfod jsotf_75_r !ss_militia_1"
    match = arrange(text + FAR, phase="combat", hands={"coalition": ["isr"]}, dice=[6])
    match = prepared(match, Attack("jsotf", "mogadishu", "southern_somalia", True), "jsotf_sfod", "jsotf_75_r")
    match = after(decline(after(match, Confirm())), Add("jsotf_75_r"))
    stage = lay(match=match, seats={"coalition": "human", "pirate": "random"}).session.stage()
    assert stage is not None
    assert {unit.remark for unit in stage.forces[0].units} == {"", "advances"}
