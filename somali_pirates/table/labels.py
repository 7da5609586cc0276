"""What every action is called, and with which piece or card and where it is done."""

from __future__ import annotations

from collections.abc import Iterable

from common.engine import Action, Concede, Seat
from common.engine.actions import Add, Confirm, Decline, Remove
from common.tabletop import Gesture, Handling, IdleChoice
from somali_pirates import actions as act
from somali_pirates.odds import with_edge
from somali_pirates.rules.asymmetrical import AsymmetricalRoll, Exposure, Hijack
from somali_pirates.rules.casualties import Casualties
from somali_pirates.rules.chits import holds
from somali_pirates.rules.evacuation import Evacuation
from somali_pirates.rules.helicopters import Airlift
from somali_pirates.rules.kinetic import EDGE, Advance, EdgeWindow, KineticRoll, idle_warlords
from somali_pirates.rules.mobilization import Deploy
from somali_pirates.rules.muster import Muster
from somali_pirates.rules.purchases import CHIT, PurchaseList, cost
from somali_pirates.rules.spectrum import SPECTRUM
from somali_pirates.rules.spoils import Share
from somali_pirates.rules.strength import kinetic_column
from somali_pirates.state import COALITION, ENEMY, SIDE_NAMES, PirateState, attacks, does
from somali_pirates.table.known import position_of
from somali_pirates.table.trays import CART, PLAY, SHOP, cards_bought, cards_in_hand
from somali_pirates.view import View

UNDER = "under"

RUIN = ", the last points: the game is lost"
WIN = ": the game is won"


class PirateLabels(Handling):
    """The words on buttons and in menus."""

    ending = act.EndPhase()

    def gesture(self, seat: Seat, action: Action) -> Gesture:
        state, view = position_of(seat), seat.view
        return (
            _movement(state, action)
            or _placement(state, action)
            or _attack(state, action)
            or _card(state, view, action)
            or _on_unit(state, view, action)
            or _button(state, action)
        )

    def idle_choice(self, seat: Seat) -> IdleChoice | None:
        """12.2e  A last Tactical Edge that would not bring another column is not worth playing."""
        state = position_of(seat)
        step, battle = state.step, state.battle
        if not isinstance(step, EdgeWindow) or battle is None or step.side == battle.side or idle_warlords(state):
            return None
        column, most = kinetic_column(state, battle), state.hands[step.side].count(EDGE)
        for doubled in range(most + 1):
            for raised in range(most + 1 - doubled):
                other = battle
                for use in ("double",) * doubled + ("raise",) * raised:
                    other = with_edge(other, step.side, use)
                if kinetic_column(state, other) != column:
                    return None
        return IdleChoice(Decline(), "No Tactical Edge would bring another column", "12.2e")


