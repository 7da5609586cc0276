"""F23, F72: what a gesture would change is shown before it is made: figures, victory page and tracks."""

from __future__ import annotations

import random
import re

import pytest

from common.engine import Seat, load_game, playable_games
from common.gui.panels.victory_panel import TrackView
from common.gui.session.foresight import compare_sections, compare_stats, foresee
from common.gui.table.header import StatChip
from common.tabletop import Row, Section, Stat, Track
from nmc.rules.march import Move
from tests.gui import hands
from tests.playing import bot_positions


def test_lines_that_change_come_and_go() -> None:
    before = (Section("Union: 3 VP", (Row("A", "1", "4.4"), Row("B", "2"), Row("C", "5"))),)
    after = (Section("Union: 4 VP", (Row("A", "1"), Row("B", "3"), Row("D", "7", "4.5"))),)
    (section,) = compare_sections(before, after)
    assert section.title == "Union: 3 VP → 4 VP"
    assert [(row.label, row.value) for row in section.rows] == [
        ("A", "1"), ("B", "2 → 3"), ("C", "5 → –"), ("D", "– → 7"),
    ]  # fmt: skip
    assert [s.value for s in compare_stats((Stat("x", "1"), Stat("y", "2")), (Stat("x", "4"), Stat("y", "2")))] == [
        "1 → 4",
        "2",
    ]


def before_a_town(most: int = 4000):  # type: ignore[no-untyped-def]
    """A match in which the force on the march can step into a locale of the enemy."""
    for seed in range(6):
        for match in bot_positions("nmc", seed, most):
            step = match.state.step
            if isinstance(step, Move):
                for action in match.legal():
                    space = getattr(action, "hex", "")
                    if match.state.control.get(space, step.side) != step.side:
                        return match, space
    raise AssertionError("nobody ever marches into a town")


def test_a_step_into_a_town_shows_the_points_before_it_is_taken(lay, qtbot) -> None:
    match, town = before_a_town()
    side = match.to_act
    table = lay(match=match)
    table.inspector.open("victory")
    here = match.state.step.hex
    piece = next(p for p in table.session.pieces() if p.space == here and p.side == side)
    table.hand.select((piece.id,))
    assert any(target.space == town for target in table.hand.targets)
    hands.near(table, here, town)
    hands.point(table.map, hands.middle(table, town))
    qtbot.waitUntil(lambda: table.session.foreseen is not None)
    after = match.clone()
    after.play(next(a for a in match.legal() if getattr(a, "hex", "") == town))
    name = "Union VP" if side == "union" else "Confederate VP"
    expected = f"{match.state.vp[side]} → {after.state.vp[side]}"
    assert match.state.vp[side] != after.state.vp[side]
    chips = {chip.stat.label: chip.stat.value for chip in table.glance.findChildren(StatChip) if chip.parent()}
    assert chips[name] == expected
    assert f"{name} {expected}" in table.prompt.news.text()
    page = table.inspector.victory
    assert "→" in page.sheet.toPlainText()
    tracks = {view.track.id: view for view in page.findChildren(TrackView) if view.parent()}
    rings = [at for at, tokens in tracks["vp"].tokens.items() if any(token.ring for token in tokens)]
    assert after.state.vp[side] in rings
    table.hand.cancel()
    assert table.session.foreseen is None
    assert "→" not in page.sheet.toPlainText()
    assert all("→" not in chip.stat.value for chip in table.glance.findChildren(StatChip) if chip.parent())


def test_a_ring_stands_where_the_token_would_go(qapp) -> None:
    boxes = tuple("0123456")
    before = Track("vp", "VP", boxes, ((2, "Union", "#2f5d9b"), (4, "Rebels", "#8d9096")))
    after = Track("vp", "VP", boxes, ((3, "Union", "#2f5d9b"), (4, "Rebels", "#8d9096")))

    view = TrackView(before, after)
    places = {at: [(token.name, token.ring) for token in tokens] for at, tokens in view.tokens.items()}
    assert places == {2: [("Union", False)], 3: [("Union", True)], 4: [("Rebels", False)]}
    assert "Union at 2 → 3" in view.toolTip()


@pytest.mark.parametrize("game", playable_games())
def test_no_die_and_no_secret_enters_what_is_foreseen(game: str) -> None:
    """Two matches that look alike and differ in seed foresee the same; the match itself stays as it was."""
    match, rng = load_game(game).new_match(seed=4), random.Random(4)
    for number in range(160):
        if match.to_act is None:
            break
        side, legal = match.to_act, match.legal()
        if number % 4 == 0:
            before, action = match.hash(), rng.choice(legal)
            seen = foresee(Seat(match, side), (action,))
            assert foresee(Seat(match.imagine(side, number + 1), side), (action,)) == seen
            assert match.hash() == before
            probe = match.clone()
            probe.play(action)
            if probe.chances != match.chances:
                assert seen == match.view(side), action
            elif not match.hides_from(side):
                assert seen == probe.view(side), action
        match.play(rng.choice(legal))


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_the_line_items_of_victory_add_up(game: str, qapp) -> None:
    """Every point of a side is named by a line with its rule."""
    from common.gui.table.open_table import find_table

    match, rng = load_game(game).new_match(seed=9), random.Random(9)
    table = find_table(match)
    for number in range(500):
        if match.to_act is None:
            break
        match.play(rng.choice(match.legal()))
        if number % 25:
            continue
        for section in table.victory(match.view(match.to_act)):
            total = re.search(r": (-?\d+) VP", section.title)
            if total is not None:
                items = [int(row.value) for row in section.rows if re.fullmatch(r"[-+]?\d+", row.value)]
                assert sum(items) == int(total[1]), section
                assert all(row.rule for row in section.rows)
