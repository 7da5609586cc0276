"""The window of a game: its map, docks, prompt bar, menus, keys and commands."""