def _movement(state: PirateState, action: Action) -> Gesture | None:
    """A unit brought from place to place."""
    name = state.data.name
    match action:
        case act.Move(unit):
            return Gesture(action, f"Move {name(unit)} step by step", unit, "", "Pick up", "11.1a")
        case act.Walk(unit, zone):
            if state.phase == "return":
                return Gesture(action, f"{name(unit)} returns to {name(zone)}", unit, zone, "Return", "20.3a")
            verb = "sails" if state.counter(unit).category == "naval" else "goes"
            return Gesture(action, f"{name(unit)} {verb} to {name(zone)}", unit, zone, "Move", "11.1a")
        case act.Fly(unit, zone, perch):
            words, rule = fly_words(state, unit, zone, perch), _flight_rule(state, unit)
            return Gesture(action, f"{name(unit)} {words}", unit, zone, "Fly", rule)
        case act.PickUp(unit, passenger):
            at = state.units[passenger].at
            return Gesture(action, f"{name(unit)} takes up {name(passenger)}", unit, at, "Airlift", "23.1a")
        case act.Redeploy(unit, zone, via):
            is_coalition = state.counter(unit).side == COALITION
            label = f"{name(unit)} {'redeploys' if is_coalition else 'slips'} to {name(zone)}, {via} to {via}"
            return Gesture(action, label, unit, zone, "Redeploy", "24.0a" if is_coalition else "32.0a")
        case act.Embark(unit, ship):
            at = state.units[ship].at
            rule = _shore_rule(state, unit, at)
            return Gesture(action, f"{name(unit)} embarks on {name(ship)}", unit, at, "Embark", rule)
        case act.Disembark(unit, zone):
            rule = _shore_rule(state, unit, zone)
            return Gesture(action, f"{name(unit)} lands in {name(zone)}", unit, zone, "Land", rule)
        case act.Hide(unit):
            at = state.units[unit].at
            return Gesture(action, f"{name(unit)} goes Underground", unit, at, "Underground", "16.1a")
        case act.Emerge(unit):
            at = state.units[unit].at
            return Gesture(action, f"{name(unit)} comes into the Open", unit, at, "Come out", "16.1a")
        case act.Retreat(unit, zone, how):
            words, rule = _retreat_words(state, zone, how), _retreat_rule(state, unit, how)
            return Gesture(action, f"{name(unit)} {words}", unit, zone, "Retreat", rule)
        case act.StandFast(unit):
            return Gesture(action, f"{name(unit)} stays beside the base", unit, "", "Stay", "14.4b")
    return None


def _shore_rule(state: PirateState, unit: str, there: str) -> str:
    """The rule of going aboard or ashore: in a port, or between the sea and the shore beside it."""
    return "22.1a" if state.units[unit].at == there else "22.5a"


def _retreat_rule(state: PirateState, unit: str, how: str) -> str:
    """14.2  The rule of a retreat: into the box, to a base or ship by air, onto an amphibious group, or next door."""
    counter = state.counter(unit)
    if how == UNDER:
        return "14.2b"
    if how:
        return "14.2d" if "amphibious" in counter.flags else "14.2c"
    return "14.2e" if counter.category == "naval" else "14.2a"


def _flight_rule(state: PirateState, unit: str) -> str:
    """The rule of a flight: of a passenger's, an evacuation, an air unit's or an airmobile unit's."""
    if isinstance(state.step, Airlift):
        return "23.1a"
    if isinstance(state.step, Evacuation):
        return "21.4a"
    return "11.7a" if state.counter(unit).category == "air" else "11.8a"


def fly_words(state: PirateState, unit: str, zone: str, perch: str, is_offer: bool = False) -> str:
    """What a flight is called: told of the unit ("flies to …"), or offered with it in hand ("fly to …")."""
    name = state.data.name
    fly, land, put = ("fly", "land", "set") if is_offer else ("flies", "lands", "sets")
    if isinstance(state.step, Airlift):
        return f"{put} {name(state.step.passenger)} down in {name(zone)}"
    if perch and perch != "base":
        return f"{fly} onto {name(perch)}"
    if state.counter(unit).category == "air" and not perch:
        return f"{fly} over {name(zone)}"
    return f"{land} at the base in {name(zone)}" if perch else f"{fly} to {name(zone)}"


def _retreat_words(state: PirateState, zone: str, how: str) -> str:
    name = state.data.name
    if how == UNDER:
        return "retreats Underground"
    if how and how != "base":
        return f"retreats onto {name(how)}"
    return f"retreats to {name(zone)}"


def _placement(state: PirateState, action: Action) -> Gesture | None:
    """A new unit brought onto the map, and common units stacked."""
    name = state.data.name
    match action:
        case act.Place(unit, zone, how, mark):
            where = f"{name(zone)}, Underground" if how == UNDER else name(how) if how else name(zone)
            whom = f", stacked with {name(mark)}" if mark else ""
            return Gesture(action, f"{name(unit)} comes to {where}{whom}", unit, zone, "Place", "9.4a")
        case act.Restack(unit, mark):
            whom = f"with {name(mark)}" if mark else "alone"
            return Gesture(action, f"Stack {name(unit)} {whom}", unit, "", "Stack", "10.0b")
    return None


