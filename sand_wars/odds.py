"""Exact chances of the roll that an action would bring: dice are cards turned without being put back.

A side knows its own hand and both discard piles, so its next card is any of its deck; of the enemy's next card it knows
only that it is none of those on the table: deck and hand together. When a deck runs out in mid-roll, the cards turned
so far are shuffled in with the other discards (SEQ.19). What ringed cards bring is not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from math import lcm

from common.engine import Action, Side
from common.engine.actions import Confirm, Decline
from common.engine.words import several
from common.tables import Chances, Modifier, Odds
from sand_wars import actions as act
from sand_wars.rules.air import MoreSorties
from sand_wars.rules.combat.fire import FireOrder, FireWindow
from sand_wars.rules.combat.recon import ReconCards, recon_bonus, recon_parts
from sand_wars.rules.combat.strength import (
    FirePart,
    fire_parts,
    fire_result,
    fire_row,
    firepower,
    shelter,
    the_battle,
)
from sand_wars.rules.combat.windows import COUNTERATTACK, DefenderWindow
from sand_wars.rules.combat.withdrawal import FreeWithdrawal
from sand_wars.rules.event_choices import TerrorAttack
from sand_wars.rules.hand import Discarding
from sand_wars.rules.interdiction import Interdicting
from sand_wars.rules.marching import Marching
from sand_wars.rules.missions import AirDefense, FireBack, Interception, air_defense, running_mission
from sand_wars.rules.sequence import events_due
from sand_wars.rules.strike import Striking
from sand_wars.rules.targets import ORDER, effect_on, name_of_target
from sand_wars.rules.unconventional import Raiding, SofAiming, SofDefense
from sand_wars.state import ENEMY, NAMES, SandState

WORDS = {"none": "no effect"}  # where the tables have another word for a result
TITLES = {"strike": "Strategic strike", "interdiction": "Interdiction", "interception": "Interception fire"}


# What can be turned


def unseen(state: SandState, roller: Side, viewer: Side) -> tuple[str, ...]:
    """The cards of which a viewer cannot tell which is on top of a side's deck."""
    content = state.pools[roller].content
    return content if roller == viewer or not content else tuple(sorted((*content, *state.hands[roller])))


