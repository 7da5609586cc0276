"""28  What a bot thinks of its hidden counters is not for the person who plays against it."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.engine import Concede
from common.gui.kit.settings import Store
from common.gui.session.game_record import Record
from common.gui.session.session import Session
from common.gui.table.open_table import find_table
from operation_serval.actions import Pass
from operation_serval.state import COALITION, ISLAMIST
from tests.operation_serval.positions import fresh


@pytest.mark.rule("operation_serval", "28.0a")
@pytest.mark.parametrize("fog", [True, False])
def test_reasons_of_the_enemys_bot_are_read_without_fog_only(store: Store, tmp_path: Path, fog: bool) -> None:
    match = fresh("scenario_2", fog_of_war=fog)
    sides = []
    for _ in range(2):  # one action step of each side
        sides.append(match.to_act)
        match.play(Pass())
    assert set(sides) == {ISLAMIST, COALITION}
    seats = {ISLAMIST: "policy", COALITION: "human"}
    session = Session(match, find_table(match), store, Record(match, tmp_path / "game.jsonl", seats))
    for moment, side in enumerate(sides, 1):
        session.record.add("reason", moment, f"{side} waits")
    assert session.viewer == COALITION
    own = "coalition waits"
    assert set(session.words("reason").values()) == ({own} if fog else {own, "islamist waits"})
    match.play(Concede(COALITION))
    session.refresh()
    assert set(session.words("reason").values()) == {own, "islamist waits"}  # now it can be read what was thought
    session.close()
