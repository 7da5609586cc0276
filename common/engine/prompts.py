"""How a step asks: one sentence that ends with the rule behind it in brackets; its form is taken apart only here."""

from __future__ import annotations

import re
from typing import NamedTuple

ADDRESS = re.compile(r"\b[Yy]ou(rs?)?\b")
THIRD = {"You": "They", "you": "they", "Your": "Their", "your": "their", "Yours": "Theirs", "yours": "theirs"}


class PromptParts(NamedTuple):
    """A prompt such as "Valverde: take losses (9.21).": where, what to do, the rule, and what stands around it."""

    where: str
    errand: str
    rule: str
    before_rule: str
    after_rule: str


def split_prompt(prompt: str) -> PromptParts:
    """The parts of a prompt; without a rule everything stands before it."""
    where, colon, errand = prompt.rpartition(": ")
    head, bracket, tail = prompt.rpartition("(")
    inside, close, _ = tail.partition(")")
    rule = inside.split(",")[0].split(";")[0].strip() if bracket and close else ""
    before, after = (head + bracket, tail[len(rule) :]) if rule else (prompt, "")
    return PromptParts(where if colon else "", errand, rule, before, after)


def rule_in(prompt: str) -> str:
    """The rule a prompt ends with, such as 8.7 in "March a force (8.7)."."""
    return split_prompt(prompt).rule


def tell_of_others(prompt: str) -> str:
    """A prompt as it is told to somebody who is not asked: "raise your own index" becomes "raise their own index"."""
    return ADDRESS.sub(lambda found: THIRD[found[0]], prompt)
