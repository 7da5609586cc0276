"""One map with its counters, of any game; it knows no session."""
