"""What the bots of Sand Wars make of a position: sampled worlds, what is enough, and what is worth a card."""

from __future__ import annotations

from common.bots import make_bot
from common.engine import Match, Seat, load_game
from sand_wars.actions import Activate, ChangeObjective, PlaceCamp, Sortie
from sand_wars.bot import policy
from sand_wars.bot.attacks import attack_value
from sand_wars.bot.decisions import card_worth
from sand_wars.bot.deeds import camp_value, strike_chance
from sand_wars.bot.goals import effort
from sand_wars.bot.ground import arrival_value
from sand_wars.bot.survey import WORLDS, Survey
from sand_wars.rules.objectives import ObjectiveChange
from sand_wars.state import ALGERIA, MOROCCO
from tests.sand_wars.fights import action_card, in_action, reaction_card
from tests.sand_wars.positions import arranged, play

HIDDEN = {"M-tank4-1": "oujda", "M-mot2-1": "nador", "M-rec1-1": "fes", "M-mech3-1": "taza", "A-tank4-1": "maghnia"}

GATES = ("maghnia", "tlemcen", "el_aricha", "ras_el_ma", "sidi_bel_abbes", "oran")


def surveyed(match: Match, side: str = ALGERIA, seed: int = 5) -> Survey:
    """How a side judges a match as far as it can know it."""
    return Survey(match.imagine(side, seed).state, side)


def test_an_attack_is_weighed_in_several_worlds_and_none_of_them_is_peeked_at() -> None:
    """The tank and the scout change places: to Algeria both positions look the same, and it expects the same."""
    strong = arranged(place=HIDDEN, war=True)
    weak = arranged(place=HIDDEN | {"M-tank4-1": "fes", "M-rec1-1": "oujda"}, war=True)
    first, second = surveyed(strong), surveyed(weak)
    assert first.defenses("oujda") == second.defenses("oujda")
    assert len({defense.cv for defense, _ in first.defenses("oujda")}) > 1
    assert abs(sum(share for _, share in first.defenses("oujda")) - 1) < 1e-9
    assert attack_value(first, 12, "oujda") == attack_value(second, 12, "oujda")


def test_what_was_revealed_is_the_same_in_every_world() -> None:
    match = arranged(place=HIDDEN, war=True, revealed={"oujda"})
    assert {defense.cv for defense, _ in surveyed(match).defenses("oujda")} == {4.0}


def test_the_enemys_hand_is_sampled_too() -> None:
    """Every world has as many cards in his hand; with nearly the whole deck in it a Counterattack is always there."""
    few = arranged(place=HIDDEN, war=True, enemy_hand=())
    deck = few.game.data.decks[MOROCCO]
    many = arranged(place=HIDDEN, war=True, enemy_hand=deck[:70])
    assert not any(defense.counterattack for defense, _ in surveyed(few).defenses("oujda"))
    assert all(defense.counterattack for defense, _ in surveyed(many).defenses("oujda"))
    assert len(surveyed(many).worlds) == WORLDS
    assert reaction_card(MOROCCO, "Counterattack") in deck


def test_spaces_beyond_what_the_objective_asks_for_are_hardly_wanted() -> None:
    """The Oujda Gate asks for Oujda and one more space of Morocco proper."""
    goals = ("AO3", "MO1")
    before = surveyed(arranged(place={"A-mech3-1": "maghnia"}, goals=goals))
    after = surveyed(
        arranged(place={"A-mech3-1": "figuig", "A-mech3-2": "bouarfa", "A-mech3-3": "boudnib"}, goals=goals)
    )
    assert before.value("erfoud") > 10
    assert after.value("erfoud") < 2
    assert after.value("oujda") > 20


def test_a_small_unit_is_sent_to_an_oil_field_that_nobody_holds() -> None:
    match = arranged(
        place={"A-mot2-1": "ouargla", "A-tank4-1": "maghnia"}, hand=(action_card(ALGERIA, "Ops and Plans"),)
    )
    match.state.take(MOROCCO, "hassi_messaoud")
    survey = surveyed(match)
    assert arrival_value(survey, "A-mot2-1", "ouargla", "hassi_messaoud") > 5
    play(match, policy(match, ALGERIA).action)
    assert policy(match, ALGERIA).action == Activate("A-mot2-1")


def test_a_camp_is_not_put_where_the_own_army_stands() -> None:
    match = arranged(place={"M-tank4-1": "el_aricha", "M-camp-1": "aside"}, side=MOROCCO, goals=("AO1", "MO5"))
    survey = surveyed(match, MOROCCO)
    assert camp_value(survey, "el_aricha") < camp_value(survey, "ras_el_ma")


def test_missiles_fly_where_air_defense_would_stop_aircraft() -> None:
    """Rabat has Guards and a Resource city's own defense: three dice at an Airstrike, none at an SSM."""
    match = in_action("Strategic attack", {"M-guards-1": "rabat", "A-base-1": "oran"}, war=True)
    survey = surveyed(match)
    assert strike_chance(survey, "rabat") > 0.6
    choice = make_bot("policy", match.game, ALGERIA, 1).choose(Seat(match, ALGERIA))
    play(match, choice.action)
    following = make_bot("policy", match.game, ALGERIA, 1).choose(Seat(match, ALGERIA)).action
    assert isinstance(following, Sortie)
    assert match.state.code(following.marker) == "ssm"


