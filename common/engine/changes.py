"""Where a position has changed: a chain of spaces that clones share, read by whoever has worked something out by space.

The setters of a state add to the chain. A cache remembers the link it has seen last; what was added since tells it
which spaces to look at again. Links never change, so a clone goes on from its parent's chain without copying it.
"""

from __future__ import annotations

from typing import TypeAlias

Changes: TypeAlias = "tuple[str, Changes] | None"  # the space that changed last, and the changes before


def spaces_changed(now: Changes, then: Changes) -> set[str]:
    """The spaces noted since an earlier moment of the same game."""
    spaces = set()
    try:
        while now is not then:
            space, now = now  # type: ignore[misc]  # at the end of the chain there is None
            spaces.add(space)
    except TypeError:
        raise ValueError("the earlier moment does not belong to this game") from None
    return spaces
