"""The trays beside the map: chits in hand, what is for sale and bought, units to be placed, replacements due."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from common.engine import Side
from common.tabletop import Card, CardFace, Looks, Piece, Tray
from somali_pirates.actions import Place, PlayChit, Standoff
from somali_pirates.components import Components
from somali_pirates.counter_sheet import ChitKind
from somali_pirates.rules.chit_effects import MilitiaCall
from somali_pirates.rules.chits import ChitWindow
from somali_pirates.rules.combat import CombatPhase
from somali_pirates.rules.mobilization import Deploy
from somali_pirates.rules.muster import EYES, JOINT, KINETIC, NEEDS_ISR, UAV, Muster
from somali_pirates.rules.purchases import CHIT, PurchaseList, cost, left
from somali_pirates.rules.setup import FreeUnits
from somali_pirates.state import DUE, ENEMY, SIDE_NAMES, SIDES, WAITING, PirateState
from somali_pirates.table.faces import COLOURS, face_of, type_name
from somali_pirates.table.known import known_position
from somali_pirates.view import View

HAND, PLAY, SHOP, CART, UNPLACED, RETURNING = "hand", "play", "shop", "cart", "waiting", "due"
SYMBOLS = {
    "black_op": "skull", "infowar": "signals", "isr": "isr", "joint_operation": "task_force", "uav_attack": "uav",
    "somali_civil_war": "battle", "surge": "initiative", "tactical_edge": "star", "dar_al_harb": "mosque",
    "fatwa": "crescent", "jihad": "flag", "leader_node": "warlord", "stupid_algorithm": "question", CHIT: "question",
}  # fmt: skip
PAPER = {"coalition": "#dde7f3", "pirate": "#f3ddd2"}
SPENDING = "#f4efe2"
PLAYED_IN_COMBAT = ("isr", "leader_node")  # to look at chits, for free Militia
PAID_IN_COMBAT = ("isr", "uav_attack", "joint_operation", "leader_node")  # what attacks of the own phase cost


def back_of_chits(side: Side) -> CardFace:
    """The back of a side's chits."""
    return CardFace(title="Netwar", symbol="signals", paper=COLOURS[side], ink="#ffffff", back=True)


def number_cards(prefix: str, cards: Iterable[str]) -> Iterator[tuple[str, str]]:
    """An id for each card; cards that are alike are counted."""
    seen: Tally[str] = Tally()
    for card in cards:
        yield f"{prefix} {card} {seen[card]}", card
        seen[card] += 1


def cards_in_hand(view: View) -> list[tuple[str, str]]:
    """The chits in the viewer's hand: the id of each as a piece, and its kind."""
    return list(number_cards("chit", view.hand))


def buys(view: View) -> bool:
    """Whether the viewer is building a list of purchases."""
    return isinstance(view.step, PurchaseList) and view.step.side == view.side


def cards_bought(view: View) -> list[tuple[str, str]]:
    """What the viewer has put on his list: the id of each as a piece, and what it is."""
    return list(number_cards("bought", view.step.chosen)) if buys(view) else []


