"""Which classes a game's steps and actions are, so that saves are decoded strictly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from common.engine.basics import Action, Concede, Step

T = TypeVar("T")

ENGINE = "common.engine"


def step_types(package: str) -> tuple[type[Step], ...]:
    """The steps of a game: its own, and the shared ones that are more than bases."""
    shared = [kind for kind in _below(Step) if _is_in(kind, ENGINE) and "abstract" not in vars(kind)]
    return family(Step, package, shared)


def action_types(package: str) -> tuple[type[Action], ...]:
    """The actions of a game: its own, giving up, and those of the shared steps it uses."""
    steps = [step for step in _below(Step) if _is_in(step, package)]
    shared = {action for step in steps for action in step.shared_actions}
    return family(Action, package, (*shared, Concede))


def family(base: type[T], package: str, shared: Iterable[type[T]] = ()) -> tuple[type[T], ...]:
    """The concrete classes below `base` that a package defines, and shared ones whose names it does not use itself.

    A class is a mere base if the package itself derives another from it; what others derive from it does not matter.
    """
    own = [kind for kind in _below(base) if _is_in(kind, package)]
    bases = {parent for kind in own for parent in kind.__mro__[1:]}
    found = {kind.__name__: kind for kind in shared}
    found |= {kind.__name__: kind for kind in own if kind not in bases}
    return tuple(found[name] for name in sorted(found))


def _below(base: type[T]) -> Iterator[type[T]]:
    child: type[T]
    for child in base.__subclasses__():
        yield child
        yield from _below(child)


def _is_in(kind: type, package: str) -> bool:
    return kind.__module__ == package or kind.__module__.startswith(f"{package}.")
