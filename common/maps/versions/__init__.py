"""A map against another one, and through its history in git."""
