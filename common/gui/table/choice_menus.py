"""Menus of choices that stay short: many alike are folded into one line each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint
from PySide6.QtWidgets import QMenu

from common.gui.kit.language import tr
from common.gui.session.offers import Offer
from common.gui.table.choice_buttons import describe_choice

LONGEST = 11
Do = Callable[[Offer], None]
NUMBER = re.compile(r"\d+")


def letter(number: int) -> str:
    """The sign that chooses an entry by the keyboard: 1 to 9, then a to z, then none."""
    signs = "123456789abcdefghijklmnopqrstuvwxyz"
    return f"&{signs[number - 1]}" if number <= len(signs) else " "


def kind_of(choice: Offer) -> str:
    """What choices that differ only in a number have in common."""
    return NUMBER.sub("…", choice.label)


class DoubleClickGuard(QObject):
    """Keeps the second half of the double click that opened a menu from choosing what lies under the pointer."""

    _swallowing = False

    def eventFilter(self, menu: QObject, event: QEvent) -> bool:
        """Only a press of its own chooses."""
        if event.type() == QEvent.Type.MouseButtonDblClick:
            self._swallowing = True
            return True
        released = event.type() == QEvent.Type.MouseButtonRelease and self._swallowing
        if released:
            self._swallowing = False
        return released


def open_menu(menu: QMenu, at: QPoint) -> QMenu:
    """Open a menu that is gone for good when it is left."""
    menu.installEventFilter(DoubleClickGuard(menu))
    menu.aboutToHide.connect(menu.deleteLater)
    menu.popup(at)
    return menu


def fill_menu(menu: QMenu, choices: Sequence[Offer], do: Do, point: Do | None = None, most: int = LONGEST) -> None:
    """Put choices into a menu, the first one as the default act; too many alike share a submenu."""
    alone, groups = _groups(choices)
    if len(choices) > most and 0 < len(alone) < most and groups:
        for number, choice in enumerate(alone, 1):
            _add(menu, choice, number, do, point)
        for number, (group, members) in enumerate(groups.items(), len(alone) + 1):
            fill_menu(menu.addMenu(f"{letter(number)}  {group} …"), members, do, point)
    elif len(choices) <= most:
        for number, choice in enumerate(choices, 1):
            _add(menu, choice, number, do, point)
    else:
        for number, (kind, members) in enumerate(_kinds(choices, most).items(), 1):
            if len(members) == 1:
                _add(menu, members[0], number, do, point)
            else:
                below = menu.addMenu(f"{letter(number)}  {kind}")
                for place, choice in enumerate(members, 1):
                    _add(below, choice, place, do, point)
    first = menu.actions()[0] if menu.actions() else None
    if first is not None and first.menu() is None:
        menu.setDefaultAction(first)


def _groups(choices: Sequence[Offer]) -> tuple[list[Offer], dict[str, list[Offer]]]:
    """Choices of no group or the only ones of theirs, and the groups of all others."""
    groups: dict[str, list[Offer]] = {}
    for choice in choices:
        groups.setdefault(choice.group, []).append(choice)
    several = {group: members for group, members in groups.items() if group and len(members) > 1}
    return [choice for choice in choices if choice.group not in several], several


def _kinds(choices: Sequence[Offer], most: int) -> dict[str, list[Offer]]:
    """What a menu of so many lines shows: one line for those that are alike, and what is left over in the last."""
    kinds: dict[str, list[Offer]] = {}
    for choice in choices:
        kinds.setdefault(kind_of(choice), []).append(choice)
    if len(kinds) == 1 or len(kinds) >= 2 * most:
        return _chunks(choices)
    if len(kinds) <= most:
        return kinds
    names = list(kinds)
    rest = [choice for kind in names[most - 1 :] for choice in kinds[kind]]
    return {kind: kinds[kind] for kind in names[: most - 1]} | {tr("More …"): rest}


def _chunks(choices: Sequence[Offer]) -> dict[str, list[Offer]]:
    """Parts of equal length, named by their first and last line."""
    size = max(LONGEST, -(-len(choices) // LONGEST))
    parts = [list(choices[i : i + size]) for i in range(0, len(choices), size)]
    return {f"{part[0].label} … {part[-1].label}": part for part in parts}


def _add(menu: QMenu, choice: Offer, number: int, do: Do, point: Do | None) -> None:
    rule = f"   ({choice.rule})" if choice.rule else ""
    action = menu.addAction(f"{letter(number)}  " + choice.label.replace("&", "&&") + rule)
    if choice.hint:
        menu.setToolTipsVisible(True)
        action.setToolTip(describe_choice(choice))
    action.triggered.connect(lambda: do(choice))
    if point is not None:
        action.hovered.connect(lambda: point(choice))
