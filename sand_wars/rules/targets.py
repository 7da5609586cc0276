"""R47, R55, R57  What can be attacked in a space; hidden blocks are named only by what everybody sees of them.

A target is the id of an open piece, or what is seen with its space: `block@oujda`, `hq@oujda`, `hq_down@oujda`,
`resource@oujda`; a block or HQ that is seen to be disrupted is `hurt_block@oujda` and so on.
"""

from __future__ import annotations

from collections.abc import Iterable

from common.engine import Side
from sand_wars.rules.control import settle
from sand_wars.rules.forces import disrupt, eliminate
from sand_wars.state import ENEMY, MOROCCO, Block, SandState, of_the_place, of_the_works

OPEN = ("guards", "guerrilla", "camp", "base", "fort", "resource_marker")
INSTALLATIONS = ("base", "fort", "resource_marker")
STURDY = ("guards", "fort", "resource_marker")  # disrupted where others are eliminated
ORDER = ("none", "disrupted", "aborted", "eliminated")
CLASSES = {
    "block": "a block",
    "hq": "a stood-up HQ",
    "hq_down": "a face-down HQ",
    "hurt_block": "a disrupted block",
    "hurt_hq": "a disrupted stood-up HQ",
    "hurt_hq_down": "a disrupted face-down HQ",
    "resource": "the resource",
}


def belongs_to(state: SandState, side: Side, piece: Block) -> bool:
    """Whether a piece serves a side now; a captured base serves its captor."""
    return (state.data.counters[piece.id].side == side) != piece.captured


def class_of(state: SandState, piece: Block) -> str:
    """What everybody sees of a detached block or HQ: its size, whether it stands, whether it is disrupted."""
    kind = "block" if state.data.counters[piece.id].hq is None else "hq" if piece.up else "hq_down"
    return f"hurt_{kind}" if piece.disrupted else kind


def targets_in(state: SandState, side: Side, space: str) -> tuple[str, ...]:
    """R47  The targets of a side in a space for raids, SOF and terror attacks."""
    return (_revealed_targets if state.is_shown(ENEMY[side], space) else _targets)(state, side, space)


@of_the_place
def _targets(state: SandState, side: Side, space: str) -> tuple[str, ...]:
    """The targets while the blocks in the space are hidden."""
    return _find_targets(state, side, space, revealed=False)


@of_the_place
def _revealed_targets(state: SandState, side: Side, space: str) -> tuple[str, ...]:
    """The targets while the blocks that are attacked lie open."""
    return _find_targets(state, side, space, revealed=True)


def _find_targets(state: SandState, side: Side, space: str, revealed: bool) -> tuple[str, ...]:
    """Open pieces, then classes of hidden ones in an order of their own, which tells nothing of who they are."""
    found: list[str] = []
    classes = {"resource"} if space in state.data.resource and state.data.home[space] == ENEMY[side] else set()
    theirs = [piece for piece in state.at(ENEMY[side], space) if not piece.captured]
    theirs += [piece for piece in state.index.by_space[space][2 + (side == MOROCCO)] if piece.captured]  # Bases
    counters, occupying = state.data.counters, state.data.occupying
    for piece in theirs:
        if counters[piece.id].code in OPEN or (revealed and piece.id in occupying):
            found.append(piece.id)
        elif not piece.hq and piece.id in occupying:
            classes.add(class_of(state, piece))
    return (*found, *[f"{kind}@{space}" for kind in CLASSES if kind in classes])


@of_the_place
def installations_in(state: SandState, side: Side, space: str) -> tuple[str, ...]:
    """R57  The strategic targets of a side in a space."""
    targets = _targets(state, side, space)  # whether blocks are revealed makes no difference
    return tuple([t for t in targets if t.startswith("resource@") or ("@" not in t and state.code(t) in INSTALLATIONS)])


def with_targets(state: SandState, side: Side, spaces: Iterable[str]) -> list[str]:
    """R47  Those of the spaces that might have targets of a side: an enemy piece, or something built or printed."""
    by_space, owner, places = state.index.by_space, side == MOROCCO, spaces_with_installations(state, side)
    return [s for s in spaces if s in places or by_space[s][1 - owner] or by_space[s][3 - owner]]


def has_target(state: SandState, side: Side, spaces: Iterable[str]) -> bool:
    """R47  Whether a side has a target in any of the spaces."""
    by_space, owner, places = state.index.by_space, side == MOROCCO, spaces_with_installations(state, side)
    for space in spaces:
        groups = by_space[space]
        if (groups[1 - owner] or groups[3 - owner] or space in places) and targets_in(state, side, space):
            return True
    return False


