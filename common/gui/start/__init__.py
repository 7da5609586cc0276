"""The program: its start window, saved games, new games, demonstration and screenshots."""
