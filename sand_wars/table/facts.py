"""What there is to know: figures at a glance, the sequence of play, objectives, forces, spaces and pieces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.engine import Side
from common.engine.words import several
from common.tabletop import Chart, Facts, Figure, Phase, Row, Section, Stat
from sand_wars.components import Components, Condition
from sand_wars.rules.combat.recon import recon_parts
from sand_wars.rules.combat.strength import fire_parts, fire_row, firepower, shelter
from sand_wars.rules.hand import Discarding, hand_limit, limit_parts
from sand_wars.rules.reinforcements import DeployWaiting
from sand_wars.rules.sequence import EndOfOperations, Operations
from sand_wars.rules.supply import has_loc
from sand_wars.rules.victory import progress
from sand_wars.state import ASIDE, ENEMY, NAMES, OFF_MAP, OUT, REPLACEMENT, SIDES, SPENT, WAITING, SandState
from sand_wars.table.faces import name_piece, reinforcements_of
from sand_wars.table.seen import position_seen
from sand_wars.view import View

KINDS = {
    "resource_city": "Resource city", "city": "City or town", "desert": "Desert", "petroleum": "Petroleum zone",
    "mineral": "Phosphate mine", "nuclear": "Nuclear zone",
}  # fmt: skip
PLACES = {
    ASIDE: "set aside", OFF_MAP: "Off-Map box", REPLACEMENT: "Replacement box", WAITING: "waiting",
    SPENT: "spent", OUT: "out of the game",
}  # fmt: skip
PHASES = (("Events Phase", "SEQ.10"), ("Operations Phase", "SEQ.14"), ("Discard and Draw", "SEQ.18"))


class SandFacts(Facts):
    """The pages of the inspector."""

    def stats(self, view: View) -> Sequence[Stat]:
        war = "war" if view.war else several(view.chips, "chip")
        hint = "two events from 4 chips, war possible from 6" if not view.war else "Open Hostilities"
        first = (
            f"{NAMES[view.first]} moves first; the game ends when the marker leaves box {self.data.tables.tracks.turns}"
        )
        found = [Stat("Turn", f"{view.track.capitalize()} {view.box}", hint=first), Stat("Pool", war, hint=hint)]
        state = position_seen(self.game, view)
        for side in SIDES:
            size, limit = view.hand_sizes.get(side, 0), hand_limit(state, side) if view.hand_base else 0
            found.append(Stat(f"{NAMES[side]} cards", f"{size} of {limit}", side))
            found.append(Stat(f"{NAMES[side]} steps lost", str(view.lost_steps.get(side, 0)), side))
        if view.weather:
            hint = "no Admin or Special move, air card or Combat logistics (EVT.WEA.a)"
            found.append(Stat("Weather", "bad", hint=hint))
        if view.news and not view.war:
            found.append(Stat("News", "worldwide", hint="chips count twice in this Game Turn (EVT.NEWS.a)"))
        if view.battle is not None:
            found += [self._fire_stat(state, side) for side in (view.battle.attacker, view.battle.defender)]
        return found

    def _fire_stat(self, state: SandState, side: Side) -> Stat:
        power = firepower(state, side)
        row = f", row {fire_row(state, power)}" if power else ""
        parts = ", ".join(f"{part.what} {part.value}" for part in fire_parts(state, side))
        return Stat(f"{NAMES[side]} fire", f"{power}{row}", side, parts)

    def sequence(self, view: View) -> Sequence[Phase]:
        now, phases = _phase_now(view), []
        for owner in (view.first, ENEMY[view.first]):
            for number, (title, rule) in enumerate(PHASES):
                place = number + (3 if owner != view.first else 0)
                here = now + (3 if view.active != view.first else 0)
                state = "now" if place == here else "done" if place < here else "ahead"
                phases.append(Phase(f"{NAMES[owner]}: {title}", rule, state))  # type: ignore[arg-type]
        return phases

    def victory(self, view: View) -> Sequence[Section]:
        """The objectives that the viewer may know, condition by condition, and what makes up the hand limits."""
        state = position_seen(self.game, view)
        sections = []
        for side, card in view.objectives.items():
            objective = self.data.objectives[card]
            rows = [Row("Victory", objective.victory, "WIN.1")]
            for condition, part in zip(objective.conditions, progress(state, card), strict=True):
                amount = f"{part.have} of {'at most ' if part.at_most else ''}{part.need}"
                rows.append(Row(words_for(self.data, condition), "met" if part.met else amount, "WIN.2"))
            if side == view.side and side not in view.reinforced:
                rows.append(Row("Brings when it is shown", reinforcements_of(self.data, card), "WIN.12"))
            sections.append(Section(f"{NAMES[side]}: {objective.title}", tuple(rows)))
        for side in SIDES if view.hand_base else ():
            rows = [Row(part.what, f"{part.cards:+d}", part.rule) for part in limit_parts(state, side)]
            rows.append(Row("Hand limit", str(hand_limit(state, side)), "DRW.4"))
            sections.append(Section(f"{NAMES[side]}: hand limit", tuple(rows)))
        return sections

    def forces(self, view: View) -> Chart:
        rows, places = [], []
        for side in SIDES:
            for id_, piece in view.pieces.items():
                facts = self.data.counters[id_]
                if facts.side == side and (facts.is_block or facts.type.block == "counter"):
                    where = self.data.names.get(piece.at) or PLACES.get(piece.at, piece.at)
                    planning = f"PV {piece.pv}" if piece.up else "face down"
                    stands = planning if facts.hq is not None and piece.at in self.data.names else piece.hq
                    state = "disrupted" if piece.disrupted else stands
                    rows.append((NAMES[side], facts.name, str(piece.cv or ""), where, state))
                    places.append(piece.at if piece.at in self.data.names else "")
            for space, stack in view.stacks.get(side, {}).items():
                count = stack.blocks + stack.hqs + stack.hqs_down
                rows.append((NAMES[side], "hidden blocks", str(count), self.data.names[space], ""))
                places.append(space)
        columns = ("Side", "Piece", "CV", "Where", "State")
        source = self.data.units.counters.source
        return Chart("forces", "Forces", "PCE.2", source, columns, tuple(rows), places=tuple(places))

    def figures(self, view: View) -> Sequence[Figure]:
        lost = [Figure("Steps lost", NAMES[side], view.lost_steps.get(side, 0), side) for side in SIDES]
        return (*lost, Figure("Pool", "Chips", view.chips))

    def about_space(self, view: View, space: str) -> Sequence[Section]:
        if space not in self.data.map.spaces:
            return ()
        return tuple(self._about_space(view, space))

    def _about_space(self, view: View, space: str) -> Iterator[Section]:
        data, state = self.data, position_seen(self.game, view)
        holder = state.controller(space)
        home, both = data.home[space], state.is_disputed(space)
        rows = [
            Row("Kind", KINDS[data.kind[space]], "MAP.1"),
            Row("Home of", NAMES.get(home, "nobody"), "MAP.12"),
            Row("Controlled by", NAMES.get(holder or "", "both: disputed" if both else "nobody"), "CTL.1"),
        ]
        if space in data.resource:
            status = "disrupted" if space in view.wrecked else "working"
            rows.append(Row("Resource", f"{data.resource[space]}, {status}", "DRW.6"))
        rows += [Row("Airbase", "yes", "AIR.3")] if space in data.airbases else []
        rows += [Row("Coast", "yes", "NAV.1")] if space in data.coastal else []
        if space in data.stronghold:
            rows.append(Row("Stronghold of", NAMES[data.stronghold[space]], "TER.2"))
        yield Section(data.names[space], tuple(rows))
        if view.battle is not None and view.battle.space == space:
            yield from self._stage(state, view)

    def _stage(self, state: SandState, view: View) -> Iterator[Section]:
        """The combat: firepower with every part of the sum, the row, recon and shelter."""
        battle = view.battle
        cover, rule = shelter(state)
        head = [Row("Round", str(battle.round), "GC.24"), Row("Step", battle.step, "GC.5")]
        if cover:
            head.append(Row("Defender's losses halved by", cover, rule))
        yield Section("Combat", tuple(head))
        for side in (battle.attacker, battle.defender):
            rows = [Row(part.what, f"{part.value:+d}", part.rule) for part in fire_parts(state, side)]
            power = firepower(state, side)
            rows.append(Row("Firepower", f"{power}, row {fire_row(state, power)}" if power else "0", "GC.17"))
            rows += [Row(f"Recon: {part.what}", f"{part.value:+d}", part.rule) for part in recon_parts(state, side)]
            yield Section(f"{NAMES[side]} in the combat", tuple(rows))

    def about_piece(self, view: View, piece: str) -> Sequence[Section]:
        if piece in self.data.cards:
            return (self._about_card(piece),)
        block = view.pieces.get(piece)
        if block is None:
            return ()
        facts = self.data.counters[piece]
        strength = f"{block.cv} of {facts.cv}" if facts.is_block else str(facts.cv)
        rows = [Row("CV", strength, "VAL.1"), Row("Recon", str(facts.recon), "VAL.2")]
        if facts.hq is not None:
            rows = [Row("PV", str(block.pv) if block.up else "face down", "HQC.9")]
            inside = [other for other in view.pieces.values() if other.hq == piece]
            rows.append(Row("Capacity", f"{len(inside)} of {facts.hq.capacity}", "HQC.1"))
            rows += [Row("Attached", name_piece(self.data.counters[other.id], other), "HQC.3") for other in inside]
        if facts.type.armor:
            rows.append(Row("Armor class", "yes", "PCE.9"))
        if block.disrupted:
            rows.append(Row("Disrupted", "one space, half fire, dies on a retreat", "DIS.2"))
        if block.at in self.data.names and facts.is_block and facts.side == view.side:
            state = position_seen(self.game, view)
            rows.append(Row("LOC", "yes" if has_loc(state, piece) else "none", "SUP.1"))
        return (Section(name_piece(facts, block), tuple(rows)),)

    def _about_card(self, card: str) -> Section:
        printed, texts = self.data.cards[card], self.data.texts
        source = self.data.cards_file.decks[self.data.deck_of[card]].source
        rows = (
            Row(f"Action: {printed.action}", texts.actions[printed.action].text, "CRD.5", source),
            Row(f"Reaction: {printed.reaction}", texts.reactions[printed.reaction].text, "CRD.5", source),
            Row(f"Event: {printed.event}", texts.events[printed.event].text, "CRD.6", source),
            Row("Dice", f"{printed.dice[0]} and {printed.dice[1]}, trigger {printed.trigger}", "CRD.7", source),
        )
        return Section(f"Card {card}", rows)


def _phase_now(view: View) -> int:
    """The number of the phase that goes on: what is still to come of it lies in the flow."""
    kinds = {type(step) for step in view.flow}
    if DeployWaiting in kinds or Discarding not in kinds:
        return 0
    return 1 if kinds & {Operations, EndOfOperations} else 2


def words_for(data: Components, condition: Condition) -> str:
    """A condition of an objective in few words."""
    names = [data.names[space] for space in condition.spaces]
    listed = ", ".join(names) if len(names) < 8 else f"the {len(names)} named"
    who = NAMES.get(condition.side or condition.owner or condition.of or condition.loser, "")
    words = {
        "controls_at_least": f"{who} controls {listed}" if len(names) == 1 else f"spaces of {who} among {listed}",
        "chain": f"links from {data.names.get(condition.start, '')} to the ocean",
        "resources_lost_at_least": f"resources lost by {who}",
        "resources_lost_at_most": f"resources lost by {who}",
        "steps_lost_at_least": f"steps lost by {who}",
        "steps_margin_at_least": f"more steps lost by {who}",
        "insurgent_spaces_at_least": f"spaces held by insurgents of {who}",
        "pieces_in_home_at_most": f"pieces of {who} in the country",
        "insurgents_in_home_at_most": f"insurgents of {who} in the country",
        "open_hostilities": "Open Hostilities",
    }
    return words[condition.check]
