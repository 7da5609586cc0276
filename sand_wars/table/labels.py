"""What every action is called, and with which piece or card and where it is done."""

from __future__ import annotations

from msgspec.structs import replace

from common.engine import Action, Concede, Seat
from common.engine.actions import Add, Confirm, Decline, Remove, Seal
from common.engine.words import several
from common.tabletop import Gesture, Handling
from sand_wars import actions as act
from sand_wars.counters import MARKER_NAMES
from sand_wars.rules.admin import PartWays
from sand_wars.rules.air import Aiming, MoreSorties
from sand_wars.rules.combat.fire import FireWindow
from sand_wars.rules.command import Detaching
from sand_wars.rules.forces import name_of
from sand_wars.rules.interdiction import NavalOperations
from sand_wars.rules.missions import AirDefense, air_defense
from sand_wars.rules.strike import Striking
from sand_wars.rules.targets import name_of_target, place_of
from sand_wars.state import NAMES, REPLACEMENT, SandState
from sand_wars.table.citations import rule_here
from sand_wars.table.faces import reinforcements_of
from sand_wars.table.trays import HAND, TABLE, discards_of

EFFECTS = {
    "add": "Add a chip to the Pool",
    "remove": "Remove a chip from the Pool",
    "discard": "The enemy loses a card at random",
    "advance": "Move the turn marker one box",
}
ENOUGH = {  # what it means to send no other marker, with its rule; in a combat it is the end of the air step
    MoreSorties: ("Carry out the mission", "INTD.2"),
    Striking: ("Carry out the attack", "ACT.STR.b"),
}
SOF_WAYS = {"march": "on foot", "helicopter": "by helicopter", "sea": "by sea"}


def position_of(seat: Seat) -> SandState:
    """The position as far as a seat can know it; it must not be changed."""
    state = seat.known
    assert isinstance(state, SandState)
    return state


class SandLabels(Handling):
    """The words on buttons and in menus."""

    ending = act.Pass()

    def gesture(self, seat: Seat, action: Action) -> Gesture:
        return gesture_in(position_of(seat), action)


def gesture_in(state: SandState, action: Action) -> Gesture:
    """How an action is called and done in a position, be it one that a plan leads to."""
    for find in (_card, _move, _on_space, _with_piece, _marker, _combat, _choice, _other):
        found = find(state, action)
        if found is not None:
            rule = rule_here(state, action)
            return replace(found, rule=rule) if rule else found
    raise AssertionError(f"no words for {action}")


def unit_name(state: SandState, id_: str) -> str:
    """A piece in words that tell it from others of its kind: its type, its number and its CV."""
    facts = state.facts(id_)
    if facts.hq is not None:
        return name_of(state, id_)
    strength = f" ({state.pieces[id_].cv})" if facts.type.block == "small" and state.pieces[id_].cv else ""
    return f"{facts.type.name} no. {facts.number}{strength}"


def _card(state: SandState, action: Action) -> Gesture | None:
    """A card taken from the hand or back into it."""
    cards = state.data.cards
    match action:
        case act.PlayCard(card):
            return Gesture(action, f"Play {cards[card].action} ({card})", card, TABLE, "Play", "SEQ.14")
        case act.PlayReaction(card):
            return Gesture(action, f"React with {cards[card].reaction} ({card})", card, TABLE, "React", "SEQ.17")
        case act.AddCard(card):
            return Gesture(action, f"Add {cards[card].action} ({card})", card, TABLE, "Add", "ADD.1")
        case Add(card) if card in cards:
            pile = discards_of(state.data.deck_of[card])
            return Gesture(action, f"Discard {cards[card].action} ({card})", card, pile, "Discard", "DRW.2")
        case Remove(card) if card in cards:
            return Gesture(action, f"Keep {cards[card].action} ({card})", card, HAND, "Keep", "DRW.2")
        case act.DiscardCard(card):
            pile = discards_of(state.data.deck_of[card])
            return Gesture(action, f"Discard {cards[card].action} ({card})", card, pile, "Discard", "EVT.LIB.a")
    return None


