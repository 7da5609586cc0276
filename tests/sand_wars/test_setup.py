"""INT, CMP, MAP, DSP, TBL, PCE, VAL, SET  Components and the three ways to begin."""

from __future__ import annotations

import pytest

from common.engine import Match, load_game
from common.engine.actions import Seal
from sand_wars.components import DISPUTED
from sand_wars.rules.chips import bank
from sand_wars.rules.forces import frontage
from sand_wars.rules.victory import is_met
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, OFF_MAP, SIDES, SandState
from tests.asking import offered, refused, step
from tests.sand_wars.positions import begun

SCENARIOS = ("peacetime", "tensions", "crisis")


def fresh(scenario: str = "peacetime") -> SandState:
    state = begun(scenario).state
    assert isinstance(state, SandState)
    return state


def first(scenario: str = "peacetime") -> Match:
    return load_game("sand_wars").new_match(scenario, 0)


@pytest.mark.rule("sand_wars", "CMP.1", "TBL.5")
def test_every_component_is_there() -> None:
    game = load_game("sand_wars")
    data = game.data
    assert list(game.problems()) == []
    tables = data.tables
    assert tables.fire.rows and tables.impact.rows and tables.intervention.rows and tables.terrain.rows
    assert tables.ranges.bands and data.types and data.map.spaces and data.units.counters.chips
    for scenario in SCENARIOS:
        setup = data.setups[scenario]
        assert setup.algeria.on_map and setup.morocco.on_map
    assert (len(data.spaces), len(data.cards), len(data.objectives)) == (102, 144, 14)


@pytest.mark.rule("sand_wars", "SET.2")
def test_three_levels_of_mobilization_are_offered() -> None:
    assert tuple(load_game("sand_wars").scenarios) == SCENARIOS


@pytest.mark.rule("sand_wars", "INT.1", "CRD.2", "WIN.1", "SET.5", "DEF.PICK.1")
def test_both_sides_select_an_objective_of_their_own() -> None:
    match = first()
    assert match.sides == (ALGERIA, MOROCCO)
    assert match.is_secret
    assert {action.choice for action in offered(match, Seal)} == {f"AO{number}" for number in range(1, 8)}
    assert refused(match, Seal("MO1")) == "WIN.1"
    match.play(Seal("AO4"))
    assert match.view(MOROCCO).flow[-1].choices == ((ALGERIA, ()),)
    match.play(Seal("MO6"))
    assert match.state.objectives == {ALGERIA: "AO4", MOROCCO: "MO6"}
    assert match.view(ALGERIA).objectives == {ALGERIA: "AO4"}


@pytest.mark.rule("sand_wars", "SET.6", "DRW.5")
@pytest.mark.parametrize(("scenario", "hands"), [("peacetime", (6, 5)), ("tensions", (7, 6)), ("crisis", (8, 8))])
def test_first_hands(scenario: str, hands: tuple[int, int]) -> None:
    match = first(scenario)
    match.play(Seal("AO1"))
    assert match.state.hands == {ALGERIA: (), MOROCCO: ()}
    assert tuple(fresh(scenario).hand_base[side] for side in SIDES) == hands
    match.play(Seal("MO1"))
    drawn = [entry.text.count("(") for entry in match.journal if "SET.6" in entry.rules]
    assert tuple(drawn) == hands


@pytest.mark.rule("sand_wars", "SET.3", "DEF.CE.4", "DSP.2")
@pytest.mark.parametrize(("scenario", "chips"), [("peacetime", 0), ("tensions", 2), ("crisis", 4)])
def test_chips_at_the_start(scenario: str, chips: int) -> None:
    state = first(scenario).state
    assert state.chips == chips
    assert bank(state) + state.chips == 20
    assert state.data.tables.tracks.turns == 10


@pytest.mark.rule("sand_wars", "SET.7", "HQC.6")
def test_peacetime_hqs_are_face_down_and_alone() -> None:
    state = first().state
    hqs = [state.pieces[id_] for side in SIDES for id_ in state.data.hqs[side]]
    assert any(hq.at in state.data.names for hq in hqs)
    assert not any(hq.up or hq.pv for hq in hqs)
    assert not any(piece.hq for piece in state.pieces.values())
    crisis = first("crisis").state
    assert any(piece.up for piece in crisis.pieces.values())


@pytest.mark.rule("sand_wars", "MAP.17", "SET.10", "FRT.1")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nobody_sets_up_in_the_disputed_space(scenario: str) -> None:
    state = first(scenario).state
    assert not any(piece.at == DISPUTED for piece in state.pieces.values())
    assert state.controller(DISPUTED) is None
    assert (state.track, state.box) == ("strategic", 1)
    assert all(frontage(state, side, space) <= 12 for side in SIDES for space in state.data.spaces)


