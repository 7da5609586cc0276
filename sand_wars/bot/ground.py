"""Ops and Plans, C2 improvement, Admin and Special moves: what moving, attacking and planning are worth."""

from __future__ import annotations

from collections.abc import Iterable

from common.bots import Choice
from common.engine import Action
from common.engine.actions import Add, Confirm
from sand_wars.actions import (
    Activate,
    Advance,
    AttachTo,
    Board,
    Carry,
    DetachFrom,
    Drive,
    Entrain,
    Halt,
    Land,
    PlaceHq,
    RaisePlanning,
    Renew,
    StandUp,
    StopShort,
)
from sand_wars.bot.attacks import attack_value
from sand_wars.bot.survey import BIG, CALM, RESTLESS, Survey
from sand_wars.rules.admin import AdminMove
from sand_wars.rules.command import room_in, why_not_attach
from sand_wars.rules.events import garrison
from sand_wars.rules.forces import attached_units
from sand_wars.rules.marching import Marching
from sand_wars.rules.movement import has_enemy_piece, must_stop, steps_allowed, why_not_step
from sand_wars.rules.special import Lifting
from sand_wars.rules.transport import why_not_land

CHIP = 0.9  # what a chip before the war costs who does not want it
READY = 2  # PV that makes a formation ready
LEADER, GUERRILLA = "leader", "guerrilla"  # pieces that go their own ways


def leaving_cost(survey: Survey, space: str, cv: float) -> float:
    """What is lost when so much CV leaves a space."""
    state, side = survey.state, survey.side
    rest = survey.strength(side, space) - cv
    cost = 0.0
    if space in RESTLESS[side] and garrison(state, side, space) - cv < CALM <= garrison(state, side, space):
        cost += 2.5
    worth = survey.fear.get(space, 0.0) + survey.want.get(space, 0.0)
    if worth > 1 and survey.danger(space) > rest and survey.controller(space) == side:
        cost += min(6.0, worth * 0.4)
    if state.is_disputed(space) and rest <= 0:
        cost += survey.want.get(space, 0.0) * 0.5
    return cost


def arrival_value(survey: Survey, id_: str, origin: str, space: str) -> float:
    """What it is worth that a piece with all that belongs to it goes from one space to another."""
    cv, code = survey.formation_cv(id_), survey.state.code(id_)
    key = cv, code if code in (LEADER, GUERRILLA) else "", origin, space
    found = survey.arrivals.get(key)
    if found is None:
        value = _arrival(survey, cv, code == LEADER, origin, space)
        if code == GUERRILLA and survey.camp:
            value += survey.camp * (_is_new_ground(survey, space) - _leaves_nobody(survey, origin))
        value -= leaving_cost(survey, origin, cv) + crossing_cost(survey, origin, space)
        found = survey.arrivals[key] = value
    return found


def _is_new_ground(survey: Survey, space: str) -> bool:
    """Whether an insurgent who comes to a space of the enemy would be the first there, and hold it."""
    return (
        survey.data.home[space] == survey.enemy
        and not survey.bands(space)
        and not survey.state.holds(survey.enemy, space)
    )


def _leaves_nobody(survey: Survey, space: str) -> bool:
    """Whether the last insurgents of a space of the enemy would leave it."""
    return survey.data.home[space] == survey.enemy and survey.bands(space) == 1


def _arrival(survey: Survey, cv: float, leads: bool, origin: str, space: str) -> float:
    """What a force gains in the space where it arrives; a Leader alone takes nothing."""
    here = survey.strength(survey.side, space)
    if survey.state.holds(survey.enemy, space) and not leads:
        return attack_value(survey, cv + here, space, origin, cv)
    gain = 0.0 if leads else survey.value(space)
    risk = max(0.0, survey.danger(space) - cv - here) * 0.12 if gain else 0.0
    return gain + 0.5 * survey.closer(cv, origin, space) - min(risk, 2.0)


def crossing_cost(survey: Survey, *spaces: str) -> float:
    """Chips that are not wanted: towards four they bring events, towards six they bring war."""
    state = survey.state
    if state.war or not any(survey.data.home[space] == survey.enemy for space in spaces):
        return 0.0
    tracks = state.data.tables.tracks
    over = 2.0 if state.chips + 1 in (tracks.two_events, tracks.war) else 0.5 if state.chips >= tracks.war else 1.0
    return CHIP * over * (0.6 if survey.conquers else 1.0)


