"""Lifting, dropping and clicking: what is shown, how soon, and what must never happen by accident."""

from __future__ import annotations

import os
import random

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from common.engine import Match, load_game
from common.gui.kit import theme
from common.gui.map.mouse_gestures import THRESHOLD, Hit
from common.gui.table.table_window import TableWindow
from fallujah.actions import Surface
from tests.gui import hands
from tests.gui.player import script
from tests.gui.waiting import rest
from tests.nmc.positions import arrange

LEFT = Qt.MouseButton.LeftButton
DROPS = int(os.environ.get("FIVE_FRONTS_SCALE", "25"))


def at_work(lay, game: str, actions: int, seed: int = 1) -> TableWindow:
    """A table some way into a game."""
    scenario = next(iter(load_game(game).scenarios))
    match = load_game(game).new_match(scenario, seed)
    for action in script(game, scenario, seed, 9, 0.0, most=actions):
        match.play(action)
    return lay(match=match)


def illegal_drops(table: TableWindow, number: int) -> None:
    """Drag counters to where they may not go: each goes back, and rule and reason stand beside it (F05)."""
    chance, view = random.Random(7), table.map
    spaces = sorted(table.game_map.spaces)
    done = 0
    while done < number:
        piece = chance.choice([p for p in table.session.pieces() if p.space in table.game_map.spaces])
        space = chance.choice(spaces)
        pieces = view.liftable(Hit(piece.space, piece.id), False)
        known = {target.space for target in table.hand.targets_for(pieces)}
        if space in known or space == piece.space:
            continue
        start, end = view.board.piece_rect(piece.id).center().toPoint(), hands.middle(table, space)
        inside = view.rect().contains(start) and view.rect().contains(end)
        takes = view.liftable(view.hit(QPointF(start)), False)
        if not inside or set(takes) != set(pieces) or view.hit(QPointF(end)).space != space:
            continue
        before = table.session.match.hash()
        QTest.mousePress(view, LEFT, pos=start)
        QTest.mouseMove(view, start + QPoint(7, 7))
        QTest.mouseMove(view, end)
        QTest.mouseRelease(view, LEFT, pos=end)
        refusal = table.hand.why_not(pieces, space)
        assert refusal.rule and refusal.why, (pieces, space)
        assert view.bubble.isVisible(), (pieces, space)
        assert refusal.rule in view.bubble.accessibleName(), (view.bubble.accessibleName(), refusal)
        assert refusal.why.lower() in view.bubble.accessibleName().lower()
        assert view.gestures.held is None and table.session.match.hash() == before
        done += 1


@pytest.mark.parametrize(("game", "actions"), [("nmc", 60), ("fallujah", 90)])
def test_every_illegal_drop_names_its_rule(lay, game: str, actions: int) -> None:
    illegal_drops(at_work(lay, game, actions), DROPS)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "actions"), [("nmc", 60), ("fallujah", 90), ("nmc", 150), ("fallujah", 170)])
def test_five_hundred_illegal_drops(lay, game: str, actions: int) -> None:
    illegal_drops(at_work(lay, game, actions), 500)


