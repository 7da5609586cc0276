"""How Second Fallujah looks and is handled."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Literal

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
    Section,
    Stat,
    Table,
    Target,
    Track,
    Way,
)
from fallujah.components import Components
from fallujah.state import COALITION, INSURGENT
from fallujah.table import charts, drops, faces, facts, labels, measuring, overlays, phases, threat, trial
from fallujah.table.progress import progress
from fallujah.view import View

NAMES = {INSURGENT: "Insurgents", COALITION: "Coalition"}
PHASES = (
    ("Insurgent set-up", "11.1", "The Insurgents place their Fedayeen; everything else has its place."),
    ("Insurgent impulse", "4.1.1", "Activate an area, organize resistance, or pass."),
    ("Coalition impulse", "4.1.2", "Activate an area or an Entry Zone, order a Fire Mission, or pass."),
    ("Reaction", "4.1.3", "Insurgents in and next to the area just entered dig in, slip away or raise Militia."),
    ("End of the phase", "4.1.4", "A first combat roll, or 2D6, below the impulse number ends the Action Phase."),
    ("Insurgents regroup", "4.2", "Units shift to adjacent Free areas, one at a time."),
    ("Coalition regroups", "4.2", "Units shift to adjacent Free areas, one at a time."),
    ("Infiltration", "4.3", "Coalition areas without a garrison next to Insurgent ground fall back."),
    ("Reset", "4.4", "Spent units turn Fresh, the impulse marker goes to 1, a new day begins."),
)
TEM_LOOKS = (
    ("TEM 0", "#f0e442", "dots"),
    ("TEM 1", "#56b4e9", "dots"),
    ("TEM 2", "#009e73", "hatch"),
    ("TEM 3", "#e69f00", "cross"),
    ("TEM 4", "#a3223a", "fill"),
)
COST_LOOKS = (
    ("1 MP", "#009e73", "dots"),
    ("2 MP", "#56b4e9", "hatch"),
    ("3 MP", "#e69f00", "cross"),
    ("4 MP", "#a3223a", "fill"),
)
GROUP_LOOKS = (("#117733", "hatch"), ("#d55e00", "dots"), ("#7a4a9c", "cross"), ("#cc3311", "fill"))


class FallujahTable(Table):
    """Faces, charts, gestures and overlays of the game."""

    colours = faces.COLOURS

    @property
    def data(self) -> Components:
        """The game's components."""
        components: Components = self.game.data
        return components

    # The position

    def counters(self) -> Sequence[Piece]:
        return faces.sheet(self.data)

    def pieces(self, view: View) -> Sequence[Piece]:
        return faces.pieces(self.data, view)

    def markers(self, view: View) -> Sequence[Marker]:
        return faces.markers(view)

    def totals(self, view: View, pieces: Sequence[Piece]) -> Sequence[str]:
        return facts.totals(self.data, view, {piece.id for piece in pieces})

    def tracks(self, view: View) -> Sequence[Track]:
        tracks = self.data.tables.tracks
        acting = self.colours[view.active]
        impulses = tuple(str(number) for number in range(tracks.impulse + 1))
        points = tuple(str(number) for number in range(tracks.backlash + 1))
        last = len(points) - 1
        ahead = f"VP {view.total}" if view.total > last else "VP"
        tokens = ((min(view.backlash, last), "Political points", "#c0392b"), (min(view.total, last), ahead, "#e0b93c"))
        holder = int(view.advantage_used)
        advantage = ((holder, f"{NAMES[view.advantage]}: Advantage", self.colours[view.advantage]),)
        pools = (str(view.militia_pool), str(view.fedayeen_pool), str(self._lost(view)))
        return (
            Track("turn", "Turn", tuple(tracks.turns), ((view.turn - 1, "Turn", "#c0392b"),), "4a"),
            Track("impulse", "Impulse", impulses, ((view.impulse, NAMES[view.active], acting),), "4.1.4"),
            Track("backlash", "Political Backlash and VP", points, tokens, "1.1i"),
            Track("advantage", "The Advantage", ("Available", "Used"), advantage, "10.2a"),
            Track("pools", "Militia pool, Fedayeen not in play, eliminated", pools, (), "11.1e"),
        )

    def _lost(self, view: View) -> int:
        return sum(1 for piece in view.pieces if piece.space == "eliminated")

    def stats(self, view: View) -> Sequence[Stat]:
        days = len(self.data.tables.tracks.turns)
        holder = f"{NAMES[view.advantage]}, {'used' if view.advantage_used else 'available'}"
        on_map = [piece for piece in view.pieces if piece.space in view.areas or piece.space in ("NW", "NE")]
        fresh = {side: sum(1 for p in on_map if p.side == side and not p.spent) for side in NAMES}
        found = [
            Stat("Day", f"{view.day} ({view.turn} of {days})", None, "seven turns (4a)"),
            Stat("Impulse", str(view.impulse), view.active if view.phase == "action" else None, self._end(view)),
            Stat("Points", str(view.total), INSURGENT, f"{view.level} (1.2); a draw at 25"),
            Stat("Backlash", str(view.backlash), INSURGENT, "each point counts for the Insurgents (1.1i)"),
            Stat("Advantage", holder, view.advantage, "changes hands when used, once a turn (10.2a)"),
            Stat("Fresh Coalition", str(fresh[COALITION]), COALITION, "units that can still act today (3.3a)"),
            Stat("Fresh Insurgents", str(fresh[INSURGENT]), INSURGENT, "Dug In units included (3.3a)"),
            Stat("Militia pool", str(view.militia_pool), INSURGENT, "Militia that can still be raised (11.1e)"),
        ]
        if view.first_roll is not None:
            ends = view.first_roll < view.impulse
            verdict = "the phase ends after this impulse" if ends else "the phase goes on"
            found.insert(2, Stat("End roll", str(view.first_roll), None, f"{verdict} (4.1.4a)"))
        return found

    def _end(self, view: View) -> str:
        if view.phase != "action":
            return f"{view.phase.capitalize()} Phase"
        return f"the phase ends on less than {view.impulse}: {charts.end_chance(view.impulse):.0%} (4.1.4a)"

    def sequence(self, view: View) -> Sequence[Phase]:
        now = self._place(view)
        found: list[Phase] = []
        for number, (title, rule, about_it) in enumerate(PHASES):
            opening = view.phase == "action" and not view.impulse  # 11.2a: the Coalition begins alone
            if (number == 0 and view.turn > 1) or (number == 1 and opening):
                continue
            state: Literal["done", "now", "ahead"] = "now" if number == now else "done" if number < now else "ahead"
            found.append(Phase(title, rule, state, about_it))
        return found

    def _place(self, view: View) -> int:
        """Which entry of the sequence of play is the present one."""
        if view.over:
            return len(PHASES) - 1
        match view.phase:
            case "setup":
                return 0
            case "regroup":
                return 5 if view.active == INSURGENT else 6
            case "infiltration":
                return 7
            case "reset":
                return 8
        if view.step in ("Reaction", "Scout"):
            return 3
        if view.step == "Window" and view.battle is None:
            return 4
        return 1 if view.active == INSURGENT else 2

    # Facts

    def coming(self, view: View, phase: str) -> Sequence[str]:
        return phases.coming(self.data, view, phase)

    def prospect(self, seat: Seat, target: Target) -> Odds | None:
        return drops.prospect(seat.draft, target)

    def dangers(self, view: View) -> Sequence[Odds]:
        return threat.dangers(self.data, view)

    def victory(self, view: View) -> Sequence[Section]:
        return facts.victory(self.data, view)

    def forces(self, view: View) -> Chart:
        return charts.forces(self.data, view)

    def figures(self, view: View) -> Sequence[Figure]:
        held = {side: sum(1 for area in view.areas.values() if area.control == side) for side in NAMES}
        return (
            Figure("Victory points", NAMES[INSURGENT], view.total, INSURGENT),
            Figure("Fighters lost and political points", NAMES[INSURGENT], self._lost(view), INSURGENT),
            Figure("Fighters lost and political points", NAMES[COALITION], view.backlash, COALITION),
            *(Figure("Areas held", NAMES[side], held[side], side) for side in NAMES),
        )

    def charts(self, view: View) -> Sequence[Chart]:
        return charts.charts(self.data, view)

    def ways(self, view: View, start: str, goal: str) -> Sequence[Way]:
        return measuring.ways(self.data, view, start, goal)

    def about_space(self, view: View, space: str) -> Sequence[Section]:
        return facts.space(self.data, view, space)

    def route(self, view: View, space: str) -> Route | None:
        return overlays.line(self.data, view, space)

    def about_piece(self, view: View, piece: str) -> Sequence[Section]:
        return facts.piece(self.data, view, piece)

    # Overlays

    def overlays(self, view: View) -> Sequence[Overlay]:
        return (self._control(view), self._contact(view), self._terrain(), self._objectives(view), self._costs(view))

    def threat(self, view: View) -> Overlay | None:
        return threat.threat(self.data, view)

    def _control(self, view: View) -> Overlay:
        spaces = {area.id: NAMES[area.control] for area in view.areas.values()}
        legend = ((NAMES[INSURGENT], "#5a2b3a", "dots"), (NAMES[COALITION], "#0072b2", "hatch"))
        return Overlay("control", "Control", "C", spaces, legend)

    def _contact(self, view: View) -> Overlay:
        spaces: dict[str, str] = {}
        for area in view.areas.values():
            if area.contested:
                spaces[area.id] = "Contested"
            elif area.threatened:
                spaces[area.id] = "would fall to Infiltration"
            elif area.garrisoned:
                spaces[area.id] = "garrisoned"
        legend = (
            ("Contested", "#d55e00", "cross"),
            ("would fall to Infiltration", "#cc79a7", "dots"),
            ("garrisoned", "#0072b2", "hatch"),
        )
        return Overlay("contact", "Contact and garrisons", "X", spaces, legend)

    def _terrain(self) -> Overlay:
        spaces = {area: f"TEM {tem}" for area, tem in self.data.tem.items()}
        labels = {area: str(tem) for area, tem in self.data.tem.items()}
        return Overlay("terrain", "Terrain Effect Modifiers", "T", spaces, TEM_LOOKS, (), labels)

    def _objectives(self, view: View) -> Overlay:
        groups = self.data.tables.victory_points.groups
        spaces = {area: group.title for group in groups for area in group.areas}
        legend = tuple((group.title, *look) for group, look in zip(groups, GROUP_LOOKS, strict=False))
        held = {area: "1" if view.areas[area].control == INSURGENT else "0" for area in spaces}
        return Overlay("objectives", "Points, mosques and Route 10", "O", spaces, legend, (), held)

    def _costs(self, view: View) -> Overlay:
        """What it costs the side to act to enter each area."""
        side = view.to_act or view.active
        costs = {area: facts.entry_cost(self.data, view, side, area) for area in view.areas}
        spaces = {area: f"{cost} MP" for area, cost in costs.items()}
        labels = {area: str(cost) for area, cost in costs.items()}
        title = f"Entry cost for the {NAMES[side]}"
        return Overlay("costs", title, "U", spaces, COST_LOOKS, (), labels)

    # What can be done

    def gesture(self, seat: Seat, action: Action) -> Gesture:
        return labels.gesture(seat.draft, action)

    def able(self, seat: Seat, pieces: Sequence[Piece]) -> Collection[str]:
        return drops.able(seat.draft, pieces)

    def along(self, seat: Seat, pieces: Sequence[Piece], able: Collection[str]) -> Collection[str]:
        return drops.along(seat.draft, pieces, able)

    def progress(self, seat: Seat) -> Progress | None:
        return progress(seat.draft)

    def lift(self, seat: Seat, pieces: Sequence[str]) -> Sequence[Target]:
        return drops.lift(seat.draft, pieces)

    def halt(self, seat: Seat) -> Refusal | None:
        """In solitaire the Insurgents react with dice while a force is on its way (12.1, 17)."""
        return Refusal("4.1.3a", "the Insurgents have reacted") if any(entry.rolls for entry in seat.news) else None

    def refuse(self, seat: Seat, pieces: Sequence[str], space: str) -> Refusal | None:
        return drops.refuse(seat.draft, pieces, space)

    def trials(self) -> Sequence[tuple[str, str]]:
        return trial.classes(self.game)

    def trial(self, unit: str, space: str) -> Sequence[Target]:
        return trial.reach(self.game, unit, space)

    def secret(self, match: Match) -> bool:
        """Nothing is hidden in this game, not even the set-up."""
        return False


def open_table(game: Any) -> FallujahTable:
    """The table of the game."""
    return FallujahTable(game)
