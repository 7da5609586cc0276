"""Editing a map file: only what is meant changes, everything can be taken back, nothing is lost."""

from __future__ import annotations

import difflib
from copy import deepcopy
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest

from common.data import ROOT, parsed, parsed_text
from common.maps.build import build
from common.maps.changing import editing_changes as changes
from common.maps.changing import editing_geometry as geometry
from common.maps.changing.editing import Document, pack_of
from common.maps.changing.editing_text import EditError, revise
from common.maps.checking.check import CHECKS, check_file
from common.maps.files import MapFile
from common.maps.load import map_path, read_map

GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")


@pytest.fixture
def own(tmp_path: Path):
    """A copy of a game's map, the designer's own."""

    def make(game: str) -> Document:
        goal = tmp_path / game / "data" / "map.yaml"
        goal.parent.mkdir(parents=True, exist_ok=True)
        for file in map_path(game).parent.glob("*.yaml"):
            if file.name in ("map.yaml", "geography.yaml"):
                goal.with_name(file.name).write_bytes(file.read_bytes())
        return Document.open(goal)

    return make


def changed(before: str, after: str) -> tuple[list[str], list[str]]:
    """The lines that went and the lines that came."""
    lines = [line for line in difflib.ndiff(before.splitlines(), after.splitlines()) if line[0] in "+-"]
    return [x[2:] for x in lines if x[0] == "-"], [x[2:] for x in lines if x[0] == "+"]


@pytest.mark.parametrize("game", GAMES)
def test_a_save_without_a_change_is_the_same_to_the_byte(own, game: str) -> None:
    document = own(game)
    raw = document.path.read_bytes()
    assert not document.dirty
    document.save()
    assert document.path.read_bytes() == raw


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_bom_and_line_ends_are_kept(tmp_path: Path, newline: str) -> None:
    path = tmp_path / "map.yaml"
    text = map_path("nmc").read_text(encoding="utf-8").replace("\n", newline)
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    document = Document.open(path)
    document.edit("name", partial(changes.set_space, space="1111", key="name", value="Doña: Inés"))
    document.save()
    raw = path.read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf#")
    assert raw.count(b"\n") - text.count("\n") == raw.count(b"\r\n") - text.count("\r\n") or newline == "\n"
    assert read_map(path).spaces["1111"].name == "Doña: Inés"


def test_a_terrain_stroke_changes_its_letters_only(own) -> None:
    document = own("nmc")
    before = document.text
    document.edit("paint", partial(changes.paint, layer="terrain", wanted={"5000": "mountain", "4902": "pass"}))
    gone, come = changed(before, document.text)
    assert gone == ['    "50": CCCCCCCCCCCCCCMMMCCCC', '    "49": CCCCCCCCCCCCCMMMMMCCC']
    assert come == ['    "50": MCCCCCCCCCCCCCMMMCCCC', '    "49": CCPCCCCCCCCCCMMMMMCCC']
    assert document.built().spaces["4902"].kind == "pass"


def test_sides_are_stored_once_and_taken_out_again(own) -> None:
    document = own("nmc")
    before, river = document.text, ("sides", "river", "Rio Grande")
    for pair in (("5012", "5011"), ("5011", "5012")):
        assert not document.edit("river", partial(changes.set_line, line=river, pairs=[pair], on=True))
    document.edit("river", partial(changes.set_line, line=river, pairs=[("5013", "5012")], on=True))
    assert changed(before, document.text) == (['       "5011-5012"]'], ['       "5011-5012", "5012-5013"]'])
    assert "river" in document.built().links["5013", "5012"].kinds
    document.edit("river", partial(changes.set_line, line=river, pairs=[("5012", "5013")], on=False))
    assert document.text == before


def test_a_one_way_side_lies_on_one_direction(own) -> None:
    document = own("nmc")
    document.edit("kind", partial(changes.add_side_kind, kind="slope", name="Slopes", one_way=True))
    slope = ("sides", "slope", "Slopes")
    document.edit("slope", partial(changes.set_line, line=slope, pairs=[("1111", "1112")], on=True))
    made = document.built()
    assert "slope" in made.links["1111", "1112"].kinds and "slope" not in made.links["1112", "1111"].kinds
    document.edit("slope", partial(changes.set_line, line=slope, pairs=[("1112", "1111")], on=True))
    assert document.data["sides"][-1]["sides"] == ["1111-1112", "1112-1111"]


