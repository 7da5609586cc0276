"""Two maps, or two versions of one, and all that differs between them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from common.cli import main
from common.maps.load import map_from_text
from common.maps.samples import SAMPLES, sample_path, sample_text
from common.maps.versions.compare import compare, places, summary
from common.maps.versions.history import HistoryError, versions

CHANGES = [
    ('"05": rcccccccwccr', '"05": rccmccccwccr', "~ space 0405: kind clear → mountain"),
    ("vp: 3", "vp: 4", "~ space 0305: vp 3 → 4"),
    ("name: Orreby", "name: Orrby", "~ space 0904: name Orreby → Orrby"),
    ('"0101-0201", "0101-0102"', '"0101-0102"', "~ link 0101-0201: kinds -impassable; impassable Cliffs → none"),
    ("at: [330, 200]", "at: [350, 200]", "~ label North Hills: moved (330, 200) → (350, 200)"),
    ('"09": rrccccccrrmr', '"09": rrccccccrrm.', "- space 1209: rough"),
    ("title: The Valley of the Orre", "title: Orre", "~ sheet title: The Valley of the Orre → Orre"),
    ("numbering: CCRR\n  first_column: 1\n  width: 100", "numbering: CCRR\n  first_column: 1\n  width: 90",
     "~ sheet grid width: 100.0 → 90.0"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "said"), CHANGES)
def test_a_change_of_the_text_is_told_in_terms_of_the_map(old: str, new: str, said: str) -> None:
    text = sample_text("valley")
    before, after = map_from_text(text), map_from_text(text.replace(old, new))
    assert said in [str(each) for each in compare(before, after)]
    back = compare(after, before)
    assert len(back) == len(compare(before, after))


@pytest.mark.parametrize("name", SAMPLES)
def test_a_map_does_not_differ_from_itself(name: str) -> None:
    assert compare(map_from_text(sample_text(name)), map_from_text(sample_text(name))) == []


def test_points_routes_and_areas() -> None:
    text = sample_text("islands")
    before = map_from_text(text)
    text = text.replace("      - {a: lantern, b: tolla, kind: road}\n", "")
    after = map_from_text(text.replace("radius: 34, attrs: {value: 3}", "radius: 30, attrs: {value: 3}"))
    assert [str(each) for each in compare(before, after)] == [
        "~ space merrow: radius 34.0 → 30.0", "- link lantern-tolla: road",
    ]  # fmt: skip
    assert places(compare(before, after), before, after) == {
        "merrow": "changed", "lantern": "changed", "tolla": "changed",
    }  # fmt: skip
    town = sample_text("harbour")
    moved = town.replace("[330, 220]", "[335, 225]")
    found = compare(map_from_text(town), map_from_text(moved))
    assert {each.place for each in found} == {"1", "2", "4", "5"}
    assert summary(found) == "4 spaces changed"


def test_the_command_has_the_exit_codes_of_diff(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.yaml"
    other.write_text(sample_text("valley").replace("vp: 3", "vp: 4"), encoding="utf-8")
    assert main(["diff", "valley", str(sample_path("valley"))]) == 0
    assert "no difference" in capsys.readouterr().out
    assert main(["diff", "valley", str(other)]) == 1
    assert "~ space 0305: vp 3 → 4" in capsys.readouterr().out
    assert main(["diff", "valley", str(other), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["place"] == "0305"
    assert main(["diff", "valley", str(tmp_path / "none.yaml")]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1


def commit(folder: Path, text: str, subject: str) -> None:
    (folder / "map.yaml").write_text(text, encoding="utf-8")
    who = ("-c", "user.name=Cartographer", "-c", "user.email=map@example.org")
    subprocess.run(["git", "-C", folder, "add", "."], check=True)
    subprocess.run(["git", "-C", folder, *who, "commit", "-qm", subject], check=True)


def test_the_history_of_a_file_is_a_list_of_differences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    text = sample_text("valley")
    commit(tmp_path, text, "First sketch")
    commit(tmp_path, text.replace("kind: hex", "kind: hx"), "A slip")
    commit(tmp_path, text.replace("vp: 3", "vp: 4"), "Halden is worth more")
    newest, slip, first = versions(tmp_path / "map.yaml")
    assert (newest.subject, newest.author) == ("Halden is worth more", "Cartographer")
    assert [str(each) for each in newest.differences] == ["~ space 0305: vp 3 → 4"]
    assert "invalid enum value 'hx'" in slip.trouble and first.differences == ()
    assert main(["history", str(tmp_path / "map.yaml"), "--all"]) == 0
    out = capsys.readouterr().out
    assert "Halden is worth more\n    1 space changed\n    ~ space 0305: vp 3 → 4" in out
    assert main(["history", str(tmp_path / "map.yaml"), "--json", "--limit", "1"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 1


def test_a_file_without_history_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "map.yaml"
    path.write_text(sample_text("valley"), encoding="utf-8")
    with pytest.raises(HistoryError):
        list(versions(path))
    assert main(["history", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