class PirateTrays(Looks):
    """Chits, purchases and units beside the map."""

    def trays(self, view: View) -> Sequence[Tray]:
        """The own hand first, then what is bought or placed now, replacements, and the enemy's chits."""
        state = known_position(self.data, view)
        shop = [self._shop(view, state), self._cart(view, state)] if buys(view) else []
        hands = [self._hand(view, side) for side in sorted(SIDES, key=lambda side: side != view.side)]
        if shop:  # the sheet needs the room
            hands = [replace(hand, small=True) for hand in hands if hand.cards or hand.face_down]
        waiting = self._waiting(view, state)
        due = self._due(view)
        played = [Tray(PLAY, "Play a chit here", view.side, rule="19.3a")] if can_put_down(view, state) else []
        return [*shop, *waiting, *hands[:1], *played, *due, *hands[1:]]

    def _hand(self, view: View, side: Side) -> Tray:
        title = f"Chits of the {SIDE_NAMES[side]}"
        if side != view.side:
            known = tuple(
                Card(id_, self._chit_face(side, chit), side) for id_, chit in number_cards("seen", view.seen)
            ) if side == ENEMY.get(view.side or "") else ()  # fmt: skip
            hidden = view.hand_sizes[side] - len(known)
            return Tray(
                f"{side}_assets", title, side, known, face_down=hidden, back=back_of_chits(side), rule="27.0b",
                small=not known,
            )  # fmt: skip
        fits = playable_chits(view, known_position(self.data, view))
        cards = tuple(
            Card(id_, self._chit_face(side, chit), side, chit in fits, ("ready",) if chit in fits else ())
            for id_, chit in cards_in_hand(view)
        )
        return Tray(HAND, title, side, cards, rule="19.2a")

    def _chit_face(self, side: Side, chit: str) -> CardFace:
        kind: ChitKind = self.data.chits[side][chit]
        text = f"{kind.when.capitalize()}. {kind.effect}"
        return CardFace(kind.name, text, symbol=SYMBOLS[chit], paper=PAPER[side], rule=kind.rule)

    def _shop(self, view: View, state: PirateState) -> Tray:
        """The Mobilization Chart as a sheet of cards, each with its price and how many are left."""
        side, chosen = view.step.side, view.step.chosen
        items = view.step.items(state)
        cards = tuple(Card(f"shop {item}", self._good_face(state, side, item, chosen), side, True) for item in items)
        left_over = state.index[side] - cost(state, chosen)
        return Tray(SHOP, f"Mobilization Chart: {left_over} points left", side, cards, rule="9.1a", plates=True)

    def _cart(self, view: View, state: PirateState) -> Tray:
        """What is on the list, what is alike on one plate with its price in all."""
        side, chosen = view.step.side, view.step.chosen
        numbers = Tally(chosen)
        cards = tuple(
            Card(id_, self._bought_face(state, side, item, numbers[item]), side, True, count=numbers[item])
            for id_, item in number_cards("bought", numbers)
        )
        return Tray(CART, f"To be bought for {cost(state, chosen)}", side, cards, rule="4.1c", plates=True)

    def _bought_face(self, state: PirateState, side: Side, item: str, number: int) -> CardFace:
        price, each = cost(state, [item] * number), self._good_face(state, side, item, ())
        return replace(each, value=str(price), text=f"{number} on the list, for {price} in all.")

    def _good_face(self, state: PirateState, side: Side, item: str, chosen: Sequence[str]) -> CardFace:
        """A chit, a faction or a unit with its price."""
        if item == CHIT:
            number = chosen.count(CHIT) + 1
            text = "Drawn blind; the n-th of a phase costs n."
            return CardFace("Netwar chit", text, str(number), SYMBOLS[CHIT], PAPER[side], rule="9.8a")
        good = self.data.goods[item]
        faction = self.data.factions[good.faction]
        if good.single:
            counter = self.data.counters[good.ids[0]]
            number = left(state, item) - chosen.count(item)
            text, symbol = f"{faction.name}. {type_name(counter)}, {number} left.", face_of(self.data, counter).symbol
        else:
            text, symbol = f"{faction.title}: {len(good.ids)} units.", "flag"
        return CardFace(good.name, text, str(good.cost), symbol, SPENDING, rule="9.1a")

    def _waiting(self, view: View, state: PirateState) -> list[Tray]:
        """Units that the viewer places now, or that wait for the enemy to place them."""
        units = placeable(view, state)
        rest = [unit.id for unit in view.units.values() if unit.at == WAITING and unit.id not in units]
        if not units and not rest:
            return []
        pieces = tuple(self._counter(id_, id_ in units) for id_ in (*units, *rest))
        return [Tray(UNPLACED, "To be placed", None, pieces=pieces, rule="9.4a")]

    def _due(self, view: View) -> list[Tray]:
        due = sorted((turn, id_) for id_, turn in view.due.items() if view.units[id_].at == DUE)
        if not due:
            return []
        pieces = tuple(self._counter(id_, False, f"Turn {turn}") for turn, id_ in due)
        return [Tray(RETURNING, "Replacements due", None, pieces=pieces, rule="9.10b", small=True)]

    def _counter(self, id_: str, movable: bool, when: str = "") -> Piece:
        data: Components = self.data
        counter = data.counters[id_]
        name = f"{counter.name}, {when}" if when else counter.name
        return Piece(id_, name, "", face_of(data, counter), counter.side, movable=movable)


def placeable(view: View, state: PirateState) -> list[str]:
    """The units that the viewer may place now."""
    step = view.step
    if not isinstance(step, Deploy | FreeUnits | MilitiaCall) or step.side != view.side:
        return []
    if isinstance(step, Deploy):
        return step.to_place(state)
    return list(dict.fromkeys(way.unit for way in step.candidates(state) if isinstance(way, Place)))


def can_put_down(view: View, state: PirateState) -> bool:
    """Whether a chit of the viewer can be put down to be played: not one that an attack on the map costs."""
    fits, step = playable_chits(view, state) & {*view.hand}, view.step
    if isinstance(step, CombatPhase):
        return not fits.isdisjoint(PLAYED_IN_COMBAT)
    if isinstance(step, Muster):
        return bool(fits) and _offers_standoff(step, state)
    return bool(fits)


def _offers_standoff(step: Muster, state: PirateState) -> bool:
    """29.1a  Whether an attack that is being prepared can be made a Standoff Attack."""
    return any(isinstance(action, Standoff) for action in step.legal(state))


def playable_chits(view: View, state: PirateState) -> set[str]:
    """The kinds of chits of the viewer that can be played at this place of the sequence, or paid for an attack."""
    step = view.step
    if view.result is not None or view.side is None or view.side != view.to_act:
        return set()
    if isinstance(step, ChitWindow):
        plays = [action for action in step.reactions(state) if isinstance(action, PlayChit)]
        return {action.chit for action in plays if step.why_not_react(state, action) is None}
    if isinstance(step, CombatPhase):
        prey = any(state.units[id_].at in state.data.zones for id_ in state.data.warlords)
        return {chit for chit in PAID_IN_COMBAT if chit != UAV or prey or state.options.get("standoff")}
    return _paid_for(state, step) if isinstance(step, Muster) else set()


def _paid_for(state: PirateState, step: Muster) -> set[str]:
    """The chits that the attack which is being prepared may cost, by its kind and by who could still join it."""
    standoff = step.kind == KINETIC and bool(state.options.get("standoff"))
    eyes = {*EYES} if standoff else {"isr"} if step.boxed or step.kind in NEEDS_ISR else set()
    return eyes | {JOINT[step.side]}
