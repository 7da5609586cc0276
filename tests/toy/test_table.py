"""How the toy game looks and is handled: from views and seats only, and without telling what is hidden."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from common.engine import Match, Refusal, Seat, load_game
from common.engine.actions import Add, Confirm, Decline, Remove, Seal
from common.lab import secrecy
from common.tabletop import Piece
from tests.toy.actions import Embark, EndTurn, Land, March, PlayCard, Reorder, Sail
from tests.toy.positions import DRAWS, after, before_inn, in_campaign
from tests.toy.rules.combat import Ambush
from tests.toy.table import ToyTable

TABLE: ToyTable = load_game("toy").table


def on_table(match: Match, side: str | None) -> dict[str, Piece]:
    return {piece.id: piece for piece in TABLE.pieces(match.view(side))}


def trays(match: Match, side: str | None) -> dict[str, tuple[list[str], int]]:
    """What lies open in each tray, and how many cards face down."""
    shown = TABLE.trays(match.view(side))
    return {tray.id: ([card.id for card in tray.cards], tray.face_down) for tray in shown}


def targets(match: Match, *pieces: str) -> dict[str, tuple[Any, ...]]:
    seat = Seat(match, match.to_act)
    return {target.space: target.plan for target in TABLE.lift(seat, pieces)}


def refusal(match: Match, piece: str, space: str) -> Refusal:
    found = TABLE.refuse(Seat(match, match.to_act), (piece,), space)
    assert found is not None
    return found


# What is seen


def test_enemy_blocks_show_only_their_back() -> None:
    seen = on_table(in_campaign(), "blue")
    assert seen["b1"].face.top == "army"
    red = [piece for piece in seen.values() if piece.side == "red"]
    assert len(red) == 3
    assert len({(piece.face, piece.name, piece.strength, piece.badges) for piece in red}) == 1
    assert "r2" in seen
    assert "r3" not in seen  # it lies below r2


def test_an_onlooker_sees_only_backs_and_no_card() -> None:
    match = in_campaign()
    faces = {(piece.side, piece.face) for piece in on_table(match, None).values() if piece.id != "ferry"}
    assert len(faces) == 2
    assert trays(match, None) == {"blue hand": ([], 2), "discards": ([], 0), "deck": ([], 5), "red hand": ([], 2)}


def test_cargo_is_aboard_where_the_ship_is() -> None:
    match = after(in_campaign(), Embark("b3"), Sail("strait"))
    cargo = on_table(match, "blue")["b3"]
    assert (cargo.space, cargo.inside, cargo.movable) == ("strait", "ferry", False)
    assert on_table(match, "red")["b3"].inside == "ferry"


def test_what_is_reordered_changes_places_in_the_stack() -> None:
    match = after(in_campaign(), March("b1", "ford"))
    assert on_table(match, "blue")["b2"].order > on_table(match, "blue")["b1"].order
    after(match, Reorder("blue", "b1"))
    assert on_table(match, "blue")["b2"].order < on_table(match, "blue")["b1"].order


def test_chosen_cards_lie_with_the_discards_for_their_side_only() -> None:
    match = after(in_campaign(), EndTurn(), Add("rumour"))
    assert trays(match, "blue")["hand"] == (["rumour 0"], 0)
    assert trays(match, "blue")["discards"] == (["chosen rumour 0"], 0)
    assert trays(match, "red")["blue hand"] == ([], 2)
    assert trays(match, "red")["discards"] == ([], 0)


# What is done by hand


def test_a_block_is_put_down_where_a_legal_action_brings_it() -> None:
    match = in_campaign()
    assert targets(match, "b1") == {"ford": (March("b1", "ford"),), "west_sea": (Embark("b1"),)}
    assert targets(match, "b3") == {"west_sea": (Embark("b3"),)}
    assert targets(match, "ferry") == {"strait": (Sail("strait"),)}
    turn = EndTurn(), Confirm(), EndTurn(), Confirm(), Seal("hold"), Seal("hold")
    after(match, Embark("b3"), Sail("strait"), *turn, Sail("east_sea"))
    assert targets(match, "b3") == {"jetty": (Land("b3", "jetty"),)}


def test_two_blocks_march_together_only_where_both_can() -> None:
    turn = EndTurn(), Confirm(), EndTurn(), Confirm(), Seal("hold"), Seal("hold")
    match = after(in_campaign(), March("b1", "ford"), *turn)
    found = targets(match, "b1", "b2")
    assert found["hill"] == (March("b1", "hill"), March("b2", "hill"))
    assert set(found) == {"cape", "gate", "hill"}
    after(match, March("b2", "hill"), *turn, March("b1", "gate"))
    assert targets(after(before_inn(), March("b1", "ford")), "b1", "b2") == {}  # one has moved


def test_the_chances_of_an_attack_stand_on_its_target() -> None:
    (inn,) = [t for t in TABLE.lift(Seat(before_inn(), "blue"), ("b2",)) if t.space == "inn"]
    assert inn.label == "Attack"
    odds = Seat(before_inn(), "blue").odds(March("b2", "inn"))
    assert odds is not None
    assert inn.left == odds.expected


def test_cards_are_put_where_the_rules_allow() -> None:
    match = after(before_inn(), March("b2", "inn"))
    assert targets(match, "ambush 0") == {"inn": (PlayCard("ambush"),)}
    assert targets(match, "rumour 0") == {}
    assert str(refusal(match, "rumour 0", "inn")) == "the rumour is no reaction (5b)"
    match = after(in_campaign(), EndTurn(), Add("rumour"))
    assert targets(match, "rumour 0") == {"discards": (Add("rumour"),)}
    assert targets(match, "chosen rumour 0") == {"hand": (Remove("rumour"),)}


@pytest.mark.parametrize(
    ("piece", "space", "rule", "why"),
    [
        ("b1", "keep", "3", "the block is not next to Keep"),
        ("b1", "strait", "3", "Strait is no place on land"),
        ("b2", "west_sea", "4", "the block is not next to the ferry"),
        ("ferry", "east_sea", "4", "that sea is not next to it"),
        ("b3", "cape", "3", "the block is not next to Cape"),
    ],
)
def test_a_drop_elsewhere_is_refused_by_the_rules(piece: str, space: str, rule: str, why: str) -> None:
    assert refusal(in_campaign(), piece, space) == Refusal(rule, why)


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_action_has_words_and_a_way_by_hand(seed: int) -> None:
    game = load_game("toy")
    for match in secrecy.moments(game, seed):
        seat = Seat(match, match.to_act)
        known = {piece.id for piece in (*TABLE.pieces(seat.view), *in_trays(seat))}
        for action in seat.legal():
            gesture = TABLE.gesture(seat, action)
            assert gesture.label[0].isupper()
            assert game.clauses_of(gesture.rule)
            assert gesture.piece in known or not gesture.piece
            if gesture.piece:
                assert (action,) in [target.plan for target in TABLE.lift(seat, (gesture.piece,))]


def in_trays(seat: Seat) -> list[Piece]:
    return [piece for tray in TABLE.trays(seat.view) for piece in tray.contents()]


# What is hidden


def test_a_seat_learns_nothing_by_asking_the_table() -> None:
    assert secrecy.check_game(load_game("toy"), 8) > 500


@pytest.mark.parametrize("hand", [("ambush", "ambush"), ("ambush", "rumour"), ("rumour", "rumour")])
def test_a_reaction_window_never_betrays_what_is_in_the_hand(hand: tuple[str, str]) -> None:
    def attacked(cards: tuple[str, str]) -> Match:
        return after(before_inn(draws=(*DRAWS[:8], *cards)), March("b2", "inn"))

    usual, other = Seat(attacked(("ambush", "rumour")), "blue"), Seat(attacked(hand), "blue")
    assert other.to_act == "red"
    assert (usual.view, usual.prompt, usual.journal) == (other.view, other.prompt, other.journal)
    declined = [after(attacked(cards), Decline()) for cards in (hand, ("ambush", "rumour"))]
    assert declined[0].view("blue") == declined[1].view("blue")


@pytest.mark.parametrize(
    "kinds", [("guard", "army", "decoy"), ("army", "decoy", "guard"), ("decoy", "guard", "army")], ids=" ".join
)
def test_refusals_and_odds_know_no_kind_of_the_enemy(kinds: tuple[str, ...]) -> None:
    usual, other = (Seat(before_inn(draws=(*DRAWS[:3], *red, *DRAWS[6:])), "blue") for red in (DRAWS[3:6], kinds))
    blocks, spaces = ("b1", "b2", "b3", "r1"), ("inn", "keep", "gate", "jetty", "abroad")
    asked = [kind(block, space) for kind in (March, Land) for block in blocks for space in spaces]
    assert [usual.why_not(action) for action in asked] == [other.why_not(action) for action in asked]
    assert usual.odds(March("b2", "inn")) == other.odds(March("b2", "inn"))


def betray_kind(table: ToyTable, seat: Any, action: Any) -> Any:
    made = HONEST(table, seat, action)
    return type(made)(made.action, f"{made.label} {seat._match.state.blocks['r1'].kind}")


def betray_hand(step: Ambush, state: Any) -> bool:
    return "ambush" in state.hands[step.side]


HONEST = ToyTable.gesture


@pytest.mark.parametrize(
    ("owner", "method", "leak"), [(ToyTable, "gesture", betray_kind), (Ambush, "could_react", betray_hand)]
)
def test_a_leak_is_found(monkeypatch: pytest.MonkeyPatch, owner: type, method: str, leak: Callable[..., Any]) -> None:
    monkeypatch.setattr(owner, method, leak)
    with pytest.raises(secrecy.Leak):
        secrecy.check_game(load_game("toy"), 8)


# A fight and the end


def test_an_attack_is_a_stage_that_tells_each_side_only_its_own_block() -> None:
    match = after(before_inn(), March("b2", "inn"))
    blue, red = (TABLE.stage(Seat(match, side)) for side in ("blue", "red"))
    assert blue is not None and red is not None
    assert (blue.space, blue.title) == ("inn", f"Attack on {match.game.data.names['inn']}")
    (own,) = blue.forces[0].sums
    strength = match.game.data.units.strength["guard"]
    assert [part.value for part in own.parts] == [strength, 1]  # 5c and the posture
    assert own.total == str(strength + 1)
    assert not blue.forces[1].sums and blue.forces[1].unseen
    assert not red.forces[0].sums and red.forces[0].unseen
    assert red.forces[1].sums
    assert TABLE.fight_lines(match.journal.entries)[0].rules == ("5a",)
    assert TABLE.stage(Seat(in_campaign(), "blue")) is None


def test_the_end_tells_points_losses_and_the_tide() -> None:
    match = after(before_inn(dice=(6,)), March("b2", "inn"), Decline())
    view = match.view("blue")
    assert [(figure.side, figure.value) for figure in TABLE.losses(view, {})] == [("blue", 0), ("red", 1)]
    worth = match.game.data.worth
    held = {side: sum(worth[at] for at in view.stacks[side] if at in worth) for side in ("blue", "red")}
    assert {figure.side: figure.value for figure in TABLE.tide(view, view)} == held
    assert [line.met for line in TABLE.verdict(view)][:2] == [False, False]
