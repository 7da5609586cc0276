"""What a game says about itself: read from its data without its rules, checked, and no part of its components."""

import subprocess
import sys
from pathlib import Path

import pytest

from common.cli.data_check import check, schemas
from common.data import ROOT, DataError
from common.engine import GAMES, load_game, playable_games
from common.engine.about import ABOUT, EMBLEM, about_game, data_folder


@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_it_is(game: str) -> None:
    about = about_game(game)
    assert about.title.startswith(about.heading)
    assert about.subtitle == f"{about.place}, {about.years}"
    assert about.about.endswith(".") and len(about.about) > 60


def test_sand_wars_is_no_game_of_1963() -> None:
    assert "2010" in about_game("sand_wars").subtitle


@pytest.mark.parametrize("game", playable_games())
def test_a_game_has_the_title_of_its_data(game: str) -> None:
    assert load_game(game).title == about_game(game).title


def test_the_rules_are_not_loaded_for_the_title() -> None:
    code = (
        "import sys\n"
        "from common.engine.about import about_game\n"
        "about_game('nmc'); about_game('sand_wars')\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('nmc', 'sand_wars')])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_a_pack_can_change_the_words_but_not_the_components(tmp_path: Path) -> None:
    (tmp_path / ABOUT).write_text("about: Sand and snow.\n", encoding="utf-8")
    assert about_game("nmc", (tmp_path,)).about == "Sand and snow."
    assert load_game("nmc", (tmp_path,)).fingerprint == load_game("nmc").fingerprint


def test_what_does_not_fit_is_refused_with_its_line(tmp_path: Path) -> None:
    (tmp_path / ABOUT).write_text("years: 1862\n", encoding="utf-8")
    with pytest.raises(DataError, match="expected str, got int") as caught:
        about_game("nmc", (tmp_path,))
    assert (caught.value.line, caught.value.where) == (1, "years")


@pytest.mark.parametrize("game", ["nmc", "sand_wars"])
def test_check_reads_the_words_about_a_game(game: str, tmp_path: Path) -> None:
    assert not list(check(game))
    (tmp_path / ABOUT).write_text("subtitle: Iraq\n", encoding="utf-8")
    assert [finding.code for finding in check(game, (tmp_path,))][:1] == ["data"]


def test_check_misses_an_emblem_and_sees_a_broken_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    emblem = tmp_path / EMBLEM
    monkeypatch.setattr("common.cli.data_check.EMBLEM", str(emblem))
    assert [finding.code for finding in check("sand_wars")] == ["emblem"]
    emblem.write_text("<svg>", encoding="utf-8")
    assert [finding.code for finding in check("sand_wars")] == ["emblem"]
    emblem.write_bytes((data_folder("nmc") / EMBLEM).read_bytes())
    assert not list(check("sand_wars"))


def test_an_editor_knows_the_file() -> None:
    assert "short_title" in str(schemas()["about.schema.json"])
