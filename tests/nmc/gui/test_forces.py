"""Forces of The New Mexico Campaign taken up by hand: who goes with whom, and what is said of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QSlider

from common.bots import make_bot
from common.engine import Seat, load_game
from common.gui.kit import theme
from common.gui.kit.stylesheet import sheet
from common.gui.map.fan_control import WAIT
from common.gui.map.mouse_gestures import Hit
from common.gui.session.game_record import Player
from common.gui.session.offers import Offer
from common.maps.pictures.drawing import draw
from common.maps.pictures.names import boxes
from nmc.actions import (
    Activate,
    Advance,
    Assign,
    AssignAll,
    Attack,
    Commit,
    EndPhase,
    Lock,
    March,
    NextForce,
    Ready,
    StepTo,
)
from nmc.table import open_table
from tests.gui import hands
from tests.gui.waiting import rest
from tests.nmc.positions import arrange

LEFT, SHIFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
CRAIG = "2605"


def forced_march(lay, *more, dice=()):
    """The Union is about to hurry out of Fort Craig."""
    match = load_game("nmc").new_match(seed=7, dice=dice)
    for action in (Ready(), EndPhase(), *more):
        match.play(action)
    table = lay(match=match)
    hands.near(table, CRAIG, "2706")
    return table


def pile_of(table, space: str) -> set[str]:
    board = table.map.board
    return set(table.map.liftable(Hit(space, board.stack(space)[-1].id), True))


def test_a_drag_in_a_forced_march_takes_the_troops_along_with_their_leaders(lay) -> None:
    """8.23a: troops cannot hurry alone, but with a leader they can."""
    table = forced_march(lay)
    board, view = table.map.board, table.map
    everybody = {piece.id for piece in board.stack(CRAIG) if "/depot/" not in piece.id}
    assert pile_of(table, CRAIG) == everybody
    start, end = board.piece_rect(board.stack(CRAIG)[-1].id).center().toPoint(), hands.middle(table, "2706")
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(9, 9))
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)
    played = [moment.action for moment in table.session.match.past[2:]]
    assert played[:4] == [Activate(CRAIG), AssignAll(), Lock(), March(0)]


def test_a_drag_of_turn_one_offers_the_automatic_nine(lay) -> None:
    """5.5a: where the die might fail, the same drop asks; what any die reaches is simply done."""
    match = load_game("nmc").new_match(seed=7)
    match.play(Ready())
    table = lay(match=match)
    asked: list[list[Offer]] = []
    table.hand.menu_wanted.connect(asked.append)
    whole = table.map.liftable(Hit("1704", table.map.board.top("1704")), True, whole=True)
    table.hand.lift(whole)
    far = max(table.hand.targets, key=lambda target: target.cost or 0)
    table.hand.drop(whole, far.space)
    assert match.past[-1].action == Ready()
    labels = sorted(offer.label for offer in asked[0])
    assert labels[0].endswith(" MP, a nine: sure") and " MP, roll: " in labels[1]
    table.hand.do(next(offer for offer in asked[0] if offer.label.endswith("a nine: sure")))
    assert any(moment.action == March(0, True) for moment in match.past)
    assert match.state.stacks[far.space].strength > 0
    assert not match.state.nine


def test_a_part_that_marches_leaves_a_force_that_still_can(lay) -> None:
    """Nothing is divided after the first roll (6.5b), so who drags a part must not lose the march of the rest."""
    match = load_game("nmc").new_match(seed=7, dice=(8, 8))
    match.play(Ready())
    table = lay(match=match)
    hands.near(table, "1704", "1906")
    pile = table.map.board.stack("1704")
    part = next(piece.id for piece in pile if "cavalry" in piece.id)
    hands.drop_by(table, (part,), "1705", "roll")
    march = next(n for n, moment in enumerate(match.past) if moment.action == March(0))
    assert [moment.action for moment in match.past[march - 3 : march]] == [NextForce(), AssignAll(), Lock()]
    QTest.keyClick(table.map, Qt.Key.Key_H)
    left = {piece.id for piece in table.session.pieces() if piece.space == "1704" and piece.movable}
    assert len(left) > 10
    hands.drop_by(table, tuple(left), "1804", "roll")
    assert match.state.stacks["1705"].strength + match.state.stacks["1804"].strength == 26
    assert "1704" not in match.state.stacks


def test_a_part_without_a_leader_left_behind_does_not_ask_for_a_forced_march(lay) -> None:
    """8.23a: what cannot hurry by itself simply stays, and the hex is done with."""
    table = forced_march(lay, dice=(8,))
    leaders = [p.id for p in table.map.board.stack(CRAIG) if "/" not in p.id]
    table.hand.drop(tuple(leaders), "2706")
    QTest.keyClick(table.map, Qt.Key.Key_H)
    assert NextForce() not in [moment.action for moment in table.session.match.past]
    assert type(table.session.match.state.step).__name__ == "MarchPhase"


def test_a_drag_shows_the_roll_within_it_and_opens_no_fan_where_it_ends(lay, qtbot) -> None:
    table = forced_march(lay, dice=(8,))
    board, view = table.map.board, table.map
    start, end = board.piece_rect(board.stack(CRAIG)[-1].id).center().toPoint(), hands.middle(table, "2706")
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(9, 9))
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)
    assert table.session.match.past[-1].action == StepTo("2706")  # in which nothing is rolled
    assert [roll.dice for roll in table.tray.rolls] == [(8,)]
    qtbot.wait(2 * WAIT)
    assert board.fan is None
    QTest.mouseMove(view, end + QPoint(2, 2))
    qtbot.waitUntil(lambda: board.fan is not None, timeout=2000)


def test_a_force_dropped_beside_the_map_is_told_so(lay) -> None:
    table = forced_march(lay)
    table.hand.drop(tuple(pile_of(table, CRAIG)), "")
    assert "no space" in table.map.bubble.text.text()
    assert len(table.session.match.past) == 2


@pytest.mark.parametrize("adding", [SHIFT, CTRL])
def test_in_the_fan_troops_are_added_to_a_leader_in_any_order(lay, adding) -> None:
    table = forced_march(lay)
    board, view = table.map.board, table.map
    view.fanning.open(CRAIG)
    troops = next(piece.id for piece in board.stack(CRAIG) if piece.strength == 5)
    length = table.session.length
    QTest.mouseClick(view, LEFT, pos=board.fan.rects[troops].center().toPoint())
    assert table.session.length == length  # a counter is chosen; nothing is begun behind the player's back
    assert not table.hand.targets
    QTest.mouseClick(view, LEFT, adding, board.fan.rects["Carson"].center().toPoint())
    assert set(table.hand.selected) == {troops, "Carson"}
    assert "2706" in {target.space for target in table.hand.targets}


def test_guns_leaders_and_wagons_go_with_the_troops_that_attack(lay) -> None:
    """9.8: they do not fire alone, so a drag that left them behind would throw away what they add."""
    army = "20 cavalry 2 guns 1 wagons Sibley Green"
    match = arrange(f"2505: {army}; {CRAIG}: 10 regular Canby", phase="C_COMBAT")
    table = lay(match=match)
    hands.near(table, CRAIG, "2505")
    assert pile_of(table, "2505") == {piece.id for piece in table.map.board.stack("2505")}
    plan = next(target.plan for target in table.hand.targets_for(sorted(pile_of(table, "2505"))))
    assert plan == (Activate("2505"), AssignAll(), Lock(), Attack(0, CRAIG))


def test_a_leader_of_the_force_being_formed_can_be_taken_up_like_its_troops(lay) -> None:
    table = forced_march(lay, Activate(CRAIG), AssignAll())
    assert set(table.hand.find_usable()) == {p.id for p in table.session.pieces() if p.space == CRAIG and p.badges}
    assert table.hand.targets_for(("Canby",))[0].plan[:2] == (Lock(), March(0))
    assert "38 SP, 7 others" in table.session.board.prompt


def test_the_roll_is_a_button_and_names_its_force_in_few_words(lay) -> None:
    table = forced_march(lay, Activate(CRAIG), AssignAll(), Lock())
    assert [button.text() for button in table.prompt.buttons] == [
        "1  Roll for 28 regulars, 10 militia, 1 gun, 6 leaders",
        "Close this hex",
    ]


def test_what_is_held_is_named_in_the_bar_and_in_the_figures(lay) -> None:
    table = forced_march(lay)
    table.map.setFocus()
    for _ in range(2):
        QTest.keyClick(table.map, Qt.Key.Key_N)
    (held,) = table.hand.selected
    name = table.hand.piece(held).name
    assert name in table.inspector.place.toPlainText()
    assert any(name in item.widget().text() for item in table.prompt.flow.items())


def test_a_roll_too_low_is_told_with_its_rule(lay) -> None:
    table = forced_march(lay, dice=[2])
    pieces = tuple(sorted(pile_of(table, CRAIG)))
    far = max(table.hand.targets_for(pieces), key=lambda target: len(target.path))
    table.session.run(far)
    assert table.prompt.news.text().startswith("The roll allowed") and table.prompt.news_rule == "8.4"


def test_a_march_begun_by_the_menu_of_a_place_tells_of_a_low_roll_too(lay) -> None:
    table = forced_march(lay, dice=[2])
    table.hand.select(tuple(sorted(pile_of(table, CRAIG))))
    far = max(table.hand.targets, key=lambda target: len(target.path))
    (choice,) = [choice for choice in table.hand.offers_at(far.space, "") if choice.plan == far.plan]
    table.hand.do(choice)
    assert table.prompt.news.text().startswith("The roll allowed") and table.prompt.news_rule == "8.4"


def test_what_was_placed_is_not_said_to_be_far_from_fort_thorn(lay) -> None:
    table = lay("nmc", seed=7)
    hands.near(table, "1704", "1803")
    hands.drag(table, "1704", "1803")
    piece = next(p.id for p in table.session.pieces() if p.space == "1803")
    assert "take it back to place it again" in table.hand.why_not((piece,), "1704").why


def test_the_reason_is_that_of_the_place_pointed_at_last(lay, qtbot) -> None:
    """The pointer lies on a track of the sheet while N brings another part of the map under it."""
    table = forced_march(lay)
    table.map.hovered.emit("union_vp", "")
    table.map.setFocus()
    QTest.keyClick(table.map, Qt.Key.Key_N)
    table.hover._explain()
    assert not table.map.bubble.isVisible()


def test_a_hex_without_a_name_has_no_tip(lay) -> None:
    table = forced_march(lay)
    assert table.hover.describe("2810", "") == ""
    assert table.hover.describe("3005", "").startswith("Socorro (3005)")


def test_the_odds_are_those_of_the_attack_in_the_hand(lay) -> None:
    """Brief, section 10 (c): 25 SP at +1 against Fort Union's 18 SP at -1."""
    army = "25 cavalry 2 guns 2 wagons Sibley Baylor Green Pyron Scurry Steele"
    home = "18 regular 1 guns depot Paul Chivington"
    match = arrange(f"4517: {army}; 4617: {home}", phase="C_COMBAT", turn=6, vp=20)
    table = lay(match=match)
    hands.near(table, "4517", "4617")
    table.inspector.open("odds")
    odds = table.inspector.odds
    QTest.mouseClick(table.map, LEFT, pos=hands.at(table, "4517"))
    QTest.mouseMove(table.map, hands.at(table, "4617"))
    table.hover._show_preview()
    assert odds.title.text().startswith("Battle at Fort Union (4617)")
    sums = [sum(modifier.value for modifier in modifiers) for _, modifiers in odds.held.modifiers]
    assert sums == [1, -1]
    QTest.keyClick(table.map, Qt.Key.Key_Escape)
    assert odds.held is None


