"""How the game looks and is handled: every action has a gesture, every drop a plan or a reason."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from common.engine import IllegalAction, Match, Seat, load_game
from common.tabletop import Chart, Piece, Target
from common.tabletop.plans import draft
from fallujah import actions as act
from fallujah.rules.advantage import Window
from fallujah.state import COALITION, FORCE_POOL, INSURGENT, RESERVE, Battle
from fallujah.table import FallujahTable, open_table
from fallujah.table.drops import UNINTERRUPTED
from fallujah.table.faces import ADVANTAGE, FIRE_MISSION
from fallujah.view import known_position
from tests.asking import step

from .positions import ALIAS, arrange, fight, game, inflict, u
from .positions import act as play


def table() -> FallujahTable:
    return open_table(game())


def seat(match: Match) -> Seat:
    """The place of the side that decides, or an onlooker's."""
    return Seat(match, match.to_act)


def positions(seed: int, scenario: str, most: int, every: int) -> Iterator[Match]:
    """Positions of a random game; activations go on a while, so that all kinds of steps are seen."""
    chance = random.Random(seed)
    match = load_game("fallujah").new_match(scenario=scenario, seed=seed)
    for count in range(most):
        if match.to_act is None:
            return
        legal = match.legal()
        if count % every == 0 or step(match) not in {"PlaceFedayeen", "Regroup"}:
            yield match
        lively = [a for a in legal if not isinstance(a, (act.Pass, act.EndImpulse, act.Done))]
        match.play(chance.choice(lively if lively and chance.random() < 0.93 else legal))


GAMES = [(1, "phantom_fury"), (2, "phantom_fury"), (3, "solitaire")]


@pytest.mark.parametrize(("seed", "scenario"), GAMES)
def test_every_legal_action_has_a_gesture_of_its_own(seed: int, scenario: str) -> None:
    """A label, a rule, and no two actions that look the same."""
    known = {clause.id for clause in game().clauses}
    seen: set[str] = set()
    for match in positions(seed, scenario, 500, 9):
        here = set(match.game.data.map.spaces)
        asking = seat(match)
        gestures = [table().gesture(asking, action) for action in match.legal()]
        assert len({(g.label, g.space, g.piece) for g in gestures}) == len(gestures)
        for g in gestures:
            assert g.label and g.rule, g
            assert any(clause.startswith(g.rule) for clause in known), g.rule
            assert not g.space or g.space in here
            assert not g.piece or g.piece in match.state.units
            seen.add(type(g.action).__name__)
        keys = [g.key for g in gestures if g.key]
        assert len(keys) == len(set(keys))
    assert len(seen) > (12 if scenario == "phantom_fury" else 5)


@pytest.mark.parametrize(("seed", "scenario"), GAMES)
def test_a_drop_is_a_plan_or_a_refusal_never_neither(seed: int, scenario: str) -> None:
    """Where lift() has no target, refuse() names a rule; where it has one, it does not, and the plan begins legally."""
    chance = random.Random(seed)
    tab = table()
    for match in positions(seed + 50, scenario, 420, 20):
        view = match.view(None)
        shown = [piece.id for piece in tab.pieces(view)]
        places = [*match.game.data.map.spaces, *match.game.data.map.boxes]
        movable = [piece.id for piece in tab.pieces(view) if piece.movable]
        for chosen in (chance.sample(shown, 1), chance.sample(movable, 1) if movable else [], chance.sample(shown, 3)):
            if not chosen:
                continue
            targets = {target.space: target for target in tab.lift(seat(match), chosen)}
            for space in chance.sample(places, 12) + list(targets)[:6]:
                refusal = tab.refuse(seat(match), chosen, space)
                assert (refusal is None) == (space in targets), (step(match), chosen, space, refusal)
                assert refusal is None or (refusal.rule and refusal.why)
            for target in list(targets.values())[:4]:
                assert target.label and match.why_not(target.plan[0]) is None


@pytest.mark.parametrize("seed", [5, 6])
def test_plans_play_as_promised(seed: int) -> None:
    """A plan is stopped, if at all, only where dice, a Reaction or another decision came in between."""
    chance = random.Random(seed)
    tab = table()
    tried = 0
    for match in positions(seed, "phantom_fury", 500, 25):
        movable = [piece.id for piece in tab.pieces(match.view(None)) if piece.movable and piece.side == match.to_act]
        if not movable:
            continue
        for target in tab.lift(seat(match), chance.sample(movable, 1))[:3]:
            copy = match.clone(seed=chance.randrange(99))
            rolls, actor = copy.state.rolls, copy.to_act
            for action in target.plan:
                before = step(copy)
                try:
                    copy.play(action)
                except IllegalAction:
                    assert copy.state.rolls != rolls or copy.to_act != actor or before != step(copy), target
                    break
            tried += 1
    assert tried > 60


