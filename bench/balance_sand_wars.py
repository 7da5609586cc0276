"""`python -m bench.balance_sand_wars [--games N] [--seed S]`: bots play Sand Wars and the figures are printed.

Whatever the bots would prefer, 7 successive seeds give each side each of its objectives once, and 49 make all pairs;
with --chosen they have the objectives they like.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from common.bots import Bot, make_bot
from common.engine import Entry, Match, Seat, load_game
from common.engine.actions import Seal
from sand_wars.rules.setup import ChooseObjectives
from sand_wars.rules.victory import is_met
from sand_wars.state import SIDES

SCENARIOS = ("peacetime", "tensions", "crisis")
LIMIT = 20_000
DEALT = 7  # objectives a side


class Told(msgspec.Struct, frozen=True):
    """What one game between bots is counted by."""

    scenario: str
    winner: str | None
    met: dict[str, bool]
    drawn: dict[str, str]  # the objective each side began with
    kept: dict[str, bool]
    turns: int
    war: int  # the Game Turn of the outbreak, 0 if there was none
    chips: int  # in the Pool at the outbreak
    counts: dict[str, int]
    steps: dict[str, int]


COUNTED = {
    "operations rounds": r" plays .*SEQ\.14",
    "reactions": r" reacts with .*SEQ\.17|ICP\.1|REA\.CIN",
    "dice cards": r"DIC\.1",
    "combats": r" attacks in .*GC\.1\)",
    "HQs lost": r" HQ .* goes to the Replacement box| HQ .* is out of the game",
    "air lost": r"^(Airstrike|Helicopter|ELINT) .* goes to the Replacement box",
}


def line_of(entry: Entry) -> str:
    """A journal entry with its rules, as the counting reads it."""
    return f"{entry.text} ({', '.join(entry.rules)})"


def play_one(scenario: str, seed: int, levels: Sequence[str], chosen: bool = False) -> Told:
    """One game, with the objectives that belong to the seed or with those that the bots choose."""
    game = load_game("sand_wars")
    match = game.new_match(scenario, seed)
    decks = game.data.objective_deck
    drawn = {side: decks[side][(seed + number * (seed // DEALT)) % DEALT] for number, side in enumerate(SIDES)}
    bots: dict[str, Bot] = {
        side: make_bot(level, game, side, seed * 2 + number)
        for number, (side, level) in enumerate(zip(SIDES, levels, strict=True))
    }
    war = chips = 0
    begun: dict[str, str] = {}
    for _ in range(LIMIT):
        side = match.to_act
        if side is None:
            break
        if isinstance(match.state.step, ChooseObjectives) and not chosen:
            match.play(Seal(drawn[side]))
            continue
        before = match.state.chips
        match.play(bots[side].choose(Seat(match, side)).action)
        if match.state.war and not war:
            war, chips = match.state.turn, before
        if chosen and not begun:
            begun = drawn = dict(match.state.objectives)
    return told(match, scenario, drawn, war, chips)


def told(match: Match, scenario: str, drawn: dict[str, str], war: int, chips: int) -> Told:
    """The figures of a finished game."""
    state, result = match.state, match.result
    assert result is not None
    lines = [line_of(entry) for entry in match.journal if not entry.heading]
    counts = {name: sum(bool(re.search(how, line)) for line in lines) for name, how in COUNTED.items()}
    return Told(
        scenario,
        result.winner,
        {side: is_met(state, state.objectives[side]) for side in SIDES},
        drawn,
        {side: state.objectives[side] == drawn[side] for side in SIDES},
        state.turn,
        war,
        chips,
        counts,
        dict(state.lost_steps),
    )


def mean(games: Sequence[Told], what: Callable[[Told], float]) -> float:
    """The mean of a figure over games."""
    return sum(map(what, games)) / max(1, len(games))


def table(games: Sequence[Told]) -> list[str]:
    """The figures of a batch as lines."""
    number = len(games)
    wins = {side: sum(game.winner == side for game in games) for side in SIDES}
    decisive = sum(wins.values())
    both = sum(all(game.met.values()) for game in games)
    none = number - decisive - both
    wars = [game for game in games if game.war]
    lines = [
        f"games {number}: decisive {decisive / number:.0%}, draw {none / number:.0%}, both {both / number:.1%}",
        f"decisive: Algeria {wins['algeria']}, Morocco {wins['morocco']}: "
        f"Algeria's share {wins['algeria'] / max(1, decisive):.0%}",
        f"Game Turns {mean(games, lambda g: g.turns):.1f}, most {max(g.turns for g in games)}; "
        f"war in turn {mean(wars, lambda g: g.war):.1f}, no war in {number - len(wars)}, "
        f"chips then {mean(wars, lambda g: g.chips):.1f}",
        "; ".join(f"{name} {mean(games, lambda g, n=name: g.counts[n]):.1f}" for name in COUNTED),  # type: ignore[misc]
        "steps lost: " + ", ".join(f"{side} {mean(games, lambda g, s=side: g.steps.get(s, 0)):.1f}" for side in SIDES),  # type: ignore[misc]
        f"objectives changed {sum(not kept for game in games for kept in game.kept.values())}, "
        f"of these met {sum(game.met[s] and not game.kept[s] for game in games for s in SIDES)}",
    ]
    for side in SIDES:
        tried = Counter(game.drawn[side] for game in games)
        met = Counter(game.drawn[side] for game in games if game.met[side] and game.kept[side])
        lines.append(
            "; ".join(f"{name} {met[name]}/{tried[name]} {met[name] / tried[name]:.0%}" for name in sorted(tried))
        )
    return lines


def main() -> None:
    """Play the batches and print them, level by level and together."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=196, metavar="N", help="games of each level of mobilization")
    parser.add_argument("--seed", type=int, default=5000, metavar="S", help="the first seed")
    parser.add_argument("--scenario", choices=SCENARIOS, help="only this level")
    parser.add_argument("--bots", default="policy,policy", help="the bots of Algeria and Morocco")
    parser.add_argument("--chosen", action="store_true", help="the bots choose their objectives")
    arguments = parser.parse_args()
    everything: list[Told] = []
    for scenario in [arguments.scenario] if arguments.scenario else SCENARIOS:
        seeds = range(arguments.seed, arguments.seed + arguments.games)
        games = [play_one(scenario, seed, arguments.bots.split(","), arguments.chosen) for seed in seeds]
        print(scenario, *table(games), sep="\n", end="\n\n", flush=True)
        everything += games
    print("together", *table(everything), sep="\n")


if __name__ == "__main__":
    main()
