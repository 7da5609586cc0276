"""Nothing of a file reaches a terminal raw: control characters of saves, maps, packs and names are shown as '?'."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.cli import main
from tests.engine.damage import bodies, change_position, played, write_marked

EVIL = "\x1b[31mred\x9b2J\u202e\x07"


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(list(words))
    told = capsys.readouterr()
    text = told.out + told.err
    assert text and all(char.isprintable() for line in text.splitlines() for char in line), text
    return text


def test_what_a_save_says_is_printed_clean(tmp_path: Path, capsys) -> None:
    path = tmp_path / f"evil{EVIL}.jsonl"
    played(60).save(path)
    lines = bodies(path)
    at = next(i for i, line in enumerate(lines) if line["t"] == "do" and i > 20)
    lines[at]["a"] = {"type": EVIL}
    lines[0]["title"] = lines[0]["program"] = EVIL
    write_marked(path, lines)
    for command in ("show", "replay", "recover"):
        assert "?[31mred" in printed(capsys, command, str(path))


def test_a_result_with_control_characters_is_refused_with_its_position(tmp_path: Path, capsys) -> None:
    path = tmp_path / "over.jsonl"
    played(20).save(path)
    lines = bodies(path)
    lines[0]["start"] = "position"
    result = {"winner": None, "level": "Draw", "reason": EVIL, "rule": "4.9a", "points": {}}
    lines[1] = change_position(lines[1], result=result)
    write_marked(path, lines[:2])
    text = printed(capsys, "replay", str(path))
    assert "result.reason" in text and "cannot be shown" in text


def test_what_a_map_says_is_printed_clean(tmp_path: Path, capsys) -> None:
    path = tmp_path / "map.yaml"
    path.write_text(
        "id: x\ntitle: X\nkind: point\nsource: reconstructed\nspaces:\n- id: g\n  source: reconstructed\n  entries:\n"
        '  - {id: "\\e[31m<b>", at: [5, 5], radius: 3, kind: town}\n  - {id: b, at: [5, 5], radius: 3, kind: town}\n'
    )
    assert "?[31m" in printed(capsys, "check", str(path))
    path.write_text('"\\e[31m": 1\n')
    assert "?[31m" in printed(capsys, "check", str(path))
    assert "?[31m" in printed(capsys, "check", str(tmp_path / "\x1b[31m.yaml"))


def test_words_on_the_command_line_are_printed_clean(capsys) -> None:
    assert "?[31m" in printed(capsys, "open", f"{EVIL}.jsonl")
    assert printed(capsys, EVIL)
    assert printed(capsys, "--pack", EVIL, "check", "nmc")
