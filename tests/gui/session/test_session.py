"""The session behind the window: take-back, trying out, replay, seats, bots in their own process, own dice, secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.bots.thinker import choose, seed_for
from common.engine import Action, Match, Refusal, Seat, load_game
from common.gui.kit.settings import Store
from common.gui.session.dice_questions import find_die, middle_dice
from common.gui.session.game_record import Record
from common.gui.session.session import Session
from common.gui.table.open_table import find_table
from tests.playing import bot_action, bot_positions, played

GAME = "nmc"


def advanced(count: int, seed: int = 5, level: str = "policy") -> Match:
    return played(GAME, seed, count, level)


@pytest.fixture
def sit(store: Store, tmp_path: Path):
    made: list[Session] = []

    def make(match: Match, seats=None, name="game.jsonl") -> Session:
        session = Session(match, find_table(match), store, Record(match, tmp_path / name, seats))
        made.append(session)
        return session

    yield make
    for session in made:
        session.close()


def before_a_roll(seed: int = 5):
    """A position in which an action brings dice, and that action."""
    for match in bot_positions(GAME, seed, 400):
        for action in match.legal():
            if match.odds(action) is not None:
                return match, action
    raise AssertionError("no roll found")


def test_undo_and_redo_are_exact_and_named(sit) -> None:
    session = sit(load_game(GAME).new_match(seed=2))
    start = session.match.hash()
    deploy = next(g for g in session.gestures() if g.space == "1703")
    session.play(deploy.action)
    after = session.match.hash()
    assert session.label_at(0) == deploy.label
    assert session.takeback.undo()
    assert session.match.hash() == start
    assert session.label_of(session.match.future[-1][0]) == deploy.label
    assert session.takeback.redo()
    assert session.match.hash() == after


def test_undo_past_a_die_asks_the_other_player(sit, store: Store) -> None:
    match, action = before_a_roll()
    session = sit(match)
    refusals: list[Refusal] = []
    asked: list[str] = []
    session.refused.connect(refusals.append)
    session.play(action)
    rolled = session.match.hash()
    session.takeback.consent = lambda question: bool(asked.append(question))
    assert not session.takeback.undo()
    assert session.match.hash() == rolled
    assert asked[0].startswith("A die was rolled: taking it back needs the other player's consent.\n")
    assert asked[0].endswith(f"To be taken back: {session.label_at(session.length - 1)}.")
    session.takeback.consent = lambda question: True
    assert session.takeback.undo()
    (note,) = session.record.texts("note").values()
    assert note == "Taken back by agreement: one action, although a die was rolled."
    session.takeback.redo()
    store.set(take_back="never")
    assert not session.takeback.undo()
    assert refusals
    assert refusals[-1].why == "a die was rolled: by your settings that stands"


def test_against_a_bot_taking_back_is_free_and_noted(sit, store: Store) -> None:
    """Nobody is asked, and the journal tells; a person who takes the bot's seat has a say; settings may forbid it."""
    match, action = before_a_roll()
    side = match.to_act
    session = sit(match, {other: "random" if other != side else "human" for other in match.sides})
    session.bots.paused = True
    session.play(action)
    length = session.length
    asked: list[str] = []
    session.takeback.consent = lambda question: bool(asked.append(question))
    store.set(take_back="never")
    assert not session.takeback.undo()
    store.set(take_back="ask")
    assert session.takeback.undo()
    assert session.length < length
    assert session.match.to_act == side
    assert not asked
    (note,) = session.record.texts("note").values()
    assert note == "Taken back: one action, although a die was rolled."
    session.play(action)
    other = next(each for each in match.sides if each != side)
    session.set_seat(other, "human")
    session.lift_curtain()
    assert not session.takeback.undo()
    assert len(asked) == 1


def is_free(match: Match, action: Action) -> bool:
    """Whether an action can be taken back by its player alone."""
    probe = match.clone()
    probe.play(action)
    return probe.barrier() is None


