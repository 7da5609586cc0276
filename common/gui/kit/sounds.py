"""Short sounds of the table: made here as samples, and played by whatever the system has for it.

Each kind has its own loudness in the settings, 0 at first. A sound only ever repeats what can be seen.
"""

from __future__ import annotations

import array
import math
import random
import shutil
import sys
import wave
from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import QElapsedTimer, QProcess
from PySide6.QtWidgets import QApplication

from common.gui.kit import cache_files
from common.gui.kit.settings import Store

RATE = 22_050  # samples a second
PLAYERS = ("pw-play", "paplay", "aplay", "afplay")
APART = 80  # milliseconds between two sounds
FAILED = QProcess.ProcessError.FailedToStart
FULL = 32_000  # of 32,767: a sum of waves never overflows


class Sounds:
    """Plays sounds as loud as the settings say; without a player the system's own beep stands in."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._last, self._since = "", QElapsedTimer()
        self._deaf: set[str] = set()  # players that are there but have nothing to play on, such as no sound server
        self._running: list[QProcess] = []

    @property
    def has_loudness(self) -> bool:
        """Whether the loudness can be kept: the system's beep has its own."""
        return sys.platform == "win32" or bool(self._find_player())

    def _find_player(self) -> str:
        return next((path for path in find_players() if path not in self._deaf), "")

    def play(self, kind: str) -> None:
        """Play a sound, and do not wait for its end; of many alike at once the first is heard."""
        loudness = self.store.now.loudness.get(kind, 0)
        if loudness <= 0 or (kind == self._last and self._since.elapsed() < APART):
            return
        self._last = kind
        self._since.start()
        if not self.has_loudness:
            QApplication.beep()
            return
        file = str(self._file(kind, min(loudness, 100)))
        if sys.platform == "win32":
            import winsound

            winsound.PlaySound(file, winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT)
        else:
            self._run(file)

    def _run(self, file: str) -> None:
        """Start the first player that works; one that fails is not asked again, and the next one gets the file."""
        player = self._find_player()
        if not player:
            QApplication.beep()
            return
        process = QProcess(QApplication.instance())  # it outlives the table
        self._running.append(process)
        process.finished.connect(lambda code, _status: self._end(process, player, file, code))
        process.errorOccurred.connect(lambda error: self._end(process, player, file, 1) if error == FAILED else None)
        process.start(player, [file])

    def _end(self, process: QProcess, player: str, file: str, code: int) -> None:
        if process in self._running:
            self._running.remove(process)
            process.deleteLater()
            if code != 0:
                self._deaf.add(player)
                self._run(file)

    def _file(self, kind: str, loudness: int) -> Path:
        return cache_files.make_once(f"{kind}-{loudness}.wav", lambda path: write(path, KINDS[kind](), loudness))


def find_players() -> list[str]:
    """The programs of this system that play a sound file, the best first."""
    return [path for name in PLAYERS if (path := shutil.which(name))]


def write(path: Path, wave_form: Iterable[float], loudness: int) -> None:
    """Write samples between -1 and 1 as a sound file; loudness is heard by its square."""
    gain = FULL * (loudness / 100) ** 2
    samples = array.array("h", (int(gain * max(-1.0, min(1.0, sample))) for sample in wave_form))
    if sys.byteorder == "big":
        samples.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())


def _dice() -> list[float]:
    """Two dice on wood: knocks that come closer together and die away."""
    knocks, gap, when = [], 0.11, 0.0
    for number in range(8):
        knocks.append((when, 0.8 * 0.8**number, 900.0 + 260.0 * (number % 3)))
        when += gap
        gap *= 0.78
    return _knocks(knocks, 0.6)


def _counter() -> list[float]:
    """A counter is set down."""
    return _knocks([(0.0, 0.7, 420.0)], 0.12)


def _seat() -> list[float]:
    """Two soft tones, the second higher: somebody else sits down."""
    length = int(0.5 * RATE)
    tones = ((0.0, 523.25), (0.16, 659.25))
    return [sum(_tone(n / RATE - start, pitch) for start, pitch in tones) for n in range(length)]


def _tone(t: float, pitch: float) -> float:
    if t < 0:
        return 0.0
    return 0.45 * min(1.0, t / 0.01) * math.exp(-7 * t) * math.sin(math.tau * pitch * t)


def _knocks(knocks: list[tuple[float, float, float]], seconds: float) -> list[float]:
    """Short damped strokes: a pitch with noise over it."""
    chance, samples = random.Random(1862), [0.0] * int(seconds * RATE)
    for start, strength, pitch in knocks:
        first = int(start * RATE)
        for n in range(first, min(len(samples), first + int(0.07 * RATE))):
            t = (n - first) / RATE
            noise = chance.uniform(-0.5, 0.5)
            samples[n] += strength * math.exp(-70 * t) * (0.6 * math.sin(math.tau * pitch * t) + noise)
    return samples


KINDS: dict[str, Callable[[], list[float]]] = {"dice": _dice, "counters": _counter, "seat": _seat}
