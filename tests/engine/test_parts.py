"""Legality asked in parts: the list and the refusal run the same predicates, each as seldom as possible."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from common.engine import Refusal
from common.engine.parts import Parts, RuleParts, allowed, allowed_alike

UNITS = ("a", "b", "c", "d")
SPACES = ("1", "2", "3")
NEAR = {"a": ("1", "2"), "b": ("2", "3"), "c": ("1", "2", "3"), "d": ("3",)}


class Judge:
    """Predicates that count how often they are asked."""

    def __init__(self) -> None:
        self.asked: Counter[tuple[str, ...]] = Counter()

    def of_unit(self, unit: str) -> Refusal | None:
        self.asked[unit,] += 1
        return Refusal("1", f"{unit} is spent") if unit == "b" else None

    def of_space(self, space: str) -> Refusal | None:
        self.asked[space,] += 1
        return Refusal("2", f"{space} is full") if space == "2" else None

    def of_pair(self, unit: str, space: str) -> Refusal | None:
        self.asked[unit, space] += 1
        return Refusal("3", f"{unit} cannot reach {space}") if (unit, space) == ("c", "3") else None

    def parts(self) -> Parts[str, str]:
        return Parts(self.of_unit, self.of_space, self.of_pair)


def test_the_list_is_what_no_predicate_refuses() -> None:
    parts = Judge().parts()
    allowed = [pair for pair in product(UNITS, SPACES) if parts.why_not(*pair) is None]
    assert list(parts.pairs(UNITS, SPACES)) == allowed == [("a", "1"), ("a", "3"), ("c", "1"), ("d", "1"), ("d", "3")]


def test_own_candidates_of_each_first_thing() -> None:
    parts = Judge().parts()
    allowed = [(unit, space) for unit in UNITS for space in NEAR[unit] if parts.why_not(unit, space) is None]
    assert list(parts.pairs_of(UNITS, NEAR.__getitem__)) == allowed == [("a", "1"), ("c", "1"), ("d", "3")]


@pytest.mark.parametrize("by_unit", [False, True])
def test_each_part_is_asked_once_and_the_pair_only_of_survivors(by_unit: bool) -> None:
    judge = Judge()
    parts = judge.parts()
    list(parts.pairs_of(UNITS, NEAR.__getitem__) if by_unit else parts.pairs(UNITS, SPACES))
    assert max(judge.asked.values()) == 1
    assert not [pair for pair in judge.asked if len(pair) == 2 and (pair[0] == "b" or pair[1] == "2")]


def test_the_first_refusal_wins_in_the_order_of_the_parts() -> None:
    parts = Judge().parts()
    rules = [refusal and refusal.rule for refusal in map(parts.why_not, "bbac", "2323")]
    assert rules == ["1", "1", "2", "3"]


def test_a_missing_part_forbids_nothing() -> None:
    assert list(Parts[str, str]().pairs("ab", "12")) == [("a", "1"), ("a", "2"), ("b", "1"), ("b", "2")]


def test_nobody_left_asks_about_no_space() -> None:
    judge = Judge()
    assert not list(judge.parts().pairs(["b"], SPACES))
    assert set(judge.asked) == {("b",)}


def test_partners_of_one_first_thing() -> None:
    parts = Judge().parts()
    for unit in UNITS:
        assert parts.partners(unit, SPACES) == tuple(space for space in SPACES if parts.why_not(unit, space) is None)
    assert Parts[str, str]().partners("b", SPACES) == SPACES


def test_survivors_are_judged_alone_and_the_second_only_if_there_is_a_first() -> None:
    judge = Judge()
    assert judge.parts().survivors(UNITS, SPACES) == (["a", "c", "d"], ["1", "3"])
    assert judge.parts().survivors(["b"], SPACES) == ([], [])
    assert judge.asked["1",] == 1


def test_allowed_things_are_those_not_refused() -> None:
    assert allowed(UNITS, Judge().of_unit) == ["a", "c", "d"]


class Rules(RuleParts[str, str]):
    """Rules that name themselves, and words for them."""

    def __init__(self) -> None:
        """Judge by the methods below."""

    def first(self, unit: str) -> str:
        return "1" if unit == "b" else ""

    def second(self, space: str) -> str:
        return "2" if space == "2" else ""

    def both(self, unit: str, space: str) -> str:
        return "3" if (unit, space) == ("c", "3") else ""

    def explain(self, rule: str, unit: str, space: str) -> str:
        return f"{unit} to {space} breaks {rule}"


def test_rules_list_the_same_pairs_and_find_words_only_for_a_refusal() -> None:
    rules = Rules()
    allowed = [pair for pair in product(UNITS, SPACES) if rules.why_not(*pair) is None]
    assert list(rules.pairs(UNITS, SPACES)) == allowed == [("a", "1"), ("a", "3"), ("c", "1"), ("d", "1"), ("d", "3")]
    assert rules.partners("c", SPACES) == ("1",)
    assert rules.why_not("b", "2") == Refusal("1", "b to 2 breaks 1")
    assert rules.why_not("c", "3") == Refusal("3", "c to 3 breaks 3")


def test_of_things_alike_one_is_asked_for_all_and_their_order_stays() -> None:
    judge = Judge()
    kinds = {"a": "foot", "b": "horse", "c": "foot", "d": "horse"}
    assert allowed_alike(((unit, kinds[unit]) for unit in ("c", "b", "a", "d")), judge.of_unit) == ["c", "a"]
    assert judge.asked == Counter({("c",): 1, ("b",): 1})
