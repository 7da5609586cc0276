"""No word that a player reads is written in common/gui without going through tr: found in the source itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.cli.translations import CALLS, GUI

MODULES = sorted(GUI.rglob("*.py"))
ALONE = """
setText setToolTip setWindowTitle setPlaceholderText setAccessibleName setAccessibleDescription setStatusTip
setWhatsThis setSpecialValueText setSuffix setPrefix setInformativeText setTitle addSection addMenu addAction
addItem addRow addButton QLabel QPushButton QCheckBox QRadioButton QGroupBox QMenu QAction QToolButton QDockWidget
QListWidgetItem QTableWidgetItem setHorizontalHeaderLabels label rich tell told message noticed trouble
Section Offer Slot
"""
SHOWN = {  # what puts a text before the player's eyes or ears, and in which places it takes one
    **dict.fromkeys(ALONE.split(), (0,)),
    **dict.fromkeys(("addTab", "setTabText", "setItemText", "IconButton", "set_icon", "showText", "Refusal"), (1,)),
    **dict.fromkeys(("getOpenFileName", "getSaveFileName", "getExistingDirectory", "ask_save_name"), (1, 3)),
    **dict.fromkeys(("getText", "getMultiLineText", "Row"), (0, 1, 2)),
    **dict.fromkeys(("QMessageBox", "QProgressDialog", "confirm", "drawText", "draw_pill"), (0, 1, 2, 3, 4, 5)),
    "button": (0, 2),
    "spin": (3,),
}
MARKUP = re.compile(r"<[^<>]*>|&\w+;|[\w .-]+:[^;{}]*;|[\w .,-]*\{|\}|^[^<]*\">|<[^>]*$|^[^<>]*>")
NAMED = r"\S|F\d+|Home|End|Esc|Enter|Return|Space|Tab|Backspace|PgUp|PgDown|Right"
KEYS = re.compile(rf"\W*(?:(?:Ctrl|Alt|Shift)\+)*(?:{NAMED})\W*")
WORDS = re.compile(r"[A-Za-z]{2,} +[A-Za-z]+|\b[A-Z][a-z]{2,}")
DATA = {
    # a name is a name in every language
    "Five Fronts": "the program's name",
    "English": "a language calls itself by its own name",
    # kept in the saved game, which is the same in every language
    "\0 was played.": "a remark in the save",
    "Bookmark, turn \0": "a remark in the save",
    "Taken back\0: \0, although \0.": "a remark in the save",
    " by agreement": "part of a remark in the save",
    "\0. Weighed besides: \0.": "a remark in the save",
    "one action": "part of a remark in the save",
    "\0 actions": "part of a remark in the save",
    # not for the eye
    "--- the game, readable by five-fronts ---": "in a report of a fault",
    "\0, Python \0, PySide6 \0, msgspec \0, \0 \0": "in a report of a fault",
    "Fusion": "a style of Qt",
    "River": "the name of the first river, written into the map file",
    "Point": "a word of GeoJSON",
    "MultiPoint": "a word of GeoJSON",
    "LineString": "a word of GeoJSON",
    "MultiLineString": "a word of GeoJSON",
    "Polygon": "a word of GeoJSON",
    "MultiPolygon": "a word of GeoJSON",
    "bold italic": "a value in the map file",
    "Letter": "the name of a paper",
    "AppData": "a folder",
    "Roaming": "a folder",
    "Local": "a folder",
    "Library": "a folder",
    "Preferences": "a folder",
    "Application Support": "a folder",
    "Caches": "a folder",
}
NOT_SHOWN = {  # modules and constants without words for the player
    "stylesheet": "a style sheet",
    "plurals": "names of languages",
    "icons": "drawings",
    "guide_pages": "pages of the documents, which are English",
    "faces": "names of typefaces and their files",
    "screenshots": "names of pictures",
    "language": "what is wrong with a file, told with the English it is about",
    "demo": "the command line",
}
CONSTANTS = {"SANS", "MONO", "SERIF", "STYLE", "WHOLE", "RESERVED", "SYSTEM", "_ACCENTS"}
UNREAD = {
    *CALLS,
    "setObjectName",
    "setProperty",
    "setStyleSheet",
    "QFont",
    "QColor",
    "QKeySequence",
    "compile",
    "setStyle",
    "ArgumentParser",
    "add_argument",
    "DataError",
    "setDesktopFileName",
    "getattr",
    "import_module",
    "Path",
    "TypeVar",
}


def name_of(call: ast.Call) -> str:
    """What is called, without what it belongs to; a signal by its own name."""
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr == "emit":
        func = func.value
    return func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")


def literals(node: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """The texts an expression can come to, with \\0 for what is filled in; what a call makes is its own affair."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node, node.value
    elif isinstance(node, ast.JoinedStr):
        yield node, "".join(part.value if isinstance(part, ast.Constant) else "\0" for part in node.values)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from literals(part.value)
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)
    elif isinstance(node, (ast.BinOp, ast.BoolOp, ast.Tuple, ast.List)):
        for child in ast.iter_child_nodes(node):
            yield from literals(child)


