"""A map file being edited: its text, what it says, undo without end, and saving that never surprises."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from common.data import (
    MAX_BYTES,
    ROOT,
    DataError,
    Mark,
    common_key,
    converted,
    merged,
    parsed,
    parsed_text,
    shown,
)
from common.data import document as laid_over
from common.maps.build import BuildError, build
from common.maps.changing.editing_text import EditError, Splice, difference, flow, revise, span_of
from common.maps.checking.mending import fit, read_text
from common.maps.files import GeographyFile, MapFile
from common.maps.gamemap import GameMap
from common.maps.load import map_path, mark_of

Data = dict[str, Any]
Change = Callable[[Data], None]
SIDE = ".autosave"  # what an autosave beside a file is called
BOM = b"\xef\xbb\xbf"
NEEDS_GRID = "a hex map needs `grid` and `terrain`"
STAND_IN_GRID = {
    "source": "original", "orientation": "pointy", "shifted": "even", "numbering": "RRCC", "first_column": 1,
}  # fmt: skip


class HistoryEntry(NamedTuple):
    """One step of the history: a stretch of text that was `old` and is `new`."""

    label: str
    start: int
    old: str
    new: str


class Document:
    """One map file in the hands of a designer."""

    def __init__(self, path: Path, text: str, packs: Sequence[Path] = (), bom: bool = False) -> None:
        self.path, self.packs, self.bom = path, tuple(packs), bom
        self.text = self.saved = text
        self.geography = _geography(path, packs)
        self.history: list[HistoryEntry] = []
        self.undone: list[HistoryEntry] = []
        self.data: Data = {}
        self.mark = Mark(self.name, 1)
        self.errors: list[DataError] = []
        self.rough: tuple[Data, Mark] = ({}, self.mark)  # what the text says as far as it can be read
        self.sound = False  # whether the text ever read well
        self._sides: set[Path] = set()
        self._read()

    @classmethod
    def open(cls, path: Path, packs: Sequence[Path] = ()) -> Document:
        """A file as it lies there; the differences of a pack are worked into the text of the game's own map."""
        try:
            raw = path.read_bytes() if path.stat().st_size <= MAX_BYTES else None
        except OSError as error:
            raise DataError(shown(path), 1, "", f"cannot be read: {error.strerror or 'no such file'}") from None
        if raw is None:
            raise DataError(shown(path), 1, "", f"larger than {MAX_BYTES // 1024 // 1024} MB")
        packs = packs if is_program(path) else ()  # a file of one's own is what it says
        bom, raw = raw.startswith(BOM), raw.removeprefix(BOM)
        try:
            document = cls(path, raw.decode("utf-8"), packs, bom)
        except UnicodeDecodeError:  # written by an old editor: saving makes it what it should be
            document = cls(path, raw.decode("cp1252", "replace"), packs)
            document.saved = ""
        if document.error is None and packs:
            document._work_in(laid_over(path, packs)[0])
        return document

    def _work_in(self, whole: Data) -> None:
        """Let the text say what the packs say, as if it had been written so."""
        if whole != self.data:
            self.text, *read = revise(self.text, self.name, self.data, whole)
            self.saved = self.text
            self._read(*read)

    @property
    def error(self) -> DataError | None:
        """The first thing that keeps the text from being read, if there is one."""
        return self.errors[0] if self.errors else None

    @property
    def name(self) -> str:
        """The file as messages name it."""
        return shown(self.path)

    @property
    def dirty(self) -> bool:
        """Whether something is not saved yet."""
        return self.text != self.saved

    @property
    def own(self) -> bool:
        """Whether the file is the designer's, not a part of the program."""
        return not is_program(self.path)

    # --- reading ---

    def _read(self, data: Any = None, mark: Mark | None = None) -> None:
        """Read the text again; one that does not read as a map leaves the last data that did, and the errors."""
        try:
            if mark is None:
                data, mark = parsed_text(self.text, self.name)
            file = converted(data, mark, MapFile)
            if file.kind == "hex" and (file.grid is None or file.terrain is None):
                raise DataError(self.name, 1, "", NEEDS_GRID)
            self.data, self.mark, self.errors, self.sound = data, mark, [], True
            self.rough = data, mark
        except DataError:
            self._read_roughly()

    def _read_roughly(self) -> None:
        """Read what can be read, and note everything that cannot."""
        data, mark, errors = read_text(self.text, self.name)
        _, data, mark, misfits = fit(data, mark, MapFile, errors)
        self.errors = [*errors, *misfits]
        if data.get("kind") == "hex" and ("grid" not in data or "terrain" not in data):
            broken = {error.keys[0] for error in self.errors if error.keys}
            if broken.isdisjoint(("grid", "terrain")):
                self.errors.append(DataError(self.name, 1, "", NEEDS_GRID))
            data.setdefault("grid", dict(STAND_IN_GRID))
            data.setdefault("terrain", {"source": "original", "legend": {}, "rows": {}})
        self.rough = data, mark
        if not self.sound:
            self.data, self.mark = data, mark

    def built(self) -> GameMap:
        """The map the text describes, or a DataError with its line."""
        if self.error is not None:
            raise self.error
        file = converted(self.data, self.mark, MapFile)
        try:
            return build(file, self.geography)
        except BuildError as error:
            at = mark_of(self.mark, error.where)
            raise error.locate(at.file or self.name, at.line) from None

    def draft(self) -> GameMap:
        """The map as far as the text describes one."""
        return build(msgspec.convert(self.rough[0], MapFile, strict=True), self.geography, [])

    def lines_of(self, steps: Sequence[str | int]) -> tuple[int, int]:
        """The first and the last line, from 1, of the value at the end of these steps."""
        start, end = span_of(self.text, steps)
        return self.text.count("\n", 0, start) + 1, self.text.count("\n", 0, end) + 1

    # --- changing ---

    def edit(self, label: str, change: Change) -> bool:
        """Change the data, and the text with it, as one step of the history; False when nothing changed."""
        if self.error is not None:
            raise EditError(f"{self.error}; mend this first")
        data = deepcopy(self.data)
        change(data)
        if data == self.data:
            return False
        try:
            msgspec.convert(data, MapFile, strict=True)
        except msgspec.ValidationError as error:
            raise EditError(str(error).replace("`", "").replace("$.", "")) from None
        return self.write(label, *revise(self.text, self.name, self.data, data))

    def write(self, label: str, text: str, data: Any = None, mark: Mark | None = None) -> bool:
        """Put another text in place of this one, as one step of the history; one that was read is not read again."""
        if text == self.text:
            return False
        splice = difference(self.text, text)
        self.history.append(HistoryEntry(label, splice.start, self.text[splice.start : splice.end], splice.new))
        self.undone.clear()
        self.text = text
        self._read(data, mark)
        return True

    def undo(self) -> str:
        """Take the last step back and name it; "" when there is none."""
        if not self.history:
            return ""
        entry = self.history.pop()
        self.undone.append(entry)
        self._swap(Splice(entry.start, entry.start + len(entry.new), entry.old))
        return entry.label

    def redo(self) -> str:
        """Take the step again."""
        if not self.undone:
            return ""
        entry = self.undone.pop()
        self.history.append(entry)
        self._swap(Splice(entry.start, entry.start + len(entry.old), entry.new))
        return entry.label

    def _swap(self, splice: Splice) -> None:
        self.text = self.text[: splice.start] + splice.new + self.text[splice.end :]
        self._read()

    # --- files ---

    def save(self, path: Path | None = None) -> None:
        """Write the file; a part of the program is never written."""
        goal = path or self.path
        if is_program(goal):
            raise EditError(f"{shown(goal)} belongs to the program; save the map elsewhere or as a data pack")
        write_bytes(goal, (BOM if self.bom else b"") + self.text.encode())
        self.clear_autosave()
        self.path, self.saved = goal, self.text
        self._read()

    def save_pack(self, folder: Path) -> Path:
        """Write what differs from the game's own map into a data pack."""
        goal = folder / self.path.parent.parent.name / self.path.name
        if is_program(goal):
            raise EditError(f"{shown(folder)} belongs to the program; choose another folder")
        others = [pack for pack in self.packs if pack.resolve() != folder.resolve()]
        self._write_pack(goal, *laid_over(self.path, others))
        self.saved = self.text
        self.clear_autosave()
        return goal

    def differs_from_map_of(self, game: str) -> bool:
        """Whether this map says anything else than the own map of a game."""
        return self.error is not None or bool(pack_of(parsed(map_path(game))[0], self.data))

    def write_pack(self, game: str, folder: Path) -> None:
        """Write what differs from the own map of a game, wherever this one lies, to be tried; nothing gets saved."""
        self._write_pack(folder / game / "map.yaml", *parsed(map_path(game)))

    def _write_pack(self, goal: Path, base: Data, mark: Mark) -> None:
        if self.error is not None:
            raise EditError(f"{self.error}; mend this first")
        lines = [f"{key}: {flow(value, len(key) + 2)}\n" for key, value in pack_of(base, self.data).items()]
        text = "# What differs from the map of the game.\n" + ("".join(lines) or "{}\n")
        if not _alike(merged(base, mark, *parsed_text(text, self.name))[0], self.data):
            raise EditError("a data pack cannot say this; save the map as a file of its own")
        goal.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(goal, text.encode())

    def changed_outside(self) -> bool:
        """Whether the file on disk is neither what was read nor what was written; a file that is gone is not."""
        try:
            raw = self.path.read_bytes().removeprefix(BOM)
        except OSError:
            return False
        return raw != self.saved.encode()

    def keep_mine(self) -> None:
        """Let the next save replace what is on disk now."""
        self.saved = self.path.read_bytes().removeprefix(BOM).decode("utf-8", "replace")

    def reload(self) -> bool:
        """Take the file as it is now on disk; False when it is what is known already."""
        text = self.path.read_bytes().removeprefix(BOM).decode("utf-8")
        if text == self.saved:
            return False
        self.saved = text
        self.write("reload from disk", text)
        return True

    # --- autosave ---

    def side_file(self, home: Path) -> Path:
        """Where unsaved work is kept: beside a file of the designer's own, else in the home of the program."""
        if self.own:
            return self.path.with_name(self.path.name + SIDE)
        return home / ("-".join(Path(self.name).parts) + SIDE)

    def autosave(self, home: Path) -> None:
        """Keep unsaved work; what is saved needs no copy."""
        side = self.side_file(home)
        if self.dirty:
            side.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(side, self.text.encode())
            self._sides.add(side)
        else:
            self.clear_autosave()

    def left_behind(self, home: Path) -> str | None:
        """The unsaved work of a session that ended badly, if there is any."""
        side = self.side_file(home)
        try:
            text = side.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            return None
        self._sides.add(side)
        return text if text != self.text else None

    def clear_autosave(self) -> None:
        """Remove the copies of unsaved work."""
        for side in self._sides:
            side.unlink(missing_ok=True)
        self._sides.clear()


