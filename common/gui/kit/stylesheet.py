"""The style sheet: one text with the colours and lengths of a theme put in, so that no widget keeps its grey."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from common.gui.kit.faces import OWN_SERIF

if TYPE_CHECKING:
    from common.gui.kit.theme import Theme

SERIF = (OWN_SERIF, "Georgia", "Palatino Linotype", "Palatino", "Book Antiqua", "Noto Serif", "DejaVu Serif")
LENGTH = re.compile(r"@(\d+(?:\.\d+)?)")
COLOUR = re.compile(r"\$([a-z_]+)")

SHEET = """
* { outline: none; dialogbuttonbox-buttons-have-icons: 0; }
QMainWindow, QDialog { background: $window; color: $ink; }
QWidget { color: $ink; }
QWidget#panel, QWidget#page, QStackedWidget, QScrollArea, QScrollArea > QWidget > QWidget { background: $panel; }
QLabel { background: transparent; }
QLabel[role="soft"] { color: $soft; }
QLabel[role="small"] { color: $soft; font-size: @12; }
QLabel[role="title"] { font-family: $serif; font-size: @26; }
QLabel[role="heading"] { font-family: $serif; font-size: @17; font-weight: bold; }
QLabel[role="section"] { font-family: $serif; font-size: @14; font-weight: bold; color: $accent; }
QLabel[role="question"] { font-family: $serif; font-size: @17; }
QLabel[role="strong"] { font-weight: bold; }
QLabel[role="huge"] { font-family: $serif; font-size: @40; }
QLabel[role="bad"] { color: $bad; }
QLabel[role="good"] { color: $good; }
QToolTip { background: $raised; color: $ink; border: 1px solid $edge; padding: @5 @7; }

QMenuBar { background: $band; color: $on_band; padding: 0 @4; }
QMenuBar::item { background: transparent; padding: @5 @7; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: $accent; color: $on_accent; }
QMenu { background: $raised; color: $ink; border: 1px solid $edge; padding: @4 0; }
QMenu::item { padding: @5 @26 @5 @22; min-height: @16; background: transparent; }
QMenu::item:selected { background: $accent; color: $on_accent; }
QMenu::item:disabled { color: $soft; }
QMenu::separator { height: 1px; background: $line; margin: @4 @8; }
QMenu::icon { padding-left: @6; }
QMenu::indicator { width: @12; height: @12; left: @5; }

QToolBar { background: $band; border: none; spacing: 2px; padding: @2 6px; }
QToolBar QLabel { color: $on_band; }
QToolBar::separator { background: $soft_band; width: 1px; margin: @6 4px; }
QToolBar QToolButton { background: transparent; color: $on_band; border: 2px solid transparent; border-radius: @4;
    padding: @3 3px; min-width: @22; min-height: @22; }
QToolBar QToolButton:hover { border-color: $soft_band; }
QToolBar QToolButton:checked { background: $accent; color: $on_accent; }
QToolBar QToolButton:focus { border-color: $live; }
QToolBarExtension { background: $band; }

QPushButton, QToolButton#plain { background: $raised; color: $ink; border: 1px solid $edge; border-radius: @5;
    padding: @4 @12; min-height: @20; }
QPushButton:hover, QToolButton#plain:hover { border: 1px solid $accent; }
QPushButton:pressed, QToolButton#plain:pressed, QPushButton:checked, QToolButton#plain:checked { background: $accent;
    color: $on_accent; }
QPushButton:focus, QToolButton#plain:focus { border: 2px solid $focus; padding: @3 @11; }
QPushButton:disabled { color: $soft; border-color: $line; background: $panel; }
QPushButton[role="main"] { background: $accent; color: $on_accent; border: 1px solid $accent; font-weight: bold; }
QPushButton[role="main"]:hover { border: 1px solid $ink; }
QPushButton[role="main"]:focus { border: 2px solid $focus; }
QPushButton[role="main"]:disabled { background: $panel; color: $soft; border-color: $line; }
QPushButton[role="quiet"] { background: transparent; border: 1px solid transparent; color: $link; padding: @4 @6; }
QPushButton[role="quiet"]:hover { border: 1px solid $line; }
QPushButton[role="quiet"]:focus { border: 2px solid $focus; padding: @3 @5; }
QPushButton[role="closed"] { background: transparent; border: 1px dashed $line; color: $soft; }
QPushButton[role="closed"]:hover { border: 1px solid $line; }
QPushButton[role="closed"]:focus { border: 2px solid $focus; padding: @3 @11; }
QPushButton[role="grave"] { background: transparent; border: 1px dashed $bad; color: $bad; }
QPushButton[role="grave"]:hover { border: 1px solid $bad; }
QPushButton[role="grave"]:focus { border: 2px solid $focus; padding: @3 @11; }
QToolButton#plain { padding: @3; min-width: @22; }
QToolButton#plain:focus { padding: @2; }
QToolButton#plain::menu-indicator, QToolBar QToolButton::menu-indicator { image: none; }
QToolButton#tab { background: transparent; border: none; border-bottom: 3px solid transparent; padding: @5 @4; }
QToolButton#tab:hover { border-bottom: 3px solid $line; }
QToolButton#tab:checked { border-bottom: 3px solid $accent; background: $raised; }
QToolButton#tab:focus { border: 2px solid $focus; padding: @3 @4; }

