"""Batches of games: random playouts with checks, bots against bots, long soaks."""
