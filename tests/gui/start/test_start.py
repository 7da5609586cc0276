"""The start window, the shelf, settings and the palette."""

from __future__ import annotations

import gc
import re
from collections import Counter
from datetime import date
from pathlib import Path

import msgspec
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from common.data import ROOT
from common.engine import GAMES, Match, load_game
from common.gui.kit.settings import Settings, Store, UserFolders, read
from common.gui.kit.sounds import Sounds
from common.gui.session.game_record import Player, summary_path
from common.gui.session.seats import is_ready
from common.gui.start.program import Program
from common.gui.start.saved_games import list_saved, new_path, read_saved
from common.gui.start.shelf import ShelfEntry
from common.gui.start.start_window import StartWindow
from common.gui.table.palette import PaletteEntry, rank_entries
from common.gui.table.palette_entries import PaletteEntries
from tests.gui.waiting import rest


def test_a_game_is_begun_left_and_continued(store, qtbot) -> None:
    program = Program(store)
    program.start()
    launcher = program.launcher
    cards = [card for card in launcher.findChildren(ShelfEntry) if card.isVisible()]
    assert len(cards) == len(GAMES)
    QTest.mouseClick(cards[0], Qt.MouseButton.LeftButton)
    assert launcher.stack.currentIndex() == 1
    launcher.new_game.seed.setText("42")
    launcher.new_game.options["attack_momentum"].setChecked(True)
    launcher.new_game._begin()
    table = program.tables[0]
    assert table.session.record.seed == 42
    assert table.session.match.state.options["attack_momentum"]
    table.session.play(table.session.gestures()[0].action)
    played = table.session.match.hash()
    path = table.path
    table.close()
    qtbot.waitUntil(launcher.isVisible, timeout=2000)
    saved = read_saved(path)
    assert saved.summary.closed
    assert saved.summary.actions == 1
    assert saved.summary.to_act == "Confederates"
    assert saved.picture is not None
    assert launcher.continue_button.text() == "Continue"
    QTest.mouseClick(launcher.continue_button, Qt.MouseButton.LeftButton)
    again = program.tables[0]
    assert again.session.match.hash() == played
    again.close()
    launcher.close()


def test_the_page_and_its_choices_outlast_a_new_look(store, qtbot) -> None:
    """U22: a theme or a text size chosen in the start window is worn by the page that is shown."""
    program = Program(store)
    program.start()
    launcher = program.launcher
    launcher.tell("something to know")
    for setting in ({"theme": "dark"}, {"text": 200}, {"text": 80}):
        store.set(**setting)
        assert launcher.stack.currentIndex() == 0
        assert launcher.games[0].isVisible()
        assert launcher.message.text() == "something to know"
    rest(50)
    area = launcher.games[0].parentWidget().parentWidget().parentWidget()
    assert area.verticalScrollBar().maximum() == 0  # all games are seen at once
    QTest.mouseClick(launcher.games[0], Qt.MouseButton.LeftButton)
    page = launcher.new_game
    page.seed.setText("42")
    page.seats["union"].name.setText("Ada")
    page.seats["union"].who.setCurrentIndex(1)
    page.options["attack_momentum"].setChecked(True)
    store.set(text=100)
    assert launcher.stack.currentIndex() == 1
    assert (page.seed.text(), page.seats["union"].name.text()) == ("42", "Ada")
    assert page.seats["union"].who.currentIndex() == 1
    assert page.options["attack_momentum"].isChecked()
    launcher.close()


def test_a_seed_may_be_any_text_and_enter_in_a_field_begins(store, qtbot) -> None:
    program = Program(store)
    program.start()
    program.launcher._choose("nmc")
    program.launcher.new_game.seed.setText("²")
    QTest.keyClick(program.launcher.new_game.seed, Qt.Key.Key_Return)
    assert program.tables[0].session.record.seed == ord("²")
    program.tables[0].close()
    QTest.keyClick(program.launcher.new_game.seats["union"].name, Qt.Key.Key_Return)
    assert len(program.tables) == 1
    program.tables[0].close()
    program.launcher.close()


def test_games_without_rules_open_their_map(store, qtbot) -> None:
    program = Program(store)
    for name in GAMES:
        if not is_ready(name):
            window = program.open_map(name)
            ids = list(window.sheet.game_map.spaces)
            window.open_page(window.spaces)
            assert window.spaces.table.rowCount() == len(ids)
            window.spaces.place_wanted.emit(ids[3])
            assert ids[3] in window.facts.title.text()
            window.actions_.kinds.trigger()
            window.actions_.marks.trigger()
            assert window.sheet.view.board.overlays
            window.close()
            return


