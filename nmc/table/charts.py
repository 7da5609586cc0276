"""The printed tables of the game, with the columns and modifiers that a pending roll has."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec

from common.tables import Modifier
from common.tabletop import Chart, Facts
from common.tabletop.charts import list_chart, modifier_chart, results_chart
from nmc.components import Components, FireNumbers, MarchNumbers, Numbers, TerrainCosts
from nmc.odds import battle_odds
from nmc.rules.combat import Attacks, BattleSupply
from nmc.rules.march import Marches, march_modifiers
from nmc.rules.supply import Attrition
from nmc.view import View, known_position

FIRES = "A force of {column} SP with a final die of {row} inflicts {value} SP on its target."
SUFFERS = "An unsupplied hex with {column} SP and a final die of {row} loses {value} SP."


class NmcCharts(Facts):
    """All printed tables of the game."""

    def charts(self, view: View) -> Sequence[Chart]:
        tables, now = self.data.tables, pending_roll(self.data, view)
        return [
            results_chart("fire", tables.fire, FIRES, now.fire),
            _fire_modifiers(tables.fire_modifiers, now.rules),
            results_chart("attrition", tables.attrition, SUFFERS, now.attrition),
            _attrition_modifiers(tables.attrition_modifiers, now.rules),
            _march_modifiers(tables.march_modifiers, now.rules),
            _terrain(tables.terrain),
        ]


def _fire_modifiers(fire: FireNumbers, live: Collection[str]) -> Chart:
    lines = [
        ("The firing side's own militia", fire.own_militia, ("9.11a",)),
        ("Confederate fire at militia", fire.target_militia, ("9.11b",)),
        ("Each gun of the firing side, if supplied", fire.own_artillery, ("9.12a",)),
        ("Attack: each gun of a supplied target", fire.target_artillery, ("9.12c",)),
        ("More leader points / fewer", fire.leaders, ("9.13a",)),
        ("Confederate high morale / Union against it", fire.high_morale, ("9.14a", "9.14b")),
        ("Into a town", fire.town, ("9.15",)),
        ("Target unsupplied", fire.target_unsupplied, ("9.16a",)),
        ("Firer unsupplied", fire.firer_unsupplied, ("9.16b",)),
        ("Attack across a river", fire.river_attack, ("9.17a",)),
        ("Defense across a river", fire.river_defence, ("9.17b",)),
        ("Attack into mountain or pass", fire.mountain, ("9.18a",)),
    ]
    fort = "Attack into a fort: -1 or -2 as rated on the map (9.19a)."
    return modifier_chart("fire modifiers", "Fire modifiers", "9.10", fire, lines, live, (fort,))


def _attrition_modifiers(attrition: Numbers, live: Collection[str]) -> Chart:
    lines = [
        ("Army commander", attrition.commander, ("10.9c",)),
        ("Subordinate leaders", attrition.subordinate, ("10.9c",)),
        ("Town or fort", attrition.locale, ("10.9c",)),
        ("Other Rio Grande Valley hex", attrition.valley, ("10.9c",)),
        ("Other mountain or pass hex", attrition.mountain, ("10.9c",)),
    ]
    most = f"Leaders together at most +{attrition.leaders_at_most}."
    return modifier_chart("attrition modifiers", "Attrition modifiers", "10.9", attrition, lines, live, (most,))


def _march_modifiers(march: MarchNumbers, live: Collection[str]) -> Chart:
    lines = [
        ("Regular march without a leader", march.no_leader, ("8.25a",)),
        ("Any militia", march.militia, ("8.25b",)),
        ("March begun unsupplied", march.unsupplied_march, ("8.25c",)),
        ("Forced march begun unsupplied", march.unsupplied_forced, ("8.25d",)),
        ("Army commander", march.commander, ("8.25e",)),
        ("Confederate high morale", march.high_morale, ("8.25f",)),
    ]
    return modifier_chart("march modifiers", "March modifiers", "8.25", march, lines, live)


def _terrain(tec: TerrainCosts) -> Chart:
    rows = (
        ("Clear", str(tec.clear), "8.11"),
        ("Rio Grande Valley", str(tec.rio_grande_valley), "8.12"),
        ("Mountain", str(tec.mountain), "8.13"),
        ("Pass", str(tec.pass_), "8.14a"),
        ("San Andres pass by its arrow", str(tec.pass_by_arrow), "8.14b"),
        ("Town or fort", f"{tec.locale}, no river cost", "8.17a"),
        ("Along the Santa Fe Trail", str(tec.trail), "8.18a"),
        ("River hexside", f"+{tec.river}", "8.16"),
        ("Impassable hexside", "closed", "8.15a"),
    )
    return list_chart("terrain", "Terrain Effects Chart", "8.10", tec, ("Terrain", "MP"), rows)


class ChartRoll(msgspec.Struct, frozen=True):
    """Strengths that look a table up, and the rules of the modifiers that count."""

    fire: tuple[int, ...] = ()
    attrition: tuple[int, ...] = ()
    rules: frozenset[str] = frozenset()


def pending_roll(data: Components, view: View) -> ChartRoll:
    """What the step asks for, as far as the viewer knows it."""
    step, state = view.step, known_position(data, view)
    match step:
        case BattleSupply():
            odds = battle_odds(state, step.battle, {})
            strengths = (step.battle.force.strength, state.stacks[step.battle.goal].strength)
            return ChartRoll(strengths, rules=_rules(*(group for _, group in odds.modifiers)))
        case Attacks():
            return ChartRoll(tuple(force.strength for force in step.forces if force is not None and force.strength))
        case Marches():
            forces = [force for force in step.forces if force is not None]
            return ChartRoll(rules=_rules(*(march_modifiers(state, f, step.hex, step.forced) for f in forces)))
        case Attrition():
            return ChartRoll(attrition=tuple(state.stacks[space].strength for space in step.hexes))
    return ChartRoll()


def _rules(*groups: Iterable[Modifier]) -> frozenset[str]:
    return frozenset(modifier.rule for group in groups for modifier in group)