QLineEdit, QPlainTextEdit, QTextEdit, QTextBrowser, QSpinBox, QComboBox, QListView, QTreeView, QTableView, QListWidget {
    background: $raised; color: $ink; border: 1px solid $line; border-radius: @4;
    selection-background-color: $accent; selection-color: $on_accent; }
QLineEdit, QSpinBox, QComboBox { border: 1px solid $edge; padding: @3 @7; min-height: @20; }
QLineEdit:focus, QSpinBox:focus, QComboBox:focus, QTextBrowser:focus, QTreeView:focus, QTableView:focus,
    QListView:focus, QListWidget:focus { border: 2px solid $focus; }
QComboBox::drop-down { width: @22; border: none; border-left: 1px solid $line; }
QComboBox::down-arrow { image: url($arrow_down); width: @10; height: @10; }
QComboBox QAbstractItemView { background: $raised; color: $ink; border: 1px solid $edge; padding: @2; }
QComboBox QAbstractItemView::item { min-height: @24; padding: 0 @6; }
QComboBox QAbstractItemView::item:disabled { color: $soft; }
QSpinBox::up-button, QSpinBox::down-button { width: @18; border: none; background: transparent; }
QSpinBox::up-arrow { image: url($arrow_up); width: @9; height: @9; }
QSpinBox::down-arrow { image: url($arrow_down); width: @9; height: @9; }
QListWidget::item, QTreeView::item { padding: @3 @5; min-height: @18; }
QListWidget::item:hover, QTreeView::item:hover { background: $panel; color: $ink; }
QListWidget::item:selected, QTreeView::item:selected, QTableView::item:selected { background: $accent;
    color: $on_accent; }
QTableView { gridline-color: $line; alternate-background-color: $panel; }
QHeaderView { background: $panel; border: none; }
QHeaderView::section { background: $panel; color: $soft; border: none; border-bottom: 2px solid $brass;
    padding: @4 @6; font-weight: bold; }
QHeaderView[tight="true"]::section { padding: @4 0; font-weight: normal; font-size: @12; }
QHeaderView::up-arrow { image: url($arrow_up); width: @9; height: @9; subcontrol-position: top center; top: -@2; }
QHeaderView::down-arrow { image: url($arrow_down); width: @9; height: @9; subcontrol-position: top center; top: -@2; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QTableCornerButton::section { background: $panel; border: none; }

QCheckBox, QRadioButton { spacing: @8; min-height: @24; background: transparent; }
QCheckBox::indicator, QRadioButton::indicator { width: @16; height: @16; border: 1px solid $edge; background: $raised; }
QCheckBox::indicator { border-radius: @3; }
QRadioButton::indicator { border-radius: @8; }
QCheckBox::indicator:checked { background: $accent; border-color: $accent; image: url($tick); }
QRadioButton::indicator:checked { background: $accent; border: 4px solid $raised; }
QCheckBox:focus, QRadioButton:focus { color: $focus; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 2px solid $focus; }
QSlider:horizontal { min-height: @18; }
QSlider::groove:horizontal { height: @4; background: $line; border-radius: @2; }
QSlider::sub-page:horizontal { background: $brass; border-radius: @2; }
QSlider::handle:horizontal { width: @12; margin: -@6 0; border-radius: @7; background: $accent;
    border: 2px solid $raised; }
QSlider::handle:horizontal:focus { border-color: $focus; }
QProgressBar { background: $raised; border: 1px solid $line; border-radius: @3; height: @6; text-align: center; }
QProgressBar::chunk { background: $brass; border-radius: @3; }

QDockWidget { color: $ink; titlebar-close-icon: none; titlebar-normal-icon: none; }
QDockWidget::title { background: $panel; padding: @4; }
QMainWindow::separator { background: $line; width: @8; height: @8; }
QMainWindow::separator:hover { background: $brass; }
QSplitter::handle { background: $line; }
QSplitter::handle:hover { background: $brass; }
QSplitter::handle:horizontal { width: @8; }
QSplitter::handle:vertical { height: @8; }
QTabWidget::pane { border: 1px solid $line; background: $panel; top: -1px; }
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: $soft; border: none; border-bottom: 3px solid transparent;
    padding: @5 @12; min-height: @20; }
