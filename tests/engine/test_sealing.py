"""Sealed saves: nothing of them is read without the passphrases, and a wrong one is told (F40)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from common.engine import Match, SaveError, saves
from common.engine.saves import Autosave, SealedSave
from tests.engine.damage import bodies, played

PHRASES = {"union": "mule train", "confederate": "valverde"}


def test_without_the_library_sealing_is_refused_with_the_reason(tmp_path: Path, monkeypatch) -> None:
    from common.engine import sealing

    monkeypatch.setattr(sealing, "find_spec", lambda name: None)
    assert "cryptography" in str(sealing.why_not_seal())
    path = tmp_path / "sealed.jsonl"
    played(3).save(path)
    path.write_bytes(path.read_bytes().replace(b'"secrets":"plain"', b'"secrets":"sealed"', 1))
    first, rest = path.read_bytes().split(b"\n", 1)
    from common.engine.save_lines import mark_line

    path.write_bytes(mark_line(first[: first.index(b',"i":')] + b"}", 1) + rest)
    with pytest.raises(SaveError, match="install five-fronts"):
        Match.load(path)


class TestWithTheLibrary:
    """What the extra adds."""

    @pytest.fixture(autouse=True)
    def library(self) -> None:
        pytest.importorskip("cryptography")

    @pytest.fixture
    def sealed(self, tmp_path: Path) -> tuple[Path, Match]:
        from common.engine.sealing import Vault

        match, chooser = played(30, seed=987654321), random.Random(1)
        match.vault = Vault.make(PHRASES)
        auto = Autosave(match, tmp_path / "sealed.jsonl", lambda: ["note 3 a secret plan"])
        for _ in range(10):
            match.play(chooser.choice(match.legal()))
        auto.close()
        return auto.path, match

    def test_nothing_is_read_but_what_the_game_is(self, sealed) -> None:
        path, _ = sealed
        raw = path.read_bytes()
        for word in (b"987654321", b"Activate", b"stacks", b"secret plan", b"StepTo"):
            assert word not in raw
        header = bodies(path)[0]
        assert (header["game"], header["secrets"], header["seed"]) == ("nmc", "sealed", 0)
        assert {line["t"] for line in bodies(path)[1:]} == {"closed"}

    def test_both_passphrases_open_it_and_play_goes_on_sealed(self, sealed) -> None:
        path, match = sealed
        again = saves.load(path, phrases=PHRASES)
        assert again.hash() == match.hash() and again.warnings == [] and again.replays
        assert again.header is not None and again.header.seed == 987654321
        assert saves.read_remarks(path, again.vault) == ["note 3 a secret plan"]
        auto = Autosave(again, path)
        again.play(again.legal()[0])
        auto.close()
        assert {line["t"] for line in bodies(path)[1:]} == {"closed"}
        assert saves.load(path, phrases=PHRASES).hash() == again.hash()

    @pytest.mark.parametrize(
        ("phrases", "sides"),
        [
            ({}, ("union", "confederate")),
            ({"union": "mule train"}, ("confederate",)),
            ({"union": "mule train", "confederate": "valverdes"}, ("confederate",)),
            ({"union": "x", "confederate": "y"}, ("union", "confederate")),
        ],
    )
    def test_a_missing_or_wrong_passphrase_is_told_with_its_side(self, sealed, phrases, sides) -> None:
        with pytest.raises(SealedSave) as caught:
            saves.load(sealed[0], phrases=phrases)
        assert caught.value.sides == sides
        assert "\n" not in str(caught.value)

    def test_a_damaged_line_costs_what_follows_from_it_here_too(self, sealed, tmp_path: Path) -> None:
        path, _ = sealed
        lines = path.read_bytes().splitlines(keepends=True)
        lines[10] = b"x\n"
        other = tmp_path / "other.jsonl"
        other.write_bytes(b"".join(lines))
        again = saves.load(other, phrases=PHRASES)
        assert "line 11" in again.warnings[0] and not again.replays

    def test_no_line_is_closed_twice_the_same_way(self, sealed) -> None:
        from common.engine.sealing import Vault

        vault = Vault.make({"union": "mule train"})
        assert len({vault.close(b"{}") for _ in range(50)}) == 50
        assert Vault.make({"union": "mule train"}).locks != vault.locks
        with pytest.raises(ValueError, match="at least"):
            Vault.make({"union": "abc"})

    def test_lines_of_another_game_do_not_open(self, sealed, tmp_path: Path) -> None:
        from common.engine.sealing import Vault

        path, _ = sealed
        stranger = Vault.make(PHRASES)
        lines = path.read_bytes().splitlines(keepends=True)
        from common.engine.save_lines import mark_line

        lines[12] = mark_line(stranger.close(b'{"t":"undo"}'), 13)
        other = tmp_path / "other.jsonl"
        other.write_bytes(b"".join(lines))
        assert "does not open" in saves.load(other, phrases=PHRASES).warnings[0]
