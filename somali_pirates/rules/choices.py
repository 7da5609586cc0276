"""Sets of units or goods that a side builds item by item, and units named in questions."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine.steps import Subset
from somali_pirates.state import PirateState

NAMED = 3  # units named one by one in a question


def name_all(state: PirateState, ids: Sequence[str]) -> str:
    """Units in words: 'CAG 1 and MAW'; of many the first, and how many more."""
    names = [state.data.name(id_) for id_ in ids]
    if len(names) > NAMED:
        names = [*names[: NAMED - 1], f"{len(names) - NAMED + 1} more"]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


class NamedSubset(Subset, frozen=True, tag=True, kw_only=True):
    """A set of units or goods, which refusals call by their names."""

    abstract = True

    def called(self, state: PirateState, item: str) -> str:
        return state.data.name(item)
