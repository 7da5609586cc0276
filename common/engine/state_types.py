"""Whether a state can be cloned by shallow copies: no field may hold what two clones would share and change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from common.engine.basics import Step
from common.engine.family import step_types
from common.engine.state import State

COPIED = (dict, list, set)  # what a clone copies, one level deep
READ_ONLY = (Mapping, Sequence, Set)  # replaced as a whole: the type checker lets nobody write into them
SHARED = "would be shared between clones; use frozen values or tuples"
SCALARS = (bool, int, float, str, bytes, NoneType)


def problems_of_state_type(kind: type[State]) -> Iterator[str]:
    """Every field whose values would be shared between clones, with the part of its type that is to blame."""
    hints = get_type_hints(kind)
    for name in kind.__struct_fields__:
        if name in State.__struct_fields__:
            continue
        hint = hints[name]
        inside = get_args(hint) if get_origin(hint) in COPIED else (hint,)
        blame = next((found for part in inside if (found := _changeable(part)) is not None), None)
        if blame is not None:
            yield f"{kind.__name__}.{name}: {blame} {SHARED}"


def problems_of_step_type(kind: type[Step]) -> Iterator[str]:
    """Every field of a step that can change: clones share the steps of their flow."""
    hints = get_type_hints(kind)
    for name in kind.__struct_fields__:
        blame = _changeable(hints[name])
        if blame is not None:
            yield f"{kind.__name__}.{name}: {blame} {SHARED}"


@cache
def refuse_aliases(kind: type[State], package: str) -> None:
    """Raise TypeError if clones of a game's state would share something that can change, in a field or in a step."""
    steps = (problem for step in step_types(package) for problem in problems_of_step_type(step))
    problems = [*problems_of_state_type(kind), *steps]
    if problems:
        raise TypeError("; ".join(problems))


def _changeable(hint: Any) -> str | None:
    """The part of a type whose values can change, or None if they are fixed for good."""
    origin = get_origin(hint)
    if origin is Literal or hint in SCALARS or hint is Ellipsis:
        return None
    if origin in (tuple, frozenset, Union, UnionType, *READ_ONLY):
        return next((found for part in get_args(hint) if (found := _changeable(part)) is not None), None)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return None
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct) and hint.__struct_config__.frozen:
        parts = get_type_hints(hint)
        return next((found for name in hint.__struct_fields__ if (found := _changeable(parts[name])) is not None), None)
    return hint.__name__ if isinstance(hint, type) and origin is None else str(hint)
