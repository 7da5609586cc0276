"""Players have names and colours, in all letters."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QPdfWriter

from common.engine import load_game
from common.gui.kit.settings import Store
from common.gui.output.printing import PrintRequest, print_all
from common.gui.session.game_record import Player, Record, make_safe
from common.gui.start.program import Program


def test_players_have_names_and_colours(store: Store, qtbot) -> None:
    """U55: chosen on the page of a new game, seen at the table and on the curtain, kept in the save."""
    store.set(curtain="always")
    program = Program(store)
    program.start()
    page = program.launcher.new_game
    program.launcher._choose("nmc")
    page.seats["confederate"].name.setText("Anna")
    page.seats["union"].name.setText("Ben")
    for side in ("confederate", "union"):
        page.seats[side].colour.setCurrentIndex(page.seats[side].colour.findText("Green"))
    page._begin()
    table = program.tables[0]
    session = table.session
    assert table.windowTitle() == "The New Mexico Campaign, 1862 — Anna (Confederates)"
    assert session.table.colours["confederate"] == "#009e73"
    assert session.table.colours["union"] != "#009e73"  # taken already
    session.drop_curtain()
    assert table.curtain.title.text() == "Anna (Confederates)"
    session.lift_curtain()
    path = table.path
    table.close()
    again = program.open(str(path))
    assert again.session.player("union") == "Ben (Union)"
    assert again.session.table.colours["confederate"] == "#009e73"
    again.close()
    record = Record(load_game("nmc").new_match(seed=1))
    assert record.players == {}
    assert make_safe(Player("x" * 99 + "\x1b[31m", "url(http://a)")) == Player("x" * 30, "")
    program.launcher.close()


def test_no_colour_makes_two_sides_look_alike(store: Store, qtbot) -> None:
    """U38: neither the one the other player has chosen nor one like the colour that the game gives him."""
    program = Program(store)
    program.start()
    page = program.launcher.new_game
    program.launcher._choose("nmc")

    def closed(side: str) -> list[str]:
        box = page.seats[side].colour
        return [box.itemText(row) for row in range(box.count()) if not box.model().item(row).isEnabled()]

    assert closed("confederate") == ["Blue"]  # the Union is blue
    assert closed("union") == []
    page.seats["union"].colour.setCurrentIndex(page.seats["union"].colour.findText("Yellow"))
    assert closed("confederate") == ["Yellow"]
    page.seats["confederate"].colour.setCurrentIndex(page.seats["confederate"].colour.findText("Blue"))
    assert closed("union") == ["The game's color", "Blue"]
    store.set(last_new={"nmc": {"players": {"confederate": {"colour": "#0072b2"}}}})
    program.launcher._choose("nmc")
    assert page.seats["confederate"].colour.currentData() == ""  # as it could be chosen once
    program.launcher.close()


def test_names_of_all_letters_survive_save_report_and_print(store: Store, qtbot, tmp_path: Path) -> None:
    """U45: accents and right-to-left letters, in the save, in both reports, on paper."""
    names = {"confederate": "Zoë Ñandú", "union": "דוד לוי"}
    program = Program(store)
    table = program.begin("nmc", "", 7, {}, {}, {side: Player(name) for side, name in names.items()})
    table.session.record.note = "été, ليل"
    table.session.play(table.session.gestures()[0].action)
    path = table.path
    table.close()
    again = program.open(str(path))
    for side, name in names.items():
        assert again.session.player(side).startswith(name)
    assert again.session.record.note == "été, ليل"
    for ending in ("md", "html"):
        again.commands.groups.game.write_report(tmp_path / f"report.{ending}")
        text = (tmp_path / f"report.{ending}").read_text(encoding="utf-8")
        assert all(name in text for name in names.values()), ending
    printer = QPdfWriter(str(tmp_path / "report.pdf"))
    assert print_all(again.picture_source, printer, PrintRequest(map=False, report=True)) >= 1
    again.close()
