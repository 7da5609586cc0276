"""Pictures, prints, counter sheets and reports of a game."""
