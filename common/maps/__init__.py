"""Hex, area and point-to-point maps: load, query, check, draw — without Qt."""

from common.maps.gamemap import GameMap
from common.maps.load import load_map, read_map
from common.maps.model import Box, Label, Line, Link, Region, Space
from common.maps.reach import Costs, Reach

__all__ = [
    "Box", "Costs", "GameMap", "Label", "Line", "Link", "Reach", "Region", "Space", "load_map", "read_map",
]  # fmt: skip
