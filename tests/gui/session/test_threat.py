"""F22: where the enemy can strike, from what the viewer knows, shown while a key is held."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.engine import load_game
from common.gui.table.open_table import find_table
from common.gui.table.table_keys import HELD
from common.maps.pictures import colour_vision
from common.maps.pictures.themes import palette
from common.tabletop import Overlay
from tests.gui.drawn_maps import map_of

GAMES = ("nmc", "fallujah")
WHITE = (1.0, 1.0, 1.0)


def walk(game: str, seed: int, steps: int):  # type: ignore[no-untyped-def]
    """Positions of a random game."""
    match, rng = load_game(game).new_match(seed=seed), random.Random(seed)
    for _ in range(steps):
        if match.to_act is None:
            return
        match.play(rng.choice(match.legal()))
        yield match


def every_threat(game: str) -> list[Overlay]:
    found = []
    for match in walk(game, 3, 120):
        table = find_table(match)
        found += [overlay for side in match.sides if (overlay := table.threat(match.view(side)))]
    return found


@pytest.mark.parametrize("game", GAMES)
def test_positions_that_look_the_same_are_equally_dangerous(game: str) -> None:
    compared = 0
    for number, match in enumerate(walk(game, 5, 200)):
        if number % 4:
            continue
        table = find_table(match)
        for side in match.sides:
            twin = match.imagine(side, number)
            assert twin.view(side) == match.view(side)
            assert table.threat(twin.view(side)) == table.threat(match.view(side))
            compared += 1
    assert compared > 40


@pytest.mark.parametrize("game", GAMES)
def test_every_shade_has_its_line_in_the_legend(game: str) -> None:
    overlays = every_threat(game)
    assert any(overlay.spaces for overlay in overlays)
    for overlay in overlays:
        categories = [category for category, _, _ in overlay.legend]
        assert set(overlay.spaces.values()) <= set(categories)
        assert len({pattern for _, _, pattern in overlay.legend}) == len(categories)  # told apart without colour
        assert len({colour for _, colour, _ in overlay.legend}) <= 2
        assert set(overlay.labels) <= set(overlay.spaces)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["light", "dark"])
def test_the_shades_stand_out_on_every_ground_for_every_eye(game: str, mode: str) -> None:
    """A hatching is a dark line with a white rim: one of the two has 3:1 against any ground, for four kinds of eyes."""
    colours = {colour for overlay in every_threat(game)[:1] for _, colour, _ in overlay.legend}
    grounds = palette(map_of(game).theme, mode)  # type: ignore[arg-type]
    for kind in colour_vision.KINDS:
        for colour in colours:
            line = colour_vision.simulate_eye(colour_vision.parse_colour(colour), kind)
            assert colour_vision.ratio(line, WHITE) >= 3
            for name, ground in grounds.items():
                seen = colour_vision.simulate_eye(colour_vision.parse_colour(ground), kind)
                assert max(colour_vision.ratio(line, seen), colour_vision.ratio(WHITE, seen)) >= 3, (name, kind)


def test_union_guns_threaten_what_lies_next_to_their_longest_march() -> None:
    """8.22, 9.1: what cannot be reached with a nine is not shaded, what lies beside a Union stack always is."""
    match = load_game("nmc").new_match(seed=1)
    data, state = match.game.data, match.state
    while match.state.phase < 0:
        match.play(match.legal()[-1])
    overlay = find_table(match).threat(match.view("confederate"))
    assert overlay is not None
    for space, stack in state.stacks.items():
        if stack.side == "union" and stack.strength:
            assert {overlay.spaces[there] for there in data.open[space]} == {"by any roll"}
    without = match.clone()
    without.state.stacks = {s: stack for s, stack in match.state.stacks.items() if stack.side != "union"}
    empty = find_table(match).threat(without.view("confederate"))
    assert empty is not None
    assert not empty.spaces


def test_the_insurgents_are_no_danger_when_all_are_spent() -> None:
    """3.3a: a Spent unit does nothing today; the Coalition's Fire Missions need no Fresh unit."""
    from msgspec.structs import replace

    match = load_game("fallujah").new_match(seed=2)
    match.play(match.legal()[-1])
    for _ in walk_on(match, 60):
        pass
    state = match.state
    table = find_table(match)
    state.units = {id_: replace(unit, spent=True) for id_, unit in state.units.items()}
    state.phase = "action"
    state.forget()
    overlay = table.threat(match.view("coalition"))
    assert overlay is not None
    assert not overlay.spaces
    shelled = table.threat(match.view("insurgent"))
    assert shelled is not None
    assert set(shelled.spaces.values()) <= {"Fire Mission only"}


def walk_on(match, steps: int):  # type: ignore[no-untyped-def]
    rng = random.Random(1)
    for _ in range(steps):
        if match.to_act is not None:
            match.play(rng.choice(match.legal()))
            yield match


@pytest.mark.parametrize("game", GAMES)
def test_a_held_key_shows_the_threat_and_a_tap_leaves_it(lay, qtbot, game: str) -> None:
    table = lay(game)
    expected = table.session.table.threat(table.session.view)
    table.map.setFocus()
    QTest.keyPress(table.map, Qt.Key.Key_V)
    assert table.map.board.overlays == (expected,)
    qtbot.wait(round(HELD * 1000) + 40)
    QTest.keyRelease(table.map, Qt.Key.Key_V)
    assert table.map.board.overlays == ()
    QTest.keyClick(table.map, Qt.Key.Key_V)
    assert table.map.board.overlays == (expected,)
    assert table.commands.actions["threat"].isChecked()
    table.commands.overlay_menu.aboutToShow.emit()
    entry = next(a for a in table.commands.overlay_menu.actions() if a is table.commands.actions["threat"])
    entry.trigger()
    assert table.map.board.overlays == ()
