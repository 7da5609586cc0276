"""GC.8-GC.10, ACT.TAC.b, ACT.JAM, R64  The recon step: cards, dice and the Recon Advantage."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from common.engine import Action, DiscreetStep, Refusal, Side, Step
from sand_wars.actions import AddCard, EndRecon
from sand_wars.rules.airbases import free_markers
from sand_wars.rules.cards import might_hold, play_extra, why_not_hold, why_not_title
from sand_wars.rules.combat.strength import INSURGENTS, both_there, the_battle
from sand_wars.rules.counters import CounterIntel
from sand_wars.rules.dice import roll_dice
from sand_wars.state import ALGERIA, MOROCCO, NAMES, SandState

TACTICAL, JAMMING = "Tactical Intel", "C2 jamming"


class ReconPart(NamedTuple):
    """A part of a side's recon total beside the die."""

    what: str
    value: int
    rule: str


def is_jammed(state: SandState, space: str) -> bool:
    """ACT.JAM.b  Whether the space carries the mark of C2 jamming."""
    return any(state.code(piece.id) == "c2_jamming" for piece in state.at(ALGERIA, space))


def scout_value(state: SandState, side: Side) -> int:
    """GC.8, LDR.3, DIS.3  The best a designated ground unit offers, its Leader included."""
    battle = the_battle(state)
    led = {piece.hq for piece in state.at(side, battle.space) if state.code(piece.id) == "leader" and piece.hq}
    best = 0
    for piece in state.ground(side, battle.space):
        if side == battle.attacker and state.code(piece.id) in INSURGENTS:
            continue
        own = 0 if piece.disrupted else state.facts(piece.id).recon
        best = max(best, own + (piece.hq in led or piece.id in led))
    return best


def recon_parts(state: SandState, side: Side) -> tuple[ReconPart, ...]:
    """R64  What a side adds to its recon die."""
    battle = the_battle(state)
    attacks = side == battle.attacker
    air = battle.support if attacks else battle.cover
    parts = (
        ReconPart("ground unit", scout_value(state, side), "GC.8"),
        ReconPart("air recon", max((state.facts(id_).recon for id_ in air), default=0), "GC.9"),
        ReconPart("Tactical Intel", battle.intel if attacks else 0, "ACT.TAC.b"),
        ReconPart("C2 jamming", -int(side == MOROCCO and is_jammed(state, battle.space)), "ACT.JAM.b"),
    )
    return tuple(part for part in parts if part.value)


def recon_bonus(state: SandState, side: Side) -> int:
    """What a side adds to its recon die in all."""
    return sum(part.value for part in recon_parts(state, side))


class ReconCards(DiscreetStep, frozen=True, tag=True):
    """GC.8  The attacker may add Tactical Intel and C2 jamming before the dice."""

    def prompt(self, state: SandState) -> str:
        where = state.title(the_battle(state).space)
        return f"Recon in {where}: add Tactical Intel or C2 jamming, or go on (GC.8)."

    def proceed(self, state: SandState) -> bool:
        if both_there(state) and any(self._might_add(state, title) for title in (TACTICAL, JAMMING)):
            return False
        state.flow.pop()
        return True

    def _might_add(self, state: SandState, title: str) -> bool:
        """Whether, as far as everybody knows, the attacker could add a card of that title."""
        return might_hold(state, self.side, title) and self._why_not_add(state, title) is None

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield EndRecon()
        yield from map(AddCard, state.hands[self.side])

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case EndRecon():
                return None
            case AddCard(card):
                refusal = why_not_hold(state, self.side, card)
                if refusal is not None:
                    return refusal
                return self._why_not_add(state, state.data.cards[card].action)
        return Refusal("GC.8", "finish the recon step first")

    def _why_not_add(self, state: SandState, title: str) -> Refusal | None:
        if title == TACTICAL:
            return why_not_title(state, title)
        if title != JAMMING:
            return Refusal("SEQ.16", f"{title} does not belong to the recon step")
        if is_jammed(state, the_battle(state).space):
            return Refusal("ACT.JAM.b", "the space is already jammed")
        if not free_markers(state, self.side, "c2_jamming"):
            return Refusal("REP.4", "no C2 jamming marker is left")
        return None

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case EndRecon():
                state.flow.pop()
            case AddCard(card):
                title = state.data.cards[card].action
                play_extra(state, self.side, card, "GC.3")
                if title == TACTICAL:
                    state.push(CounterIntel(the_battle(state).defender, TACTICAL), GainIntel())
                else:
                    self._jam(state)

    def _jam(self, state: SandState) -> None:
        space = the_battle(state).space
        state.change(free_markers(state, self.side, "c2_jamming")[0], at=space)
        state.note(f"Morocco is jammed in {state.title(space)} for this Game Turn.", "ACT.JAM.b", places=(space,))


class GainIntel(Step, frozen=True, tag=True):
    """ACT.TAC.b  Tactical Intel that was not countered adds one to the attacker's recon in this round."""

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        battle = the_battle(state)
        state.battle = replace(battle, intel=battle.intel + 1)
        return True


class ReconRoll(Step, frozen=True, tag=True):
    """GC.10  The attacker rolls, then the defender; the higher total has the advantage, ties go to the defender."""

    first: tuple[int, ...] = ()
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        battle = the_battle(state)
        if not both_there(state):
            state.flow.pop()
        elif not self.dice:
            state.flow.pop()
            side = battle.defender if self.first else battle.attacker
            roll_dice(state, side, 1, f"Recon of {NAMES[side]}", "GC.10", self)
        elif not self.first:
            state.swap(ReconRoll(first=self.dice))
        else:
            state.flow.pop()
            self._compare(state)
        return True

    def _compare(self, state: SandState) -> None:
        battle = the_battle(state)
        ours = self.first[0] + recon_bonus(state, battle.attacker)
        theirs = self.dice[0] + recon_bonus(state, battle.defender)
        winner = battle.attacker if ours > theirs else battle.defender
        state.battle = replace(battle, advantage=winner)
        totals = f"{NAMES[battle.attacker]} {ours}, {NAMES[battle.defender]} {theirs}"
        state.note(f"Recon: {totals}. {NAMES[winner]} has the Recon Advantage.", "GC.10")