def _move(state: SandState, action: Action) -> Gesture | None:
    """A piece brought to a space."""
    match action:
        case act.Advance(space):
            piece = getattr(state.step, "piece", "")
            held = state.holds("morocco" if state.side_of(piece) == "algeria" else "algeria", space)
            verb, rule = ("attacks", "GC.1") if held else ("moves to", "ACT.OPS.a")
            label = f"{unit_name(state, piece)} {verb} {state.title(space)}"
            return Gesture(action, label, piece, space, "Attack" if held else "Move", rule)
        case act.WithdrawTo(piece, space):
            label = f"{unit_name(state, piece)} withdraws to {state.title(space)}"
            return Gesture(action, label, piece, space, "Withdraw", "GC.11")
        case act.FallBack(piece, space):
            label = f"{unit_name(state, piece)} retreats to {state.title(space)}"
            return Gesture(action, label, piece, space, "Retreat", "RET.2")
        case act.LiftOut(piece, space):
            label = f"A helicopter takes {unit_name(state, piece)} to {state.title(space)}"
            return Gesture(action, label, piece, space, "Lift", "GC.14")
        case act.SailOut(piece, space):
            label = f"Ships take {unit_name(state, piece)} to {state.title(space)}"
            return Gesture(action, label, piece, space, "Sail", "GC.15")
        case act.StopShort(piece, space):
            label = f"{unit_name(state, piece)} stops in {state.title(space)}"
            return Gesture(action, label, piece, space, "Stop", "ACT.ADM.e")
        case act.RetreatExcess(piece, place):
            if place == REPLACEMENT:
                label = f"{unit_name(state, piece)} goes to the Replacement box"
                return Gesture(action, label, rule="FRT.4", group="Remove")
            label = f"{unit_name(state, piece)} goes on to {state.title(place)}"
            return Gesture(action, label, piece, place, "Move on", "FRT.3")
    return None


def _on_space(state: SandState, action: Action) -> Gesture | None:
    """Something done in a space, without a piece of the map."""
    found: dict[type[Action], tuple[str, str, str]] = {
        act.Drive: ("Drive to {}", "Drive", "ACT.ADM.a"),
        act.Land: ("Land in {}", "Land", "ACT.SPEC.c"),
        act.PlaceBase: ("Place a Logistics Base in {}", "Base", "PCE.15"),
        act.DigIn: ("Dig in at {}", "Dig in", "ACT.DIG.a"),
        act.PlaceCamp: ("Place a Camp in {}", "Camp", "ACT.INS.a"),
        act.PlaceGuerrilla: ("Place a Guerrilla in {}", "Guerrilla", "ACT.INS.b"),
        act.LookAt: ("Examine {}", "Examine", "ACT.TAC.a"),
        act.PullOut: ("Everything withdraws to {}", "Withdraw all", "GC.13"),
        act.FallBackTogether: ("Everything retreats to {}", "Retreat all", "RET.2"),
        act.ClearDisruption: ("Remove all disruption in {}", "Clear disruption", "ACT.REC.c"),
    }
    words = found.get(type(action))
    if words is not None:
        space = str(getattr(action, "space", ""))
        return Gesture(action, words[0].format(state.title(space)), "", space, words[1], words[2])
    match action:
        case act.PlaceUnit(piece, "off_map"):
            return Gesture(action, f"Take {marker_name(state, piece)}", "", "", "Take", "REI.8")
        case act.PlaceUnit(piece, space):
            label = f"Deploy {unit_name(state, piece)} in {state.title(space)}"
            return Gesture(action, label, "", space, "Deploy", "REI.3")
        case act.PlaceHq(hq, space):
            return Gesture(action, f"Place {hq} in {state.title(space)}", "", space, "Place an HQ", "ACT.C2.a")
        case act.ReturnUnit(piece, space):
            where = state.title(space) if space in state.data.names else "the Off-Map box"
            shown = space if space in state.data.names else ""
            name = marker_name(state, piece) if state.code(piece) in MARKER_NAMES else state.facts(piece).name
            label = f"{name} returns to {where}"
            return Gesture(action, label, "", shown, "Return a unit", "ACT.REC.b")
        case act.PlaceLeader(target):
            space = target if target in state.data.names else state.pieces[target].at
            who = (
                f"{target} in {state.title(space)}" if target in state.pieces else f"the units in {state.title(space)}"
            )
            return Gesture(action, f"The Leader joins {who}", "", space, "Leader", "EVT.ALD.a")
        case act.AimAt(target):
            if target in state.data.names:
                mission = state.step.mission if isinstance(state.step, Aiming) else "Attack"
                label = f"{mission.capitalize()} over {state.title(target)}"
                return Gesture(action, label, "", target, "Aim", "AIR.11")
            label = f"Attack {_told_apart(state, target)}"
            return Gesture(action, label, "", place_of(state, target), "Aim", "TBL.4")
        case act.StrikeTerror(target):
            label = f"Strike {_told_apart(state, target)}"
            return Gesture(action, label, "", place_of(state, target), "Terror", "EVT.TER.a")
        case act.Sortie(_, space) if isinstance(state.step, NavalOperations):
            return Gesture(action, f"Interdict {state.title(space)} from the sea", "", space, "Naval", "ACT.NAV.a")
    return None