def bare(text: str) -> str:
    """A text without its markup."""
    return MARKUP.sub(" ", text)


def unspoken(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts given to something that shows them without being translated, down to single letters."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or name_of(call) not in SHOWN:
            continue
        places = SHOWN[name_of(call)]
        given = [call.args[at] for at in places if at < len(call.args)]
        given += [word.value for word in call.keywords if word.arg in ("tip", "text", "title")]
        for argument in given:
            for node, text in literals(argument):
                if re.search("[A-Za-z]{2}", bare(text)) and not KEYS.fullmatch(text):
                    yield getattr(node, "lineno", 0), text


def prose(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Everything else in a module that reads like English, wherever it goes afterwards."""
    unread: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node) in UNREAD:
            unread |= {below for argument in node.args for below in ast.walk(argument)}
            unread |= {below for argument in node.keywords for below in ast.walk(argument)}
        elif isinstance(node, ast.Compare):
            unread |= set(ast.walk(node))
        elif isinstance(node, ast.Subscript):
            unread |= set(ast.walk(node.slice))
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            unread.add(node.value)
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in CONSTANTS:
            unread |= set(ast.walk(node))
        elif isinstance(node, ast.JoinedStr):
            unread |= {part for part in node.values if isinstance(part, ast.Constant)}
    for node in ast.walk(tree):
        if node not in unread and isinstance(node, (ast.Constant, ast.JoinedStr)):
            _, text = next(literals(node), (node, ""))
            if WORDS.search(bare(text)) and not KEYS.fullmatch(text):
                yield getattr(node, "lineno", 0), text


def unread_of(tree: ast.Module) -> Iterator[str]:
    """All texts of a module that ought to be translated and are not."""
    for line, text in sorted({*unspoken(tree), *prose(tree)}):
        if text not in DATA:
            yield f"{line}: {text!r}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_word_goes_through_tr(path: Path) -> None:
    if path.stem not in NOT_SHOWN:
        assert list(unread_of(ast.parse(path.read_text(encoding="utf-8")))) == []


@pytest.mark.parametrize(
    "line",
    [
        'widget.setText("Go on")',
        'widget.setToolTip(f"{n} units")',
        'button("ok", "main")',
        'row.addTab(page, "looks")',
        'QPushButton("Close")',
        'QAction(f"Undo: {what}", self)',
        'menu.addAction("&Go on")',
        'made = label("dice")',
        'self.prompt.tell(f"From {a} to {b}.")',
        'text = "Nothing yet." if done else ""',
        'x = f"<p>Nothing yet.</p>"',
        'painter.drawText(rect, flags, "now")',
        'TITLES = (("looks", "Looks"),)',
        'spin(1, 5, 2, " minutes")',
        'widget.setText("on " + name)',
        'IconButton("close", "hide it")',
        'return Refusal("1", "it is over")',
        'box.addItem("Deutsch" if a else "English words", 1)',
        'Row("way", where)',
        'self.message.emit("gone", "")',
    ],
)
def test_a_word_without_tr_is_found(line: str) -> None:
    assert list(unread_of(ast.parse(line)))


@pytest.mark.parametrize(
    "line",
    [
        'widget.setText(tr("Go on"))',
        "widget.setText(f\"{n} · {tr('Go on')}\")",
        'label(trn("{n} unit", "{n} units", 2))',
        'TITLES = (("looks", word("Looks")),)',
        'widget.setObjectName("page")',
        'label(text, "strong")',
        "x = f\"<p class='soft'>{words}</p>\"",
        'x = f"color: {ink}; font-size: 3px;"',
        'if kind == "A B": pass',
        'WindowCommand("new", "&New game", ("Ctrl+N",), "&Game")',
        'label(f"{value} %")',
        'QShortcut(QKeySequence("Ctrl+O"), self)',
    ],
)
def test_what_is_translated_or_not_read_is_let_be(line: str) -> None:
    assert list(unread_of(ast.parse(line))) == []