def test_the_odds_follow_the_force_while_it_is_being_built(lay, qtbot) -> None:
    """9.13a: a leader picked in the fan is in the chances at once; nothing need be aimed at yet."""
    match = arrange(f"2505: 10 cavalry Green; {CRAIG}: 10 regular", phase="C_COMBAT")
    table = lay(match=match)
    hands.near(table, CRAIG, "2505")
    table.inspector.open("odds")
    odds, board, view = table.inspector.odds, table.map.board, table.map
    view.fanning.open("2505")
    troops = next(piece.id for piece in board.stack("2505") if piece.strength)
    QTest.mouseClick(view, LEFT, pos=board.fan.rects[troops].center().toPoint())
    qtbot.waitUntil(lambda: odds.held is not None, timeout=2000)
    assert odds.title.text().startswith("Battle at Fort Craig (2605)")
    alone = [one.rule for one in odds.held.modifiers[0][1]]
    QTest.mouseClick(view, LEFT, SHIFT, board.fan.rects["Green"].center().toPoint())
    qtbot.waitUntil(lambda: len(odds.held.modifiers[0][1]) > len(alone), timeout=2000)
    assert {one.rule for one in odds.held.modifiers[0][1]} - set(alone) == {"9.13a"}


def test_those_chosen_to_advance_can_be_taken_up_and_take_what_joins_them(lay) -> None:
    """9.23a: after a part was chosen by button, a drag of it, or of more, makes the advance."""
    match = arrange("2505: 12 cavalry Sibley Green; 2605: 1 regular", phase="C_COMBAT", dice=[9, 0])
    for action in (Activate("2505"), AssignAll(), Lock(), Attack(0, CRAIG), Assign("cavalry", 10), Assign("Green", 1)):
        match.play(action)
    table = lay(match=match)
    hands.near(table, CRAIG, "2505")
    ten = next(piece for piece in table.session.pieces() if piece.strength == 10)
    two = next(piece for piece in table.session.pieces() if piece.strength == 2)
    assert (ten.badges, two.badges) == (("engaged", "unsupplied"), ("fired", "unsupplied"))
    (alone,) = table.hand.targets_for((ten.id,))
    assert (alone.space, alone.plan) == (CRAIG, (Advance(),))
    (joined,) = table.hand.targets_for((ten.id, two.id, "Sibley"))
    assert joined.plan == (AssignAll(), Advance())
    assert table.session.run(joined) == 2
    stacks = table.session.match.state.stacks  # after the attrition that follows by itself
    assert stacks[CRAIG].leaders == ("Green", "Sibley") and "2505" not in stacks


