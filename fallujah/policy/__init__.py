"""Heuristics of the bots, one module per side and one for what both of them weigh."""
