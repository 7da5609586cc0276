"""21  Netwar markers: drawing them, special attacks, and direct action against them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from msgspec.structs import replace

from common.engine import D6, Action, Refusal, Side, Step
from common.engine.steps import ReactionWindow, SideStep
from common.engine.words import several
from operation_serval.actions import DirectAction, Draw, Finish, LoseMarker, NetwarAttack, UseMarker
from operation_serval.rules.bases import covered
from operation_serval.rules.command import gain
from operation_serval.rules.discreet import CoveredStep
from operation_serval.rules.intervention import why_no_netwar
from operation_serval.rules.losses import disruptions
from operation_serval.rules.telling import does, listed
from operation_serval.rules.victory import sudden_death
from operation_serval.state import COALITION, ENEMY, ISLAMIST, ServalState

CYBER, TERROR, SPECTACULAR, UAV, STRIKE = "cyber", "terror", "terror_spectacular", "uav", "global_strike"
ISR, DIRECT_ACTION = "isr", "direct_action"
TITLES = {CYBER: "cyber", TERROR: "terror", SPECTACULAR: "terror spectacular", UAV: "UAV"}
TYPES = {ISLAMIST: (CYBER, TERROR, SPECTACULAR, UAV), COALITION: (CYBER, UAV)}
MARKERS = {type_: (UAV, STRIKE) if type_ == UAV else (type_,) for type_ in TITLES}  # what attacks are made with (31.1g)
TARGET_RULES = {TERROR: "21.6e", SPECTACULAR: "21.6g", UAV: "21.6f"}


def title_of(state: ServalState, side: Side, type_: str, kinds: Iterable[str]) -> str:
    """What an attack of a type is called that is made with markers of these kinds."""
    kinds = set(kinds)
    strikes = bool(kinds) and all(state.data.netwar[side, kind].type == STRIKE for kind in kinds)
    return "global strike" if strikes else f"{TITLES[type_]} attack"


def announced(state: ServalState, side: Side, type_: str) -> str:
    """31.1g  What an attack is called before its markers are shown, going by the mix that everybody knows."""
    either = type_ == UAV and count_of(state, side, (STRIKE,))
    return "UAV or global strike" if either else f"{TITLES[type_]} attack"


# The boxes


def holds(state: ServalState, side: Side, kind: str) -> bool:
    """Whether a side has drawn such a marker."""
    return kind in state.drawn[side]


def put_back(state: ServalState, side: Side, kind: str) -> None:
    """21.5a  A marker from a side's box returns to its pool."""
    left = list(state.drawn[side])
    left.remove(kind)
    state.drawn = {**state.drawn, side: tuple(left)}
    state.pools[side] = state.pools[side].put_back(kind)


def draw_markers(state: ServalState, side: Side, number: int, *rules: str) -> None:
    """21.1, 21.2  Chance draws markers from a side's pool into its box; only their number is public."""
    drawn = state.draw_from(side, number)
    state.drawn = {**state.drawn, side: tuple(sorted((*state.drawn[side], *drawn)))}
    names = ", ".join(state.data.netwar[side, kind].name for kind in drawn) or "nothing"
    who, number_ = does(side, "draw"), len(drawn)
    public = f"The {who} {several(number_, 'netwar marker')}."
    state.note(f"The {who} {names}.", *rules, only=(side,), public=public, show=("rules", "rolls"))


def count_of(state: ServalState, side: Side, types: tuple[str, ...]) -> int:
    """How many markers of some types a side has in its pool and drawn, as everybody knows."""
    every = (*state.pools[side].content, *state.drawn[side])
    return sum([state.data.netwar[side, kind].type in types for kind in every])


def available(state: ServalState, side: Side, type_: str) -> list[str]:
    """The drawn markers that an attack of a type may use; global strike goes with UAV strikes (31.1g)."""
    types = MARKERS.get(type_, (type_,))
    return [kind for kind in state.drawn[side] if state.data.netwar[side, kind].type in types]