def test_a_click_on_the_pile_shuts_the_fan_over_the_way_and_one_in_the_fan_does_not(lay) -> None:
    table = forced_march(lay)
    board, view = table.map.board, table.map
    view.fanning.open(CRAIG)
    QTest.mouseClick(view, LEFT, pos=board.fan.rects["Carson"].center().toPoint())
    assert board.fan is not None and table.hand.selected == ("Carson",)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    view.fanning.open(CRAIG)
    spot = next(QPoint(x, y) for x, y in corners(board) if not board.fan.panel.contains(QPoint(x, y)))
    QTest.mouseClick(view, LEFT, pos=spot)
    assert board.fan is None and len(table.hand.selected) == 13


def corners(board) -> list[tuple[int, int]]:
    """Points of the top counter of Fort Craig."""
    rect = board.piece_rect(board.stack(CRAIG)[-1].id).toRect().adjusted(3, 3, -3, -3)
    return [(x, y) for x in (rect.right(), rect.left()) for y in (rect.bottom(), rect.top())]


def test_the_news_of_a_phase_that_went_by_is_not_its_predecessor(lay) -> None:
    table = forced_march(lay)
    hands.press(table, "End the phase")
    assert "Confederate combat" not in table.prompt.news.text()


def test_losses_are_offered_as_what_goes(lay) -> None:
    match = arrange(
        "2605: 26 cavalry 2 guns 2 wagons Sibley; 2706: 10 regular 4 militia Canby", phase="C_COMBAT", dice=[5, 0]
    )
    for action in (Activate(CRAIG), AssignAll(), Lock(), Attack(0, "2706"), Commit("wagons")):
        match.play(action)
    table = lay(match=match)
    words = [button.text() for button in table.prompt.buttons]
    due = match.state.step.due(match.state)
    assert match.prompt == f"Battle at 2706: the defender loses {due} SP. How many are regulars? (9.21a)"
    assert words[0] == f"1  Lose {due - 4} regulars, 4 militia" and words[-1].endswith(f"Lose {due} regulars")


