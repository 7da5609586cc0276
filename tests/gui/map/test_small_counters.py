"""The whole of a crowded map in a small window: what is hit, what is counted and what lies over what."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QToolTip

from common.gui.kit import theme
from common.gui.kit.widgets import Picker
from common.gui.kit.wrapping import FlowArea
from common.gui.map import map_signs
from common.gui.map.board import SMALL
from common.gui.map.mouse_gestures import Hit
from common.gui.table.table_window import TableWindow
from fallujah.actions import Activate, Attack, Deploy, Done, FireMission, Join, March, Pass, Place
from tests.fallujah.positions import act, arrange, fight, u
from tests.gui.hands import LEFT, middle, point
from tests.gui.waiting import rest


def bare(table: TableWindow, space: str) -> QPoint:
    """A spot of a space that is not near any counter."""
    board, place = table.map.board, table.map.board.place_rect(space, -2)
    spots = (QPoint(x, y) for x in range(int(place.left()), int(place.right())) for y in range(int(place.top()), 900))
    return next(s for s in spots if board.places.at(*table.map.camera.to_map(QPointF(s))) == space  # type: ignore[union-attr]
                and not board.hit(QPointF(s)).piece)  # fmt: skip


def opened(table: TableWindow) -> TableWindow:
    """The first Coalition impulse, all of the map in sight."""
    table.session.play(Deploy("strongholds"))
    table.map.fit(False)
    assert table.map.board.size * table.map.camera.scale < SMALL
    return table


def test_a_drag_takes_the_pile_under_the_pointer(lay) -> None:
    table = opened(lay("fallujah"))
    view, layout = table.map, table.map.board.layout
    assert layout is not None
    tops = [counter for counter in layout.tops if counter.piece.space == "NW" and counter.piece.movable]
    assert len(tops) > 2
    for counter in tops:
        spot = view.board.rect_of(counter).center().toPoint()
        QTest.mousePress(view, LEFT, pos=spot)
        QTest.mouseMove(view, spot + QPoint(12, 12))
        assert view.gestures.held is not None
        assert set(view.gestures.held.pieces) <= {piece.id for piece in layout.piles[counter.piece.id]}
        QTest.mouseRelease(view, LEFT, pos=spot)


def test_the_ground_beside_counters_is_the_space_itself(lay) -> None:
    """A click beside a small stack does what the space stands for; the fan does not open there."""
    table = lay("fallujah", match=arrange("41: inf1 inf2 inf3"))
    assert table.map.board.size * table.map.camera.scale < SMALL
    spot = bare(table, "41")
    table.map.fanning.timer.setInterval(0)
    point(table.map, spot)
    rest(5)
    assert table.map.board.fan is None
    QTest.mouseClick(table.map, LEFT, pos=spot)
    assert table.session.match.past[-1].action == Activate("41")


def hint(table: TableWindow) -> str:
    return " ".join(item.widget().text() for item in table.prompt.flow.items())  # type: ignore[union-attr]


def test_counters_of_a_pool_are_not_counted_as_units(lay) -> None:
    table = lay("fallujah")
    assert "can still act" not in hint(table)  # twenty Fedayeen in their box
    assert "51 lit spaces" in hint(table)
    opened(table)
    assert "52 units can still act" in hint(table)  # all in the zones, and not the Fire Mission marker


def test_a_click_on_a_choice_leaves_the_keys_to_the_map(lay) -> None:
    table = lay("fallujah")
    table.map.setFocus()
    QTest.mouseClick(table.prompt.buttons[0], LEFT)
    assert table.map.hasFocus()
    table.prompt.buttons[0].setFocus(Qt.FocusReason.TabFocusReason)  # who goes by Tab stays in the bar
    QTest.keyClick(table.prompt.buttons[0], Qt.Key.Key_Space)
    assert table.prompt.buttons[0].hasFocus()


def test_a_bar_that_grows_calls_no_overview(lay, store) -> None:
    store.set(minimap=True)
    table = lay("fallujah")
    table.prompt.warn("The disk is full.")  # the one thing that makes the bar higher
    rest(5)
    assert table.map.camera.scale > table.map.camera.fit_scale() * 1.02
    assert not table.map.minimap.isVisible()
    table.map.zoom_to(["2"])
    rest(1)
    assert table.map.minimap.isVisible()


def test_costs_are_worded_alike_and_the_one_pointed_at_lies_above(lay, monkeypatch) -> None:
    table = opened(lay("fallujah"))
    drawn: list[tuple[str, bool]] = []
    draw = map_signs.draw_pill

    def spy(painter, at, text, strong, ratio) -> None:
        drawn.append((text, strong))
        draw(painter, at, text, strong, ratio)

    monkeypatch.setattr(map_signs, "draw_pill", spy)
    table.hand.select((u("inf1"),))
    point(table.map, middle(table, "43"))
    drawn.clear()
    table.map.grab()
    assert [strong for _, strong in drawn] == [False] * (len(drawn) - 1) + [True]
    assert len({text.isdigit() for text, strong in drawn if not strong}) == 1


def test_a_tiny_pile_of_two_says_that_it_is_two(lay, monkeypatch) -> None:
    """At the size of the whole map the edge of the lower counter is two pixels of black on black."""
    table = lay("fallujah", match=arrange("46: C1 F1; 13: C2"))
    tops = table.map.board.layout.tops
    piles = {top.piece.space: top.height for top in tops if top.piece.space in ("46", "13")}
    assert piles == {"46": 2, "13": 1}
    assert (numbers(table, monkeypatch, "46"), numbers(table, monkeypatch, "13")) == (["2"], [])
    table.map.zoom_to(["46"])
    assert numbers(table, monkeypatch, "46") == []


def numbers(table: TableWindow, monkeypatch, space: str) -> list[str]:
    """The numbers that are drawn on the piles of a space."""
    drawn: list[str] = []

    class Spy(QPainter):
        def drawText(self, *args) -> None:  # type: ignore[no-untyped-def, override]
            drawn.append(args[-1])

    image = QImage(8, 8, QImage.Format.Format_ARGB32_Premultiplied)
    painter = Spy(image)
    table.map.painted._draw_heights(painter, table.map.board.stack_rect(space), ())
    painter.end()
    return drawn


def test_a_fan_takes_the_words_of_its_stack_away(lay, qtbot) -> None:
    """A tip that follows another comes at once; the fan opened below it a little later."""
    table = opened(lay("fallujah"))
    QToolTip.showText(table.map.mapToGlobal(QPoint(200, 200)), "NW Entry Zone", table.map)
    qtbot.waitUntil(QToolTip.isVisible)
    table.map.fanning.open("NW")
    qtbot.waitUntil(lambda: not QToolTip.isVisible())


def test_who_holds_too_many_is_not_told_to_take_more(lay) -> None:
    table = opened(lay("fallujah"))
    zone = table.hand.pieces_at("NW")
    table.hand.select(tuple(piece.id for piece in zone))
    assert f"In hand: {len(zone)} counters; there is no place for all of them" in hint(table)
    table.hand.select((u("tank1"),))
    assert "goes only with others (Shift)" in hint(table)


def test_who_can_go_nowhere_is_not_told_to_go_with_others(lay) -> None:
    """A company among the Insurgents, when they have regrouped and it may not; the reason goes with the next action."""
    table = lay("fallujah", match=arrange("41: inf1; 43: F1; 40: F2; 45: F3; 33: F4; 42: F5"))
    for _ in range(2):
        table.session.play(Pass())
    table.session.play(Done())
    table.hand.select((u("inf1"),))
    assert table.hand.targets == ()
    assert "it can go nowhere now" in hint(table)
    table.hand.drop((u("inf1"),), "42")
    assert table.map.bubble.isVisible()
    table.session.play(Done())
    assert not table.map.bubble.isVisible()


def test_words_on_narrow_spaces_do_not_lie_over_each_other(lay, monkeypatch) -> None:
    """Where a unit may slip away to is lit; that it slips away is written on the space pointed at only."""
    table = lay("fallujah", match=arrange("31: C1 F1"))
    table.hand.drop((u("inf1"),), "31")
    drawn: list[str] = []
    monkeypatch.setattr(map_signs, "draw_pill", lambda painter, at, text, strong, ratio: drawn.append(text))
    table.hand.select(("C1",))
    assert len(table.hand.targets) > 2
    table.map.grab()
    assert "slip away" not in drawn
    point(table.map, bare(table, "25"))
    table.map.grab()
    assert "slip away" in drawn


def test_what_has_acted_by_a_button_is_not_held_any_more(lay) -> None:
    """A Cadre that was picked by key and raised its Militia by a button does not answer the next click on the map."""
    table = lay("fallujah", match=arrange("31: C1 F1"))
    table.hand.drop((u("inf1"),), "31")
    table.hand.select(("C1",))
    assert table.map.gestures.held is not None
    raising = next(made for made in table.prompt.buttons if "raises a Militia" in made.text())
    QTest.mouseClick(raising, LEFT)
    assert table.map.gestures.held is None and table.map.board.held is None
    QTest.mouseClick(table.map, LEFT, pos=bare(table, "25"))
    assert not table.map.bubble.isVisible()


def test_a_place_where_something_can_be_done_gives_no_reason_against_it(lay) -> None:
    table = opened(lay("fallujah"))
    spot = bare(table, "NW")
    QTest.mouseClick(table.map, Qt.MouseButton.RightButton, pos=spot)
    menu = table.hover._menu
    lines = [action.text() for action in menu.actions()]
    menu.close()
    assert any("Activate NW" in line for line in lines)
    assert not any("Why not" in line for line in lines)


def test_what_is_asked_about_few_counters_has_its_buttons_at_once(lay) -> None:
    """Nobody need hunt for lit counters to name the lead of an attack, or for the one space where an attack is due."""
    table = lay("fallujah", match=arrange("42: inf1 inf2 F1", check=False))
    for action in (Activate("42"), Attack("42"), Join(u("inf1"))):
        table.session.play(action)
    table.hand.move_cursor("51")
    labels = [made.text() for made in table.prompt.buttons]
    assert any("leads the attack (OV 6, +1 backlash)" in label for label in labels), labels
    table = lay("fallujah", match=arrange("42: F1"))
    table.hand.drop((u("inf1"),), "42")
    table.session.play(Done())
    table.hand.move_cursor("51")
    assert any("attack that is due in 42" in made.text() for made in table.prompt.buttons)


def test_a_long_line_to_choose_from_ends_in_dots(qtbot) -> None:
    picker = Picker("Which roll")
    qtbot.addWidget(picker)
    picker.addItem("Weapons Company, 1st Battalion, 8th Marines leads the attack")
    picker.resize(200, 30)
    assert picker.shown().endswith("…")
    picker.resize(900, 30)
    assert picker.shown() == picker.currentText()


def test_old_news_go_with_the_next_action(lay) -> None:
    table = lay("fallujah", match=arrange("41: inf1 inf2 F1"))
    table._map_follower._refuse_at("51", "too far", "2.2a")
    assert "Too far." in table.prompt.news.text()
    table.session.play(Activate("41"))
    assert "Too far." not in table.prompt.news.text()


@pytest.mark.parametrize("width", [1000, 1500])
def test_the_last_line_of_the_journal_stays_in_sight(lay, qtbot, width: int) -> None:
    table = opened(lay("fallujah"))
    table.docks.show(table.journal_dock)
    bar = table.journal.text.verticalScrollBar()
    table.session.play(Activate("NW"))
    table.session.play(March(u("inf1"), "41"))
    table.resize(width, 760)
    table.resizeDocks([table.journal_dock], [280], Qt.Orientation.Horizontal)
    rest(20)
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()


def test_a_force_is_built_in_the_fan_with_those_who_cannot_go_alone(lay) -> None:
    """Tanks and weapons cannot be first into enemy ground, but are chosen along with a company that leads."""
    table = opened(lay("fallujah"))
    view, force = table.map, [u(name) for name in ("inf1", "w1", "tank1", "sf1")]
    view.fanning.open("NW")
    for number, piece in enumerate(force):
        shift = Qt.KeyboardModifier.ShiftModifier if number else Qt.KeyboardModifier.NoModifier
        QTest.mouseClick(view, LEFT, shift, view.board.fan.rects[piece].center().toPoint())
    assert table.session.length == 1  # choosing does nothing yet
    assert set(table.hand.selected) == set(force)
    view.fanning.close()
    QTest.mouseClick(view, LEFT, pos=bare(table, "43"))
    rest(1)
    assert table.session.match.past[-1].action == March(u("inf1"), "43")


def test_the_rest_of_a_force_follows_when_the_reaction_is_over(lay) -> None:
    table = opened(lay("fallujah"))
    session, force = table.session, [u(name) for name in ("inf1", "w1", "tank1", "sf1")]
    table.hand.drop(tuple(force), "43")
    assert [session.match.state.units[piece].at for piece in force] == ["43", "NW", "NW", "NW"]
    assert "The rest follows" not in hint(table)  # the Insurgents react first
    session.play(Done())
    assert table.prompt.buttons[0].text() == "1  The rest follows to Palm Grove (43)"
    QTest.mouseClick(table.prompt.buttons[0], LEFT)
    assert {session.match.state.units[piece].at for piece in force} == {"43"}
    assert "The rest follows" not in hint(table)


def test_a_reaction_by_drag_does_not_make_the_rest_of_the_force_forget(lay) -> None:
    table = lay("fallujah", match=arrange("42: C1; 45: C2"))
    force = tuple(u(name) for name in ("inf1", "w1", "tank1"))
    table.hand.drop(force, "42")
    table.hand.drop(("C2",), "42")
    table.session.play(Done())
    assert table.prompt.buttons[0].text() == "1  The rest follows to Northern Mosque (42)"


def test_in_solitaire_a_force_waits_for_the_dice_of_the_reaction(lay) -> None:
    table = lay("fallujah", match=arrange("42: C1", solitaire=True, dice=[4, 4]))
    force = [u(name) for name in ("inf1", "w1", "tank1")]
    table.hand.drop(tuple(force), "42")
    state = table.session.match.state
    assert [state.units[piece].at for piece in force] == ["42", "NW", "NW"]
    assert "the Insurgents have reacted" in table.prompt.news.text()
    assert any("The rest follows to Northern Mosque (42)" in made.text() for made in table.prompt.buttons)


def test_the_rest_of_a_force_is_forgotten_when_something_else_is_done(lay) -> None:
    table = opened(lay("fallujah"))
    table.hand.drop((u("inf1"), u("w1"), u("tank1")), "43")
    table.session.play(Done())
    table.session.play(March(u("eng1"), "43"))
    assert "The rest follows" not in hint(table)
    table.session.takeback.undo()
    assert "The rest follows" in hint(table)


def test_a_pool_is_drawn_from_one_by_one(lay) -> None:
    """Two Fedayeen may be placed in an area, but a drag of their pile places one."""
    table = lay("fallujah")
    held = table.map.liftable(Hit("fedayeen_pool", table.map.board.top("fedayeen_pool")), True)
    assert len(held) == 1


def test_a_counter_picked_in_the_fan_does_not_mean_its_space(lay) -> None:
    table = opened(lay("fallujah"))
    table.map.fanning.open("NW")
    spot = table.map.board.fan.rects[u("tank1")].center().toPoint()
    QTest.mouseClick(table.map, LEFT, pos=spot)
    assert table.session.length == 1


def test_no_dice_are_thrown_by_a_click_on_the_map_alone(lay) -> None:
    """A Fire Mission is asked about, for who clicks a space may want to look at it."""
    table = lay("fallujah", match=arrange("42: F1", to="coalition"))
    QTest.mouseClick(table.map, LEFT, pos=bare(table, "42"))
    assert table.session.length == 0
    (line,) = [action for action in table.hover._menu.actions() if "Fire Mission" in action.text()]
    line.trigger()
    assert table.session.match.past[-1].action == FireMission("42")


def test_what_an_overlay_writes_lies_above_the_counters(lay, monkeypatch) -> None:
    """The number of units that threaten a stack is no use under that stack."""
    table = lay("fallujah", match=arrange("41: inf1- inf2- inf3-; 42: M1 M2"))
    drawn: list[str] = []
    draw = map_signs.draw_pill

    def spy(painter, at, text, strong, ratio) -> None:
        drawn.append(text)
        draw(painter, at, text, strong, ratio)

    monkeypatch.setattr(map_signs, "draw_pill", spy)
    QTest.keyClick(table.map, Qt.Key.Key_V)
    drawn.clear()
    table.map.grab()
    assert "2" in drawn


def test_the_end_of_a_game_says_who_has_won_and_how_to_go_on(lay) -> None:
    table = lay("fallujah")
    table.session.concede("coalition")
    assert table.prompt.badge.name.text() == "Victory: Insurgents"
    labels = [made.text() for made in table.prompt.buttons]
    assert labels == [
        "Result",
        "Where the points come from",
        "Statistics",
        "Watch it again",
        "Export report …",
        "New game …",
    ]
    for number, page in enumerate(("victory", "statistics"), 1):
        QTest.mouseClick(table.prompt.buttons[number], LEFT)
        assert table.inspector.page == page
    assert table.prompt.news.text() == ""  # it would only say the same once more
    QTest.mouseClick(table.prompt.buttons[3], LEFT)
    assert table.session.moment == 0
    table.journal.leave()


def test_the_bar_is_as_high_with_words_as_with_buttons(lay) -> None:
    """What lies below it does not stir when the news or the buttons come and go."""
    table = lay("fallujah")
    heights = []
    for words, rule in (("", ""), ("Plain.", ""), ("With a rule.", "6.1")):
        table.prompt.tell(words, rule)
        rest(5)
        heights.append(table.prompt.height())
    table.session.play(Place("45"))
    table.hand.move_cursor("")
    rest(5)
    assert table.prompt.buttons == []  # only the line that leads to the map
    heights.append(table.prompt.height())
    assert len(set(heights)) == 1, heights


def test_the_bar_follows_the_size_of_the_text(lay) -> None:
    """What was taken up in big text kept its height in small text, and a gap stood in the bar."""
    table = opened(lay("fallujah", size=(1024, 700)))
    heights = []
    for taken_up_in in (100, 150):
        theme.use("light", taken_up_in)
        rest(5)
        table.hand.select((u("inf1"),))
        theme.use("light", 100)
        rest(5)
        heights.append(table.prompt.height())
        table.hand.select(())
    assert heights[0] == heights[1]


def test_every_use_of_the_advantage_is_in_sight(lay) -> None:
    """Five long sentences filled the bar, and the Mulligan was found only by scrolling: in a narrow one they fold."""
    match = act(arrange("42: inf1 inf2 inf3 C1 F1!; 45: C2", advantage="coalition"), Activate("42"))
    fight(match, "42", "inf1", "inf2", "inf3", dice=[5, 4, 1, 1])
    table = lay("fallujah", match=match, size=(2560, 960))
    rest(5)
    labels = [made.text() for made in table.prompt.buttons]
    assert len(labels) == 6
    assert labels[0] == "1  Heroic Effort: attacker +1 (10 CP, Overrun)"
    assert table.prompt.flow_box.verticalScrollBar().maximum() == 0
    table.resize(1280, 800)
    rest(20)
    folded = [made.text() for made in table.prompt.buttons]
    assert folded == ["1  Heroic Effort … ▾", "2  Mulligan: roll all dice again", "Let the dice stand: 9 CP, Overrun"]
    assert table.prompt.flow_box.verticalScrollBar().maximum() == 0


def test_a_bar_needed_for_a_moment_does_not_stay(qtbot) -> None:
    """Three buttons fill a row to the last pixel: beside a bar that was there already they needed another row."""
    area = FlowArea(3)
    qtbot.addWidget(area)
    for _ in range(6):
        made = QPushButton()
        made.setFixedSize(100, 30)
        area.flow.addWidget(made)
    area.setFixedSize(312, 30)
    area.show()
    rest(5)
    assert area.verticalScrollBar().isVisible()
    area.setFixedSize(312, 66)
    rest(5)
    assert not area.verticalScrollBar().isVisible()
    assert area.flow.items()[2].geometry().right() == 311
