"""The shelf survives whatever lies in its folder, and what is taken off it can be put back."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel

from common.engine import load_game
from common.gui.start.program import Program
from common.gui.start.saved_games import list_saved

EVIL = "<b>x</b>\x1b[31m<img src=x>"


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")
def test_nothing_in_its_folder_upsets_the_shelf(store, qtbot) -> None:
    folder = store.places.saves
    folder.mkdir(parents=True)
    load_game("nmc").new_match(seed=1).save(folder / "good.jsonl")
    (folder / "dangling.jsonl").symlink_to(folder / "nowhere")
    (folder / "loop.jsonl").symlink_to(folder / "loop.jsonl")
    os.mkfifo(folder / "fifo.jsonl")
    os.mkfifo(folder / "good.card.json")
    (folder / "folder.jsonl").mkdir()
    (folder / "empty.jsonl").write_bytes(b"")
    (folder / "noise.jsonl").write_bytes(os.urandom(5000))
    (folder / "deep.jsonl").write_bytes(b"[" * 100_000)
    (folder / "\udcff<i>.jsonl").write_text("{}\n")
    locked = folder / "locked.jsonl"
    locked.write_text("{}\n")
    locked.chmod(0)
    names = [str(folder / name) for name in ("fifo.jsonl", "folder.jsonl", "dangling.jsonl")]
    store.set(recent=names)
    saved = list_saved(folder, store.now.recent)
    assert [each.path.name for each in saved if not each.problem] == ["good.jsonl"]
    program = Program(store)
    program.start()
    assert program.launcher.continue_button.isVisible()
    for name in names:
        assert program.open(name) is None
    program.launcher.close()


def test_a_game_taken_off_the_list_is_named_and_can_be_put_back(store, qtbot) -> None:
    folder = store.places.saves
    folder.mkdir(parents=True)
    path = folder / "nmc_campaign_1.jsonl"
    load_game("nmc").new_match(seed=1).save(path)
    store.remember(path)
    before = path.read_bytes()
    program = Program(store)
    program.start()
    shelf = program.launcher.shelf
    shelf.remove(list_saved(folder, store.now.recent)[0])
    assert not path.exists() and str(path) not in store.now.recent
    words = [label.text() for label in shelf.findChildren(QLabel) if "taken off" in label.text()]
    assert len(words) == 1 and "New Mexico" in words[0]
    assert path.name not in words[0]
    shelf.back_button.click()
    assert path.read_bytes() == before and store.now.recent[0] == str(path)
    assert shelf.removal is None
    program.launcher.close()


def test_removing_two_games_of_one_name_destroys_neither(store, qtbot) -> None:
    folder = store.places.saves
    folder.mkdir(parents=True)
    path = folder / "same.jsonl"
    program = Program(store)
    program.start()
    for seed in (1, 2):
        load_game("nmc").new_match(seed=seed).save(path)
        program.launcher.shelf.remove(list_saved(folder, [])[0])
    assert len(list((folder / "removed").glob("same*.jsonl"))) == 2
    program.launcher.close()


def test_no_markup_of_a_file_reaches_the_shelf(store, qtbot) -> None:
    folder = store.places.saves
    folder.mkdir(parents=True)
    path = folder / "<b>bold.jsonl"
    load_game("nmc").new_match(seed=1).save(path)
    (folder / "<i>bad.jsonl").write_text('{"t":"<b>"}\n')
    program = Program(store)
    program.start()
    from PySide6.QtCore import Qt

    for each in program.launcher.shelf.findChildren(QLabel):
        assert each.textFormat() == Qt.TextFormat.PlainText
    tips = [child.toolTip() for child in program.launcher.shelf.children() if hasattr(child, "toolTip")]
    assert any("&lt;b&gt;" in tip for tip in tips)
    assert not any("<b>" in tip or "<i>" in tip for tip in tips)
    program.launcher.close()


def test_a_name_with_control_characters_is_shown_without_them(tmp_path: Path) -> None:
    from common.engine import Match, SaveError

    with pytest.raises(SaveError) as caught:
        Match.load(tmp_path / EVIL)
    assert "\x1b" not in str(caught.value)
