"""Where a position has changed: what was noted since a moment, in a game and in its clones."""

from __future__ import annotations

import pytest

from common.engine.changes import Changes, spaces_changed


def noted(changes: Changes, *spaces: str) -> Changes:
    """The chain with more changes."""
    for space in spaces:
        changes = space, changes
    return changes


def test_the_spaces_since_a_moment_each_once() -> None:
    then = noted(None, "west", "hill")
    now = noted(then, "east", "hill", "east")
    assert spaces_changed(now, then) == {"east", "hill"}
    assert spaces_changed(now, None) == {"west", "east", "hill"}
    assert spaces_changed(now, now) == set()


def test_clones_go_their_own_ways_from_a_common_moment() -> None:
    then = noted(None, "west")
    mine, theirs = noted(then, "hill"), noted(then, "east")
    assert (spaces_changed(mine, then), spaces_changed(theirs, then)) == ({"hill"}, {"east"})
    with pytest.raises(ValueError, match="does not belong"):
        spaces_changed(mine, theirs)
