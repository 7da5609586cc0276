"""The words of the window in the player's language, and numbers and dates as he writes them.

Every word that common/gui shows goes through here; what comes from a game (prompts, journal, rules, names) is data and
does not. The source text is English and a literal, so that `five-fronts words` finds it:

    tr("Undo: {what}", what=name)             a text; numbers among the values are written by locale
    trn("{n} unit", "{n} units", count)       a text that counts; a translation has as many forms as its language
    LABELS = (word("Looks"), word("Play"))    a constant is only marked, and translated by `tr(LABELS[0])` when shown
    number(2.5), percent(0.25), date(when)    for the eye only: what goes into a file is written without them

A translation is `<locale>.yaml` in assets/words or in the folder "words" beside the saved games.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QCoreApplication, QDate, QLibraryInfo, QLocale, QTime, QTranslator

from common.data import ROOT, DataError, converted, document
from common.gui.kit.plurals import FORMS, form_of

SYSTEM, ENGLISH, PSEUDO = "system", "en", "qps"
FOLDER = ROOT / "assets" / "words"
Entry: TypeAlias = str | dict[str, str]  # one text, or a text for each plural form
_GAP = re.compile(r"\{(\w+)\}")
_LETTERS = re.compile(r"\{\w+\}|<[^>]*>|&\w+;|[^{<&]+|.", re.DOTALL)
_LONGER = re.compile(r"[A-Za-z]+")
_ACCENTS = str.maketrans(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "ÂƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŘŠŢÛṼŴẊÝŽåƀçđéƒĝĥîĵķļɱñöþǫřšţûṽŵẋýž"
)


class _CurrentLanguage:
    """The language in use; held here so that no module keeps its own copy."""

    name: str = ENGLISH
    locale: QLocale = QLocale("en_GB")
    words: dict[str, Entry] = {}
    form: Callable[[int], str] = staticmethod(form_of(ENGLISH))
    translator: QTranslator | None = None  # of Qt's own dialogs


# Words


def word(text: str) -> str:
    """Mark a constant for translation; it is translated where it is shown."""
    return text


def tr(text: str, /, **values: object) -> str:
    """The text in the player's language with its gaps filled."""
    found = _CurrentLanguage.words.get(text, text)
    if isinstance(found, dict):
        found = found["other"]
    return _fill(pseudo(found) if _CurrentLanguage.name == PSEUDO else found, values)


def trn(one: str, many: str, n: int, /, **values: object) -> str:
    """The text for so many things; `{n}` is their number."""
    found = _CurrentLanguage.words.get(many) or (one if n == 1 else many)
    if isinstance(found, dict):
        found = found.get(_CurrentLanguage.form(n)) or found["other"]
    return _fill(pseudo(found) if _CurrentLanguage.name == PSEUDO else found, {"n": n, **values})


def _fill(text: str, values: dict[str, object]) -> str:
    if not values:
        return text
    return _GAP.sub(lambda gap: _written(values[gap[1]]) if gap[1] in values else gap[0], text)


def _written(value: object) -> str:
    plain = isinstance(value, bool) or not isinstance(value, int | float)
    return str(value) if plain else number(value)  # type: ignore[arg-type]


def pseudo(text: str) -> str:
    """A text as in a language nobody speaks: accents on every letter, brackets around it, words a third longer."""
    parts = [part if part[0] in "{<&" else _LONGER.sub(_stretch, part) for part in _LETTERS.findall(text)]
    return f"[{''.join(parts)}]"


def _stretch(word: re.Match[str]) -> str:
    return word[0].translate(_ACCENTS) + "~" * max(1, round(len(word[0]) * 0.4))


# Figures


@lru_cache(8192)
def strip_accents(text: str) -> str:
    """A text as somebody types it who looks for it: small letters without accents."""
    parts = unicodedata.normalize("NFD", text.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))


def number(value: float, places: int | None = None) -> str:
    """A number; `places` are its decimals, as many as needed if not given."""
    if isinstance(value, int):
        return (
            str(value)
            if 0 <= value < 1000 and _CurrentLanguage.locale.zeroDigit() == "0"
            else _CurrentLanguage.locale.toString(value)
        )
    if places is None:
        return _CurrentLanguage.locale.toString(float(value), "g", 12)
    return _CurrentLanguage.locale.toString(float(value), "f", places)


def percent(share: float, places: int = 0) -> str:
    """A share of one in per cent."""
    return tr("{n} %", n=number(100.0 * share, places))


def date(when: datetime) -> str:
    """A day."""
    return _CurrentLanguage.locale.toString(QDate(when.year, when.month, when.day), QLocale.FormatType.ShortFormat)