def test_a_variation_over_a_die_asks_the_other_player(sit) -> None:
    match, action = before_a_roll()
    session = sit(match)
    start, asked = match.hash(), []
    session.play(action)
    rolled = match.hash()
    session.takeback.consent = lambda question: True
    assert session.takeback.undo()
    session.play(next(other for other in match.legal() if is_free(match, other)))
    (variation,) = session.record.variations
    assert session.match_of(variation).hash() == rolled
    played = match.hash()
    session.takeback.consent = lambda question: bool(asked.append(question))
    assert not session.takeback.go_to(variation)
    assert match.hash() == played
    assert asked == ["The variation passes a roll or a decision: playing it needs the other player's consent."]
    session.takeback.consent = lambda question: True
    assert session.takeback.go_to(variation)
    assert match.hash() == rolled != start


def test_restart_turn_and_variations(sit, store: Store) -> None:
    session = sit(load_game(GAME).new_match(seed=2))
    first = session.match.hash()
    for _ in range(3):
        session.play(next(g for g in session.gestures() if g.space).action)
    assert session.takeback.back_to(session.takeback.turn_start())
    assert session.match.hash() == first
    session.play(next(g for g in session.gestures() if not g.space).action)
    assert session.record.texts("variation")[0]


def test_trying_out_leaves_no_trace(sit) -> None:
    match, action = before_a_roll()
    session = sit(match)
    raw = match.game.encode(match.state)
    entries, file = len(match.journal), session.record.path.read_bytes()
    session.whatif.start()
    assert session.whatif.is_on
    session.play(action)
    for _ in range(5):
        if session.gestures():
            session.play(session.gestures()[0].action)
    session.whatif.end()
    assert match.game.encode(match.state) == raw
    assert len(match.journal) == entries
    assert session.record.path.read_bytes() == file


def test_trying_out_does_not_know_the_seed(sit) -> None:
    one, action = before_a_roll()
    other = one.clone(seed=999)
    ends = []
    for number, match in enumerate((one, other)):
        session = sit(match, name=f"try{number}.jsonl")
        session.whatif.start()
        session.play(action)
        ends.append(session.whatif.match.view(session.viewer))
    assert ends[0] == ends[1]


def test_replay_shows_every_moment_and_plays_on_from_it(sit) -> None:
    match = advanced(60)
    session = sit(match)
    hashes = [match.game.encode(moment.before) for moment in match.past]
    for moment in (0, 17, 59):
        session.show(moment)
        assert session.match.game.encode(session.match.at(session.shown_moment).state) == hashes[moment]
        assert not session.can_act
    other = session.fork(17)
    assert len(other.past) == 17
    assert other.game.encode(other.state) == hashes[17]
    assert session.length == 60
    session.show(None)
    assert session.moment is None


def test_own_dice_are_asked_for_one_by_one_and_used(sit, store: Store) -> None:
    match, action = before_a_roll()
    session = sit(match)
    session.set_own_dice(match.to_act, True)
    asked = []

    def ask(die, label):
        asked.append(die)
        return die.high

    session.ask_die = ask
    session.play(action)
    assert asked
    rolls = [roll for entry in match.journal for roll in entry.rolls if entry.action == session.length]
    dice = [die for roll in rolls for die in roll.dice]
    assert dice == [die.high for die in asked]
    assert asked[0].reason in {roll.reason for roll in rolls}


def test_calling_off_a_die_plays_nothing(sit, store: Store) -> None:
    match, action = before_a_roll()
    session = sit(match)
    session.set_own_dice(match.to_act, True)
    session.ask_die = lambda die, label: None
    before = match.hash()
    assert not session.play(action)
    assert match.hash() == before


