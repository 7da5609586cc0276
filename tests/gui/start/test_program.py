"""The program around the tables: settings, the command line, the palette, pictures, and what is left after closing."""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.gui.kit.settings import Settings, Store, UserFolders, read
from common.gui.start.program import Program
from common.gui.table.palette import PaletteEntry, rank_entries
from common.gui.table.palette_entries import PaletteEntries


def test_settings_survive_and_damage_costs_only_the_damaged(tmp_path: Path, qapp) -> None:
    store = Store(UserFolders(tmp_path))
    store.set(theme="dark", text=150)
    assert Store(UserFolders(tmp_path)).now.text == 150
    raw = msgspec.json.decode(store.places.settings.read_bytes())
    raw["text"], raw["unheard_of"] = "large", 1
    store.places.settings.write_bytes(msgspec.json.encode(raw))
    again = read(store.places.settings)
    assert (again.theme, again.text) == ("dark", 100)
    store.places.settings.write_bytes(b"\xff\x00{")
    assert read(store.places.settings) == Settings()


def test_a_read_only_home_is_no_obstacle(tmp_path: Path, qapp) -> None:
    blocked = tmp_path / "home"
    blocked.write_text("a file where a folder should be")
    store = Store(UserFolders(blocked))
    store.set(text=125)
    assert store.now.text == 125
    assert store.trouble


def test_the_palette_says_that_it_finds_nothing(lay) -> None:
    table = lay()
    table.commands.actions["palette"].trigger()
    palette = table.commands.groups.inspector.open_palette
    said = []
    for letters in ("q", "xzq"):
        palette.field.setText(letters)
        said.append([palette.list.item(row).text() for row in range(palette.list.count())])
    assert said == [["At least two letters"], ["Nothing has that name"]]
    QTest.keyClick(palette.field, Qt.Key.Key_Return)  # and nothing happens
    assert palette.isVisible()


def test_the_palette_finds_units_spaces_charts_rules_and_commands(lay) -> None:
    table = lay()
    entries = PaletteEntries(table.session, table.game_map, table.map, table.inspector, table.show_rule)
    all_finds = list(entries.collect(table.commands.actions))
    assert {find.kind for find in all_finds} == {"unit", "space", "chart", "rule", "command"}
    assert rank_entries(all_finds, "fort cr")[0].text.startswith("Fort Craig")
    assert rank_entries(all_finds, "sib")[0].kind == "unit"
    assert rank_entries(all_finds, "valv")[0].text == "Valverde (2706)"  # a name that is printed in a hex without one
    assert rank_entries(all_finds, "dona")[0].text.startswith("Doña Ana")  # as it is typed
    assert rank_entries(all_finds, "x") == []
    assert {find.kind for find in rank_entries(all_finds, "")} == {"command"}
    gone: list[str] = []
    assert rank_entries([PaletteEntry("unit", "Zebra", lambda: gone.append("z"))], "ze")
    QTest.keyClick(table.map, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = table.commands.groups.inspector.open_palette
    QTest.keyClicks(palette.field, "fire table")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert table.inspector.page == "charts"
    assert table.inspector.charts.view.chart.title == "Fire Table"


def test_pictures_text_and_layout_commands(lay, store, tmp_path: Path) -> None:
    from common.gui.output.position_picture import make_sheet, write_picture
    from common.gui.output.printing import split_pages

    table = lay()
    for name in ("a.png", "a.svg", "a.pdf"):
        message, bad = write_picture(table.picture_source, tmp_path / name, dpi=30)
        assert not bad, message
        assert (tmp_path / name).stat().st_size > 1000
    assert write_picture(table.picture_source, tmp_path / "no" / "a.png", 30)[1]
    assert len(split_pages(make_sheet(table.picture_source), 7.5, 10.0, 100)) > 1
    assert len(split_pages(make_sheet(table.picture_source), 7.5, 10.0, 0)) == 1
    table.commands.groups.game.copy_text()
    table.commands.groups.view.map_only(True)
    assert not table.inspector_dock.isVisible()
    table.commands.groups.view.reset_layout()
    assert table.inspector_dock.isVisible()
    table.inspector_dock.setFloating(True)
    table.commands.groups.view.reset_layout()
    assert not table.inspector_dock.isFloating()
    table.commands.groups.view.bigger_counters()
    assert table.map.counters_scale == 110
    table.commands.groups.view.arrows(True)
    table.overlays.toggle("control")
    table.overlays.toggle("terrain")
    table.overlays.toggle("supply-union")
    assert table.overlays.names == ["terrain", "supply-union"]


def alive() -> Counter[str]:
    """How many of our larger things there are."""
    gc.collect()
    kinds = ("TableWindow", "Session", "MapView", "Inspector", "Scene")
    return Counter(name for thing in gc.get_objects() if (name := type(thing).__name__) in kinds)


def test_closed_tables_leave_nothing_behind(store, qtbot) -> None:
    """Q16: windows, sessions and drawings go with their table."""
    program = Program(store)
    qtbot.wait(20)
    before = alive()
    for _ in range(2):
        table = program.begin("nmc", "", 1, {}, {})
        table.inspector.open("statistics")
        table.close()
        del table
        qtbot.wait(20)
    assert not alive() - before


def test_the_command_line_opens_what_it_names(store, monkeypatch, tmp_path: Path) -> None:
    from common.gui.start import program

    asked: list[tuple[object, ...]] = []
    monkeypatch.setattr(program, "run", lambda packs=(), portable=False, **what: asked.append((portable, what)) or 0)
    assert program.main(["nmc", "--portable"]) == 0
    assert program.main(["operation_serval"]) == 0
    assert program.main(["game.jsonl"]) == 0
    assert program.main([]) == 0
    assert asked[0][0] is True
    assert asked[0][1]["new"]["game"] == "nmc"
    assert asked[1][1] == {"map": "operation_serval"} or "new" in asked[1][1]
    assert asked[2][1] == {"file": Path("game.jsonl")}
    assert asked[3][1] == {"file": None}
