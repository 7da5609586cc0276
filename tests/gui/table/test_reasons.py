"""F17: whatever cannot be done, the rules' own reason is given: by hover, by right click and for any pair at all."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.engine import load_game
from common.gui.panels.rules_panel import find_clauses
from common.gui.session.selection import Selection
from common.gui.session.session import Session
from common.gui.table.hover import WHY
from common.gui.table.open_table import find_table
from tests.gui import hands
from tests.playing import bot_action

GAMES = ("nmc", "fallujah")
PAIRS = 10_000


def reasons(game: str, count: int, store):  # type: ignore[no-untyped-def]
    """Random pairs of a counter and a space it cannot go to, from random games, with the answer to "why not?"."""
    rng, seed, told = random.Random(11), 0, 0
    while True:
        match = load_game(game).new_match(seed=seed)
        session = Session(match, find_table(match), store)
        hand = Selection(session)
        spaces = [*match.game.data.map.spaces, *match.game.data.map.boxes]
        for number in range(300):
            if match.to_act is None:
                break
            if number % 5 == 0:
                session.refresh()
                session.seat_person()
                for piece in rng.choices(session.pieces(), k=12):
                    space = rng.choice(spaces)
                    if all(target.space != space for target in hand.targets_for((piece.id,))):
                        yield match, piece, space, hand.why_not((piece.id,), space)
                        told += 1
                        if told == count:
                            return
            match.play(rng.choice(match.legal()))
        seed += 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [PAIRS // 10, pytest.param(PAIRS, marks=pytest.mark.slow)])
def test_no_refusal_is_without_reason_and_rule(qapp, store, game: str, count: int) -> None:
    rules = set()
    for match, piece, space, why in reasons(game, count, store):
        assert why.why.strip(), (match.prompt, piece, space)
        assert find_clauses(match.game.clauses, why.rule), (why, match.prompt, piece, space)
        rules.add(why.rule)
    assert len(rules) > 8


def march_phase(lay):  # type: ignore[no-untyped-def]
    """A table at which the side to act may march a stack."""
    match = load_game("nmc").new_match(seed=3)
    number = 0
    while match.state.phase < 0 or not match.state.hexes_of(match.to_act):
        match.play(bot_action(match, "policy", number))
        number += 1
    return lay(match=match)


def test_resting_over_a_forbidden_space_tells_why(lay, qtbot) -> None:
    table = march_phase(lay)
    usable = table.hand.find_usable()
    table.hand.select((usable[0],))
    lit = {target.space for target in table.hand.targets}
    home = table.map.space_of(usable[0])
    far = next(space for space in table.game_map.spaces if space not in lit and space != home and space.startswith("4"))
    hands.near(table, far)
    hands.point(table.map, hands.middle(table, far))
    assert not table.map.bubble.isVisible()
    qtbot.waitUntil(table.map.bubble.isVisible, timeout=WHY * 5)
    why = table.hand.why_not(table.hand.selected, far)
    assert why.rule in table.map.bubble.text.text()
    assert why.why[1:] in table.map.bubble.text.text()
    other = next(s for s in table.game_map.spaces if s in table.session.match.game.data.near[far])
    hands.point(table.map, hands.middle(table, other))
    assert not table.map.bubble.isVisible()


def test_a_dragged_counter_is_told_why_before_it_is_dropped(lay, qtbot) -> None:
    table = march_phase(lay)
    piece = table.hand.find_usable()[0]
    home = table.map.space_of(piece)
    lit = {target.space for target in table.hand.targets_for((piece,))}
    near = table.session.match.game.data.near
    ring = {two for one in near[home] for two in near[one]} | {three for space in lit for three in near[space]}
    goal = next(space for space in sorted(ring) if space not in lit and space != home)
    hands.near(table, home, goal)
    start, end = hands.at(table, home), hands.middle(table, goal)
    QTest.mousePress(table.map, hands.LEFT, pos=start)
    for share in (0.1, 0.5, 0.9, 1.0):
        QTest.mouseMove(table.map, start + (end - start) * share)
    assert table.map.gestures.state == "dragging"
    qtbot.waitUntil(table.map.bubble.isVisible, timeout=WHY * 5)
    assert table.hand.why_not(table.hand.selected, goal).rule in table.map.bubble.text.text()
    QTest.keyClick(table.map, Qt.Key.Key_Escape)
    QTest.mouseRelease(table.map, hands.LEFT, pos=end)


def test_a_right_click_names_rule_and_reason(lay) -> None:
    table = march_phase(lay)
    enemy = next(p for p in table.session.pieces() if p.side != table.session.to_act)
    hands.near(table, enemy.space)
    QTest.mouseClick(table.map, Qt.MouseButton.RightButton, pos=hands.at(table, enemy.space))
    first = table.hover._menu.actions()[0]
    why = table.hand.why_not((enemy.id,), enemy.space)
    assert why.why in first.text()
    assert f"({why.rule})" in first.text()
    table.hover._menu.close()
    first.trigger()
    assert table.inspector.page == "rules"
    assert find_clauses(table.session.match.game.clauses, why.rule)[0].id in table.inspector.rules.sheet.toPlainText()


def test_the_tip_of_a_counter_that_cannot_act_says_why(lay) -> None:
    table = march_phase(lay)
    enemy = next(p for p in table.session.pieces() if p.side != table.session.to_act)
    why = table.hand.why_not((enemy.id,), enemy.space)
    assert why.rule in table.hover.describe(enemy.space, enemy.id)
