"""What can be done now, as it is offered in the prompt bar, in menus and under the number keys."""

from __future__ import annotations

from typing import NamedTuple

from common.engine import Action
from common.gui.kit.language import tr
from common.tabletop import Gesture, Target

DIRECT = 7  # offers shown one by one before groups share a slot
FIGURES = 9  # number keys


class Offer(NamedTuple):
    """One thing that can be done now, with its number key."""

    label: str
    rule: str = ""
    plan: tuple[Action, ...] = ()
    lift: tuple[str, ...] = ()
    group: str = ""
    key: str = ""
    space: str = ""
    piece: str = ""
    grave: bool = False
    path: tuple[str, ...] = ()


class Slot(NamedTuple):
    """A button of the prompt bar: one offer, or a list of alike ones."""

    title: str
    choices: tuple[Offer, ...]


def offer_gesture(g: Gesture) -> Offer:
    """A legal action as an offer."""
    return Offer(g.label, g.rule, (g.action,), (), g.group, g.key, g.space, g.piece, g.grave)


def offer_drop(target: Target) -> Offer:
    """A place where pieces can be put down as an offer."""
    label = target.label or tr("Go to {space}", space=target.space)
    return Offer(label, plan=target.plan, space=target.space, path=target.path)


def make_slots(choices: list[Offer]) -> list[Slot]:
    """The offers under as many number keys as there are: many of one group share a slot."""
    lifts = tuple(choice for choice in choices if choice.lift)
    if len(choices) <= DIRECT and len(lifts) < 2:
        return [Slot(choice.label, (choice,)) for choice in choices]
    if len(choices) - len(lifts) < DIRECT:
        alone = [Slot(choice.label, (choice,)) for choice in choices if not choice.lift]
        return [*alone, Slot(tr("Lift"), lifts)]
    found = _fold(choices, 2)
    if len(found) > FIGURES:
        found = _fold(choices, 1)
    if len(found) > FIGURES:  # every choice has a figure; what belongs to no group keeps its own
        alike = [slot for slot in found if slot.choices[0].group]
        single = [slot for slot in found if not slot.choices[0].group]
        room = max(0, FIGURES - 1 - len(single))
        more = tuple(choice for slot in alike[room:] for choice in slot.choices)
        found = [*alike[:room], *([Slot(tr("More"), more)] if more else []), *single]
    return found


def _fold(choices: list[Offer], alone: int) -> list[Slot]:
    """One slot for each group with more than so many members, one for each other choice."""
    groups: dict[str, list[Offer]] = {}
    for choice in choices:
        groups.setdefault(choice.group, []).append(choice)
    found: list[Slot] = []
    for group, members in groups.items():
        if len(members) <= alone or (not group and len(members) <= DIRECT):
            found += [Slot(choice.label, (choice,)) for choice in members]
        else:
            found.append(Slot(group or tr("More"), tuple(members)))
    return found