def test_the_pointer_says_that_a_game_is_being_laid_out(store, qtbot, monkeypatch) -> None:
    """U29: while a table is made or a save is read, and no longer."""
    from common.gui.table import open_table

    shapes: list[Qt.CursorShape] = []
    lay = open_table.set_up_table

    def watched(*parts):
        shapes.append(QGuiApplication.overrideCursor().shape())
        return lay(*parts)

    monkeypatch.setattr(open_table, "set_up_table", watched)
    program = Program(store)
    table = program.begin("nmc", "", 7, {}, {})
    assert shapes == [Qt.CursorShape.WaitCursor]
    assert program.open("nowhere.jsonl") is None
    assert QGuiApplication.overrideCursor() is None
    table.close()


def test_a_file_that_is_no_game_is_refused_with_words(store, tmp_path: Path, qtbot) -> None:
    bad = tmp_path / "x.jsonl"
    bad.write_text('{"t":"game"}\n')
    program = Program(store)
    assert program.open(str(bad)) is None
    assert "x.jsonl" in program.launcher.message.text()
    program.launcher.hide()
    table = program.begin("nmc", "", 1, {}, {})
    table.open_wanted.emit(str(bad))
    assert "x.jsonl" in table.prompt.news.text()  # who asked at a table is told there
    assert not program.launcher.isVisible()
    table.close()
    program.launcher.close()


def test_two_tables_on_one_save_are_refused(store, qtbot) -> None:
    program, other = Program(store), Program(store)
    table = program.begin("nmc", "", 1, {}, {})
    assert program.open(str(table.path)) is table
    text = table.path.read_bytes()
    assert other.open(str(table.path)) is None
    assert "another program" in other.launcher.message.text()
    assert table.path.read_bytes() == text
    table.close()
    other.launcher.close()


def test_play_from_here_leaves_the_old_game_alone(store, qtbot) -> None:
    program = Program(store)
    table = program.begin("nmc", "", 1, {}, {})
    for _ in range(3):
        table.session.play(table.session.gestures()[0].action)
    text = table.path.read_bytes()
    table.session.show(1)
    table.commands.groups.replay.play_from_here()
    other = program.tables[-1]
    assert other is not table
    assert other.session.length == 1
    assert other.path != table.path
    assert table.path.read_bytes() == text
    for each in list(program.tables):
        each.close()


def test_play_from_here_keeps_the_players_and_a_variation_can_begin_a_game(store, qtbot) -> None:
    """F48: seats and names go along; a variation that is looked at becomes a game of its own."""
    program = Program(store)
    table = program.begin("nmc", "", 1, {}, {"union": "random"}, {"confederate": Player("Anna")})
    for _ in range(3):
        table.session.play(table.session.match.legal()[0])
    old = table.session.match.hash()
    table.session.takeback.back_to(1)
    table.session.play(table.session.match.legal()[2])
    text = table.path.read_bytes()
    table.session.look_at(table.session.record.variations[0])
    QTest.mouseClick(table.banner.on, Qt.MouseButton.LeftButton)
    other = program.tables[-1]
    assert other.session.match.hash() == old
    assert other.session.seats == {"confederate": "human", "union": "random"}
    assert other.session.player("confederate") == "Anna (Confederates)"
    other.session.play(other.session.match.legal()[0])
    assert table.path.read_bytes() == text
    assert table.session.match_of(table.session.record.variations[0]).hash() == old
    for each in list(program.tables):
        each.close()


def test_shelf_names_never_clash(tmp_path: Path) -> None:
    one = new_path(tmp_path, "nmc", "campaign")
    one.write_text("x")
    assert new_path(tmp_path, "nmc", "campaign") != one
    assert list_saved(tmp_path, [str(tmp_path / "gone.jsonl")])[0].path.name == "gone.jsonl"


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
    assert said == [["Two letters at least"], ["Nothing is called that"]]
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


def test_a_game_in_which_nothing_was_done_does_not_stay_on_the_shelf(store, qtbot) -> None:
    program = Program(store)
    idle, played = (program.begin("nmc", "", 1, {}, {}) for _ in range(2))
    played.session.play(played.session.match.legal()[0])
    paths = [idle.path, played.path]
    for table in (idle, played):
        table.close()
    assert [path.is_file() for path in paths] == [False, True]
    assert [saved.path for saved in list_saved(store.places.saves, store.now.recent)] == [paths[1]]
    assert (store.places.saves / "removed" / paths[0].name).is_file()  # nothing is destroyed


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


