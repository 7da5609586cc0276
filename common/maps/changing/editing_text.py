"""A YAML text that follows its data: a change of a value touches the letters of that value and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import yaml

from common.data import DataError, Mark, parsed_text

WIDTH = 120  # columns after which a list goes on in the next line
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_PLAIN = re.compile(r"[^\W\d][\w .'/()+-]*")


class EditError(ValueError):
    """A change that the text cannot follow; the reason is one line."""


class Splice(NamedTuple):
    """The letters from `start` to `end` become `new`."""

    start: int
    end: int
    new: str


def revise(text: str, name: str, old: Any, new: Any) -> tuple[str, Any, Mark]:
    """The text of `old` changed so that it says `new`, and that text read: comments, order and all else stay."""
    root = yaml.compose(text, Loader=_LOADER)
    result, newline = text, "\r\n" if "\r\n" in text else "\n"
    for splice in sorted(_Scribe(text).revise(root, old, new, None), reverse=True):
        result = result[: splice.start] + splice.new.replace("\n", newline) + result[splice.end :]
    try:
        data, mark = parsed_text(result, name)
    except DataError as error:
        raise EditError(f"{name}:{error.line}: this cannot be changed here; change it in the text") from None
    if data != new:
        raise EditError(f"{name}: this cannot be changed here without changing more; change it in the text")
    return result, data, mark


def difference(old: str, new: str) -> Splice:
    """The one stretch in which two texts differ."""
    start = _alike(old, new)
    rest = min(len(old), len(new)) - start
    back = _alike(old[::-1][:rest], new[::-1][:rest])
    return Splice(start, len(old) - back, new[start : len(new) - back])


def _alike(a: str, b: str) -> int:
    """How many letters two texts have in common from the beginning."""
    low, high = 0, min(len(a), len(b))
    while low < high:
        middle = (low + high + 1) // 2
        if a[:middle] == b[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def span_of(text: str, steps: Sequence[str | int]) -> tuple[int, int]:
    """Where the value at the end of these steps stands in a text, or the nearest one above it."""
    node = yaml.compose(text, Loader=_LOADER)
    for step in steps:
        if isinstance(node, yaml.MappingNode):
            inner = next((value for key, value in node.value if key.value == str(step)), None)
        elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
            inner = node.value[step]
        else:
            inner = None
        if inner is None:
            break
        node = inner
    return (node.start_mark.index, _tail(node)) if node is not None else (0, 0)


# --- writing values ---------------------------------------------------------------------------------------


def scalar(value: Any, quoted: bool = False) -> str:
    """One value as YAML reads it back."""
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, (int, float)):
        return repr(int(value) if isinstance(value, float) and value.is_integer() else value)
    text = str(value)
    if not quoted and _PLAIN.fullmatch(text) and text == text.strip() and parsed_text(f"[{text}]", "")[0] == [text]:
        return text
    return json.dumps(text, ensure_ascii=False)


def flow(value: Any, column: int = 0) -> str:
    """A value on one line, or on several from this column where it is too long."""
    if isinstance(value, dict):
        parts, ends = [_pair(key, inner, column + 1) for key, inner in value.items()], "{}"
    elif isinstance(value, (list, tuple)):
        parts, ends = [flow(inner, column + 1) for inner in value], "[]"
    else:
        return scalar(value)
    return ends[0] + _join(parts, column + 1, column + 1) + ends[1]


def _pair(key: Any, value: Any, column: int) -> str:
    head = f"{scalar(key)}: "
    return head + flow(value, column + len(head))


def block(value: Any, column: int = 0) -> str:
    """A value below its key, as a person writes it: groups and long things in lines of their own, small ones in one.

    Begins with the blank or the new line that follows the colon.
    """
    if isinstance(value, dict) and value and not _is_small(value, column):
        return "\n" + "\n".join(
            f"{' ' * column}{scalar(key)}:{block(inner, column + 2)}" for key, inner in value.items()
        )
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return "\n" + "\n".join(block_item(item, column) for item in value)
    return " " + flow(value, column + 2)


def block_item(value: Any, column: int) -> str:
    """One line or one block of a list, with its dash."""
    if isinstance(value, dict) and value and not _is_small(value, column):
        lines = [f"{scalar(key)}:{block(inner, column + 4)}" for key, inner in value.items()]
        return " " * column + "- " + f"\n{' ' * (column + 2)}".join(lines)
    return f"{' ' * column}- {flow(value, column + 2)}"


def _is_small(value: dict[Any, Any], column: int) -> bool:
    """Whether a mapping stays on one line: an entry does, a group with a source or entries does not."""
    if value.keys() & {"source", "entries", "rows", "polygon"} and not ("check" in value or len(value) <= 1):
        return False
    return "\n" not in flow(value, column + 2) and len(flow(value, 0)) + column <= WIDTH


def _join(parts: Iterable[str], column: int, indent: int) -> str:
    """Parts with commas; a part that passes the margin begins a new line."""
    text = ""
    for number, part in enumerate(parts):
        first = len(part.splitlines()[0]) if part else 0
        if number and column + 2 + first > WIDTH:
            text, column = f"{text},\n{' ' * indent}", indent
        elif number:
            text, column = f"{text}, ", column + 2
        text += part
        column = column + len(part) if "\n" not in part else len(part.rsplit("\n", 1)[1])
    return text


# --- following changes ------------------------------------------------------------------------------------


def _tail(node: Any) -> int:
    """Where the last letter of a value ends; a block's own mark lies behind comments that follow it."""
    while isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        node = last[1] if isinstance(node, yaml.MappingNode) else last
    return int(node.end_mark.index)


