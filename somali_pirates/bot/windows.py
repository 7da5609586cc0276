"""Chits, points, initiative and the price of another turn."""

from __future__ import annotations

from collections.abc import Sequence

from common.bots import Choice
from common.engine import Action
from common.engine.actions import Decline
from somali_pirates.actions import ChooseFirst, CountDie, PayTurn, PlayChit, RefuseTurn, SplitPoints, TakePoints
from somali_pirates.bot.buying import CORE, LAST_CALL, MORE
from somali_pirates.bot.judgement import Survey
from somali_pirates.rules.chit_effects import ClosingChit
from somali_pirates.rules.chits import AlgorithmWindow, Negation, Reroll
from somali_pirates.rules.control import income
from somali_pirates.rules.kinetic import EdgeWindow, KineticRoll
from somali_pirates.rules.losses import Replacement
from somali_pirates.rules.mobilization import ClosingWindow, OwnWindow, PointsWindow
from somali_pirates.rules.spectrum import Spectrum, SpectrumWindow
from somali_pirates.rules.spoils import InfoWarWindow, Share
from somali_pirates.rules.strength import totals
from somali_pirates.rules.victory import victory_points
from somali_pirates.state import COALITION, ENEMY, PIRATE

NEARLY_FULL = 96  # more points would run over
PLENTY = {COALITION: 30, PIRATE: 60}  # points from which more of them buy nothing that matters
AHEAD = 30  # a lead on the Index from which we press the enemy
NEARLY_DEAD = 22  # an enemy this low is pressed
SAFE, LAST_COINS = 9, 4  # nobody pays himself below this, not even who has lost already
LEAD = 26  # a lead worth keeping
HOPE = {COALITION: -LEAD, PIRATE: 38}  # points that we may fall behind in the next turns and still pay for them
RAIDERS = 16  # ships in open lanes, each times the value of its lane, from which the Pirates go first
EARLY = 3  # turns up to this are cheap and decide nothing
STAKE = 4.0  # points in a combat from which a chit is spent on it


def choose_first(survey: Survey) -> Choice:
    """8.1  Move last to dispute and occupy Zones before they pay, unless the enemy's ships or garrisons lie open."""
    if survey.side == COALITION:
        exposed = sum(1 for unit in survey.state.on_map(PIRATE) if survey.data.counters[unit.id].category == "naval")
        if exposed >= 8:
            return Choice(ChooseFirst(COALITION), "So many Pirate ships at sea are hunted at once.")
        return Choice(ChooseFirst(PIRATE), "Whoever moves last decides who holds the Zones.")
    if _raiders(survey) >= RAIDERS:
        return Choice(ChooseFirst(PIRATE), "So many ships in open lanes raid before they are hunted.")
    weak = _weak_garrisons(survey)
    if weak >= 4:
        return Choice(ChooseFirst(PIRATE), "Weak garrisons invite a first blow.")
    return Choice(ChooseFirst(COALITION), "Whoever moves last decides who holds the Zones.")


def _raiders(survey: Survey) -> int:
    """The value of the lanes without escort to the Pirate ships in them, each ship's counted."""
    counters, total = survey.data.counters, 0
    for zone, place in survey.data.zones.items():
        if place.kind == "sea" and not any(counters[unit.id].asym for unit in survey.open_at(zone, COALITION)):
            total += place.value[PIRATE] * len(survey.holders(zone, PIRATE))
    return total


def _weak_garrisons(survey: Survey) -> int:
    """Zones in which the Coalition could be attacked at good odds."""
    count = 0
    for zone in survey.data.lands:
        mine = [unit.id for unit in survey.state.open_at(zone, PIRATE)]
        theirs = [unit.id for unit in survey.state.open_at(zone, COALITION)]
        if mine and theirs and survey.strength(mine, zone, True) >= 2 * survey.strength(theirs, zone, False):
            count += 1
    return count


# Points


