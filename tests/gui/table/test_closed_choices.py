"""What cannot be chosen now stands in the bar all the same and says why; Serval offers its actions that way."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from common.engine.actions import Decline
from common.gui.table.choice_buttons import ClosedButton
from operation_serval.actions import Assault, DeclareAttack, Finish, JoinAll, NetwarAttack
from operation_serval.state import ISLAMIST
from tests.gui.hands import LEFT
from tests.operation_serval.operating import operate
from tests.operation_serval.positions import FAR, GAO, KIDAL, MENAKA, arrange
from tests.operation_serval.test_air import BESIDE, OPEN


def closed_buttons(table) -> list[ClosedButton]:
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return table.prompt.flow_box.findChildren(ClosedButton)


def test_a_closed_choice_says_why_when_it_is_pointed_at_or_pressed(qtbot, lay, store) -> None:
    store.set(curtain="never")
    match = arrange(f"{FAR}; 2518: ad_tech_1", side=ISLAMIST)
    match.state.c2p[ISLAMIST] = 1
    table = lay(match=match, size=(1900, 1000))
    qtbot.waitUntil(lambda: bool(closed_buttons(table)))
    made = next(one for one in closed_buttons(table) if one.text().startswith("Refit"))
    point = QPointF(5, 5)
    QApplication.sendEvent(made, QEnterEvent(point, point, point))
    assert "none of your units is disrupted" in table.prompt.news.text() and table.prompt.news_rule == "19.2a"
    assert "(19.2a)" in made.toolTip()
    table.prompt.tell("")
    before = table.session.length
    QTest.mouseClick(made, LEFT)
    assert table.prompt.news_rule == "19.2a" and table.session.length == before


def test_where_the_row_is_short_closed_choices_share_a_list(lay, store) -> None:
    store.set(curtain="never")
    match = arrange(f"{FAR}; 2518: ad_tech_1", side=ISLAMIST)
    table = lay(match=match, size=(1000, 720))
    assert not closed_buttons(table)
    listed = next(one for one in table.prompt.findChildren(QPushButton) if one.text().startswith("Not now"))
    lines = {line.text().split(" (")[0]: line for line in listed.menu().actions()}
    assert {"Refit", "Enact sharia"} <= set(lines)
    lines["Refit"].trigger()
    assert table.prompt.news_rule == "19.2a"
    assert not table.prompt.flow_box.overflows()


def test_who_is_asked_but_has_no_answer_is_told_why(qtbot, lay, store) -> None:
    """28.0: the Coalition is asked about gunships and SOF all the same, so that nothing is betrayed."""
    store.set(curtain="never")
    text = f"{FAR}; air: fr_helo_tigre; {OPEN}: mn_tech_1; {BESIDE}: ad_tech_1 ad_tech_2; 2725: fr_base_1"
    match = operate(arrange(text, side=ISLAMIST, options={"fog_of_war": True}), "ansar_dine")
    match.play(Finish())
    table = lay(match=match, size=(1900, 1000))
    assert "SOF" in told_why(qtbot, table, "Let a SOF unit react")
    table.close()
    for action in (Decline(), DeclareAttack(OPEN), JoinAll(), Assault()):
        match.play(action)
    table = lay(match=match, size=(1900, 1000))
    assert "Tigre" in told_why(qtbot, table, "Send gunships")
    assert [slot.title for slot in table.hand.slots()] == ["Send no gunships"]


def told_why(qtbot, table, choice: str) -> str:
    """What the closed choice of that name says."""
    qtbot.waitUntil(lambda: any(one.text().startswith(choice) for one in closed_buttons(table)))
    return next(one for one in closed_buttons(table) if one.text().startswith(choice)).toolTip()


def test_attacks_on_places_stand_in_the_list_of_their_kind(lay, store) -> None:
    """21.6: who looks for a terror attack finds it beside the mobilizing, not only as a lit city."""
    store.set(curtain="never")
    around = (
        f"{GAO}: ml_33p; 3024: mj_hamaha; {MENAKA}: ml_militia_1; 3324: ad_iyad; {KIDAL}: mn_tech_1; 3217: aq_guer_2"
    )
    match = arrange(f"{FAR}; {around}", side=ISLAMIST, drawn={ISLAMIST: ("terror_1",)})
    targets = {action for action in match.legal() if isinstance(action, NetwarAttack)}
    assert len(targets) > 2
    table = lay(match=match, size=(1280, 800))
    kinds = ["Operate (1 C2P)", "Recruit (2 C2P)", "Netwar (1 C2P)"]
    assert [slot.title for slot in table.hand.slots()] == kinds  # in the order of the game, each with its price
    netwar = table.hand.slots()[-1]
    assert targets <= {choice.plan[0] for choice in netwar.choices}
    few = arrange(f"{FAR}; {GAO}: ml_33p; 3024: mj_hamaha", side=ISLAMIST, drawn={ISLAMIST: ("terror_1",)})
    titles = [slot.title for slot in lay(match=few, size=(1280, 800)).hand.slots()]
    netwars = [n for n, title in enumerate(titles) if title.startswith(("Terror", "Netwar"))]
    assert titles.index(kinds[1]) < min(netwars)
