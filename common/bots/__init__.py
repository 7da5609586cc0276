"""Players that are programs: they see one side's seat, choose among the legal actions and say why."""

from common.bots.bots import LEVELS, RULED, Bot, PolicyBot, RandomBot, levels, make_bot, play_out
from common.bots.choices import BEST, Choice, best_of
from common.bots.ranking import Policy, Standing

__all__ = [
    "BEST",
    "LEVELS",
    "RULED",
    "Bot",
    "Choice",
    "Policy",
    "PolicyBot",
    "RandomBot",
    "Standing",
    "best_of",
    "levels",
    "make_bot",
    "play_out",
]
