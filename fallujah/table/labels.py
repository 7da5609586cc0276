"""What each action is called and where it is done: on a space, with a unit, or by a button."""

from __future__ import annotations

from common.engine import Action, Seat
from common.tabletop import Gesture, Handling, IdleChoice
from fallujah import actions as act
from fallujah.rules import combat, movement
from fallujah.rules.advantage import HEROIC, Window
from fallujah.rules.losses import Losses, capacity
from fallujah.rules.reaction import Reaction, Scout
from fallujah.state import COALITION, INSURGENT, ZONES, Battle, FallujahState
from fallujah.table.faces import BACKLASH, format_modifier
from fallujah.view import position_of


class FallujahLabels(Handling):
    """Names of actions, in words that both sides may read."""

    ending = act.EndImpulse()

    def gesture(self, seat: Seat, action: Action) -> Gesture:
        """How a legal action is called, and what is pointed at to do it."""
        state = position_of(seat)
        found = _on_area(state, action) or _from_unit_to_area(state, action) or _on_unit(state, action)
        return found or _button(state, action)

    def idle_choice(self, seat: Seat) -> IdleChoice | None:
        """10.1a  Where one more or less cannot change whether the phase ends, the Advantage is not worth spending."""
        state = position_of(seat)
        step, roll = state.step, state.first_roll
        if not isinstance(step, Window) or step.kind != "end" or roll is None:
            return None
        if any((roll + by < state.impulse) != (roll < state.impulse) for by in HEROIC):
            return None
        return IdleChoice(act.Keep(), f"One more or less would change nothing about the {roll}", "10.1a")


def _on_area(state: FallujahState, action: Action) -> Gesture | None:
    """Actions that are done by pointing at a space."""
    labels = state.data.labels
    match action:
        case act.Place(space):
            return Gesture(action, f"Place a Fedayeen in {labels[space]}", "", space, "Place", "11.1c")
        case act.Activate(space):
            rule = "4.1.2c" if space in ZONES else "4.1.2a" if state.active == COALITION else "4.1.1a"
            return Gesture(action, f"Activate {labels[space]}", "", space, "Activate", rule)
        case act.Organize(space, militia):
            label = f"Organize {militia} Militia in {labels[space]}"
            return Gesture(action, label, "", space, "Organize resistance", "4.1.1e")
        case act.FireMission(space):
            label = f"Fire Mission on {labels[space]} ({_fire_mission_values(state, space)})"
            return Gesture(action, label, "", space, "Fire Mission", "7.4")
        case act.Attack(space):
            due = state.entry(space).due
            comers = [unit.id for unit in combat.entered_units(state, space)]
            cost = f" ({BACKLASH})" if due and combat.offends(state, space, comers) else ""
            label = f"Make the attack that is due in {labels[space]}{cost}" if due else f"Attack in {labels[space]}"
            return Gesture(action, label, "", space, "Attack", "6.3a" if due else "7.2a")
    return None


def _fire_mission_values(state: FallujahState, space: str) -> str:
    battle = Battle("fire", space)
    defence = sum(factor.value for factor in combat.defence(state, battle, combat.leads_of(state, battle)[0]))
    cost = f", {BACKLASH}" if combat.fire_offends(state, space) else ""
    return f"{state.data.tables.fire_mission.offence} against {defence}{cost}"


def _from_unit_to_area(state: FallujahState, action: Action) -> Gesture | None:
    """Actions that bring a unit to a space."""
    text, labels = state.data.text, state.data.labels
    match action:
        case act.March(unit, space):
            side = COALITION if unit in state.data.coalition_ids else INSURGENT
            mover = state.units[unit]
            cost = min(movement.entry_cost(state, side, space) + movement.toll(state, mover), state.ready(mover))
            return Gesture(action, f"{text(unit)} to {labels[space]} ({cost} MP)", unit, space, "Move", "6b")
        case act.SlipAway(unit, space):
            return Gesture(action, f"{text(unit)} slips away to {labels[space]}", unit, space, "Slip away", "4.1.3e")
        case act.Rally(unit, space):
            home = state.units[unit].at == space
            entered = state.step.area if isinstance(state.step, Reaction) else ""
            rule = "4.1.3g" if home and space == entered else "4.1.3h"
            label = f"{text(unit)} raises a Militia in {labels[space]}"
            return Gesture(action, label, unit, "" if home else space, "Raise Militia", rule)
        case act.Retreat(unit, space):
            return Gesture(action, f"{text(unit)} retreats to {labels[space]}", unit, space, "Retreat", "8.3a")
        case act.Shift(unit, space):
            return Gesture(action, f"{text(unit)} regroups to {labels[space]}", unit, space, "Regroup", "4.2a")
    return None


