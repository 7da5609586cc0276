"""Commands that change much at once: replace a kind, clear a class, mirror the map or what is selected."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QInputDialog

from common.gui.kit.language import tr, trn
from common.maps.changing import editing_bulk as bulk
from common.maps.changing import editing_changes as changes
from common.maps.changing.editing_areas import merge_areas
from common.maps.changing.editing_mirror import ACROSS, mirror

if TYPE_CHECKING:
    from common.gui.designer.designer_window import Designer


class Bulk:
    """Each command is one step of the history."""

    def __init__(self, desk: Designer) -> None:
        self.desk = desk

    def _choose(self, title: str, question: str, known: list[str]) -> str:
        answer, fine = QInputDialog.getItem(self.desk, title, question, known, 0, False)
        return answer if fine else ""

    def replace(self) -> None:
        """Every space of one kind becomes another."""
        sheet, layer = self.desk.sheet, self.desk.paint.layer
        known = changes.kinds(sheet.document.data, layer)
        old = self._choose(tr("Replace a kind"), tr("Which kind goes:"), known)
        new = self._choose(tr("Replace a kind"), tr("What {kind} becomes:", kind=old), known) if old else ""
        if new:
            wanted = dict.fromkeys(bulk.of_kind(sheet.game_map, layer, old), new)
            sheet.edit(
                tr("replace {old} by {new}", old=old, new=new), partial(changes.paint, layer=layer, wanted=wanted)
            )

    def clear(self) -> None:
        """Take every line, name or sign of one sort away."""
        sheet = self.desk.sheet
        known = bulk.clearable(sheet.document.data)
        what = self._choose(tr("Clear a class"), tr("What goes from the whole map:"), list(known))
        if what:
            sheet.edit(tr("clear {what}", what=what), known[what])

    def merge(self) -> None:
        """Make one area of those that are selected; the first keeps its name."""
        sheet = self.desk.sheet
        ids = [space for space in sheet.selection if space in sheet.game_map.spaces]
        if sheet.game_map.kind != "area" or len(ids) < 2:
            self.desk.tell(tr("Select two areas or more to make one of them"), True)
        elif sheet.edit(tr("merge {what}", what=", ".join(ids)), partial(merge_areas, ids=ids)):
            sheet.select(ids[:1])

    # --- mirror ---

    @property
    def part(self) -> tuple[str, ...]:
        """The spaces a mirror is held to; none means the whole map."""
        sheet = self.desk.sheet
        chosen = tuple(space for space in sheet.selection if space in sheet.game_map.spaces)
        return chosen if 1 < len(chosen) < len(sheet.game_map.spaces) else ()

    def title(self, axis: int) -> str:
        """What a mirror would do now."""
        what = self._what()
        if axis == ACROSS:
            return tr("mirror {what} left and right", what=what)
        return tr("mirror {what} top and bottom", what=what)

    def entry(self, axis: int) -> str:
        """A bulk command as an entry of a menu."""
        what = self._what()
        if axis == ACROSS:
            return tr("Mirror {what} &left and right", what=what)
        return tr("Mirror {what} &top and bottom", what=what)

    def _what(self) -> str:
        return trn("{n} space", "{n} spaces", len(self.part)) if self.part else tr("the map")

    def mirror(self, axis: int) -> None:
        """Reflect the selected spaces, or the whole map when not several are selected."""
        sheet = self.desk.sheet
        if not self.part and sheet.document.geography is not None:
            self.desk.tell(
                tr("The real geography under this map cannot be mirrored; select the spaces to mirror"), True
            )
            return
        sheet.edit(self.title(axis), partial(mirror, game_map=sheet.game_map, axis=axis, chosen=self.part))