# Mobilising (21.2)


def why_not_mobilise(state: ServalState, side: Side) -> Refusal | None:
    """21.2a  There must be a marker to draw."""
    return None if state.pools[side].content else Refusal("21.2a", "the netwar pool is empty")


def mobilise(state: ServalState, side: Side) -> None:
    """21.2a  One die says how many markers may be drawn."""
    roll = state.roll("Netwar markers", D6, by=side)
    most = min(roll.total, len(state.pools[side].content))
    state.note(f"Up to {several(most, 'netwar marker')} may be drawn.", "21.2a")
    state.push(Mobilising(side, most))


class Mobilising(SideStep, frozen=True, tag=True):
    """21.2a  How many of the markers allowed by the die are drawn."""

    most: int

    def prompt(self, state: ServalState) -> str:
        return f"Draw up to {several(self.most, 'netwar marker')} (21.2)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        return map(Draw, range(self.most, -1, -1))

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, Draw) and 0 <= action.markers <= self.most:
            return None
        return Refusal("21.2a", f"you may draw 0 to {self.most} markers")

    def play(self, state: ServalState, action: Draw) -> None:
        state.flow.pop()
        draw_markers(state, self.side, action.markers, "21.2a")


# Special netwar attacks (21.6)


def offers(state: ServalState, side: Side) -> Iterator[NetwarAttack]:
    """Every attack that the drawn markers could make."""
    for type_ in TYPES[side]:
        if available(state, side, type_):
            for hex_ in ("",) if type_ == CYBER else state.where(ENEMY[side]):
                yield NetwarAttack(type_, hex_)


def attacks(state: ServalState, side: Side) -> list[NetwarAttack]:
    """The attacks among the offers that may be made, their price apart; every type is asked once."""
    found: list[NetwarAttack] = []
    held = {state.data.netwar[side, kind].type for kind in state.drawn[side]}
    for type_ in TYPES[side] if held and why_no_netwar(state, side) is None else ():
        if not held.isdisjoint(MARKERS[type_]):
            reach = in_reach(state, side, type_)
            targets = ("",) if type_ == CYBER else [hex_ for hex_ in state.where(ENEMY[side]) if hex_ in reach]
            found += [NetwarAttack(type_, hex_) for hex_ in targets]
    return found


def why_not_attack(state: ServalState, side: Side, type_: str, hex_: str) -> Refusal | None:
    """21.6  What forbids an attack of one type on a hex."""
    refusal = why_not_type(state, side, type_)
    if refusal is not None:
        return refusal
    if type_ == CYBER:
        return None if not hex_ else Refusal("21.6d", "cyber warfare has no target hex")
    return why_not_target(state, side, hex_, type_) or why_not_reach(state, side, type_, hex_)


def why_not_type(state: ServalState, side: Side, type_: str) -> Refusal | None:
    """7.4d, 21.6a  What forbids all attacks of one type."""
    if type_ not in TYPES[side]:
        return Refusal("21.6a", "that is not a special netwar attack of this side")
    asleep = why_no_netwar(state, side)
    if asleep is not None:
        return asleep
    return None if available(state, side, type_) else Refusal("21.6a", f"no {TITLES[type_]} marker has been drawn")


def why_not_target(state: ServalState, side: Side, hex_: str, type_: str = TERROR) -> Refusal | None:
    """7.5e, 21.6b  A target is a hex of the map with enemy units."""
    if hex_ not in state.data.near:
        return Refusal("21.6b", "only a hex of the map can be attacked")
    if not state.enemies(side, hex_):
        return Refusal(TARGET_RULES[type_], f"no enemy is in {state.title(hex_)}")
    return None