def _attack(state: PirateState, action: Action) -> Gesture | None:
    """An attack prepared in a Zone."""
    data, name = state.data, state.data.name
    match action:
        case act.Attack(by, zone, target, hidden):
            box = f" in the box{' (ISR)' if holds(state, state.mover, 'isr') else ''}" if hidden else ""
            label = f"{attacks(name(by))} {name(target)}{box} in {name(zone)}"
            return Gesture(action, label, "", zone, "Attack", "13.0a" if hidden else "12.2b")
        case act.Operate("drone", _, _, target):
            zone = state.units[target].at
            return Gesture(action, f"Drone Attack on {name(target)}", "", zone, "Drone", "15.7o")
        case act.Operate(kind, by, zone, target):
            attack = data.attacks[kind]
            whom = f" against {name(target)}" if target else ""
            label = f"{name(by)}: {attack.name}{whom} in {name(zone)}"
            return Gesture(action, label, "", zone, attack.name, attack.rule)
    return None


def _on_unit(state: PirateState, view: View, action: Action) -> Gesture | None:
    """What is done by pointing at a unit."""
    name, step = state.data.name, view.step
    match action:
        case Add(unit):
            words, rule = _add_words(step)
            worth = f" ({state.counter(unit).kinetic})" if isinstance(step, Casualties) else ""
            return Gesture(action, f"{name(unit)}{worth} {words}", unit, "", words.capitalize(), rule)
        case Remove(unit):
            return Gesture(action, _remove_words(step, name(unit)), unit, "", "Take back", _subset_rule(step))
        case act.Choose(unit):
            if isinstance(step, Hijack):
                return Gesture(action, f"Take {name(unit)}", "", "", "Take", "15.7q")
            return Gesture(action, f"{name(unit)} is lost", unit, "", "Is lost", getattr(step, "rule", ""))
        case act.Double(warlord, unit):
            return Gesture(action, f"{name(warlord)} doubles {name(unit)}", unit, "", "Double", "12.7b")
    return None


def _add_words(step: object) -> tuple[str, str]:
    """What naming a unit means in a step."""
    match step:
        case Muster():
            return "takes part", step.named_by
        case Casualties():
            return "is lost", "14.1b"
        case Advance():
            return "advances into the box", "16.9a"
        case Exposure():
            return "comes into the Open", "15.7k"
    return "is chosen", ""


def _subset_rule(step: object) -> str:
    """The rule by which a set of units or goods is chosen."""
    return step.named_by if isinstance(step, Muster) else getattr(step, "rule", "")


def _remove_words(step: object, name: str) -> str:
    """What it means to take back that a unit was named."""
    match step:
        case Casualties():
            return f"Spare {name}"
        case Exposure() | Advance():
            return f"{name} stays where it is"
    return f"Leave {name} out"


def _card(state: PirateState, view: View, action: Action) -> Gesture | None:
    """A chit played from the hand, or a purchase put on the list and taken off it."""
    match action:
        case act.PlayChit(chit, _, target):
            piece = find_card(cards_in_hand(view), chit)
            zone = _chit_place(state, target)
            rule = "31.1a" if action.use == SPECTRUM else _chit_rule(state, view, chit)
            return Gesture(action, chit_words(state, view, action), piece, zone, chit_name(state, view, chit), rule)
        case act.Standoff(chit, box):
            card = find_card(cards_in_hand(view), chit)
            return Gesture(action, _standoff_words(state, chit, box), card, PLAY, "Standoff", "29.1a")
        case Add(item) if isinstance(view.step, PurchaseList):
            return Gesture(action, f"Buy {good_name(state, item)}", f"shop {item}", CART, "Buy", "9.1a")
        case Remove(item) if isinstance(view.step, PurchaseList):
            piece = find_card(cards_bought(view), item)
            return Gesture(action, f"Do not buy {good_name(state, item)}", piece, SHOP, "Leave", "9.1a")
    return None


