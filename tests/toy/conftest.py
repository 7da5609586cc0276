"""The toy game is found by its name in these tests."""

from common.engine import register_game

register_game("toy", "tests.toy")
