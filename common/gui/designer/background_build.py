"""Building, checking and drawing a map beside the window, so that hands never wait; the newest text wins."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any, Literal

import msgspec
from PySide6.QtCore import QObject, Signal

from common.data import DataError, Mark, converted
from common.gui.kit.language import tr
from common.gui.map.display_list import Inks, Scene, scene_of
from common.maps.build import BuildError, build
from common.maps.check import MISFITS, Checker
from common.maps.editing import Document
from common.maps.files import GeographyFile, MapFile
from common.maps.findings import Finding, Findings
from common.maps.gamemap import GameMap
from common.maps.load import mark_of


class Order(msgspec.Struct):
    """What is to be made of one state of a document, and what was made of it so far."""

    number: int
    data: Any
    mark: Mark
    geography: GeographyFile | None
    mode: Literal["light", "dark"]
    made: GameMap | None = None
    findings: Any = ()  # Findings, once they are known
    scene: Scene | None = None


class Lane(QObject):
    """One piece of work at a time on a thread; what comes meanwhile replaces what waits."""

    done = Signal(object)  # Order
    _ended = Signal(object)

    def __init__(self, work: Callable[[Order], None], parent: QObject) -> None:
        super().__init__(parent)
        self._work = work
        self._thread: Thread | None = None
        self._next: Order | None = None
        self._closed = False
        self.busy = False
        self._ended.connect(self._on_ended)

    def put(self, order: Order) -> None:
        """Do this next."""
        if self._closed:
            return
        if self.busy:
            self._next = order
            return
        self.busy = True
        self._thread = Thread(target=self._run, args=(order,), daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Wait for what is being done, and do nothing more."""
        self._closed, self._next = True, None
        if self._thread is not None:
            self._thread.join()

    def _run(self, order: Order) -> None:
        self._work(order)
        self._ended.emit(order)

    def _on_ended(self, order: Order) -> None:
        self.busy = False
        waiting, self._next = self._next, None
        if waiting is not None:
            self.put(waiting)
        if not self._closed:
            self.done.emit(order)


class Workshop(QObject):
    """Makes maps of documents: findings in one lane, and behind it pictures, which take longer, in another."""

    checked = Signal(object, object)  # GameMap or None, Findings
    drawn = Signal(object, object)  # GameMap, Scene

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._number = 0
        self._checks, self._pictures = Lane(partial(check, checker=Checker()), self), Lane(partial(draw, inks={}), self)
        self._checks.done.connect(self._on_checked)
        self._pictures.done.connect(self._on_drawn)

    @property
    def busy(self) -> bool:
        """Whether something is still being made."""
        return self._checks.busy or self._pictures.busy

    def ask(self, document: Document, mode: Literal["light", "dark"]) -> None:
        """Make the map of a document as it is now."""
        self._number += 1
        if document.error is not None:
            self.checked.emit(None, Findings([unread(document.error)]))
        else:
            self._checks.put(Order(self._number, document.data, document.mark, document.geography, mode))

    def close(self) -> None:
        """Wait for what is being made, and make nothing more."""
        self._checks.close()
        self._pictures.close()

    def _on_checked(self, order: Order) -> None:
        if order.number == self._number:
            self.checked.emit(order.made, order.findings)
            if order.made is not None:
                self._pictures.put(order)

    def _on_drawn(self, order: Order) -> None:
        if order.number == self._number and order.scene is not None:
            self.drawn.emit(order.made, order.scene)
        elif order.number == self._number:
            self.checked.emit(None, order.findings)


def unread(error: DataError) -> Finding:
    """A text that does not read, as a finding."""
    return Finding("data", error.file, error.line, error.where, error.what, tr("mend the text first"))


def check(order: Order, checker: Checker) -> None:
    """Build the map and check what may have changed since the last time."""
    gc.disable()  # a map is thousands of small things and no cycles: looking for some takes half the time
    try:
        made = build(converted(order.data, order.mark, MapFile), order.geography)
        order.findings = checker.check(made, order.mark)
        order.made = made
    except DataError as error:
        order.findings = Findings([unread(error)])
    except BuildError as error:
        at = mark_of(order.mark, error.where)
        order.findings = Findings(
            [Finding(error.code, at.file, at.line, error.where, error.what, tr("mend this first"))]
        )
    except MISFITS as error:
        order.findings = Findings([_misfit(order, error)])
    finally:
        gc.enable()


def draw(order: Order, inks: dict[str, Inks]) -> None:
    """Draw the map; what has not changed since the last time is kept."""
    assert order.made is not None
    try:
        order.scene = scene_of(order.made, order.mode, inks.setdefault(order.mode, Inks()))
    except MISFITS as error:  # a free form of words that the drawing cannot take
        order.findings = Findings([_misfit(order, error)])


def _misfit(order: Order, error: Exception) -> Finding:
    return Finding(
        "data", order.mark.file, 1, "", tr("the map cannot be drawn: {why}", why=error), tr("change it back")
    )
