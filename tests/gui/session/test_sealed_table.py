"""Sealing at the table: greyed with the reason where the library is missing, asked for on opening (F40)."""

from __future__ import annotations

import pytest

from common.gui.start.program import Program


def test_without_the_library_the_choice_is_greyed_with_the_reason(lay, monkeypatch) -> None:
    monkeypatch.setattr("common.engine.sealing.find_spec", lambda name: None)
    table = lay()
    act = table.commands.actions["seal"]
    assert not act.isEnabled()
    assert "cryptography" in act.text()


def test_a_game_is_sealed_and_opened_with_its_passphrases(store, qtbot, monkeypatch) -> None:
    pytest.importorskip("cryptography")
    phrases = {"union": "mule train", "confederate": "valverde"}
    program = Program(store)
    table = program.begin("nmc", "", 31337, {}, {})
    assert table.commands.actions["seal"].isEnabled()
    monkeypatch.setattr("common.gui.table.game_commands.ask_passphrases", lambda *words: {"union": "abc"})
    table.commands.groups.game.seal()
    assert "at least 4 letters" in table.prompt.news.text()
    monkeypatch.setattr("common.gui.table.game_commands.ask_passphrases", lambda *words: phrases)
    table.commands.groups.game.seal()
    table.session.play(table.session.match.legal()[0])
    path, position = table.path, table.session.match.hash()
    table.close()
    assert b"31337" not in path.read_bytes() and b"Deploy" not in path.read_bytes()
    answers = [None, {"union": "mule train", "confederate": "wrong one"}, {"confederate": "valverde"}]
    asked: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        "common.gui.start.program.ask_passphrases",
        lambda parent, title, words, sides: asked.append((words, *sides.values())) or answers.pop(0),
    )
    assert program.open(str(path)) is None
    table = program.open(str(path))
    assert table.session.match.hash() == position
    assert asked[2] == ("the passphrase of confederate is wrong", "Confederates")
    table.close()
