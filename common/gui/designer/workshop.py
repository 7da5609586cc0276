"""Building, checking and drawing a map beside the window, so that hands never wait; the newest text wins."""

from __future__ import annotations

import gc
from threading import Thread
from typing import Any, Literal

import msgspec
from PySide6.QtCore import QObject, Signal

from common.data import DataError, Mark, converted
from common.gui.painting import Scene, scene_of
from common.maps.build import BuildError, build
from common.maps.check import MISFITS, check_map
from common.maps.editing import Document
from common.maps.files import GeographyFile, MapFile
from common.maps.findings import Finding, Findings
from common.maps.gamemap import GameMap
from common.maps.load import mark_of


class Order(msgspec.Struct):
    """What is to be made of one state of a document."""

    number: int
    data: Any
    mark: Mark
    geography: GeographyFile | None
    mode: Literal["light", "dark"]


class Workshop(QObject):
    """Makes maps of documents, one at a time; an order that comes meanwhile replaces the one that waits."""

    checked = Signal(object, object)  # GameMap or None, Findings
    drawn = Signal(object, object)  # GameMap, Scene
    idle = Signal()
    _checked = Signal(int, object, object)
    _drawn = Signal(int, object, object)
    _done = Signal(int)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._thread: Thread | None = None
        self._number = 0
        self._busy = False
        self._next: Order | None = None
        self._closed = False
        self._checked.connect(self._on_checked)
        self._drawn.connect(self._on_drawn)
        self._done.connect(self._on_done)

    @property
    def busy(self) -> bool:
        """Whether something is still being made."""
        return self._busy

    def ask(self, document: Document, mode: Literal["light", "dark"]) -> None:
        """Make the map of a document as it is now."""
        if self._closed:
            return
        self._number += 1
        if document.error is not None:
            error = document.error
            finding = Finding("data", error.file, error.line, error.where, error.what, "mend the text first")
            self.checked.emit(None, Findings([finding]))
            return
        order = Order(self._number, document.data, document.mark, document.geography, mode)
        if self._busy:
            self._next = order
        else:
            self._start(order)

    def close(self) -> None:
        """Wait for what is being made, and make nothing more."""
        self._closed, self._next = True, None
        if self._thread is not None:
            self._thread.join()

    def _start(self, order: Order) -> None:
        self._busy = True
        self._thread = Thread(target=self.make, args=(order,), daemon=True)
        self._thread.start()

    def make(self, order: Order) -> None:
        """Off the main thread: findings as soon as they are there, the picture after them."""
        gc.disable()  # a map is thousands of small things and no cycles: looking for some takes half the time
        try:
            made = build(converted(order.data, order.mark, MapFile), order.geography)
            findings = check_map(made, order.mark)
            gc.enable()
            self._checked.emit(order.number, made, findings)
            if order.number == self._number and not self._closed:
                self._drawn.emit(order.number, made, scene_of(made, order.mode))
        except DataError as error:
            finding = Finding("data", error.file, error.line, error.where, error.what, "mend the text first")
            self._checked.emit(order.number, None, Findings([finding]))
        except BuildError as error:
            at = mark_of(order.mark, error.where)
            finding = Finding(error.code, at.file, at.line, error.where, error.what, "mend this first")
            self._checked.emit(order.number, None, Findings([finding]))
        except MISFITS as error:  # a free form of words that the drawing cannot take
            finding = Finding("data", order.mark.file, 1, "", f"the map cannot be drawn: {error}", "change it back")
            self._checked.emit(order.number, None, Findings([finding]))
        finally:
            gc.enable()
            self._done.emit(order.number)

    def _on_checked(self, number: int, made: GameMap | None, findings: Findings) -> None:
        if number == self._number:
            self.checked.emit(made, findings)

    def _on_drawn(self, number: int, made: GameMap, scene: Scene) -> None:
        if number == self._number:
            self.drawn.emit(made, scene)

    def _on_done(self, _number: int) -> None:
        self._busy = False
        order, self._next = self._next, None
        if order is not None and not self._closed:
            self._start(order)
        elif not self._closed:
            self.idle.emit()