def time(when: datetime) -> str:
    """The hour and minute of a day."""
    return _CurrentLanguage.locale.toString(QTime(when.hour, when.minute), QLocale.FormatType.ShortFormat)


# Languages


def language() -> str:
    """The name of the language in use."""
    return _CurrentLanguage.name


def languages(own: Path | None = None) -> dict[str, str]:
    """The languages there are files for, each with its own name for itself."""
    names = sorted({path.stem for folder in _folders(own) for path in folder.glob("*.yaml")})
    return {name: _own_name(QLocale(name)) for name in names if QLocale(name).language() != QLocale.Language.C}


def use(choice: str, own: Path | None = None) -> str:
    """Speak a language from now on; what is wrong with its file is told in one line, and English spoken."""
    trouble, words = "", {}
    name = _chosen(choice, own)
    path = _file_of(name, own)
    if path is not None:
        try:
            words = read(path)
        except DataError as error:
            name, trouble = ENGLISH, str(error)
    _CurrentLanguage.name, _CurrentLanguage.words, _CurrentLanguage.locale = name, words, _locale_of(name, choice)
    _CurrentLanguage.form = staticmethod(form_of(name))
    QLocale.setDefault(_CurrentLanguage.locale)
    _translate_qt(_CurrentLanguage.locale if words else QLocale(ENGLISH))
    return trouble


def read(path: Path) -> dict[str, Entry]:
    """A file of translations; texts that are still empty are left out."""
    data, mark = document(path)
    entries = converted(data, mark, dict[str, Entry])
    for source, entry in entries.items():
        wrong = _what_is_wrong(source, entry)
        if wrong:
            at = mark.inner[source]
            raise DataError(at.file, at.line, source, wrong)
    full = {source: entry if isinstance(entry, str) else _said(entry) for source, entry in entries.items()}
    return {source: entry for source, entry in full.items() if entry}


def _said(forms: dict[str, str]) -> dict[str, str]:
    said = {form: text for form, text in forms.items() if text}
    return said if "other" in said else {}


def _what_is_wrong(source: str, entry: Entry) -> str:
    if isinstance(entry, dict):
        strange = [form for form in entry if form not in FORMS]
        if strange:
            return f"{strange[0]!r} is no plural form; there are: {', '.join(FORMS)}"
        if "other" not in entry:
            return "the plural form 'other' is missing"
    gaps = set(_GAP.findall(source)) | {"n"}
    for text in [entry] if isinstance(entry, str) else entry.values():
        unknown = [gap for gap in _GAP.findall(text) if gap not in gaps]
        if unknown:
            return f"{{{unknown[0]}}} is not in the source text"
    return ""


def _folders(own: Path | None) -> list[Path]:
    return [folder for folder in (own, FOLDER) if folder is not None and folder.is_dir()]


def _file_of(name: str, own: Path | None) -> Path | None:
    tries = [folder / f"{name}.yaml" for folder in _folders(own)]
    return next((path for path in tries if path.is_file()), None)


def _chosen(choice: str, own: Path | None) -> str:
    """The name of the language a choice stands for: the first of the desktop's that there is a file for."""
    wanted: Iterable[str] = (choice,)
    if choice == SYSTEM:
        wanted = (name.replace("-", "_") for name in QLocale.system().uiLanguages())
    for name in wanted:
        if name in (ENGLISH, PSEUDO) or _file_of(name, own) is not None:
            return name
    return ENGLISH


def _locale_of(name: str, choice: str) -> QLocale:
    """How numbers and dates are written: as on this desktop where it speaks that language or is to be followed."""
    here = QLocale.system()
    if name == PSEUDO or (name == ENGLISH and here.language() == QLocale.Language.C):
        return QLocale("en_GB")
    if choice == SYSTEM or here.language() == QLocale(name).language():
        return here
    return QLocale("en_GB" if name == ENGLISH else name)


def _own_name(locale: QLocale) -> str:
    name = locale.nativeLanguageName()
    return name[:1].upper() + name[1:]


def _translate_qt(locale: QLocale) -> None:
    """Qt's own dialogs speak the same language where Qt knows it."""
    app = QCoreApplication.instance()
    if _CurrentLanguage.translator is not None:
        QCoreApplication.removeTranslator(_CurrentLanguage.translator)
        _CurrentLanguage.translator = None
    if app is None or locale.language() == QLocale.Language.English:
        return
    translator = QTranslator(app)
    if translator.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        QCoreApplication.installTranslator(translator)
        _CurrentLanguage.translator = translator
