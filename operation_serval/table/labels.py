"""What each action is called and where it is done: on a hex, with a counter, or by a button."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Action, Concede, Seat
from common.engine.actions import Decline
from common.tabletop import Gesture, Handling, IdleChoice
from operation_serval import actions as act
from operation_serval.odds import odds
from operation_serval.rules import netwar, refit, sharia
from operation_serval.rules.air import AirSegment, GunshipWindow
from operation_serval.rules.airlift import WORDS
from operation_serval.rules.battle import AttackForce, IsrWindow
from operation_serval.rules.deployment import deployment_rule
from operation_serval.rules.events import EventPlacing, GuerrillaPlacing, JihadMarker, Returning
from operation_serval.rules.fog import Scouting
from operation_serval.rules.losses import AllotHits, BreakUnderFire, own_companies
from operation_serval.rules.march_search import marches
from operation_serval.rules.movement import Marching, in_points
from operation_serval.rules.options import Arrival
from operation_serval.rules.recruiting import Recruits, rule_of
from operation_serval.rules.retreat import RetreatMove
from operation_serval.rules.sequence import ActionStep
from operation_serval.rules.setup import SetUp
from operation_serval.rules.telling import does, listed, names
from operation_serval.rules.zones import zoned
from operation_serval.state import (
    AIR_BOX,
    COALITION,
    ISLAMIST,
    STAGING_AREAS,
    TASK_FORCE_BOX,
    UNSEEN,
    ServalState,
    Unit,
)
from operation_serval.view import position_of

RECRUIT_GROUPS = {
    "": " units", "companies": ": up to four companies", "air": ": air units", "base": ": a base", "gamou": ": Gamou",
    "chad": ": a Chadian battalion", "jsoc": ": JSOC", "brigade": ": a brigade", "africom": ": the whole force",
}  # fmt: skip
OTHERS = "Other companies"  # which differ from the first ones in name only


class ServalLabels(Handling):
    """Names of actions."""

    ending = act.Finish()
    annexes = STAGING_AREAS

    def gesture(self, seat: Seat, action: Action) -> Gesture:
        """How a legal action is called, and what is pointed at to do it."""
        state = position_of(seat)
        if state.fog and seat.to_act not in (None, seat.side) and _is_unseen(state, action):
            return Gesture(action, _unseen_label(state, action), rule="28.0a")
        found = (
            _command(state, action)
            or _placing(state, action)
            or _moving(state, action)
            or _flying(state, action)
            or _fighting(state, action)
            or _suffering(state, action)
            or _marking(state, seat, action)
        )
        return found or _button(state, action)

    def idle_choice(self, seat: Seat) -> IdleChoice | None:
        """15.4e  Who fires first by initiative, and meets no ISR, gains nothing by his own; companies are alike."""
        state = position_of(seat)
        step, battle = state.step, state.battle
        if isinstance(step, BreakUnderFire) and step.unit:
            first = own_companies(state, step.unit, _boxed(state))
            return IdleChoice(act.Embody(first), "Companies of a kind differ in name only", "22.4a")
        if not isinstance(step, IsrWindow) or battle is None or battle.isr or step.side != state.initiative:
            return None
        return IdleChoice(Decline(), "The initiative gives first fire already", "15.4f")


# What the enemy has done (28)


def _is_unseen(state: ServalState, action: Action) -> bool:
    """28  Whether an action of the enemy names a counter that is not seen, or the place of one."""
    if isinstance(action, act.Place) or (isinstance(action, act.Aim) and isinstance(state.step, EventPlacing)):
        return True
    values = (getattr(action, name) for name in action.__struct_fields__)
    words = {word for value in values for word in (value if isinstance(value, tuple) else (value,))}
    return any(word in state.units and state.units[word].at == UNSEEN for word in words)


def _unseen_label(state: ServalState, action: Action) -> str:
    """What may be said of such an action."""
    if isinstance(action, act.Refit):
        return f"Refit {state.data.contingents[action.contingent].name} ({state.data.tables.costs.refit} C2P)"
    return "something that is not seen"


# Actions of the Operations Phase


def _command(state: ServalState, action: Action) -> Gesture | None:
    groups, costs = state.data.contingents, state.data.tables.costs
    match action:
        case act.Operate(contingent):
            label = f"Operate {groups[contingent].name} ({costs.operation} C2P)"
            return Gesture(action, label, group=_priced("Operate", costs.operation), rule="12.0a")
        case act.Recruit(contingent, group):
            label = f"Recruit {groups[contingent].name}{RECRUIT_GROUPS[group]} ({costs.recruit} C2P)"
            return Gesture(action, label, group=_priced("Recruit", costs.recruit), rule="10.0a")
        case act.Refit(contingent, source):
            return _refit(state, action, contingent, source)
        case act.RefitPicked(contingent):
            who = _restored(state, refit.picked(state, contingent))
            label = f"Refit SOF and leaders of {groups[contingent].name}{who} ({costs.sof_leader_refit} C2P)"
            return Gesture(action, label, group=_priced("Refit", costs.refit), rule="31.4a")
        case act.Mobilise():
            label = f"Mobilize netwar markers ({costs.mobilise_netwar} C2P)"
            return Gesture(action, label, group=_priced("Netwar", costs.mobilise_netwar), rule="21.2a")
        case act.NetwarAttack(type_, hex_):
            where = f" on {state.title(hex_)}" if hex_ else " on the enemy's command"
            label = f"{_netwar_title(state, type_, hex_)}{where} ({costs.special_netwar_attack} C2P)"
            return Gesture(action, label, "", hex_, _priced("Netwar", costs.special_netwar_attack), "21.6a")
        case act.EnactSharia(contingent):
            where = _towns(state, sharia.eligible(state, contingent))
            label = f"Enact sharia with {groups[contingent].name}{where} ({costs.enact_sharia} C2P)"
            return Gesture(action, label, group=_priced("Sharia", costs.enact_sharia), rule="27.0a")
        case act.ClearSharia():
            label = f"Clear sharia{_towns(state, sharia.clearable(state))} ({costs.clear_sharia} C2P)"
            return Gesture(action, label, rule="27.2a")
        case act.Pass():
            return Gesture(action, "Pass", rule="6.5a", key="P", ends="phase")
    return None


def _priced(kind: str, price: int) -> str:
    """6.3  A kind of action with its price, over the list of what is of this kind."""
    return f"{kind} ({price} C2P)"


def _netwar_title(state: ServalState, type_: str, hex_: str) -> str:
    """21.6, 31.1g  What an attack is called; where no drone has a base in reach it is a global strike."""
    side = state.step.side if isinstance(state.step, ActionStep) else ""
    kinds = netwar.Arming(side, type_, hex_).usable(state) if side else ()
    title = netwar.title_of(state, side, type_, kinds)
    return f"{title[:1].upper()}{title[1:]}"


def _towns(state: ServalState, hexes: Sequence[str]) -> str:
    """27.0  Where an action would place or remove markers, while it is offered."""
    if not hexes or not isinstance(state.step, ActionStep):
        return ""
    return f" in {listed(map(state.title, hexes)) if len(hexes) < 3 else f'{len(hexes)} towns'}"


def _refit(state: ServalState, action: Action, contingent: str, source: str) -> Gesture:
    base, name = state.units.get(source), state.data.contingents[contingent].name
    price = f"{state.data.tables.costs.refit} C2P"
    kind = _priced("Refit", state.data.tables.costs.refit)
    who = _restored(state, refit.served(state, contingent, source))
    if base is not None:
        label = f"Refit {name} at {state.name(source)} in {state.title(base.at)}{who} ({price})"
        return Gesture(action, label, group=kind, rule="19.3a")
    if source in state.data.near:
        label = f"Refit {name} in {state.title(source)} by air supply{who} ({price}, 1 airlift point)"
        return Gesture(action, label, group=kind, rule="19.3e")
    label = f"Refit {name} in {state.title(source)}{who} ({price})"
    return Gesture(action, label, group=kind, rule="19.3d" if source == AIR_BOX else "19.3c")


def _restored(state: ServalState, units: Sequence[Unit]) -> str:
    """19.3  Who becomes effective again, as far as that is known."""
    if not units:
        return ""
    return f": {names(state, (unit.id for unit in units)) if len(units) < 3 else f'{len(units)} units'}"


# Counters that are placed


def _placing(state: ServalState, action: Action) -> Gesture | None:
    step = state.step
    match action:
        case act.Choose(id_):
            return Gesture(action, f"Take {state.name(id_)}", id_, "", "Counters", _placing_rule(state, "10.2a"))
        case act.Place(place):
            unit = getattr(step, "unit", "")
            what = state.name(unit) if unit else "ISR"
            recruit = isinstance(step, Recruits) and unit
            rule = deployment_rule(state, unit) if recruit else _placing_rule(state, "10.1a")
            return Gesture(action, f"{what} to {state.title(place)}", unit, place, "Place", rule)
        case act.MarkTown(hex_):
            rule = "30.2h" if isinstance(step, SetUp) else _placing_rule(state, "27.0a")
            return Gesture(action, f"Sharia in {state.title(hex_)}", "", hex_, "Sharia", rule)
        case act.Demobilise(id_):
            return Gesture(
                action,
                f"Remove {state.name(id_)} from {state.title(state.units[id_].at)}",
                id_,
                "",
                "Remove",
                "10.8a",
                grave=True,
            )
        case act.Withdraw(id_):
            return Gesture(action, f"{state.name(id_)} leaves the game", id_, "", "Withdraw", "EVT.4", grave=True)
        case act.Disband(hex_, contingent):
            name = state.data.contingents[contingent].name
            return Gesture(action, f"Eliminate {name} in {state.title(hex_)}", "", hex_, "Stacking", "14.2c")
    return None


def _placing_rule(state: ServalState, otherwise: str) -> str:
    """The rule by which something is taken up, placed or left where it is, now."""
    match state.step if state.result is None else None:
        case SetUp():
            return "30.0a"
        case Recruits() as step:
            return rule_of(step.contingent)
        case EventPlacing() as step:
            return f"EVT.{step.event}"
        case JihadMarker():
            return "EVT.6"
        case Scouting():
            return "28.0c"
    return otherwise


# Movement and airlift


def _boxed(state: ServalState) -> list[str]:
    return [unit.id for unit in state.own(COALITION, TASK_FORCE_BOX)]


def _set_group(state: ServalState, group: str, action: act.Combine | act.BreakDown, ids: Sequence[str]) -> str:
    """22.1  Companies of a kind differ in name only: the first set stands before a list of all others."""
    first = not action.task_force or action.companies == own_companies(state, action.task_force, ids)
    return group if first else f"{OTHERS} for {state.name(action.task_force)}"


def _moving(state: ServalState, action: Action) -> Gesture | None:
    step = state.step
    match action:
        case act.Combine(task_force, companies):
            where = state.title(state.units[companies[0]].at)
            label = f"Combine {names(state, companies)} into {state.name(task_force)} in {where}"
            here = [unit.id for unit in state.own(COALITION, state.units[companies[0]].at) if not unit.disrupted]
            return Gesture(action, label, task_force, "", _set_group(state, "Combine", action, here), "22.2a")
        case act.BreakDown(task_force, companies):
            label = f"Break {state.name(task_force)} down into {names(state, companies)}"
            return Gesture(
                action, label, task_force, "", _set_group(state, "Break down", action, _boxed(state)), "22.3a"
            )
        case act.MarchWith(id_):
            return Gesture(action, f"Move {state.name(id_)}", id_, "", "Move", "13.1a")
        case act.TakeAlong(id_):
            return Gesture(action, f"{state.name(id_)} comes along", id_, "", "Take along", "13.1c")
        case act.DropOff(id_):
            return Gesture(action, f"{state.name(id_)} stays here", id_, "", "Drop off", "13.1c")
        case act.MarchTo(place):
            units = step.units if isinstance(step, Marching) else ()
            way = marches(state, state.data.side_of[units[0]], units).get(place) if units else None
            cost = f" ({in_points(way.cost)} MP)" if way is not None else ""
            return Gesture(action, f"To {state.title(place)}{cost}", "", place, "Move", "13.1a")
        case act.Halt():
            return Gesture(action, "Put down", rule="13.1a", key="H", ends="part")
    return None


def _flying(state: ServalState, action: Action) -> Gesture | None:
    step = state.step
    match action:
        case act.Load(kind, origin):
            label = f"Airlift {WORDS[kind]} from {state.title(origin)} (1 of {state.airlift} points)"
            return Gesture(action, label, group="Airlift", rule="23.0a")
        case act.Board(id_):
            return Gesture(action, f"{state.name(id_)} flies along", id_, "", "Passengers", "23.0a")
        case act.Unload(id_):
            return Gesture(action, f"{state.name(id_)} does not fly", id_, "", "Passengers", "23.0a")
        case act.Aim(zone):
            where = state.data.zone_names[zone]
            if isinstance(step, GuerrillaPlacing):
                return Gesture(action, f"Appear in {where}", group="Place", rule="EVT.5")
            return Gesture(action, f"Drop in {where}", group="Drop", rule="23.3a")
        case act.FlyTo(place):
            units = getattr(step, "units", ())
            return Gesture(action, f"Fly to {state.title(place)}", units[0] if units else "", place, "Airlift", "23.2a")
        case act.CallOff():
            return Gesture(action, "Call it off", rule="12.2b")
        case act.SupplyByAir(hex_):
            label = f"Air supply for {state.title(hex_)} (1 of {state.airlift} points)"
            return Gesture(action, label, _supply_counter(state), hex_, "Air supply", "23.6a")
        case act.React(id_, hex_):
            return Gesture(action, f"{state.name(id_)} reacts to {state.title(hex_)}", id_, hex_, "React", "24.1a")
        case act.Sortie(id_, hex_):
            return Gesture(action, f"{state.name(id_)} against {state.title(hex_)}", id_, hex_, "Air attack", "20.1a")
        case act.Recall(id_):
            return Gesture(action, f"Recall {state.name(id_)}", id_, AIR_BOX, "Recall", "20.1a")
        case act.Strike(hex_):
            return Gesture(action, f"Air attack on {state.title(hex_)}", "", hex_, "Air attack", "20.1a")
        case act.Support(id_, hex_):
            label = f"{state.name(id_)} fires at {state.title(hex_)}"
            return Gesture(action, label, id_, hex_, "Gunships", "20.7a")
        case act.Wear(id_):
            return Gesture(action, f"{state.name(id_)} suffers", id_, "", "Air defense", "20.6c")
    return None


def _supply_counter(state: ServalState) -> str:
    return next((id_ for id_ in state.data.air_ids if state.data.counters[id_].type == "air_supply"), "")


# Battles


def _fighting(state: ServalState, action: Action) -> Gesture | None:
    match action:
        case act.DeclareAttack(hex_):
            return Gesture(action, f"Attack {state.title(hex_)}", "", hex_, "Attack", "15.2a")
        case act.JoinAttack(id_):
            return Gesture(action, f"{state.name(id_)} attacks", id_, "", "Attackers", "15.2a")
        case act.LeaveAttack(id_):
            return Gesture(action, f"{state.name(id_)} does not attack", id_, "", "Attackers", "15.2a")
        case act.JoinAll():
            return Gesture(action, "All that can take part", rule="15.2a", key="A")
        case act.Assault():
            where = state.step.place if isinstance(state.step, AttackForce) else ""
            chances = odds(state, action)
            hint = f": {chances.expected}" if chances is not None and chances.expected else ""
            label = f"Attack {state.title(where)}{hint}" if where else "Attack"
            return Gesture(action, label, rule="15.2a", key="Return")
        case act.CommitIsr():
            return Gesture(action, "Commit ISR", rule="15.4d", key="I")
        case act.DirectAction():
            return Gesture(action, "Play direct action", rule="21.6i", key="I")
        case act.Fire(id_):
            chances = odds(state, action)
            column = f" on column {chances.column}, {chances.expected}" if chances is not None else ""
            rule = chances.rule if chances is not None else "16.1a"
            return Gesture(action, f"{state.name(id_)} fires{column}", id_, "", "Fire", rule)
        case act.Advance(id_):
            hex_ = getattr(state.step, "hex", "")
            return Gesture(action, f"{state.name(id_)} advances", id_, hex_, "Advance", "17.1a")
        case act.AdvanceAll():
            return Gesture(action, "All advance", rule="17.1a", key="A")
        case act.Upgrade(id_, into):
            label = f"{state.name(id_)} becomes {state.name(into)}"
            return Gesture(action, label, into, state.units[id_].at, "Captured equipment", "31.2a")
    return None


def _suffering(state: ServalState, action: Action) -> Gesture | None:
    match action:
        case act.TakeHit(id_):
            unit, counter = state.units[id_], state.data.counters[id_]
            if id_ in state.data.task_force_ids:
                effect = "breaks down"
            else:
                effect = "is eliminated" if unit.disrupted or counter.back is None else "is disrupted"
            cause = state.step.cause(state) if isinstance(state.step, AllotHits) else ""
            return Gesture(action, f"{state.name(id_)} {effect}", id_, "", "Hits", cause or "16.2.1b")
        case act.Embody(companies):
            group = _set_group(state, "", act.BreakDown(getattr(state.step, "unit", ""), companies), _boxed(state))
            return Gesture(action, f"{names(state, companies)} appear", group=group, rule="22.1d")
        case act.RetreatUnit(id_):
            lost = "" if id_ in state.data.mobile_ids else " (eliminated)"
            return Gesture(action, f"{state.name(id_)} retreats{lost}", id_, "", "Retreat", "16.5a")
        case act.RetreatByAir(id_, hex_):
            label = f"{state.name(id_)} flies back to {state.title(hex_)} (1 airlift point)"
            return Gesture(action, label, id_, hex_, "Retreat", "23.4d")
        case act.RetreatTo(place):
            zoned_in = isinstance(state.step, RetreatMove) and place in zoned(state, state.step.side)
            lost, rule = (" (an enemy zone: one step lost)", "16.5.1e") if zoned_in else ("", "16.5.1d")
            return Gesture(action, f"Retreat to {state.title(place)}{lost}", "", place, "Retreat", rule)
        case act.StopRetreat():
            return Gesture(action, "Stop at the base", rule="16.5.1c", key="H")
    return None


# Netwar markers and what is done out of turn


def _marking(state: ServalState, seat: Seat, action: Action) -> Gesture | None:
    side = seat.to_act or ISLAMIST
    match action:
        case act.UseMarker(kind):
            name = state.data.netwar[side, kind].name
            return Gesture(
                action, f"Use {name}", state.data.marker_id(state.data.netwar[side, kind], 1), "", "Netwar", "21.6a"
            )
        case act.LoseMarker(kind):
            marker = state.data.netwar[side, kind]
            rule = "EVT.3" if isinstance(state.step, Returning) else "21.6j"
            return Gesture(action, f"Give up {marker.name}", state.data.marker_id(marker, 1), "", "Netwar", rule)
        case act.CancelLook(hex_):
            return Gesture(action, f"Cancel the ISR on {state.title(hex_)}", "", hex_, "Direct action", "28.0d")
        case act.Reorder(_, id_):
            return Gesture(action, f"Put {state.name(id_)} on top", id_, "", "Order", "28.0a")
        case act.Scout(owner, hex_):
            piece = state.data.marker_id(state.data.netwar[owner, "isr"], 1)
            return Gesture(action, f"Look at {state.title(hex_)} with ISR", piece, hex_, "Look", "28.0c")
        case Concede(who):
            return Gesture(action, f"The {does(who, 'give')} up", rule="5.0a", grave=True)
    return None


def _ends(step: object) -> str:
    """Whether finishing a step ends a part of an operation in which units act; most operations reorganize nothing."""
    return "phase" if type(step).__name__ in ("Movement", "GroundCombat") else "part"


def _button(state: ServalState, action: Action) -> Gesture:
    step = state.step if state.result is None else None
    match action:
        case act.Finish():
            idle = isinstance(step, AirSegment) and not state.sorties
            label = "No air attacks" if idle else _finish_label(step)
            return Gesture(action, label, rule=_placing_rule(state, _finish_rule(step)), key="E", ends=_ends(step))
        case act.ReadyMade():
            return Gesture(action, "Take the ready-made set-up", rule="30.0a", key="S")
        case act.Draw(number):
            markers = {0: "none", 1: "one marker"}.get(number, f"{number} markers")
            return Gesture(action, f"Draw {markers}", group="Draw", rule="21.2a")
        case act.Extend(play_on):
            label = "Play another turn" if play_on else "End the game"
            rule = state.data.setups[state.scenario].extension_rule
            return Gesture(action, label, rule=rule, key="Y" if play_on else "X", grave=not play_on)
        case act.FormUp(formed):
            label = "Arrive as a task force" if formed else "Arrive as companies"
            rule = step.rule(state) if isinstance(step, Arrival) else "31.1c"
            return Gesture(action, label, rule=rule, key="Y" if formed else "X")
        case Decline():
            label = DECLINE.get(type(step).__name__, "No")
            if isinstance(step, GunshipWindow) and state.sorties:
                label = "Send no more gunships"
            elif isinstance(step, netwar.CounterStrike) and step.played:
                label = "Play no more direct action"
            return Gesture(action, label, rule=_finish_rule(step), key="D")
    raise ValueError(f"no words for {action}")


FINISH = {
    "Reorganization": ("Go on to the movement", "22.0a"),
    "Movement": ("End the movement", "12.1a"),
    "AirSegment": ("Carry out the air attacks", "20.1a"),
    "GroundCombat": ("End the operation", "12.2b"),
    "AdvanceChoice": ("No more advances", "17.1a"),
    "Capture": ("Use no captured equipment", "31.2a"),
    "SetUp": ("Finish the set-up", "30.0a"),
    "Recruits": ("No more recruits", "10.2a"),
    "Demobilising": ("Keep the bases", "10.8a"),
    "Enacting": ("No more markers", "27.0a"),
    "EventPlacing": ("Place no more", "8.0a"),
    "JihadMarker": ("Place no marker", "EVT.6"),
    "Arming": ("Attack", "21.6a"),
    "Scouting": ("Look", "28.0c"),
}

DECLINE = {
    "IsrWindow": "Commit no ISR",
    "CounterIsr": "Play no direct action",
    "CounterStrike": "Play no direct action",
    "Blinding": "Play no direct action",
    "GunshipWindow": "Send no gunships",
    "SofReaction": "Nobody reacts",
}


def _finish_label(step: object) -> str:
    return FINISH.get(type(step).__name__, ("Finish", ""))[0]


def _finish_rule(step: object) -> str:
    rules = {"IsrWindow": "15.4d", "CounterIsr": "21.6i", "GunshipWindow": "20.7a", "SofReaction": "24.1a",
             "CounterStrike": "21.6i", "Blinding": "28.0d"}  # fmt: skip
    name = type(step).__name__
    return FINISH[name][1] if name in FINISH else rules.get(name, "6.3a")
