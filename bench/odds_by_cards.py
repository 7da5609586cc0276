"""The odds of Sand Wars by brute force: every order of the cards a player cannot know, read off the printed tables.

What is rolled is learned from the engine: the action is played on a copy, and its journal says who turned how many dice
for what, and on which row. The odds module is not asked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from common.engine import Action, Entry, Match, Roll, Side
from common.engine.actions import Decline
from sand_wars.actions import AimAt, ChooseColumn, EndSorties, Engage, Intercept, OpenFire, Skip, StrikeTerror
from sand_wars.rules.targets import ORDER
from sand_wars.state import ENEMY, NAMES, SandState

Reading = Callable[[tuple[int, ...]], str]
MOST_CARDS = 2  # more would take too long to try in every order
ROWS = {
    "Air defense of": "air_defense",
    "Interception fire of": "interception",
    "Interdiction of": "interdiction",
    "Strategic strike of": "strike",
    "Attack of": "unconventional",
    "Terrorist": "unconventional",
}
QUIET = (Decline(), Skip(), OpenFire(), EndSorties())
AIMED = EndSorties | Engage  # where the other markers take the first target too, all of them fly at one
WINDOWS = 8  # decisions that may come before the roll
RESULTS = {"none": "no effect"}


def orders(deck: tuple[str, ...], pile: tuple[str, ...], needed: int) -> Iterator[tuple[str, ...]]:
    """Every way to turn so many cards, each as likely as any other; an empty deck is made of all discards (SEQ.19)."""
    if not needed:
        yield ()
        return
    deck, pile = (deck, pile) if deck else (pile, ())
    for card in deck:
        rest = tuple(other for other in deck if other != card)
        for more in orders(rest, (*pile, card), needed - 1):
            yield (card, *more)


def compare(match: Match, action: Action) -> bool | None:
    """Whether the odds of an action are those of brute force; None where no roll of that kind follows at once."""
    odds = match.odds(action)
    assert odds is not None
    found = forced(match, action, odds.title)
    if found is None:
        return None
    shown = {outcome.label: Fraction(outcome.weight, odds.total) for outcome in odds.outcomes if outcome.weight}
    return shown == {label: Fraction(count, found.total()) for label, count in found.items() if count}


def forced(match: Match, action: Action, title: str) -> Counter[str] | None:
    """The outcomes of the roll that an action brings, over every order of the cards."""
    if title.startswith("Event of"):
        return _events(match)
    news = told_after(plain_copy(match), action)
    rolls = [roll for entry in news for roll in entry.rolls]
    if isinstance(action, Intercept):  # ELINT's side fires first, perhaps nobody is left to fire back
        rolls = [roll for roll in rolls if roll.by == match.to_act]
    if not rolls:
        return None
    if title == "Recon":
        return _recon(match, rolls, [entry.text for entry in news])
    roll = rolls[0]
    count = len(roll.dice)
    if isinstance(action, ChooseColumn):
        aid = match.state.data.tables.intervention
        return _counted(match, roll.by, count, lambda dice: aid.names[aid.rows[str(sum(dice))][action.column]])
    if title.startswith(roll.reason):  # a fire names its side in both
        return _counted(match, roll.by, count, lambda dice: _fired(match, action, roll.by, dice))
    faces = _faces(match, roll.reason)
    if not faces or (count + 1) // 2 > MOST_CARDS or ("di" in title[-5:] and not title.endswith(f", {_dice(count)}")):
        return None
    if isinstance(action, AimAt | StrikeTerror | Engage):
        faces = _as_felt(match, action.target, faces)
    return _counted(match, roll.by, count, lambda dice: _worst([faces[die - 1] for die in dice]))


def _as_felt(match: Match, target: str, faces: list[str]) -> list[str]:
    """The faces as the target feels them: some things are never eliminated, and disrupted is disrupted once."""
    state, (seen, _, space) = match.state, target.partition("@")
    piece = state.pieces.get(target)
    kind = state.code(target) if piece is not None else seen
    hardy = any(word in kind for word in ("hq", "guards", "fort", "resource"))
    wrecked = seen == "resource" and space in state.wrecked
    hurt = piece.disrupted if piece is not None else wrecked or seen.startswith("hurt")
    felt = ["disrupted" if hardy and face == "eliminated" else face for face in faces]
    return ["none" if hurt and face == "disrupted" else face for face in felt]


def _faces(match: Match, reason: str) -> list[str]:
    """What the faces of a die mean in a roll for that reason."""
    impact = match.state.data.tables.impact
    named = {"SOF defense of": impact.sof_defense, "Capture": impact.base_capture}
    named |= {words: impact.rows[row] for words, row in ROWS.items()}
    return next((list(faces) for words, faces in named.items() if reason.startswith(words)), [])


def _events(match: Match) -> Counter[str]:
    """The event on every card that may lie on top of the enemy's deck."""
    state, viewer = match.state, match.to_act or ""
    drawer = ENEMY[viewer]
    cards = unknown(state, drawer, viewer) or state.pools[drawer].discards
    return Counter(state.data.cards[card].event for card in cards)


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def _worst(results: list[str]) -> str:
    found = max(results, key=ORDER.index) if len(results) > 1 else results[0]
    return RESULTS.get(found, found)


