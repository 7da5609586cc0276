"""What every game may rely on: engine, saves, protocol, bots and secrecy, on a game with one of everything."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from common.bots import make_bot, play_out
from common.cli.data_check import check
from common.engine import (
    Action,
    Concede,
    IllegalAction,
    Match,
    ScriptedDraw,
    Seat,
    load_game,
    playable_games,
)
from common.engine.about import about_game
from common.engine.actions import Add, Confirm, Decline, Remove, Seal
from common.engine.protocol import Engine
from common.lab import fuzz, playouts
from tests.toy.actions import Embark, EndTurn, Land, March, PlayCard, Reorder, Sail
from tests.toy.positions import DRAWS, after, before_inn, in_campaign, new
from tests.toy.rules.combat import Ambush

BLOCKS = ("b1", "b2", "b3", "r1", "r2", "r3")


def positions(seed: int, asides: bool = True) -> Iterator[Match]:
    """A random game with asides in between, a position before each action."""
    game = load_game("toy")
    scenario, options, chooser = playouts.set_up(game, seed)
    match = game.new_match(scenario, seed, options)
    while match.result is None:
        yield match
        extra = [action for side in match.sides for action in match.asides(side) if not isinstance(action, Concede)]
        if asides and extra and chooser.random() < 0.3:
            match.play(chooser.choice(extra))
        match.play(chooser.choice(match.legal()))
    yield match


# Engine


def test_the_toy_is_loaded_but_not_sold() -> None:
    game = load_game("toy")
    assert (game.id, game.package) == ("toy", "tests.toy")
    assert "toy" not in playable_games()
    assert len(game.data.map.spaces) == 10


@pytest.mark.parametrize("seed", range(60))
def test_random_games_come_to_an_end(seed: int) -> None:
    for match in positions(seed):
        match.check()
        assert len(match.past) < 500


def test_every_rule_named_is_a_clause() -> None:
    game = load_game("toy")
    for seed in range(20):
        for match in positions(seed):
            for action in fuzz.actions(game, match, random.Random(seed), 3):
                refusal = match.why_not(action)
                assert refusal is None or game.clauses_of(refusal.rule), (action, refusal)
        for entry in match.journal:
            assert all(game.clauses_of(rule) for rule in entry.rules), entry


@pytest.mark.parametrize("seed", range(10))
def test_the_legal_list_is_what_no_predicate_refuses(seed: int) -> None:
    for match in positions(seed):
        state, legal = match.state, set(match.legal())
        assert all(match.why_not(action) is None for action in legal)
        offers: set[Action] = {
            kind(block, space) for kind in (March, Land) for block in state.blocks for space in state.data.names
        }
        offers |= {Embark(block) for block in state.blocks} | {Sail(space) for space in state.data.names}
        assert {action for action in offers if match.why_not(action) is None} <= legal


@pytest.mark.rule("toy", "1")
def test_the_set_up_deals_what_was_scripted_and_uses_no_dice() -> None:
    match = new(dice=(6,))
    assert [block.kind for _, block in sorted(match.state.blocks.items())] == list(DRAWS[:6])
    assert match.state.hands == {"blue": ("rumour", "rumour"), "red": ("ambush", "rumour")}
    assert (match.state.script, match.state.rolls, match.state.draws) == ((6,), 0, 10)
    with pytest.raises(ScriptedDraw, match="scripted draw 'army' is not in blue blocks"):
        new(draws=("army", "army"))


@pytest.mark.rule("toy", "4")
def test_a_ship_carries_a_block_from_the_box_off_the_map() -> None:
    match = in_campaign()
    assert Embark("b2") not in match.legal()
    after(match, Embark("b3"), Sail("strait"))
    assert match.state.blocks["b3"].at == "ferry"
    refusal = match.why_not(Embark("b1"))
    assert refusal is not None
    assert "no room" in refusal.why
    turn = EndTurn(), Confirm(), EndTurn(), Confirm(), Seal("hold"), Seal("hold")
    after(match, *turn, Sail("east_sea"), Land("b3", "jetty"))
    assert match.state.own("blue", "jetty") == ("b3",)


@pytest.mark.rule("toy", "5b")
@pytest.mark.rule("toy", "5c")
def test_the_defender_reacts_in_the_attackers_turn() -> None:
    match = after(before_inn(dice=(3,)), March("b2", "inn"))
    assert match.to_act == "red"
    assert set(match.legal()) == {PlayCard("ambush"), Decline()}
    die = match.pending_die(PlayCard("ambush"))
    assert die is not None
    assert (die.reason, die.low, die.high, die.by) == ("Battle", 1, 6, "blue")
    declined, ambushed = after(match.clone(), Decline()), after(match, PlayCard("ambush"))
    # 3 for the guard 2, against the army 3, one for the posture: 3, or 1 in the ambush
    assert [other.journal[-1].rolls[0].total for other in (declined, ambushed)] == [3, 1]
    assert "b2" not in declined.state.blocks
    assert ambushed.state.hands["red"] == ("rumour",)


@pytest.mark.rule("toy", "5b")
@pytest.mark.parametrize(("open_hands", "asked"), [(False, "red"), (True, "blue")])
def test_a_hand_without_a_reaction_is_asked_unless_hands_are_open(open_hands: bool, asked: str) -> None:
    draws = (*DRAWS[:8], "rumour", "rumour")
    match = after(before_inn(draws=draws, open_hands=open_hands), March("b2", "inn"))
    assert match.to_act == asked
    assert (match.legal() == (Decline(),)) == (asked == "red")


@pytest.mark.rule("toy", "2")
def test_postures_are_sealed_and_revealed_together() -> None:
    match = after(new(), Seal("attack"))
    assert match.view("red").step.choices == (("blue", ()),)
    assert "attack" not in match.journal.text("red", everything=False)
    after(match, Seal("hold"))
    assert match.state.posture == {"blue": "attack", "red": "hold"}


@pytest.mark.rule("toy", "6")
def test_cards_are_discarded_as_a_set_that_is_built() -> None:
    match = after(in_campaign(), EndTurn(), Add("rumour"), Add("rumour"))
    assert match.why_not(Add("rumour")) is not None
    assert match.view("red").step.chosen == ()
    after(match, Remove("rumour"), Confirm())
    assert match.state.pools["deck"].discards == ("rumour",)
    assert len(match.state.hands["blue"]) == 2
    assert match.barrier() == "draw"


@pytest.mark.rule("toy", "8")
def test_a_stack_is_reordered_out_of_turn_and_only_its_owner_learns_how() -> None:
    match = in_campaign()
    assert match.asides("red") == (Reorder("red", "r3"), Concede("red"))
    assert match.view("blue").stacks["red"]["inn"] == ("r2", 2)
    after(match, Reorder("red", "r3"))
    assert match.to_act == "blue"
    assert match.view("blue").stacks["red"]["inn"] == ("r3", 2)
    assert match.journal.view("blue")[-1].text == "Red reorders a stack."
    assert match.why_not_undo("red") is None
    with pytest.raises(IllegalAction, match="the decision passed on"):
        match.undo("blue")
    match.undo("red")
    assert match.state.tops["inn"] == "r2"


@pytest.mark.rule("toy", "8")
def test_no_stack_is_reordered_in_a_battle() -> None:
    match = after(before_inn(), March("b2", "inn"))
    refusal = match.why_not(Reorder("red", "r3"))
    assert refusal is not None
    assert (refusal.rule, refusal.why) == ("8", "there is a battle")


@pytest.mark.rule("toy", "3")
def test_two_blocks_fill_a_place_and_a_block_moves_once() -> None:
    match = after(in_campaign(), March("b2", "gate"), EndTurn(), Confirm())
    assert str(match.why_not(March("r1", "inn"))) == "Inn is full (3)"
    after(match, March("r2", "hill"), March("r1", "inn"))
    assert str(match.why_not(March("r2", "ford"))) == "the block has moved already (3)"


@pytest.mark.rule("toy", "5a")
@pytest.mark.rule("toy", "5c")
@pytest.mark.parametrize(("die", "lost"), [(3, "b2"), (4, "r2")])
def test_an_attack_meets_the_block_on_top(die: int, lost: str) -> None:
    """The guard 2 in attacking posture against the army 3, which lies on the decoy: four is enough."""
    match = after(before_inn(dice=(die,)), March("b2", "inn"), Decline())
    assert set(BLOCKS) - set(match.state.blocks) == {lost}
    assert match.state.own("blue", "inn") == ()  # the decoy still holds it


@pytest.mark.rule("toy", "7")
def test_the_side_that_holds_more_wins_after_the_last_turn() -> None:
    match = new()
    while match.result is None:
        turn = Seal("hold"), Seal("hold"), EndTurn(), Confirm(), EndTurn(), Confirm()
        after(match, *turn)
    assert (match.result.winner, match.result.points) == ("red", {"blue": 2, "red": 5})
    assert match.state.turn == 3


# Saves


@pytest.mark.parametrize("seed", range(6))
def test_games_are_taken_back_saved_and_read_again(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    *_, match = positions(seed)
    end, story = match.hash(), match.journal.text()
    for _ in range(12):
        match.undo()
    match.save(path)
    again = Match.load(path)
    assert not again.warnings
    assert (again.state, again.journal.text()) == (match.state, match.journal.text())
    for _ in range(12):
        again.redo()
    assert (again.hash(), again.journal.text()) == (end, story)


def test_scripted_set_up_draws_and_options_are_in_the_save(tmp_path: Path) -> None:
    match = in_campaign(length="long", dice=(2, 5))
    match.save(tmp_path / "toy.jsonl")
    again = Match.load(tmp_path / "toy.jsonl")
    assert not again.warnings
    assert again.state == match.state
    assert again.options["length"] == "long"


@pytest.mark.parametrize("seed", range(6))
def test_every_position_survives_json(seed: int) -> None:
    game = load_game("toy")
    for match in positions(seed):
        assert game.decode(game.encode(match.state)) == match.state
        for action in (*match.legal(), *match.asides("blue")):
            assert msgspec.json.decode(msgspec.json.encode(action), type=game.action_type) == action


def test_a_stored_position_with_a_shared_step_can_be_continued_from(tmp_path: Path) -> None:
    """The step and its action are the engine's; the snapshot is found although the actions before it are damaged."""
    path = tmp_path / "toy.jsonl"
    match = after(before_inn(), March("b2", "inn"))
    match.save(path)
    lines = path.read_bytes().split(b"\n")
    lines[2] = lines[2].replace(b"attack", b"charge")
    path.write_bytes(b"\n".join(lines))
    again = Match.load(path)
    assert again.warnings
    assert again.state == match.state
    assert isinstance(again.state.step, Ambush)
    again.play(Decline())