def _chit_place(state: PirateState, target: str) -> str:
    """Where a chit is put down: on the Off-Map base it closes, in the Zone of the combat, or beside the map."""
    if target in state.data.zones:
        return target
    return state.battle.zone if state.battle is not None else PLAY


def _chit_rule(state: PirateState, view: View, chit: str) -> str:
    kinds = state.data.chits[view.to_act or "coalition"]
    return kinds[chit].rule if chit in kinds else ""


def chit_name(state: PirateState, view: View, chit: str) -> str:
    """What a chit of the side that decides is called."""
    kinds = state.data.chits[view.to_act or "coalition"]
    return kinds[chit].name if chit in kinds else chit


def chit_words(state: PirateState, view: View, action: act.PlayChit) -> str:
    """What playing a chit does, in a few words."""
    name = chit_name(state, view, action.chit)
    match action:
        case act.PlayChit("tactical_edge", "double"):
            return f"{name}: double every unit"
        case act.PlayChit("tactical_edge", "raise"):
            return f"{name}: one more for every unit"
        case act.PlayChit("isr", "spectrum"):
            return "Full Spectrum Dominance: spend ISR and InfoWar"
        case act.PlayChit("isr", "look"):
            return f"{name}: look at the enemy's chits"
        case act.PlayChit("leader_node", "militia"):
            return f"{name}: three free Militia"
        case act.PlayChit("stupid_algorithm", _, number):
            die = state.dice[int(number) - 1] if number.isdigit() and int(number) <= len(state.dice) else "?"
            return f"{name}: have the {die} rolled again"
        case act.PlayChit(_, _, target) if target:
            return f"{name} on {state.data.name(target)}"
    return f"Play {name}"


def good_name(state: PirateState, item: str) -> str:
    """What a purchase is called, with its price."""
    if item == CHIT:
        return "a Netwar chit"
    good = state.data.goods.get(item)
    return f"{good.name} ({good.cost})" if good is not None else item


def find_card(cards: Iterable[tuple[str, str]], kind: str) -> str:
    """The first card of a kind, as a piece; none where the viewer does not see it."""
    return next((id_ for id_, name in cards if name == kind), "")


def _button(state: PirateState, action: Action) -> Gesture:
    """What has no place on the table."""
    match action:
        case act.ChooseFirst(side):
            return Gesture(action, f"{does(side, 'go')} first", rule="8.1a")
        case act.PlaceRest():
            return Gesture(action, "Place the rest as usual", rule="9.4a", key="U")
        case act.EndPhase():
            what = "deployment" if isinstance(state.step, Deploy) else f"{state.phase.title()} Phase"
            return Gesture(action, f"End the {what}", rule="4.1", key="E", ends="phase")
        case act.Halt():
            return Gesture(action, "Set it down here", rule="11.1a", key="H")
        case act.PayTurn():
            ruin = is_ruin(state, state.turn)
            words = f"Pay {state.turn} to go on{RUIN if ruin else ''}"
            return Gesture(action, words, rule=_turn_rule(state), grave=ruin)
        case act.RefuseTurn():
            return Gesture(action, "Do not pay", rule=_turn_rule(state))
        case act.Shock():
            return Gesture(action, "Declare Shock Combat", rule="33.1a")
        case act.CallOff():
            return Gesture(action, "Call the attack off", rule="12.1b", key="X")
        case act.TakePoints(lower):
            return _points_button(state, action, lower)
        case act.SplitPoints(own):
            enemy = sum(state.dice) - own
            return Gesture(action, f"{own} for yourself, {enemy} off the enemy", group="Split", rule="31.1b")
        case act.CountDie(die):
            return Gesture(action, f"The {die} counts{_brings(state, die)}", rule="CHIT.P6")
        case act.PassOn(side):
            words = f"Play no chit of the {SIDE_NAMES[side]} until the next phase"
            return Gesture(action, words, rule="19.3a", key="P")
        case Confirm():
            rule, step = _subset_rule(state.step), state.step
            ruin = isinstance(step, PurchaseList) and is_ruin(state, cost(state, step.chosen))
            words = f"{_confirm_words(state)}{RUIN if ruin else ''}"
            return Gesture(action, words, rule=rule, key="Return", grave=ruin, ends="part")
        case Decline():
            return Gesture(action, "Play no chit", rule="19.3a", key="D", ends="part")
        case Concede(side):
            return Gesture(action, f"{does(side, 'give')} up", rule="5.2a", grave=True)
    raise ValueError(f"no words for {action}")


