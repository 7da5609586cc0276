"""Questions about a single counter in the real window: it is in hand already, and its places are lit."""

from __future__ import annotations

from somali_pirates.actions import Fly, PickUp
from tests.somali_pirates.positions import FAR, arrange

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