def why_not_reach(state: ServalState, side: Side, type_: str, hex_: str) -> Refusal | None:
    """21.6e, 21.6f, 21.6g  What an attack needs next to its target."""
    if hex_ in in_reach(state, side, type_):
        return None
    if type_ == SPECTACULAR:
        town = hex_ in state.data.place_kind
        lack = "no Islamist leader is next to {}" if town else "{} is not a city or town"
        return Refusal("21.6g", lack.format(state.title(hex_)))
    needs = "a unit of yours next to it or a base within reach" if type_ == TERROR else "a base of yours within reach"
    return Refusal(TARGET_RULES[type_], f"{state.title(hex_)} needs {needs}")


def in_reach(state: ServalState, side: Side, type_: str) -> Container[str]:
    """21.6e, 21.6f, 21.6g  The hexes that attacks of a type can be made on, whoever stands there."""
    if type_ == UAV:
        return state.data.near if STRIKE in available(state, side, UAV) else covered(state, side)
    if type_ == SPECTACULAR:
        return by_leaders(state)
    caches = state.kept[side]
    found: frozenset[str] | None = caches.get(type_)
    if found is None:
        near = state.data.near
        found = caches[type_] = covered(state, side).union(*[near[hex_] for hex_ in state.where(side)])
    return found


def beside(state: ServalState, places: Iterable[str]) -> frozenset[str]:
    """The hexes next to any of these places."""
    near = state.data.near
    return frozenset().union(*[near[place] for place in places if place in near])


def by_leaders(state: ServalState) -> frozenset[str]:
    """21.6g, R115  The cities and towns next to an Islamist leader."""
    caches = state.kept[ISLAMIST, "leader"]
    found: frozenset[str] | None = caches.get(SPECTACULAR)
    if found is None:
        leaders = [state.units[id_].at for id_ in state.data.leader_ids if state.data.side_of[id_] == ISLAMIST]
        found = caches[SPECTACULAR] = beside(state, leaders).intersection(state.data.place_kind)
    return found


def begin_attack(state: ServalState, side: Side, type_: str, hex_: str) -> None:
    """21.6a  The attacker gathers markers of the one type."""
    state.push(Arming(side, type_, hex_), Resolve(side, type_, hex_))


class Arming(CoveredStep, frozen=True, tag=True):
    """21.6a  Which markers of the type take part; with one there is no choice, but fog hides that from the enemy."""

    attack: str
    hex: str
    chosen: tuple[str, ...] = ()

    def prompt(self, state: ServalState) -> str:
        return f"Choose the markers of the {announced(state, self.side, self.attack)}, then attack (21.6)."

    def usable(self, state: ServalState) -> list[str]:
        """The markers that are left to add."""
        left = available(state, self.side, self.attack)
        for kind in self.chosen:
            left.remove(kind)
        reached = not self.hex or self.attack != UAV or self.hex in covered(state, self.side)
        return [kind for kind in left if reached or state.data.netwar[self.side, kind].type == STRIKE]

    def proceed(self, state: ServalState) -> bool:
        if self.asks(state):
            return False
        self._go(state, self.chosen or tuple(self.usable(state)))
        return True

    def asks(self, state: ServalState) -> bool:
        """Whether there is a marker to choose, or one that the enemy has to reckon with."""
        left = self.usable(state)
        return self._could_add(state) if state.fog else bool(left) and (bool(self.chosen) or len(left) > 1)

    def _could_add(self, state: ServalState) -> bool:
        """21.4a  Whether the enemy has to reckon with another marker: he knows how many are drawn, and the mix."""
        most = min(len(state.drawn[self.side]), count_of(state, self.side, MARKERS[self.attack]))
        return most > 1 and len(self.chosen) < most

    def _go(self, state: ServalState, markers: tuple[str, ...]) -> None:
        kinds = {state.data.netwar[self.side, kind].name: markers.count(kind) for kind in markers}
        names = listed(f"{count} × {name}" if count > 1 else name for name, count in kinds.items())
        where = f" against {state.title(self.hex)}" if self.hex else ""
        places = (self.hex,) if self.hex else ()
        state.note(f"The {does(self.side, 'play')} {names}{where}.", "21.6a", places=places)
        resolve = state.flow[-2]
        state.flow.pop()
        state.swap(replace(resolve, markers=markers))
        if self.side == ISLAMIST and self.attack != CYBER:
            state.push(CounterStrike(COALITION, len(markers)))

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from map(UseMarker, dict.fromkeys(self.usable(state)))
        yield Finish()

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case UseMarker(kind):
                if kind in self.usable(state):
                    return None
                known = state.data.netwar.get((self.side, kind))
                if known is not None and kind in state.drawn[self.side] and known.type not in (self.attack, STRIKE):
                    rule = "21.6h" if {known.type, self.attack} == {TERROR, SPECTACULAR} else "21.6a"
                    return Refusal(rule, f"{known.name} cannot join a {TITLES[self.attack]} attack")
                return Refusal(TARGET_RULES.get(self.attack, "21.6d"), "no such marker is left for this attack")
            case Finish():
                return None if self.chosen else Refusal("21.6a", "an attack needs at least one marker")
        return Refusal("21.6a", "choose the markers of the attack first")

    def play(self, state: ServalState, action: Action) -> None:
        if isinstance(action, UseMarker):
            state.swap(replace(self, chosen=(*self.chosen, action.kind)))
        else:
            self._go(state, self.chosen)


