"""F58: what a fanned-out stack adds up to, as its game tells it, and the fan inside the window wherever it opens."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QPoint, QRectF
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from common.bots import make_bot
from common.engine import Match, Seat
from common.gui.kit import theme
from common.gui.map.stack_fan import FAN_EDGE, Fan
from common.gui.table.table_window import TableWindow
from fallujah.rules.losses import capacity
from fallujah.state import COALITION, INSURGENT
from nmc.rules.march import Move
from nmc.rules.supply import is_supplied
from nmc.table import open_table
from tests.gui import hands
from tests.gui.waiting import rest
from tests.playing import bot_action, played


def advanced(game: str, seed: int, actions: int) -> Match:
    return played(game, seed, actions)


def rest_on(table: TableWindow, space: str) -> Fan:
    """Let the pointer rest on a stack until it fans out."""
    hands.near(table, space)
    board = table.map.board
    spot = board.piece_rect(board.top(space)).center().toPoint()
    QTest.mouseMove(table.map, spot - QPoint(1, 1))
    QTest.mouseMove(table.map, spot)
    rest(200)
    assert board.fan is not None and board.fan.space == space
    return board.fan


def test_units_of_both_sides_are_summed_apart_with_the_slowest_leading(lay) -> None:
    """Absorbed CP and MP are those that the state knows of every unit in the area; no rule adds up CF."""
    match = advanced("fallujah", 3, 140)
    state, table = match.state, lay(match=match)
    area = next(a for a in state.data.areas if state.coalition(a) and state.insurgents(a))
    fan = rest_on(table, area)
    lines = {line.partition(":")[0]: line for line in fan._add_up(fan.pieces)}
    for side, units in ((COALITION, state.coalition(area)), (INSURGENT, state.insurgents(area))):
        line = lines[table.session.name(side)]
        assert len(units) == 1 or "CF " not in line
        if side == INSURGENT:
            assert f"absorb {sum(capacity(state, unit) for unit in units)} CP" in line
        else:
            assert f"{sum(not unit.spent for unit in units)} Fresh" in line
        ready = [state.ready(unit) for unit in units if not unit.spent and not unit.dug]
        if ready:
            assert f" {min(ready)} MP" in line
        else:
            assert "MP" not in line
    assert "\n".join(lines.values()).count("counter") == 2
    table.show_details(area, "")
    told = table.inspector.place.toPlainText()
    assert all(line in told for line in lines.values())


def test_the_chosen_counters_are_summed_alone_and_the_slowest_counts(lay) -> None:
    match = advanced("fallujah", 3, 10)
    state, table = match.state, lay(match=match)
    while match.to_act != COALITION or type(state.step).__name__ != "CoalitionImpulse":
        match.play(bot_action(match, "policy", len(match.past)))
        state = match.state
    table.session.refresh()
    fan = rest_on(table, "NE")
    paces = {piece.id: state.data.counters[piece.id].mf for piece in fan.pieces}
    slow, fast = min(paces, key=lambda id_: paces[id_]), max(paces, key=lambda id_: paces[id_])
    assert paces[slow] < paces[fast]
    assert f"{paces[fast]} MP" in fan.sums([fast])[0]
    assert f"{paces[slow]} MP together" in " · ".join(fan.sums([slow, fast]))


def test_a_force_on_the_march_tells_the_points_it_has_left(lay) -> None:
    match = advanced("nmc", 5, 0)
    while not isinstance(match.state.step, Move):
        match.play(bot_action(match, "policy", len(match.past)))
    step, table = match.state.step, lay(match=match)
    fan = rest_on(table, step.hex)
    strength = sum(piece.strength for piece in fan.pieces)
    assert f"strength {strength}" in fan.sums()[0]
    assert f"{step.points} MP left" in " · ".join(fan.sums())
    other = next(s for s, stack in match.state.stacks.items() if s != step.hex and stack.strength)
    assert "MP" not in " ".join(table.map.add_up(table.map.board.stack(other)))


@pytest.mark.parametrize("seed", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_the_counters_of_a_hex_add_up_to_its_strength_at_every_moment_of_a_game(seed: int) -> None:
    """Whoever has acted, is chosen or advances is shown once; none is negative; who lacks supply says so (10.4)."""
    match = advanced("nmc", seed, 0)
    shown, policy = open_table(match.game), {side: make_bot("policy", match.game, side, seed) for side in match.sides}
    while match.to_act is not None:
        view = match.view(match.to_act)
        pieces = shown.pieces(view)
        assert len({piece.id for piece in pieces}) == len(pieces)
        assert all((piece.strength or 0) >= 0 for piece in pieces)
        for space, stack in view.stacks.items():
            there = [piece for piece in pieces if piece.space == space and piece.strength]
            assert sum(piece.strength for piece in there) == stack.strength
            cut = not is_supplied(match.state, stack.side, space)
            assert all(("unsupplied" in piece.badges) == cut for piece in there), space
        match.play(policy[match.to_act].choose(Seat(match, match.to_act)).action)


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
@pytest.mark.parametrize("count", [100, pytest.param(500, marks=pytest.mark.slow)])
def test_the_fan_stays_inside_the_window_at_many_positions(lay, game: str, count: int) -> None:
    """Whatever the size, zoom and place: nothing of the fan is cut off, and its words have room."""
    table, chance = lay(match=advanced(game, 4, 120)), random.Random(8)
    view, board = table.map, table.map.board
    spaces = sorted({piece.space for piece in board.pieces.values() if board.stack(piece.space)})
    small = QFontMetricsF(theme.sans(11))
    for number in range(count):
        if number % 25 == 0:
            table.resize(chance.choice((720, 900, 1280, 1920)), chance.choice((480, 700, 1080)))
            rest(1)
        space = chance.choice(spaces)
        view.camera.scale = view.camera.clamp_scale(view.camera.fit_scale() * chance.uniform(1.0, 6.0))
        view.center_on(space)
        view.camera.pan(chance.uniform(-0.5, 0.5) * view.width(), chance.uniform(-0.5, 0.5) * view.height())
        view.fanning.open(space)
        fan, inner = board.fan, QRectF(view.rect())
        assert fan is not None
        assert inner.contains(fan.panel), (number, space)
        lowest = max(rect.bottom() for rect in fan.rects.values())
        assert all(fan.panel.contains(rect) for rect in fan.rects.values()), (number, space)
        assert lowest <= fan.panel.bottom() - fan.foot - 4
        room = fan.panel.width() - 2 * FAN_EDGE + 1
        assert all(small.horizontalAdvance(line) <= room for line in fan.sums()), fan.sums()
        assert len(fan.sums()) * small.lineSpacing() <= fan.foot + 4
        view.fanning.close()