@pytest.mark.parametrize(("seed", "scenario"), GAMES)
def test_everything_shown_is_whole(seed: int, scenario: str) -> None:
    """Pieces, charts, sections and overlays at any moment; every counter once, and in a place that exists."""
    tab = table()
    known = set(game().data.map.spaces) | set(game().data.map.boxes)
    for match in positions(seed + 9, scenario, 300, 40):
        view = match.view(match.to_act)
        pieces = tab.pieces(view)
        assert len({piece.id for piece in pieces}) == len(pieces) == len(match.state.units) + 2
        assert all(piece.space in known and piece.name and piece.face.symbol for piece in pieces)
        assert all(marker.space in known and marker.title for marker in tab.markers(view))
        for chart in (*tab.charts(view), tab.forces(view)):
            assert chart.source and all(len(row) == len(chart.columns) for row in chart.rows), chart.id
            assert all(row < len(chart.rows) and column < len(chart.columns) for row, column in chart.live)
        for overlay in tab.overlays(view):
            assert set(overlay.spaces.values()) <= {category for category, _, _ in overlay.legend}
        for track in tab.tracks(view):
            assert all(0 <= at < len(track.boxes) for at, _, _ in track.tokens)
        assert sum(phase.state == "now" for phase in tab.sequence(view)) == 1
        assert all(stat.label and stat.value for stat in tab.stats(view))
        assert tab.victory(view) and not match.is_secret


def test_every_space_box_and_piece_can_be_asked_about() -> None:
    tab, match = table(), arrange("42: inf1 tank1- C1 F1!; 43: M1")
    view = match.view(None)
    for space in (*game().data.map.spaces, *game().data.map.boxes):
        assert tab.about_space(view, space), space
    for piece in tab.pieces(view):
        assert tab.about_piece(view, piece.id), piece.id
    assert not tab.about_piece(view, "nobody")


def test_every_rule_quoted_is_a_rule_of_the_game() -> None:
    """Links in charts, facts, tracks and the sequence of play lead to a clause."""
    tab, match = table(), arrange("42: inf1 tank1- C1 F1!; 43: M1; 36: lar1", solitaire=True, resistance="42")
    view = match.view(None)
    spaces = [section for space in (*game().data.map.spaces, *game().data.map.boxes)
              for section in tab.about_space(view, space)]  # fmt: skip
    pieces = [section for piece in tab.pieces(view) for section in tab.about_piece(view, piece.id)]
    quoted = {row.rule for section in (*spaces, *pieces, *tab.victory(view)) for row in section.rows}
    quoted |= {phase.rule for phase in tab.sequence(view)} | {track.rule for track in tab.tracks(view)}
    for chart in (*tab.charts(view), tab.forces(view)):
        quoted.add(chart.rule)
        quoted |= set(chart.rules)
    single = {part.strip() for rule in quoted for part in rule.split(",") if part.strip()}
    assert not {rule for rule in single if not game().clauses_of(rule)}


def _piece(match: Match, name: str) -> Piece:
    return next(piece for piece in table().pieces(match.view(None)) if piece.id == u(name))


def test_counters_show_what_is_printed_on_them() -> None:
    match = arrange("42: inf1 tank1- sf1 aav1 C1 F1! F2-; 43: M1")
    assert _piece(match, "inf1").face.bottom.split() == ["6", "8"]
    assert _piece(match, "inf1").face.left == "W" and _piece(match, "inf1").face.stripe
    assert _piece(match, "sf1").face.bottom.split() == ["(3)", "6"]
    spent = _piece(match, "tank1")
    assert spent.face.bottom == "" and spent.back is not None and spent.back.bottom.split() == ["+2", "9"]
    assert _light(spent.face.paper) > _light(spent.back.paper) + 60 and "dug_in" in _piece(match, "F1").badges
    assert _piece(match, "F1").face.top == "Dug In"
    assert _piece(match, "M1").face.bottom.split() == ["−1", "3"]
    assert _light(_piece(match, "F2").face.paper) > _light(_piece(match, "F1").face.paper) + 60


