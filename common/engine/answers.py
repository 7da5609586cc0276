"""Answers that are worked out once and kept beside what they follow from.

A position keeps dicts beside its parts: beside all pieces, beside those in one space, beside control. Whoever changes a
part puts a new dict beside it; copies of the position that have the same part go on with the old one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Any, TypeVar

Rule = TypeVar("Rule", bound=Callable[..., Any])
MISSING: Any = object()  # what no rule answers


def kept(beside: Callable[[Any], dict[Any, Any]]) -> Callable[[Rule], Rule]:
    """Let a rule be worked out once, kept in the dict that `beside` gives for the state.

    The rule may look at the part of the position that the dict lies beside, at its arguments, and at nothing else.
    """

    def keep(rule: Rule) -> Rule:
        makers = {2: _kept_for_one, 3: _kept_for_two}
        return makers.get(plain_arguments(rule), _kept_for_all)(beside, rule)

    return keep


def plain_arguments(rule: Callable[..., Any]) -> int:
    """How many arguments a rule takes, the state among them; none is counted where it takes any number."""
    kinds = [parameter.kind for parameter in signature(rule).parameters.values()]
    return len(kinds) if all(kind is Parameter.POSITIONAL_OR_KEYWORD for kind in kinds) else 0


def _kept_for_one(beside: Callable[[Any], dict[Any, Any]], rule: Rule) -> Rule:
    """For a rule with one argument besides the state, such as a side: asked so often that its call is kept short."""

    @wraps(rule)
    def answer(state: Any, asked: Any) -> Any:
        answers = beside(state)
        found = answers.get((rule, asked), MISSING)
        if found is MISSING:
            found = answers[rule, asked] = rule(state, asked)
        return found

    return answer  # type: ignore[return-value]


def _kept_for_two(beside: Callable[[Any], dict[Any, Any]], rule: Rule) -> Rule:
    """For a rule with two arguments besides the state, such as a side and a code."""

    @wraps(rule)
    def answer(state: Any, first: Any, second: Any) -> Any:
        answers, name = beside(state), (rule, first, second)
        found = answers.get(name, MISSING)
        if found is MISSING:
            found = answers[name] = rule(state, first, second)
        return found

    return answer  # type: ignore[return-value]


def _kept_for_all(beside: Callable[[Any], dict[Any, Any]], rule: Rule) -> Rule:
    @wraps(rule)
    def answer(state: Any, *asked: Any) -> Any:
        answers = beside(state)
        found = answers.get((rule, asked), MISSING)
        if found is MISSING:
            found = answers[rule, asked] = rule(state, *asked)
        return found

    return answer  # type: ignore[return-value]
