"""The questions that the map editor asks."""