def test_probing_dice_changes_nothing() -> None:
    match, action = before_a_roll()
    before = match.hash(), len(match.journal)
    die = find_die(match, action)
    assert die is not None
    assert (die.low, die.high) == (0, 9)
    assert all(0 <= value <= 9 for value in middle_dice(match, action))
    assert (match.hash(), len(match.journal)) == before


def test_bots_think_in_their_own_process_and_choose_the_same(sit, qtbot) -> None:
    match = load_game(GAME).new_match(seed=4)
    session = sit(match, {"confederate": "policy", "union": "human"})
    expected = load_game(GAME).new_match(seed=4)
    with qtbot.waitSignal(session.changed, timeout=20000):
        session.continue_game()
    qtbot.waitUntil(lambda: session.length >= 6 or match.to_act == "union", timeout=20000)
    session.bots.pause(True)
    for moment in match.past:
        side = expected.to_act
        idea = choose(Seat(expected, side), "policy", seed_for(session.record.seed, len(expected.past), side))[0]
        assert idea.action == moment.action
        expected.play(idea.action)
    assert expected.hash() == match.hash()
    assert session.record.texts("reason")


def test_a_bot_can_be_held_stepped_and_its_seat_taken(sit, qtbot) -> None:
    match = load_game(GAME).new_match(seed=4)
    session = sit(match, {"confederate": "random", "union": "human"})
    session.bots.pause(True)
    assert session.length == 0
    for count in (1, 2):
        session.bots.step()
        qtbot.waitUntil(lambda count=count: session.length == count, timeout=20000)
        qtbot.wait(50)
        assert session.length == count
    session.set_seat("confederate", "human")
    assert session.can_act
    session.set_seat("confederate", "random")
    assert not session.can_act


def test_a_killed_bot_process_is_replaced(sit, qtbot) -> None:
    match = load_game(GAME).new_match(seed=4)
    session = sit(match, {"confederate": "random", "union": "human"})
    session.continue_game()
    session.bots.worker._process.kill()
    qtbot.waitUntil(lambda: session.length >= 1, timeout=20000)


def test_stopping_a_bot_is_immediate_and_forgets_its_choice(sit, qtbot) -> None:
    match = load_game(GAME).new_match(seed=4)
    session = sit(match, {"confederate": "policy", "union": "human"})
    session.continue_game()
    session.bots.pause(True)
    assert not session.bots.busy
    qtbot.wait(300)
    assert session.length == 0


def test_hint_names_an_action_and_plays_nothing(sit, qtbot) -> None:
    session = sit(load_game(GAME).new_match(seed=4))
    with qtbot.waitSignal(session.hinted, timeout=20000) as caught:
        session.bots.hint("policy")
    ideas = caught.args[0]
    assert 1 < len(ideas) <= 3
    assert all(session.match.why_not(idea.action) is None and idea.reason for idea in ideas)
    assert session.length == 0
    assert session.record.texts("hint")


def test_passing_by_itself(sit, store: Store, qtbot) -> None:
    match = advanced(0)
    for number in range(300):
        if len(match.legal()) == 1:
            break
        match.play(bot_action(match, "random", number))
    session = sit(match)
    length = session.length
    store.set(auto_pass=True)
    session.continue_game()
    qtbot.waitUntil(lambda: session.length > length, timeout=2000)


def test_words_survive_the_file(sit, tmp_path: Path, store: Store) -> None:
    session = sit(load_game(GAME).new_match(seed=4))
    session.play(session.gestures()[0].action)
    session.record.add("bookmark", 1, "the beginning")
    session.record.add("reason", 1, "because")
    session.set_seat("union", "random")
    session.record.add("bookmark", 0, "gone")
    session.record.remove("bookmark", 0)
    path = session.record.path
    session.close()
    match = Match.load(path)
    record = Record(match, path)
    assert record.texts("bookmark") == {1: "the beginning"}
    assert record.texts("reason") == {1: "because"}
    assert record.seats == {"confederate": "human", "union": "random"}
    record._save.close()
