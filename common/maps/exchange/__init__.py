"""A map for other programs and from them."""
