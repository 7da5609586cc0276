"""Theme, widgets, language and settings of every window; it knows no game."""
