"""The method of all benchmarks: ours and the peer in turn, the median of the ratios with its quartiles, and a bar."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from statistics import median, quantiles
from time import get_clock_info, perf_counter, process_time
from typing import Any, TypeVar

import msgspec

# own processor time where it is fine enough, because a busy machine disturbs the wall clock
CLOCK = process_time if get_clock_info("process_time").resolution < 1e-6 else perf_counter


T = TypeVar("T")


class Extent(IntEnum):
    """How much is measured: just enough to see that it runs, less for a quick look, or all."""

    LEAST, QUICK, FULL = range(3)

    def of(self, least: T, quick: T, full: T) -> T:
        """What goes with it."""
        return (least, quick, full)[self]


class Row(msgspec.Struct, frozen=True):
    """One measurement: a ratio with its quartiles and the bar it has to pass."""

    code: str
    name: str
    ratio: float
    low: float
    high: float
    bar: float
    at_most: bool = False

    @property
    def passed(self) -> bool:
        """Whether the bar is met."""
        return self.ratio <= self.bar if self.at_most else self.ratio >= self.bar

    def __str__(self) -> str:
        sign = "<=" if self.at_most else ">="
        verdict = "pass" if self.passed else "FAIL"
        span = f"({self.low:.2g}-{self.high:.2g})"
        return f"{self.code} {self.name}: {self.ratio:.2g} {span}, bar {sign} {self.bar:g}, {verdict}"


def rates(code: str, name: str, ours: Callable[[], float], peer: Callable[[], float], bar: float, rounds: int) -> Row:
    """Both functions return work per second; the ratio is ours by the peer's, rounds taken in turn."""
    ours(), peer()
    ratios = [ours() / peer() for _ in range(rounds)]
    low, _, high = quantiles(ratios, n=4)
    return Row(code, name, median(ratios), low, high, bar)


def timed(work: Callable[[], Any]) -> float:
    """Seconds a piece of work takes."""
    start = CLOCK()
    work()
    return CLOCK() - start


def speed(work: Callable[[], int], seconds: float) -> float:
    """Units of work per second, repeating the work for at least so long, and doing it once in any case."""
    done, start, spent = 0, CLOCK(), 0.0
    while not done or spent < seconds:
        done += work()
        spent = CLOCK() - start
    return done / spent