def test_a_way_goes_on_is_cut_and_begins_anew(own) -> None:
    document = own("nmc")
    trail = ("paths", "trail", "")
    way = document.data["paths"][0]["through"]
    document.edit("on", partial(changes.set_line, line=trail, pairs=[("2605", "2505")], on=True))
    assert document.data["paths"][0]["through"] == [*way, "2505"]
    document.edit("cut", partial(changes.set_line, line=trail, pairs=[("4411", "4312")], on=False))
    at = way.index("4411")
    assert [each["through"] for each in document.data["paths"]] == [way[:at], [*way[at:], "2505"]]
    document.edit("new", partial(changes.set_line, line=trail, pairs=[("1111", "1112")], on=True))
    assert document.data["paths"][-1]["through"] == ["1111", "1112"]
    assert "trail" in document.built().links["1111", "1112"].kinds


def test_a_point_comes_moves_and_goes_with_its_routes(own) -> None:
    document = own("sand_wars")
    before = document.text
    like = changes.entry_of(document.data, "tetouan")
    document.edit("add", partial(changes.add_point, space="new_town", at=(1500.26, 900), like=like))
    document.edit("road", partial(
        changes.set_line, line=("routes", "road", ""), pairs=[("new_town", "rabat")], on=True))  # fmt: skip
    point = "      - {id: new_town, at: [1500.3, 900], kind: city, radius: 30}"
    assert changed(before, document.text) == ([], [point, "      - {a: new_town, b: rabat, kind: road}"])
    assert document.built().link("rabat", "new_town")
    document.edit("move", partial(changes.set_space, space="new_town", key="at", value=[1510, 910]))
    document.edit("gone", partial(changes.remove_space, space="new_town"))
    assert document.text == before


def test_a_corner_moves_in_every_outline_that_has_it(own) -> None:
    document = own("fallujah")
    before = document.built()
    corner = (1022.0, 1806.0)
    holders = [id_ for id_, space in before.spaces.items() if corner in space.polygon]
    assert len(holders) >= 2
    document.edit("corner", partial(changes.move_corner, old=corner, new=(1025, 1800)))
    after = document.built()
    assert [id_ for id_, space in after.spaces.items() if (1025, 1800) in space.polygon] == holders
    assert before.links.keys() == after.links.keys()
    a, b = (1025, 1800), (1020, 1884)
    document.edit("add", partial(changes.add_corner, a=a, b=b, at=(1030, 1840)))
    document.edit("remove", partial(changes.remove_corner, at=(1030, 1840)))
    document.edit("back", partial(changes.move_corner, old=(1025, 1800), new=corner))
    assert document.built().spaces["1"].polygon == before.spaces["1"].polygon


def test_undo_has_no_end_and_redo_follows(own) -> None:
    document, dice = own("operation_serval"), Random(3)
    texts = [document.text]
    for n in range(25):
        hex_ = f"{dice.randint(1, 39):02d}{dice.randint(1, 41):02d}"
        kind = dice.choice(["open", "desert", "rough", "mountain", "marsh"])
        if document.edit(f"stroke {n}", partial(changes.paint, layer="terrain", wanted={hex_: kind})):
            texts.append(document.text)
    for text in reversed(texts[:-1]):
        assert document.undo().startswith("stroke") and document.text == text
    assert document.undo() == "" and not document.dirty
    for text in texts[1:]:
        assert document.redo().startswith("stroke") and document.text == text
    assert document.redo() == ""


