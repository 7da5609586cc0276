"""What an attack is worth: the first combat, and those that can follow it with the next cards."""

from __future__ import annotations

from sand_wars.bot.survey import Defense, Survey, chance_to_win

FAIR = 1.6  # the ratio from which an attack is taken at its face value
ROUNDS = 1.5  # fires of each side in a usual combat
EFFORT = 0.5  # what a card is worth that is spent on a combat
LASTING = 0.9  # how much of a fight is left for the next card of the same turn
LATER = 0.45  # how much of it is left in the next turn, when the enemy has had his
AGAIN = 2  # combats in one place that the next turn may bring
LONGEST = 6  # combats in one place that are thought of at all
HOPELESS = -5.0  # an attack without any firepower
COMES = 0.7  # how much of a force beside the place can be counted on


def attack_value(survey: Survey, force: float, space: str, origin: str = "", moving: float = 0.0) -> float:
    """What an attack with so much CV on a space is worth, on average over what may be hidden there.

    Weaker forces may follow; a stronger one would have to begin, or scouts would be sent ahead of tanks.
    """
    if not force:
        return HOPELESS
    halved = survey.sheltered(survey.enemy, space, origin)
    reserves = [cv for cv in _reserves(survey, space, origin, moving) if cv <= force]
    fight = _Fight(survey, space, halved, reserves)
    return sum(share * fight.value(force, defense) for defense, share in survey.defenses(space))


def _reserves(survey: Survey, space: str, origin: str, moving: float) -> list[float]:
    """The CV of the forces that can join with the next cards, without the one that begins, the strongest first."""
    found = list(survey.followers(space))
    if (origin, moving) in found:
        found.remove((origin, moving))
    return [cv * COMES for _, cv in found]


class _Fight:
    """A fight for one space that goes on as long as cards and hope are left."""

    def __init__(self, survey: Survey, space: str, halved: bool, reserves: list[float]) -> None:
        self._survey, self._space, self._reserves = survey, space, reserves
        self._prize = survey.value(space)
        self._shelter = 2 if halved else 1
        self._now = max(0, survey.moves - 1)
        self._then = AGAIN if survey.time_left else 0

    def value(self, force: float, defense: Defense) -> float:
        """What the fight is worth in one world: it is broken off where going on would cost more than it brings."""
        return self._combat(force, max(0.5, defense.cv), defense, 0)

    def _combat(self, force: float, against: float, defense: Defense, number: int) -> float:
        survey = self._survey
        fire = survey.supported(force, self._space) if number == 0 else force
        ratio = (force + fire) / 2 / (against * self._shelter)
        chance = chance_to_win(ratio) * min(1.0, ratio / FAIR)  # poor odds are worth less than they look
        given = min(against, survey.mean_loss(fire) * ROUNDS / self._shelter)
        fires = ROUNDS * 0.8 + defense.counterattack * 0.5
        taken = min(force, survey.mean_loss(against * (1.3 if defense.supplied else 1.0)) * fires)
        worth = chance * self._prize + given * survey.kill - taken * survey.spare - EFFORT
        if number + 1 >= min(LONGEST, 1 + self._now + self._then):
            return worth
        joining = self._reserves[number] if number < len(self._reserves) else 0.0
        lasts = LASTING if number < self._now else LATER if number == self._now else LASTING
        goes_on = self._combat(force - taken + joining, max(0.5, against - given), defense, number + 1)
        return worth + (1 - chance) * lasts * max(0.0, goes_on)
