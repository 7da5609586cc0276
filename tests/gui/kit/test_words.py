"""The words of the window: languages, plural forms, figures by locale, and the catalogue for translators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel

from common.bots import make_bot
from common.bots.thinker import Idea
from common.cli import main, translations
from common.data import DataError
from common.engine import Match, Seat
from common.gui.kit import language
from common.gui.kit.language import date, number, percent, pseudo, time, tr, trn
from common.gui.kit.plurals import FORMS, RULES, form_of
from common.gui.kit.settings import Store
from common.gui.kit.settings_dialog import SettingsDialog
from common.gui.session.game_record import SaveSummary, summary_path
from common.gui.session.session import Session
from common.gui.start.program import Program
from common.gui.start.saved_games import SavedGame
from common.gui.table.hint_popup import HintPopup, show_hints

GERMAN = """\
"Undo: {what}": "{what} rückgängig machen"
"Redo": ""
"{n} units": {one: "{n} Einheit", other: "{n} Einheiten"}
"{n} of {all} units": {one: "{n} von {all} Einheit", other: "{n} von {all} Einheiten"}
"""
POLISH = '"{n} units": {one: "{n} oddział", few: "{n} oddziały", many: "{n} oddziałów", other: "{n} oddziału"}\n'


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "de_DE.yaml").write_text(GERMAN, encoding="utf-8")
    (tmp_path / "pl.yaml").write_text(POLISH, encoding="utf-8")
    yield tmp_path
    language.use("en")


def test_english_fills_the_gaps() -> None:
    assert tr("Undo: {what}", what="Move") == "Undo: Move"
    assert tr("Undo: {what}", what="{other}", other="x") == "Undo: {other}"
    assert [trn("{n} unit", "{n} units", n) for n in (0, 1, 2)] == ["0 units", "1 unit", "2 units"]


def test_a_file_is_a_language(folder: Path) -> None:
    assert language.languages(folder) == {"de_DE": "Deutsch", "pl": "Polski"}
    assert language.use("de_DE", folder) == ""
    assert tr("Undo: {what}", what="Zug") == "Zug rückgängig machen"
    assert tr("Redo") == "Redo", "an empty translation leaves the English"
    assert tr("Never seen") == "Never seen"
    said = [trn("{n} unit", "{n} units", n) for n in (0, 1, 2)]
    assert said == ["0 Einheiten", "1 Einheit", "2 Einheiten"]
    assert trn("{n} of {all} unit", "{n} of {all} units", 1, all=3000) == "1 von 3.000 Einheit"


def test_a_language_has_its_own_plural_forms(folder: Path) -> None:
    language.use("pl", folder)
    said = [trn("{n} unit", "{n} units", n) for n in (0, 1, 2, 5, 12, 22)]
    assert said == ["0 oddziałów", "1 oddział", "2 oddziały", "5 oddziałów", "12 oddziałów", "22 oddziały"]


@pytest.mark.parametrize(
    ("locale", "forms"),
    [
        ("en", "other one other other other other other"),
        ("fr_FR", "one one other other other other other"),
        ("ja", "other other other other other other other"),
        ("ru", "many one few many many one few"),
        ("sr", "other one few other other one few"),
        ("cs", "other one few other other other other"),
        ("sl", "other one two other other other other"),
        ("lt", "other one few few other one few"),
        ("lv", "zero one other other zero one other"),
        ("ro", "few one few few few other other"),
        ("ar", "zero one two few many many many"),
        ("he", "other one two other other other other"),
    ],
)
def test_plural_rules_of_the_unicode_tables(locale: str, forms: str) -> None:
    assert [form_of(locale)(n) for n in (0, 1, 2, 5, 11, 21, 22)] == forms.split()


def test_every_rule_names_forms_only() -> None:
    assert {rule(n) for rule in RULES.values() for n in range(250)} <= set(FORMS)


def test_figures_follow_the_locale(folder: Path) -> None:
    when = datetime(2026, 3, 9, 18, 5)
    language.use("en")
    english = [number(12345), number(2.5), number(2.5, 2), percent(0.256, 1)]
    assert english == ["12,345", "2.5", "2.50", "25.6 %"]
    language.use("de_DE", folder)
    german = [number(12345), number(2.5), number(2.5, 2), percent(0.256, 1), date(when), time(when)]
    assert german == ["12.345", "2,5", "2,50", "25,6 %", "09.03.26", "18:05"]
    assert tr("{part} of {all}", part=1.5, all=2000) == "1,5 of 2.000"


def test_the_shelf_writes_figures_as_the_player_does(folder: Path) -> None:
    when = datetime(2026, 3, 9, 18, 5).astimezone()
    saved = SavedGame(folder / "x.jsonl", SaveSummary(game="nmc", turn=3, actions=1234), 5_000_000, when)
    language.use("en")
    assert f"{date(when)} {time(when)} · 1,234 actions · 4,882 kB" in saved.lines()
    language.use("de_DE", folder)
    assert "09.03.26 18:05 · 1.234 actions · 4.882 kB" in saved.lines()


def test_the_language_nobody_speaks_is_longer_and_leaves_the_gaps() -> None:
    made = pseudo("Undo: <b>{what}</b>")
    assert made == "[Ûñđö~~: <b>{what}</b>]"
    assert 1.35 <= len(pseudo("Play on from here")) / len("Play on from here") < 1.6
    language.use("qps")
    try:
        assert tr("Turn {turn}", turn="Alpha") == "[Ţûřñ~~ Alpha]"
        assert trn("{n} unit", "{n} units", 1) == "[1 ûñîţ~~]"
    finally:
        language.use("en")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('"Redo": "Wieder"\n"Undo": [1]\n', "x.yaml:2: Undo: expected"),
        ('"Undo {what}": "{was} zurück"\n', "x.yaml:1: Undo {what}: {was} is not in the source text"),
        ('"{n} units":\n  {eins: "a", other: "b"}\n', "x.yaml:2: {n} units: 'eins' is no plural form"),
        ('"{n} units": {one: "a"}\n', "x.yaml:1: {n} units: the plural form 'other' is missing"),
        ('"Redo": "a"\n"Redo": "b"\n', "x.yaml:2: duplicate key 'Redo', first on line 1"),
        ('"Redo": "a\n', "x.yaml:2: not YAML"),
        ("- Redo\n", "x.yaml:1: expected"),
    ],
)
def test_a_bad_file_gives_one_clear_line(tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "x.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        language.read(tmp_path / "x.yaml")
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_bad_file_leaves_english(folder: Path) -> None:
    (folder / "de_DE.yaml").write_text('"Redo": "Wieder"\n"Undo: {what}": "{was}"\n', encoding="utf-8")
    assert "de_DE.yaml:2: " in language.use("de_DE", folder)
    assert (tr("Redo"), language.language()) == ("Redo", "en")


def test_the_catalogue_is_a_file_to_begin_with(tmp_path: Path, capsys) -> None:
    path = tmp_path / "de.yaml"
    assert main(["words", "--out", str(path)]) == 0
    assert f"{len(translations.texts())} texts, 0 translated" in capsys.readouterr().out
    assert language.read(path) == {}
    path.write_text('"{n} %": "{n} Prozent"\n"Gone": "Weg"\n', encoding="utf-8")
    assert main(["words", "--out", str(path)]) == 0
    assert language.read(path) == {"{n} %": "{n} Prozent", "Gone": "Weg"}
    assert path.read_text(encoding="utf-8").splitlines()[-2:] == ["# no longer used", '"Gone": "Weg"']


def test_a_bad_file_is_not_overwritten(tmp_path: Path, capsys) -> None:
    path = tmp_path / "de.yaml"
    path.write_text("Redo: [", encoding="utf-8")
    assert main(["words", "--out", str(path)]) == 1
    assert ": not YAML" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "Redo: ["


def test_the_language_is_a_setting_and_is_spoken_at_once(qtbot, store: Store) -> None:
    store.places.words.mkdir(parents=True)
    (store.places.words / "de.yaml").write_text('"New game": "Neues Spiel"\n', encoding="utf-8")
    program = Program(store)
    try:
        program.start()
        qtbot.addWidget(program.launcher)
        dialog = SettingsDialog(store)
        qtbot.addWidget(dialog)
        box = next(box for box in dialog.findChildren(QComboBox) if box.findData("de") >= 0)
        assert box.itemText(box.findData("de")) == "Deutsch"
        box.setFocus()
        QTest.keyClicks(box, "Deutsch")
        assert store.now.language == "de"
        assert "Neues Spiel" in [each.text() for each in program.launcher.findChildren(QLabel)]
    finally:
        language.use("en")


def test_an_open_table_speaks_the_new_language_and_the_game_goes_on(qtbot, store: Store) -> None:
    """U22: at once, but not under the dialog in which it was chosen; what was undone can be done again."""
    store.places.words.mkdir(parents=True)
    (store.places.words / "de.yaml").write_text('"Inspector": "Übersicht"\n', encoding="utf-8")
    program = Program(store)
    try:
        table = program.begin("nmc", "", 7, {}, {"union": "human", "confederate": "human"})
        for _ in range(3):
            table.session.play(table.session.match.legal()[0])
        table.session.takeback.undo()
        table.resize(760, 640)
        position, path = table.session.match.hash(), table.path
        dialog = SettingsDialog(store, table)
        QTimer.singleShot(0, lambda: store.set(language="de"))
        QTimer.singleShot(50, lambda: (program.tables == [table] or pytest.fail("under the dialog"), dialog.accept()))
        dialog.exec()
        qtbot.waitUntil(lambda: bool(program.tables) and program.tables != [table])
        fresh = program.tables[0]
        assert fresh.inspector_dock.windowTitle() == "Übersicht"
        assert (fresh.size().toTuple(), fresh.path) == ((760, 640), path)
        assert fresh.session.match.hash() == position
        fresh.session.takeback.redo()
        assert fresh.session.length == 3
        assert Match.load(path).hash() == fresh.session.match.hash()
        fresh.close()
        qtbot.wait(1)
    finally:
        language.use("en")


def test_a_bad_file_is_told_in_the_start_window(qtbot, store: Store) -> None:
    store.places.words.mkdir(parents=True)
    (store.places.words / "de.yaml").write_text('"New game": [\n', encoding="utf-8")
    store.set(language="de")
    program = Program(store)
    program.start()
    qtbot.addWidget(program.launcher)
    assert "de.yaml:2: not YAML" in program.launcher.message.text()
    assert language.language() == "en"


def test_a_saved_game_is_the_same_in_every_language(lay, folder: Path) -> None:
    """Numbers, dates and words by locale are for the eye: the file does not know who played it."""
    written = []
    for locale in ("en", "de_DE", "qps"):
        language.use(locale, folder)
        table = lay("nmc", seed=7)
        session = table.session
        for count in range(12):
            session.play_for_bot([thought(session, count), thought(session, count + 50)])
        table.journal.bookmark()
        table.journal.set_note(session.length, "1,234.5")
        show_hints(table.map, table.hand, [thought(session, 99)], table.journal.refresh)
        QTest.mouseClick(table.map.findChildren(HintPopup)[-1].buttons[0], Qt.MouseButton.LeftButton)
        session.takeback.consent = lambda why: True
        session.takeback.back_to(2)
        session.close()
        assert table.path is not None
        raw = table.path.read_bytes() + summary_path(table.path).read_bytes()
        written.append(re.sub(rb'\d{4}-\d\d-\d\dT[\d:.]+Z|"c":"\w+"', b"", raw))  # when is not the language's affair
    assert b"Bookmark" in written[0] and b"was played" in written[0] and b"Weighed" in written[0]
    assert written[1] == written[0]
    assert written[2] == written[0]


def thought(session: Session, seed: int) -> Idea:
    """What a bot would do now, with a figure."""
    match = session.match
    chosen = make_bot("policy", match.game, match.to_act or "", seed).choose(Seat(match, match.to_act))
    return Idea(chosen.action, chosen.reason, 1234.5)