def best_march(survey: Survey, id_: str, left: int, moved: bool) -> tuple[float, str]:
    """The best place a piece can go to with so many steps, its next space, or here if it has moved."""
    state, side = survey.state, survey.side
    origin = state.pieces[id_].at
    best, step = (0.0 if moved else -99.0), ""
    for space in survey.data.near[origin]:
        if why_not_step(state, side, id_, origin, space) is not None:
            continue
        value = arrival_value(survey, id_, origin, space)
        stops = must_stop(state, side, origin, space) or has_enemy_piece(state, side, space)
        if left > 1 and not stops:
            for beyond in survey.data.near[space]:
                if beyond != origin and why_not_step(state, side, id_, space, beyond) is None:
                    extra = 0.5 * survey.value(space) if survey.controller(space) != side else 0.0
                    value = max(value, arrival_value(survey, id_, origin, beyond) + extra)
        if value > best:
            best, step = value, space
    return best, step


def ops_value(survey: Survey, action: Action) -> Choice | None:
    """What the functions of Ops and Plans and C2 improvement are worth."""
    state = survey.state
    match action:
        case Activate(piece):
            value, space = best_march(survey, piece, steps_allowed(state, piece), False)
            if not space:
                return Choice(action, "It has nowhere better to go.", -1.0)
            goes = "attacks" if state.holds(survey.enemy, space) else "moves"
            name = state.facts(piece).name
            return Choice(action, f"{name} {goes} toward {state.title(space)}.", value)
        case Renew(piece):
            at = state.pieces[piece].at
            value = attack_value(survey, survey.strength(survey.side, at), at)
            return Choice(action, f"The fight for {state.title(at)} can be won.", value)
        case StandUp(hq):
            return Choice(action, f"{hq} has units to lead.", _stand_up_value(survey, hq))
        case RaisePlanning(hq):
            return Choice(action, f"{hq} plans its next operation.", _planning_value(survey, hq))
        case AttachTo(hq):
            return Choice(action, f"Units join {hq}.", _attach_value(survey, hq))
        case DetachFrom(hq):
            return Choice(action, f"{hq} keeps its units together.", -1.0)
        case PlaceHq(hq, space):
            loose = _loose_cv(survey, space)
            near = survey.nearness(space)
            other = any(state.facts(p.id).hq for p in state.at(survey.side, space))
            return Choice(action, f"{state.title(space)} needs a command.", 0.0 if other else 0.12 * loose * near)
    return None


def _loose_cv(survey: Survey, space: str) -> float:
    state = survey.state
    loose = [p for p in state.ground(survey.side, space) if not p.hq and state.facts(p.id).type.attachable]
    return float(sum(piece.cv for piece in loose[:8]))


def _stand_up_value(survey: Survey, hq: str) -> float:
    at = survey.state.pieces[hq].at
    loose = _loose_cv(survey, at)
    return (0.4 + 0.25 * loose) * (0.2 + 0.8 * survey.nearness(at)) if loose >= 3 else 0.1


def _attach_value(survey: Survey, hq: str) -> float:
    state = survey.state
    fit = [p for p in state.at(survey.side, state.pieces[hq].at) if why_not_attach(state, hq, p.id) is None]
    strongest = sorted((piece.cv for piece in fit), reverse=True)[: max(0, room_in(state, hq))]
    return 0.3 * sum(strongest) * (0.3 + 0.8 * survey.nearness(state.pieces[hq].at))


def _planning_value(survey: Survey, hq: str) -> float:
    state = survey.state
    piece, units = state.pieces[hq], attached_units(state, hq)
    cv = sum(unit.cv for unit in units)
    if cv < 4:
        return 0.05
    ready = {0: 2.0, 1: 1.1, READY: 0.5}.get(piece.pv, 0.0)
    return ready * min(1.5, cv / BIG) * (0.2 + 0.9 * survey.nearness(piece.at))