def plain_copy(match: Match) -> Match:
    """The match with decks out of which the ringed cards are taken, so that nothing interrupts the roll."""
    copy = match.clone()
    cards = copy.state.data.cards
    for side, pool in copy.state.pools.items():
        plain = [card for card in copy.state.data.decks[side] if cards[card].trigger == "none"]
        copy.state.pools[side] = replace(pool, content=tuple(plain), discards=())
    return copy


def told_after(match: Match, action: Action) -> list[Entry]:
    """What the journal says of an action and of the roll it leads to when nobody adds anything to it."""
    before = len(match.journal.entries)
    match.play(action)
    for _ in range(WINDOWS):
        news = match.journal.entries[before:]
        if match.to_act is None or any(entry.rolls for entry in news):
            break
        aimed = isinstance(action, AIMED)
        quiet = [other for other in match.legal() if other in QUIET or (aimed and isinstance(other, Engage))]
        if not quiet:
            break
        match.play(quiet[0])
    return match.journal.entries[before:]


def unknown(state: SandState, roller: Side, viewer: Side) -> tuple[str, ...]:
    """What may lie on top of a deck for a player who sees his own hand and the piles."""
    deck = state.pools[roller].content
    return deck if roller == viewer or not deck else (*deck, *state.hands[roller])


def _counted(match: Match, roller: Side, count: int, read: Reading) -> Counter[str]:
    """What so many dice show in every order of the cards, read as given; equal dice are read once."""
    state, viewer = match.state, match.to_act or ""
    seen: Counter[tuple[int, ...]] = Counter()
    for way in orders(unknown(state, roller, viewer), state.pools[roller].discards, (count + 1) // 2):
        seen[tuple([die for card in way for die in state.data.cards[card].dice][:count])] += 1
    found: Counter[str] = Counter()
    for dice, times in seen.items():
        found[read(dice)] += times
    return found


def _fired(match: Match, action: Action, side: Side, dice: tuple[int, ...]) -> str:
    """What the journal says of a fire when a card with such dice is turned."""
    copy = plain_copy(match)
    cards = copy.state.data.cards
    deck = copy.state.pools[side].content
    same = next(card for card in deck if sum(cards[card].dice) == sum(dice))
    copy.state.pools[side] = replace(copy.state.pools[side], content=(same,))
    line = next(entry.text for entry in told_after(copy, action) if entry.text.startswith("A roll of "))
    steps = int((re.search(r"halved to (\d+)", line) or re.search(r": (\d+)", line) or [""])[1])
    words = "1 step" if steps == 1 else f"{steps} steps"
    return f"{words} and retreat" if "and a retreat" in line else words


def _recon(match: Match, rolls: list[Roll], lines: list[str]) -> Counter[str] | None:
    """Both recon dice in every pair of cards, with what the journal adds to each."""
    told = next((line for line in lines if line.startswith("Recon: ")), "")
    totals = {name: int(total) for name, total in re.findall(r"(Algeria|Morocco) (-?\d+)", told)}
    battle = match.state.battle
    if not totals or battle is None:
        return None
    added = {roll.by: totals[NAMES[roll.by]] - roll.dice[0] for roll in rolls if roll.reason.startswith("Recon of")}
    dice = {side: _counted(match, side, 1, lambda dice: str(dice[0])) for side in added}
    found: Counter[str] = Counter()
    for mine, times in dice[battle.attacker].items():
        for theirs, others in dice[battle.defender].items():
            wins = int(mine) + added[battle.attacker] > int(theirs) + added[battle.defender]
            winner = battle.attacker if wins else battle.defender
            found[f"{NAMES[winner]} has the advantage"] += times * others
    return found
