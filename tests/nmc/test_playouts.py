"""Any game: random play keeps the rules, everything legal plays, nothing else does, and saves and undo lose nothing."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.engine import Concede, IllegalAction, Match
from nmc import actions as acts
from nmc.state import CONFEDERATE, SIDES, TRAINS, TROOPS, UNION
from tests.nmc.positions import form, game, scattered

pytestmark = pytest.mark.lengthy

COUNTS = Path(__file__).with_name("legal_counts.txt")
OPTIONS = [{"attack_momentum": one, "control_by_sp_only": two} for one in (False, True) for two in (False, True)]
UNITS = [*TROOPS, *TRAINS, "depot", "Canby", "Sibley", "Paul", "Slough", "nobody"]
PLAIN = (acts.Ready, acts.AssignAll, acts.NextForce, acts.Lock, acts.Halt, acts.CloseHex, acts.Hold, acts.Advance)


def step(match: Match, rng: random.Random) -> None:
    """One random move; whole stacks march and attack more often than chance would have it."""
    legal = match.legal()
    eager = [action for action in legal if isinstance(action, (acts.AssignAll, acts.Lock, acts.Attack, acts.March))]
    match.play(rng.choice(eager if eager and rng.random() < 0.5 else legal))


def any_action(match: Match, rng: random.Random):
    """Something a player might try, most often out of place."""
    stacks = list(match.state.stacks)
    near = [there for hex_ in rng.sample(stacks, min(3, len(stacks))) for there in game().data.near[hex_]]
    hex_, other = rng.choice([*stacks, *near, "9999", ""]), rng.choice([*stacks, *near, "0799"])
    unit, number = rng.choice(UNITS), rng.choice([-1, 0, 1, 2, 3, 5, 9, 27, 99])
    made = [
        acts.Deploy(unit, number, hex_),
        acts.Activate(hex_),
        acts.Assign(unit, number),
        acts.March(number, rng.random() < 0.3),
        acts.StepTo(hex_),
        acts.Keep(rng.random() < 0.5),
        acts.Substitute(rng.random() < 0.5),
        acts.DeclareAttack(hex_),
        acts.Attack(number, hex_),
        acts.Occupy(hex_, other),
        acts.Commit(rng.choice(["wagons", "exdepots", "guns", ""])),
        acts.Lose(number),
        acts.Withdraw(unit),
        acts.Suffer(hex_),
        acts.Destroy(hex_, unit),
        acts.CreateDepot(hex_, rng.choice([-1, 0, 1, 2, 3])),
        acts.EndPhase(),
        acts.Stay(),
        rng.choice(PLAIN)(),
    ]
    return rng.choice(made)


def check_points(match: Match) -> None:
    """4.4, 4.5: the totals follow from control and losses alone."""
    state, worth = match.state, game().data.worth
    lost = state.lost
    places = sum(worth[hex_] for hex_, side in state.control.items() if side == UNION)
    union = places + lost.get("cavalry", 0) - lost.get("regular", 0) - lost.get("militia", 0)
    assert state.vp == {UNION: union, CONFEDERATE: 66 - union}


def check_legality(match: Match, rng: random.Random, tries: int) -> None:
    """Legal actions play and keep the rules; all others are refused with a rule and change nothing."""
    legal = set(match.legal())
    assert len(legal) == len(match.legal())
    for action in rng.sample(sorted(legal, key=repr), min(12, len(legal))):
        assert match.why_not(action) is None
        other = match.clone(seed=rng.randrange(999), quiet=True)
        other.play(action)
        other.check()
    before = match.hash()
    for _ in range(tries):
        action = any_action(match, rng)
        refusal = match.why_not(action)
        assert (refusal is None) == (action in legal), action
        if refusal is not None:
            assert refusal.rule and refusal.why
            with pytest.raises(IllegalAction) as caught:
                match.play(action)
            assert caught.value.refusal == refusal
    assert match.hash() == before


def check_saves(match: Match, path: Path) -> None:
    """A saved game comes back with its whole story."""
    match.save(path)
    again = Match.load(path)
    assert again.warnings == []
    assert again.hash() == match.hash()
    assert again.journal.text() == match.journal.text()


def check_round_trips(match: Match, rng: random.Random) -> None:
    """Undo and redo, encoding and decoding give the same again."""
    mark, journal, count = match.hash(), match.journal.text(), rng.randint(1, min(40, len(match.past)))
    for _ in range(count):
        match.undo()
    assert match.hash() != mark
    for _ in range(count):
        match.redo()
    assert (match.hash(), match.journal.text()) == (mark, journal)
    assert game().encode(game().decode(game().encode(match.state))) == game().encode(match.state)


def check_views(match: Match, rng: random.Random) -> None:
    """Who may not know something sees the same when it is dealt again."""
    for side in SIDES:
        assert match.imagine(side, rng.randrange(999)).view(side) == match.view(side)
        assert match.view(side).stacks == match.state.stacks


def play_out(match: Match, rng: random.Random) -> Iterator[int]:
    """Play to the end and look at everything on the way; gives the number of actions after each."""
    while match.result is None:
        step(match, rng)
        match.check()
        check_points(match)
        if match.result is None and rng.random() < 0.03:
            check_legality(match, rng, 40)
            check_views(match, rng)
        if len(match.past) % 150 == 0:
            check_round_trips(match, rng)
        assert len(match.past) < 4000
        yield len(match.past)
    assert match.result.rule in ("4.1", "4.2", "4.6", "4.7", "4.9a")
    assert match.legal() == ()
    assert match.view(None).result == match.result
    check_round_trips(match, rng)


@pytest.mark.rule("nmc", "4.5c")
@pytest.mark.rule("nmc", "2.2a")
@pytest.mark.parametrize("seed", range(4))
def test_any_game_from_the_set_up_keeps_the_rules(seed, tmp_path):
    match = game().new_match(seed=seed, options=OPTIONS[seed])
    for count in play_out(match, random.Random(seed)):
        if count % 300 == 0:
            check_saves(match, tmp_path / "game.jsonl")
    check_saves(match, tmp_path / "game.jsonl")


@pytest.mark.rule("nmc", "4.5c")
@pytest.mark.rule("nmc", "2.2a")
@pytest.mark.parametrize("seed", range(8))
def test_any_game_of_close_fighting_keeps_the_rules(seed):
    match = scattered(seed, OPTIONS[seed % 4])
    fights = 0
    for _ in play_out(match, random.Random(seed)):
        fights += isinstance(match.past[-1].action, acts.Attack)
    assert fights


@pytest.mark.parametrize("seed", range(4))
def test_hundreds_of_illegal_actions_are_refused(seed):
    rng = random.Random(seed)
    match = scattered(seed, OPTIONS[seed])
    for _ in range(6):
        check_legality(match, rng, 300)
        for _ in range(rng.randint(5, 25)):
            step(match, rng)
    match.play(Concede(UNION))
    for _ in range(100):
        assert match.why_not(any_action(match, rng)).rule == "4.8"


def positions():
    """Named positions whose legal actions are counted."""
    match = game().new_match()
    yield "set-up", match
    match = match.clone()
    match.play(acts.Deploy("cavalry", 23, "1803"))
    match.play(acts.Ready())
    yield "Confederate march of turn 1", match
    match = match.clone()
    match.play(acts.Activate("1803"))
    yield "dividing 1803", match
    match = game().new_match()
    for action in (acts.Ready(), acts.Activate("1704"), acts.AssignAll(), acts.Lock()):
        match.play(action)
    yield "the army formed", match
    match = match.clone()
    match.play(acts.March(0, True))
    yield "the army on the march with a nine", match
    match = game().new_match(options={"attack_momentum": True})
    match.play(acts.Ready())
    form(match, "1704")
    match.play(acts.March(0, True))
    for hex_ in ("1803", "1903", "2003", "2103", "2203", "2304", "2404", "2505"):
        match.play(acts.StepTo(hex_))
    match.play(acts.Halt())
    match.play(acts.EndPhase())
    yield "declaring at Fort Craig", match
    match = match.clone()
    match.play(acts.DeclareAttack("2605"))
    yield "Union forced march", match
    match = match.clone()
    match.play(acts.EndPhase())
    yield "Confederate combat at Fort Craig", match


def counts() -> str:
    """Legal actions one and two plies deep, one position a line."""
    lines = []
    for name, match in positions():
        legal = match.legal()
        deeper = 0
        for action in legal:
            other = match.clone(quiet=True)
            other.play(action)
            deeper += len(other.legal())
        lines.append(f"{name}: {len(legal)} {deeper}")
    return "\n".join(lines) + "\n"


def test_the_number_of_legal_actions():
    """The cheapest alarm for a rule changed by accident; write `counts()` to the file when it is meant."""
    assert counts() == COUNTS.read_text(encoding="utf-8")


def test_the_first_counts_follow_from_the_set_up():
    """6 hexes x (26 SP, 2 guns, 2 wagons, 7 leaders) and Ready; three hexes to march from and the end."""
    lines = dict(line.split(": ") for line in COUNTS.read_text(encoding="utf-8").splitlines())
    assert lines["set-up"].split()[0] == str(6 * (26 + 2 + 2 + 7) + 1)
    assert lines["Confederate march of turn 1"].split()[0] == str(4 + 1)  # 1008, 1407, 1704, 1803
    assert lines["dividing 1803"].split()[0] == str(23 + 1)
    assert lines["the army formed"].split() == [str(2 + 1), lines["the army formed"].split()[1]]
