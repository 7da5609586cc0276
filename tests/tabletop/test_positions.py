"""A position set up by hand: counters anywhere, the game's own invariants, a file that can be read again, play."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.engine import GAMES, Match, load_game
from common.tabletop.positions import ArrangedPosition, PositionError, open_playable


@pytest.mark.parametrize("game", GAMES)
def test_the_program_goes_through_the_set_up_of_each_scenario(game: str) -> None:
    for scenario in load_game(game).scenarios:
        position = ArrangedPosition.begin(load_game(game), scenario, ready=True)
        steps = {type(step).__name__ for step in position.state.flow}
        assert not steps & set(position.table.set_up_steps) and position.pieces() and not position.problems()


@pytest.mark.parametrize(
    ("game", "counter", "place", "wrong"),
    [
        ("nmc", "2605/depot/0", "2606", ""),
        ("fallujah", "m_3_1_i", "23", "holds only Coalition units"),
        ("operation_serval", "ad_tech_1", "1401", "cannot be in 1401"),
        ("somali_pirates", "nato_fr_11_para", "off_aden", ""),
        ("somali_pirates", "pl_militia_3", "sea_red", "in the water"),
        ("sand_wars", "A-tank4-6", "erfoud", "does not control it"),
    ],
)
def test_a_counter_lies_where_it_is_put_and_the_rules_have_their_say(
    game: str, counter: str, place: str, wrong: str
) -> None:
    position = ArrangedPosition.begin(load_game(game), None, ready=True)
    position.move(counter, place)
    moved = f"{place}/depot/0" if game == "nmc" else counter
    assert [each.place for each in position.counters() if each.id == moved] == [place]
    said = " ".join(position.violations())
    assert (wrong in said and said) if wrong else not said
    assert position.undo() and not position.violations()


def test_ships_take_their_cargo_and_headquarters_their_units() -> None:
    position = ArrangedPosition.begin(load_game("somali_pirates"), "campaign", ready=True)
    ship = next(counter.id for counter in position.game.data.counters.values() if counter.type == "awg")
    position.move(ship, "sea_red")
    position.move("jsotf_nsw_tf", "sea_red")
    position.set_fact("units.jsotf_nsw_tf.aboard", ship)
    position.move(ship, "sea_arab")
    assert position.state.units["jsotf_nsw_tf"].at == "sea_arab"
    position = ArrangedPosition.begin(load_game("sand_wars"))
    position.set_fact("pieces.A-D1.up", True)
    position.set_fact("pieces.A-tank4-1.hq", "A-D1")
    position.move("A-D1", "bechar")
    assert position.state.pieces["A-tank4-1"].at == "bechar"


def test_hands_and_piles_are_written_with_commas() -> None:
    position = ArrangedPosition.begin(load_game("somali_pirates"), "campaign", ready=True)
    old = str(position.facts()["pools.coalition.content"]).split(", ")
    position.set_fact("hands.coalition", old[0])
    assert position.state.hands["coalition"] == (old[0],) and position.violations()  # one chit too many
    position.set_fact("pools.coalition.content", ", ".join(old[1:]))
    assert not position.problems()
    with pytest.raises(PositionError):
        position.set_fact("hands.nobody.at.all", "x")


def test_what_is_noted_of_one_counter_can_be_changed() -> None:
    position = ArrangedPosition.begin(load_game("operation_serval"), None, ready=True)
    assert position.facts("ad_tech_1")["units.ad_tech_1.disrupted"] is False
    position.set_fact("units.ad_tech_1.disrupted", True)
    assert position.state.units["ad_tech_1"].disrupted
    assert not any(name.startswith("units.") for name in position.facts())


def test_two_sides_do_not_share_a_hex_and_depots_do_not_melt_together() -> None:
    position = ArrangedPosition.begin(load_game("nmc"))
    with pytest.raises(PositionError, match="both cannot share a hex"):
        position.move("2605/depot/0", "1008")
    with pytest.raises(PositionError, match="already"):
        position.move("2605/depot/0", "4617")


@pytest.mark.parametrize("game", GAMES)
def test_a_scenario_file_begins_a_game_and_a_saved_game_is_a_position(game: str, tmp_path: Path) -> None:
    position = ArrangedPosition.begin(load_game(game), None, ready=True)
    path = tmp_path / "own.scenario.json"
    position.save(path)
    match = open_playable(path)
    match.play(match.legal()[0])
    match.save(tmp_path / "game.jsonl")
    assert Match.load(tmp_path / "game.jsonl").state == match.state
    again = ArrangedPosition.open(tmp_path / "game.jsonl")
    assert again.game.encode(again.state) == again.game.encode(match.state)


def test_a_position_against_the_rules_is_opened_but_not_played(tmp_path: Path) -> None:
    position = ArrangedPosition.begin(load_game("nmc"))
    position.set_fact("turn", 99)
    position.save(tmp_path / "late.scenario.json")
    assert ArrangedPosition.open(tmp_path / "late.scenario.json").violations()
    with pytest.raises(
        PositionError, match=r"late\.scenario\.json: the position cannot be played: turn 99 does not exist"
    ):
        open_playable(tmp_path / "late.scenario.json")


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_a_counter_is_put_elsewhere_and_taken_back(game: str) -> None:
    position = ArrangedPosition.begin(load_game(game))
    assert position.violations() == []
    piece = next(each for each in position.pieces() if each.space in position.game.data.map.spaces)
    goal = next(space for space in position.game.data.map.next_to(piece.space))
    before, there = position.game.encode(position.state), len(position.pieces())
    position.move(piece.id, goal)
    moved = [each.space for each in position.pieces()]
    assert moved.count(goal) > [each.space for each in ArrangedPosition.begin(load_game(game)).pieces()].count(goal)
    assert len(moved) in (there, there - 1, there + 1)  # strength points of one kind lie in one counter
    assert position.undo() and position.game.encode(position.state) == before


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_a_position_is_kept_read_again_and_played(game: str, tmp_path: Path) -> None:
    position = ArrangedPosition.begin(load_game(game))
    path = tmp_path / "here.position.json"
    position.save(path)
    again = ArrangedPosition.open(path)
    assert again.game.encode(again.state) == position.game.encode(position.state) and again.title == position.title
    match = again.match()
    match.play(match.legal()[0])
    match.check()


def test_what_breaks_the_rules_is_named() -> None:
    position = ArrangedPosition.begin(load_game("nmc"))
    position.set_fact("turn", 99)
    assert "turn 99 does not exist" in position.violations()
    with pytest.raises(PositionError):
        position.set_fact("turn", "tomorrow")
    with pytest.raises(PositionError, match="did you mean turn"):
        position.set_fact("tern", 2)
    with pytest.raises(PositionError, match="no space"):
        position.move(position.pieces()[0].id, "9999")
    with pytest.raises(PositionError, match="no counter"):
        position.move("nobody", position.pieces()[0].space)


def test_a_position_that_cannot_be_shown_is_refused() -> None:
    position = ArrangedPosition.begin(load_game("fallujah"))
    before = position.game.encode(position.state)
    with pytest.raises(PositionError, match="cannot show"):
        position.set_fact("turn", 99)
    assert position.game.encode(position.state) == before and position.past == []


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"format": "x", "game": "nmc", "state": {}}',
             '{"format": "five-fronts position 1", "game": "chess", "state": {}}',
             '{"format": "five-fronts position 1", "game": "nmc", "state": {"turn": "no"}}', "[" * 5000],
)  # fmt: skip
def test_a_strange_file_ends_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.position.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PositionError) as caught:
        ArrangedPosition.open(path)
    assert str(caught.value).startswith("bad.position.json: ") and "\n" not in str(caught.value)
