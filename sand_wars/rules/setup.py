"""SET  The position at the beginning of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from common.engine import OptionValue, Pool, SealedChoices, Side, Step
from common.engine.pieces import Pieces
from sand_wars.components import DISPUTED, MARKED, Components, SideSetup
from sand_wars.rules.cards import draw_cards
from sand_wars.state import ASIDE, NAMES, OFF_MAP, SIDES, Answers, Block, SandState


def first_position(data: Components, scenario: str, options: dict[str, OptionValue]) -> SandState:
    """SET.3-SET.10  Both orders of battle, control, decks and tracks; objectives and hands are still to come."""
    setup = data.setups[scenario]
    state = SandState(
        scenario=scenario,
        options=options,
        pieces=_order_of_battle(data, scenario).copy(),
        control=_first_control(data, scenario).copy(),
        pools={side: Pool(data.decks[side]) for side in SIDES},
        hands=dict.fromkeys(SIDES, ()),
        hand_base=dict(setup.hands),
        lost_steps=dict.fromkeys(SIDES, 0),
        chips=setup.chips,
        active=setup.first_player,
        first=setup.first_player,
    )
    state.__dict__["index"] = _first_index(data, scenario).share()
    state.__dict__["answers"] = _first_answers(data, scenario)
    return state


@lru_cache(maxsize=8)
def _first_index(data: Components, scenario: str) -> Pieces[Block]:
    """The pieces of a scenario by space."""
    return Pieces(data.grouping, _order_of_battle(data, scenario))


@lru_cache(maxsize=8)
def _first_answers(data: Components, scenario: str) -> Answers:
    """What was worked out of the first position of a scenario, the same in every game."""
    return Answers.of(data, _order_of_battle(data, scenario), _first_control(data, scenario))


@lru_cache(maxsize=8)
def _first_control(data: Components, scenario: str) -> dict[str, Side]:
    """R17  A country controls its own spaces, and those that its ground pieces occupy."""
    control = {space: home for space, home in data.home.items() if home}
    for piece in _order_of_battle(data, scenario).values():
        if piece.id in data.occupying and piece.at in data.names:
            control[piece.at] = data.counters[piece.id].side
    return control


@lru_cache(maxsize=8)
def _order_of_battle(data: Components, scenario: str) -> dict[str, Block]:
    """All pieces of both sides as a scenario places them."""
    setup = data.setups[scenario]
    return {id_: piece for side in SIDES for id_, piece in _placed(data, side, setup.of(side)).items()}


def _placed(data: Components, side: Side, setup: SideSetup) -> dict[str, Block]:
    """All pieces of a side, those of its order of battle in their places, the others set aside (SET.9)."""
    left: dict[str, list[str]] = {}
    markers: dict[str, list[str]] = {}
    pieces: dict[str, Block] = {}
    for id_, facts in data.counters.items():
        if facts.side == side:
            pieces[id_] = Block(id_, OFF_MAP if facts.code in MARKED else ASIDE)
            left.setdefault(facts.code, []).append(id_)
            markers.setdefault(f"{facts.code} {facts.cv}/{facts.recon}", []).append(id_)

    def put(code: str, count: int, space: str, hq: str = "") -> None:
        for _ in range(count):
            id_ = left[code].pop(0)
            pieces[id_] = Block(id_, space, data.counters[id_].cv, hq)

    for force in setup.on_map:
        for hq in force.hqs:
            pieces[hq.id] = Block(hq.id, force.space, up=hq.up, pv=hq.pv)
            for code, count in hq.attached.items():
                put(code, count, force.space, hq.id)
        for code, count in force.units.items():
            put(code, count, force.space)
    for name in setup.off_map:
        id_ = markers[name].pop(0)
        pieces[id_] = Block(id_, OFF_MAP)
    return pieces


class ChooseObjectives(SealedChoices, frozen=True, tag=True):
    """SET.5, WIN.1  Each player secretly selects one of his Objective cards."""

    rule = "WIN.1"

    def prompt(self, state: SandState) -> str:
        return "Choose your Strategic Objective in secret (WIN.1)."

    def offers(self, state: SandState, side: Side) -> tuple[str, ...]:
        return state.data.objective_deck[side]

    def note_sealed(self, state: SandState, side: Side) -> None:
        state.note(f"{NAMES[side]} has chosen its objective.", "WIN.1")

    def reveal(self, state: SandState, choices: Mapping[Side, tuple[str, ...]]) -> None:
        """The cards stay face down: nothing is shown (WIN.10)."""
        state.objectives = {side: choice for side, (choice,) in choices.items()}
        for side in SIDES:
            title = state.data.objectives[state.objectives[side]].title
            state.note(f"The objective of {NAMES[side]} is {title}.", "WIN.10", only=(side,))


class DealHands(Step, frozen=True, tag=True):
    """SET.6  Both sides draw their first hands."""

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        for side in SIDES:
            draw_cards(state, side, state.hand_base[side], "SET.6")
        assert not state.holds("algeria", DISPUTED) and not state.holds("morocco", DISPUTED)
        return True