# Protocol


def test_a_whole_game_over_the_protocol() -> None:
    engine, chooser = Engine(), random.Random(5)

    def ask(**command: object) -> Any:
        return msgspec.json.decode(engine.answer(msgspec.json.encode(command)))

    begun = ask(do="new", game="toy", seed=3, options={"length": "long"}, draws=list(DRAWS))
    assert begun["ok"], begun
    assert ask(do="view", side="blue")["view"]["hand"] == ["rumour", "rumour"]
    reorder = {"type": "Reorder", "side": "red", "block": "r3"}
    assert ask(do="asides", side="red")["actions"] == [reorder, {"type": "Concede", "side": "red"}]
    assert [ask(do="asides", side=side)["ok"] for side in ("blue", "green", None)] == [True, False, False]
    assert "Red to decide" in ask(do="play", action=reorder, side="blue")["error"]
    assert ask(do="play", action=reorder)["ok"]
    while begun.get("result") is None:
        begun = ask(do="play", action=chooser.choice(ask(do="legal")["actions"]))
        assert begun["ok"], begun
        assert not [line for line in begun["told"] if "draws rumour" in line or "draws ambush" in line]
    assert "length" in ask(do="new", game="toy", options={"length": "endless"})["error"]


# Bots


@pytest.mark.parametrize("seed", range(4))
def test_bots_play_to_the_end_and_say_why(seed: int) -> None:
    game = load_game("toy")
    match = game.new_match(seed=seed)
    levels = {"blue": "policy", "red": "random"} if seed % 2 else {"blue": "policy", "red": "policy"}
    bots = {side: make_bot(level, game, side, seed) for side, level in levels.items()}
    assert all(choice.reason for choice in bots["blue"].rank(Seat(match, match.to_act)))
    assert play_out(match, bots).result is not None


