"""Whole turns of Operation Serval in the real window: the journal is that of the engine alone (F06)."""

from __future__ import annotations

import pytest

from common.engine import load_game
from operation_serval import actions as act
from operation_serval.state import TASK_FORCE_BOX
from tests.gui.hands import story
from tests.gui.player import WAYS, Player, Way, ordinarily, script
from tests.operation_serval.positions import FAR, GAO, arrange

OPEN = {"quick_start": True, "fog_of_war": False}
FOG = {"quick_start": True, "fog_of_war": True}
SMALL = (1280, 800)


def play(lay, way: Way, scenario: str, seed: int, wild: float, options: dict[str, bool], most: int) -> Player:
    """Follow a script by one way in a new window; the journal must be that of the engine alone."""
    actions = script("operation_serval", scenario, seed, 12, wild, options, most)
    alone = load_game("operation_serval").new_match(scenario, seed, options)
    for action in actions:
        alone.play(action)
    match = load_game("operation_serval").new_match(scenario, seed, options)
    player = Player(lay(match=match, size=SMALL), way)
    player.follow(actions)
    assert story(player.match) == story(alone)
    assert player.match.hash() == alone.hash()
    return player


@pytest.mark.parametrize("way", ordinarily("drag"))
def test_operations_of_both_sides(lay, way: Way) -> None:
    player = play(lay, way, "scenario_2", seed=5, wild=0.1, options=OPEN, most=120)
    kinds = {type(moment.action).__name__ for moment in player.match.past}
    assert {"Operate", "MarchTo", "DeclareAttack", "Assault", "Finish"} <= kinds
    assert player.carried > 5  # counters really were brought from hex to hex


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(
    ("scenario", "seed", "options"), [("scenario_1", 3, OPEN), ("scenario_2", 11, FOG), ("scenario_1", 8, FOG)]
)
def test_more_turns(lay, way: Way, scenario: str, seed: int, options: dict[str, bool]) -> None:
    assert len(play(lay, way, scenario, seed, 0.15, options, 400).match.past) >= 300


@pytest.mark.rule("operation_serval", "22.2b", "22.3b")
@pytest.mark.parametrize("way", WAYS)
def test_task_forces_are_formed_and_broken_down(lay, way: Way) -> None:
    companies = "fr_abn_a2rep", "fr_abn_b2rep", "fr_abn_c2rep"
    match = arrange(f"{FAR}; {GAO}: fr_base_1; {GAO}: {' '.join(companies)}", options={"fog_of_war": False})
    combine, break_down = act.Combine("fr_ab_2rep", companies), act.BreakDown("fr_ab_2rep", companies)
    player = Player(lay(match=match, size=SMALL), way)
    player.follow([act.Operate("french"), combine, break_down])
    assert match.state.units["fr_ab_2rep"].at == TASK_FORCE_BOX
    assert {match.state.units[id_].at for id_ in companies} == {GAO}
