"""How many actions are legal one and two plies deep, for every Action card in every scenario."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from common.engine import Match, load_game
from sand_wars.actions import PlayCard
from sand_wars.state import ALGERIA, MOROCCO
from tests.sand_wars.fights import action_card, data
from tests.sand_wars.positions import arranged

COUNTS = Path(__file__).with_name("legal_counts.txt")
BEGINNINGS = (("peacetime", False, ALGERIA), ("tensions", False, MOROCCO), ("crisis", True, ALGERIA))


def titles(side: str) -> list[str]:
    """The Actions in a side's deck, each once, in the order of the deck."""
    return list(dict.fromkeys(data().cards[card].action for card in data().decks[side]))


def positions() -> Iterator[tuple[str, Match]]:
    """The choice of objectives; then, with one card of each Action in the hand, the phase and each Action begun."""
    yield "objectives", load_game("sand_wars").new_match("peacetime", 0)
    for scenario, war, side in BEGINNINGS:
        hand = [action_card(side, title) for title in titles(side)]
        match = arranged(empty=False, scenario=scenario, side=side, war=war, hand=hand)
        yield f"{scenario}, {side}, a hand of all Actions", match
        for title, card in zip(titles(side), hand, strict=True):
            if match.why_not(PlayCard(card)) is None:
                begun = match.clone(quiet=True)
                begun.play(PlayCard(card))
                yield f"{scenario}, {side}, {title}", begun


def counted(match: Match) -> tuple[int, int]:
    """Legal actions here, and after each of them."""
    legal = match.legal()
    deeper = 0
    for action in legal:
        other = match.clone(quiet=True)
        other.play(action)
        deeper += len(other.legal()) if other.to_act is not None else 0
    return len(legal), deeper


def counts() -> str:
    """All of them, one position a line."""
    found = ((name, counted(match)) for name, match in positions())
    return "".join(f"{name}: {here} {deeper}\n" for name, (here, deeper) in found)


def test_the_number_of_legal_actions() -> None:
    """The cheapest alarm for a rule changed by accident; write `counts()` to the file when it is meant."""
    assert counts() == COUNTS.read_text(encoding="utf-8")


def test_some_counts_follow_from_the_set_up() -> None:
    """Seven objectives against seven; before the war one fort in each own space at home; four columns of friends."""
    lines = dict(line.rsplit(": ", 1) for line in COUNTS.read_text(encoding="utf-8").splitlines())
    assert lines["objectives"] == "7 49"
    for scenario, war, side in BEGINNINGS:
        assert lines[f"{scenario}, {side}, Call for Aid"].split()[0] == "4"
        if not war:
            state = arranged(empty=False, scenario=scenario, side=side).state
            own = [s for s in data().spaces if state.is_friendly(side, s) and data().home[s] == side]
            open_ = [s for s in own if all(state.code(piece.id) != "fort" for piece in state.at(side, s))]
            assert lines[f"{scenario}, {side}, Dig in"].split()[0] == str(len(open_))


@pytest.mark.parametrize("side", [ALGERIA, MOROCCO])
def test_what_can_only_support_a_combat_or_does_nothing_is_not_offered(side: str) -> None:
    text = COUNTS.read_text(encoding="utf-8")
    assert f"{side}, Command confusion" not in text
    assert f"{side}, C2 jamming" not in text
    assert f"{side}, Ops and Plans" in text
