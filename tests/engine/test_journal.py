"""Lines with a public and a private form: what is meant for one side does not reach the others by any field."""

from __future__ import annotations

import msgspec
import pytest

from common.engine import Change, State
from common.engine.journal import Entry, EntryPart, Journal

WHOLE = ("7.1", "VP", "Jolan", "die for it")


def private(public: str = "", show: tuple[EntryPart, ...] = ()) -> Entry:
    state = State(scenario="").attach(None, [])
    state.roll("die for it", range(6))
    changes = (Change("VP", 1, 2),)
    state.note("Blue plays Ambush", "7.1", only=("blue",), changes=changes, places=("Jolan",), public=public, show=show)
    (entry,) = state.__dict__["log"]
    assert isinstance(entry, Entry)
    return entry


def test_each_reads_the_form_meant_for_him() -> None:
    journal = Journal([Entry("Turn 1"), private("Blue plays a card face down")])
    assert [entry.text for entry in journal.view("blue")] == ["Turn 1", "Blue plays Ambush"]
    for other in ("red", None):
        assert [entry.text for entry in journal.view(other)] == ["Turn 1", "Blue plays a card face down"]


def test_without_a_public_form_the_others_read_nothing() -> None:
    assert Journal([private()]).view("red") == []


@pytest.mark.parametrize("side", ["red", None])
def test_nothing_of_a_private_line_leaks(side: str | None) -> None:
    told = msgspec.json.encode(Journal([private("A card")]).view(side)).decode()
    assert "A card" in told
    assert not [part for part in (*WHOLE, "Ambush", "blue") if part in told]


@pytest.mark.parametrize(("part", "words"), list(zip(("rules", "changes", "places", "rolls"), WHOLE)))
def test_what_is_shown_explicitly_is_public(part: EntryPart, words: str) -> None:
    told = msgspec.json.encode(Journal([private("A card", (part,))]).view("red")).decode()
    assert [word for word in WHOLE if word in told] == [words]


def test_the_whole_story_has_the_private_form() -> None:
    journal = Journal([private("Blue plays a card face down")])
    roll = journal[0].rolls[0]
    assert journal.text() == f"Blue plays Ambush (7.1) [VP 1→2]\n    {roll}\n"
    assert journal.text("blue", everything=False) == journal.text()
    assert journal.text("red", everything=False) == "Blue plays a card face down\n"


def test_a_public_form_belongs_to_the_same_action_and_turn() -> None:
    entry = msgspec.structs.replace(private("A card"), turn=3, action=14, heading=True)
    seen = entry.seen_by("red")
    assert seen is not None
    assert (seen.turn, seen.action, seen.heading, seen.only) == (3, 14, True, ())
