"""12-17  The Insurgents by the book: procedures and priorities for solitaire play."""