def _on_unit(state: FallujahState, action: Action) -> Gesture | None:
    """Actions that are done by pointing at a unit."""
    text, step = state.data.text, state.step
    match action:
        case act.Join(unit):
            return Gesture(action, f"{text(unit)} joins the attack", unit, "", "Attackers", "7.2a")
        case act.Lead(unit):
            value = ""
            if isinstance(step, combat.AttackPlan):
                offence = combat.offence(state, step.area, step.chosen, unit)
                cost = f", {BACKLASH}" if combat.offends(state, step.area, step.chosen) else ""
                value = f" (OV {sum(factor.value for factor in offence)}{cost})"
            return Gesture(action, f"{text(unit)} leads the attack{value}", unit, "", "Lead", "7.2.1a")
        case act.Raid(unit):
            total = sum(factor.value for factor in combat.raid_value(state, unit, state.units[unit].at))
            return Gesture(action, f"{text(unit)} attacks (OV {total})", unit, "", "Attack", "7.3a")
        case act.DigIn(unit):
            rule = "4.1.3d" if isinstance(step, Reaction) else "4.1.1c"
            return Gesture(action, f"{text(unit)} digs in", unit, "", "Dig in", rule)
        case act.Surface(unit):
            return Gesture(action, f"{text(unit)} drops its Dug In marker", unit, "", "Drop marker", "4.1.1d")
        case act.Defend(unit):
            rule = "7.3.2a" if unit in state.data.coalition_ids else "7.2.5a"
            return Gesture(action, f"{text(unit)} leads the defense", unit, "", "Lead defender", rule)
        case act.Suffer(unit):
            return Gesture(action, f"{text(unit)} {_next_loss(state, unit)}", unit, "", "Casualties", "8.2h")
        case act.Refresh(unit):
            return Gesture(action, f"{text(unit)} turns Fresh", unit, "", "Turn Fresh", "4.4c")
    return None


def _next_loss(state: FallujahState, id_: str) -> str:
    """What the next Casualty Point does to a unit (8.2b-8.2g)."""
    unit, step = state.units[id_], state.step
    hits = step.hits.count(id_) if isinstance(step, Losses) else 0
    limit = capacity(state, unit)
    if unit.dug:
        return f"is eliminated, {limit} points"
    if hits + 1 >= limit:
        return "is eliminated"
    return "retreats" if hits + 1 == limit - 1 else "is flipped to Spent"


def _button(state: FallujahState, action: Action) -> Gesture:
    """Actions that have no place on the map."""
    coalition = state.active == COALITION
    reacting = isinstance(state.step, Reaction)
    match action:
        case act.Deploy(plan):
            title = state.data.deployments[plan].title
            return Gesture(action, f"Set up by plan: {title}", group="Plans", rule="11.1c")
        case act.Pass():
            return Gesture(action, "Pass", rule="4.1.2h" if coalition else "4.1.1h", key="P", ends="phase")
        case act.Riverine(support):
            label = "Small Craft Company supports (+1)" if support else "Attack without the Small Craft Company"
            return Gesture(action, label, rule="7.2.3b", key="Y" if support else "W")
        case act.EndImpulse():
            return Gesture(action, "End the impulse", rule="6e", key="E", ends="phase")
        case act.Done():
            label = "No more reactions" if reacting else "Done regrouping"
            ends = "part" if reacting else "phase"
            return Gesture(action, label, rule="4.1.3k" if reacting else "4.2a", key="D", ends=ends)
        case act.Withdraw(back):
            return _scout_button(state, action, back)
        case act.Keep():
            return Gesture(action, f"Let the dice stand: {_verdict(state)}", rule="10b", key="K", ends="part")
        case act.Heroic(roll, by):
            whose = {"attack": "attacker ", "defence": "defender ", "end": ""}[roll]
            shift = -by if roll == "defence" else by
            label = f"Heroic Effort: {whose}{format_modifier(by)} ({_verdict(state, shift)})"
            return Gesture(action, label, group="Heroic Effort", rule="10.1a")
        case act.Mulligan():
            return Gesture(action, "Mulligan: roll all dice again", rule="10.1c", key="G")
        case act.Proceed():
            return Gesture(action, "Carry out the Insurgent procedure", rule="12a", key="Return", ends="part")
    return Gesture(action, type(action).__name__)


def _verdict(state: FallujahState, shift: int = 0) -> str:
    """What follows if the dice on the table count, moved by so much in the attacker's favour."""
    battle = state.battle
    if battle is None:
        return "the phase ends" if (state.first_roll or 0) + shift < state.impulse else "the phase goes on"
    points = battle.difference + shift
    if points > 0 and battle.kind == "raid":
        return "the attack succeeds"
    if points > 0:
        full = sum(capacity(state, unit) for unit in state.insurgents(battle.area))
        return f"{points} CP" + (", Overrun" if points > full else "")
    if battle.kind != "assault":
        return "no effect"
    return "repulsed" if points else "stalled"


def _scout_button(state: FallujahState, action: Action, back: bool) -> Gesture:
    unit = state.step.unit if isinstance(state.step, Scout) else ""
    name, labels = state.data.text(unit) if unit else "the unit", state.data.labels
    if back:
        home = labels.get(state.origin.get(unit, ""), "where it came from")
        return Gesture(action, f"Withdraw {name} to {home}", rule="6.3.1a", key="W")
    return Gesture(action, f"{name} stays", rule="6.3.1a", key="Y")
