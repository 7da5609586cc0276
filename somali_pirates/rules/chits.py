"""19  Netwar chits: hands, announcing, windows for reactions, alternating negation, and dice that can be rerolled."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import D6, Action, Refusal, Side
from common.engine.steps import ReactionWindow, SideStep
from somali_pirates.actions import CountDie, PlayChit
from somali_pirates.state import COALITION, ENEMY, PIRATE, SIDE_NAMES, PirateState, does

NEGATOR = {COALITION: "black_op", PIRATE: "fatwa"}  # CHIT.C1, CHIT.P2
NEGATION_RULE = {COALITION: "CHIT.C1", PIRATE: "CHIT.P2"}
ALGORITHM = "stupid_algorithm"  # CHIT.P6
ASK_ONLY_HOLDERS = "ask_only_holders"  # both players accept that windows betray hands (P12)


def holds(state: PirateState, side: Side, chit: str, number: int = 1) -> bool:
    """Whether a side has so many chits of a kind in hand."""
    return state.hands[side].count(chit) >= number


def why_not_hold(state: PirateState, side: Side, chit: str) -> Refusal | None:
    """19.2a  A chit is played from the hand."""
    if chit not in state.data.chits[side]:
        return Refusal("19.3a", f"the {does(side, 'have')} no such chit")
    kind = state.data.chits[side][chit]
    return None if holds(state, side, chit) else Refusal(kind.rule, f"there is no {kind.name} in hand")


def announce(state: PirateState, side: Side, chits: str | tuple[str, ...], use: str = "") -> None:
    """19.2b  Play chits from the hand: they go back to the Pool, and the enemy may negate them.

    When the window is shut `state.worked` tells the step below whether they took effect.
    """
    names = (chits,) if isinstance(chits, str) else chits
    for chit in names:
        give_back(state, side, chit)
    kinds = state.data.chits[side]
    told = " and ".join(kinds[chit].name for chit in names)
    state.note(f"{SIDE_NAMES[side]}: {told}{f', {use}' if use else ''}.", kinds[names[0]].rule)
    state.push(Negation(ENEMY[side], names[-1], use=use))


def give_back(state: PirateState, side: Side, chit: str) -> None:
    """19.2b  A chit goes from the hand to the Pool; whoever knew it to be in the hand knows that it is gone."""
    hand = list(state.hands[side])
    hand.remove(chit)
    state.hands = {**state.hands, side: tuple(hand)}
    state.pools[side] = state.pools[side].put_back(chit)
    known = list(state.seen.get(ENEMY[side], ()))
    if chit in known:
        known.remove(chit)
        state.seen = {**state.seen, ENEMY[side]: tuple(known)}


class ChitWindow(ReactionWindow, frozen=True, tag=True):
    """A moment in which a side that holds chits is asked whether it plays one, whatever it holds (27.0b)."""

    abstract = True

    def fitting(self, state: PirateState) -> tuple[str, ...]:
        """The kinds of chits of the side that could be played here, by what everybody knows."""
        raise AssertionError(f"{type(self).__name__} fits no chit")

    def plays(self, state: PirateState, chit: str) -> Iterator[PlayChit]:
        """The ways in which a chit could be played here."""
        yield PlayChit(chit)

    def why_not_play(self, state: PirateState, action: PlayChit) -> Refusal | None:
        """What else forbids a chit that is in hand and fits."""
        return None

    def why_not_fit(self, state: PirateState, action: PlayChit) -> Refusal:
        """Why a chit in hand is not for this window."""
        kind = state.data.chits[self.side][action.chit]
        return Refusal("19.3a", f"{kind.name} does not fit this moment: {kind.moment}")

    def depends_on_hidden(self, state: PirateState) -> bool:
        return not state.options.get(ASK_ONLY_HOLDERS)

    def could_react(self, state: PirateState) -> bool:
        asked = bool(state.hands[self.side]) and self.side not in state.passing
        return asked and bool(self.fitting(state))

    def reactions(self, state: PirateState) -> Iterator[Action]:
        for chit in self.fitting(state):
            if holds(state, self.side, chit):
                yield from self.plays(state, chit)

    def why_not_react(self, state: PirateState, action: Action) -> Refusal | None:
        if not isinstance(action, PlayChit):
            return Refusal("19.3a", "play a chit, or none")
        refusal = why_not_hold(state, self.side, action.chit)
        if refusal is not None:
            return refusal
        kind = state.data.chits[self.side][action.chit]
        if action.chit not in self.fitting(state):
            return self.why_not_fit(state, action)
        if action not in self.plays(state, action.chit):
            return Refusal(kind.rule, f"{kind.name} cannot be played in that way")
        return self.why_not_play(state, action)


class Negation(ChitWindow, frozen=True, tag=True):
    """CHIT.C1, CHIT.P2, R87  The enemy may stop the chit just played, and that in turn may be stopped."""

    chit: str
    depth: int = 1
    use: str = ""  # what the chit is played for, in words

    def prompt(self, state: PirateState) -> str:
        enemy = ENEMY[self.side]
        told = state.data.chits[enemy][self.chit].name + (f", {self.use}" if self.use else "")
        return f"The {SIDE_NAMES[enemy]} played {told}: stop it, or let it be ({NEGATION_RULE[self.side]})."

    def fitting(self, state: PirateState) -> tuple[str, ...]:
        return (NEGATOR[self.side],)

    def react(self, state: PirateState, action: PlayChit) -> None:
        kinds = state.data.chits
        give_back(state, self.side, action.chit)
        stopped = kinds[ENEMY[self.side]][self.chit].name
        told = f"{kinds[self.side][action.chit].name} stops {stopped}"
        state.note(f"{SIDE_NAMES[self.side]}: {told}.", NEGATION_RULE[self.side])
        state.swap(Negation(ENEMY[self.side], action.chit, self.depth + 1, f"against {stopped}"))

    def close(self, state: PirateState) -> None:
        state.flow.pop()
        state.worked = self.depth % 2 == 1


# Dice


def throw(state: PirateState, side: Side, reason: str, rule: str, count: int = 1) -> None:
    """Roll dice for the step below, which reads `state.dice`; of a Coalition roll the Pirates may have one repeated."""
    state.dice = state.roll(reason, D6, count=count, by=side).dice
    state.note(f"{reason}: {', '.join(map(str, state.dice))}.", rule)
    if side == COALITION:
        state.push(AlgorithmWindow(PIRATE, reason))


class AlgorithmWindow(ChitWindow, frozen=True, tag=True):
    """CHIT.P6, R88  The Pirate may have a Coalition die rolled again, directly after the roll."""

    reason: str

    def prompt(self, state: PirateState) -> str:
        dice = ", ".join(map(str, state.dice))
        return f"{self.reason}: the Coalition rolled {dice}. Have a die rolled again? (CHIT.P6)"

    def fitting(self, state: PirateState) -> tuple[str, ...]:
        return (ALGORITHM,)

    def plays(self, state: PirateState, chit: str) -> Iterator[PlayChit]:
        for number, die in enumerate(state.dice):
            if die not in state.dice[:number]:
                yield PlayChit(chit, target=str(number + 1))

    def react(self, state: PirateState, action: PlayChit) -> None:
        number = int(action.target) - 1
        state.swap(Reroll(PIRATE, number, self.reason), self)
        announce(state, PIRATE, action.chit, f"on the {state.dice[number]} of {self.reason}")


class Reroll(SideStep, frozen=True, tag=True):
    """CHIT.P6  The die is rolled again and the Pirate picks the roll that counts."""

    number: int
    reason: str
    again: int = 0

    def prompt(self, state: PirateState) -> str:
        return f"{self.reason}: which roll counts, {state.dice[self.number]} or {self.again} (CHIT.P6)?"

    def proceed(self, state: PirateState) -> bool:
        if self.again:
            return False
        if not state.worked:
            state.flow.pop()
            return True
        again = state.roll(self.reason, D6, by=COALITION).dice[0]
        state.note(f"{self.reason}, rolled again: {again}.", "CHIT.P6")
        if again == state.dice[self.number]:
            state.flow.pop()
        else:
            state.swap(replace(self, again=again))
        return True

    def candidates(self, state: PirateState) -> Iterator[Action]:
        yield CountDie(state.dice[self.number])
        yield CountDie(self.again)

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if isinstance(action, CountDie) and action.die in (state.dice[self.number], self.again):
            return None
        return Refusal("CHIT.P6", "choose which of the two rolls counts")

    def play(self, state: PirateState, action: CountDie) -> None:
        state.flow.pop()
        dice = list(state.dice)
        dice[self.number] = action.die
        state.dice = tuple(dice)
        state.note(f"{self.reason}: {action.die} counts.", "CHIT.P6")
