"""The fixtures of the window, for turns of this game that are played in it."""

from tests.gui.conftest import desk, lay, maps_drawn_once, no_window_stays, plain_style, store

__all__ = ["desk", "lay", "maps_drawn_once", "no_window_stays", "plain_style", "store"]