def share(survey: Survey, step: Share) -> Choice:
    """6.1b  Raise the own index while points buy forces; once there is plenty, or the enemy is low, take his."""
    own, theirs = survey.state.index[survey.side], survey.state.index[survey.enemy]
    if theirs <= max(step.total, NEARLY_DEAD) or own + step.total > NEARLY_FULL:
        return Choice(TakePoints(lower=True), "The enemy feels the loss more than we the gain.")
    if _wants_factions(survey):
        return Choice(TakePoints(), "Points on the own index buy forces.")
    if own >= PLENTY[survey.side]:
        return Choice(TakePoints(lower=True), "We have enough; the enemy shall buy less.")
    if own - theirs >= AHEAD:
        return Choice(TakePoints(lower=True), "Who is ahead presses the other towards zero.")
    return Choice(TakePoints(), "Points on the own index buy forces.")


def _wants_factions(survey: Survey) -> bool:
    """Whether the Coalition still saves for a faction."""
    state = survey.state
    if survey.side == PIRATE or state.turn > LAST_CALL:
        return False
    return any(faction not in state.factions for faction in (*CORE, *MORE))


def split(survey: Survey, step: Spectrum) -> Choice:
    """31.1b  All from the enemy if that may end the game, else up to the limit for the own index."""
    total = sum(survey.state.dice)
    if survey.state.index[survey.enemy] <= total + NEARLY_DEAD:
        return Choice(SplitPoints(0), "The enemy is close to the end.")
    room = survey.data.tables.tracks.index_limit - survey.state.index[survey.side]
    return Choice(SplitPoints(min(total, room)), "The own index has room for it.")


def protracted(survey: Survey) -> Choice:
    """4.1j, 4.1k  Stop while ahead, or when the price would ruin us; else go on if the lead to come is worth it."""
    state, side = survey.state, survey.side
    lead = victory_points(state, side) - victory_points(state, survey.enemy)
    left = state.index[side] - state.turn
    if lead >= LEAD and not (side == COALITION and lead - state.turn >= LEAD + 25):
        return Choice(RefuseTurn(), f"We are {lead} ahead; that is a victory.")
    if left < (LAST_COINS if lead <= -LEAD else SAFE):  # a lost war is won back only by going on
        return Choice(RefuseTurn(), "The price would ruin us.")
    trend = income(state, side) - income(state, survey.enemy)
    forecast = lead + 2 * trend - state.turn
    if -LEAD < lead < LEAD and forecast < -HOPE[side] and state.turn > EARLY:
        return Choice(RefuseTurn(), "The next turns would take us further from victory.")
    return Choice(PayTurn(), "The war is not decided yet.")


# Reactions


def react(survey: Survey, step: object, legal: Sequence[Action]) -> Choice:
    """What a window is answered with; chits are kept for what is worth them."""
    plays = [action for action in legal if isinstance(action, PlayChit)]
    decline = Choice(Decline(), "No chit is worth playing here.")
    if not plays:
        return decline
    match step:
        case PointsWindow() | OwnWindow():
            return _points_or_militia(plays) or decline
        case ClosingWindow():
            return _close(survey, plays) or decline
        case Negation():
            return _negate(survey, step, plays) or decline
        case AlgorithmWindow():
            return _again(survey, plays) or decline
        case InfoWarWindow():
            worth = step.points >= STAKE and step.times < 3
            return Choice(plays[0], f"A gain of {step.points} is worth doubling.") if worth else decline
        case EdgeWindow():
            return _edge(survey, plays) or decline
        case SpectrumWindow():
            return _spectrum(survey, plays) or decline
    return decline


def _points_or_militia(plays: list[PlayChit]) -> Choice | None:
    for action in plays:
        if action.chit in ("surge", "jihad"):
            return Choice(action, "Free points come at once.")
    return Choice(plays[0], "Three Militia come free.") if plays[0].chit == "leader_node" else None


