"""Optional rules on the page of a new game: on or off, or one of several values."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from common.engine import Option
from common.gui.start.option_boxes import OptionBoxes

DECKS = {"short": "30 cards", "long": "60 cards"}
OPTIONS = {
    "fog": Option(title="Fog", rule="9.1", default=True, source="rulebook 9.1"),
    "deck": Option(title="Deck", rule="9.2", default="short", values=DECKS, source="rulebook 9.2"),
}


@pytest.fixture
def boxes(qtbot):
    def make(before: dict[str, object]) -> OptionBoxes:
        page = QWidget()
        qtbot.addWidget(page)
        made = OptionBoxes(OPTIONS, before)
        page.setLayout(made)
        made.page = page  # it lives as long as the layout
        return made

    return make


def test_an_option_with_values_is_a_choice_of_their_titles(boxes) -> None:
    made = boxes({})
    assert isinstance(made["fog"], QCheckBox) and isinstance(made["deck"], QComboBox)
    assert [made["deck"].itemText(n) for n in range(made["deck"].count())] == ["30 cards", "60 cards"]
    assert made["deck"].accessibleName() == "Deck (9.2)"
    assert made.values() == {"fog": True, "deck": "short"}


def test_what_is_chosen_is_a_value_and_not_its_title(boxes) -> None:
    made = boxes({})
    made["fog"].setChecked(False)
    made["deck"].setCurrentIndex(1)
    assert made.values() == {"fog": False, "deck": "long"}
    assert boxes(made.values()).values() == {"fog": False, "deck": "long"}


@pytest.mark.parametrize("before", [{"deck": True}, {"deck": "endless"}, {"fog": "thick"}, {"fog": 1, "gone": True}])
def test_choices_of_an_older_version_that_do_not_fit_give_way_to_the_default(boxes, before) -> None:
    assert boxes(before).values() == {"fog": True, "deck": "short"}


def test_switches_remembered_by_an_older_version_are_read(boxes) -> None:
    assert boxes({"fog": False}).values() == {"fog": False, "deck": "short"}