def _with_piece(state: SandState, action: Action) -> Gesture | None:
    """Something done with a piece where it is."""
    found: dict[type[Action], tuple[str, str, str]] = {
        act.Activate: ("{} moves", "Move", "ACT.OPS.a"),
        act.Renew: ("{} renews the combat", "Renew combat", "GC.27"),
        act.StandUp: ("Stand up {}", "Stand up", "HQC.4"),
        act.RaisePlanning: ("{} plans", "Plan", "HQC.8"),
        act.AttachTo: ("Attach units to {}", "Attach", "ACT.C2.b"),
        act.DetachFrom: ("Detach units from {}", "Detach", "ACT.C2.c"),
        act.Entrain: ("{} drives", "Drive", "ACT.ADM.a"),
        act.Carry: ("{} goes along", "Leader", "PCE.18"),
        act.RaidWith: ("{} attacks", "Raid", "ACT.INS.c"),
        act.Commit: ("{} joins the combat", "Commit", "REA.COM.a"),
        act.Strengthen: ("{} gains a step", "Strengthen", "ACT.REC.a"),
        act.LiftBase: ("Lift {}", "Lift a base", "PCE.14"),
    }
    words = found.get(type(action))
    if words is not None:
        id_ = str(next(getattr(action, field) for field in ("piece", "hq", "leader", "base") if hasattr(action, field)))
        name, where = unit_name(state, id_), state.data.names.get(state.pieces[id_].at, "")
        place = f" in {where}" if where else ""
        return Gesture(action, words[0].format(f"{name}{place}"), _on_map(state, id_), "", words[1], words[2])
    if isinstance(action, act.TakeLoss):
        return Gesture(action, f"{unit_name(state, action.piece)} loses a step", action.piece, "", "Loss", "LOS.6")
    if isinstance(action, act.SofFrom):
        where = state.title(state.pieces[action.piece].at)
        label = f"SOF from {unit_name(state, action.piece)} in {where} {SOF_WAYS[action.mode]}"
        return Gesture(action, label, "", "", f"SOF {SOF_WAYS[action.mode]}", "ACT.SOF.a")
    if isinstance(action, act.Board):
        where = state.title(state.pieces[action.piece].at)
        kind = how = state.facts(action.marker).name if action.marker else "ships"
        if action.marker and state.code(action.marker) == "helicopter":
            how = marker_name(state, action.marker)  # which one is risked matters: they have other values
        label = f"{unit_name(state, action.piece)} in {where} by {how}"
        return Gesture(action, label, "", "", f"By {kind}", "ACT.SPEC.a")
    return None


