"""What the inspector tells of hexes, boxes and counters: each thing once, what is true of where they are; the head."""

from __future__ import annotations

import pytest

from common.engine import Match
from operation_serval.state import COALITION, ISLAMIST
from tests.operation_serval.positions import GAO, arrange, game

FAR = "2107: aq_guer_1"


def facts_of(match: Match, piece: str, side: str = COALITION) -> dict[str, str]:
    """The rows about a counter by their labels."""
    sections = game().table.about_piece(match.view(side), piece)
    return {row.label: row.value for section in sections for row in section.rows}


def piece_of(match: Match, id_: str):
    """A counter as it lies on the table."""
    return next(piece for piece in game().table.pieces(match.view(COALITION)) if piece.id == id_)


def test_no_fact_repeats_the_name_or_the_place_at_its_head() -> None:
    match = arrange(f"{FAR}; {GAO}: fr_base_1 ml_33p")
    table, view, titles = game().table, match.view(COALITION), game().data.titles
    for space in (*game().data.map.spaces, *game().data.map.boxes):
        for section in table.about_space(view, space):
            assert section.title != titles.get(space)
            assert titles.get(space) not in {row.value for row in section.rows}
    for piece in table.pieces(view):
        for section in table.about_piece(view, piece.id):
            assert section.title != piece.name
            assert titles.get(piece.space) not in {row.value for row in section.rows}


def test_what_fire_at_a_hex_is_worth_is_told_once() -> None:
    match = arrange(f"{FAR}; {GAO}: fr_base_1 ml_33p")
    for hex_ in (GAO, "3213", "3114"):
        sections = game().table.about_space(match.view(COALITION), hex_)
        rows = [row for section in sections for row in section.rows if "fire" in f"{row.label} {row.value}".lower()]
        assert len(rows) == 1, hex_


@pytest.mark.parametrize(
    ("place", "state"),
    [
        (GAO, "combat effective"),
        ("eliminated_coalition", "eliminated"),
        ("withdrawn", "withdrawn from the game"),
        ("task_force", "inside a task force"),
    ],
)
def test_a_counter_out_of_play_is_not_called_effective(place: str, state: str) -> None:
    assert facts_of(arrange(f"{FAR}; {place}: fr_armor_aricm"), "fr_armor_aricm")["State"] == state


@pytest.mark.rule("operation_serval", "18.2b")
def test_support_is_told_for_the_counter_and_not_for_its_hex() -> None:
    match = arrange(f"{FAR}; 2425: ad_tech_1 mj_tech_1; 2427: ad_base_1")
    table, view = game().table, match.view(ISLAMIST)
    pieces = {piece.id: piece for piece in table.pieces(view)}
    assert table.route_of(view, pieces["ad_tech_1"]).cut == ""
    assert table.route_of(view, pieces["mj_tech_1"]).cut == "2425"
    assert table.route(view, "2425").cut == ""


def test_an_air_unit_over_the_enemy_is_told_nothing_of_his_support() -> None:
    match = arrange(f"{FAR}; 3024: ad_tech_1 ad_base_1; {GAO}: fr_base_1 fr_armor_aricm; air: fr_air_rafale")
    match.state.sorties["fr_air_rafale"] = "3024"
    piece = piece_of(match, "fr_air_rafale")
    assert piece.space == "3024"
    assert game().table.route(match.view(COALITION), "3024") is not None
    assert game().table.route_of(match.view(COALITION), piece) is None


def test_air_supply_that_never_fights_is_not_called_effective() -> None:
    assert "State" not in facts_of(arrange(f"{FAR}; air: fr_air_supply"), "fr_air_supply")


@pytest.mark.parametrize(("scenario", "begins"), [("scenario_1", "not yet"), ("scenario_2", "turn 7")])
def test_in_the_set_up_no_points_are_told_and_the_intervention_is_known(scenario: str, begins: str) -> None:
    before = {stat.label: stat.value for stat in game().table.stats(game().new_match(scenario, 1).view(COALITION))}
    assert before.keys() == {"Turn", "Initiative", "Intervention"} and before["Intervention"] == begins