def _light(colour: str) -> float:
    """How light a colour is, 0 to 255, to any eye."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_the_sides_differ_without_colour() -> None:
    """Insurgents have cut corners or a thick edge, the Coalition a plain square; Spent is much lighter than Fresh."""
    edges: dict[str, set[str]] = {INSURGENT: set(), COALITION: set()}
    for piece in table().pieces(arrange("42: inf1 tank1- F1! C1 M1 C2-").view(None)):
        if piece.side:
            edges[piece.side].add(piece.face.edge)
    assert not edges[INSURGENT] & edges[COALITION]


# Drops by hand


def _targets(match: Match, *names: str) -> dict[str, Target]:
    return {target.space: target for target in table().lift(seat(match), [u(name) for name in names])}


def _refused(match: Match, names: str, space: str) -> str | None:
    refusal = table().refuse(seat(match), [u(name) for name in names.split()], space)
    return refusal.rule if refusal else None


@pytest.mark.rule("fallujah", "4.1.2c")
def test_units_are_dragged_out_of_a_zone() -> None:
    match = arrange("42: F1")
    target = _targets(match, "tank1", "inf1")["42"]
    assert target.plan == (act.Activate("NW"), act.March(u("inf1"), "42"), act.March(u("tank1"), "42"))
    assert target.label == "4 MP, attack" and target.left == "4 MP left" and target.path == ("NW", "42")
    assert _refused(match, "inf1 tank1", "42") is None
    assert _refused(match, "tank1", "42") == "6.2h"
    assert _refused(match, "sf1", "42") == "3.1b"
    assert _refused(match, "inf1", "NE") == "2.3c"
    assert _refused(match, "inf1", "51") == "2.3b"
    assert _refused(match, " ".join(n for n in ALIAS if match.state.units[u(n)].at == "NW"), "43") == "4.1.2c"


@pytest.mark.rule("fallujah", "6b")
def test_a_stack_takes_the_cheapest_way_through_free_ground() -> None:
    match = arrange("42: inf1 eng1; 41: inf2; 51: C1", held="45 43 44 47 46 40")
    target = _targets(match, "inf1", "eng1")["46"]
    assert target.path[0] == "42" and target.path[-1] == "46" and len(target.path) == 3
    assert target.label == "2 MP" and target.left == "5 MP left"
    match = play(match, *target.plan)
    assert {match.state.units[u(name)].at for name in ("inf1", "eng1")} == {"46"}


@pytest.mark.rule("fallujah", "6.2i")
def test_out_of_contact_the_way_leads_through_a_free_area() -> None:
    match = arrange("42: inf1 F1; 45: F2", held="41")
    assert _targets(match, "inf1")["45"].path == ("42", "41", "45")
    assert _refused(match, "inf1", "43") == "6.2i"


@pytest.mark.rule("fallujah", "6.1g")
def test_a_way_too_long_is_refused_where_the_points_run_out() -> None:
    match = arrange("18: inf1; 2: F1", only="2")
    assert _refused(match, "inf1", "2") == "6.1g"
    assert "2" not in _targets(match, "inf1")


@pytest.mark.rule("fallujah", "7.2a")
def test_units_put_down_where_they_stand_attack() -> None:
    match = arrange("42: inf1 tank1 eng1 F1")
    target = _targets(match, "tank1", "inf1")["42"]
    assert target.plan[:2] == (act.Activate("42"), act.Attack("42")) and target.label == "attack here, 2 MP"
    match = play(match, *target.plan)
    assert step(match) == "AttackPlan" and set(match.state.step.chosen) == {u("inf1"), u("tank1")}
    assert _refused(arrange("42: tank1 F1", check=False), "tank1", "42") is not None


@pytest.mark.rule("fallujah", "7.4b")
def test_the_fire_mission_marker_is_dragged_to_its_target() -> None:
    match = arrange("42: F1; 51: F2")
    assert [t.space for t in table().lift(seat(match), [FIRE_MISSION])] == ["42"]
    assert _refused(match, FIRE_MISSION, "51") == "7.4b"
    assert _refused(match, FIRE_MISSION, "43") == "4.1.2g"
    assert _refused(match, ADVANTAGE, "43") == "10.2a"
    assert _refused(match, "m_scc", "43") == "7.2.3a"


@pytest.mark.rule("fallujah", "4.1.1e")
def test_militia_are_dragged_out_of_the_pool() -> None:
    match = arrange("42: C1 C2; 43: C3-", to=INSURGENT)
    first = match.state.insurgents(FORCE_POOL)[0].id
    (target,) = table().lift(seat(match), [first])
    assert target.space == "42" and target.plan == (act.Organize("42", 2),) and target.label == "2 Militia"
    assert _refused(match, first, "43") == "4.1.1e"


@pytest.mark.rule("fallujah", "11.1c")
def test_fedayeen_are_dragged_from_their_box() -> None:
    match = game().new_match(seed=1)
    movable = [piece.id for piece in table().pieces(match.view(INSURGENT)) if piece.movable]
    assert movable == [match.state.insurgents(RESERVE)[0].id]
    assert len(table().lift(seat(match), movable)) == 51
    for _ in range(2):
        match.play(act.Place("40"))
    assert _refused(match, match.state.insurgents(RESERVE)[0].id, "40") == "11.1c"
    assert _refused(match, "inf1", "42") == "11.1c"


@pytest.mark.rule("fallujah", "4.1.3e")
def test_in_a_reaction_units_slip_away_and_cadre_raise_militia() -> None:
    match = play(arrange("42: C1 F1; 45: C2"), act.Activate("NW"), act.March(u("inf1"), "42"))
    assert step(match) == "Reaction"
    assert _targets(match, "F1")["43"].plan == (act.SlipAway("F1", "43"),)
    assert _targets(match, "C2")["42"].plan == (act.Rally("C2", "42"),)
    assert _refused(match, "C2", "43") == "4.1.3h"
    assert _refused(match, "F1", "51") == "2.2a"
    militia = match.state.insurgents(FORCE_POOL)[0].id
    assert {target.space for target in table().lift(seat(match), [militia])} == {"42", "45"}
    assert _refused(match, militia, "43") == "4.1.3h"
    own = [table().gesture(seat(match), a) for a in match.legal() if a == act.Rally("C1", "42")]
    assert own[0].piece == "C1" and own[0].space == ""


@pytest.mark.rule("fallujah", "4.2a")
def test_units_regroup_by_hand() -> None:
    match = arrange("42: inf1; 51: C1", held="43", to="regroup")
    if match.to_act == INSURGENT:
        match.play(act.Done())
    assert _targets(match, "inf1")["43"].plan == (act.Shift(u("inf1"), "43"),)
    assert _refused(match, "inf1", "41") == "4.2h"
    assert _refused(match, "inf1", "NW") == "4.2d"
    assert _refused(match, "inf1", "42") == "4.2a"


@pytest.mark.rule("fallujah", "6.3.1a")
def test_a_scout_is_dragged_back() -> None:
    match = play(arrange("42: M1; 45: C1", pool=40), act.Activate("NW"), act.March(u("lar1"), "42"))
    play(match, act.Rally("C1", "42"))
    if step(match) == "Reaction":
        play(match, act.Done())
    assert step(match) == "Scout"
    assert _targets(match, "lar1")["NW"].plan == (act.Withdraw(True),)
    assert _refused(match, "lar1", "41") == "6.3.1a"


@pytest.mark.rule("fallujah", "4.1.2c")
def test_a_pile_too_large_is_told_how_many_of_it_can_go() -> None:
    match = arrange("", impulse=0, turn=1)
    zone = sorted((n for n in ALIAS if match.state.units[u(n)].at == "NW"), key=lambda n: not n.startswith("inf"))
    refusal = table().refuse(seat(match), [u(name) for name in zone[:9]], "43")
    assert refusal is not None and refusal.why.startswith("8 of these 9 can go there; then 8 units have already left")
    assert _refused(match, " ".join(zone[:8]), "43") is None


@pytest.mark.rule("fallujah", "6a")
def test_a_counter_that_does_nothing_is_told_why_where_it_stands() -> None:
    match = arrange("42: inf1; 44: inf2 inf3-; 51: C1", held="43")
    match.play(act.Activate("42"))
    for name, why in (
        ("inf2", "is not activated"),
        ("inf3", "is Spent"),
        ("C1", "Cadre 1 is not a unit of the acting"),
    ):
        refusal = table().refuse(seat(match), [u(name)], match.state.units[u(name)].at)
        assert refusal is not None and why in refusal.why, refusal


def test_a_drop_sees_no_dice() -> None:
    """A plan into a Reaction by dice is drafted without throwing them."""
    match = arrange("42: C1 F1", solitaire=True, reserve=3)
    before = match.hash()
    for seed in range(8):
        plan = (act.Activate("NW"), act.March(u("inf1"), "42"))
        drafted = draft(match.clone(seed=seed).state, plan, UNINTERRUPTED)
        assert drafted.plan == plan and drafted.refusal is None
        assert drafted.state.rolls == match.state.rolls and len(drafted.state.insurgents("42")) == 2
    table().lift(seat(match), [u("inf1"), u("inf2")])
    assert match.hash() == before


# Facts that follow the game


def _chart(match: Match, name: str) -> Chart:
    return next(chart for chart in table().charts(match.view(None)) if chart.id == name)


@pytest.mark.rule("fallujah", "7.2.4d")
def test_the_charts_mark_what_applies_to_the_combat_under_way() -> None:
    match = fight(play(arrange("40: inf1 tank1 F1", advantage=COALITION), act.Activate("40")), "40", "inf1", "tank1")
    assert isinstance(match.state.step, Window)
    live = _chart(match, "coalition offense").live
    assert {row for row, _ in live} == {0, 3}
    ((row, _),) = _chart(match, "combat").live
    assert _chart(match, "combat").rows[row][0] == "+2"  # 6 + 2 against 2 + 4
    assert not _chart(match, "insurgent offense").live and not _chart(match, "fire mission").live
    assert "leader" in _piece(match, "inf1").badges and "engaged" in _piece(match, "tank1").badges
    assert any(marker.symbol == "explosion" for marker in table().markers(match.view(None)))


@pytest.mark.rule("fallujah", "7.2.4d")
@pytest.mark.parametrize(("support", "row"), [("tank1", 3), ("lar1", 4), ("tank1 lar1", 3)])
def test_only_the_best_armor_in_support_is_marked(support: str, row: int) -> None:
    force = ("inf1", *support.split())
    match = play(arrange(f"40: {' '.join(force)} F1", advantage=COALITION), act.Activate("40"))
    fight(match, "40", *force)
    assert {live for live, _ in _chart(match, "coalition offense").live} == {0, row}


@pytest.mark.rule("fallujah", "7.3.1a")
@pytest.mark.parametrize(("unit", "rows"), [("M1", {3}), ("F1", {3, 5})])
def test_the_chart_marks_where_and_who_attacks_for_the_insurgents(unit: str, rows: set[int]) -> None:
    area = next(area for area, tem in game().data.tem.items() if tem == 3)
    match = arrange(f"{area}: {unit} inf1-", to=INSURGENT, advantage=INSURGENT)
    play(match, act.Activate(area), act.Raid(unit))
    assert isinstance(match.state.step, Window)
    assert {live for live, _ in _chart(match, "insurgent offense").live} == rows
    assert not _chart(match, "coalition offense").live


def test_the_measure_names_no_single_unit() -> None:
    """A refusal that holds for a class of units speaks of the class."""
    match = arrange("51: C1")
    ways = {way.who: way for way in table().ways(match.view(COALITION), "NW", "42")}
    (block,) = ways["Coalition, units that cannot lead"].blocks
    assert block.why.startswith("such a unit cannot lead")


SEEN = ("scenario", "turn", "phase", "impulse", "active", "units", "control", "fallen", "backlash", "advantage",
        "advantage_used", "resistance", "first_roll", "battle", "mp", "entries")  # fmt: skip


@pytest.mark.parametrize(("seed", "scenario"), GAMES)
def test_what_a_view_shows_makes_the_same_position_again(seed: int, scenario: str) -> None:
    for match in positions(seed + 30, scenario, 200, 20):
        known = known_position(game().data, match.view(None))
        for name in SEEN:
            assert getattr(known, name) == getattr(match.state, name), name


def test_the_victory_page_adds_up() -> None:
    match = arrange("42: F1 C1; 36: C2", only="42 36 40", backlash=7)
    view = match.view(None)
    first = table().victory(view)[0]
    assert sum(int(row.value) for row in first.rows) == view.total == 1 + 4 + 3 + 7
    assert all(row.rule.startswith("1.1") for row in first.rows)
    areas = [row for section in table().victory(view)[2:] for row in section.rows]
    assert len(areas) == 29 and sum(row.value.startswith("1") for row in areas) == 3


def test_the_chance_of_the_end_of_the_phase() -> None:
    match = arrange("42: F1", impulse=7)
    chart = _chart(match, "end of phase")
    ((row, _),) = chart.live
    assert chart.rows[row] == ("7", "2–6", "42%")
    assert chart.rows[0][2] == "0%" and chart.rows[12][2] == "100%"


def test_what_a_casualty_point_does_is_said_before_it_is_taken() -> None:
    match = inflict("F1 C1 M1", 3, area="40")
    assert step(match) == "Losses"
    labels = {table().gesture(seat(match), action).label for action in match.legal()}
    assert labels == {"Fedayeen 1 retreats", "Cadre 1 is flipped to Spent", "Militia 1 is eliminated"}


def test_a_finished_game_refuses_every_drop() -> None:
    match = arrange("42: F1")
    match.state.battle = Battle("fire", "42")
    assert table().pieces(match.view(None))[-2].space == "42"  # the marker lies where the strike falls
    match.state.battle = None
    match.state.over(None, "Draw", "A draw.", "1.2c", {})
    assert not table().lift(seat(match), [u("inf1")]) and _refused(match, "inf1", "42") == "1.2c"
    assert table().sequence(match.view(None))
