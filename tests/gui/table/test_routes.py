"""F75: a line of supply or sight is drawn; where it is cut, the space and the rule are named."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from PySide6.QtCore import QUrl

from common.engine import load_game
from common.gui.panels.rules_panel import find_clauses
from common.gui.table.open_table import find_table
from fallujah.rules import combat, control
from fallujah.state import INSURGENT
from nmc.components import BARRED, REACH
from nmc.rules.supply import is_supplied
from nmc.state import Stack


def positions(game: str, seed: int, steps: int, each: int):  # type: ignore[no-untyped-def]
    match, rng = load_game(game).new_match(seed=seed), random.Random(seed)
    for number in range(steps):
        if match.to_act is None:
            return
        match.play(rng.choice(match.legal()))
        if number % each == 0:
            yield match


@pytest.mark.parametrize("seed", range(3))
def test_the_traced_line_agrees_with_the_rules(seed: int) -> None:
    """10.4: open lines are lines by which the rules supply; cut ones name an obstacle that is really there."""
    cuts = set()
    for match in positions("nmc", seed, 700, 20):
        table, state, view = find_table(match), match.state, match.view(match.to_act)
        for space, stack in state.stacks.items():
            route = table.route(view, space)
            assert route is not None
            assert bool(route.cut) != is_supplied(state, stack.side, space), (space, route)
            assert all(two in state.data.near[one] for one, two in pairwise(route.way))
            if not route.cut and len(route.way) > 1:
                assert len(route.way) - 1 <= REACH
                assert state.stacks[route.way[-1]].depot
                assert all(state.enemy_at(stack.side, hex_) is None for hex_ in route.way)
            if route.cut:
                cuts.add(route.rule)
                assert route.way[-1] == route.cut
            if route.rule == "10.4c":
                assert state.enemy_at(stack.side, route.cut) is not None
            if route.rule == "8.15c":
                assert state.data.map.link(*route.way[-2:]).kinds & BARRED
            assert find_clauses(match.game.clauses, route.rule)
    assert "10.4b" in cuts


def test_an_enemy_on_the_only_way_is_named() -> None:
    match = load_game("nmc").new_match(seed=1)
    data, state = match.game.data, match.state
    depot = next(space for space, stack in state.stacks.items() if stack.depot and stack.side == "confederate")
    field = data.map.field(depot, (), BARRED)
    here = next(space for space, steps in sorted(field.items()) if steps == 2 and space not in state.stacks)
    state.stacks[here] = Stack("confederate", cavalry=1)
    ring = [space for space in data.near[here] if field.get(space) == 1]
    state.stacks = {s: stack for s, stack in state.stacks.items() if stack.depot or s == here}
    for space in data.near[here]:
        state.stacks.setdefault(space, Stack("union", regular=1))
    state.stacks = {s: st for s, st in state.stacks.items() if not (st.depot and s != depot and st.side != "union")}
    route = find_table(match).route(match.view("union"), here)
    assert route is not None
    assert route.rule == "10.4c"
    assert route.cut in ring
    assert data.titles[route.cut] in route.why


def test_sight_and_infiltration_agree_with_the_rules() -> None:
    seen = set()
    for seed in range(3):
        for match in positions("fallujah", seed, 700, 25):
            table, state, view = find_table(match), match.state, match.view(match.to_act)
            lost = set(control.infiltrated(state))
            for area in state.data.areas:
                route = table.route(view, area)
                if area in lost:
                    assert route is not None
                    assert state.control[route.way[0]] == INSURGENT
                    assert route.way[-1] == area
                    assert not any(state.garrisoned(other) for other in route.way)
                elif state.insurgents(area):
                    assert route is not None
                    assert bool(route.cut) == (combat.why_not_fire(state, area) is not None)
                else:
                    assert route is None
                if route is not None:
                    seen.add((route.rule, bool(route.cut)))
                    assert all(two in state.data.near[one] for one, two in pairwise(route.way))
    assert seen == {("9.2a", False), ("7.4b", True), ("7.4b", False)}


def test_a_link_in_the_inspector_draws_the_line(lay) -> None:
    table = lay(seed=3)
    table.inspector.open("place")
    space = next(
        space
        for space in sorted(table.session.match.state.stacks)
        if len(table.session.table.route(table.session.view, space).way) > 1
    )
    table.inspector.place.pin(space, "")
    route = table.session.table.route(table.session.view, space)
    assert route.why in table.inspector.place.toPlainText()
    table.inspector.place.anchorClicked.emit(QUrl(f"route:{space}"))
    (drawn,) = table.map.board.overlays
    assert drawn.lines == (route.way,)
    assert route.rule in drawn.title
    assert set(drawn.spaces) == ({route.cut} if route.cut else set())
    table.hand.pointed.emit("5015", "")
    assert table.map.board.overlays == ()
