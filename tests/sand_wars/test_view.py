"""PCE.1, DSP.6, R99, R103  What a side sees, and the unseen dealt again."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from common.engine import Match, Seat, load_game
from sand_wars.rules.secrets import examine
from sand_wars.rules.targets import targets_in
from sand_wars.state import ALGERIA, ENEMY, MOROCCO, SIDES
from sand_wars.view import HiddenStack, is_hidden
from tests.sand_wars.positions import arranged, begun, put


@pytest.mark.rule("sand_wars", "PCE.1")
def test_enemy_blocks_show_their_number_and_size_only() -> None:
    match = arranged(place={"M-tank4-1": "oujda", "M-mot2-1": "oujda", "M-B1": "oujda", "M-base-1": "oujda"})
    put(match.state, "M-mech3-1", "oujda", disrupted=True)
    view = match.view(ALGERIA)
    assert view.stacks[MOROCCO]["oujda"] == HiddenStack(blocks=3, disrupted=1, hqs_down=1)
    assert [id_ for id_ in view.pieces if view.pieces[id_].at == "oujda"] == ["M-base-1"]
    assert "M-tank4-1" in match.view(MOROCCO).pieces


@pytest.mark.rule("sand_wars", "DSP.6")
def test_attached_units_are_not_seen_at_all() -> None:
    match = arranged(place={"M-B1": "oujda"})
    match.state.change("M-B1", up=True, pv=2)
    for number in range(1, 5):
        put(match.state, f"M-mot2-{number}", "oujda", hq="M-B1")
    view = match.view(ALGERIA)
    assert view.stacks[MOROCCO]["oujda"] == HiddenStack(hqs=1)
    assert not any(id_.startswith("M-mot2") and view.pieces[id_].at == "oujda" for id_ in view.pieces)


@pytest.mark.rule("sand_wars", "SUP.6")
def test_units_without_a_loc_are_marked() -> None:
    place = {
        "A-mot2-1": "oujda",
        "A-guerrilla-1": "mijek",
        "A-camp-1": "mijek",
        "M-mot2-1": "mijek",
        "A-mot2-2": "saida",
    }
    match = arranged(place=place)
    for side in (ALGERIA, MOROCCO, None):
        assert match.view(side).no_loc == {(ALGERIA, "oujda")}  # a Camp serves the Guerrilla, home everybody else
    marked = {marker.space for marker in match.game.table.markers(match.view(ALGERIA)) if "no LOC" in marker.title}
    assert marked == {"oujda"}
    put(match.state, "A-base-1", "maghnia")
    assert match.view(ALGERIA).no_loc == set()
    put(match.state, "A-tank4-1", "mijek")
    assert match.view(MOROCCO).no_loc == {(ALGERIA, "mijek")}


@pytest.mark.rule("sand_wars", "PCE.11")
def test_open_pieces_and_boxes_are_seen() -> None:
    place = {
        "M-guards-1": "rabat",
        "M-camp-1": "sbaa",
        "M-fort-1": "zag",
        "M-leader-1": "fes",
        "M-tank4-1": "replacement",
    }
    view = arranged(place=place).view(ALGERIA)
    assert {id_: view.pieces[id_].at for id_ in place} == place


def test_a_leader_does_not_betray_the_hq_he_is_with() -> None:
    match = arranged(place={"M-B5": "smara", "M-B7": "smara"})
    put(match.state, "M-leader-1", "smara", hq="M-B5")
    assert match.view(ALGERIA).pieces["M-leader-1"].hq == ""
    assert match.view(MOROCCO).pieces["M-leader-1"].hq == "M-B5"


def test_revealed_spaces_are_seen_while_they_are_and_hidden_again() -> None:
    match = arranged(place={"M-tank4-1": "oujda"})
    match.state.revealed = frozenset({"oujda"})
    assert "M-tank4-1" in match.view(ALGERIA).pieces
    match.state.revealed = frozenset()
    assert "M-tank4-1" not in match.view(ALGERIA).pieces


def test_what_was_examined_stays_in_the_viewers_journal() -> None:
    match = arranged(place={"M-tank4-1": "oujda", "M-B1": "oujda"})
    match.state.change("M-B1", up=True, pv=3)
    put(match.state, "M-spa3-1", "oujda", hq="M-B1")
    before = match.game.hidden(match.state, ALGERIA)
    examine(match.state, ALGERIA, "oujda", "ACT.TAC.a")
    match.tell()
    (line,) = [entry.text for entry in match.journal.view(ALGERIA) if "ACT.TAC.a" in entry.rules]
    assert "Tank (modern) (4)" in line
    assert "PV 3: Self-propelled Artillery (3)" in line
    assert before - match.game.hidden(match.state, ALGERIA)  # a look cannot be taken back alone
    assert "M-tank4-1" not in match.view(ALGERIA).pieces
    assert not any("Tank" in entry.text for entry in match.journal.view(MOROCCO))


@pytest.mark.rule("sand_wars", "SET.4")
def test_hands_and_objectives_are_hidden() -> None:
    match = begun(goals=("AO5", "MO2"))
    view = match.view(ALGERIA)
    assert view.hand == match.state.hands[ALGERIA]
    assert view.hand_sizes[MOROCCO] == len(match.state.hands[MOROCCO])
    assert view.objectives == {ALGERIA: "AO5"}
    for card in match.state.hands[MOROCCO]:
        assert card not in view.hand


def random_positions(seed: int, most: int) -> list[Match]:
    chooser = random.Random(seed)
    match = load_game("sand_wars").new_match(["peacetime", "tensions", "crisis"][seed % 3], seed)
    found = []
    for number in range(most):
        if match.to_act is None:
            break
        if number % 7 == 0:
            found.append(match.clone())
        match.play(chooser.choice(match.legal()))
    return found


@pytest.mark.parametrize("seed", range(3))
def test_imagined_worlds_look_the_same_and_keep_the_counter_mix(seed: int) -> None:
    for match in random_positions(seed, 220):
        for side in SIDES:
            imagined = match.imagine(side, seed + 5)
            assert imagined.view(side) == match.view(side)
            assert imagined.game.known(imagined.state, side) == match.game.known(match.state, side)
            state = imagined.state
            hands = (*state.pools[ENEMY[side]].content, *state.hands[ENEMY[side]])
            true = match.state
            assert Counter(hands) == Counter((*true.pools[ENEMY[side]].content, *true.hands[ENEMY[side]]))
            assert sum(piece.cv for piece in state.pieces.values()) == sum(p.cv for p in true.pieces.values())


def test_imagined_worlds_differ_in_what_is_hidden() -> None:
    match = begun("crisis")
    true = {id_: piece.at for id_, piece in match.state.pieces.items() if is_hidden(match.state, piece, ALGERIA)}
    worlds = [match.imagine(ALGERIA, seed).state for seed in range(4)]
    assert all({id_: world.pieces[id_].at for id_ in true} != true for world in worlds)
    assert len({tuple(world.hands[MOROCCO]) for world in worlds}) > 1
    assert len({world.objectives[MOROCCO] for world in worlds}) > 1


def test_an_onlooker_sees_neither_hand() -> None:
    seat = Seat(begun(), None)
    assert seat.view.hand == ()
    assert set(seat.view.stacks) == set(SIDES)
    assert all(seat.view.stacks[side] for side in SIDES)


@pytest.mark.parametrize("standing", ["M-D1", "M-D2"])
def test_the_order_of_targets_tells_nothing_of_who_they_are(standing: str) -> None:
    """One of two HQs stands, the other lies face down; which of them it is cannot be read off the list."""
    match = arranged(place={"M-D1": "fes", "M-D2": "fes", "M-mot2-1": "fes"})
    match.state.change(standing, up=True, pv=1)
    hidden = [target for target in targets_in(match.state, ALGERIA, "fes") if target.endswith("@fes")]
    assert hidden[:3] == ["block@fes", "hq@fes", "hq_down@fes"]
