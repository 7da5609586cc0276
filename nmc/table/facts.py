"""What there is to know about the position: hexes, counters, points, and the order of battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.engine import Side
from common.tabletop import Chart, Facts, Figure, Looks, Piece, Row, Section, Stat, Token, Track
from nmc.components import Components
from nmc.rules.march import Move
from nmc.rules.victory import NAMES, final_judgement
from nmc.state import CONFEDERATE, TRAINS, TROOPS, UNION, Stack, describe
from nmc.table.faces import COLOURS, UNSUPPLIED
from nmc.table.overlays import TERRAIN
from nmc.view import View

ForceLine = tuple[tuple[str, ...], str]  # a row of the order of battle, and the hex it tells of
KINDS = {UNION: ("regular", "militia"), CONFEDERATE: ("cavalry",)}


class NmcFacts(Looks, Facts):
    """Tracks, figures, and the pages of the inspector."""

    def tracks(self, view: View) -> Sequence[Track]:
        labels = tuple(self.data.tables.turns.labels)
        total = sum(view.vp.values())
        points = tuple(str(number) for number in range(total + 1))
        tokens = tuple((view.vp[side], side.capitalize(), COLOURS[side]) for side in COLOURS)
        return (
            Track("turn", "Game turn", labels, ((view.turn - 1, "Turn", "#c0392b"),), "5.6"),
            Track("vp", "Victory points", points, tokens, "4.4e"),
        )

    def tokens(self, view: View) -> Sequence[Token]:
        """4.4e: the points of each side have a track of their own on the map."""
        points = [Token(f"{side}_vp", view.vp[side], side.capitalize(), COLOURS[side]) for side in COLOURS]
        return [*super().tokens(view), *points]

    def stats(self, view: View) -> Sequence[Stat]:
        setup = self.data.setup
        label = self.data.tables.turns.labels[view.turn - 1]
        morale = "high" if view.high_morale else "normal"
        points = [
            Stat(f"{NAMES[side]} VP", str(view.vp[side]), side, f"{setup.vp[side]} at start (4.4c)") for side in COLOURS
        ]
        return (
            Stat("Turn", f"{view.turn} of {setup.last_turn}, {label}"),
            Stat("Phase", view.phase),
            *points,
            Stat("Confederate morale", morale, CONFEDERATE, "high while ahead in points (4.10a)"),
        )

    def figures(self, view: View) -> Sequence[Figure]:
        fallen = {side: sum(view.lost.get(kind, 0) for kind in KINDS[side]) for side in COLOURS}
        there = {side: sum(s.strength for s in view.stacks.values() if s.side == side) for side in COLOURS}
        return [
            Figure(chart, NAMES[side], value[side], side)
            for chart, value in (("Victory points", view.vp), ("Strength points lost", fallen), ("On the map", there))
            for side in COLOURS
        ]

    def totals(self, view: View, pieces: Sequence[Piece]) -> Sequence[str]:
        """Strength points are the steps; points to march with has only the force that has rolled for them (8.22)."""
        step, found = view.step, list(super().totals(view, pieces))
        if isinstance(step, Move) and all((piece.space, piece.side) == (step.hex, step.side) for piece in pieces):
            found.append(f"{step.points} MP left")
        return found

    def victory(self, view: View) -> Sequence[Section]:
        """How the points arise, and who would win now."""
        points = [_points(self.data, view, side) for side in (CONFEDERATE, UNION)]
        return [*points, _conditions(self.data, view)]

    def forces(self, view: View) -> Chart:
        """The order of battle, unit by unit: what is on the map, what has fallen and what is still to come."""
        found = [
            line for space, stack in sorted(view.stacks.items()) for line in _stack_rows(self.data, view, space, stack)
        ]
        found += [*_losses(self.data, view), *_arrivals(self.data, view)]
        columns = ("Unit", "Where", "State", "SP", "Side")
        rows, places = tuple(row for row, _ in found), tuple(place for _, place in found)
        return Chart("forces", "Order of battle", "3.2", "rulebook 3.2, 3.3, 7.2", columns, rows, places=places)

    def about_space(self, view: View, space: str) -> Sequence[Section]:
        """What there is to know about a hex; a box printed beside the map has its track for that."""
        if space not in self.data.map.spaces:
            return ()
        sections = [_ground(self.data, view, space), _ways_in(self.data, space)]
        stack = view.stacks.get(space)
        if stack is not None:
            sections.insert(1, _stack(self.data, stack))
        return sections

    def about_piece(self, view: View, piece: str) -> Sequence[Section]:
        found = next((item for item in self.pieces(view) if item.id == piece), None)
        if found is None:
            return ()
        source = self.data.leader_source if piece in self.data.leaders else self.data.counters.source
        rows = [Row("Counter", found.name, "2.6", source), Row("Side", (found.side or "").capitalize(), "2.5")]
        if found.strength:
            rows.append(Row("Strength", f"{found.strength} SP, about {found.strength}00 men", "2.8a"))
        acted = [badge for badge in found.badges if badge != UNSUPPLIED]
        if acted:
            rows.append(Row("State", ", ".join(acted), "8.26"))
        if UNSUPPLIED in found.badges:
            rows.append(Row("Supply", "none", "10.4"))
        return (Section(found.name, tuple(rows)),)


# A hex


def _ground(data: Components, view: View, space: str) -> Section:
    rows = [Row("Terrain", TERRAIN[data.map.spaces[space].kind], "8.10a", "reconstructed")]
    if space in data.locales:
        kind = "Fort" if space in data.forts else "Town or village"
        rows.append(Row("Locale", f"{kind}, {data.worth[space]} VP", "4.4b", "reconstructed"))
        rows.append(Row("Control", view.control[space].capitalize(), "3.4a"))
        if space in data.forts:
            rows.append(Row("Fort", f"attack into it {data.forts[space]}", "9.19a", "reconstructed"))
    return Section("On the map", tuple(rows))


def _ways_in(data: Components, space: str) -> Section:
    rows = []
    for there in data.near[space]:
        cost, link = data.cost.get((there, space)), data.map.link(there, space)
        what = ", ".join(sorted(link.kinds)) if link and link.kinds else "open"
        rows.append(Row(f"From {there}", f"{'closed' if cost is None else f'{cost} MP'} ({what})", "8.19", "", there))
    return Section("Cost to enter", tuple(rows))


def _stack(data: Components, stack: Stack) -> Section:
    rows = [
        Row("Units", describe(stack), "6.4"),
        Row("Strength", f"{stack.strength} SP", "9.8a"),
        Row("Leader points", str(sum(2 if name in data.commanders else 1 for name in stack.leaders)), "9.13b"),
    ]
    return Section(f"{NAMES[stack.side]} force", tuple(rows))


# Victory


def _points(data: Components, view: View, side: Side) -> Section:
    rows = [
        Row(data.locales[space].name, f"{data.worth[space]}", "4.4d", "reconstructed", space)
        for space, owner in sorted(view.control.items())
        if owner == side and data.worth[space]
    ]
    killed = view.lost.get("cavalry", 0)
    fallen = view.lost.get("regular", 0) + view.lost.get("militia", 0)
    gain, loss = (fallen, killed) if side == CONFEDERATE else (killed, fallen)
    rows += [Row("Enemy SP lost", f"{gain:+d}" if gain else "0", "4.5a"), Row("SP lost", f"{-loss}", "4.5b")]
    return Section(f"{NAMES[side]}: {view.vp[side]} VP", tuple(rows))


def _conditions(data: Components, view: View) -> Section:
    forts = ", ".join(f"{data.locales[key].name} {NAMES[view.control[key]]}" for key in data.setup.keys)
    now = final_judgement(data.setup.keys, view.vp, view.control)
    prize = f"the Confederates enter {data.locales[data.setup.prize].name}, or a side has no VP left"
    rows = (
        Row("Judged now", now.level, now.rule),
        Row("Forts that decide", forts, "4.6"),
        Row("Over at once if", prize, "4.1"),
        Row("Morale", "Confederate high morale" if view.high_morale else "no high morale", "4.10a"),
    )
    return Section("Conditions", rows)


# The order of battle


def _losses(data: Components, view: View) -> Iterator[ForceLine]:
    """Leaders and troops that are out of the game."""
    for leader, why in sorted(view.fallen.items()):
        yield (leader, "", why, "", NAMES[data.leaders[leader].side]), ""
    for gone, why in ((view.lost, "lost"), (view.left, "gone home")):
        for kind, number in sorted(gone.items()):
            side = CONFEDERATE if kind == "cavalry" else UNION
            yield (f"{number} {kind}", "", why, str(number), NAMES[side]), ""


def _stack_rows(data: Components, view: View, space: str, stack: Stack) -> Iterator[ForceLine]:
    done = view.done.get(space)
    for unit in (*TROOPS, *TRAINS, "depot", *stack.leaders):
        number = int(stack.depot) if unit == "depot" else stack.count(unit)
        if not number:
            continue
        acted = done is not None and done.count(unit) == number
        state = "acted" if acted else "in play"
        alone = Stack(stack.side, depot=True) if unit == "depot" else stack.part(unit, number)
        points = str(number) if unit in TROOPS else ""
        yield (describe(alone), data.titles[space], state, points, NAMES[stack.side]), space


def _arrivals(data: Components, view: View) -> Iterator[ForceLine]:
    """What is still to come and still to go, by turn."""
    setup, arrival = data.setup, data.setup.reinforcements
    if view.turn < arrival.turn:
        stack = arrival.stack(UNION)
        for unit in (*TROOPS, *TRAINS, *stack.leaders):
            if number := stack.count(unit):
                points = str(number) if unit in TROOPS else ""
                where, when = data.titles[arrival.hex], f"arrives on turn {arrival.turn}"
                yield (describe(stack.part(unit, number)), where, when, points, NAMES[UNION]), arrival.hex
    if view.turn < setup.militia_leave:
        yield ("Militia", "", f"go home on turn {setup.militia_leave}", "", NAMES[UNION]), ""
    if view.turn < setup.leader_leaves.turn:
        when = f"leaves on turn {setup.leader_leaves.turn}"
        yield (setup.leader_leaves.name, "", when, "", NAMES[UNION]), ""
