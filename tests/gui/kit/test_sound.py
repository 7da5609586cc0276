"""U34: sounds are off at first, each kind has its own slider, and the loudness is in what is played."""

from __future__ import annotations

import array
import sys
import wave
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QSlider

from common.engine import load_game
from common.gui.kit import sounds
from common.gui.kit.settings import Store
from common.gui.kit.settings_dialog import SettingsDialog
from common.gui.kit.sounds import Sounds
from tests.gui.player import script
from tests.gui.waiting import rest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the player here is a shell script")


@pytest.fixture
def heard(tmp_path: Path, monkeypatch) -> Path:
    """A system whose player of sounds copies what it is given into this folder."""
    tools, ears = tmp_path / "tools", tmp_path / "ears"
    tools.mkdir()
    ears.mkdir()
    player = tools / "paplay"
    player.write_text(f'#!/bin/sh\ncp "$1" "{ears}/part"\nmv "{ears}/part" "{ears}/$(basename "$1")"\n')
    player.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    monkeypatch.setattr(sounds, "PLAYERS", ("paplay",))
    return ears


def loudest(path: Path) -> int:
    with wave.open(str(path)) as file:
        samples = array.array("h", file.readframes(file.getnframes()))
    return max(abs(sample) for sample in samples)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.glob("*.wav")}


def test_nothing_is_heard_before_it_is_wanted(lay, store: Store, heard: Path, qtbot) -> None:
    table = lay()
    table.session.drop_curtain()
    table.session.lift_curtain()
    store.set(loudness={"seat": 40})
    table.session.drop_curtain()
    qtbot.waitUntil(lambda: bool(names(heard)))
    assert names(heard) == {"seat-40.wav"}


def test_dice_are_heard_as_loud_as_their_slider_says(lay, store: Store, heard: Path, qtbot) -> None:
    """Half the slider is a quarter of the height of the wave; counters and seats stay silent."""
    dialog = SettingsDialog(store)
    qtbot.addWidget(dialog)
    dice = next(s for s in dialog.findChildren(QSlider) if s.accessibleName().startswith("Dice"))
    assert dice.value() == 0
    listen = dice.parentWidget().findChild(QPushButton)
    assert not listen.isEnabled()
    for loudness in (100, 50):
        dice.setValue(loudness)
        rest(sounds.APART)
        listen.click()
        qtbot.waitUntil(lambda wanted=f"dice-{loudness}.wav": wanted in names(heard))
    assert store.now.loudness == {"dice": 50}
    whole, half = loudest(heard / "dice-100.wav"), loudest(heard / "dice-50.wav")
    assert whole > 10_000
    assert half == pytest.approx(whole / 4, rel=0.01)


def test_a_counter_set_down_and_a_roll_sound_different(lay, store: Store, heard: Path, qtbot) -> None:
    store.set(loudness=dict.fromkeys(("dice", "counters"), 80))
    table = lay(match=load_game("fallujah").new_match("phantom_fury", 1))
    for action in script("fallujah", "phantom_fury", 1, 9, 0.0, most=60):
        table.session.play(action)
    qtbot.waitUntil(lambda: names(heard) == {"dice-80.wav", "counters-80.wav"})


def test_a_player_without_a_sound_server_gives_way_to_one_that_plays(
    store: Store, heard: Path, qtbot, monkeypatch
) -> None:
    """Installed but with nothing to play on: it is asked once, and the file goes to the next one."""
    tools, calls = heard.parent / "tools", heard.parent / "calls"
    broken = tools / "pw-play"
    broken.write_text(f'#!/bin/sh\necho "$1" >> "{calls}"\nexit 1\n')
    broken.chmod(0o755)
    monkeypatch.setattr(sounds, "PLAYERS", ("pw-play", "paplay"))
    store.set(loudness={"dice": 30, "seat": 30})
    player = Sounds(store)
    player.play("dice")
    qtbot.waitUntil(lambda: names(heard) == {"dice-30.wav"})
    player.play("seat")
    qtbot.waitUntil(lambda: names(heard) == {"dice-30.wav", "seat-30.wav"})
    assert len(calls.read_text().splitlines()) == 1
    assert player.has_loudness


def test_where_no_player_works_the_beep_stands_in(store: Store, heard: Path, qtbot, monkeypatch) -> None:
    beeps: list[bool] = []
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(True))
    (heard.parent / "tools" / "paplay").write_text("#!/bin/sh\nexit 1\n")
    store.set(loudness={"dice": 30})
    player = Sounds(store)
    player.play("dice")
    qtbot.waitUntil(lambda: beeps == [True])
    assert not player.has_loudness
    assert not names(heard)


def test_every_kind_is_a_sound_that_ends_in_silence() -> None:
    for kind, make in sounds.KINDS.items():
        samples = make()
        assert max(map(abs, samples)) > 0.2, kind
        assert len(samples) < 0.7 * sounds.RATE, kind
        assert max(map(abs, samples[-50:])) < 0.05, kind


def test_without_a_player_the_systems_beep_stands_in_and_the_settings_say_so(qtbot, store: Store, monkeypatch) -> None:
    beeps: list[bool] = []
    monkeypatch.setattr(QApplication, "beep", lambda: beeps.append(True))
    monkeypatch.setattr(sounds, "PLAYERS", ())
    player = Sounds(store)
    player.play("dice")
    assert not beeps
    store.set(loudness={"dice": 10})
    player.play("dice")
    player.play("dice")  # at the same moment: heard once
    assert beeps == [True]
    dialog = SettingsDialog(store)
    qtbot.addWidget(dialog)
    assert any("own beep" in text.text() for text in dialog.findChildren(QLabel))


def test_the_sliders_go_by_key(qtbot, store: Store) -> None:
    dialog = SettingsDialog(store)
    qtbot.addWidget(dialog)
    seat = next(s for s in dialog.findChildren(QSlider) if s.accessibleName().startswith("The seat"))
    QTest.keyClick(seat, Qt.Key.Key_Right)
    assert store.now.loudness["seat"] > 0
