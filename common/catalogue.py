"""Every text of the window that can be translated, read from the source of common/gui."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from common.data import ROOT

GUI = ROOT / "common" / "gui"
CALLS = {"tr": 1, "word": 1, "trn": 2}  # the functions of common/gui/words.py and how many texts they take
HEAD = """\
# The texts of Five Fronts. Save as <locale>.yaml (de.yaml, pt_BR.yaml) in assets/words, or in the folder "words" beside
# your saved games, write each translation after its text, and choose the language in the settings.
# What stands in {braces} is filled in: keep it, anywhere in the sentence. An empty translation leaves the English.
# Where things are counted there is a text for each plural form of the language: zero, one, two, few, many, other.
"""


class Text(msgspec.Struct, frozen=True):
    """A text of the source and where it is used first; `one` is its form for one thing where it counts."""

    text: str
    one: str
    place: str


def texts(folder: Path = GUI) -> dict[str, Text]:
    """All texts by what a translation files them under."""
    found: dict[str, Text] = {}
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node, said in calls(tree):
            if all(said):
                place = f"{path.relative_to(folder.parent.parent).as_posix()}:{node.lineno}"
                text = Text(said[-1] or "", said[0] or "" if len(said) > 1 else "", place)
                found.setdefault(text.text, text)
    return found


def calls(tree: ast.AST) -> Iterator[tuple[ast.Call, list[str | None]]]:
    """The calls that translate or mark, with their texts; None for a text that is no literal."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            yield node, [_literal(argument) for argument in node.args[: CALLS[node.func.id]]]


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def written(known: Mapping[str, str | dict[str, str]]) -> str:
    """The catalogue as YAML with the translations there are; those of texts that are gone come last."""
    found = texts()
    lines, module = [HEAD], ""
    for text in found.values():
        here = text.place.rpartition(":")[0]
        if here != module:
            lines.append(f"\n# {here}")
            module = here
        if text.one:
            lines.append(f"# one: {json.dumps(text.one, ensure_ascii=False)}")
        empty: str | dict[str, str] = {"one": "", "other": ""} if text.one else ""
        lines.append(_line(text.text, known.get(text.text, empty)))
    gone = [_line(text, entry) for text, entry in known.items() if text not in found]
    return "\n".join([*lines, *(["\n# no longer used", *gone] if gone else []), ""])


def _line(text: str, entry: str | dict[str, str]) -> str:
    """One line of YAML: a text in quotes is written as in JSON."""
    if isinstance(entry, dict):
        forms = ", ".join(f"{form}: {json.dumps(said, ensure_ascii=False)}" for form, said in entry.items())
        return f"{json.dumps(text, ensure_ascii=False)}: {{{forms}}}"
    return f"{json.dumps(text, ensure_ascii=False)}: {json.dumps(entry, ensure_ascii=False)}"
