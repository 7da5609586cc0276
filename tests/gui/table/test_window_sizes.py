"""The window is usable when it is small or the text is large: buttons in sight, a map to play on, no clipped words."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QPushButton

from common.engine import load_game
from common.gui.kit import theme
from common.gui.table.choice_buttons import EndButton
from common.gui.table.first_view import open_view
from common.gui.table.palette import Palette
from common.gui.table.table_window import TableWindow
from tests.gui.table.test_battle_card import fight
from tests.gui.waiting import rest

SMALL = ((1024, 700, 100), (1024, 700, 150), (1280, 800, 200), (1920, 1080, 200))
SCENARIOS = (("nmc", "campaign"), ("fallujah", "phantom_fury"))
LEAST_MAP = (0.30, 0.28)  # of the window's width and height


def judge(table: TableWindow, asked: tuple[int, int]) -> None:
    """Everything a player needs is in the window and readable."""
    window, prompt = table.rect(), table.prompt
    assert table.size().toTuple() == asked, "the window cannot be made as small as the screen"
    wide, high = table.map.width() / window.width(), table.map.height() / window.height()
    assert wide >= LEAST_MAP[0] and high >= LEAST_MAP[1], f"the map has {wide:.0%} × {high:.0%}: {prompt.size()}"
    area = prompt.flow_box
    for button in prompt.buttons:
        area.ensureWidgetVisible(button)
        spot = button.mapTo(table, button.rect().center())
        assert button.isVisible() and window.contains(spot), button.text()
        assert table.childAt(spot) is button, f"something lies over {button.text()!r}: {table.childAt(spot)}"
    question = prompt.question
    assert question.height() >= question.heightForWidth(question.width()) - 1, "the question is cut off"
    for dock in (table.inspector_dock, table.journal_dock):
        assert not dock.geometry().intersects(table.centralWidget().geometry()), dock.objectName()


@pytest.mark.parametrize(("width", "height", "text"), SMALL)
@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_usable_when_small_or_large_lettered(lay, store, game, scenario, width, height, text) -> None:
    store.set(text=text)
    theme.use("light", text)
    table = lay(match=load_game(game).new_match(scenario, 4), size=(width, height))
    chance = random.Random(4)
    for _ in range(5):
        rest(3)
        judge(table, (width, height))
        for _ in range(9):
            if table.session.match.to_act is not None:
                table.session.match.play(chance.choice(table.session.match.legal()))
        table.session.refresh()
    clipped = [
        b.text()
        for b in table.findChildren(QPushButton)
        if b.isVisible() and b.text() and not isinstance(b, EndButton) and _clipped(b)
    ]
    assert not clipped, clipped


def _clipped(button: QPushButton) -> bool:
    """Whether a button is narrower than the words on it."""
    words = button.text().replace("&&", "\0").replace("&", "").replace("\0", "&")
    return QFontMetrics(button.font()).horizontalAdvance(words) > button.width()


def test_no_button_of_a_dock_is_cut_off_by_big_text(lay, store) -> None:
    """Big text in a window as high as most: docks that no longer fit above each other go behind each other."""
    table = lay(size=(1280, 1000))
    rest(10)
    assert not table.tabifiedDockWidgets(table.inspector_dock)
    theme.use("light", 150)
    table.commands.actions["big_text"].trigger()
    rest(50)
    for dock in (table.inspector_dock, table.journal_dock):
        dock.raise_()
        rest(10)
        for button in dock.findChildren(QAbstractButton):
            if button.isVisible():
                place = QRect(button.mapTo(table, QPoint()), button.size())
                assert dock.geometry().contains(place), f"{dock.objectName()}: {button.toolTip() or button.text()}"
                assert place.bottom() < table.statusBar().y()
    theme.use("light", 100)
    table.commands.actions["big_text"].trigger()
    assert not table.tabifiedDockWidgets(table.inspector_dock), "and above each other again"


def test_a_narrower_window_leaves_the_map_its_half(lay) -> None:
    table = lay("fallujah", size=(1400, 800))
    docks = [table.inspector_dock, table.journal_dock]
    table.resizeDocks(docks, [680, 680], Qt.Orientation.Horizontal)
    rest(10)
    assert table.inspector_dock.width() == 680  # the player's own wish
    table.resize(1024, 700)
    rest(10)
    assert table.inspector_dock.width() <= 512


def test_docks_are_tabs_of_one_in_a_low_window_and_a_chart_is_read_whole(lay) -> None:
    """A laptop's 1280 × 800: thirteen rows of a chart without a scroll bar; a higher window has both docks at once."""
    table = lay("nmc", size=(1280, 800))
    table.commands.actions["page_charts"].trigger()
    rest(20)
    assert table.docks.are_tabs
    assert table.inspector_dock.visibleRegion().isEmpty() is False
    chart = table.inspector.charts.view
    table.inspector.charts.open("fire")
    rest(20)
    assert chart.rowCount() == 13
    assert chart.verticalScrollBar().maximum() == 0, "a row is out of sight"
    table.resize(1280, 1000)
    rest(10)
    assert not table.docks.are_tabs
    table.resize(1280, 800)
    rest(10)
    assert table.docks.are_tabs
    table.docks.save()
    table.docks.restore()
    assert table.docks.are_tabs, "remembered as it was"
    table.commands.actions["dock_journal"].trigger()  # what is behind comes forward before it is hidden
    assert not table.journal_dock.isHidden()


