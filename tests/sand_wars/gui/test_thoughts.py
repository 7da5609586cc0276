"""What the enemy's bot does with unseen blocks is called as the journal calls it, and what it thinks is not read."""

from __future__ import annotations

from pathlib import Path

from common.bots import make_bot
from common.engine import Concede, Match, Seat, load_game
from common.gui.kit.settings import Store
from common.gui.session.game_record import Record
from common.gui.session.session import Session
from common.gui.table.open_table import find_table
from sand_wars.actions import Activate
from sand_wars.state import ALGERIA, MOROCCO


def small_units_move(seed: int) -> tuple[Match, dict[str, int]]:
    """A game of bots until each side has moved a small block, with the moments of that; fewer if it ends before."""
    game = load_game("sand_wars")
    match = game.new_match("tensions", seed=seed)
    bots = {side: make_bot("policy", game, side, seed) for side in game.sides}
    moved: dict[str, int] = {}
    while match.to_act is not None and len(moved) < len(game.sides):
        side = match.to_act
        choice = bots[side].choose(Seat(match, side))
        if isinstance(choice.action, Activate) and game.data.counters[choice.action.piece].type.block == "small":
            moved.setdefault(side, len(match.past))
        match.play(choice.action)
    return match, moved


def test_labels_and_reasons_of_the_enemy_betray_no_block(store: Store, tmp_path: Path) -> None:
    match, moved = next(found for found in map(small_units_move, range(5, 30)) if found[0].result is None)
    game = match.game
    seats = {ALGERIA: "policy", MOROCCO: "human"}
    session = Session(match, find_table(match), store, Record(match, tmp_path / "game.jsonl", seats))
    for side, moment in moved.items():
        session.record.add("reason", moment + 1, f"{side} has a plan")
    own, other = (game.data.counters[match.past[moved[side]].action.piece].type.name for side in (MOROCCO, ALGERIA))
    assert session.viewer == MOROCCO
    assert own in session.label_at(moved[MOROCCO]) and other not in session.label_at(moved[ALGERIA])
    assert set(session.words("reason").values()) == {"morocco has a plan"}
    match.play(Concede(MOROCCO))
    session.refresh()
    assert other in session.label_at(moved[ALGERIA])
    assert set(session.words("reason").values()) == {"morocco has a plan", "algeria has a plan"}
    session.close()