def urns(state: SandState, roller: Side, viewer: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is turned now, and what comes when the deck is used up: the discards are shuffled in (SEQ.19)."""
    return unseen(state, roller, viewer), state.pools[roller].discards


def die_chances(state: SandState, roller: Side, viewer: Side) -> Chances[int]:
    """One die: the left image of one card (CRD.7)."""
    cards = next((urn for urn in urns(state, roller, viewer) if urn), ())
    return Chances.even([state.data.cards[card].dice[0] for card in cards])


def sum_chances(state: SandState, roller: Side, viewer: Side) -> Chances[int]:
    """Two dice: one card."""
    cards = next((urn for urn in urns(state, roller, viewer) if urn), ())
    return Chances.even([sum(state.data.cards[card].dice) for card in cards])


def worst_chances(
    state: SandState, roller: Side, viewer: Side, row: Sequence[str], places: Collection[int]
) -> Chances[str]:
    """The worst result on a row of the impact table of those dice of a roll that count, by their places in it."""
    levels = sorted(set(row), key=ORDER.index)
    below = [_all_at_most(state, urns(state, roller, viewer), row, level, places) for level in levels]
    total = lcm(*(chance.denominator for chance in below))
    weights: Counter[str] = Counter()
    before = Fraction(0)
    for level, chance in zip(levels, below, strict=True):
        weights[level] = int((chance - before) * total)
        before = chance
    return Chances(weights)


Kinds = Counter[tuple[bool, bool]]  # how many cards have a left die, and a right one, that is good enough


def _all_at_most(
    state: SandState,
    stock: tuple[Sequence[str], Sequence[str]],
    row: Sequence[str],
    level: str,
    places: Collection[int],
) -> Fraction:
    """How likely no die that counts is worse than a level."""
    good = {face for face, result in enumerate(row, 1) if ORDER.index(result) <= ORDER.index(level)}
    faces = [[state.data.cards[card].dice for card in cards] for cards in stock]
    deck, pile = (Counter((left in good, right in good) for left, right in dice) for dice in faces)
    wanted = [(2 * card in places, 2 * card + 1 in places) for card in range(max(places, default=-1) // 2 + 1)]
    return _all_good(deck, pile, wanted)


def _all_good(deck: Kinds, pile: Kinds, wanted: Sequence[tuple[bool, bool]]) -> Fraction:
    """How likely card after card is good where it is asked to be; a card that was turned lies on the pile."""
    if not wanted:
        return Fraction(1)
    deck, pile = (deck, pile) if deck.total() else (pile, Counter())
    if not deck.total():
        return Fraction(1)  # no card is left: the missing dice do nothing (R13)
    chance = Fraction(0)
    for kind, count in deck.items():
        if all(good or not asked for good, asked in zip(kind, wanted[0], strict=True)):
            card = Counter({kind: 1})
            chance += Fraction(count, deck.total()) * _all_good(deck - card, pile + card, wanted[1:])
    return chance


# Fire


def fire_chances(state: SandState, side: Side, viewer: Side, more_cards: int = 0) -> Chances[tuple[int, bool]]:
    """The steps the target must lose and whether it retreats, after terrain, with so many more Combat logistics."""
    power = firepower(state, side, more_cards)
    if not power:
        return Chances(Counter({(0, False): 1}))
    row = fire_row(state, power)
    halved = side == the_battle(state).attacker and bool(shelter(state)[0])

    def read(total: int) -> tuple[int, bool]:
        number, retreat = fire_result(state, row, total)
        return (number + 1) // 2 if halved else number, retreat

    return sum_chances(state, side, viewer).map(read)


def fire_odds(state: SandState, side: Side, viewer: Side, title: str, more_cards: int = 0) -> Odds:
    """GC.17  The fire of a side, with the parts of its firepower and the row of the table."""
    chances = fire_chances(state, side, viewer, more_cards)
    power = firepower(state, side, more_cards)
    parts = as_modifiers(fire_parts(state, side, more_cards))
    row = fire_row(state, power) if power else ""
    more = ", one more Combat logistics" if more_cards else ""
    return Odds.of(
        f"{title} of {NAMES[side]} with {power}{more}", "GC.17", chances, fire_words, lambda cell: (cell[0], cell[1]),
        modifiers=((f"Firepower of {NAMES[side]}", parts),), expected=f"{chances.mean(lambda cell: cell[0]):.1f} steps",
        table="fire", row=row,
    )  # fmt: skip


def fire_words(cell: tuple[int, bool]) -> str:
    """A result of fire in words."""
    steps = several(cell[0], "step")
    return f"{steps} and retreat" if cell[1] else steps


def as_modifiers(parts: Iterable[FirePart]) -> tuple[Modifier, ...]:
    """The parts of a sum as the window shows them."""
    return tuple(Modifier(part.value, part.what, part.rule) for part in parts)


# Other rolls


def recon_odds(state: SandState, viewer: Side) -> Odds:
    """GC.10  Who gets the Recon Advantage."""
    battle = the_battle(state)
    ours, theirs = recon_bonus(state, battle.attacker), recon_bonus(state, battle.defender)
    mine = die_chances(state, battle.attacker, viewer)
    other = die_chances(state, battle.defender, viewer)
    chances = mine.join(other, lambda a, b: battle.attacker if a + ours > b + theirs else battle.defender)
    sums = tuple(
        (NAMES[side], tuple(Modifier(part.value, part.what, part.rule) for part in recon_parts(state, side)))
        for side in (battle.attacker, battle.defender)
    )
    order = [battle.attacker, battle.defender]
    words = {side: f"{NAMES[side]} has the advantage" for side in order}
    return Odds.of("Recon", "GC.10", chances, words.__getitem__, order.index, modifiers=sums)


def impact_odds(
    state: SandState,
    side: Side,
    row: str,
    places: Collection[int],
    title: str,
    rule: str,
    target: str = "",
    viewer: Side = "",
) -> Odds:
    """The worst of a side's dice on a row of the impact table, of those that count, as it affects a target.

    They are read as a viewer knows the deck, or as the side itself does.
    """
    faces = state.data.tables.impact.rows[row]
    if target:
        faces = [effect_on(state, target, face) for face in faces]
    chances = worst_chances(state, side, viewer or side, faces, places)
    dice = several(len(places), "die", "dice")
    return Odds.of(f"{title}, {dice}", rule, chances, word_for, ORDER.index, table="impact")


def word_for(result: str) -> str:
    """A result of the impact table as it is told."""
    return WORDS.get(result, result)


def one_die_odds(state: SandState, roller: Side, viewer: Side, faces: Sequence[str], title: str, rule: str) -> Odds:
    """What the faces of a single die mean."""
    chances = die_chances(state, roller, viewer).map(lambda die: faces[die - 1])
    return Odds.of(title, rule, chances, word_for, faces.index)


def aid_odds(state: SandState, caller: Side, column: str) -> Odds:
    """MPI.3  What an appeal to a power can bring."""
    table = state.data.tables.intervention
    chances = sum_chances(state, caller, caller).map(lambda total: table.rows[str(total)][column])
    title, order = f"Appeal to {table.powers[column]}", list(table.names)
    return Odds.of(
        title, "MPI.3", chances, table.names.__getitem__, lambda name: (-chances.weights[name], order.index(name)),
        table="intervention", column=table.columns[column],
    )  # fmt: skip


def event_odds(state: SandState, drawer: Side, viewer: Side) -> Odds:
    """SEQ.10  The first event card that a side will draw."""
    cards = next((urn for urn in urns(state, drawer, viewer) if urn), ())
    chances = Chances.even([state.data.cards[card].event for card in cards])
    number = events_due(state)
    title = f"Event of {NAMES[drawer]} next turn{', the first of two' if number > 1 else ''}"
    return Odds.of(title, "SEQ.10", chances, str, lambda name: (-chances.weights[name],))


# Which action brings which roll


def odds(state: SandState, action: Action) -> Odds | None:
    """What the dice of an action can bring, as far as the side that decides can know it."""
    if state.result is not None or state.step.why_not(state, action) is not None:
        return None
    viewer = state.step.actor(state)
    return _combat_odds(state, action, viewer) or _air_odds(state, action, viewer) or _other_odds(state, action, viewer)


def _combat_odds(state: SandState, action: Action, viewer: Side) -> Odds | None:
    step = state.step
    match action:
        case act.OpenFire() | Decline() if isinstance(step, FireOrder | FireWindow):
            return fire_odds(state, step.side, viewer, step.what)
        case act.AddCard(_) if isinstance(step, FireOrder):
            return fire_odds(state, step.side, viewer, step.what, 1)
        case act.PlayReaction(card) if isinstance(step, FireWindow):
            supplied = state.data.cards[card].reaction == "Combat logistics"
            return fire_odds(state, step.side, viewer, step.what, 1) if supplied else None
        case act.PlayReaction(card) if isinstance(step, DefenderWindow):
            if state.data.cards[card].reaction == COUNTERATTACK:
                return fire_odds(state, step.side, viewer, COUNTERATTACK)
        case act.HoldGround() if isinstance(step, FreeWithdrawal) and step.returning and not step.moved:
            return fire_odds(state, step.side, viewer, "Return fire")
        case act.EndRecon() if isinstance(step, ReconCards):
            return recon_odds(state, viewer)
    return None


def _air_odds(state: SandState, action: Action, viewer: Side) -> Odds | None:
    step, facts = state.step, state.facts
    match action:
        case act.Shoot(marker) if isinstance(step, AirDefense):
            count = air_defense(state, step.side, step.space)
            title = f"Air defense at {facts(marker).name}"
            return impact_odds(state, viewer, "air_defense", range(count), title, "AD.5")
        case act.Intercept(_, marker, target) if isinstance(step, Interception):
            mission = running_mission(state)
            late = " after the intruders' fire (ELINT)" if mission.fires_first(state) else ""
            title = f"Interception of {facts(target).name}{late}"
            aims = (*mission.aims, (marker, target))
            return impact_odds(state, viewer, "interception", dice_at(state, aims, target), title, "ICP.4")
        case act.Engage(marker, target) if isinstance(step, Interdicting | FireBack):
            row = "interdiction" if isinstance(step, Interdicting) else "interception"
            places = dice_at(state, (*step.aims, (marker, target)), target)
            title = f"{TITLES[row]} at {facts(target).name}"
            if row == "interception":
                return impact_odds(state, viewer, row, places, title, "ICP.4")
            return impact_odds(state, viewer, row, places, title, "INTD.6", target)
        case act.Sortie(marker, "strike") if isinstance(step, Striking):
            return _strike_odds(state, viewer, step, (marker,))
        case act.JoinSortie(_, marker) if isinstance(step, Striking):
            return _strike_odds(state, viewer, step, (*step.markers, marker))
        case act.EndSorties() if isinstance(step, Striking):
            return _strike_odds(state, viewer, step, step.markers)
        case act.EndSorties() if isinstance(step, MoreSorties) and step.mission == "interdiction":
            count = sum(facts(marker).cv for marker in step.markers)
            return impact_odds(state, viewer, "interdiction", range(count), "All markers at one target", "INTD.6")
    return None


def dice_at(state: SandState, aims: Iterable[tuple[str, str]], target: str) -> list[int]:
    """R11  The places of the dice thrown at one target in a roll that is read in the order of the aims."""
    places: list[int] = []
    first = 0
    for marker, goal in aims:
        after = first + state.facts(marker).cv
        places += range(first, after) if goal == target else ()
        first = after
    return places


def _strike_odds(state: SandState, viewer: Side, step: Striking, markers: tuple[str, ...]) -> Odds:
    count = sum(state.facts(marker).cv for marker in markers)
    title = f"Strike at {name_of_target(state, step.target)}, if all get through"
    return impact_odds(state, viewer, "strike", range(count), title, "STK.3")


def _other_odds(state: SandState, action: Action, viewer: Side) -> Odds | None:
    step, impact = state.step, state.data.tables.impact
    match action:
        case act.AimAt(target) if isinstance(step, Raiding | SofAiming):
            kind = state.code(step.piece) if isinstance(step, Raiding) else "sof"
            title, rule = f"Attack on {name_of_target(state, target)}", "ACT.INS.c" if kind != "sof" else "ACT.SOF.a"
            return impact_odds(state, viewer, "unconventional", range(impact.dice[kind]), title, rule, target)
        case act.ChooseColumn(column):
            return aid_odds(state, viewer, column)
        case act.StrikeTerror(target) if isinstance(step, TerrorAttack):
            title = f"Attack on {name_of_target(state, target)}"
            return impact_odds(state, viewer, "unconventional", range(impact.dice[step.kind]), title, step.rule, target)
        case act.PlayReaction(_) if isinstance(step, SofDefense):
            return one_die_odds(state, viewer, viewer, impact.sof_defense, "SOF defense", "REA.SOFD.a")
        case act.Advance(space) if isinstance(step, Marching) and _takes_base(state, viewer, space):
            return one_die_odds(state, viewer, viewer, impact.base_capture, "Capture of the base", "CAP.2")
        case Confirm() if isinstance(step, Discarding) and not _ends_the_game(state, viewer):
            return event_odds(state, ENEMY[viewer], viewer)
    return None


def _ends_the_game(state: SandState, side: Side) -> bool:
    """SEQ.5  Whether no event comes any more: the second player's turn ends with the marker on the last box."""
    return side != state.first and state.box >= state.data.tables.tracks.turns


def _takes_base(state: SandState, side: Side, space: str) -> bool:
    enemy = ENEMY[side]
    bases = [piece for piece in state.at(enemy, space) if state.code(piece.id) == "base" and not piece.captured]
    return bool(bases) and not state.holds(enemy, space)