def test_the_list_tells_everything_without_reading_the_game(store, qtbot) -> None:
    """F54: game, scenario, turn, side, seats, note, size and picture come from the card; the body may be rubbish."""
    program = Program(store)
    table = program.begin("fallujah", "", 1, {}, {"insurgent": "human", "coalition": "policy"})
    table.session.bots.pause(True)
    table.session.record.note = "with Anna"
    path = table.path
    table.close()
    head = path.read_bytes().partition(b"\n")[0]
    path.write_bytes(head + b"\n" + b"rubbish\n" * 2000)
    (saved,) = list_saved(store.places.saves, [])
    text = "\n".join(saved.lines())
    assert saved.title == "Second Fallujah"
    for word in ("Operation Phantom Fury", "Nov 8", "to decide", "Coalition: Skilled bot", "with Anna", "kB"):
        assert word in text, word
    assert saved.picture is not None


def test_the_list_knows_who_sits_where_at_once(lay) -> None:
    """Also when nothing was played since a bot took the seat, and the program was killed."""
    table = lay()
    table.session.set_seat("union", "policy")
    assert read_saved(table.path).seats == "Confederates: Person, Union: Skilled bot"


def test_cards_of_older_saves_and_lost_cards_give_the_names_of_the_sides(store, qtbot) -> None:
    """A card once held what the program calls a side; a header does so still."""
    program = Program(store)
    table = program.begin("fallujah", "", 1, {}, {"insurgent": "policy"})
    table.session.record.add("note", 0, "begun")
    path = table.path
    table.close()
    card = msgspec.json.decode(summary_path(path).read_bytes())
    card["seats"] = {"insurgent": "policy", "coalition": "human"}
    for text in (msgspec.json.encode(card), None):
        if text is None:
            summary_path(path).unlink()
        else:
            summary_path(path).write_bytes(text)
        program.start()
        words = " ".join(word.text() for word in program.launcher.findChildren(QLabel))
        assert "Insurgents: Skilled bot, Coalition: Person" in words
        assert "Second Fallujah" in words
        assert ("actions" in words) == (text is not None)  # a header does not say how far the game is
        assert "Turn 0" not in words
        assert not re.search(r"\b(insurgent|coalition|fallujah|phantom_fury)\b", " ".join(read_saved(path).lines()))
    program.launcher.close()


def test_an_interrupted_game_is_offered_once(store, qtbot) -> None:
    """U20: named by time, turn and side; kept for later it is one of the shelf, and an open game is not offered."""
    program = Program(store)
    table = program.begin("nmc", "", 1, {}, {})
    table.session.play(table.session.gestures()[0].action)
    program.start()
    assert program.launcher.shelf.offered is None  # it is on a table
    broken = store.places.saves / "broken.jsonl"
    broken.write_bytes(table.path.read_bytes())
    summary_path(broken).write_bytes(summary_path(table.path).read_bytes())
    program.launcher.home()
    shelf_ = program.launcher.shelf
    assert shelf_.offered is not None
    assert shelf_.offered.path == broken
    question = next(w.text() for w in shelf_.findChildren(QLabel) if w.text().startswith("Restore game of"))
    assert re.fullmatch(r"Restore game of \d\d:\d\d \(turn 1, Confederates\)\?", question)
    QTest.mouseClick(shelf_.later, Qt.MouseButton.LeftButton)
    assert shelf_.offered is None
    assert any(card.accessibleName().startswith("The New Mexico") for card in shelf_.findChildren(ShelfEntry))
    program.launcher.home()
    assert shelf_.offered is None
    table.close()
    program.launcher.close()


def test_a_missing_game_is_grey_with_its_reason_and_shift_removes_it(store, tmp_path: Path, qtbot) -> None:
    """U17."""
    for number in range(12):
        store.remember(tmp_path / f"gone{number}.jsonl")
    program = Program(store)
    program.start()
    cards = [card for card in program.launcher.shelf.findChildren(ShelfEntry) if card.isVisible()]
    assert len(cards) == 10
    assert "not there any more" in cards[0].accessibleName()
    assert cards[0].property("off")
    opened: list[str] = []
    program.launcher.open_wanted.connect(opened.append)
    QTest.mouseClick(cards[0], Qt.MouseButton.LeftButton)
    assert opened == []
    assert "not there" in program.launcher.message.text()
    QTest.mouseClick(cards[0], Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier)
    assert str(tmp_path / "gone11.jsonl") not in store.now.recent
    assert len(store.now.recent) == 9
    program.launcher.close()


