"""What can be done now, as it is offered in the prompt bar, in menus and under the number keys."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from common.engine import Action
from common.gui.kit.language import tr
from common.tabletop import Gesture, Target

DIRECT = 7  # offers shown one by one before groups share a slot
SHORT = 24  # letters of an offer that keeps its own name where there is little room
FIGURES = 9  # number keys
NUMBER = re.compile(r"\d+")


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
    ends: str = ""  # "part" or "phase", if it closes one
    hint: str = ""  # what it means, where the label only names it


class Slot(NamedTuple):
    """A button of the prompt bar: one offer, or a list of alike ones."""

    title: str
    choices: tuple[Offer, ...]
    number: int = 0  # the figure that chooses it, if there is one left

    @property
    def is_list(self) -> bool:
        """Whether it opens a list: of several, or of one that is called by its kind only."""
        return len(self.choices) > 1 or self.title != self.choices[0].label


class Figures:
    """The figures of the choices: while a question stands, a choice keeps its own whatever comes and goes beside it."""

    def __init__(self) -> None:
        self._question: object = None
        self._moment = -1
        self._layout: object = None
        self._known: dict[str, int] = {}  # those shown last

    def number(self, slots: list[Slot], question: object, moment: int, layout: object = None) -> list[Slot]:
        """The slots in the order of their figures; after an action none gets a figure that meant another one.

        Where only the room has changed, and choices share buttons or stand alone again, they are counted anew.
        """
        if question != self._question or (layout != self._layout and moment == self._moment):
            self._known = {}
        before = set(self._known.values()) if moment != self._moment else set[int]()
        names = _name_slots(slots)
        found = {name: self._known[name] for name in names if name in self._known}
        for name in names:
            if name not in found:
                taken = set(found.values())
                free = [n for n in range(1, FIGURES + 1) if n not in taken]
                found[name] = next((n for n in free if n not in before), next(iter(free), 0))
        self._question, self._moment, self._layout = question, moment, layout
        self._known = {n: at for n, at in found.items() if at}
        numbered = [slot._replace(number=found[name]) for slot, name in zip(slots, names, strict=True)]
        return sorted(numbered, key=lambda slot: slot.number or FIGURES + 1)


def _name_slots(slots: list[Slot]) -> list[str]:
    """What each slot is known by: its title without the numbers in it, where that is not another's as well."""
    plain = [NUMBER.sub("…", slot.title) for slot in slots]
    return [name if plain.count(name) == 1 else slot.title for name, slot in zip(plain, slots, strict=True)]


def offer_gesture(g: Gesture) -> Offer:
    """A legal action as an offer."""
    return Offer(g.label, g.rule, (g.action,), (), g.group, g.key, g.space, g.piece, g.grave, ends=g.ends, hint=g.hint)


def offer_drop(target: Target) -> Offer:
    """A place where pieces can be put down as an offer."""
    label = target.label or tr("Go to {space}", space=target.space)
    return Offer(label, plan=target.plan, space=target.space, path=target.path)


def offer_drops(targets: Sequence[Target]) -> list[Offer]:
    """Ways of putting pieces down on one place; those called the same are told apart by what they leave."""
    labels = [target.label for target in targets]
    named = [t.left and labels.count(t.label) > 1 for t in targets]
    return [
        offer_drop(target)._replace(label=f"{target.label}, {target.left}") if more else offer_drop(target)
        for target, more in zip(targets, named, strict=True)
    ]


def make_slots(choices: list[Offer], tight: bool = False, most: int = 0, brief: bool = False) -> list[Slot]:
    """The offers under as many number keys as there are: many of one group share a slot; where it is tight, any two.

    Where that is still too wide, a long one is called by its group (`brief`); `most` is how many slots there is room
    for at all: the last ones are then gathered.
    """
    return _gather(_fold(choices, 1, brief) if tight else _spread(choices), most)


def _spread(choices: list[Offer]) -> list[Slot]:
    """One slot an offer as long as they are few."""
    lifts = tuple(choice for choice in choices if choice.lift)
    if len(choices) <= DIRECT and len(lifts) < 2:
        return [Slot(choice.label, (choice,)) for choice in choices]
    if len(choices) - len(lifts) < DIRECT:
        alone = [Slot(choice.label, (choice,)) for choice in choices if not choice.lift]
        return [*alone, Slot(tr("Take up"), lifts)]
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


def _gather(slots: list[Slot], most: int) -> list[Slot]:
    """So many slots at most, the last with everything there is no other room for; 0 gathers nothing."""
    if not 0 < most < len(slots):
        return slots
    more = tuple(choice for slot in slots[most - 1 :] for choice in slot.choices)
    return [*slots[: most - 1], Slot(tr("More"), more)]


def _fold(choices: list[Offer], alone: int, brief: bool = False) -> list[Slot]:
    """One slot for each group with more than so many members, one for each other choice."""
    groups: dict[str, list[Offer]] = {}
    for choice in choices:
        groups.setdefault(choice.group, []).append(choice)
    found: list[Slot] = []
    for group, members in groups.items():
        long = brief and bool(group) and any(len(choice.label) > SHORT for choice in members)
        if (len(members) <= alone and not long) or (not group and len(members) <= DIRECT):
            found += [Slot(choice.label, (choice,)) for choice in members]
        else:
            found.append(Slot(group or tr("More"), tuple(members)))
    return found
