"""Menus of choices: what stands alone, and what is folded."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMenu

from common.gui.session.offers import Offer
from common.gui.table.choice_menus import LONGEST, fill_menu


def words(menu: QMenu) -> list[str]:
    """The lines of a menu without their keys."""
    return [action.text().partition("  ")[2] for action in menu.actions()]


@pytest.mark.parametrize("many", [LONGEST, 19, 2 * LONGEST, 84])
def test_what_is_alone_of_its_kind_stands_before_the_long_list_of_all_others(many: int, qapp) -> None:
    others = [Offer(f"Into companies {n} and {n + 1}", group="Other companies") for n in range(many)]
    done: list[Offer] = []
    menu = QMenu()
    fill_menu(menu, [*others[:5], Offer("Into its own", group="Break down"), *others[5:]], done.append)
    assert words(menu) == ["Into its own", "Other companies …"]
    menu.actions()[0].trigger()
    assert [choice.label for choice in done] == ["Into its own"]
    below = menu.actions()[1].menu()
    assert isinstance(below, QMenu)
    found = [line for part in below.actions() for line in (part.menu().actions() if part.menu() else [part])]
    assert len(found) == many


def test_a_short_menu_folds_nothing(qapp) -> None:
    menu = QMenu()
    fill_menu(menu, [Offer("Halt"), Offer("Go", group="Move"), Offer("Come", group="Move")], lambda choice: None)
    assert words(menu) == ["Halt", "Go", "Come"]
