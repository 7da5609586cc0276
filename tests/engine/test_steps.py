"""The shared steps: a side's own step, a reaction window, sealed choices, a set built item by item."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
import pytest

from common.engine import Action, IllegalAction, Match, Refusal, Step, load_game
from common.engine.actions import Add, Confirm, Decline, Remove, Seal
from common.engine.family import action_types, step_types
from common.engine.steps import ReactionWindow, SealedChoices, SideStep, Subset, seal
from tests.engine.bare_game import BareState, Go, Turn, begin


class Play(Action, frozen=True, tag=True):
    """Play a card."""

    card: str


class Ambush(ReactionWindow, frozen=True, tag=True):
    """Red may play an ace from its hand."""

    def could_react(self, state: BareState) -> bool:
        return bool(state.hands[self.side])

    def prompt(self, state: BareState) -> str:
        return "Play a card, or decline (5)."

    def reactions(self, state: BareState) -> Iterator[Action]:
        return map(Play, dict.fromkeys(state.hands[self.side]))

    def why_not_react(self, state: BareState, action: Action) -> Refusal | None:
        if not isinstance(action, Play) or action.card not in state.hands[self.side]:
            return Refusal("5", "there is no such card")
        return None if action.card == "ace" else Refusal("5", f"the {action.card} is no reaction")

    def react(self, state: BareState, action: Play) -> None:
        state.flow.pop()
        state.hands[self.side] = tuple(card for card in state.hands[self.side] if card != action.card)


class OpenAmbush(Ambush, frozen=True, tag=True):
    """Everybody sees the hands."""

    def depends_on_hidden(self, state: BareState) -> bool:
        return False


def window(step: type[Ambush], *hand: str) -> Match:
    return begin(step("red"), Turn("blue"), hands={"red": hand})


def test_a_reaction_interrupts_the_other_side() -> None:
    match = window(Ambush, "ace")
    assert match.to_act == "red"
    assert match.legal() == (Play("ace"), Decline())
    match.play(Play("ace"))
    assert (match.to_act, match.state.hands["red"]) == ("blue", ())


def test_declining_goes_on_without_a_reaction() -> None:
    match = window(Ambush, "ace")
    match.play(Decline())
    assert (match.to_act, match.state.hands["red"]) == ("blue", ("ace",))


def test_a_hidden_hand_is_asked_whatever_is_in_it() -> None:
    """The other side sees the same, whether there is something to play or not."""
    able, unable = window(Ambush, "ace", "king"), window(Ambush, "king", "king")
    assert able.to_act == unable.to_act == "red"
    assert able.prompt == unable.prompt
    assert able.view("blue") == unable.view("blue")
    assert unable.legal() == (Decline(),)
    with pytest.raises(IllegalAction, match="the king is no reaction"):
        unable.play(Play("king"))


def test_a_hand_that_everybody_knows_to_be_empty_is_not_asked() -> None:
    assert window(Ambush).to_act == "blue"


@pytest.mark.parametrize(("hand", "asked"), [("ace", "red"), ("king", "blue")])
def test_where_nothing_is_hidden_only_who_can_react_is_asked(hand: str, asked: str) -> None:
    assert window(OpenAmbush, hand).to_act == asked


def test_a_window_is_not_passed_by_where_declining_is_all_that_is_left() -> None:
    match = window(Ambush, "king")
    assert match.legal() == (Decline(),)
    assert (match.is_secret, match.is_discreet) == (True, True)
    turn = begin(Turn("blue"))
    assert (turn.is_secret, turn.is_discreet) == (False, False)


class Bids(SealedChoices, frozen=True, tag=True):
    """Both sides bid a card of their hand."""

    rule = "6"
    prize: str = "town"

    def prompt(self, state: BareState) -> str:
        return "Bid secretly (6)."

    def offers(self, state: BareState, side: str) -> tuple[str, ...]:
        return state.hands[side]

    def why_not_choose(self, state: BareState, side: str, choice: str) -> Refusal | None:
        return Refusal("6a", "a joker is no bid") if choice == "joker" else None

    def note_sealed(self, state: BareState, side: str) -> None:
        state.note(f"{side} has bid.", "6")

    def reveal(self, state: BareState, choices: Mapping[str, tuple[str, ...]]) -> None:
        told = ", ".join(f"{side} {'+'.join(choice)}" for side, choice in choices.items())
        state.note(f"Bids for the {self.prize}: {told}.", "6")


def bids(**more: str) -> Match:
    hands = {"blue": ("ace", "joker", "king"), "red": ("king", "queen")}
    return begin(Bids(asked=("blue", "red"), **more), Turn("red"), hands=hands)


def test_sealed_choices_are_revealed_together() -> None:
    match = bids()
    match.play(Seal("king"))
    assert match.to_act == "red"
    assert "king" not in match.journal.text()
    match.play(Seal("queen"))
    assert match.journal[-1].text == "Bids for the town: blue king, red queen."
    assert isinstance(match.state.step, Turn)


def test_a_sealed_choice_is_hidden_from_the_other_side_only() -> None:
    match = bids()
    match.play(Seal("king"))
    assert match.view("blue").choices == (("blue", ("king",)),)
    assert match.view("red").choices == match.view(None).choices == (("blue", ()),)
    assert match.game.hidden(match.state, "red") - {"secret of blue"} == {"Bids of blue"}
    assert match.state.step.secret


def test_choices_are_judged_before_they_are_sealed() -> None:
    match = bids()
    assert match.legal() == (Seal("ace"), Seal("king"))
    for choice, rule in (("queen", "6"), ("joker", "6a")):
        refusal = match.why_not(Seal(choice))
        assert refusal is not None
        assert refusal.rule == rule


def test_worlds_dealt_again_seal_what_could_have_been_chosen() -> None:
    match = bids()
    match.play(Seal("king"))
    red = [match.imagine("red", seed).state.step for seed in range(40)]
    assert {step.choices for step in red} == {(("blue", ("ace",)),), (("blue", ("king",)),)}
    assert {step.seen_by("red") for step in red} == {match.view("red")}
    assert {match.imagine("blue", seed).state.step for seed in range(5)} == {match.state.step}


class Force(Subset, frozen=True, tag=True):
    """Choose up to two units of a space that are not spent."""

    rule = "7"
    space: str

    def prompt(self, state: BareState) -> str:
        return "Choose units (7)."

    def items(self, state: BareState) -> tuple[str, ...]:
        return state.stacks[self.space]

    def why_not_add(self, state: BareState, item: str) -> Refusal | None:
        return Refusal("7a", "spent") if item == "spent" else super().why_not_add(state, item)

    def why_not_confirm(self, state: BareState) -> Refusal | None:
        return None if 0 < len(self.chosen) <= 2 else Refusal("7b", "one or two units")

    def confirm(self, state: BareState) -> None:
        state.note(f"{' and '.join(self.chosen)} go.", "7")


def force(kind: type[Force] = Force) -> Match:
    return begin(kind("blue", "hill"), Turn("red"), stacks={"hill": ("a", "b", "c", "spent")})


def test_a_set_is_built_item_by_item() -> None:
    match = force()
    assert match.legal() == (Add("a"), Add("b"), Add("c"))
    match.play(Add("b"))
    assert match.legal() == (Add("a"), Add("c"), Remove("b"), Confirm())
    match.play(Add("a"))
    match.play(Remove("b"))
    match.play(Add("c"))
    match.play(Confirm())
    assert match.journal[-1].text == "a and c go."
    assert match.to_act == "red"


@pytest.mark.parametrize(
    ("action", "rule"),
    [(Add("x"), "7"), (Add("a"), "7"), (Add("spent"), "7a"), (Remove("b"), "7"), (Seal("a"), "7")],
)
def test_only_what_fits_is_added_and_only_what_was_added_is_removed(action: Action, rule: str) -> None:
    match = force()
    match.play(Add("a"))
    refusal = match.why_not(action)
    assert refusal is not None
    assert refusal.rule == rule


def test_the_whole_set_is_judged_when_it_is_confirmed() -> None:
    match = force()
    assert match.why_not(Confirm()) == Refusal("7b", "one or two units")
    for item in "abc":
        match.play(Add(item))
    assert match.why_not(Confirm()) == Refusal("7b", "one or two units")


class Plot(Force, frozen=True, tag=True):
    """Choose secretly."""

    @property
    def secret(self) -> bool:
        return True

    def confirm(self, state: BareState) -> None:
        seal(state, self.chosen)


class Plots(Bids, frozen=True, tag=True):
    """Both sides choose a set."""

    def chooser(self, state: BareState, side: str) -> Step:
        return Plot(side, "hill")


def test_a_secret_set_is_seen_by_its_own_side_only() -> None:
    match = force(Plot)
    match.play(Add("a"))
    assert match.view("blue").chosen == ("a",)
    assert match.view("red").chosen == match.view(None).chosen == ()
    assert match.imagine("red", 3).state.step.chosen == ()


def test_sets_are_sealed_and_revealed_together() -> None:
    match = begin(Plots(asked=("blue", "red")), Turn("red"), stacks={"hill": ("a", "b", "c")})
    for action in (Add("a"), Add("c"), Confirm()):
        match.play(action)
    assert match.to_act == "red"
    assert match.game.hidden(match.state, "red") >= {"Plots of blue"}
    for action in (Add("b"), Confirm()):
        match.play(action)
    assert match.journal[-1].text == "Bids for the town: blue a+c, red b."


def test_a_step_says_itself_whether_its_decision_is_secret() -> None:
    class Vote(Step, frozen=True, tag=True):
        secret: bool

    assert [Vote(True).secret, Vote(False).secret, Turn("blue").secret] == [True, False, False]


def test_shared_actions_are_those_of_the_steps_a_game_uses() -> None:
    load_game("nmc")
    here = {kind.__name__ for kind in action_types("tests.engine")}
    assert {"Add", "Remove", "Confirm", "Decline", "Seal", "Concede", "Go"} <= here
    assert not {"Add", "Remove", "Confirm", "Decline", "Seal"} & {kind.__name__ for kind in action_types("nmc")}
    assert {"March", "Concede"} <= {kind.__name__ for kind in action_types("nmc")}


def test_mere_bases_are_no_steps_of_a_game() -> None:
    kinds = set(step_types("tests.engine"))
    assert {Turn, Ambush, OpenAmbush, Bids, Plots, Force, Plot} <= kinds
    assert not {Step, SideStep, Subset, SealedChoices, ReactionWindow} & kinds


def test_what_others_derive_from_a_step_does_not_take_it_from_its_game() -> None:
    from nmc.rules.combat import CombatPhase

    class Other(CombatPhase, frozen=True, tag=True):
        """A phase of this test."""

    assert CombatPhase in step_types("nmc")
    assert Other in step_types("tests.engine")
    assert Other not in step_types("nmc")


def test_a_concrete_step_of_the_engine_belongs_to_every_game() -> None:
    kind = msgspec.defstruct("SharedPause", [], bases=(Step,), module="common.engine.steps", frozen=True, tag=True)
    assert kind in step_types("nmc")


@pytest.mark.parametrize("match", [window(Ambush, "ace"), bids(), force(Plot)], ids=["window", "sealed", "subset"])
def test_positions_with_shared_steps_survive_json(match: Match) -> None:
    game = match.game
    for action in match.legal():
        assert msgspec.json.decode(msgspec.json.encode(action), type=game.action_type) == action
    match.play(match.legal()[0])
    again = game.decode(game.encode(match.state))
    assert again == match.state


def test_a_turn_of_the_bare_game_passes_on() -> None:
    match = begin(Turn("blue"))
    match.play(Go("end"))
    assert match.to_act == "red"
