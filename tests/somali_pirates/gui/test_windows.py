"""Windows for chits in the real window: what is offered, and passing all of them until the next phase."""

from __future__ import annotations

from common.engine.actions import Confirm
from somali_pirates.actions import Attack, PassOn, PlayChit
from tests.somali_pirates.moving import prepared
from tests.somali_pirates.positions import FAR, after, arrange


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
