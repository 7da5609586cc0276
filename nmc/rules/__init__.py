"""The rules, one module per chapter of the sequence of play."""
