"""Q17: whatever is clicked, dragged and typed, the window neither fails nor hangs, and the game stays a legal game."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from common.engine import load_game
from common.gui.kit import theme
from tests.gui.monkey import Monkey

LONG = "FIVE_FRONTS_SCALE" in os.environ
EVENTS = int(os.environ.get("FIVE_FRONTS_SCALE", "250"))
FRAME = 1 if LONG else 5  # events to a picture: painting is what most of the time goes to
GAMES = (("nmc", "campaign"), ("fallujah", "phantom_fury"))
GAP = 0.2  # seconds of work between two events; only the long form looks at it
WHOLE = {"setting t": 0.3, "command big_text": 0.3, "command export": 1.0, "command copy_image": 1.0}  # U36, U29
BETWEEN = 250  # events between two looks at the saved game
HARMLESS = "This plugin does not support"


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_a_monkey_at_the_table(lay, store, qtlog, tmp_path: Path, game: str, scenario: str) -> None:
    store.set(last_folder=str(tmp_path))  # what it writes goes there
    store.changed.connect(lambda name: theme.use(store.now.theme, store.now.text) if name in ("theme", "text") else 0)
    table = lay(match=load_game(game).new_match(scenario, 5))
    monkey = Monkey(table, EVENTS, FRAME)
    while len(monkey.done) < EVENTS:
        monkey.play(min(BETWEEN, EVENTS - len(monkey.done)))
        assert not monkey.faults, monkey.faults[0]
        assert monkey.reachable(), monkey.done[-BETWEEN:]
        table.session.match.check()
    warnings = [record.message for record in qtlog.records if HARMLESS not in record.message]
    assert not warnings, warnings[:5]
    if LONG:
        slow = sorted(((spent, what) for spent, what in monkey.gaps if spent > allowed(what)), reverse=True)
        assert not slow, slow[:5]


def allowed(what: str) -> float:
    """Seconds that an event may take: what dresses or draws everything has a bar of its own."""
    return next((bar for name, bar in WHOLE.items() if what.startswith(name)), GAP)