def test_an_objective_is_changed_only_when_it_is_lost_and_late() -> None:
    """Free Sahara has nothing; Bleed the Royal Army is met. Early the bot is patient, late it is not."""
    lost = {ALGERIA: 0, MOROCCO: 20}
    early = arranged(ObjectiveChange(ALGERIA), place={}, war=True, lost_steps=lost)
    late = arranged(ObjectiveChange(ALGERIA), place={}, war=True, lost_steps=lost, box=8)
    oil = {
        "hassi_messaoud",
        "hassi_rmel",
        "in_amenas",
        "tin_fouye",
        "krechba",
        "sbaa",
    }  # Oil Shock is met: no quiet enemy
    half = {"A-mech3-1": "smara"}
    pressed = arranged(ObjectiveChange(ALGERIA), place=half, war=True, lost_steps=lost, box=8, wrecked=oil)
    names = [type(policy(match, ALGERIA).action).__name__ for match in (early, late, pressed)]
    assert names == ["KeepObjective", "ChangeObjective", "KeepObjective"]


def test_a_quiet_enemy_lets_the_nearest_objective_be_taken_up() -> None:
    """Free Sahara is begun, Bleed the Royal Army is met, and Morocco is far from everything."""
    lost = {ALGERIA: 0, MOROCCO: 20}
    match = arranged(ObjectiveChange(ALGERIA), place={"A-mech3-1": "smara"}, war=True, lost_steps=lost, box=8)
    assert policy(match, ALGERIA).action == ChangeObjective("AO5")


def test_cards_are_kept_for_what_the_objective_still_asks_for() -> None:
    """Insurgent Ops is worth more to who wants resources lost than to who wants Oujda."""
    card = next(id_ for id_, face in load_game("sand_wars").data.cards.items() if face.action == "Insurgent Ops")
    worths = [card_worth(surveyed(arranged(place={}, goals=(goal, "MO1"))), card) for goal in ("AO4", "AO3")]
    assert worths[0] > worths[1]


def test_the_camp_goes_where_insurgents_are_needed() -> None:
    match = in_action("Insurgent Ops", {"A-camp-1": "aside", "M-mot2-1": "rabat"}, goals=("AO6", "MO1"))
    choice = policy(match, ALGERIA)
    assert isinstance(choice.action, PlaceCamp)
    assert not match.state.holds(MOROCCO, choice.action.space)
    assert choice.reason.endswith(".")


def test_a_fight_is_worth_more_with_the_cards_to_go_on() -> None:
    """A fort is not taken in one combat; three more cards and a second force beside it make a siege."""
    plans = [id_ for id_, face in load_game("sand_wars").data.cards.items() if face.action == "Ops and Plans"]
    cards = [id_ for id_ in plans if id_.startswith("M")]
    place = {"M-tank4-1": "tripoint", "M-tank4-2": "tripoint", "M-mech3-1": "tripoint", "A-mot2-1": "tindouf"}
    place |= {"A-fort-1": "tindouf", "A-mech3-1": "tindouf"}
    goals = ("AO3", "MO1")
    one, many = (
        surveyed(arranged(place=place, war=True, box=9, side=MOROCCO, goals=goals, hand=tuple(cards[:count])), MOROCCO)
        for count in (1, 4)
    )
    values = [attack_value(survey, 4, "tindouf", "tripoint", 4) for survey in (one, many)]
    assert values[0] < values[1]


def test_scouts_are_not_sent_ahead_of_tanks() -> None:
    """The tanks could follow the scout, but they should begin; a transporter cannot attack at all."""
    place = {"M-rec1-1": "fes", "M-tank4-1": "fes", "A-camp-1": "taza"}
    hand = (action_card(MOROCCO, "Ops and Plans"),)
    survey = surveyed(arranged(place=place, war=True, side=MOROCCO, hand=hand), MOROCCO)
    scout, tank = (attack_value(survey, cv, "taza", "fes", cv) for cv in (1, 4))
    assert scout < tank
    assert attack_value(survey, 0, "taza", "fes") < 0


def test_the_last_missing_space_is_worth_more_than_the_first() -> None:
    """Lands of the East asks for Bechar and two more: with Bechar in hand all the weight lies on the two."""
    goals = ("AO1", "MO2")
    first = surveyed(arranged(place={}, side=MOROCCO, goals=goals), MOROCCO)
    last = surveyed(arranged(place={"M-mech3-1": "bechar", "M-mech3-2": "abadla"}, side=MOROCCO, goals=goals), MOROCCO)
    assert last.value("beni_ounif") > 2 * first.value("beni_ounif")


def test_objectives_are_compared_in_cards() -> None:
    """Beside an empty Maghnia the Tlemcen Offensive takes a card or two; a garrison there makes it take more."""
    open_gate, held = (
        surveyed(arranged(place={"M-mech3-1": "oujda"} | enemy, side=MOROCCO), MOROCCO)
        for enemy in ({}, {f"A-mech3-{number}": at for number, at in enumerate(GATES, 1)})
    )
    assert effort(open_gate, "MO5") == 1.0
    assert effort(held, "MO5") > effort(open_gate, "MO5")
    assert effort(open_gate, "MO5") < effort(open_gate, "MO4")