@pytest.mark.rule("sand_wars", "MAP.14", "CTL.2")
def test_western_sahara_begins_moroccan_but_for_the_insurgents() -> None:
    state = first().state
    assert state.controller("laayoune") == MOROCCO
    assert state.controller("mijek") == MOROCCO
    assert state.controller("tifariti") == ALGERIA
    assert state.controller("timimoun") == ALGERIA


@pytest.mark.rule("sand_wars", "SET.8", "DSP.5", "SET.9")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_markers_begin_off_the_map_and_spare_pieces_aside(scenario: str) -> None:
    state = first(scenario).state
    air = {"airstrike", "helicopter", "uav", "elint", "ssm", "air_supply", "naval"}
    for piece in state.pieces.values():
        if state.code(piece.id) in air:
            assert piece.at in (OFF_MAP, ASIDE)
    for side in SIDES:
        named = state.data.setups[scenario].of(side).off_map
        held = [piece.id for piece in state.at(side, OFF_MAP) if state.code(piece.id) in air]
        assert len(held) == len(named)
        assert any(state.code(piece.id) == "mot2" for piece in state.at(side, ASIDE))
        assert any(state.facts(piece.id).hq for piece in state.at(side, ASIDE))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_objective_is_met_at_the_start(scenario: str) -> None:
    state = first(scenario).state
    assert [goal for goal in state.data.objectives if is_met(state, goal)] == []


@pytest.mark.parametrize(
    ("scenario", "cv"), [("peacetime", (108, 94)), ("tensions", (123, 108)), ("crisis", (132, 116))]
)
def test_strength_on_the_map(scenario: str, cv: tuple[int, int]) -> None:
    state = first(scenario).state
    found = tuple(sum(p.cv for p in state.on_map(side) if state.code(p.id) != "guards") for side in SIDES)
    assert found == cv


# The map (MAP.1-MAP.13)


@pytest.mark.rule("sand_wars", "MAP.1", "MAP.2", "MAP.12")
def test_cities_have_names_and_resource_cities_are_moroccan() -> None:
    data = first().game.data
    spaces = data.map.spaces
    for id_, kind in data.kind.items():
        assert data.home[id_] in (ALGERIA, MOROCCO, "")
        if kind in ("city", "resource_city"):
            assert spaces[id_].name
            assert spaces[id_].attrs["country"]
        if kind == "resource_city":
            assert data.home[id_] == MOROCCO
    assert [id_ for id_, home in data.home.items() if not home] == [DISPUTED]


@pytest.mark.rule("sand_wars", "MAP.6", "MAP.8")
def test_every_axis_is_a_road_or_a_track_and_pipelines_are_none() -> None:
    data = first().game.data
    for a in data.spaces:
        for b in data.near[a]:
            link = data.map.link(a, b)
            assert link is not None
            assert len(link.kinds & {"road", "track"}) == 1
            assert "pipeline" not in link.kinds


# Pieces (PCE, VAL, CUU)


@pytest.mark.rule("sand_wars", "PCE.8", "PCE.9", "VAL.2", "CUU.1")
def test_types_of_pieces() -> None:
    data = first().game.data
    kinds = {"tank4", "mech3", "rec1", "arec2", "mot2", "abn2", "nav2", "cdo1", "art2", "spa3", "het0"}
    for side in SIDES:
        codes = {facts.code for facts in data.counters.values() if facts.side == side}
        assert kinds | {"hq_div", "hq_bde"} <= codes
    assert {code for code, kind in data.types.items() if kind.armor} == {
        "tank4", "tank3", "mech3", "arec2", "spa3", "guards",
    }  # fmt: skip
    recon = {code: kind.recon for code, kind in data.types.items() if kind.block == "small" and kind.recon}
    assert recon == {"arec2": 2, "rec1": 1}
    unconventional = {code for code, kind in data.types.items() if kind.unconventional}
    assert unconventional == {"cdo1", "camp", "guerrilla"}


@pytest.mark.rule("sand_wars", "PCE.3", "PCE.4", "PCE.7", "PCE.12", "HQC.1")
def test_blocks_show_what_the_rules_allow() -> None:
    for scenario in SCENARIOS:
        state = first(scenario).state
        for piece in state.on_map(ALGERIA) + state.on_map(MOROCCO):
            facts = state.facts(piece.id)
            if facts.hq:
                assert facts.hq.capacity == (8 if facts.hq.division else 4)
                assert 0 <= piece.pv <= 3
            elif facts.is_block:
                assert 0 <= piece.cv <= facts.cv <= 4
        assert state.pieces["A-guards-1"].at == "alger"
        assert state.pieces["M-guards-1"].at == "rabat"


@pytest.mark.rule("sand_wars", "SET.4")
def test_no_deck_has_an_order_to_be_read() -> None:
    match = begun()
    pool = match.state.pools[ALGERIA]
    assert tuple(sorted(pool.content)) == pool.content
    assert isinstance(match.view(ALGERIA).decks[ALGERIA], int)
    assert step(match)
