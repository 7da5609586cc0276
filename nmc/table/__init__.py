"""How The New Mexico Campaign looks and is handled."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from common.engine import Action, Match, Refusal, Seat
from common.tables import Odds
from common.tabletop import (
    Chart,
    Figure,
    Gesture,
    Marker,
    Overlay,
    Phase,
    Piece,
    Progress,
    Route,
    Row,
    Section,
    Stat,
    Table,
    Target,
    Token,
    Track,
    Way,
)
from nmc.components import BARRED, REACH, Components
from nmc.game import View
from nmc.rules.combat import BattleSupply
from nmc.rules.march import Move
from nmc.rules.sequence import PHASES
from nmc.rules.victory import NAMES
from nmc.state import CONFEDERATE, UNION
from nmc.table import charts, drops, faces, measuring, overlays, phases, threat, trial
from nmc.table.progress import progress

KINDS = {UNION: ("regular", "militia"), CONFEDERATE: ("cavalry",)}
COLOURS = {UNION: "#2f5d9b", CONFEDERATE: "#8d9096"}


class NmcTable(Table):
    """Faces, charts, gestures and overlays of the game."""

    colours = COLOURS

    @property
    def data(self) -> Components:
        """The game's components."""
        components: Components = self.game.data
        return components

    def counters(self) -> Sequence[Piece]:
        return faces.sheet(self.data)

    def pieces(self, view: View) -> Sequence[Piece]:
        badge = "fired" if "combat" in view.phase else "moved"
        cut = overlays.without(self.data, view)
        return faces.pieces(self.data, view.stacks, view.done, badge, drops.chosen(view.step), cut)

    def markers(self, view: View) -> Sequence[Marker]:
        return faces.markers(view.control, view.declared)

    def totals(self, view: View, pieces: Sequence[Piece]) -> Sequence[str]:
        """Strength points are the steps; points to march with has only the force that has rolled for them (8.22)."""
        step, told = view.step, list(super().totals(view, pieces))
        if isinstance(step, Move) and all((piece.space, piece.side) == (step.hex, step.side) for piece in pieces):
            told.append(f"{step.points} MP left")
        return told

    def tracks(self, view: View) -> Sequence[Track]:
        labels = tuple(self.data.tables.turns.labels)
        total = sum(view.vp.values())
        points = tuple(str(number) for number in range(total + 1))
        tokens = tuple((view.vp[side], side.capitalize(), COLOURS[side]) for side in (UNION, CONFEDERATE))
        return (
            Track("turn", "Game turn", labels, ((view.turn - 1, "Turn", "#c0392b"),), "5.6"),
            Track("vp", "Victory points", points, tokens, "4.4e"),
        )

    def tokens(self, view: View) -> Sequence[Token]:
        """4.4e: the points of each side have a track of their own on the map."""
        points = [Token(f"{side}_vp", view.vp[side], side.capitalize(), COLOURS[side]) for side in (UNION, CONFEDERATE)]
        return [*super().tokens(view), *points]

    def stats(self, view: View) -> Sequence[Stat]:
        label = self.data.tables.turns.labels[view.turn - 1]
        morale = "high" if view.high_morale else "normal"
        return (
            Stat("Turn", f"{view.turn} of {self.data.setup.last_turn}, {label}"),
            Stat("Phase", view.phase),
            Stat("Union VP", str(view.vp[UNION]), UNION, f"{self.data.setup.vp[UNION]} at start (4.4c)"),
            Stat(
                "Confederate VP",
                str(view.vp[CONFEDERATE]),
                CONFEDERATE,
                f"{self.data.setup.vp[CONFEDERATE]} at start (4.4c)",
            ),
            Stat("Confederate morale", morale, CONFEDERATE, "high while ahead in points (4.10a)"),
        )

    def sequence(self, view: View) -> Sequence[Phase]:
        names = [phase.name for phase in PHASES]
        now = names.index(view.phase) if view.phase in names else -1
        found: list[Phase] = []
        setup = self.data.setup
        for number, phase in enumerate(PHASES):
            if phase.kind == "withdrawal" and view.turn not in (setup.militia_leave, setup.leader_leaves.turn):
                continue
            state = "now" if number == now else "done" if number < now else "ahead"
            found.append(Phase(phase.name, phase.rule, state, ABOUT[phase.kind]))  # type: ignore[arg-type]
        return found

    def coming(self, view: View, phase: str) -> Sequence[str]:
        return next((phases.coming(self.data, view, known) for known in PHASES if known.name == phase), ())

    def dangers(self, view: View) -> Sequence[Odds]:
        return threat.dangers(self.data, view)

    def victory(self, view: View) -> Sequence[Section]:
        return charts.victory(self.data, view)

    def forces(self, view: View) -> Chart:
        return charts.forces(self.data, view)

    def figures(self, view: View) -> Sequence[Figure]:
        fallen = {side: sum(view.lost.get(kind, 0) for kind in KINDS[side]) for side in COLOURS}
        there = {side: sum(s.strength for s in view.stacks.values() if s.side == side) for side in COLOURS}
        return [
            Figure(chart, NAMES[side], value[side], side)
            for chart, value in (("Victory points", view.vp), ("Strength points lost", fallen), ("On the map", there))
            for side in COLOURS
        ]

    def charts(self, view: View) -> Sequence[Chart]:
        return charts.charts(self.data, view)

    def overlays(self, view: View) -> Sequence[Overlay]:
        return (self._control(view), self._supply(view, UNION), self._supply(view, CONFEDERATE), self._terrain())

    def threat(self, view: View) -> Overlay | None:
        return threat.threat(self.data, view)

    def _control(self, view: View) -> Overlay:
        legend = ((UNION, "#2f5d9b", "hatch"), (CONFEDERATE, "#6a6d73", "dots"))
        return Overlay("control", "Control", "C", dict(view.control), legend)

    def _supply(self, view: View, side: str) -> Overlay:
        """Hexes within reach of a depot, hexes with a wagon, every line that is traced and what cuts it."""
        enemies = {space for space, stack in view.stacks.items() if stack.side != side}
        own = {space: stack for space, stack in view.stacks.items() if stack.side == side}
        spaces = {space: "wagon" for space, stack in own.items() if stack.supplies}
        for depot in sorted(space for space, stack in own.items() if stack.depot):
            for space, steps in self.data.map.field(depot, enemies, BARRED).items():
                if steps <= REACH:
                    spaces[space] = "depot"
        traced = [route for space in sorted(own) if (route := overlays.line(self.data, view, space))]
        spaces |= {route.cut: "cut" for route in traced if route.cut}
        ways = tuple(route.way for route in traced if len(route.way) > 1)
        legend = (("depot", "#0072b2", "hatch"), ("wagon", "#e69f00", "dots"), ("cut", "#7d1230", "cross"))
        title = f"{'Union' if side == UNION else 'Confederate'} supply"
        return Overlay(f"supply-{side}", title, "S" if side == UNION else "Shift+S", spaces, legend, ways)

    def _terrain(self) -> Overlay:
        names = charts.TERRAIN
        spaces = {space.id: names[space.kind] for space in self.data.map.spaces.values() if space.kind != "clear"}
        legend = (
            (names["mountain"], "#8a5a2b", "hatch"),
            (names["rio_grande_valley"], "#2e8b57", "fill"),
            (names["pass"], "#d55e00", "cross"),
        )
        return Overlay("terrain", "Terrain", "T", spaces, legend)

    def ways(self, view: View, start: str, goal: str) -> Sequence[Way]:
        return measuring.ways(self.data, view, start, goal)

    def about_space(self, view: View, space: str) -> Sequence[Section]:
        return charts.about_space(self.data, view, space)

    def route(self, view: View, space: str) -> Route | None:
        return overlays.line(self.data, view, space)

    def about_piece(self, view: View, piece: str) -> Sequence[Section]:
        found = next((item for item in self.pieces(view) if item.id == piece), None)
        if found is None:
            return ()
        source = self.data.leader_source if "/" not in piece else self.data.counters.source
        rows = [Row("Counter", found.name, "2.6", source), Row("Side", (found.side or "").capitalize(), "2.5")]
        if found.strength:
            rows.append(Row("Strength", f"{found.strength} SP, about {found.strength}00 men", "2.8a"))
        acted = [badge for badge in found.badges if badge != faces.UNSUPPLIED]
        if acted:
            rows.append(Row("State", ", ".join(acted), "8.26"))
        if faces.UNSUPPLIED in found.badges:
            rows.append(Row("Supply", "none", "10.4"))
        return (Section(found.name, tuple(rows)),)

    def gesture(self, seat: Seat, action: Action) -> Gesture:
        return drops.gesture(seat.draft, action)

    def able(self, seat: Seat, pieces: Sequence[Piece]) -> Collection[str]:
        return drops.able(seat.draft, pieces)

    def along(self, seat: Seat, pieces: Sequence[Piece], able: Collection[str]) -> Collection[str]:
        return drops.along(seat.draft, pieces, able)

    def stopped(self, seat: Seat, target: Target) -> Refusal | None:
        return drops.stopped(seat, target)

    def progress(self, seat: Seat) -> Progress | None:
        return progress(seat.draft)

    def lift(self, seat: Seat, pieces: Sequence[str]) -> Sequence[Target]:
        return drops.lift(seat.draft, pieces)

    def refuse(self, seat: Seat, pieces: Sequence[str], space: str) -> Refusal | None:
        return drops.refuse(seat.draft, pieces, space)

    def trials(self) -> Sequence[tuple[str, str]]:
        return trial.classes()

    def trial(self, unit: str, space: str) -> Sequence[Target]:
        return trial.reach(self.game, unit, space)

    def secret(self, match: Match) -> bool:
        step: Any = match.state.flow[-1] if match.result is None else None
        return isinstance(step, BattleSupply) and step.secret


ABOUT = {
    "march": "Each force rolls a die for its movement points and moves.",
    "forced": "Forces with a leader may move again, in the enemy's turn.",
    "combat": "Each force may fire once at an adjacent hex.",
    "withdrawal": "The militia leave on turn 2, a leader on turn 5.",
    "attrition": "Every unsupplied hex rolls for losses.",
    "destruction": "Own wagons and guns may be destroyed.",
    "depots": "Two wagons in a town or fort may become a depot.",
}


def open_table(game: Any) -> NmcTable:
    """The table of the game."""
    return NmcTable(game)