def test_no_outcome_is_called_minus_nothing(lay) -> None:
    match = arrange("2605: 9 cavalry Sibley; 2706: 10 regular 4 militia Canby", phase="C_COMBAT")
    table = lay(match=match)
    table.inspector.open("odds")
    panel = table.inspector.odds
    labels = [outcome.label for odds in panel.dangers for outcome in odds.outcomes]
    assert any("defender 0," in label for label in labels)
    assert not any("-0" in label for label in labels)


def test_a_roll_of_ones_own_comes_before_what_the_enemy_could_do(lay) -> None:
    match = arrange("2605: 9 cavalry Sibley 1 wagons; 2706: 10 regular 4 militia Canby", phase="C_COMBAT")
    table = lay(match=match)
    table.inspector.open("odds")
    panel = table.inspector.odds
    assert panel.title.text() == "No roll is pending"  # what the enemy could do has to be asked for
    assert panel.picker.itemText(1).startswith("If the enemy attacks")
    for action in (Activate(CRAIG), AssignAll(), Lock(), Attack(0, "2706")):
        table.session.play(action)
    assert panel.title.text().startswith("Battle at 2706")


def test_the_page_of_victory_says_who_would_win_now() -> None:
    """4.6, 4.7, 4.9: ahead in points is not enough."""
    for vp, craig, outcome, rule in (
        (44, "union", "Union victory", "4.7"),
        (20, "union", "Draw", "4.9a"),
        (20, "confederate", "Confederate victory", "4.6"),
    ):
        control = {CRAIG: craig, "1008": "confederate"}
        match = arrange("1704: 9 cavalry; 4617: 5 regular", vp=vp, control=control)
        sections = open_table(match.game).victory(match.view("union"))
        row = next(row for section in sections for row in section.rows if row.label == "Judged now")
        assert (row.value, row.rule) == (outcome, rule)