# Secrecy


def told_to(match: Match, side: str) -> dict[str, object]:
    """Everything one side can ask."""
    seat = Seat(match, side)
    legal = seat.legal()
    return {
        "view": seat.view,
        "known": match.game.encode(seat.known),
        "prompt": seat.prompt,
        "legal": legal,
        "asides": seat.asides(),
        "odds": [seat.odds(action) for action in legal],
        "refusals": [seat.why_not(March(block, space)) for block in ("b1", "b2", "b3") for space in ("inn", "keep")],
        "journal": seat.journal,
        "choice": make_bot("policy", match.game, side, 3).choose(seat) if legal else None,
    }


@pytest.mark.parametrize("seed", range(25))
def test_worlds_that_look_the_same_tell_the_same(seed: int) -> None:
    for match in positions(seed):
        for side in match.sides:
            other = match.clone()
            other.state = match.game.imagine(match.state, side, seed + 7)
            other.check()
            assert told_to(other, side) == told_to(match, side)


def test_dealt_again_worlds_differ_in_what_is_hidden() -> None:
    """Otherwise the comparison would compare nothing."""
    match = after(new(), Seal("attack"))
    worlds = [match.game.imagine(match.state, "red", seed) for seed in range(60)]
    assert len({tuple(world.blocks[id_].kind for id_ in ("b1", "b2", "b3")) for world in worlds}) == 6
    assert {world.hands["blue"].count("ambush") for world in worlds} == {0, 1, 2}
    assert {world.step.choices[0][1] for world in worlds} == {("attack",), ("hold",)}
    assert {world.hands["red"] for world in worlds} == {match.state.hands["red"]}


def test_what_a_side_knows_has_nothing_of_the_true_position() -> None:
    one = after(new(), Seal("attack"))
    other = after(new(draws=("decoy", "army", "guard", *DRAWS[3:6], "ambush", "rumour", *DRAWS[8:])), Seal("hold"))
    assert one.state != other.state
    assert one.game.known(one.state, "red") == other.game.known(other.state, "red")
    assert one.game.known(one.state, "blue") != other.game.known(other.state, "blue")


# Data


def test_the_data_are_sound_and_say_what_the_game_is() -> None:
    assert list(check("toy")) == []
    assert about_game("toy").heading == load_game("toy").title
