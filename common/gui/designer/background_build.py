"""Building, checking and drawing a map beside the window, so that hands never wait; the newest text wins."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import Any, Literal

import msgspec
from PySide6.QtCore import QObject, Signal

from common.data import DataError, Mark
from common.gui.kit.language import tr
from common.gui.map.display_list import Inks, Scene, scene_of
from common.maps.changing.editing import Document
from common.maps.checking.check import MISFITS, Checker, check_data
from common.maps.checking.findings import Finding, Findings
from common.maps.files import GeographyFile
from common.maps.gamemap import GameMap

GRAVE = ("data", "build.", "letters.")


class Order(msgspec.Struct):
    """What is to be made of one state of a document, and what was made of it so far."""

    number: int
    data: Any
    mark: Mark
    geography: GeographyFile | None
    mode: Literal["light", "dark"]
    errors: tuple[DataError, ...] = ()
    sound: bool = True  # whether there is a good map to keep while the text has errors
    drawn: bool = False  # whether it needs no picture
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
        self._checker = Checker()
        self._checks = Lane(partial(check, checker=self._checker), self)
        self._pictures = Lane(partial(draw, inks={}), self)
        self._checks.done.connect(self._on_checked)
        self._pictures.done.connect(self._on_drawn)

    @property
    def base(self) -> GameMap | None:
        """The first sound map of the document, with which counts are compared."""
        return self._checker.base

    @property
    def busy(self) -> bool:
        """Whether something is still being made."""
        return self._checks.busy or self._pictures.busy

    def ask(self, document: Document, mode: Literal["light", "dark"], drawn: bool = False) -> None:
        """Make the map of a document as it is now; one that is drawn already is only checked."""
        self._number += 1
        data, mark = document.rough
        errors, sound = tuple(document.errors), document.sound
        self._checks.put(Order(self._number, data, mark, document.geography, mode, errors, sound, drawn))

    def close(self) -> None:
        """Wait for what is being made, and make nothing more."""
        self._checks.close()
        self._pictures.close()

    def _on_checked(self, order: Order) -> None:
        if order.number == self._number:
            self.checked.emit(order.made, order.findings)
            if order.made is not None and not order.drawn:
                self._pictures.put(order)

    def _on_drawn(self, order: Order) -> None:
        if order.number == self._number and order.scene is not None:
            self.drawn.emit(order.made, order.scene)
        elif order.number == self._number:
            self.checked.emit(None, order.findings)


def is_grave(finding: Finding) -> bool:
    """Whether a finding keeps the map from being built as its file says."""
    return finding.code.startswith(GRAVE) and finding.code != "build.no-space"


def check(order: Order, checker: Checker) -> None:
    """Build the map and check what may have changed since the last time; errors leave the last good map in place."""
    gc.disable()  # a map is thousands of small things and no cycles: looking for some takes half the time
    try:
        made, order.findings = check_data(order.data, order.mark, order.geography, checker, order.errors)
        grave = any(is_grave(finding) for finding in order.findings)
        order.made = made if not (grave and order.sound) else None
        if checker.base is None and not grave:
            checker.base = made
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