@pytest.mark.parametrize(("game", "actions"), [("nmc", 10), ("fallujah", 90)])
def test_reach_is_lit_at_once_with_cost_and_what_is_left(lay, game: str, actions: int) -> None:
    """F04: as soon as the pointer has moved, each space with its cost and what is left; one key hides the figures."""
    table = at_work(lay, game, actions)
    view = table.map
    stacks = {piece.space: view.liftable(Hit(piece.space, piece.id), True) for piece in table.session.pieces()}
    space = next(s for s, pieces in stacks.items() if any("MP" in t.label for t in table.hand.targets_for(pieces)))
    hands.near(table, space)
    start = view.board.piece_rect(view.board.top(space)).center().toPoint()
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(8, 8))
    targets = table.hand.targets
    assert targets and set(view.board.targets) == {target.space for target in targets}
    marching = [target for target in targets if "MP" in target.label]
    assert marching and all(target.left for target in marching)
    QTest.keyClick(view, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert not view.show_costs
    QTest.mouseRelease(view, LEFT, pos=start)
    QTest.keyClick(view, Qt.Key.Key_Escape)


def jittered_clicks(table: TableWindow, number: int) -> None:
    """F07: clicks whose pointer slips by up to four pixels, near and far."""
    view, chance = table.map, random.Random(2)
    before = table.session.match.hash()
    own = [p for p in table.session.pieces() if p.movable]
    for factor in (0.5, 1.0, 2.0, 4.0):
        view.zoom_to([own[0].space])
        view.zoom_by(factor, QPointF(view.rect().center()), smooth=False)
        for _ in range(number // 4):
            spot = view.board.piece_rect(chance.choice(own).id).center().toPoint()
            off = QPoint(*(chance.choice((-2, -1, 0, 1, 2)) for _ in range(2)))
            QTest.mousePress(view, LEFT, pos=spot)
            QTest.mouseMove(view, spot + off * 2 if off.manhattanLength() <= 2 else spot + off)
            QTest.mouseRelease(view, LEFT, pos=spot + off)
            view.gestures.cancel()
    assert table.session.match.hash() == before
    assert THRESHOLD >= 6


def test_jittered_clicks_move_nothing_at_any_zoom(lay) -> None:
    jittered_clicks(at_work(lay, "nmc", 12), 24)


@pytest.mark.slow
def test_a_thousand_jittered_clicks_move_nothing(lay) -> None:
    jittered_clicks(at_work(lay, "nmc", 12), 1_000)


@pytest.mark.parametrize("text", [100, 200, 300])
def test_the_threshold_is_six_pixels_at_every_scale(lay, text: int) -> None:
    theme.use("light", text)
    table = at_work(lay, "nmc", 12)
    view = table.map
    own = next(p for p in table.session.pieces() if p.movable)
    for zoom, far in ((0.6, 5), (0.6, 7), (1.5, 5), (1.5, 7), (3.0, 5), (3.0, 7)):
        view.zoom_to([own.space])
        view.zoom_by(zoom, QPointF(view.rect().center()), smooth=False)
        spot = view.board.piece_rect(own.id).center().toPoint()
        QTest.mousePress(view, LEFT, pos=spot)
        QTest.mouseMove(view, spot + QPoint(far, 0))
        assert (view.gestures.state == "dragging") == (far >= THRESHOLD), (zoom, far)
        view.gestures.cancel()
        QTest.mouseRelease(view, LEFT, pos=spot)
        view.gestures.cancel()


def test_a_click_that_acts_lifts_nothing_as_well(lay) -> None:
    """A Dug In unit lies on one that can move: the click drops the marker and leaves the other counter alone."""
    match = load_game("fallujah").new_match("phantom_fury", 22)
    for action in script("fallujah", "phantom_fury", 22, 2, 0.85):
        found = [move for move in match.legal() if isinstance(move, Surface) and _has_company(match, move.unit)]
        if found:
            break
        match.play(action)
    else:
        pytest.fail("no such position")
    wanted = found[0]
    table = lay(match=match)
    hands.near(table, match.state.units[wanted.unit].at)
    QTest.mouseClick(table.map, LEFT, pos=table.map.board.piece_rect(wanted.unit).center().toPoint())
    assert table.session.match.past[-1].action == wanted
    assert table.map.gestures.held is None and not table.hand.selected


def _has_company(match: Match, unit: str) -> bool:
    """Whether a unit that can move lies in the same area."""
    others = match.state.insurgents(match.state.units[unit].at)
    return any(not other.dug and not other.spent for other in others)


def numbered(table: TableWindow) -> list[QPushButton]:
    """The buttons of the choices, without the one that ends something."""
    return [made for made in table.prompt.buttons if made is not table.prompt.end]


def test_the_figures_follow_the_keyboards_cursor(lay) -> None:
    """Walking onto a lit space changes the numbered buttons, so that a figure does what stands on its button."""
    table = at_work(lay, "fallujah", 1)
    target = sorted(table.hand.find_lit()[0] & set(table.game_map.spaces))[0]
    hands.walk(table, target)
    titles = [slot.title for slot in table.hand.slots()]
    shown = [made.text().lstrip("0123456789 ").removesuffix(" … ▾") for made in numbered(table)]
    assert shown == titles
    assert any("Activate" in title or "Fire Mission" in title for title in titles)
    QTest.mouseMove(table.map, QPoint(30, 30))  # a pointer that passes by does not take them away again
    assert [slot.title for slot in table.hand.slots()] == titles


def test_the_figures_follow_the_cursor_also_to_where_the_mouse_was(lay) -> None:
    table = at_work(lay, "fallujah", 1)
    target = sorted(table.hand.find_lit()[0] & set(table.game_map.spaces))[0]
    table.hand.cursor = target  # as a click leaves it that asks something and gets no answer
    table.map.set_cursor(target)
    shown = [made.text().lstrip("0123456789 ").removesuffix(" … ▾") for made in numbered(table)]
    assert shown == [slot.title for slot in table.hand.slots()]
    assert shown


def test_a_counter_with_nothing_left_to_do_is_not_held_on(lay) -> None:
    """Its owner's part is over: it is let go, so that the figures speak of what the next player points at."""
    table = at_work(lay, "fallujah", 1)
    held = ""
    for action in script("fallujah", "phantom_fury", 1, 9, 0.0, most=90)[1:]:
        held = held or next(iter(table.hand.find_usable()), "")
        table.hand.select((held,) if held else ())
        table.session.play(action)
        if held and held not in table.hand.find_usable():
            break
    else:
        pytest.fail("every counter stays usable")
    assert table.hand.selected == () and table.map.board.selected == ()


def test_boxes_beside_the_map_are_reached_by_key(lay) -> None:
    table = at_work(lay, "fallujah", 1)
    seen = set()
    for _ in table.game_map.boxes:
        QTest.keyClick(table.map, Qt.Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
        seen.add(table.map.board.cursor)
    assert seen == set(table.game_map.boxes)


def test_undo_and_redo_late_in_a_game(lay) -> None:
    """F42: at action 1,000 every action taken back and played again gives the same position (bench/ has the time)."""
    match = load_game("nmc").new_match(seed=2)
    chance = random.Random(2)
    while len(match.past) < 1_000 and match.result is None:
        match.play(chance.choice(match.legal()))
    table = lay(match=match)
    table.store.set(take_back="free", curtain="never")
    hashes = {table.session.length: match.hash()}
    for _ in range(20):
        QTest.keyClick(table.map, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        hashes[table.session.length] = match.hash()
    for _ in range(20):
        QTest.keyClick(table.map, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
        assert match.hash() == hashes[table.session.length]
    assert len(hashes) > 10


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
@pytest.mark.parametrize("count", [20, pytest.param(60, marks=pytest.mark.slow)])
def test_a_click_beside_the_map_does_nothing(lay, game: str, count: int) -> None:
    """What has no place on the map must not be done, nor offered, by a click on no place."""
    table = lay(game)
    asked: list[object] = []
    table.hand.menu_wanted.connect(asked.append)
    random_ = random.Random(3)
    for _ in range(count):
        session = table.session
        before = session.match.hash()
        QTest.mouseClick(table.map, LEFT, pos=QPoint(3, 3))
        assert table.map.hit(QPointF(3, 3)).space == ""
        assert session.match.hash() == before
        assert not asked
        session.play(random_.choice(session.match.legal()))
        if session.curtain:
            session.lift_curtain()


def test_the_next_one_is_no_card_without_any_use(lay) -> None:
    table, chance, cards = lay("sand_wars"), random.Random(5), 0
    for _ in range(16):
        table.session.play(chance.choice(table.session.match.legal()))
        table.session.lift_curtain()
        found = table.hand.next_piece()
        if found in table.session.cards():
            cards += 1
            assert table.hand.targets or found in table.hand.find_lit()[1], table.session.match.prompt
    assert cards


def test_a_list_that_a_number_opens_lies_below_its_button(lay) -> None:
    table, chance = lay("operation_serval"), random.Random(3)
    while not (lists := [part for part in table.prompt.buttons if part.menu() is not None]):
        table.session.play(chance.choice(table.session.match.legal()))
        table.session.lift_curtain()
    made = lists[0]
    QTest.keyClick(table.map, Qt.Key.Key_0 + int(made.text()[0]))
    menu = table.hover._menu
    assert menu.isVisible()
    assert menu.pos().x() == made.mapToGlobal(QPoint(0, 0)).x()
    assert abs(menu.pos().y() - made.mapToGlobal(made.rect().bottomLeft()).y()) < 4
    menu.close()


@pytest.mark.parametrize("key", [Qt.Key.Key_1, Qt.Key.Key_Return])
def test_what_play_does_not_bring_back_is_asked_first(lay, key: Qt.Key) -> None:
    """A gun is destroyed by the line of a menu, never by one stray key; the button that names it acts."""
    table = lay(match=arrange("1704: 9 cavalry 2 guns Green; 2605: 9 regular depot Canby", "C_DESTROY"))
    session, length = table.session, table.session.length
    hands.walk(table, "1704")
    QTest.keyClick(table.map, key)
    menu = table.hover._menu
    assert menu.isVisible()
    assert session.length == length
    assert ["Destroy a gun at Fort Thorn (1704)" in action.text() for action in menu.actions()] == [True]
    QTest.keyClick(menu, Qt.Key.Key_Escape)
    assert session.length == length
    QTest.keyClick(table.map, key)
    QTest.keyClick(table.hover._menu, Qt.Key.Key_1)
    assert session.length == length + 1
    assert session.match.state.stacks["1704"].guns == 1
    made = next(part for part in table.prompt.buttons if "Destroy a gun" in part.text())
    assert made.property("role") == "grave"
    made.menu().actions()[0].trigger()
    assert session.match.state.stacks["1704"].guns == 0


def test_the_map_stays_where_it_is_when_the_bar_above_it_grows(lay) -> None:
    """A second row of buttons must not shift the counters under the pointer."""
    table = lay("fallujah")
    view = table.map
    for fitted in (True, False):
        if not fitted:
            view.zoom_by(1.5, QPointF(200, 200), smooth=False)
        scale, before = view.camera.scale, view.mapTo(table, view.board.place_rect("42").center().toPoint())
        height = view.height()
        bar = table.prompt.height()
        table.prompt.warn("The disk is full.")  # the one thing that makes the bar higher
        rest(20)
        assert view.height() == height - (table.prompt.height() - bar) < height
        after = view.mapTo(table, view.board.place_rect("42").center().toPoint())
        assert view.camera.scale == scale
        assert (after - before).manhattanLength() <= 1
        table.prompt.warn("")
        rest(20)
        assert (view.mapTo(table, view.board.place_rect("42").center().toPoint()) - before).manhattanLength() <= 1
    table.map.fit(False)
    table.resize(1000, 700)
    rest(20)
    assert view.rect().contains(view.camera.transform().mapRect(view.camera.visible()).toRect().center())
    assert view.camera.scale < scale


def test_a_fan_stays_open_when_the_bar_above_the_map_grows(lay) -> None:
    """Counters are chosen from a fan one by one, and each choice may bring another row of buttons."""
    table = lay("fallujah")
    table.map.fanning.open("NW")
    assert table.map.board.fan is not None
    table.prompt.warn("The disk is full.")
    rest(20)
    fan = table.map.board.fan
    assert fan is not None and fan.space == "NW"
    assert QRectF(table.map.rect()).contains(fan.panel)
    table.resize(1100, 720)
    rest(20)
    assert table.map.board.fan is None


def test_the_menu_of_a_place_is_short(lay) -> None:
    """U7: at most twelve entries, the first the default act, whatever stands there; nothing is lost for it."""
    table = lay("nmc")
    space = "1704"  # the army at Fort Thorn: ten kinds of counters
    choices = table.hand.offers_at(space, table.map.board.top(space))
    table.hover.show_menu(space, table.map.board.top(space), QPoint(100, 100))
    menu = table.hover._menu
    entries = [action for action in menu.actions() if not action.isSeparator()]
    assert len(entries) <= 12
    listed = [action for action in entries if action.menu() is None]
    below = [action for entry in entries if entry.menu() for action in entry.menu().actions()]
    assert len(listed) - 3 + len(below) == len(choices) > 12
    menu.close()