class CounterStrike(ReactionWindow, frozen=True, tag=True):
    """21.6i  The Coalition may answer Islamist markers with direct action, free of C2P."""

    markers: int
    played: int = 0

    def prompt(self, state: ServalState) -> str:
        below = state.flow[-2] if len(state.flow) > 1 else None
        what = f"{TITLES[below.attack]} attack on {state.title(below.hex)}" if isinstance(below, Resolve) else "attack"
        if self.played:
            return f"Answer another marker with direct action, {self.played} of {self.markers} so far, or not (21.6i)."
        return f"Answer the {what} with direct action, or not (21.6i)."

    def depends_on_hidden(self, state: ServalState) -> bool:
        return state.fog

    def could_react(self, state: ServalState) -> bool:
        return bool(state.intervention and state.drawn[COALITION]) and self.played < self.markers

    def reactions(self, state: ServalState) -> Iterator[Action]:
        yield DirectAction()

    def why_not_react(self, state: ServalState, action: Action) -> Refusal | None:
        if not isinstance(action, DirectAction):
            return Refusal("21.6i", "play direct action, or nothing")
        asleep = why_no_netwar(state, COALITION)
        if asleep is not None:
            return asleep
        held = holds(state, COALITION, DIRECT_ACTION)
        return None if held else Refusal("21.6i", "no direct action marker has been drawn")

    def react(self, state: ServalState, action: DirectAction) -> None:
        put_back(state, COALITION, DIRECT_ACTION)
        state.note("The Coalition answers with direct action.", "21.6i")
        state.swap(replace(self, played=self.played + 1))

    def close(self, state: ServalState) -> None:
        state.flow.pop()
        if self.played:
            state.push(Giving(ISLAMIST, self.played))


class Giving(SideStep, frozen=True, tag=True):
    """21.6j  The Islamists choose which of their markers direct action removes."""

    number: int

    def prompt(self, state: ServalState) -> str:
        return f"Choose a marker that direct action removes; {self.number} to go (21.6)."

    def below(self, state: ServalState) -> Resolve:
        """The attack that waits below."""
        step = state.flow[-2]
        assert isinstance(step, Resolve)
        return step

    def proceed(self, state: ServalState) -> bool:
        markers = self.below(state).markers
        if self.number and len(set(markers)) > 1 and self.number < len(markers):
            return False
        for kind in markers[: self.number]:
            self._give(state, kind)
        state.flow.pop()
        return True

    def candidates(self, state: ServalState) -> Iterator[Action]:
        return map(LoseMarker, dict.fromkeys(self.below(state).markers))

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, LoseMarker) and action.kind in self.below(state).markers:
            return None
        return Refusal("21.6j", "remove a marker of the attack; none can be added")

    def play(self, state: ServalState, action: LoseMarker) -> None:
        self._give(state, action.kind)
        state.swap(replace(self, number=self.number - 1))

    def _give(self, state: ServalState, kind: str) -> None:
        resolve = self.below(state)
        left = list(resolve.markers)
        left.remove(kind)
        state.flow[-2] = replace(resolve, markers=tuple(left))
        put_back(state, ISLAMIST, kind)
        name = state.data.netwar[ISLAMIST, kind].name
        state.note(f"Direct action removes {name}.", "21.6j", "NWM.b")


