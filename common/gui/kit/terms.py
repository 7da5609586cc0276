"""Words of a game explained where they stand: whoever shows text finds them at a widget around it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from common.gui.kit.widgets import fold_tip

WORD = re.compile(r"[\w&()-]+")
MOST = 6  # lines of one tip
TERMS = "terms"  # the property of a window that knows the words of its game


def set_terms(window: QWidget, terms: Mapping[str, str]) -> None:
    """Let everything in a window explain these words."""
    window.setProperty(TERMS, dict(terms))


def terms_at(widget: QWidget | None) -> Mapping[str, str]:
    """The words known at a widget: those of the nearest window around it."""
    while widget is not None:
        found = widget.property(TERMS)
        if found:
            return dict(found)
        widget = widget.parentWidget()
    return {}


def explain_at(text: str, place: int, terms: Mapping[str, str]) -> str:
    """The explanation of the term that covers a place in a line of text, if there is one."""
    for term in sorted(terms, key=len, reverse=True):
        for found in re.finditer(_pattern(term), text):
            if found.start() <= place <= found.end():
                return fold_tip(f"{term}: {terms[term]}")
    return ""


def explain_all(text: str, terms: Mapping[str, str]) -> str:
    """A line for each abbreviation that a text uses."""
    used = [term for term in terms if term.isupper() and re.search(_pattern(term), text)]
    return "\n".join(f"{term}: {terms[term]}" for term in used[:MOST])


def _pattern(term: str) -> str:
    """A term as a whole word; only abbreviations are particular about capitals."""
    words = re.escape(term)
    flags = "" if any(letter.isupper() for letter in term[1:]) else "(?i)"
    return rf"{flags}(?<![\w]){words}(?![\w])"
