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
        plain = [parameter.kind is Parameter.POSITIONAL_OR_KEYWORD for parameter in signature(rule).parameters.values()]
        return _kept_for_one(beside, rule) if plain == [True, True] else _kept_for_all(beside, rule)

    return keep


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


def _kept_for_all(beside: Callable[[Any], dict[Any, Any]], rule: Rule) -> Rule:
    @wraps(rule)
    def answer(state: Any, *asked: Any) -> Any:
        answers = beside(state)
        found = answers.get((rule, asked), MISSING)
        if found is MISSING:
            found = answers[rule, asked] = rule(state, *asked)
        return found

    return answer  # type: ignore[return-value]