def test_comments_and_order_survive_many_changes() -> None:
    """Random changes of every sort of value in a text with comments everywhere."""
    text = map_path("fallujah").read_text(encoding="utf-8")
    lines = enumerate(text.split("\n"))
    commented = "\n".join(f"{line}  # note {n}" if line.endswith(":") else line for n, line in lines)
    notes = commented.count("# note")
    data, dice = parsed_text(commented, "map.yaml")[0], Random(5)
    for _ in range(40):
        new = parsed_text(commented, "map.yaml")[0]
        entry = dice.choice(new["spaces"][0]["entries"])
        what = dice.randrange(5)
        if what == 0:
            entry["attrs"]["vp"] = dice.randint(0, 9)
        elif what == 1:
            entry["name"] = dice.choice(["Plain", "With: colon", "# hash", "yes", "007", "tick ' mark", 'say "x"'])
        elif what == 2:
            entry["polygon"][0] = [dice.randint(0, 999), dice.random()]
        elif what == 3:
            entry["polygon"].insert(dice.randrange(4), [1, 2])
        else:
            entry.setdefault("tags", []).append(f"t{dice.randint(0, 99)}")
        commented, data = revise(commented, "map.yaml", data, new)[0], new
    assert commented.count("# note") == notes
    assert list(data) == list(parsed_text(text, "map.yaml")[0])


def test_what_cannot_be_followed_is_one_line_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    text = map_path("nmc").read_text(encoding="utf-8").replace("title:", "credits: |\n  a block\n  of text\ntitle:")
    path.write_text(text, encoding="utf-8")
    document = Document.open(path)
    with pytest.raises(EditError, match=r"^line 4: a text block .* in the text$"):
        document.edit("credits", lambda data: data.update(credits="other"))
    assert document.text == text and not document.history
    document.write("typing", text.replace("kind: hex", "kind: [hex"))
    assert document.error is not None and document.error.line > 1
    with pytest.raises(EditError, match="mend this first"):
        document.edit("name", partial(changes.set_space, space="1111", key="name", value="X"))
    assert document.undo() == "typing" and document.error is None


def test_the_program_itself_is_never_written(tmp_path: Path) -> None:
    document = Document.open(map_path("nmc"))
    raw = document.path.read_bytes()
    document.edit("paint", partial(changes.paint, layer="terrain", wanted={"5000": "mountain"}))
    assert not document.own
    with pytest.raises(EditError, match="belongs to the program"):
        document.save()
    with pytest.raises(EditError, match="belongs to the program"):
        document.save_pack(ROOT / "common")
    assert document.path.read_bytes() == raw
    document.save(tmp_path / "mine.yaml")
    assert document.own and not document.dirty and read_map(tmp_path / "mine.yaml").spaces["5000"].kind == "mountain"