# --- files and packs --------------------------------------------------------------------------------------


def is_program(path: Path) -> bool:
    """Whether a path lies in the data or the code of the program itself."""
    try:
        parts = path.resolve().relative_to(ROOT).parts
    except ValueError:
        return False
    return len(parts) > 1 and (parts[0] in ("common", "assets") or parts[1] == "data")


def write_bytes(path: Path, raw: bytes) -> None:
    """Write a file whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            os.chmod(name, path.stat().st_mode)
        else:
            os.chmod(name, 0o644)
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def _geography(path: Path, packs: Sequence[Path]) -> GeographyFile | None:
    beside = path.with_name("geography.yaml")
    return converted(*laid_over(beside, packs), GeographyFile) if beside.is_file() else None


def pack_of(old: Data, new: Data, where: str = "") -> Data:
    """What a pack must say so that `old` becomes `new`."""
    gone = [key for key in old if key not in new]
    if gone:
        place = f"{where}.{gone[0]}" if where else gone[0]
        raise EditError(f"a data pack cannot take out {place}; save the map as a file of its own")
    found: Data = {}
    for key, value in new.items():
        if key not in old:
            found[key] = value
        elif value != old[key]:
            found[key] = _pack_value(old[key], value, f"{where}.{key}" if where else str(key))
    return found


def _pack_value(old: Any, new: Any, where: str) -> Any:
    if isinstance(old, dict) and isinstance(new, dict):
        return pack_of(old, new, where)
    key = common_key(old, new)
    if key is None:
        return new
    before, after = {item[key]: item for item in old}, {item[key]: item for item in new}
    found = [{key: name, "remove": True} for name in before if name not in after]
    for name, item in after.items():
        if name not in before:
            found.append(item)
        elif item != before[name]:
            found.append({key: name} | pack_of(before[name], item, f"{where}.{name}"))
    return found


def _alike(one: Any, other: Any) -> bool:
    """Whether two values say the same; entries that have an id may come in any order."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_alike(one[key], other[key]) for key in one)
    key = common_key(one, other)
    if key is None:
        return bool(one == other)
    first, second = ({item[key]: item for item in items} for items in (one, other))
    return len(one) == len(other) == len(first) and _alike(first, second)
