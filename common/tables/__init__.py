"""Printed tables, charts and tracks as data: lookups, modifiers and exact odds."""

from common.tables.odds import Chances, Odds, Outcome
from common.tables.table import Modifier, ResultsTable, column_limits

__all__ = ["Chances", "Modifier", "Odds", "Outcome", "ResultsTable", "column_limits"]