def test_charts_and_rules_in_windows_of_their_own(lay) -> None:
    """They follow the game, and lie behind the curtain with everything else."""
    table = lay("nmc", seats={"union": "human", "confederate": "human"})
    table.inspector.open("charts")
    table.inspector.charts.open("fire")
    QTest.mouseClick(table.inspector.charts.apart, Qt.MouseButton.LeftButton)
    charts = table.panel_windows.open_windows["charts"]
    assert charts.isVisible() and charts.isWindow()
    assert charts.panel.picker.currentData() == "fire"
    table.commands.actions["window_rules"].trigger()
    rules = table.panel_windows.open_windows["rules"]
    assert rules.isVisible() and rules.panel.sheet.toPlainText()
    table.commands.actions["window_rules"].trigger()
    assert len(table.panel_windows.open_windows) == 2
    charts.close()
    table.session.drop_curtain()
    assert not rules.isVisible()
    table.session.lift_curtain()
    assert rules.isVisible() and not charts.isVisible()
    QTest.keyClick(rules, Qt.Key.Key_Escape)
    assert not rules.isVisible()


@pytest.mark.parametrize("dragged", [0, 90])
def test_big_text_off_again_leaves_everything_as_it_was(lay, store, qtbot, dragged: int) -> None:
    """Docks, badge and map have exactly the sizes they had, those the player gave them too."""
    store.changed.connect(lambda _name: theme.use("light", store.now.text))
    table = lay("fallujah", size=(1280, 1000))
    docks = [table.inspector_dock, table.journal_dock]
    table.resizeDocks(docks, [table.inspector_dock.width() + dragged] * 2, Qt.Orientation.Horizontal)
    table.resizeDocks(docks, [300 + dragged, 300], Qt.Orientation.Vertical)
    parts = (*docks, table.prompt.badge, table.map, table.prompt)

    def sizes() -> list[tuple[int, int]]:
        return [part.size().toTuple() for part in parts]

    rest(50)
    before = sizes()
    table.commands.actions["big_text"].trigger()
    qtbot.waitUntil(lambda: sizes()[2][0] > before[2][0] and sizes()[0][0] > before[0][0])
    table.commands.actions["big_text"].trigger()
    qtbot.waitUntil(lambda: sizes() == before, timeout=2000)


def test_a_layout_of_smaller_text_is_not_forced_on_a_larger_one(lay, store) -> None:
    """Docks above each other at 100 % lie behind each other at 200 %, also when the table is opened anew."""
    table = lay(size=(780, 740))
    table.docks.save()
    table.close()
    store.set(text=200)
    theme.use("light", 200)
    again = lay(size=(780, 740))
    again.docks.restore()
    assert again.tabifiedDockWidgets(again.inspector_dock) == [again.journal_dock]
    again.commands.actions["palette"].trigger()
    palette = again.findChild(Palette)
    assert palette is not None
    assert palette.width() == min(theme.current().px(620), again.width() - 40)
    palette.close()


def test_large_text_hides_neither_the_turn_nor_a_choice_nor_the_place_of_a_fight(lay, store) -> None:
    store.set(text=200)
    theme.use("light", 200)
    table = lay("nmc", match=fight("nmc", None, ("BattleSupply",)))
    open_view(table.map, table.hand)
    table.card.stage = None  # as if the fight had just begun
    table.card.refresh()
    rest(20)
    assert table.glance._chips[0].isVisible()
    area = table.prompt.flow_box
    for made in table.prompt.buttons:
        place = QRect(made.mapTo(area.viewport(), QPoint()), made.size())
        assert area.viewport().rect().contains(place), made.text()
    card, stage = table.card.geometry(), table.session.stage()
    assert table.map.rect().contains(card)
    assert not card.contains(table.map.board.place_rect(stage.space, 0.0).center().toPoint())


def test_a_fight_in_large_text_leaves_a_map_to_look_at(lay, store) -> None:
    """Beside the combat panel and above the hand, as much of the height as the hand has at the least."""
    store.set(text=200)
    theme.use("light", 200)
    table = lay("sand_wars")
    rest(20)
    assert table.map.height() >= 200
    assert table.map.height() > table.hand_dock.trays.height()
