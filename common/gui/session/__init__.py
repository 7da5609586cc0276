"""A game at the table without its widgets: seats, plays, taking back, bots and selection."""
