"""Measures the balance of Operation Serval: `python -m tests.operation_serval.balance SCENARIO FIRST COUNT`.

Plays COUNT games of policy bots from seed FIRST on; one line a game tells the winner, the lead of the Coalition at the
beginning of every turn and at the end, and where the points of both sides came from, and the last lines sum them up.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import NamedTuple

from common.bots import make_bot
from common.engine import Match, Seat, load_game
from operation_serval.actions import Assault
from operation_serval.rules import victory
from operation_serval.rules.sequence import ActionStep
from operation_serval.state import ServalState


class Tally(NamedTuple):
    """What was counted in one game."""

    winner: str | None
    level: str
    lead: int
    track: tuple[int, ...]
    origins: Counter[str]
    intervention: int
    actions: int
    battles: int


def play(scenario: str, seed: int) -> Tally:
    """One game of the policy bots and what was counted in it."""
    game = load_game("operation_serval")
    match = game.new_match(scenario, seed)
    bots = {side: make_bot("policy", game, side, seed * 2 + number) for number, side in enumerate(game.sides)}
    track: dict[int, int] = {}
    actions = battles = 0
    while (side := match.to_act) is not None:
        if match.state.playing:
            track.setdefault(match.state.turn, victory.lead(match.state))
        actions += isinstance(match.state.step, ActionStep)
        action = bots[side].choose(Seat(match, side)).action
        battles += isinstance(action, Assault)
        match.play(action)
    return _tally(match, tuple(track.values()), actions, battles)


def _tally(match: Match, track: tuple[int, ...], actions: int, battles: int) -> Tally:
    state, result = match.state, match.result
    assert result is not None
    lead = victory.lead(state)
    return Tally(result.winner, result.level, lead, track, origins(state), state.intervention, actions, battles)


def origins(state: ServalState) -> Counter[str]:
    """The points of both sides by what they are given for."""
    found: Counter[str] = Counter()
    for score in victory.scores(state):
        kind = next((word for word in ("sharia", "eliminated", "more turn") if word in score.what), "")
        found[f"{score.side} {kind or state.data.prizes[score.place]}"] += score.halves
    return found


def summary(games: list[Tally]) -> str:
    """The table of all games."""
    number = len(games)
    leads = [game.lead for game in games]
    mean = sum(leads) / number
    spread = (sum((lead - mean) ** 2 for lead in leads) / number) ** 0.5
    total = sum((game.origins for game in games), Counter[str]())
    lines = [
        f"{number} games: " + ", ".join(f"{who} {count}" for who, count in Counter(g.winner for g in games).items()),
        ", ".join(f"{who} {level} {n}" for (who, level), n in Counter((g.winner, g.level) for g in games).items()),
        f"lead of the Coalition: mean {mean:+.1f}, spread {spread:.1f}",
        f"actions {sum(g.actions for g in games) / number:.0f}, battles {sum(g.battles for g in games) / number:.0f}",
        ", ".join(f"{what} {halves / 2 / number:.1f}" for what, halves in sorted(total.items())),
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    played = []
    for seed in range(int(sys.argv[2]), int(sys.argv[2]) + int(sys.argv[3])):
        one = play(sys.argv[1], seed)
        played.append(one)
        told = ", ".join(f"{what} {halves / 2:g}" for what, halves in sorted(one.origins.items()))
        print(seed, one.winner, one.level, f"{one.lead:+d}", *one.track, f"intervention {one.intervention}:", told)
    print(summary(played))
