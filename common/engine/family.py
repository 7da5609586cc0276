"""Which classes a game's steps and actions are, so that saves are decoded strictly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from common.engine.basics import Action, Concede, Step

T = TypeVar("T")

ENGINE = "common.engine"


def step_types(package: str) -> tuple[type[Step], ...]:
    """The steps of a game: its own, and the concrete ones of the engine."""
    return family(Step, package, concrete(Step, ENGINE))


def action_types(package: str) -> tuple[type[Action], ...]:
    """The actions of a game: its own, giving up, and those of the shared steps it uses."""
    shared = {action for step in concrete(Step, package) for action in step.shared_actions}
    return family(Action, package, (*shared, Concede))


def family(base: type[T], package: str, shared: Iterable[type[T]] = ()) -> tuple[type[T], ...]:
    """The concrete classes of a package below `base`, and the shared ones whose names it does not use itself."""
    own = concrete(base, package)
    names = {kind.__name__ for kind in own}
    return tuple(
        sorted({*own, *(kind for kind in shared if kind.__name__ not in names)}, key=lambda kind: kind.__name__)
    )


def concrete(base: type[T], package: str) -> list[type[T]]:
    """The classes of a package below `base` that are more than bases, as far as they do not call themselves abstract.

    What is derived from a class, here or elsewhere, takes it from nobody.
    """
    return [kind for kind in _below(base) if _is_in(kind, package) and "abstract" not in vars(kind)]


def _below(base: type[T]) -> Iterator[type[T]]:
    child: type[T]
    for child in base.__subclasses__():
        yield child
        yield from _below(child)


def _is_in(kind: type, package: str) -> bool:
    return kind.__module__ == package or kind.__module__.startswith(f"{package}.")
