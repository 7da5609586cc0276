"""Every text of the window that can be translated, read from the source of common/gui."""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from pathlib import Path

import msgspec

from common.data import ROOT

GUI = ROOT / "common" / "gui"
CALLS = {"tr": (0,), "word": (0,), "trn": (0, 1), "WindowCommand": (1, 3)}  # what takes texts, and in which places
COUNTS = "trn"
HEAD = """\
# The texts of Five Fronts. Save as <locale>.yaml (de.yaml, pt_BR.yaml) in assets/words, or in the folder "words" beside
# your saved games, write each translation after its text, and choose the language in the settings.
# What stands in {braces} is filled in: keep it, anywhere in the sentence. An empty translation leaves the English.
# Where things are counted there is a text for each plural form of the language: zero, one, two, few, many, other.
"""


class SourceText(msgspec.Struct, frozen=True):
    """A text of the source and where it is used first; `one` is its form for one thing where it counts."""

    text: str
    one: str
    place: str


def texts(folder: Path = GUI) -> dict[str, SourceText]:
    """All texts by what a translation files them under."""
    found: dict[str, SourceText] = {}
    for path in sorted(folder.rglob("*.py")):
        here = path.relative_to(folder.parent.parent).as_posix()
        for name, line, said in calls(ast.parse(path.read_text(encoding="utf-8"))):
            known = [text for text in said if text]
            if name == COUNTS and len(known) == 2:
                found.setdefault(known[1], SourceText(known[1], known[0], f"{here}:{line}"))
            elif name != COUNTS:
                for text in known:
                    found.setdefault(text, SourceText(text, "", f"{here}:{line}"))
    return found


def calls(tree: ast.AST) -> list[tuple[str, int, list[str | None]]]:
    """What translates or marks, with its line and texts in order; None for a text that is no literal."""
    found = [
        (node.func.id, node.lineno, [_literal(node.args[at]) for at in CALLS[node.func.id] if at < len(node.args)])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS
    ]
    return sorted(found, key=lambda call: call[1])


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def written(known: Mapping[str, str | dict[str, str]]) -> str:
    """The catalogue as YAML with the translations there are; those of texts that are gone come last."""
    found = texts()
    lines, module = [HEAD], ""
    for text in found.values():
        here = text.place.partition(":")[0]
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
