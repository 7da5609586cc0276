"""A data pack: only what differs, and findings that cite the pack's own file and line."""

from __future__ import annotations

from pathlib import Path

from common.cli import main
from common.maps.changing.editing import Document
from common.maps.checking.check import check_file
from common.maps.load import map_path


def test_a_finding_in_a_pack_cites_the_pack(tmp_path: Path) -> None:
    pack = tmp_path / "nmc" / "map.yaml"
    pack.parent.mkdir()
    pack.write_text(
        "# ours\nlabels:\n  - id: settlements\n    kind: place\n    source: reconstructed\n"
        "    entries:\n      - {text: Nowhere, at: [-50, 10]}\n",
        encoding="utf-8",
    )
    found = {finding.code: finding for finding in check_file(map_path("nmc"), [tmp_path])}
    assert found["label.outside"].file == pack.as_posix() and found["label.outside"].line == 7


def test_a_broken_pack_is_named_with_its_line(tmp_path: Path) -> None:
    pack = tmp_path / "nmc" / "map.yaml"
    pack.parent.mkdir()
    pack.write_text("terrain:\n  legend:\n    M: [7]\n", encoding="utf-8")
    (finding, *_) = check_file(map_path("nmc"), [tmp_path])
    assert (finding.code, finding.file, finding.line) == ("data", pack.as_posix(), 3)


def test_a_count_names_what_the_pack_changed(tmp_path: Path) -> None:
    pack = tmp_path / "nmc" / "map.yaml"
    pack.parent.mkdir()
    pack.write_text('spaces:\n  - id: forts\n    entries:\n      - {id: "1008", attrs: {vp: 8}}\n', encoding="utf-8")
    document = Document.open(map_path("nmc"))
    group = next(g for g in document.data["spaces"] if any(e["id"] == "1008" for e in g["entries"]))
    pack.write_text(pack.read_text(encoding="utf-8").replace("forts", group["id"]), encoding="utf-8")
    found = {finding.code: finding for finding in check_file(map_path("nmc"), [tmp_path])}
    assert found["rule.sum"].near == "1008" and found["rule.sum"].what.endswith(": 1008")


def test_a_pack_may_be_named_after_the_command_and_its_findings_cite_its_own_lines(tmp_path: Path, capsys) -> None:
    (tmp_path / "nmc").mkdir()
    text = '# my copy\nterrain:\n  rows:\n    "26": CCMMCVCCCMCCCCMMCCCXC\n'
    (tmp_path / "nmc" / "map.yaml").write_text(text, encoding="utf-8")
    assert main(["check", "nmc", "--pack", str(tmp_path)]) == 1
    after = capsys.readouterr().out
    assert main(["--pack", str(tmp_path), "check", "nmc"]) == 1
    assert capsys.readouterr().out == after
    assert "map.yaml:4: error [build.letter-unknown]" in after and "1 error, 0 warnings" in after


def test_a_misspelt_target_of_the_check_is_guessed(capsys) -> None:
    assert main(["check", "valey"]) != 0
    assert "did you mean valley?" in capsys.readouterr().err
    assert main(["check", "valley"]) == 0