def march_choice(survey: Survey, step: Marching, legal: Iterable[Action]) -> Choice | None:
    """The next space of a move that has begun, or a halt; Leaders with nothing better to do ride along."""
    legal = tuple(legal)
    carried = next((action for action in legal if isinstance(action, Carry)), None)
    cv = survey.formation_cv(step.piece)
    if carried is not None and cv >= BIG:
        return Choice(carried, "The Leader goes with the main force.", 1.0)
    left = step.left if step.moved else min(step.left, steps_allowed(survey.state, step.piece))
    best, space = best_march(survey, step.piece, left, step.moved)
    if space and Advance(space) in legal:
        return Choice(Advance(space), f"On to {survey.state.title(space)}.", best)
    if Halt() in legal:
        return Choice(Halt(), "This is the place to be.", 0.0)
    steps = [action for action in legal if isinstance(action, Advance)]
    at = survey.state.pieces[step.piece].at
    values = {a: arrival_value(survey, step.piece, at, a.space) for a in steps}
    found = max(steps, key=lambda a: values[a], default=None)
    return Choice(found, "There is no better way.", values[found]) if found else None


# Attaching


def attach_choice(survey: Survey, legal: Iterable[Action]) -> Choice:
    """The strongest units first, then confirm."""
    state = survey.state
    adds = [action for action in legal if isinstance(action, Add)]
    if adds:
        best = max(adds, key=lambda a: (state.code(a.item) == "leader", state.pieces[a.item].cv, a.item))
        return Choice(best, f"{state.facts(best.item).name} belongs to the formation.", 1.0)
    return Choice(Confirm(), "The formation is complete.", 0.0)


# Admin and Special moves


def drive_value(survey: Survey, ids: tuple[str, ...], space: str) -> float:
    """What it is worth to drive units to another friendly space."""
    state, side = survey.state, survey.side
    start = state.pieces[ids[0]].at
    cv = sum(survey.formation_cv(id_) for id_ in ids)
    closer = 0.6 * survey.closer(cv + 2, start, space)
    guard = survey.fear.get(space, 0.0)
    need = 1.0 if guard > 2 and survey.strength(side, space) < 2 else 0.0
    held = garrison(state, side, space) if space in RESTLESS[side] else CALM
    calm = 2.0 if held < CALM <= cv + held else 0.0
    return closer + need * min(1.5, guard * 0.2) + calm - leaving_cost(survey, start, cv)


def admin_value(survey: Survey, step: AdminMove, action: Action) -> Choice | None:
    """What the parts of an Admin move are worth."""
    state = survey.state
    match action:
        case Drive(space):
            value = drive_value(survey, step.units, space)
            return Choice(action, f"They are needed in {state.title(space)}.", value)
        case Entrain(piece) if not step.units:
            at = state.pieces[piece].at
            value = (survey.strongest_pull - survey.pull(at)) * 0.12 * survey.formation_cv(piece) / 3
            return Choice(action, f"{state.facts(piece).name} stands idle.", min(2.0, value))
        case Entrain(piece):
            better = state.code(piece) == "het0" or not any(state.facts(u).type.armor for u in step.units)
            return Choice(action, "Two go as well as one.", 50.0 if better else -1.0)
        case StopShort():
            return Choice(action, "Both should go the whole way.", -1.0)
    return None


def special_value(survey: Survey, action: Action, step: object) -> Choice | None:
    """What lifting a unit is worth: an undefended goal, or a resource of the enemy."""
    state = survey.state
    match action:
        case Board(piece, marker):
            best = _best_landing(survey, piece, marker)
            return Choice(action, f"{state.facts(piece).name} can be landed where it hurts.", best)
        case Land(space) if isinstance(step, Lifting):
            value = _landing_value(survey, step.piece, space)
            return Choice(action, f"The landing at {state.title(space)} is worth it.", value)
    return None


def _landing_value(survey: Survey, piece: str, space: str) -> float:
    state = survey.state
    if state.code(piece) == "base":
        return -1.0
    origin = state.pieces[piece].at
    value = arrival_value(survey, piece, origin, space)
    if not state.holds(survey.enemy, space):
        value += survey.wreck.get(space, 0.0) * 0.8
    return value


def _best_landing(survey: Survey, piece: str, marker: str) -> float:
    """The value of the best goal or resource without enemies that can be reached; home is reached on other ways."""
    state, side = survey.state, survey.side
    if state.code(piece) == "base" or survey.formation_cv(piece) == 0:
        return -1.0
    empty = {space for space, worth in survey.wreck.items() if worth} | {s for s in survey.want if survey.value(s) > 2}
    values = {
        space: _landing_value(survey, piece, space) for space in sorted(empty) if not state.holds(survey.enemy, space)
    }
    for space in sorted(values, key=lambda space: -values[space]):
        if why_not_land(state, side, piece, marker, space) is None:
            return values[space] * 0.8 - 0.3
    return -0.5
