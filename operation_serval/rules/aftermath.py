"""17, 31.2  After the fire: who has won, shock and major battles, advance, and captured equipment."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import D6, Action, Refusal, Side, Step
from common.engine.steps import SideStep
from common.engine.words import several
from operation_serval.actions import Advance, AdvanceAll, Finish, Upgrade
from operation_serval.rules import netwar
from operation_serval.rules.command import gain
from operation_serval.rules.intervention import arrived
from operation_serval.rules.telling import does, names
from operation_serval.rules.victory import sudden_death
from operation_serval.state import COALITION, ENEMY, ISLAMIST, SIDE_NAMES, Battle, ServalState, Unit

MAJOR_BATTLES = {ISLAMIST: "IC2P.b", COALITION: "CC2P.b"}  # the line in the chart of each side
BETTER = {"technical": "heavy_technical", "guerrilla": "technical"}  # 31.2a


def battle_winner(state: ServalState, battle: Battle) -> Side:
    """17.0  The side with an effective unit left when all enemies are gone; nobody in every other case."""
    for side, own, others in (
        (battle.side, battle.attackers, battle.defenders),
        (ENEMY[battle.side], battle.defenders, battle.attackers),
    ):
        if not others and any(not state.units[id_].disrupted for id_ in own):
            return side
    return ""


def close_battle(state: ServalState) -> None:
    """17.0, 17.2  Judge the battle, settle shock and the major battle, then let a winning attacker advance."""
    battle = state.battle
    assert battle is not None
    for side in battle.isr:
        netwar.put_back(state, side, "isr")
    battle = state.battle = replace(battle, isr=())
    winner = battle_winner(state, battle)
    where = state.title(battle.hex)
    if winner:
        state.note(f"The {does(winner, 'win')} the battle at {where}.", "17.0a", places=(battle.hex,))
        settle_losses(state, battle, winner)
    else:
        state.note(f"The battle at {where} is a draw.", "17.0b", places=(battle.hex,))
    state.push(EndBattle())
    if winner == battle.side:
        state.push(AdvanceChoice(winner, battle.hex, battle.attackers))


def settle_losses(state: ServalState, battle: Battle, winner: Side) -> None:
    """17.2, IC2P.b, CC2P.b  A major battle and shock, each for itself, by what the loser has lost."""
    loser, income = ENEMY[winner], state.data.tables.income
    lost = battle.attackers_lost if loser == battle.side else battle.defenders_lost
    if lost >= income.major_losses:
        gain(state, winner, income.major_win, "A major battle won", MAJOR_BATTLES[winner])
        gain(state, loser, income.major_loss, "A major battle lost", MAJOR_BATTLES[loser])
    if lost:
        units = several(lost, "unit")
        die = state.roll(f"Shock, {lost} lost", D6, by=loser).total
        if die > lost:
            state.note(f"The loss of {units} is no shock.", "17.2a", brings="no shock")
            return
        state.note(f"The loss of {units} is a shock.", "17.2a", brings="a shock")
        gain(state, winner, income.shock, "Shock", "17.2a")
        gain(state, loser, -income.shock, "Shock", "17.2a")


class EndBattle(Step, frozen=True, tag=True):
    """28, R4  The counters are hidden again, and sudden death is tested."""

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        state.battle = None
        state.revealed = frozenset()
        sudden_death(state)
        return True


def why_not_advance(state: ServalState, side: Side, id_: str, hex_: str) -> Refusal | None:
    """17.1, 7.6b  Mobile units that attacked advance, never into a country closed to them."""
    if id_ not in state.data.mobile_ids:
        return Refusal("17.1a", "only mobile units advance")
    if hex_ not in state.data.open[side]:
        return Refusal("7.6b", f"{state.title(hex_)} lies in a country closed to the {SIDE_NAMES[side]}")
    return None


class AdvanceChoice(SideStep, frozen=True, tag=True):
    """17.1  Some, all or none of the attackers go into the hex that was won."""

    hex: str
    units: tuple[str, ...]  # those that may still advance
    advanced: tuple[str, ...] = ()

    def _able(self, state: ServalState) -> list[str]:
        return [id_ for id_ in self.units if why_not_advance(state, self.side, id_, self.hex) is None]

    def proceed(self, state: ServalState) -> bool:
        if self._able(state):
            return False
        refusal = why_not_advance(state, self.side, self.units[0], self.hex) if self.units else None
        if refusal is not None:
            state.note(f"Nobody advances: {refusal.why}.", refusal.rule, places=(self.hex,))
        self._close(state)
        return True

    def prompt(self, state: ServalState) -> str:
        return f"{state.title(self.hex)} is won: advance into it, or not (17.1a)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from map(Advance, self.units)
        yield AdvanceAll()
        yield Finish()

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Advance(id_):
                if id_ not in self.units:
                    return Refusal("17.1a", "only a unit that attacked and is still there advances")
                return why_not_advance(state, self.side, id_, self.hex)
            case AdvanceAll():
                return None if len(self._able(state)) > 1 else Refusal("17.1a", "only one unit can advance")
            case Finish():
                return None
        return Refusal("17.1a", "an advance is made at once, or not at all")

    def play(self, state: ServalState, action: Advance | AdvanceAll | Finish) -> None:
        if isinstance(action, Finish):
            self._close(state)
            return
        going = (action.unit,) if isinstance(action, Advance) else tuple(self._able(state))
        origins = tuple(dict.fromkeys(state.units[id_].at for id_ in going))
        verb = "advances" if len(going) == 1 else "advance"
        state.note(f"{names(state, going)} {verb} into {state.title(self.hex)}.", "17.1a", places=(*origins, self.hex))
        for id_ in going:
            state.change(id_, at=self.hex)
        if self.side == ISLAMIST:
            arrived(state, (self.hex,))
        left = tuple(id_ for id_ in self.units if id_ not in going)
        state.swap(replace(self, units=left, advanced=(*self.advanced, *going)))

    def _close(self, state: ServalState) -> None:
        state.flow.pop()
        battle = state.battle
        captured = battle is not None and battle.bases_lost > 0
        if captured and self.advanced and self.side == ISLAMIST and state.has("islamist_upgrades"):
            state.push(Capture(self.side, self.hex, self.advanced))


def better_counters(state: ServalState, id_: str) -> list[str]:
    """31.2a, R109  The counters in the Available box of the contingent into which a unit could be turned."""
    counter = state.data.counters[id_]
    box = state.data.contingents[counter.contingent].box
    wanted = BETTER.get(counter.type)
    return [unit.id for unit in state.own(ISLAMIST, box) if state.data.counters[unit.id].type == wanted]


class Capture(SideStep, frozen=True, tag=True):
    """31.2a  After a base was destroyed and its hex taken, one unit that advanced may be turned into a better one."""

    hex: str
    units: tuple[str, ...]

    def _choices(self, state: ServalState) -> Iterator[Upgrade]:
        for id_ in self.units:
            for better in better_counters(state, id_):
                yield Upgrade(id_, better)

    def proceed(self, state: ServalState) -> bool:
        if any(True for _ in self._choices(state)):
            return False
        able = any(state.counter(id_).type in BETTER for id_ in self.units)
        nobody = "Nobody who advanced could use captured equipment."
        none_left = "No counter for captured equipment is in the Available box."
        state.note(none_left if able else nobody, "31.2a", places=(self.hex,))
        state.flow.pop()
        return True

    def prompt(self, state: ServalState) -> str:
        return f"Use equipment captured in {state.title(self.hex)} for one unit, or not (31.2a)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from self._choices(state)
        yield Finish()

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Upgrade(id_, better):
                if id_ not in self.units:
                    return Refusal("31.2a", "only a unit that advanced can use the equipment")
                if better not in better_counters(state, id_):
                    return Refusal("31.2a", "no such counter is in the Available box of the contingent")
                return None
            case Finish():
                return None
        return Refusal("31.2a", "decide about the captured equipment first")

    def play(self, state: ServalState, action: Upgrade | Finish) -> None:
        state.flow.pop()
        if isinstance(action, Finish):
            return
        old, new = action.unit, action.into
        box = state.units[new].at
        text = f"{state.name(old)} becomes {state.name(new)} with captured equipment."
        state.note(text, "31.2a", places=(self.hex,))
        state.put(Unit(old, box))
        state.put(Unit(new, self.hex))
        state.attacked |= {new}
