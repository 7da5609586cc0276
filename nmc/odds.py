"""The exact chances of a march, a battle and an attrition roll before they are made."""

from __future__ import annotations

from common.engine import D10, Action
from common.tables import Chances, Odds
from nmc.actions import Attack, Commit, Hold, March, Suffer
from nmc.rules.combat import Attacks, Battle, BattleSupply, fires, has_choice, has_depot
from nmc.rules.fire import chances, losses, modifiers, name
from nmc.rules.march import NINE, Marches, march_modifiers
from nmc.rules.supply import Attrition, attrition_modifiers
from nmc.state import ENEMY, NmcState, Stack


def odds(state: NmcState, action: Action) -> Odds | None:
    """What the roll that `action` brings can come to; None if it brings none."""
    step = state.step
    if step.why_not(state, action) is not None:
        return None
    match step, action:
        case Marches(), March(number, nine):
            return march_odds(state, step, number, nine)
        case Attacks(), Attack(number, goal):
            force = step.forces[number]
            if force is None or not state.stacks[goal].strength:
                return None
            battle = Battle(step.side, step.hex, goal, force, state.high_morale())
            return battle_odds(state, battle, {})
        case BattleSupply(), Commit() | Hold():
            known = {who: choice != "hold" for who, choice in step.choices} if not step.secret else {}
            return battle_odds(state, step.battle, known | {step.asked[0]: isinstance(action, Commit)})
        case Attrition(), Suffer(space):
            return attrition_odds(state, space)
    return None


def march_odds(state: NmcState, step: Marches, number: int, nine: bool) -> Odds:
    """8.22: the movement points of a force."""
    force = step.forces[number]
    assert force is not None
    added = march_modifiers(state, force, step.hex, step.forced)
    shift = sum(modifier.value for modifier in added)
    faces = [NINE] if nine else list(D10)
    points = Chances.even(max(0, face + shift) for face in faces)
    mean = points.mean(float)
    return Odds.of(
        f"March from {state.title(step.hex)}",
        "8.22b",
        points,
        lambda value: f"{value} MP",
        float,
        dice={max(0, face + shift): (face,) for face in reversed(faces)},
        modifiers=(("march", tuple(added)),),
        expected=f"{mean:.1f} MP on average",
    )


def supply_in(state: NmcState, battle: Battle, known: dict[str, bool]) -> dict[str, bool]:
    """10.6: which sides are supplied; whoever may still decide about a wagon is taken to use it."""
    supplied = {}
    for who in (battle.side, ENEMY[battle.side]):
        choice = known.get(who, True) if has_choice(state, battle, who) else False
        supplied[who] = has_depot(state, battle, who) or choice
    return supplied


def mean_losses(state: NmcState, battle: Battle, known: dict[str, bool]) -> dict[str, float]:
    """9.20: the strength points that each side loses on average."""
    defender = ENEMY[battle.side]
    supplied = supply_in(state, battle, known)
    attack, reply = fires(state, battle, supplied[battle.side], supplied[defender])
    return {defender: chances(state, attack).mean(float), battle.side: chances(state, reply).mean(float)}


def battle_odds(state: NmcState, battle: Battle, known: dict[str, bool]) -> Odds:
    """9.20: losses of both sides; whoever may still decide about a wagon is taken to use it."""
    sides = (battle.side, ENEMY[battle.side])
    supplied = supply_in(state, battle, known)
    attack, reply = fires(state, battle, supplied[sides[0]], supplied[sides[1]])
    both = chances(state, attack).join(chances(state, reply), lambda hits, back: (hits, back))
    table = state.data.tables.fire
    mine, theirs = (dict(zip(losses(state, fire), D10)) for fire in (attack, reply))
    wiped = both.chance(lambda pair: pair[0] >= attack.target.strength and pair[1] < attack.firer.strength)
    how = ", ".join(f"{name(who)} {'supplied' if supplied[who] else 'unsupplied'}" for who in sides)
    given, taken = both.mean(lambda pair: pair[0]), both.mean(lambda pair: pair[1])
    return Odds.of(
        f"Battle at {state.title(battle.goal)}: {how}",
        "9.20",
        both,
        lambda pair: f"defender {-pair[0]}, attacker {-pair[1]}",
        lambda pair: (float(pair[0]), -float(pair[1])),
        dice={pair: (mine[pair[0]], theirs[pair[1]]) for pair in both.weights},
        modifiers=(
            (f"{name(sides[0])} fire", tuple(modifiers(state, attack))),
            (f"{name(sides[1])} return fire", tuple(modifiers(state, reply))),
        ),
        expected=f"defender loses {given:.1f}, attacker {taken:.1f}; hex cleared {float(wiped):.0%}",
        table="fire",
        column=table.labels[table.column(attack.firer.strength)],
    )


def attrition_results(state: NmcState, space: str) -> list[int]:
    """10.9: the strength points lost by an unsupplied hex, face by face of the die."""
    stack: Stack = state.stacks[space]
    shift = sum(modifier.value for modifier in attrition_modifiers(state, space))
    results = state.data.tables.attrition.results(stack.strength, D10, shift)
    return [min(stack.strength, number) for number in results]


def attrition_losses(state: NmcState, space: str) -> Chances[int]:
    """10.9: the exact distribution of strength points lost by an unsupplied hex."""
    return Chances.even(attrition_results(state, space))


def attrition_odds(state: NmcState, space: str) -> Odds:
    """10.9: what attrition may take at a hex."""
    lost, table = attrition_losses(state, space), state.data.tables.attrition
    return Odds.of(
        f"Attrition at {state.title(space)}",
        "10.9a",
        lost,
        lambda value: f"{-value} SP",
        float,
        dice={value: (face,) for face, value in zip(D10, attrition_results(state, space))},
        modifiers=(("attrition", tuple(attrition_modifiers(state, space))),),
        expected=f"{lost.mean(float):.1f} SP lost on average",
        table="attrition",
        column=table.labels[table.column(state.stacks[space].strength)],
    )