def drop(window, path: Path) -> None:
    """Let go of a file over a window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    where, buttons, none = QPointF(50, 50), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(where.toPoint(), Qt.DropAction.CopyAction, data, buttons, none)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(where, Qt.DropAction.CopyAction, data, buttons, none))


def test_files_dropped_on_a_window_open(store, tmp_path: Path, qtbot) -> None:
    """U18: saves on the start window and on a table, maps too."""
    program = Program(store)
    program.start()
    file = tmp_path / "dropped.jsonl"
    load_game("nmc").new_match(seed=3).save(file)
    drop(program.launcher, file)
    assert program.tables[0].path == file
    other = tmp_path / "other.jsonl"
    load_game("fallujah").new_match(seed=3).save(other)
    drop(program.tables[0], other)
    assert program.tables[1].path == other
    drop(program.launcher, ROOT / "sand_wars" / "data" / "map.yaml")
    assert [sheet.game_map.id for sheet in program.designer.sheets()] == ["sand_wars"]
    program.designer.close()
    for table in list(program.tables):
        table.close()
    program.launcher.close()


def test_titles_carry_no_asterisk_and_closing_asks_nothing(lay) -> None:
    """U16."""
    table = lay()
    table.session.play(table.session.gestures()[0].action)
    assert table.windowTitle() == "The New Mexico Campaign, 1862 — Confederates"
    assert not table.isWindowModified()
    assert table.close()
    assert QApplication.activeModalWidget() is None


def test_copies_are_named_after_the_game_and_never_go_over_one_that_is_open(lay, tmp_path: Path, monkeypatch) -> None:
    """U19."""
    table = lay()
    asked: list[str] = []
    monkeypatch.setattr("common.gui.table.game_commands.ask_save_name", lambda *words: asked.append(words[2]))
    table.commands.groups.game.save_as()
    assert asked == [f"nmc_campaign_turn01_{date.today().isoformat()}.jsonl"]
    before = table.path.read_bytes()
    table.commands.groups.game.write_copy(table.path)
    assert "already" in table.prompt.news.text()
    assert table.path.read_bytes() == before
    table.commands.groups.game.write_copy(tmp_path / "copies.jsonl")
    assert Match.load(tmp_path / "copies.jsonl").hash() == table.session.match.hash()


def test_a_file_changed_behind_our_back_is_noticed_and_nothing_is_lost(lay, qtbot) -> None:
    """U21: the stranger's text stays, the game goes on beside it; a file that was removed is written again."""
    table = lay()
    session, first = table.session, table.path
    session.play(session.gestures()[0].action)
    rest(350)
    assert table.path == first  # our own writing is no change
    with qtbot.waitSignal(table.file_watch.noticed, timeout=3000) as noticed:
        first.write_text("somebody else was here\n")
    assert first.name in noticed.args[0]
    assert table.path != first
    session.play(session.gestures()[0].action)
    assert first.read_text() == "somebody else was here\n"
    assert Match.load(table.path).hash() == session.match.hash()
    with qtbot.waitSignal(table.file_watch.noticed, timeout=3000):
        table.path.unlink()
    session.play(session.gestures()[0].action)
    assert Match.load(table.path).hash() == session.match.hash()


def test_nobody_sits_where_the_scenario_plays(store, qtbot) -> None:
    """The solitaire scenario asks no seat for the side its own rules play."""
    program = Program(store)
    program.start()
    program.launcher._choose("fallujah")
    page = program.launcher.new_game
    assert page.seats["insurgent"].who.isVisibleTo(page)
    page.scenario.setCurrentIndex(page.scenario.findData("solitaire"))
    assert not page.seats["insurgent"].who.isVisibleTo(page)
    assert page.seats["insurgent"].by_rule.isVisibleTo(page)
    assert page.seats["coalition"].who.isVisibleTo(page)
    page._begin()
    table = program.tables[0]
    assert set(table.session.humans) == {"coalition"}
    assert store.now.last_new["fallujah"]["seats"]["insurgent"] == "human", "the choice for other scenarios stays"
    table.commands.seat_menu.aboutToShow.emit()
    seats = [act for act in table.commands.seat_menu.actions() if "Insurgents" in act.text()]
    assert [act.text().partition("  ")[2] for act in seats] == ["Insurgents: Played by the rules"]
    assert not seats[0].isEnabled()
    path = table.path
    table.session.record.add("note", 0, "begun")
    table.close()
    assert read_saved(path).seats == "Insurgents: Played by the rules, Coalition: Person"
    summary_path(path).unlink()
    assert read_saved(path).seats == "Insurgents: Played by the rules, Coalition: Person"  # the save knows it too


def test_the_first_start_asks_once_whether_anything_shall_be_heard(store, qtbot, monkeypatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(Sounds, "has_loudness", True)
    monkeypatch.setattr(Sounds, "play", lambda self, kind: heard.append(kind) if store.now.loudness.get(kind) else None)
    window = StartWindow(store)
    qtbot.addWidget(window)
    window.show()
    assert window.sound_question.isVisible()
    for button in window.sound_question.findChildren(QPushButton):
        if button.text() == "Softly":
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert heard == ["counters"]
    assert 0 < store.now.loudness["dice"] < 50
    assert not window.sound_question.isVisible()
    again = StartWindow(store)
    qtbot.addWidget(again)
    again.show()
    assert not again.sound_question.isVisible()