def test_a_hint_that_spares_no_regulars_does_not_say_so() -> None:
    match = arrange(
        "2605: 26 cavalry 2 guns 2 wagons Sibley; 2706: 10 regular 4 militia Canby", phase="C_COMBAT", dice=[0, 0]
    )
    for action in (Activate(CRAIG), AssignAll(), Lock(), Attack(0, "2706"), Commit("wagons")):
        match.play(action)
    ideas = make_bot("policy", match.game, "union", 1).rank(Seat(match, match.to_act))
    assert len(ideas) == 3 and ideas[0].action.regular == 0
    assert len({idea.reason for idea in ideas}) == 3


def test_nothing_jumps_when_the_decision_passes_from_a_short_name_to_a_long_one(lay) -> None:
    table = lay("nmc", seed=7)
    table.session.record.players["confederate"] = Player("Brigadier General Henry Hopkins")
    table.prompt.refresh()
    places = set()
    for action in (Ready(), EndPhase(), EndPhase()):
        table.session.play(action)
        rest(1)
        places.add((table.session.to_act, table.prompt.flow_box.mapTo(table, QPoint()).x()))
    assert {side for side, _ in places} == {"union", "confederate"}
    assert len({x for _, x in places}) == 1
    assert table.prompt.badge.name.width() <= table.prompt.badge.width() - 28


def test_the_menu_of_seats_begins_with_a_seat(lay) -> None:
    table = lay("nmc", seed=7)
    menu = table.commands.seat_menu
    menu.aboutToShow.emit()
    assert not menu.actions()[0].isSeparator()
    assert sum(action.isSeparator() for action in menu.actions()) == 1


def test_the_field_of_chapters_is_as_wide_as_the_search(lay) -> None:
    table = lay("nmc", seed=7)
    table.inspector.open("rules")
    table.show_rule("8.10a")
    rest(1)
    panel = table.inspector.rules
    assert panel.chapters.geometry().right() == panel.apart.geometry().right()


@pytest.mark.parametrize(("space", "name"), [("1704", "Fort Thorn"), (CRAIG, "Fort Craig"), ("4617", "Fort Union")])
def test_the_name_of_a_fort_is_not_under_the_pile_of_its_garrison(lay, space: str, name: str) -> None:
    table = lay("nmc", seed=7)
    layout = table.map.board.layout
    half = layout.size / 2
    pile = [layout.placed[piece.id] for piece in layout.stacks[space]]
    low, high = min(counter.x for counter in pile) - half, max(counter.x for counter in pile) + half
    top, bottom = min(counter.y for counter in pile) - half, max(counter.y for counter in pile) + half
    picture = draw(table.game_map, "light")
    (text,) = [t for layer in picture.layers if layer.name == "labels" for t in layer.items if t.text == name]
    for left, up, right, down in boxes(text):
        assert right <= low or left >= high or down <= top or up >= bottom


def test_big_text_cuts_neither_names_nor_handles(lay, store) -> None:
    table = lay("nmc", seed=7, size=(1920, 1080), seats={"confederate": "human", "union": "policy"})
    table.session.record.players["confederate"] = Player("Brigadier General Henry Hopkins")
    table.prompt.refresh()
    store.set(text=150)
    rest(1)
    assert table.prompt.badge.name.sizeHint().width() + 28 <= table.prompt.badge.width()
    sliders = [slider for slider in table.findChildren(QSlider) if slider.isVisible()]
    assert sliders and all(slider.height() >= theme.current().px(16) for slider in sliders)


@pytest.mark.parametrize("percent", [100, 115, 125, 140, 150, 175, 200])
def test_the_handle_of_a_slider_is_round_at_every_size_of_text(percent: int) -> None:
    """Qt draws a square where the radius is more than half of what is drawn."""
    rule = sheet(replace(theme.current(), scale=percent / 100)).split("QSlider::handle:horizontal {")[1].split("}")[0]
    width = int(rule.split("width: ")[1].split("px")[0]) + 2 * int(rule.split("border: ")[1].split("px")[0])
    assert 2 * int(rule.split("border-radius: ")[1].split("px")[0]) <= width
