"""Ground combat, step by step."""
