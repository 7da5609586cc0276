"""Paper: pages of the map, counter sheets measured in the PDF, reports that open offline, pictures without secrets."""

from __future__ import annotations

import gc
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from PySide6.QtCore import QMarginsF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from common.cli import main
from common.data import ROOT
from common.engine import Match, load_game
from common.gui.output import counter_sheets, render
from common.gui.output.counter_sheets import write_sheets
from common.gui.output.game_report import write_html, write_markdown
from common.gui.output.picture_dialog import ExportDialog
from common.gui.output.position_picture import EVERYTHING, draw_picture, make_sheet, write_picture
from common.gui.output.print_preview import Preview
from common.gui.output.printing import OVERLAP, PrintDialog, PrintRequest, paint_text, print_all
from tests.gui import pdf
from tests.gui.table.test_curtain import before_secret

INCH = 25.4


def in_the_box(game: str) -> int:
    """How many counters the data name."""
    units = yaml.safe_load((ROOT / game / "data" / "units.yaml").read_text(encoding="utf-8"))
    if game == "nmc":
        return int(units["counters"]["total"])
    return len(units["coalition"]["units"]) + sum(kind["count"] for kind in units["insurgent"]["types"])


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_backs_lie_behind_their_fronts_in_true_size(qapp, tmp_path: Path, game: str) -> None:
    """U51: measured in the file, every back is within 0.3 mm of its front, and as large as on the map."""
    path = tmp_path / "counters.pdf"
    loaded = load_game(game)
    count = write_sheets(loaded, path)
    sheets = pdf.pages(path)
    assert len(sheets) == count
    seen = 0
    for front, back in zip(sheets[::2], sheets[1::2]):
        size = max(width for _, _, width, _ in front.boxes)
        places = [
            {(round(x, 2), round(y, 2)) for x, y, w, h in page.boxes if abs(w - size) < 0.02 and abs(h - size) < 0.02}
            for page in (front, back)
        ]
        mirrored = sorted((round(front.width - x - size, 2), y) for x, y in places[1])
        assert len(places[0]) == len(places[1])
        for (x, y), (u, v) in zip(sorted(places[0]), mirrored):
            assert abs(x - u) < 0.3
            assert abs(y - v) < 0.3
        seen += len(places[0])
        cuts = [x for x, y, u, v in front.lines if abs(x - u) < 0.01]
        for x, _ in places[0]:
            assert min(abs(x - cut) for cut in cuts) < 0.05
            assert min(abs(x + size - cut) for cut in cuts) < 0.05
    assert seen == in_the_box(game)
    units = {"nmc": 58.0, "fallujah": 64.0}[game]  # of a hundredth of an inch, as on the map
    assert size == pytest.approx(units / 100 * INCH, abs=0.1)


def test_the_sheet_holds_what_the_box_holds() -> None:
    """The counter mix of the data, counted independently of the drawing."""
    from nmc.table import open_table

    pieces = open_table(load_game("nmc")).counters()
    names = [piece.name for piece in pieces]
    assert len(pieces) == 135
    assert sum("regulars" in name for name in names) == 14 + 6 + 4 + 5 + 4
    assert sum(int(piece.face.bottom) for piece in pieces if "cavalry" in piece.name) == 12 + 12 + 12 + 20 + 30
    assert {"Canby", "Sibley", "Chivington"} <= {piece.id for piece in pieces}


def test_counter_sheets_on_the_command_line(qapp, tmp_path: Path, capsys) -> None:
    assert main(["export-counters", "fallujah", str(tmp_path / "a.pdf")]) == 0
    assert (tmp_path / "a.pdf").stat().st_size > 10_000
    capsys.readouterr()
    for name in ("a.txt", "none/a.pdf"):
        assert main(["export-counters", "fallujah", str(tmp_path / name)]) != 0
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


def writer(path: Path) -> QPdfWriter:
    made = QPdfWriter(str(path))
    made.setResolution(300)
    made.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    made.setPageMargins(QMarginsF(10, 10, 10, 10), QPageLayout.Unit.Millimeter)
    return made


