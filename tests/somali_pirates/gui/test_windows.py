"""Windows for chits in the real window: what is offered, and passing all of them until the next phase."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.engine import Refusal
from common.engine.actions import Confirm
from somali_pirates.actions import Attack, PassOn, PlayChit
from tests.somali_pirates.moving import prepared
from tests.somali_pirates.positions import FAR, after, arrange, game


def test_all_windows_of_a_phase_can_be_passed_by_one_button(lay) -> None:
    match = arrange("burao: nato_13_dble sl_militia_1" + FAR, phase="combat", hands={"coalition": ["isr"]}, dice=[6])
    match = after(prepared(match, Attack("nato", "burao", "somaliland"), "nato_13_dble"), Confirm())
    table = lay(match=match, seats={"coalition": "human", "pirate": "random"})
    hand = table.hand
    labels = [choice.label for choice in hand.choices()]
    assert "Play no chit" in labels
    passing = next(choice for choice in hand.choices() if choice.plan == (PassOn("coalition"),))
    hand.do(passing)
    assert "coalition" in table.session.match.state.passing
    assert table.session.match.state.battle is None  # nothing else was asked before the points


def test_a_chit_lies_in_the_tray_and_is_lit_when_it_can_be_played(lay) -> None:
    match = arrange(
        "burao: nato_13_dble sl_militia_1" + FAR, phase="combat", hands={"coalition": ["tactical_edge", "surge"]}
    )
    match = after(prepared(match, Attack("nato", "burao", "somaliland"), "nato_13_dble"), Confirm())
    table = lay(match=match, seats={"coalition": "human", "pirate": "random"})
    trays = {tray.id: tray for tray in table.session.trays()}
    assert {card.face.title: card.movable for card in trays["hand"].cards} == {"Surge": False, "Tactical Edge": True}
    targets = table.hand.targets_for(("chit tactical_edge 0",))
    assert {target.plan for target in targets} == {
        (PlayChit("tactical_edge", "double"),),
        (PlayChit("tactical_edge", "raise"),),
    }
    assert {target.space for target in targets} == {"burao"}


def test_whoever_wants_to_end_a_phase_too_early_is_told_what_is_due(lay) -> None:
    match = arrange("burao: ^usnavaf_cag_1 nato_13_dble; djibouti: base_1" + FAR, phase="return")
    table = lay(match=match, seats={"coalition": "human", "pirate": "random"})
    told: list[Refusal] = []
    table.session.refused.connect(told.append)
    QTest.keyClick(table.map, Qt.Key.Key_E)
    assert [(refusal.rule, "CAG 1" in refusal.why) for refusal in told] == [("17.0a", True)]
    assert table.session.match.past == match.past


def test_an_attack_without_attackers_cannot_be_confirmed_by_the_key_either(lay) -> None:
    match = arrange("burao: nato_13_dble sl_militia_1" + FAR, phase="combat")
    match = after(match, Attack("nato", "burao", "somaliland"))
    table = lay(match=match, seats={"coalition": "human", "pirate": "random"})
    told: list[Refusal] = []
    table.session.refused.connect(told.append)
    QTest.keyClick(table.map, Qt.Key.Key_E)
    assert [(refusal.rule, "NATO" in refusal.why) for refusal in told] == [("12.2b", True)]


def test_a_purchase_is_ticked_on_the_sheet_and_off_again(lay) -> None:
    table = lay(match=game().new_match("campaign", 4), seats={"coalition": "human", "pirate": "random"})
    hand, session = table.hand, table.session
    told: list[tuple[str, str]] = []
    hand.refused_at.connect(lambda space, why, rule: told.append((space, rule)))
    assert hand.click("shop", "shop usnavaf")
    assert session.match.state.step.chosen == ("usnavaf",)
    assert hand.click("shop", "shop usnavaf")  # there is one of it only
    assert session.match.state.step.chosen == ("usnavaf",)
    assert [space for space, _ in told] == ["cart"]
    assert hand.click("cart", "bought usnavaf 0")
    assert session.match.state.step.chosen == ()
