"""One-line positions of Operation Serval, and short ways of playing the usual sequences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from common.engine import Game, Match, Step, load_game
from operation_serval.rules.losses import company_sets
from operation_serval.rules.sequence import ActionStep, EndOfTurn
from operation_serval.rules.setup_places import home
from operation_serval.state import COALITION, ISLAMIST, TASK_FORCE_BOX, ServalState, Unit

BAMAKO, TIMBUKTU, GAO, KIDAL, MOPTI, SEGOU, KOULIKORO, KAYES, SIKASSO = (
    "1233",
    "2323",
    "2924",
    "3218",
    "2029",
    "1631",
    "1333",
    "0529",
    "1737",
)
DIABALY, NIONO, KONNA, LERE, DOUENTZA, ANSONGO, MENAKA, TESSALIT, SAN = (
    "1628",
    "1629",
    "2127",
    "1925",
    "2327",
    "3026",
    "3425",
    "3114",
    "1832",
)
FAR = "2107: aq_guer_1; 1233: ml_pg"  # so that neither side has won already


@cache
def game() -> Game:
    """The game, read once."""
    return load_game("operation_serval")


def arrange(
    text: str = FAR,
    side: str = COALITION,
    scenario: str = "scenario_1",
    turn: int = 3,
    intervention: bool = True,
    c2p: tuple[int, int] = (6, 6),
    drawn: Mapping[str, Iterable[str]] | None = None,
    sharia: Iterable[str] = (),
    options: Mapping[str, bool] | None = None,
    initiative: str = COALITION,
    dice: Iterable[int] = (),
    draws: Iterable[str] = (),
    steps: Iterable[Step] = (),
    **fields: object,
) -> Match:
    """A match at a side's action step: '2924: mj_tech_1 mj_base_1*; algeria_sa: aq_tech_2', where * is disrupted.

    Counters that are not named lie in their boxes; c2p are the Islamists' and the Coalition's; `steps` come first.
    """
    match = game().new_match(scenario, options={"fog_of_war": False, **(options or {})}, dice=dice, draws=draws)
    state: ServalState = match.state
    state.turn, state.initiative, state.playing = turn, initiative, True
    state.intervention = turn if intervention else 0
    state.airlift = 4 if intervention else 0
    state.c2p = dict(zip((ISLAMIST, COALITION), c2p, strict=True))
    state.sharia = frozenset(sharia)
    for which, kinds in (drawn or {}).items():
        state.drawn = {**state.drawn, which: tuple(sorted(kinds))}
        state.pools[which] = state.pools[which].take(*kinds)
    for id_ in state.data.order:
        state.put(Unit(id_, home(state, id_)))
    put(match, text)
    state.flow = [EndOfTurn(), ActionStep(side), *reversed(list(steps))]
    for name, value in fields.items():
        setattr(state, name, value)
    match._settle()
    match.tell()
    return match


def put(match: Match, text: str) -> None:
    """Put counters into places; the companies of a task force go to the task force box."""
    state: ServalState = match.state
    for part in filter(None, map(str.strip, text.split(";"))):
        place, _, names = part.partition(":")
        for name in names.split():
            id_ = name.rstrip("*")
            state.put(Unit(id_, place.strip(), name.endswith("*")))
            if id_ in state.data.task_force_ids and place.strip() != TASK_FORCE_BOX:
                box = [u.id for u in state.own(COALITION, state.data.contingents[state.counter(id_).contingent].box)]
                for company in next(company_sets(state, id_, box)):
                    state.put(Unit(company, TASK_FORCE_BOX))


def at(match: Match, id_: str) -> str:
    """Where a counter is."""
    place: str = match.state.units[id_].at
    return place


def worn(match: Match, id_: str) -> bool:
    """Whether a counter is disrupted."""
    return bool(match.state.units[id_].disrupted)


def points(match: Match) -> tuple[int, int]:
    """The C2P of the Islamists and of the Coalition."""
    return match.state.c2p[ISLAMIST], match.state.c2p[COALITION]


def fresh(scenario: str = "scenario_1", seed: int = 1, dice: Iterable[int] = (), **options: bool) -> Match:
    """A new match with the ready-made set-up."""
    return game().new_match(scenario, seed, {"quick_start": True, **options}, dice=dice)
