"""A Coalition and a Pirate player: what each would do now, and why, from what it can see alone."""

from __future__ import annotations

from common.bots import Choice
from common.engine import Action, Match, Side
from common.engine.actions import Confirm
from somali_pirates.bot import buying, fighting, moving, windows
from somali_pirates.bot.judgement import Survey
from somali_pirates.rules.asymmetrical import Exposure, Hijack, NamedLoss
from somali_pirates.rules.casualties import Casualties
from somali_pirates.rules.chit_effects import MilitiaCall
from somali_pirates.rules.chits import ChitWindow, Reroll
from somali_pirates.rules.combat import CombatPhase
from somali_pirates.rules.control import income
from somali_pirates.rules.evacuation import Evacuation
from somali_pirates.rules.helicopters import Airlift
from somali_pirates.rules.kinetic import Advance, WarlordChoice
from somali_pirates.rules.mobilization import Deploy
from somali_pirates.rules.movement import MovementPhase, UnitMove
from somali_pirates.rules.muster import Muster
from somali_pirates.rules.purchases import Plot
from somali_pirates.rules.retreats import Retreats
from somali_pirates.rules.return_phase import ReturnPhase
from somali_pirates.rules.sequence import Initiative, Protracted
from somali_pirates.rules.setup import BuyFactions, BuyPirates, FreeUnits
from somali_pirates.rules.spectrum import Spectrum
from somali_pirates.rules.spoils import Share
from somali_pirates.rules.victory import victory_points
from somali_pirates.state import ENEMY, PirateState


def policy(match: Match, side: Side) -> Choice:
    """What the bot plays in a position, and why."""
    state, legal = match.state, match.legal()
    if len(legal) == 1:
        return Choice(legal[0], "There is no other choice.")
    survey, step = Survey(state, side), state.step
    choice = _prepare(survey, step, legal) or _campaign(survey, step, legal) or _result(survey, step, legal)
    if choice is None or choice.action not in legal:
        return Choice(legal[0], "Any choice will do here.", guess=True)
    return choice


def standing(state: PirateState, side: Side) -> float:
    """The lead in victory points, with the income to come and the fear of an empty index."""
    enemy = ENEMY[side]
    lead = victory_points(state, side) - victory_points(state, enemy)
    value = float(lead) + 0.8 * (income(state, side) - income(state, enemy))
    if state.index[side] <= 5:
        value -= 30
    if state.index[enemy] <= 5:
        value += 30
    chits = len(state.hands[side]) - len(state.hands[enemy])
    return value + chits


def _prepare(survey: Survey, step: object, legal: tuple[Action, ...]) -> Choice | None:
    """Set-up, initiative and mobilization."""
    match step:
        case BuyFactions():
            return buying.buy_factions(survey, step.chosen, legal)
        case BuyPirates():
            return buying.buy_pirates(survey, step.chosen, legal)
        case Plot():
            return buying.plot(survey, step.chosen, legal)
        case FreeUnits():
            return buying.free_unit(survey, step.faction, legal)
        case Deploy() | MilitiaCall():
            return buying.deploy(survey, legal)
        case Initiative():
            return windows.choose_first(survey)
        case Protracted():
            return windows.protracted(survey)
    return None


def _campaign(survey: Survey, step: object, legal: tuple[Action, ...]) -> Choice | None:
    """Movement, combat, return."""
    match step:
        case MovementPhase():
            return moving.choose_unit(survey, legal)
        case UnitMove():
            return moving.choose_step(survey, step, legal)
        case ReturnPhase():
            return moving.choose_return(survey, legal)
        case Airlift():
            return moving.set_down(survey, step, legal)
        case Evacuation():
            return moving.evacuate(survey, legal)
        case CombatPhase():
            return fighting.choose_attack(survey, legal)
        case Muster():
            return fighting.muster_units(survey, step, legal)
    return None


def _result(survey: Survey, step: object, legal: tuple[Action, ...]) -> Choice | None:
    """What follows from attacks and chits."""
    match step:
        case Casualties():
            return fighting.choose_losses(survey, step, legal)
        case Retreats():
            return fighting.choose_retreat(survey, legal)
        case Advance():
            return Choice(Confirm(), "In the Open the units hold the Zone.")
        case WarlordChoice():
            return fighting.choose_double(survey, legal)
        case NamedLoss() | Hijack():
            return fighting.choose_unit(survey, step, legal)
        case Exposure():
            return fighting.choose_exposed(survey, legal)
        case Share():
            return windows.share(survey, step)
        case Spectrum():
            return windows.split(survey, step)
        case Reroll():
            return windows.reroll(survey, step)
        case ChitWindow():
            return windows.react(survey, step, legal)
    return None
