"""Records the golden playthroughs of the policy bots: two games for two players, two against the book's procedures.

Run `python -m tests.fallujah.record_golden` on purpose only, and let the commit name the rule that changed the stories.
"""

from __future__ import annotations

from pathlib import Path

from common.bots import make_bot, play_out
from common.engine import Match
from tests.fallujah.positions import game

GOLDEN = Path(__file__).resolve().parent.parent / "golden"
STORIES = ("phantom_fury-1", "phantom_fury-6", "solitaire-1", "solitaire-5")


def played(name: str) -> Match:
    """The bots' game that a name such as solitaire-2 stands for."""
    scenario, seed = name.rsplit("-", 1)
    match = game().new_match(scenario, seed=int(seed))
    return play_out(match, {side: make_bot("policy", game(), side, int(seed)) for side in match.sides})


if __name__ == "__main__":
    for story in STORIES:
        match = played(story)
        match.save(GOLDEN / f"fallujah-{story}.jsonl")
        (GOLDEN / f"fallujah-{story}.txt").write_text(match.journal.text(), encoding="utf-8")
