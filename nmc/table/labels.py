"""What every action is called, and where on the map it is done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from common.engine import Action, Seat
from common.tabletop import Gesture, Handling, IdleChoice
from nmc import actions as act
from nmc.odds import mean_losses, odds
from nmc.rules.combat import HELD, BattleSupply, CombatPhase
from nmc.rules.supply import AttritionLoss
from nmc.state import ENEMY, TRAINS, TROOPS, UNION, NmcState, Stack, describe
from nmc.table.faces import TITLES
from nmc.view import position_of

FEW = 2  # leaders a button names
MANY = {"guns": "field artillery", "wagons": "supply wagons", "exdepots": "supply wagons (captured depots)"}


class NmcLabels(Handling):
    """The words on buttons and in menus."""

    ending = act.EndPhase()

    def gesture(self, seat: Seat, action: Action) -> Gesture:
        state = position_of(seat)
        found = _on_the_map(state, action) or _of_a_force(state, action) or _button(action)
        if isinstance(action, act.Commit | act.Hold) and isinstance(state.step, BattleSupply):
            return msgspec.structs.replace(found, label=f"{found.label}: {_means(state, state.step, action)}")
        return found

    def idle_choice(self, seat: Seat) -> IdleChoice | None:
        """10.6  A wagon that would change neither fire is not worth using up."""
        state = position_of(seat)
        if not isinstance(state.step, BattleSupply) or state.step.secret:
            return None
        chances = [odds(state, action) for action in seat.legal()]
        if len({one.outcomes for one in chances if one is not None}) > 1 or None in chances:
            return None
        return IdleChoice(act.Hold(), "A wagon would change neither fire", "10.6")


def _means(state: NmcState, step: BattleSupply, action: Action) -> str:
    """10.6  What the fight costs both sides on average with and without the wagon."""
    me = step.asked[0]
    known = {who: choice != HELD for who, choice in step.choices} if not step.secret else {}
    lost = mean_losses(state, step.battle, known | {me: isinstance(action, act.Commit)})
    return f"inflict {lost[ENEMY[me]]:.1f}, lose {lost[me]:.1f} SP"


def unit_words(unit: str, count: int) -> str:
    """Units as a button names them."""
    if unit in TROOPS:
        return f"{count} {unit}"
    if unit not in TITLES:
        return unit
    return TITLES[unit].lower() if count == 1 else f"{count} {MANY[unit]}"


def force_words(forces: Sequence[Stack | None], number: int) -> str:
    """A formed force in few words; forces that are alike get their number."""
    words = [_brief(force) if force else "" for force in forces]
    return words[number] + (f" (force {number + 1})" if words.count(words[number]) > 1 else "")


def _brief(force: Stack) -> str:
    """Units as a button names them: more leaders than a few are counted."""
    if len(force.leaders) <= FEW:
        return describe(force)
    return f"{describe(msgspec.structs.replace(force, leaders=()))}, {len(force.leaders)} leaders".removeprefix(", ")


def _on_the_map(state: NmcState, action: Action) -> Gesture | None:
    """Actions that are done by pointing at a hex."""
    step: Any = state.step
    match action:
        case act.Deploy(unit, count, space):
            return _at(space, action, f"Set up {unit_words(unit, count)} in {space}", "Set-up", "3.3a")
        case act.Activate(space):
            what = "Attack" if isinstance(step, CombatPhase) else "March"
            return _at(space, action, f"{what} from {state.title(space)}", what, "6.5c")
        case act.StepTo(space):
            cost = state.data.cost.get((step.hex, space), 0)
            return _at(space, action, f"To {state.title(space)} ({cost} MP)", "Move", "8.2a")
        case act.Attack(number, space):
            label = f"{force_words(step.forces, number)} fire at {state.title(space)}"
            return _at(space, action, label, "Attack", "9.9b")
        case act.Occupy(source, space):
            return _at(space, action, f"Occupy {state.title(space)} from {source}", "Attack", "9.26b")
        case act.DeclareAttack(space):
            return _at(space, action, f"Declare an attack on {state.title(space)}", "Declare", "9.26a")
        case act.Suffer(space):
            return _at(space, action, f"Attrition at {state.title(space)}", "Attrition", "10.9a")
        case act.Destroy(space, unit):
            what = "gun" if unit == "guns" else unit_words(unit, 1)
            label = f"Destroy a {what} at {state.title(space)}"
            return _at(space, action, label, "Destroy", "10.10a", grave=True)
        case act.CreateDepot(space, old):
            what = "" if not old else f" ({old} of the wagons captured as depots)"
            return _at(space, action, f"Make a depot at {state.title(space)}{what}", "Depot", "10.11a")
    return None


def _at(space: str, action: Action, label: str, group: str, rule: str, grave: bool = False) -> Gesture:
    return Gesture(action, label, space=space, group=group, rule=rule, grave=grave)


def _of_a_force(state: NmcState, action: Action) -> Gesture | None:
    """Actions that name units of a force."""
    step: Any = state.step
    match action:
        case act.Assign(unit, count):
            what = unit if unit in TROOPS + TRAINS else "a leader"
            return Gesture(action, f"Add {unit_words(unit, count)}", group=f"Add {what}", rule="6.5b")
        case act.Lose(regular):
            attrition = isinstance(step, AttritionLoss)
            due = step.number if attrition else step.due(state)
            lost = describe(Stack(UNION, regular=regular, militia=due - regular))
            return Gesture(action, f"Lose {lost}", rule="10.9d" if attrition else "9.21a")
        case act.March(number, nine):
            force = force_words(step.forces, number)
            label = f"Declare a nine for {force}" if nine else f"Roll for {force}"
            return Gesture(action, label, group="Roll", rule="5.5a" if nine else "8.22a")
    return None


ENDS: dict[type[Action], str] = {
    act.EndPhase: "phase",
    act.Ready: "part",
    act.Lock: "part",
    act.CloseHex: "part",
    act.Stay: "part",
}


def _button(action: Action) -> Gesture:
    """Actions that have no place on the map."""
    label, rule, key = {
        act.Ready: ("Begin the campaign", "3.1b", "Return"),
        act.AssignAll: ("Add everything", "6.5b", "A"),
        act.NextForce: ("Form another force", "6.5b", ""),
        act.Lock: ("Done: forces formed", "6.5b", "Return"),
        act.Halt: ("Halt here", "8.3d", "H"),
        act.CloseHex: ("Close this hex", "6.5c", "D"),
        act.EndPhase: ("End the phase", "5.1a", "E"),
        act.Advance: ("Advance", "9.23a", "Return"),
        act.Stay: ("Nobody advances", "9.23d", ""),
        act.Hold: ("Hold the wagons back", "10.7c", ""),
    }.get(type(action), ("", "", ""))
    match action:
        case act.Keep(along):
            label, rule = ("Take it along", "6.3d") if along else ("Leave it here", "6.3d")
        case act.Substitute(yes):
            label, rule = ("Put in an unused wagon", "9.22e") if yes else ("Remove it", "9.22e")
        case act.Commit(wagon):
            label, rule = ("Use up a wagon" if wagon == "wagons" else "Use up a captured depot's wagon"), "10.6c"
        case act.Withdraw(leader):
            label, rule = f"Withdraw {leader}", "7.4b"
    return Gesture(action, label, rule=rule, key=key, ends=ENDS.get(type(action), ""))
