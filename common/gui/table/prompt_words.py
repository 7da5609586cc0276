"""The words of the prompt bar: what is asked of whom, what can be chosen on the map, what is in the hand."""

from __future__ import annotations

import html
from collections.abc import Sequence

from common.engine.prompts import split_prompt, tell_of_others
from common.gui.kit.language import tr, trn
from common.tabletop import Piece


def count_lit(pieces: int, spaces: int) -> str:
    """How many counters and spaces can be chosen."""
    counters = trn("{n} lit counter", "{n} lit counters", pieces)
    places = trn("{n} lit space", "{n} lit spaces", spaces)
    if pieces and spaces:
        return tr("{counters} or {spaces}", counters=counters, spaces=places)
    return counters if pieces else places


def describe_held(pieces: Sequence[Piece], places: int, asked: bool) -> str:
    """What the player holds, by its name or its number, and how many places are lit for it, or why none is."""
    what = pieces[0].name if len(pieces) == 1 else trn("{n} counter", "{n} counters", len(pieces))
    if places:
        return tr("In hand: {what}; {places}", what=what, places=count_lit(0, places))
    if asked:
        return tr("In hand: {what}", what=what)
    if len(pieces) > 1 and any(piece.movable for piece in pieces):
        return tr("In hand: {what}; there is no place for all of them", what=what)
    if any(piece.joins and not piece.movable for piece in pieces):
        return tr("In hand: {what}; goes only with others (Shift)", what=what)
    return tr("In hand: {what}; it can go nowhere now", what=what)


def describe_waiting(name: str, prompt: str) -> str:
    """What another player is asked, in the words of who waits: "Waiting for the Union to take losses"."""
    prompt = tell_of_others(prompt)
    if "?" in prompt:
        return tr("Waiting for {side}: {prompt}", side=name, prompt=prompt)
    where, errand = split_prompt(prompt)[:2]
    if where and name.endswith(where):  # it only names who is asked
        where = ""
    errand = f"{errand[:1].lower()}{errand[1:]}"
    if where:
        return tr("{where}: waiting for {side} to {errand}", where=where, side=name, errand=errand)
    return tr("Waiting for {side} to {errand}", side=name, errand=errand)


def link_rule(prompt: str) -> str:
    """A prompt with its rule id made a link."""
    parts = split_prompt(prompt)
    rule = html.escape(parts.rule)
    link = f'<a href="rule:{rule}">{rule}</a>' if rule else ""
    return html.escape(parts.before_rule) + link + html.escape(parts.after_rule)
