"""The clocks of the sides."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from common.engine import Match
from common.gui.kit.settings import Store
from common.gui.start.program import Program
from tests.gui.waiting import rest


def test_a_changed_time_is_in_force_at_once(lay, store: Store) -> None:
    """U22, U56."""
    table = lay()
    table.clock.left["union"] -= 60
    store.set(clock_minutes=90, clock=True)
    assert table.clock.left["union"] == 89 * 60
    assert "Union 1:29:00" in table.clock_text.text()


def test_the_clock_runs_only_for_the_side_to_decide(lay, store) -> None:
    table = lay()
    store.set(clock=True)
    clock = table.clock
    clock.left["confederate"] = 0.01
    rest(30)
    flagged: list[str] = []
    clock.flag.connect(flagged.append)
    clock.settle()
    assert flagged == ["confederate"]
    assert clock.left["union"] == store.now.clock_minutes * 60
    store.set(clock=False)
    assert not clock._timer.isActive()


def test_what_the_clocks_show_survives_closing_and_a_kill(lay, store, monkeypatch, tmp_path: Path) -> None:
    """U56: the times are kept with the game every few seconds and on closing, and no position changes by it."""
    now = [1000.0]
    monkeypatch.setattr("common.gui.session.game_clock.monotonic", lambda: now[0])
    store.set(clock=True, clock_minutes=60)
    table = lay()
    plain = Match.load(table.path).hash()
    now[0] += 100.0
    table.clock.settle()
    killed = tmp_path / "killed.jsonl"  # what would lie there if the program were killed now
    killed.write_bytes(table.path.read_bytes())
    now[0] += 7.0
    table.session.takeback.undo()
    table.close()
    assert Match.load(table.path).hash() == plain
    for path, left in ((killed, "58:20"), (table.path, "58:13")):
        now[0] += 5000.0  # nobody's time runs while the game is closed
        program = Program(store)
        again = program.open(str(path))
        assert [again.clock.left[side] for side in ("confederate", "union")] == pytest.approx(
            [3500.0 if path == killed else 3493.0, 3600.0]
        )
        rest(20)
        assert f"Confederates {left}" in again.clock_text.text()
        assert "Union 1:00:00" in again.clock_text.text()
        again.close()


def test_a_stranger_cannot_stop_the_clocks(store, tmp_path: Path, qtbot) -> None:
    """Nonsense in the save costs nothing but the times."""
    program = Program(store)
    table = program.begin("nmc", "", 1, {}, {})
    table.session.record.add("note", 0, "begun")  # or it would not stay on the shelf
    table.close()
    for text in ('{"union": 1e300, "nobody": 3}', "[", '{"union": "late"}'):
        with table.path.open("a") as file:
            file.write(msgspec.json.encode({"t": "remark", "text": f"clock 0 {text}", "n": 0}).decode() + "\n")
        again = Program(store).open(str(table.path))
        assert again.clock.left == dict.fromkeys(("confederate", "union"), store.now.clock_minutes * 60.0)
        again.close()