def test_a_pack_holds_what_differs_and_opens_again(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    document = Document.open(map_path("nmc"), [pack])
    document.edit("paint", partial(changes.paint, layer="terrain", wanted={"5000": "mountain"}))
    document.edit("vp", partial(changes.set_attr, space="2605", key="vp", value=11))
    document.edit("gone", lambda data: data["spaces"][1]["entries"].pop())
    goal = document.save_pack(pack)
    assert goal == pack / "nmc" / "map.yaml" and not document.dirty
    assert list(parsed(goal)[0]) == ["terrain", "spaces"] and len(goal.read_text().splitlines()) < 12
    merged = read_map(map_path("nmc"), [pack])
    assert merged.spaces["5000"].kind == "mountain" and merged.spaces["2605"].attrs["vp"] == 11
    assert "town" not in merged.spaces["5013"].tags
    again = Document.open(map_path("nmc"), [pack])
    assert again.data == document.data and not again.dirty


def test_a_pack_says_what_it_cannot_say() -> None:
    with pytest.raises(EditError, match=r"cannot take out a\.b"):
        pack_of({"a": {"b": 1, "c": 2}}, {"a": {"c": 2}})


def test_autosave_is_offered_after_a_crash_and_goes_with_a_save(own, tmp_path: Path) -> None:
    document = own("nmc")
    document.edit("paint", partial(changes.paint, layer="terrain", wanted={"5000": "mountain"}))
    document.autosave(tmp_path)
    side = document.path.with_name("map.yaml.autosave")
    assert side.read_text(encoding="utf-8") == document.text
    again = Document.open(document.path)
    left = again.left_behind(tmp_path)
    assert left == document.text
    again.write("restore", left)
    again.save()
    assert not side.exists() and Document.open(document.path).left_behind(tmp_path) is None
    program = Document.open(map_path("nmc"))
    assert program.side_file(tmp_path).parent == tmp_path


def test_a_finding_ignored_with_a_reason_is_counted_apart(own, capsys) -> None:
    from common.cli import main

    document = own("nmc")
    document.edit("price", lambda data: data.pop("fingerprint"))
    document.edit("far", partial(changes.set_attr, space="2605", key="vp", value=11))
    document.save()
    findings = check_file(document.path)
    assert findings and main(["check", str(document.path)]) == 1
    for finding in findings:
        document.edit("alone", partial(changes.ignore, check=finding.code, place=finding.place, reason="house rule"))
    document.save()
    again = check_file(document.path)
    assert list(again) == [] and len(again.ignored) == len(findings)
    capsys.readouterr()
    assert main(["check", str(document.path)]) == 0
    assert f"nothing wrong, {len(findings)} ignored with a reason" in capsys.readouterr().out
    with pytest.raises(EditError, match="say why"):
        document.edit("alone", partial(changes.ignore, check="x", place="", reason=" "))
    document.edit("heed", partial(changes.heed, check=findings[0].code, place=findings[0].place))
    assert len(document.data.get("ignored", [])) == len(findings) - 1


@pytest.mark.parametrize("edits", [120, pytest.param(1000, marks=pytest.mark.slow)])
def test_random_corners_leave_no_gap_and_no_overlap(own, edits: int) -> None:
    """Moved, new and removed corners: what would fold is refused, and the sheet stays whole."""
    data, dice = own("fallujah").data, Random(11)
    done = refused = 0
    for _ in range(edits):
        corners = geometry.all_corners(data)
        at = dice.choice(corners)
        new = (float(round(at[0] + dice.gauss(0, 25))), float(round(at[1] + dice.gauss(0, 25))))
        trial = deepcopy(data)
        try:
            what = dice.random()
            if what < 0.6:
                changes.move_corner(trial, at, new)
                geometry.need_sound(trial, [new])
            elif what < 0.8:
                ring = dice.choice(list(changes.rings({"spaces": data["spaces"]})))
                i = dice.randrange(len(ring))
                changes.add_corner(trial, tuple(ring[i - 1]), tuple(ring[i]), new)
                geometry.need_sound(trial, [new])
            else:
                geometry.need_plain(trial, at)
                changes.remove_corner(trial, at)
                geometry.need_sound(trial, geometry.all_corners(trial))
        except EditError:
            refused += 1
            continue
        data, done = trial, done + 1
    assert done > edits * 0.3 and refused > edits * 0.1
    for shape in ("lines", "regions", "constraints", "fingerprint", "labels", "features"):
        data.pop(shape, None)
    game_map = build(msgspec.convert(data, MapFile))
    for code in ("geometry.outline", "geometry.overlap", "geometry.gap", "geometry.repeated-corner"):
        assert [trouble.what for trouble in CHECKS[code][0](game_map)] == [], code


def test_painting_outside_a_row_and_new_kinds(own) -> None:
    document = own("operation_serval")
    document.edit("kind", partial(changes.add_kind, layer="terrain", kind="salt lake"))
    assert document.data["terrain"]["legend"]["s"] == "salt lake"
    with pytest.raises(EditError, match="already"):
        document.edit("kind", partial(changes.add_kind, layer="terrain", kind="salt lake"))
    document.edit("paint", partial(changes.paint, layer="country", wanted={"0101": ""}))
    assert document.data["letters"][0]["rows"]["01"].startswith(".")
    document.edit("clear", partial(changes.clear_line, line=("paths", "road", "")))
    assert "road" not in {path["kind"] for path in document.data["paths"]}
    assert not document.built().links_of("road")


def test_values_that_do_not_fit_are_refused_and_texts_that_are_no_map_keep_the_last_one(own) -> None:
    document = own("nmc")
    before = document.text
    with pytest.raises(EditError, match=r"^Expected array.*labels.*at$"):
        document.edit("at", partial(changes.set_entry, section="labels", place=(0, 0), key="at", value="somewhere"))
    with pytest.raises(EditError, match="unknown field"):
        document.edit("key", partial(changes.set_entry, section="labels", place=(0, 0), key="colour", value="red"))
    assert document.text == before and not document.history
    document.write("typing", before.replace("kind: hex", "kind: cubes"))
    assert document.error is not None and document.error.line == 5 and document.data["kind"] == "hex"
    document.write("typing", before.replace("terrain:", "terrains:"))
    assert document.error is not None and document.data["terrain"]
    document.undo()
    document.undo()
    assert document.error is None and not document.dirty