def _on_map(state: SandState, id_: str) -> str:
    """A piece that stands on the map by itself; what is attached lies in the box of its HQ."""
    piece = state.pieces[id_]
    alone = not piece.hq or state.code(id_) == "leader"
    return id_ if piece.at in state.data.names and alone else ""


def _shown(state: SandState, id_: str) -> str:
    """A piece that lies open before its owner, on the map or in the box of its HQ."""
    return id_ if state.pieces[id_].at in state.data.names else ""


def marker_name(state: SandState, id_: str) -> str:
    """A marker with its values, such as Airstrike 2/1."""
    facts = state.facts(id_)
    return f"{MARKER_NAMES[facts.code]} {facts.number} ({facts.cv}/{facts.recon})"


def _marker(state: SandState, action: Action) -> Gesture | None:
    """Something done with air or naval markers; they lie in boxes, so these are buttons with lists."""
    match action:
        case act.Sortie(marker, mission):
            label = f"{mission.capitalize()} by {marker_name(state, marker)}"
            return Gesture(action, label, "", "", mission.capitalize(), "ACT.AIR.a")
        case act.JoinSortie(card, marker):
            label = f"{marker_name(state, marker)} with {state.data.cards[card].action} ({card})"
            return Gesture(action, label, "", "", "Add a marker", "ACT.AIR.b")
        case act.EndSorties():
            words, rule = ENOUGH.get(type(state.step), ("No more support", "GC.6"))
            return Gesture(action, words, rule=rule, key="E", ends="part")
        case act.Shoot(marker):
            dice = ""
            if isinstance(state.step, AirDefense):
                count = air_defense(state, state.step.side, state.step.space)
                dice = f" with {several(count, 'die', 'dice')}"
            return Gesture(action, f"Shoot at {marker_name(state, marker)}{dice}", marker, "", "Air defense", "AD.3")
        case act.Intercept(card, marker, target):
            played = f"{state.data.cards[card].reaction} ({card})"
            label = f"{marker_name(state, marker)} against {marker_name(state, target)} with {played}"
            return Gesture(action, label, "", "", "Intercept", "ICP.1")
        case act.Engage(marker, target):
            goal = marker_name(state, target) if state.code(target) in MARKER_NAMES else unit_name(state, target)
            label = f"{marker_name(state, marker)} at {goal}"
            return Gesture(action, label, target, "", "Target", "INTD.5")
    return None


def _combat(state: SandState, action: Action) -> Gesture | None:
    """The plain decisions of a combat."""
    match action:
        case act.OpenFire():
            return Gesture(action, "Fire", rule="GC.17", key="G")
        case act.EndRecon():
            return Gesture(action, "Roll for recon", rule="GC.10", key="G")
        case act.HoldGround():
            returning = getattr(state.step, "returning", False)
            first = "Return fire" if returning else "Nobody withdraws"
            words = "Nobody else withdraws" if getattr(state.step, "moved", False) else first
            return Gesture(action, words, rule="GC.13", key="H")
        case act.Halt() if isinstance(state.step, PartWays):
            words = "Nobody else stops" if state.step.stop else f"Both go to {state.title(state.step.goal)}"
            return Gesture(action, words, rule="ACT.ADM.e", key="H")
        case act.Halt():
            return Gesture(action, "Halt here", rule="ACT.OPS.a", key="H")
    return None


def _brought(state: SandState) -> str:
    """WIN.12, WIN.14  What showing the objective brings."""
    side = state.step.actor(state)
    if side in state.reinforced:
        return "There have been reinforcements before, so it brings none."
    return f"Brings: {reinforcements_of(state.data, state.objectives[side])}."