def _steps(old: list[str], new: list[str], plain: bool) -> list[tuple[str, int, int, int, int]]:
    """How one list becomes another; figures and words of lists that are as long change where they stand."""
    if plain and len(old) == len(new):
        return [("replace", 0, len(old), 0, len(new))]
    return list(SequenceMatcher(None, old, new, autojunk=False).get_opcodes())


class _Scribe:
    """Finds the splices that bring a text in line with new data."""

    def __init__(self, text: str) -> None:
        self.text = text

    def revise(self, node: Any, old: Any, new: Any, slot: int | None) -> Iterator[Splice]:
        """What changes in a value; `slot` is the place behind the colon where it may begin anew."""
        if old == new and type(old) is type(new):
            return
        if isinstance(old, dict) and isinstance(new, dict) and new:
            yield from self._mapping(node, old, new)
        elif isinstance(old, list) and isinstance(new, list) and new and old:
            yield from self._list(node, old, new)
        else:
            yield self._replace(node, new, slot)

    def _replace(self, node: Any, new: Any, slot: int | None) -> Splice:
        is_block = isinstance(node, yaml.CollectionNode) and not node.flow_style
        if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
            line = node.start_mark.line + 1
            raise EditError(f"line {line}: a text block (| or >) cannot be changed here; change it in the text")
        start = node.start_mark.index
        if slot is not None and _is_empty(node) and isinstance(new, list) and any(isinstance(i, dict) for i in new):
            return Splice(slot, node.end_mark.index, block(new, self._indent(slot) + 2))
        if is_block or start == node.end_mark.index:
            if slot is None:
                raise EditError(f"line {node.start_mark.line + 1}: change this in the text")
            return Splice(slot, _tail(node) if is_block else slot, " " + flow(new, self._column(slot) + 1))
        quoted = isinstance(node, yaml.ScalarNode) and node.style in ("'", '"') and isinstance(new, str)
        return Splice(start, node.end_mark.index, scalar(new, True) if quoted else flow(new, self._column(start)))

    def _mapping(self, node: Any, old: dict[Any, Any], new: dict[Any, Any]) -> Iterator[Splice]:
        if list(old) != list(new) and list(old.values()) == list(new.values()):
            for (before, after), (name, _) in zip(zip(old, new, strict=True), node.value, strict=True):
                if before != after:
                    quoted = name.style in ("'", '"') and isinstance(after, str)
                    yield Splice(name.start_mark.index, name.end_mark.index, scalar(after, quoted))
            return
        pairs = dict(zip(old, node.value, strict=True))
        kept = [key in new for key in old]
        for key, (name, value) in pairs.items():
            if key in new:
                yield from self.revise(value, old[key], new[key], self.text.index(":", name.end_mark.index) + 1)
        spans = [(name.start_mark.index, _tail(value)) for name, value in node.value]
        added = [(key, new[key]) for key in new if key not in old]
        if node.flow_style:
            yield from self._cut(spans, kept)
            self._need(any(kept) or not added or not spans, node)
            last = max((end for (_, end), stays in zip(spans, kept, strict=True) if stays), default=None)
            yield from self._flow_insert(node, last, [_pair(key, value, 0) for key, value in added])
        else:
            yield from self._block_cut(spans, kept, node)
            yield from self._add_keys(list(old), new, spans)

    def _add_keys(self, old: list[Any], new: dict[Any, Any], spans: list[tuple[int, int]]) -> Iterator[Splice]:
        """New keys of a block, each behind the one it follows in the data; the first ones before all others."""
        column, before = self._column(spans[0][0]), None
        waiting: dict[int | None, list[str]] = {}
        for key, value in new.items():
            if key in old:
                before = old.index(key)
                continue
            text = block(value, column + 2)
            gap = "\n" if column == 0 and "\n" in text else ""  # a section of the file stands by itself
            quoted = scalar(key, isinstance(key, str) and key.isdigit())
            waiting.setdefault(before, []).append(f"{gap}{' ' * column}{quoted}:{text}")
        for n, lines in waiting.items():
            start = self._line_start(spans[0][0])
            if n is not None:
                yield self._line_after(spans[n][1], "\n".join(lines))
            elif self.text[start : spans[0][0]].strip():  # behind a dash there is no line to put it before
                yield self._line_after(spans[-1][1], "\n".join(lines))
            else:
                yield Splice(start, start, "".join(line + "\n" for line in lines))

    def _list(self, node: Any, old: list[Any], new: list[Any]) -> Iterator[Splice]:
        spans = [(item.start_mark.index, _tail(item)) for item in node.value]
        kept = [True] * len(old)
        inserts: list[tuple[int, list[Any]]] = []  # in front of which old item
        keys = [repr(item) for item in old], [repr(item) for item in new]
        for what, a, b, c, d in _steps(*keys, plain=not any(isinstance(item, dict) for item in old)):
            if what == "equal":
                continue
            both = min(b - a, d - c)
            for i in range(both):
                yield from self.revise(node.value[a + i], old[a + i], new[c + i], None)
            for i in range(a + both, b):
                kept[i] = False
            if c + both < d:
                inserts.append((a + both, new[c + both : d]))
        yield from self._cut(spans, kept) if node.flow_style else self._block_cut(self._find_dashes(spans), kept, node)
        for at, values in inserts:
            before = max((i for i in range(at) if kept[i]), default=None)
            if node.flow_style:
                self._need(any(kept), node)
                end = spans[before][1] if before is not None else None
                yield from self._flow_insert(node, end, [flow(value) for value in values])
            else:
                yield self._block_insert(spans, before, values)

    def _need(self, fine: bool, node: Any) -> None:
        if not fine:
            raise EditError(f"line {node.start_mark.line + 1}: change this in the text")

    # flow

    def _cut(self, spans: Sequence[tuple[int, int]], kept: Sequence[bool]) -> Iterator[Splice]:
        """Take items and their commas out of a list in brackets."""
        i = 0
        while i < len(spans):
            if kept[i]:
                i += 1
                continue
            j = i
            while j < len(spans) and not kept[j]:
                j += 1
            if i:
                yield Splice(spans[i - 1][1], spans[j - 1][1], "")
            else:
                yield Splice(spans[0][0], spans[j][0] if j < len(spans) else spans[-1][1], "")
            i = j

    def _flow_insert(self, node: Any, end: int | None, parts: list[str]) -> Iterator[Splice]:
        """Put items into brackets behind the one that ends at `end`, or at the front."""
        if not parts:
            return
        first = node.value[0] if node.value else None
        head = first[0] if isinstance(first, tuple) else first
        begin = node.start_mark.index + 1 if head is None else head.start_mark.index
        indent = self._column(begin)
        if end is None:
            yield Splice(begin, begin, _join(parts, indent, indent) + ("" if head is None else ", "))
        else:
            yield Splice(end, end, _join(["", *parts], self._column(end), indent))

    # block

    def _find_dashes(self, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """The spans of block items with their dashes."""
        return [(self.text.rindex("-", 0, start), end) for start, end in spans]

    def _block_cut(self, spans: Sequence[tuple[int, int]], kept: Sequence[bool], node: Any) -> Iterator[Splice]:
        """Take whole lines out; a key that stands behind a dash gives its place to the next one."""
        self._need(any(kept) or not spans, node)
        for i, (start, end) in enumerate(spans):
            if kept[i]:
                continue
            line = self._line_start(start)
            if self.text[line:start].strip():
                self._need(i + 1 < len(spans) and kept[i + 1], node)
                yield Splice(start, spans[i + 1][0], "")
            else:
                yield Splice(line, self._line_end(end), "")

    def _block_insert(self, spans: Sequence[tuple[int, int]], before: int | None, values: list[Any]) -> Splice:
        dash = self._find_dashes(spans)[0][0]
        column = self._column(dash)
        lines = [block_item(value, column) for value in values]
        if before is not None:
            return self._line_after(spans[before][1], "\n".join(lines))
        at = self._line_start(dash)
        return Splice(at, at, "".join(line + "\n" for line in lines))

    def _line_after(self, end: int, text: str) -> Splice:
        at = self._line_end(end)
        ended = at > 0 and self.text[at - 1] == "\n"
        return Splice(at, at, f"{text}\n" if ended else f"\n{text}")

    # places

    def _line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def _line_end(self, at: int) -> int:
        found = self.text.find("\n", at)
        return len(self.text) if found < 0 else found + 1

    def _column(self, at: int) -> int:
        return at - self._line_start(at)

    def _indent(self, at: int) -> int:
        """The column of the key of a line, behind a dash if there is one."""
        line = self.text[self._line_start(at) : at]
        return len(line) - len(line.lstrip(" -"))


def _is_empty(node: Any) -> bool:
    return isinstance(node, yaml.CollectionNode) and not node.value
