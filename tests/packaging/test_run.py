"""run.py: what it understands, when it installs again, and how it names what is missing."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from common import installer as run
from common import system_packages as system
from common.engine import playable_games

ROOT = Path(__file__).resolve().parents[2]


# --- what is asked


@pytest.mark.parametrize(
    ("argv", "kind", "args", "extras"),
    [
        ([], "start", (), set()),
        (["play", "nmc"], "start", ("play", "nmc"), set()),
        (["check", "test"], "start", ("check", "test"), set()),
        (["test"], "test", (), {"test"}),
        (["test", "-k", "march"], "test", ("-k", "march"), {"test"}),
        (["test", "--fast"], "test", ("--fast",), {"test"}),
        (["bench", "reach"], "bench", ("reach",), {"test", "bench"}),
    ],
)
def test_the_first_word_says_what_is_wanted(
    argv: list[str], kind: str, args: tuple[str, ...], extras: set[str]
) -> None:
    request = run.understand(argv)
    assert (request.kind, request.args, request.extras) == (kind, args, extras)


@pytest.mark.parametrize(
    ("env", "system", "seen"),
    [
        ({}, "Linux", False),
        ({"DISPLAY": ":0"}, "Linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "Linux", True),
        ({"DISPLAY": ""}, "Linux", False),
        ({"DISPLAY": ":0", "QT_QPA_PLATFORM": "offscreen"}, "Linux", False),
        ({"QT_QPA_PLATFORM": "vnc:size=800x600"}, "Linux", True),
        ({}, "Darwin", True),
        ({}, "Windows", True),
    ],
)
def test_a_display_is_found(env: dict[str, str], system: str, seen: bool) -> None:
    assert run.has_display(env, system) is seen


def test_without_a_display_a_plain_start_is_the_demonstration() -> None:
    assert run.without_display(run.understand([])).args == ("demo", "--out", "out")


def test_without_a_display_other_commands_stay() -> None:
    assert run.without_display(run.understand(["check", "nmc"])).args == ("check", "nmc")


def test_without_a_display_playing_is_refused() -> None:
    with pytest.raises(run.Trouble, match="no display"):
        run.without_display(run.understand(["play", "nmc"]))


@pytest.mark.parametrize(("argv", "needed"), [([], True), (["play"], True), (["test"], True), (["engine"], False)])
def test_qt_is_asked_for_where_it_is_needed(argv: list[str], needed: bool) -> None:
    assert run.understand(argv).needs_qt is needed


@pytest.mark.parametrize("own", [["-n0"], ["-n", "4"], ["--numprocesses=3"], ["--pdb"], ["-p", "no:xdist"]])
def test_the_caller_may_choose_the_workers(own: list[str]) -> None:
    assert run.pytest_args(own) == own


@pytest.mark.parametrize("args", [[], ["-k", "n"], ["tests/nmc"], ["-m", "not slow"], ["--no-header"]])
def test_otherwise_all_cores_work(args: list[str]) -> None:
    assert run.pytest_args(args) == ["-n", "auto", *args]


def test_the_fast_run_leaves_out_windows_and_measurements_but_not_the_turns_of_each_game() -> None:
    args = run.pytest_args(["--fast", "-x"])
    left_out = [ROOT / arg.removeprefix("--ignore=") for arg in args if arg.startswith("--ignore=")]
    assert "--fast" not in args and args[:2] == ["-n", "auto"] and args[-1] == "-x"
    assert left_out == [ROOT / "tests" / "gui", ROOT / "tests" / "test_bench.py"]
    assert all(path.exists() for path in left_out)
    assert run.pytest_args(["--fast", "-n0"]) == [*run.FAST, "-n0"]
    for name in playable_games():
        assert (ROOT / "tests" / name / "gui" / "test_turns.py").is_file()


# --- the environment


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    (tmp_path / "constraints.txt").write_text("a==1\n")
    (tmp_path / "common").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    "change",
    [
        lambda tree: (tree / "pyproject.toml").write_text("[project]\nname='x'\n"),
        lambda tree: (tree / "constraints.txt").write_text("a==2\n"),
        lambda tree: (tree / "nmc").mkdir(),
    ],
    ids=["pyproject", "constraints", "new package"],
)
def test_what_matters_changes_the_fingerprint(tree: Path, change) -> None:
    before = run.fingerprint(tree, "3.11.7")
    assert run.fingerprint(tree, "3.11.7") == before
    change(tree)
    assert run.fingerprint(tree, "3.11.7") != before


def test_another_python_changes_the_fingerprint(tree: Path) -> None:
    assert run.fingerprint(tree, "3.11.7") != run.fingerprint(tree, "3.12.1")


def test_line_ends_and_sources_do_not(tree: Path) -> None:
    before = run.fingerprint(tree, "3.11.7")
    (tree / "constraints.txt").write_bytes(b"a==1\r\n")
    (tree / "common" / "data.py").write_text("")
    assert run.fingerprint(tree, "3.11.7") == before


def test_a_stamp_is_read_back(tmp_path: Path) -> None:
    stamp = run.Stamp("abc", frozenset({"test", "bench"}))
    run.write_stamp(tmp_path / "stamp", stamp)
    assert run.read_stamp(tmp_path / "stamp") == stamp


@pytest.mark.parametrize("text", [None, "", "{", "[]", '{"fingerprint": "x"}', '{"fingerprint": "x", "extras": 3}'])
def test_a_bad_stamp_is_no_stamp(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "stamp").write_text(text)
    assert run.read_stamp(tmp_path / "stamp") is None


@pytest.mark.parametrize(
    ("made", "wanted", "enough"),
    [
        (("x", []), ("x", []), True),
        (("x", ["test"]), ("x", []), True),
        (("x", []), ("x", ["test"]), False),
        (("x", ["test"]), ("y", ["test"]), False),
    ],
)
def test_an_installation_is_used_again(made, wanted, enough: bool) -> None:
    old, new = (run.Stamp(name, frozenset(extras)) for name, extras in (made, wanted))
    assert old.covers(new) is enough


@pytest.mark.parametrize(("system", "end"), [("nt", "Scripts/python.exe"), ("posix", "bin/python")])
def test_python_in_the_environment(system: str, end: str) -> None:
    assert run.venv_python(Path("env"), system) == Path("env") / end


def test_a_foreign_environment_does_not_leak_in() -> None:
    env = run.clean_env({"PATH": "p", "PYTHONPATH": "q", "PIP_USER": "1", "DISPLAY": ":0"})
    assert env == {"PATH": "p", "DISPLAY": ":0", "PYTHONUTF8": "1"}


@pytest.mark.parametrize(
    ("lines", "network", "pin"),
    [
        (["WARNING: Retrying (Retry(total=4)) after NewConnectionError"], True, False),
        (["ERROR: Could not find a version that satisfies x (from versions: none)",
          "ERROR: No matching distribution found for x"], True, False),
        (["ERROR: Could not find a version that satisfies x==9 (from versions: 7, 8)",
          "ERROR: No matching distribution found for x==9"], False, True),
        (["ERROR: ResolutionImpossible: for help visit"], False, True),
        (["error: subprocess-exited-with-error"], False, False),
    ],
)  # fmt: skip
def test_pip_failures_are_told_apart(lines: list[str], network: bool, pin: bool) -> None:
    assert (run.network_failed(lines), run.pin_is_missing(lines)) == (network, pin)


def test_only_the_telling_lines_of_pip_are_shown() -> None:
    noise = ["  [end of output]", "  note: This error originates from a subprocess", "│ exit code: 1", "╰─> See above"]
    lines = [
        "   ERROR: No matching distribution found for x",
        "error: subprocess-exited-with-error",
        *noise,
        "× no luck",
    ]
    assert run.telling(lines) == ["ERROR: No matching distribution found for x", "× no luck"]


def test_pip_lines_fit_the_screen_and_name_no_host() -> None:
    assert (
        run.shortened("Downloading https://host.example/a/b/shapely-2.1.whl (3 MB)")
        == "Downloading shapely-2.1.whl (3 MB)"
    )
    assert len(run.shortened("x" * 300)) == 110


# --- Qt's libraries


EGL = "libEGL.so.1: cannot open shared object file: No such file or directory"


def test_the_import_error_names_the_library() -> None:
    assert system.missing_libraries(f"ImportError: {EGL}") == ["libEGL.so.1"]


def test_each_missing_library_is_named_once() -> None:
    text = "\n".join([EGL, EGL, EGL.replace("libEGL.so.1", "libxcb-cursor.so.0"), EGL.replace("EGL", "stdc++")])
    assert system.missing_libraries(text) == ["libEGL.so.1", "libxcb-cursor.so.0", "libstdc++.so.1"]


@pytest.mark.parametrize("text", ["", "No module named 'PySide6'", "libfoo.so: undefined symbol: bar"])
def test_other_errors_name_none(text: str) -> None:
    assert system.missing_libraries(text) == []


def test_only_the_window_system_in_use_counts() -> None:
    missing = ["libEGL.so.1", "libxcb-cursor.so.0", "libwayland-egl.so.1", "libdbus-1.so.3"]
    assert system.relevant(missing, []) == ["libEGL.so.1", "libdbus-1.so.3"]
    assert system.relevant(missing, ["libqxcb.so"]) == ["libEGL.so.1", "libxcb-cursor.so.0", "libdbus-1.so.3"]


def test_what_qt_stumbled_on_always_counts() -> None:
    assert system.relevant(["libxcb.so.1", "libxcb-shm.so.0"], []) == ["libxcb.so.1"]


@pytest.mark.parametrize(
    ("env", "display", "plugins"),
    [
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "w"}, True, ["libqxcb.so"]),
        ({"WAYLAND_DISPLAY": "w"}, True, ["libqwayland*.so"]),
        ({"DISPLAY": ":0"}, False, []),
    ],
)
def test_the_plugin_that_will_be_used_is_tried(env: dict[str, str], display: bool, plugins: list[str]) -> None:
    assert system.platform_plugins(env, display) == plugins


@pytest.mark.parametrize(
    ("manager", "packages"),
    [
        ("apt-get", ["libegl1", "libxcb-cursor0", "fonts-dejavu-core"]),
        ("dnf", ["libglvnd-egl", "xcb-util-cursor", "dejavu-sans-fonts"]),
        ("pacman", ["libglvnd", "xcb-util-cursor", "ttf-dejavu"]),
        ("zypper", ["Mesa-libEGL1", "libxcb-cursor0", "dejavu-fonts"]),
    ],
)
def test_packages_have_the_distributions_names(manager: str, packages: list[str]) -> None:
    assert system.package_names(["libEGL.so.1", "libxcb-cursor.so.0", "font"], manager) == (packages, [])


def test_a_package_is_named_once_and_the_unknown_is_kept() -> None:
    found = system.package_names(["libGL.so.1", "libEGL.so.1", "libnew.so.3"], "pacman")
    assert found == (["libglvnd"], ["libnew.so.3"])


def test_every_library_has_a_package_everywhere() -> None:
    assert {len(packages) for packages in system.LIBRARIES.values()} == {len(system.MANAGERS)}


def test_the_command_by_hand_is_complete() -> None:
    commands = system.install_commands("apt-get", ["libegl1"], ["sudo"])
    assert [" ".join(command) for command in commands] == [
        "sudo apt-get update",
        "sudo apt-get install -y --no-install-recommends libegl1",
    ]


def test_without_rights_the_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "rights", lambda: None)
    monkeypatch.setattr(system, "find_manager", lambda: "dnf")
    with pytest.raises(run.Trouble, match="sudo dnf install -y libglvnd-egl"):
        system.install_system_packages({"dnf": ["libglvnd-egl"]}, "Qt needs libEGL.so.1")


def test_without_a_known_manager_the_need_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "find_manager", lambda: None)
    with pytest.raises(run.Trouble, match="Qt needs libEGL"):
        system.install_system_packages({"dnf": ["libglvnd-egl"]}, "Qt needs libEGL.so.1")


def test_qt_loads_here() -> None:
    probe = system.PROBE.replace("LIBRARIES", "()")
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


# --- what the user sees


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (run.Trouble("no network"), 1, "five-fronts: no network\n"),
        (PermissionError(13, "Permission denied", "x/.venv"), 1, "no permission to write x/.venv"),
        (OSError(28, "No space left on device", "y"), 1, "No space left on device: y"),
        (KeyboardInterrupt(), 130, "stopped"),
    ],
)
def test_no_traceback_reaches_the_user(
    error: BaseException, code: int, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(argv: list[str]) -> int:
        raise error

    monkeypatch.setattr(run, "run", fail)
    assert run.main([]) == code
    shown = capsys.readouterr()
    assert text in shown.err
    assert shown.out == ""


# --- old Pythons and second starts


def old_pythons() -> list[Path]:
    """Pythons that are too old, where a developer has some."""
    versions = Path(os.environ.get("PYENV_ROOT") or "nowhere") / "versions"
    return [path for path in (versions / name / "bin" / "python" for name in ("2.7.18", "3.10.13")) if path.is_file()]


@pytest.mark.parametrize("python", [*old_pythons(), sys.executable], ids=str)
def test_run_py_is_read_by_every_python(python: Path | str) -> None:
    code = f"compile(open({str(ROOT / 'run.py')!r}).read(), 'run.py', 'exec')"
    assert subprocess.run([python, "-c", code], capture_output=True).returncode == 0


@pytest.mark.parametrize("python", old_pythons(), ids=str)
def test_an_old_python_says_what_to_do(python: Path) -> None:
    done = subprocess.run([python, ROOT / "run.py"], env={"PATH": ""}, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("five-fronts: Python 3.11 or newer is needed; ") and done.stderr.count("\n") == 1
    assert "python3.11 run.py" in done.stderr


def test_run_py_uses_nothing_that_python_2_cannot_read() -> None:
    for node in ast.walk(ast.parse((ROOT / "run.py").read_text(encoding="utf-8"))):
        assert not isinstance(node, ast.JoinedStr | ast.NamedExpr | ast.AnnAssign | ast.Match)
        assert not (isinstance(node, ast.FunctionDef) and (node.returns or node.args.kwonlyargs))


@pytest.mark.skipif(os.name == "nt", reason="locks differ")
def test_a_second_start_waits_while_the_first_installs(tmp_path: Path) -> None:
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom common.installer import alone\n"
        "with alone(Path(sys.argv[1])):\n"
        "    print('in', time.monotonic(), flush=True)\n    time.sleep(0.6)\n    print('out', time.monotonic())\n"
    )
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-c", code, str(tmp_path)]
    both = [
        subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [each.communicate(timeout=30) for each in both]
    times = sorted([[float(line.split()[1]) for line in out.splitlines()] for out, _ in told])
    assert times[0][1] <= times[1][0] + 0.01, "both installed at once"
    assert sum("waiting for it" in error for _, error in told) == 1