def _choice(state: SandState, action: Action) -> Gesture | None:
    """Choices of objectives, sets and effects."""
    objectives = state.data.objectives
    match action:
        case Seal(choice):
            goal = objectives[choice]
            return Gesture(action, f"{choice}: {goal.title}", "", "", "Objective", "WIN.1", hint=goal.victory)
        case act.ChangeObjective(card):
            goal = objectives[card]
            words = f"Change to {goal.title}"
            side = state.step.actor(state)
            gift = "" if side in state.reinforced else f"\nBrings: {reinforcements_of(state.data, card)}."
            return Gesture(action, words, "", "", "Change", "WIN.13", grave=True, hint=f"{goal.victory}{gift}")
        case act.KeepObjective():
            return Gesture(action, "Keep the objective", rule="WIN.13", key="K")
        case act.RevealObjective():
            return Gesture(action, "Reveal the objective", rule="WIN.12", grave=True, hint=_brought(state))
        case act.Spread(effect):
            return Gesture(action, EFFECTS[effect], "", "", "", "ACT.INFO.a", grave=effect == "advance")
        case act.ChooseColumn(column):
            return Gesture(action, state.data.tables.intervention.columns[column], "", "", "Call for Aid", "MPI.2")
        case Add(item) if item in state.pieces and isinstance(state.step, Detaching):
            label, space = f"{unit_name(state, item)} leaves {state.step.hq}", state.pieces[item].at
            return Gesture(action, label, _shown(state, item), space, "Detach", "ACT.C2.c")
        case Add(item) if item in state.pieces:
            label = f"{unit_name(state, item)} joins {getattr(state.step, 'hq', '')}"
            return Gesture(action, label, _on_map(state, item), "", "Attach", "ACT.C2.b")
        case Remove(item) if item in state.pieces:
            label = f"Leave {unit_name(state, item)} out"
            return Gesture(action, label, _shown(state, item), "", "Leave out", "ACT.C2.b")
        case act.LookAtHand():
            return Gesture(action, "Look at the enemy's hand", rule="ACT.OPI.a")
        case act.LiftTerror(marker):
            where = state.title(state.pieces[marker].at)
            return Gesture(action, f"Take the marker from {where}", marker, "", "Terror", "EVT.TER.a")
    return None


def _other(state: SandState, action: Action) -> Gesture | None:
    """Plain buttons."""
    match action:
        case act.Pass():
            return Gesture(action, "Pass: end the Operations Phase", rule="SEQ.14", key="P", ends="phase")
        case Confirm():
            chosen = len(getattr(state.step, "chosen", ()))
            return Gesture(action, f"Done ({chosen} chosen)", rule="SEQ.18", key="Return", ends="part")
        case Decline():
            words = {FireWindow: "Fire", AirDefense: "Hold fire"}.get(type(state.step), "Do not react")
            return Gesture(action, words, rule="SEQ.17", key="D", ends="part")
        case act.DeclareWar():
            return Gesture(action, "Declare Open Hostilities", rule="OH.7", grave=True)
        case act.KeepPeace():
            return Gesture(action, "No declaration", rule="OH.7", ends="part")
        case act.Skip():
            return Gesture(action, "Do nothing", rule="SEQ.12", key="S")
        case act.Wait(piece):
            label = f"{unit_name(state, piece)} waits"
            return Gesture(action, label, "", "", "Wait", "REI.7")
        case act.DrawForUranium():
            return Gesture(action, "Draw for the uranium", rule="EVT.BOMB.a")
        case Concede(side):
            return Gesture(action, f"{NAMES[side]} concedes", rule="SEQ.6", grave=True)
    return None


def _told_apart(state: SandState, target: str) -> str:
    """A target in words; of like counters in one space each has its number."""
    name = name_of_target(state, target)
    if target not in state.pieces:
        return name
    piece, facts = state.pieces[target], state.facts(target)
    alike = [other for other in state.at(facts.side, piece.at) if state.code(other.id) == facts.code]
    return f"{name}, number {facts.number}" if len(alike) > 1 else name