QTabBar::tab:selected { color: $ink; border-bottom: 3px solid $accent; }
QTabBar::tab:selected:focus { color: $focus; border: 2px solid $focus; padding: @4 @9; }
QGroupBox { border: 1px solid $line; border-radius: @6; margin-top: @12; padding: @10 @8 @6 @8; background: $panel; }
QGroupBox::title { subcontrol-origin: margin; left: @10; padding: 0 @4; color: $soft; }

QScrollBar:vertical { background: transparent; width: @11; margin: 0; }
QScrollBar:horizontal { background: transparent; height: @11; margin: 0; }
QScrollBar::handle { background: $line; border-radius: @5; min-height: @26; min-width: @26; margin: 2px; }
QScrollBar::handle:hover { background: $edge; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QStatusBar { background: $band; color: $soft_band; }
QStatusBar QLabel { color: $soft_band; padding: 0 @6; }
QStatusBar QPushButton { background: transparent; color: $on_band; border: 1px solid transparent; padding: 0 @8;
    min-height: @18; }
QStatusBar QPushButton:hover { border: 1px solid $soft_band; }
QStatusBar QPushButton:focus { border: 2px solid $live; padding: 0 @7; }
QStatusBar::item { border: none; }
QSizeGrip { width: 0; height: 0; }

QFrame#card { background: $raised; border: 1px solid $line; border-radius: @8; }
QFrame#card:hover { border-color: $brass; }
QFrame#card[off="true"] { background: $panel; border-style: dashed; }
QLabel[off="true"] { color: $soft; }
QFrame#stage { background: $panel; border: 1px solid $edge; border-top: 3px solid $accent; }
QFrame#stage[lit="true"] { border: 3px solid $good; }
QTextBrowser#clear { background: transparent; border: none; }
QFrame#rule { background: $brass; border: none; max-height: 2px; min-height: 2px; }
QFrame#hair { background: $line; border: none; max-height: 1px; min-height: 1px; }
QWidget#band { background: $band; }
QWidget#band QLabel { color: $on_band; }
QWidget#band QLabel[role="soft"] { color: $soft_band; }
QWidget#band QPushButton { background: transparent; color: $on_band; border: 1px solid $soft_band; }
QWidget#band QPushButton:hover { background: $accent; color: $on_accent; }
QWidget#band QPushButton:focus { border: 2px solid $live; }
QWidget#clear { background: transparent; }
QWidget#prompt { background: $raised; border-bottom: 1px solid $edge; }
QWidget#banner { background: $live; }
QWidget#banner QLabel { color: $on_live; }
QWidget#banner QPushButton { background: $raised; color: $ink; }
QWidget#banner QPushButton[role="main"] { background: $accent; color: $on_accent; border-color: $on_live; }
QPushButton::menu-indicator { image: none; width: 0; }
QWidget#curtain { background: $band; }
QWidget#curtain QLabel { color: $on_band; }
QWidget#curtain QProgressBar { background: $band; border: 1px solid $soft_band; }
QWidget#curtain QLabel[role="soft"] { color: $soft_band; }
QWidget#curtain QPushButton:focus { border: 2px solid $live; }
"""


def sheet(theme: Theme) -> str:
    """The style sheet of a theme at its text size."""
    from common.gui.kit.icons import small_pictures  # icons ask the theme for its colours

    pictures = small_pictures(theme)

    def colour(found: re.Match[str]) -> str:
        name = found[1]
        if name == "serif":
            return ", ".join(f'"{family}"' for family in SERIF)
        return pictures[name] if name in pictures else str(getattr(theme, name))

    return COLOUR.sub(colour, LENGTH.sub(lambda found: f"{theme.px(float(found[1]))}px", SHEET))
