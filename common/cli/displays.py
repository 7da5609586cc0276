"""Whether there is a screen, and drawing without one."""

from __future__ import annotations

import os
import sys


def has_display() -> bool:
    """Whether windows can be shown."""
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def use_offscreen() -> None:
    """Draw without a screen where there is none."""
    if sys.platform.startswith("linux") and not has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
