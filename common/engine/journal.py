"""What happened, told so that a player can check it: text, rules, dice, modifiers and changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from common.engine.basics import Side
from common.tables import Modifier


class Roll(msgspec.Struct, frozen=True, gc=False):
    """Dice with the reason they were thrown and everything that was added; `by` throws them, else who decides."""

    reason: str
    dice: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    faces: int = 6
    by: Side = ""
    apart: bool = False  # each die is read by itself; their sum means nothing
    brings: str = ""  # what came of it, where its line tells more than that

    @property
    def total(self) -> int:
        """The dice and all modifiers added up."""
        return sum(self.dice) + sum(modifier.value for modifier in self.modifiers)

    @property
    def has_sum(self) -> bool:
        """Whether the total says more than the dice themselves."""
        return bool(self.modifiers) or (len(self.dice) > 1 and not self.apart)

    def __str__(self) -> str:
        thrown = (", " if self.apart else "+").join(map(str, self.dice))
        added = "".join(f" {modifier.value:+d} {modifier.why} ({modifier.rule})" for modifier in self.modifiers)
        return f"{self.reason}: {thrown}{added} = {self.total}" if added else f"{self.reason}: {thrown}"


class Change(msgspec.Struct, frozen=True, gc=False):
    """A track, total or marker before and after."""

    what: str
    before: str | int
    after: str | int

    def __str__(self) -> str:
        return f"{self.what} {self.before}→{self.after}"


EntryPart = Literal["rules", "rolls", "changes", "places"]


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of the journal; `only` names the sides that may read it, all when empty.

    The others read the `public` form instead, with no more than it says and the parts named in `show`.
    """

    text: str
    rules: tuple[str, ...] = ()
    rolls: tuple[Roll, ...] = ()
    changes: tuple[Change, ...] = ()
    only: tuple[Side, ...] = ()
    turn: int = 0
    action: int = 0
    places: tuple[str, ...] = ()
    heading: bool = False
    public: str = ""
    show: tuple[EntryPart, ...] = ()

    def seen_by(self, side: Side | None) -> Entry | None:
        """The form of the line that a side may read, or None; an onlooker (None) reads what both may."""
        if not self.only or side in self.only:
            return self
        if not self.public:
            return None
        return Entry(
            self.public,
            self.rules if "rules" in self.show else (),
            self.rolls if "rolls" in self.show else (),
            self.changes if "changes" in self.show else (),
            turn=self.turn,
            action=self.action,
            places=self.places if "places" in self.show else (),
            heading=self.heading,
        )

    def __str__(self) -> str:
        parts = [self.text]
        if self.rules:
            parts.append(f"({', '.join(self.rules)})")
        if self.changes:
            parts.append("[" + "; ".join(map(str, self.changes)) + "]")
        return " ".join(parts)


class Journal(Sequence[Entry]):
    """The entries of a match in order; `view` gives one side what it may read."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        self.entries: list[Entry] = list(entries)

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return self.entries[index]

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def view(self, side: Side | None) -> list[Entry]:
        """What this side may read; None stands for an onlooker who sees only what both see."""
        return _told([seen for entry in self.entries if (seen := entry.seen_by(side)) is not None])

    def text(self, side: Side | None = None, everything: bool = True) -> str:
        """The whole story as prose, dice below the line they belong to."""
        lines: list[str] = []
        for entry in _told(self.entries) if everything else self.view(side):
            lines.append(f"\n{entry.text}" if entry.heading else str(entry))
            lines.extend(f"    {roll}" for roll in entry.rolls)
        return "\n".join(lines).lstrip("\n") + "\n"


def _told(entries: list[Entry]) -> list[Entry]:
    """The entries without the headings below which nothing stands; the last may still get something."""
    last = len(entries) - 1
    return [e for n, e in enumerate(entries) if not (e.heading and n < last and entries[n + 1].heading)]
