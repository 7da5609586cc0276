"""The roll that is pending on the table, for the charts: which columns and which modifiers it has."""

from __future__ import annotations

import msgspec

from common.tables import Modifier
from nmc.components import Components
from nmc.game import View
from nmc.odds import battle_odds
from nmc.rules.combat import Attacks, BattleSupply
from nmc.rules.march import Marches, march_modifiers
from nmc.rules.supply import Attrition
from nmc.table.threat import position


class Pending(msgspec.Struct, frozen=True):
    """Strengths that look a table up, and the rules of the modifiers that count."""

    fire: tuple[int, ...] = ()
    attrition: tuple[int, ...] = ()
    rules: frozenset[str] = frozenset()


def pending(data: Components, view: View) -> Pending:
    """What the step asks for, as far as the viewer knows it."""
    step, state = view.step, position(data, view)
    match step:
        case BattleSupply():
            odds = battle_odds(state, step.battle, {})
            strengths = (step.battle.force.strength, state.stacks[step.battle.goal].strength)
            return Pending(strengths, rules=_rules(*(group for _, group in odds.modifiers)))
        case Attacks():
            return Pending(tuple(force.strength for force in step.forces if force is not None and force.strength))
        case Marches():
            forces = [force for force in step.forces if force is not None]
            return Pending(rules=_rules(*(march_modifiers(state, f, step.hex, step.forced) for f in forces)))
        case Attrition():
            return Pending(attrition=tuple(state.stacks[space].strength for space in step.hexes))
    return Pending()


def _rules(*groups: list[Modifier] | tuple[Modifier, ...]) -> frozenset[str]:
    return frozenset(modifier.rule for group in groups for modifier in group)
