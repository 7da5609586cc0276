"""Measures the balance of Somali Pirates: `python -m tests.somali_pirates.balance FIRST COUNT FILE`.

Plays COUNT games of policy bots from seed FIRST on, adds what happened in them to FILE, one line of JSON a game, and
prints the table of all games in FILE.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from common.bots import make_bot
from common.engine import Entry, Match, Seat, load_game
from somali_pirates.components import Components
from somali_pirates.rules.victory import victory_points
from somali_pirates.state import COALITION, PIRATE

NAMES = {"Coalition": COALITION, "Pirates": PIRATE}
SHOWN = (2, 5, 9, 12)  # the turns whose beginnings are told
Record = dict[str, float | str | None]


def play(seed: int) -> Record:
    """One game of the policy bots and what was counted in it."""
    game = load_game("somali_pirates")
    match = game.new_match(seed=seed)
    bots = {side: make_bot("policy", game, side, seed * 2 + number) for number, side in enumerate(game.sides)}
    record: Record = {"seed": seed}
    while (side := match.to_act) is not None:
        match.play(bots[side].choose(Seat(match, side)).action)
        for who in (COALITION, PIRATE):
            record.setdefault(f"{who} at {match.state.turn}", match.state.index[who])
    return record | result_of(match) | count(match.journal.entries, match.state.data)


def result_of(match: Match) -> Record:
    """How a game ended."""
    result, state = match.result, match.state
    assert result is not None
    lead = victory_points(state, COALITION) - victory_points(state, PIRATE)
    return {"winner": result.winner, "rule": result.rule, "level": result.level, "turn": state.turn, "lead": lead}


def count(entries: Iterable[Entry], data: Components) -> Record:
    """Attacks, points and losses, read from the journal."""
    total: Counter[str] = Counter()
    owners = {counter.name: counter.side for counter in data.counters.values()}
    mover, kind = COALITION, "combat"
    for entry in entries:
        text = entry.text
        if entry.heading and "Combat of the" in text:
            mover = COALITION if "Coalition" in text else PIRATE
        elif text.startswith("Both sides begin with"):
            total["start"] = int(text.split()[4])
        elif "12.1c" in entry.rules and re.search(r" attacks? ", text):
            kind = "combat"
            total[f"{mover} attacks"] += 1
        elif text.startswith("Sea Raiding by"):
            kind = "raid"
            total["raids"] += 1
        elif any(rule.startswith("15.7") for rule in entry.rules) and " by " in text:
            kind = "combat"
        elif found := re.match(r"Points of the attack: (.*)\.", text):
            for name, points in re.findall(r"(Coalition|Pirates) (\d+)", found[1]):
                total[f"{NAMES[name]} {kind}"] += int(points)
        elif found := re.match(r"(Coalition|Pirates) \+(\d+) \(Zones controlled\)", text):
            total[f"{NAMES[found[1]]} control"] += int(found[2])
        elif text.endswith(" is eliminated.") and text.removesuffix(" is eliminated.") in owners:
            total[f"{owners[text.removesuffix(' is eliminated.')]} lost"] += 1
    return dict(total)


def table(records: Sequence[Record]) -> str:
    """The figures of section 10 of the brief, for all games together."""
    number, turns = len(records), sum(float(record["turn"] or 0) for record in records)

    def share(key: str, value: str | None) -> str:
        return f"{sum(record[key] == value for record in records) / number:.0%}"

    def mean(key: str) -> float:
        found = [float(record[key] or 0) for record in records if key in record]
        return sum(found) / max(len(found), 1)

    def each_turn(*keys: str) -> str:
        return f"{sum(float(record.get(key) or 0) for record in records for key in keys) / turns:.1f}"

    rows = {
        "games": str(number),
        "Coalition / Pirates / draw": " / ".join(share("winner", side) for side in (COALITION, PIRATE, None)),
        "Sudden Death": share("rule", "5.2a"),
        "over before Turn 4": f"{sum(float(record['turn'] or 0) < 4 for record in records) / number:.0%}",
        "length in turns": f"{turns / number:.1f}",
        "final points, Coalition less Pirates": f"{mean('lead'):+.0f}",
        "control points a turn": f"{each_turn('coalition control')} and {each_turn('pirate control')}",
        "points by Sea Raiding a turn": each_turn("pirate raid"),
        "raids a turn": each_turn("raids"),
        "combat points a turn": f"{each_turn('coalition combat', 'coalition raid')} and {each_turn('pirate combat')}",
        "kinetic attacks a turn": f"{each_turn('coalition attacks')} and {each_turn('pirate attacks')}",
        "units lost a turn, Pirates and Coalition": f"{each_turn('pirate lost')} and {each_turn('coalition lost')}",
        "index at the start of turns": "; ".join(
            f"{turn}: {mean(f'coalition at {turn}'):.0f}, {mean(f'pirate at {turn}'):.0f}" for turn in SHOWN
        ),
    }
    for start in range(50, 101, 10):
        winners = Counter(record["winner"] for record in records if record.get("start") == start)
        rows[f"start {start}"] = " / ".join(str(winners[side]) for side in (COALITION, PIRATE, None))
    return "\n".join(f"{name:<42}{value}" for name, value in rows.items())


if __name__ == "__main__":
    first, games, file = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    for seed in range(first, first + games):
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(play(seed)) + "\n")
    played = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    sys.stdout.write(table(played) + "\n")