def _close(survey: Survey, plays: list[PlayChit]) -> Choice | None:
    """The Region with most mobile Pirates, the Off-Map base with most units."""
    state, counters = survey.state, survey.data.counters
    worth = {}
    for action in plays:
        zones = survey.data.regions.get(action.target, (action.target,))
        units = [unit for zone in zones for unit in state.units_at(zone, survey.enemy)]
        worth[action] = sum(1 for unit in units if counters[unit.id].move or counters[unit.id].category == "air")
    best = max(plays, key=lambda action: (worth[action], action.target))
    return Choice(best, f"{worth[best]} units are shut in.") if worth[best] >= 3 else None


def _negate(survey: Survey, step: Negation, plays: list[PlayChit]) -> Choice | None:
    """Points chits, reconnaissance of boxes and Spectaculars, joint attacks and big doublings are stopped."""
    always = ("surge", "jihad", "black_op", "fatwa", "joint_operation")
    if step.chit in always:
        return Choice(plays[0], "That chit must not work.")
    state = survey.state
    if step.chit == "isr" and state.battle is not None:
        return Choice(plays[0], "The attack must not take place.")
    if step.chit == "infowar":
        shares = [other for other in state.flow if isinstance(other, Share) and other.side == ENEMY[survey.side]]
        if shares and shares[0].total >= 6:
            return Choice(plays[0], "So many points must not be doubled.")
    if step.chit == "tactical_edge" and state.battle is not None:
        force = state.battle.attackers if state.battle.side == survey.side else state.battle.defenders
        if len(force) >= 3:
            return Choice(plays[0], "Too many units are at stake.")
    return None


def _again(survey: Survey, plays: list[PlayChit]) -> Choice | None:
    """CHIT.P6  A good Coalition roll that costs much is repeated."""
    state = survey.state
    below = state.flow[-2]
    battle = state.battle
    if isinstance(below, KineticRoll) and battle is not None:
        result = survey.data.tables.kinetic_crt.rows[state.dice[0] - 1][battle.column]
        if result in ("DE", "OK", "DD") and survey.gain_of(battle.defenders) >= STAKE:
            return Choice(plays[0], "That roll would cost too much.")
    if battle is not None and battle.kind in ("drone", "hvt") and state.dice[0] >= 5:
        return Choice(plays[0], "The Warlord must live.")
    if isinstance(below, Replacement) and state.dice[0] <= 2 and survey.data.points[below.unit] >= 6:
        return Choice(plays[0], "That ship should not be back so soon.")
    return None


def reroll(survey: Survey, step: Reroll) -> Choice:
    """CHIT.P6  The roll that is worse for the Coalition: low in its attacks, high for its replacements."""
    dice = (survey.state.dice[step.number], step.again)
    high = any(isinstance(other, Replacement | ClosingChit) for other in survey.state.flow[-3:])
    return Choice(CountDie(max(dice) if high else min(dice)), "That roll hurts the Coalition more.")


def _edge(survey: Survey, plays: list[PlayChit]) -> Choice | None:
    """CHIT.C7  Doubling, if it shifts the column in a combat that is worth it."""
    battle = survey.state.battle
    if battle is None or battle.edges(survey.side)[0]:
        return None
    attacking = battle.side == survey.side
    stake = survey.gain_of(battle.defenders if attacking else battle.attackers)
    own = survey.cost_of(battle.attackers if attacking else battle.defenders)
    attack, defence = totals(survey.state, battle)
    ratio = attack / max(defence, 1)
    useful = 0.6 <= ratio < 4 if attacking else 1.0 <= ratio < 6
    if not useful or stake + own < 2 * STAKE:
        return None
    double = [action for action in plays if action.use == "double"]
    return Choice((double or plays)[0], "The odds of a big fight change for the better.")


def _spectrum(survey: Survey, plays: list[PlayChit]) -> Choice | None:
    """31.1a  Seven points on average for a pair that has no better use."""
    low = survey.state.index[survey.enemy] <= 24
    reason = "The enemy may fall." if low else "Seven points are more than both chits bring alone."
    return Choice(plays[0], reason)