def test_the_map_takes_several_pages_with_overlap_and_a_rule(lay, tmp_path: Path) -> None:
    """U48: crop marks lie half an overlap inside, and the printed rule is five centimetres long."""
    table = lay("fallujah")
    device = writer(tmp_path / "map.pdf")
    count = print_all(table.picture_source, device, PrintRequest(percent=100))
    sheets = pdf.pages(tmp_path / "map.pdf")
    wide, high = (190 - OVERLAP * INCH) / INCH * 100, (277 - (OVERLAP + 0.3) * INCH) / INCH * 100
    columns, rows = -(-(3400 - OVERLAP * 100) // wide), -(-(2200 - OVERLAP * 100) // high)
    assert count == len(sheets) == columns * rows
    for page in sheets:
        rules = [abs(u - x) for x, y, u, v in page.lines if abs(y - v) < 0.01 and abs(abs(u - x) - 50) < 0.3]
        assert rules
        marks = {round(x, 1) for x, y, u, v in page.lines if abs(x - u) < 0.01}
        assert any(abs(x - (10 + OVERLAP / 2 * INCH)) < 0.3 for x in marks)


def test_one_page_and_the_other_parts(lay, tmp_path: Path) -> None:
    table = lay()
    table.session.play(table.session.gestures()[0].action)
    assert print_all(table.picture_source, writer(tmp_path / "one.pdf"), PrintRequest()) == 1
    for part in ("charts", "forces", "report"):
        only = PrintRequest(map=False, **{part: True})
        assert print_all(table.picture_source, writer(tmp_path / f"{part}.pdf"), only) >= 1
        assert (tmp_path / f"{part}.pdf").stat().st_size > 3000
    dialog = PrintDialog(table, table.picture_source, "game")
    dialog.percent.setValue(100)
    dialog.report.setChecked(True)
    assert dialog.read_request() == PrintRequest(True, 100, False, False, True)


@pytest.mark.parametrize(("lines", "pages"), [((30, 30), 1), ((60, 60, 60), 3), ((40, 150, 20), 5)])
def test_a_chart_is_not_parted_when_the_next_page_holds_it(qapp, tmp_path: Path, lines, pages: int) -> None:
    """Some seventy lines go on a page; what is longer than a page runs on, and what follows it begins another."""
    device = writer(tmp_path / "text.pdf")
    painter = QPainter(device)
    blocks = [f"<div>{'<br>'.join(['a line'] * count)}</div>" for count in lines]
    count = paint_text(blocks, device, painter, 0)
    painter.end()
    assert count == pages == len(pdf.pages(tmp_path / "text.pdf"))


class Links(HTMLParser):
    """Whatever a page would fetch, and what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs) -> None:
        self.fetched += [value for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_report_is_complete_and_opens_offline(lay, tmp_path: Path) -> None:
    """U52."""
    table = lay()
    for _ in range(3):
        table.session.play(table.session.gestures()[0].action)
    table.session.record.add("note", 2, "A <b>bold</b> plan & more")
    table.commands.groups.game.write_report(tmp_path / "report.html")
    page = Links()
    page.feed((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert len(page.fetched) == 1
    assert page.fetched[0].startswith("data:image/png;base64,")
    for entry in table.session.entries():
        assert entry.text in page.text
    assert "A <b>bold</b> plan & more" in page.text
    table.commands.groups.game.write_report(tmp_path / "report.md")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert text.startswith("# The New Mexico Campaign")
    assert "✎ A <b>bold</b> plan" in text
    assert all(entry.text in text for entry in table.session.entries())
    table.commands.groups.game.write_report(tmp_path / "none" / "report.md")
    assert "cannot be written" in table.prompt.news.text()


@pytest.mark.parametrize(("game", "save"), [("nmc", "nmc-draw"), ("fallujah", "fallujah-phantom_fury-1")])
def test_a_report_shows_the_dice_that_were_thrown(lay, game: str, save: str) -> None:
    """Pips for dice of six with what came up, numerals in a box for dice of ten."""
    table = lay(game, match=Match.load(ROOT / "tests" / "golden" / f"{save}.jsonl"))
    page = write_html(table.session)
    rolls = [roll for entry in table.session.entries() for roll in entry.rolls]
    boxed = [int(numeral) for numeral in re.findall(r'class="die">&nbsp;(\d+)&nbsp;<', page)]
    pips = ["⚀⚁⚂⚃⚄⚅".index(sign) + 1 for sign in re.findall("[⚀-⚅]", page)]
    thrown = [die for roll in rolls for die in roll.dice]
    assert len(thrown) > 50
    assert (boxed, pips) == ((thrown, []) if game == "nmc" else ([], thrown))


def test_a_report_tells_nobody_what_he_may_not_read(lay) -> None:
    from common.engine import Entry

    table = lay()
    secret = Entry("the mine lies in Glorieta", only=("union",), action=0)
    table.session.match.journal.entries.append(secret)
    assert table.session.viewer == "confederate"
    assert "mine lies" not in write_html(table.session) + write_markdown(table.session)


def test_a_report_keeps_the_reason_of_a_secret_decision_with_its_side(lay) -> None:
    match = before_secret()
    own, other = sorted(match.sides, key=lambda side: side != match.to_act)
    session = lay(match=match).session
    session.carry_out(match.legal()[0], ())
    session.record.add("reason", session.length, "The wagon is needed elsewhere.")
    for side, known in ((own, True), (other, False)):
        session._person, session.curtain = side, None
        assert ("needed elsewhere" in write_html(session)) == ("needed elsewhere" in write_markdown(session)) == known


def test_a_picture_shows_what_the_chosen_side_may_see(lay, qtbot, monkeypatch) -> None:
    """U49: the position comes from that side's view alone; anything more is announced."""
    table = lay()
    asked: list[object] = []
    game = table.session.match.game
    real = game.view
    monkeypatch.setattr(game, "view", lambda state, side: asked.append(side) or real(state, side))
    make_sheet(table.picture_source, seen_by="union")
    assert asked == ["union"]
    make_sheet(table.picture_source, seen_by=None)
    assert asked[1:] == [None]
    everything = {counter.piece.id for counter in make_sheet(table.picture_source, seen_by=EVERYTHING).layout.order}
    assert everything == {piece.id for piece in table.session.pieces()}  # nothing is hidden in this game
    dialog = ExportDialog(table, table.picture_source, "game")
    qtbot.addWidget(dialog)
    assert dialog.seen_by.currentData() == "confederate"
    assert dialog.warning.text() == ""
    dialog.seen_by.setCurrentIndex(dialog.seen_by.findData(EVERYTHING))
    assert "both sides hide" in dialog.warning.text()
    dialog.seen_by.setCurrentIndex(dialog.seen_by.findData("union"))
    assert "the other side hides" in dialog.warning.text()


def test_the_position_on_the_clipboard(lay) -> None:
    """U50."""
    table = lay()
    QTest.keyClick(table.map, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    text = QGuiApplication.clipboard().text()
    assert text.startswith("The New Mexico Campaign, 1862. Turn 1")
    for piece in table.session.pieces():
        assert f"{piece.space}: " in text
        assert piece.name in text
    QTest.keyClick(table.map, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    image = QGuiApplication.clipboard().image()
    assert max(image.width(), image.height()) == 1600
    assert image == draw_picture(table.picture_source, 1600).convertToFormat(image.format())


@pytest.mark.parametrize(("game", "wide"), [("nmc", False), ("fallujah", True)])
def test_the_paper_lies_as_the_map_does(lay, game: str, wide: bool) -> None:
    """A map that is to fit on one page has the longer side of the paper along its own."""
    dialog, seen = PrintDialog(table := lay(game), table.picture_source, "game"), []

    def look() -> None:
        preview = QApplication.activeModalWidget()
        assert isinstance(preview, Preview)
        QTimer.singleShot(0, preview.close)
        seen.append(preview.printer.pageLayout().orientation() == QPageLayout.Orientation.Landscape)

    QTimer.singleShot(0, look)
    dialog.preview()
    assert seen == [wide]


def test_the_preview_opens_and_shows_every_page(lay, tmp_path: Path) -> None:
    """The real dialog on the real printer object: it once fell over a printer nobody kept."""
    table = lay("nmc")
    dialog = PrintDialog(table, table.picture_source, "game")
    dialog.charts.setChecked(True)
    dialog.report.setChecked(True)
    seen: list[int] = []

    def look() -> None:
        preview = QApplication.activeModalWidget()
        assert isinstance(preview, Preview)
        QTimer.singleShot(0, preview.close)
        gc.collect()
        assert preview.focusWidget() is preview.go
        pages = preview.pages
        pages.updatePreview()
        seen.append(pages.pageCount())
        assert preview.page.text() == f"Page 1 of {seen[0]}" and not preview.back.isEnabled()
        QTest.mouseClick(preview.on, Qt.MouseButton.LeftButton)
        assert preview.page.text() == f"Page 2 of {seen[0]}" and preview.back.isEnabled()
        QTest.mouseClick(preview.wide, Qt.MouseButton.LeftButton)
        assert preview.printer.pageLayout().orientation() == QPageLayout.Orientation.Landscape
        seen.append(pages.pageCount())
        preview.write(tmp_path / "pages.pdf")

    QTimer.singleShot(0, look)
    dialog.preview()
    assert seen[0] >= 3
    assert seen[1] == len(pdf.pages(tmp_path / "pages.pdf")), "what is kept is what was shown"


def test_pages_that_cannot_be_written_are_told_and_leave_the_preview_open(lay, tmp_path: Path) -> None:
    table = lay("nmc")
    preview = Preview(table, table.store, "pages", lambda paper: print_all(table.picture_source, paper, PrintRequest()))
    preview.show()
    assert not preview.write(tmp_path / "no such folder" / "pages.pdf")
    assert preview.isVisible() and preview.trouble.isVisible()
    assert preview.trouble.text().startswith("pages.pdf cannot be written: ")
    assert preview.write(tmp_path / "pages.pdf") and len(pdf.pages(tmp_path / "pages.pdf")) == 1


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_a_picture_has_the_tokens_of_the_tracks(lay, game: str) -> None:
    """What stands on a printed track belongs to the position: its cell looks different with and without."""
    table = lay(game)
    sheet = make_sheet(table.picture_source)
    tokens = table.session.table.tokens(table.session.view)
    assert sheet.tokens == tuple(tokens)
    cell = sheet.places.cell(tokens[0].box, tokens[0].cell)
    assert cell is not None

    def drawn() -> QImage:
        image = QImage(80, 80, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.scale(80 / cell.width(), 80 / cell.height())
        painter.translate(-cell.topLeft())
        sheet.paint(painter, cell, 80 / cell.width())
        painter.end()
        return image

    with_it = drawn()
    sheet.tokens = ()
    assert drawn() != with_it


def test_the_pointer_says_that_a_picture_is_being_drawn(lay, tmp_path: Path, monkeypatch) -> None:
    """U29: copied, written, in a report and on counter sheets; and no longer than that."""
    shapes: list[Qt.CursorShape | None] = []

    def watch(place: object, name: str) -> None:
        draw = getattr(place, name)

        def watched(*parts, **more) -> None:
            cursor = QGuiApplication.overrideCursor()
            shapes.append(cursor and cursor.shape())
            draw(*parts, **more)

        monkeypatch.setattr(place, name, watched)

    watch(render.Sheet, "paint_position")
    watch(counter_sheets, "draw_counter")
    table = lay()
    for work in (
        table.commands.groups.game.copy_image,
        lambda: table.commands.groups.game.write_report(tmp_path / "report.html"),
        lambda: write_picture(table.picture_source, tmp_path / "map.svg"),
        lambda: table.commands.groups.game.write_counters(tmp_path / "counters.pdf"),
    ):
        shapes.clear()
        work()
        assert set(shapes) == {Qt.CursorShape.WaitCursor}
        assert QGuiApplication.overrideCursor() is None
