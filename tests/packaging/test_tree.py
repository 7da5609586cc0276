"""What the tree as a whole promises: how it opens, what it must not contain, what a built package holds."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("fallujah", "nmc", "operation_serval", "sand_wars", "somali_pirates")
PACKAGES = ("common", "assets", *GAMES)

# Written in pieces, so that this file is not its own first finding.
FORBIDDEN = {
    "a path of one machine": r"(?<![\w.~-])/(?:" + "|".join(["wo" + "rk", "ro" + "ot", r"ho" + r"me/\w+"]) + ")/",
    "a note of one machine": r"(?<!\w)\.libr" + r"ary\b",
    "an unfinished note": r"\b(?:TO" + "DO|FIX" + r"ME)\b",
}


def tracked_files() -> list[Path]:
    """The files under version control; in a copy without it, all that the tools did not make."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        done = subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, encoding="utf-8")
        if done.returncode == 0:
            return [path for name in done.stdout.split("\0") if name and (path := ROOT / name).is_file()]
    made = {"out", "build", "dist", "__pycache__", "htmlcov"}
    return [
        path
        for path in ROOT.rglob("*")
        if path.is_file()
        and not any(
            part in made or part.endswith(".egg-info") or (part.startswith(".") and part not in (".ci", ".gitignore"))
            for part in path.relative_to(ROOT).parts
        )
    ]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_file_contains(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what].encode())
    found = []
    for path in tracked_files():
        data = path.read_bytes()
        if b"\0" not in data[:8192]:
            found += [f"{path.relative_to(ROOT)}: {match.group().decode()}" for match in pattern.finditer(data)]
    assert found == []


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a path of one machine", "see /wo" + "rk/x"),
        ("a path of one machine", '"/ro' + 'ot/.cache"'),
        ("a note of one machine", "in .libr" + "ary/search"),
        ("an unfinished note", "# TO" + "DO: later"),
    ],
)
def test_the_search_finds_what_it_should(what: str, text: str) -> None:
    assert re.search(FORBIDDEN[what], text)


@pytest.mark.parametrize("text", ["https://example.org/wo" + "rk/1", "teamwork/", "method", "/usr/share/fonts/"])
def test_the_search_leaves_the_rest_alone(text: str) -> None:
    assert not any(re.search(pattern, text) for pattern in FORBIDDEN.values())


def test_the_readme_opens_with_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first_block = re.search(r"```\w*\n(.*?)```", readme, re.DOTALL)
    assert first_block
    assert [line.split("#")[0].strip() for line in first_block.group(1).splitlines()] == [
        "python3 run.py",
        "python3 run.py test",
    ]
    before = [line for line in readme[: first_block.start()].splitlines() if line.strip()]
    assert len(before) <= 1, "nothing but the title stands before them"


@pytest.mark.parametrize("game", GAMES)
def test_the_readme_claims_no_more_than_there_is(game: str) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    row = re.search(rf"^\|.*`{game}`.*\| *([^|\n]+?) *\|$", readme, re.MULTILINE)
    assert row, f"no row for {game}"
    status = row.group(1)
    assert status in ("playable", "map only")
    if status == "playable":
        engine = pytest.importorskip("common.engine")
        match = engine.load_game(game).new_match(seed=1)
        assert match.to_act is not None
        assert match.legal()
    elif not (ROOT / game / "data" / "map.yaml").exists():
        pytest.skip(f"{game} has no map yet")


def test_the_program_knows_the_commands_of_the_readme() -> None:
    if not (ROOT / "common" / "cli" / "__init__.py").exists():
        pytest.skip("the command line does not exist yet")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `python3 run\.py (\w+)", readme, re.MULTILINE)) - {"test", "bench"}
    done = subprocess.run([sys.executable, "-m", "common.cli", "--help"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {name for name in named if not re.search(rf"\b{name}\b", done.stdout)} == set()


def test_the_ci_script_runs_the_tests() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("#!") and lines[0].endswith("bash")
    assert "set -eu" in lines
    assert lines[-1] == "exec python3 run.py test"


def test_a_built_package_holds_all_sources_and_data(tmp_path: Path) -> None:
    """Data files travel with the package: what is in the tree is in the build."""
    pytest.importorskip("setuptools", minversion="77")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    present = [name for name in PACKAGES if (ROOT / name).is_dir()]
    for name in present:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-c", "import setuptools; setuptools.setup()", "--quiet", "build_py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

    def files(base: Path) -> set[str]:
        return {
            path.relative_to(base).as_posix() for name in present for path in (base / name).rglob("*") if path.is_file()
        }

    assert files(tmp_path / "build" / "lib") == files(tmp_path)
