"""Decks of cards and pools of chits: an unordered content from which chance draws only when something is drawn.

No hidden order is stored, so nobody can read one. Draws have a script and a counter of their own: they neither use up
scripted dice nor are asked of players who roll theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import blake2b

import msgspec

from common.engine.state import State


class ScriptedDraw(ValueError):
    """A draw given in advance names what cannot be drawn there."""


def pick(seed: int, count: int, size: int, purpose: bytes = b"draw") -> int:
    """The place below `size` that the `count`-th draw of `seed` takes, the same on every platform."""
    digest = blake2b(b"%b:%d:%d" % (purpose, seed, count), digest_size=8).digest()
    return int.from_bytes(digest, "big") % size


class Pool(msgspec.Struct, frozen=True):
    """What can be drawn, what lies on the discard pile (the last on top) and what is out of the game.

    Everything is named by its kind; what several cards share, they share by name. Methods give a changed pool.
    """

    content: tuple[str, ...] = ()
    discards: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    @classmethod
    def of(cls, mix: Mapping[str, int]) -> Pool:
        """A full pool with so many of each name."""
        return cls(tuple(sorted(name for name, count in mix.items() for _ in range(count))))

    def counts(self) -> dict[str, int]:
        """How many of each name can be drawn: the content, which has no order."""
        return dict(Counter(self.content))

    def take(self, *names: str) -> Pool:
        """Without these in the content, for a search of the deck or what was just drawn."""
        return msgspec.structs.replace(self, content=_without(self.content, names, "the pool"))

    def put_back(self, *names: str) -> Pool:
        """With these to be drawn again."""
        return msgspec.structs.replace(self, content=_together(self.content, names))

    def discard(self, *names: str) -> Pool:
        """With these on the discard pile, the last on top."""
        return Pool(self.content, (*self.discards, *names), self.removed)

    def reclaim(self, *names: str) -> Pool:
        """Without these on the discard pile."""
        return msgspec.structs.replace(self, discards=_without(self.discards, names, "the discard pile"))

    def reshuffle(self) -> Pool:
        """With the whole discard pile back in the content."""
        return msgspec.structs.replace(self, content=_together(self.content, self.discards), discards=())

    def remove(self, *names: str) -> Pool:
        """With these out of the game; they come from a hand, or were taken from the content or the pile before."""
        return msgspec.structs.replace(self, removed=_together(self.removed, names))


def _without(these: Sequence[str], names: Sequence[str], where: str) -> tuple[str, ...]:
    left = list(these)
    for name in names:
        if name not in left:
            raise ValueError(f"{name!r} is not in {where}")
        left.remove(name)
    return tuple(left)


def _together(these: Sequence[str], names: Sequence[str]) -> tuple[str, ...]:
    """Both in the order of their names, so that equal contents are equal whatever happened before."""
    return tuple(sorted((*these, *names)))


class PooledState(State, kw_only=True):
    """A position with pools; hands, displays and piles in front of the players are fields of the game's own state."""

    pools: dict[str, Pool] = {}
    draws: int = 0
    draw_script: tuple[str, ...] = ()

    def reseed(self, seed: int) -> None:
        super().reseed(seed)
        self.draw_script = ()

    def draw_from(self, name: str, count: int = 1, refill: bool = False) -> tuple[str, ...]:
        """Draw from a pool, fewer when it runs dry; with `refill` its discards are shuffled in when it is empty."""
        drawn: list[str] = []
        pool = self.pools[name]
        content, discards = sorted(pool.content), pool.discards
        while len(drawn) < count:
            if not content and refill:
                content, discards = sorted(discards), ()
            if not content:
                break
            drawn.append(content.pop(self._place_in(content, name)))
        self.pools[name] = Pool(tuple(content), discards, pool.removed)
        return tuple(drawn)

    def pick_of(self, names: Sequence[str], where: str = "what there is") -> str:
        """One of these by chance, such as a card out of a hand: the next scripted one, else the generator's."""
        order = sorted(names)
        return order[self._place_in(order, where)]

    def _place_in(self, order: list[str], where: str) -> int:
        """Which of these, in the order of their names, is drawn next."""
        count = self.draws
        self.draws = count + 1
        if self.draw_script:
            card, self.draw_script = self.draw_script[0], self.draw_script[1:]
            if card not in order:
                raise ScriptedDraw(f"scripted draw {card!r} is not in {where}")
            return order.index(card)
        return pick(self.seed, count, len(order))


# What is hidden, dealt again


def shuffled(names: Sequence[str], seed: int) -> list[str]:
    """These in an order that depends on the seed alone, not on the order they come in."""
    order = sorted(names)
    for last in range(len(order) - 1, 0, -1):
        other = pick(seed, last, last + 1, b"deal")
        order[last], order[other] = order[other], order[last]
    return order


def redistribute(places: Mapping[str, Sequence[str]], seed: int) -> dict[str, tuple[str, ...]]:
    """What is in these places dealt again: every place holds as many as before, every distribution is as likely."""
    order = shuffled([name for names in places.values() for name in names], seed)
    dealt: dict[str, tuple[str, ...]] = {}
    for place in sorted(places):
        size = len(places[place])
        dealt[place] = tuple(order[:size])
        del order[:size]
    return dealt


def deal_again(pool: Pool, hidden: Mapping[str, Sequence[str]], seed: int) -> tuple[Pool, dict[str, tuple[str, ...]]]:
    """A pool and the hands whose cards a side cannot see, with all unseen cards dealt again between them.

    What the side knows to be in a hand stays out of `hidden`; a face-down display is a place like a hand.
    """
    dealt = redistribute({**hidden, "": pool.content}, seed)
    return msgspec.structs.replace(pool, content=tuple(sorted(dealt.pop("")))), dealt