class Resolve(Step, frozen=True, tag=True):
    """21.6d, 21.6e  One die on the column of the number or total value of the markers."""

    side: Side
    attack: str
    hex: str
    markers: tuple[str, ...] = ()

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        if not self.markers:
            state.note("No marker is left: the attack fails.", "21.6j")
            return True
        result = self.throw(state)
        for kind in self.markers:
            put_back(state, self.side, kind)
        self.apply(state, result)
        return True

    def throw(self, state: ServalState) -> str:
        """The result of the die on the Netwar CRT, without any shift."""
        tables = state.data.tables
        table = tables.cyber if self.attack == CYBER else tables.strike
        column = table.column(strength_of(state, self.side, self.attack, self.markers))
        title = title_of(state, self.side, self.attack, self.markers)
        roll = state.roll(f"{title[:1].upper()}{title[1:]}", D6, by=self.side)
        result = table.cells[column][roll.total - 1]
        meaning = tables.codes.netwar[result]
        where = (self.hex,) if self.hex else ()
        rule = TARGET_RULES.get(self.attack, "21.6d")
        told = "no effect." if result == "-" else f"{result}. {meaning}"
        state.note(f"Column {table.labels[column]}: {told}", rule, "21.6b", places=where)
        return result

    def apply(self, state: ServalState, result: str) -> None:
        """21.6c  Points and markers at once; disruptions by the owner, or by the attacker who sees the stack."""
        target, rule = ENEMY[self.side], "21.6d" if self.attack == CYBER else "21.6a"
        if result == "B":
            gain(state, self.side, -1, "Backlash", rule)
        if "C" in result:
            gain(state, target, -(2 if result == "C2" else 1), "Netwar", rule)
        for _ in range(int(result[1]) if result[0] == "N" else 0):
            lose_random_marker(state, target)
        if result[0] in "DT":
            by = self.side if result[0] == "T" else target
            if by == self.side:
                state.reveal(unit.id for unit in state.own(target, self.hex))
            state.push(AfterNetwar())
            disruptions(state, target, self.hex, int(result[1]), by)


def strength_of(state: ServalState, side: Side, type_: str, markers: tuple[str, ...]) -> int:
    """21.6d, 21.6e, R94  Cyber counts markers, every other attack adds their values."""
    if type_ == CYBER:
        return len(markers)
    return sum(state.data.netwar[side, kind].value for kind in markers)


def lose_random_marker(state: ServalState, side: Side) -> None:
    """N  A marker drawn at random goes back to the pool; without one it costs a point."""
    if not state.drawn[side]:
        gain(state, side, -1, "No netwar marker to lose", "21.6d")
        return
    kind = state.pick_of(state.drawn[side], "the netwar box")
    put_back(state, side, kind)
    name = state.data.netwar[side, kind].name
    who = does(side, "lose")
    public = f"The {who} a netwar marker."
    state.note(f"The {who} {name}.", "21.6d", only=(side,), public=public, show=("rules",))


class AfterNetwar(Step, frozen=True, tag=True):
    """R4  Sudden death is judged after a netwar result."""

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        state.revealed = frozenset()
        sudden_death(state)
        return True
