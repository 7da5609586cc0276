"""How a step asks: one sentence that ends with the rule behind it in brackets."""

from __future__ import annotations


def rule_in(prompt: str) -> str:
    """The rule a prompt ends with, such as 8.7 in "March a force (8.7)."; only here its form is taken apart."""
    _, _, tail = prompt.rpartition("(")
    inside, close, _ = tail.partition(")")
    return inside.split(",")[0].split(";")[0].strip() if close else ""
