"""Refusals with their rule, and what is lit: the window asks the match and nothing else."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from common.engine import load_game
from tests.gui import hands
from tests.playing import bot_action


def test_an_illegal_drop_goes_back_and_names_the_rule(lay) -> None:
    table = lay()
    before = table.session.match.hash()
    hands.drag(table, "1704", "1706")
    refusal = table.session.table.refuse(table.session.seat, hands.stack(table, "1704"), "1706")
    assert refusal is not None
    assert table.session.match.hash() == before
    assert table.map.bubble.isVisible()
    assert refusal.rule in table.map.bubble.accessibleName()
    table.map.rule_clicked.emit(refusal.rule)
    assert table.inspector.page == "rules"
    assert refusal.rule.rstrip("abcdef") in table.inspector.rules.sheet.toPlainText()


def test_every_refused_drop_gives_a_rule(lay) -> None:
    table = lay()
    chance = random.Random(5)
    spaces = list(table.game_map.spaces)
    for _ in range(120):
        pieces = (chance.choice(table.session.pieces()).id,)
        space = chance.choice(spaces)
        if any(target.space == space for target in table.hand.targets_for(pieces)):
            continue
        refusal = table.hand.why_not(pieces, space)
        assert refusal.rule, (pieces, space)
        assert refusal.why, (pieces, space)


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_lit_is_what_is_legal(lay, seed: int) -> None:
    table = lay(seed=seed)
    session = table.session
    for count in range(60):
        if session.match.to_act is None:
            break
        session.forget()
        gestures = [session.table.gesture(session.seat, action) for action in session.match.legal()]
        spaces, pieces = table.hand.find_lit()
        assert spaces == {g.space for g in gestures if g.space and not g.piece}
        assert pieces == {g.piece for g in gestures if g.piece}
        placeless = {choice.plan for choice in table.hand.find_placeless()}
        assert placeless == {(g.action,) for g in gestures if not g.space and not g.piece}
        session.match.play(bot_action(session.match, "random", count))


def test_the_prompt_says_who_and_what_at_every_step() -> None:
    match = load_game("nmc").new_match(seed=3)
    for count in range(400):
        if match.to_act is None:
            break
        assert match.prompt
        assert len(match.prompt) <= 90, match.prompt
        match.play(bot_action(match, "random", count))


def test_the_prompt_bar_shows_it(lay) -> None:
    table = lay()
    assert table.prompt.badge.name.text() == "Confederates"
    assert "Spread the army" in table.prompt.question.text()
    assert "3.3a" in table.prompt.question.text()
    table.prompt._link("rule:3.3a")
    assert table.inspector.page == "rules"
    assert "3.3a" in table.inspector.rules.sheet.toPlainText()


def test_number_keys_and_game_keys_act(lay) -> None:
    table = lay()
    QTest.keyClick(table.map, "E")  # what ends something always has this key
    assert table.session.length == 1
    table.map.setFocus()
    click_space = next(iter(sorted(table.hand.find_lit()[0])))
    hands.near(table, click_space)
    table.hand.click(click_space, "")
    assert table.session.length == 2
    assert "form the forces" in table.session.match.prompt
    QTest.keyClick(table.map, "A")  # "Add everything" has this key
    assert table.session.length == 3


def test_n_walks_through_the_units_that_can_act(lay) -> None:
    table = lay()
    usable = table.hand.find_usable()
    able = {p.id for p in table.session.pieces() if p.movable and table.session.table.lift(table.session.seat, (p.id,))}
    assert set(usable) == able
    seen = [table.hand.next_piece() for _ in usable]
    assert sorted(seen) == sorted(usable)
    assert table.hand.next_piece(-1) == seen[-2 % len(seen)]


def test_right_click_lists_what_can_be_done_here(lay) -> None:
    table = lay()
    table.hover.show_menu("1703", "", None)
    menu: QMenu = table.hover._menu
    texts = [action.text() for action in menu.actions()]
    assert any("Set up" in text for text in texts)
    assert len([text for text in texts if text]) <= 14
    menu.close()
    table.hover.show_menu("5015", "", None)
    assert table.hover._menu.actions()[0].text().startswith("Nothing to do here")
    table.hover._menu.close()


def test_a_plan_stops_where_dice_make_it_impossible_and_says_what_they_allowed(lay) -> None:
    """A low roll: the march goes as far as it can, and the message names the points and the hex in plain words."""
    game = load_game("nmc")
    for face in (0, 1, 3):
        table = lay(match=game.new_match(seed=3, dice=[face]))
        hands.press(table, "Begin")
        far = max(table.hand.targets_for(hands.stack(table, "1704")), key=lambda target: len(target.path))
        needed, played = int(far.label.split()[0]), table.session.run(far)
        assert 0 < played < len(far.plan)
        points = face + sum(m.value for e in table.session.match.journal for r in e.rolls for m in r.modifiers)
        steps = played - len(far.plan) + len(far.path) - 1
        end = table.session.match.state.title(far.path[max(0, steps)])
        verb = "stops" if steps > 0 else "stays"
        said = table.prompt.news.text()
        assert f"The roll allowed {points} of {needed} MP: the force {verb} at {end}." in said


def test_jittered_clicks_move_nothing(lay) -> None:
    table = lay()
    hands.near(table, "1704")
    chance = random.Random(1)
    before = table.session.match.hash()
    spot = hands.at(table, "1704")
    for _ in range(40):
        QTest.mousePress(table.map, Qt.MouseButton.LeftButton, pos=spot)
        off = spot + type(spot)(chance.randint(-2, 2), chance.randint(-2, 2))
        QTest.mouseMove(table.map, off)
        QTest.mouseRelease(table.map, Qt.MouseButton.LeftButton, pos=off)
    assert table.session.match.hash() == before
