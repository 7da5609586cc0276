"""Charts that every game prints: results, values, modifiers, and what is live in them."""

from __future__ import annotations

from common.data import Sourced
from common.tables import ResultsTable
from common.tabletop.charts import list_chart, modifier_chart, results_chart

TABLE = ResultsTable(
    source="reconstructed",
    constraints=["more never hurts"],
    title="Fire",
    rule="9",
    die="1d6",
    first_row=0,
    columns={"1": [0, 0, 1], "2-3": [0, 1, 2], "4+": [1, 2, 3]},
    cell="hits",
)
SOURCE = Sourced(source="rulebook 8.25", constraints=["sums fit"])


def test_a_results_chart_has_a_row_for_each_die_and_marks_the_columns_of_the_strengths() -> None:
    chart = results_chart("fire", TABLE, "{row} {column} {value}", (3, 2, 9))
    assert chart.columns == ("Final die", "1", "2-3", "4+")
    assert chart.rows == (("0 or less", "0", "0", "1"), ("1", "0", "1", "2"), ("2 or more", "1", "2", "3"))
    assert chart.live == ((-1, 2), (-1, 3))  # 2 and 3 share a column
    assert chart.notes == ("Cell: hits.", "more never hurts")


def test_a_list_marks_its_live_lines_and_names_its_constraints() -> None:
    lines = (("Clear", "1", "8.11"), ("Mountain", "3", "8.13"))
    chart = list_chart("terrain", "Terrain", "8.10", SOURCE, ("Ground", "MP"), lines, (False, True), ("a note",))
    assert (chart.columns, chart.rows, chart.live) == (("Ground", "MP", "Rule"), lines, ((1, -1),))
    assert chart.notes == ("a note", "Constraint: sums fit.")
    assert chart.source == "rulebook 8.25"


def test_a_modifier_is_live_by_any_of_its_rules() -> None:
    lines = (("high morale", 1, ("9.14a", "9.14b")), ("militia", -1, ("9.11a",)), ("nothing", 0, ("9.1",)))
    chart = modifier_chart("drm", "Modifiers", "9.10", SOURCE, lines, {"9.14b", "9.1"})
    assert chart.rows == (
        ("high morale", "+1", "9.14a, 9.14b"),
        ("militia", "-1", "9.11a"),
        ("nothing", "+0", "9.1"),
    )
    assert chart.live == ((0, -1), (2, -1))