@of_the_works
def spaces_with_installations(state: SandState, side: Side) -> dict[str, None]:
    """R57  The spaces that might have strategic targets of a side, in the order of the map."""
    pieces = (*state.works(ENEMY[side], *INSTALLATIONS), *state.works(side, "base"))
    places = {*state.data.resources_of[ENEMY[side]], *[piece.at for piece in pieces]}
    return dict.fromkeys(sorted(places, key=state.data.grouping.number.__getitem__))


def place_of(state: SandState, target: str) -> str:
    """The space a target is in."""
    _, at, space = target.partition("@")
    return space if at else state.pieces[target].at if target in state.pieces else ""


def seen_place_of(state: SandState, target: str) -> str:
    """The space of a target that anybody can see; of a hidden block nothing is told, wherever it is."""
    _, at, space = target.partition("@")
    if at:
        return space
    return state.pieces[target].at if target in state.pieces and state.code(target) in OPEN else ""


def name_of_target(state: SandState, target: str) -> str:
    """A target in words that give nothing away."""
    kind, at, space = target.partition("@")
    if not at:
        return f"the {state.facts(target).name} in {state.title(state.pieces[target].at)}"
    return f"{CLASSES[kind]} in {state.title(space)}"


def is_disrupted(state: SandState, target: str) -> bool:
    """Whether an open target or resource is disrupted already (DIS.11)."""
    kind, at, space = target.partition("@")
    if not at:
        return state.pieces[target].disrupted
    return kind.startswith("hurt_") or (kind == "resource" and space in state.wrecked)


def is_sturdy(state: SandState, target: str) -> bool:
    """R55, TBL.4  Whether a target is disrupted where others are eliminated: HQs, Guards, Forts and resources."""
    if target in state.pieces:
        return state.facts(target).hq is not None or state.code(target) in STURDY
    return target.removeprefix("hurt_").partition("@")[0] in ("hq", "hq_down", "resource")


def effect_on(state: SandState, target: str, result: str) -> str:
    """What a result of the impact table does to a target as it stands now (INTD.7, DIS.11)."""
    result = "disrupted" if result == "eliminated" and is_sturdy(state, target) else result
    return "none" if result == "disrupted" and is_disrupted(state, target) else result


def pick_target(state: SandState, side: Side, target: str) -> str:
    """The piece that is really attacked: chance picks among hidden blocks that look alike; a resource is its space."""
    kind, at, space = target.partition("@")
    if not at:
        return target if state.pieces[target].at in state.data.names else ""
    if kind == "resource":
        return space
    loose = [piece for piece in state.ground(ENEMY[side], space) if not piece.hq and state.facts(piece.id).is_block]
    alike = [piece.id for piece in loose if class_of(state, piece) == kind]
    if not alike:  # an event may have disrupted them, or put them right, since they were named
        plain = kind.removeprefix("hurt_")
        alike = [piece.id for piece in loose if class_of(state, piece).removeprefix("hurt_") == plain]
    return state.pick_of(alike, target) if alike else ""


def worst(results: list[str]) -> str:
    """The worst single result among the dice rolled at one target."""
    return max(results, key=ORDER.index, default="none")


def strike_unconventional(state: SandState, side: Side, target: str, dice: tuple[int, ...], rule: str) -> None:
    """TBL.4  Read the unconventional row for an attack of a side and apply the worst result; call it last."""
    row = state.data.tables.impact.rows["unconventional"]
    hit(state, side, pick_target(state, side, target), worst([row[die - 1] for die in dice]), rule)


def hit(state: SandState, side: Side, id_: str, result: str, rule: str) -> None:
    """Apply a result to a piece, or to the resource of a space."""
    if result == "none" or not id_:
        state.note("The attack has no effect.", rule)
        return
    if effect_on(state, f"resource@{id_}" if id_ in state.data.names else id_, result) == "none":
        state.note("The target was already disrupted: no further effect.", rule, "DIS.11")
        return
    if id_ in state.data.names:
        wreck(state, id_, rule)
        return
    place = state.pieces[id_].at
    if result == "eliminated" and not is_sturdy(state, id_):
        eliminate(state, id_, rule)
        settle_all(state, place)
    else:
        disrupt(state, id_, rule)


def wreck(state: SandState, space: str, rule: str) -> None:
    """DIS.9  The printed resource of a space is disrupted."""
    if space not in state.wrecked:
        state.wrecked |= {space}
        state.note(f"The resource of {state.title(space)} is disrupted.", rule, "DIS.9", places=(space,))


def settle_all(state: SandState, space: str) -> None:
    """Settle a space unless a combat goes on there, which settles it at its end."""
    if state.battle is None or state.battle.space != space:
        settle(state, space)