def _standoff_words(state: PirateState, chit: str, box: str) -> str:
    """29.1a, 29.2a  A Standoff Attack with every chit that it costs, and which of them pays for the box."""
    kinds, step = state.data.chits[COALITION], state.step
    costs = step.chits(state, (chit,), box=box) if isinstance(step, Muster) else (chit,)
    boxed = isinstance(step, Muster) and step.boxed
    first = costs[:-2] if boxed else costs[:-1]  # Joint Operation, if it is needed
    paid = " and ".join(kinds[one].name for one in (*first, chit))
    return f"Declare a Standoff Attack with {paid}" + (f", the box paid with {kinds[costs[-2]].name}" if boxed else "")


def _turn_rule(state: PirateState) -> str:
    """The rule by which the side that is asked may pay for another turn."""
    return "4.1j" if state.step.actor(state) == COALITION else "4.1k"


def is_ruin(state: PirateState, points: int) -> bool:
    """6.0d, R3  Whether whoever decides would pay his last points, which is legal and loses at once."""
    return state.index[state.step.actor(state)] <= points


def _brings(state: PirateState, die: int) -> str:
    """What a die that may be counted brings on the table, as far as it is the one for a result."""
    battle, tables = state.battle, state.data.tables
    below = state.flow[-3] if len(state.flow) > 2 else None  # under the two steps about the die
    if battle is None or battle.column < 0 or not isinstance(below, KineticRoll | AsymmetricalRoll):
        return ""
    table = tables.kinetic_crt if battle.is_kinetic else tables.asymmetrical_crt
    return f": {table.rows[die - 1][battle.column]}"


def _points_button(state: PirateState, action: Action, lower: bool) -> Gesture:
    """6.1b  What raising or lowering would make of the indexes."""
    step = state.step
    if not isinstance(step, Share):
        return Gesture(action, "Lower the enemy's index" if lower else "Raise your own index", rule="6.1b")
    enemy, limit = ENEMY[step.side], state.data.tables.tracks.index_limit
    if lower:
        result = max(0, state.index[enemy] - step.total)
        return Gesture(action, f"Lower the {SIDE_NAMES[enemy]} to {result}{'' if result else WIN}", rule="6.1b")
    result = min(limit, state.index[step.side] + step.total)
    over = state.index[step.side] + step.total - result
    left = max(0, state.index[enemy] - over)
    more = f", {SIDE_NAMES[enemy]} to {left}{'' if left else WIN}" if over else ""
    return Gesture(action, f"Raise the {SIDE_NAMES[step.side]} to {result}{more}", rule="6.1b")


def _confirm_words(state: PirateState) -> str:
    match state.step:
        case PurchaseList() as step:
            return f"Buy this for {cost(state, step.chosen)}" if step.chosen else "Buy nothing"
        case Muster() as muster:
            kinds = state.data.chits[muster.side]
            paid = " and ".join(kinds[chit].name for chit in muster.chits(state))
            return f"Declare the attack, with {paid}" if paid else "Declare the attack"
        case Casualties() as losses:
            number = len(losses.chosen)
            return f"Lose these {number}" if number > 1 else "Lose this one"
        case Advance() as advance:
            number = len(advance.chosen)
            return "They advance" if number > 1 else "It advances" if number else "Nobody advances"
        case Exposure() as exposure:
            return "They come into the Open" if len(exposure.chosen) > 1 else "It comes into the Open"
    return "Confirm"
