"""What run.py does: makes .venv, installs the program into it, finds what the system lacks, and starts it.

Nothing but Python itself is there when this runs, so it imports nothing else.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from common.system_packages import Trouble, clean_env, ensure_qt, install_system_packages, quietly, say, venv_packages

OLDEST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
STAMP = VENV / "five-fronts-stamp.json"
PACKAGES = ("common", "nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars", "assets")
TYPED = ("run.py", "bench", *PACKAGES[:-1])

FAST = ("--ignore=tests/gui", "--ignore-glob=tests/*/gui/test_[!t]*", "--ignore=tests/test_bench.py",
        "-m", "not slow and not lengthy")  # fmt: skip
"""What `test --fast` tells pytest: rules, engine, maps, and the turns that each game's own tests play in its window."""
WITHOUT_QT = {"engine", "check", "rules"}
"""Commands that work where Qt's system libraries are missing."""
WITH_WINDOW = {"play"}
"""Commands that make no sense without a display."""


# --- what is asked ---------------------------------------------------------------------------------------------------


class Request(NamedTuple):
    kind: str  # "start", "test" or "bench"
    args: tuple[str, ...]

    @property
    def extras(self) -> frozenset[str]:
        return {"test": frozenset({"test"}), "bench": frozenset({"test", "bench"})}.get(self.kind, frozenset())

    @property
    def needs_qt(self) -> bool:
        return self.kind != "start" or not self.args or self.args[0] not in WITHOUT_QT


def understand(argv: Sequence[str]) -> Request:
    if argv and argv[0] in ("test", "bench"):
        return Request(argv[0], tuple(argv[1:]))
    return Request("start", tuple(argv))


def has_display(env: Mapping[str, str], system: str) -> bool:
    """Whether a window could be seen; macOS and Windows are taken to have a screen."""
    chosen = env.get("QT_QPA_PLATFORM", "").split(":")[0]
    if chosen in ("offscreen", "minimal"):
        return False
    return system != "Linux" or bool(chosen or env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))


def without_display(request: Request) -> Request:
    """A plain start becomes the demonstration; what only a window can do is refused at once."""
    if request.args[:1] and request.args[0] in WITH_WINDOW:
        raise Trouble(f"no display here, and `{request.args[0]}` opens a window; try `python3 run.py demo --out out`.")
    return request if request.args else request._replace(args=("demo", "--out", "out"))


def pytest_args(args: Sequence[str]) -> list[str]:
    """The tests run on all cores, unless the caller says how many or wants a debugger; --fast is ours, not pytest's."""
    args = [part for arg in args for part in (FAST if arg == "--fast" else (arg,))]
    own = any(arg == "--pdb" or arg == "--trace" or re.match(r"-n\b|-n\d|--numprocesses", arg) for arg in args)
    return args if own or "no:xdist" in args else ["-n", "auto", *args]


# --- the virtual environment -----------------------------------------------------------------------------------------


def venv_python(venv: Path = VENV, system: str = os.name) -> Path:
    return venv / ("Scripts/python.exe" if system == "nt" else "bin/python")


def fingerprint(root: Path, python_version: str) -> str:
    """Changes when an installation made before no longer fits: other pins, packages, place or Python."""
    found = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt"):
        found.update((root / name).read_bytes().replace(b"\r\n", b"\n") + b"\0")
    packages = [name for name in PACKAGES if (root / name).is_dir()]
    found.update(json.dumps([str(root), python_version, packages]).encode())
    return found.hexdigest()


class Stamp(NamedTuple):
    fingerprint: str
    extras: frozenset[str]

    def covers(self, wanted: Stamp) -> bool:
        return self.fingerprint == wanted.fingerprint and self.extras >= wanted.extras


def read_stamp(path: Path) -> Stamp | None:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        return Stamp(str(data["fingerprint"]), frozenset(map(str, data["extras"])))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write_stamp(path: Path, stamp: Stamp) -> None:
    path.write_text(json.dumps({"fingerprint": stamp.fingerprint, "extras": sorted(stamp.extras)}), encoding="utf-8")


def working_version(python: Path) -> str | None:
    """The version of the environment's Python if it starts, is new enough and has pip."""
    code = f"import sys, pip; assert sys.version_info >= {OLDEST_PYTHON}; print(sys.version)"
    try:
        done = quietly([python, "-c", code])
    except OSError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def make_venv() -> str:
    """Make .venv and give the version of its Python."""
    say("Making .venv ...")
    for attempt in (1, 2):
        done = quietly([sys.executable, "-m", "venv", "--clear", VENV])
        version = working_version(venv_python())
        if done.returncode == 0 and version:
            return version
        output = (done.stdout + done.stderr).strip()
        if "ensurepip" not in output and "No module named venv" not in output:
            raise Trouble(f"could not make {VENV}: {(output.splitlines() or ['no reason given'])[-1]}")
        if attempt == 1:
            install_system_packages(venv_packages(), "Python's venv module is missing")
    raise Trouble(f"Python's venv module does not work with {sys.executable}; install a complete Python 3.11 or newer.")


def prepare(extras: frozenset[str]) -> None:
    """Bring .venv to what pyproject.toml and constraints.txt say; does nothing when it is there already."""
    if not os.access(VENV if VENV.exists() else ROOT, os.W_OK):
        stamp = read_stamp(STAMP)
        if stamp and stamp.extras >= extras and working_version(venv_python()):
            return  # somebody else's installation, good enough to use
        raise Trouble(f"no permission to write in {ROOT}; copy the folder to a place of your own and start it there.")
    if is_ready(extras):
        return
    with alone(ROOT):
        if not is_ready(extras):  # another start may have installed it meanwhile
            make_ready(extras)


def is_ready(extras: frozenset[str]) -> bool:
    """Whether .venv is as it should be."""
    version, old = working_version(venv_python()), read_stamp(STAMP)
    return bool(version and old and old.covers(Stamp(fingerprint(ROOT, version), extras)))


@contextlib.contextmanager
def alone(root: Path) -> Iterator[None]:
    """Keep a second start out while this one installs; it waits until the first is through."""
    name = f"five-fronts-{hashlib.sha256(str(root).encode()).hexdigest()[:16]}.lock"
    try:
        file = os.open(Path(tempfile.gettempdir()) / name, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError:
        yield  # nowhere to put a lock
        return
    try:
        if not lock(file, wait=False):
            say("Another start is installing; waiting for it ...")
            lock(file, wait=True)
        yield
    finally:
        os.close(file)


def lock(file: int, wait: bool) -> bool:
    """Claim an open file; whether it was free. Closing it gives it back."""
    try:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except OSError:
        return False
    return True


def make_ready(extras: frozenset[str]) -> None:
    """Make .venv if there is none, and install what is wanted."""
    version = working_version(venv_python()) or make_venv()
    old, wanted = read_stamp(STAMP), Stamp(fingerprint(ROOT, version), extras)
    wanted = wanted._replace(extras=extras | (old.extras if old else frozenset()))
    STAMP.unlink(missing_ok=True)
    install(wanted.extras)
    write_stamp(STAMP, wanted)


def install(extras: Iterable[str]) -> None:
    names = ",".join(sorted(extras))
    what = f".[{names}]" if names else "."
    say(f"Installing {what} into .venv (the first time some 100 MB are fetched) ...")
    code, tail = run_pip(["install", "--editable", what, "--constraint", "constraints.txt"])
    if code and pin_is_missing(tail):
        say("The versions in constraints.txt cannot be had here; taking others that pyproject.toml allows ...")
        code, tail = run_pip(["install", "--editable", what])
    if code:
        lead = "no network, or the package index cannot be reached" if network_failed(tail) else "pip could not install"
        raise Trouble("\n    ".join([f"{lead}; pip's last lines:", *telling(tail)[-6:]]))


def run_pip(args: Sequence[str]) -> tuple[int, list[str]]:
    """Run pip in .venv, show what it is doing, and give its exit code and last lines."""
    options = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    command = [str(venv_python()), "-m", "pip", args[0], *options, *args[1:]]
    tail: deque[str] = deque(maxlen=60)
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=clean_env(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    ) as pip:
        assert pip.stdout is not None
        for line in map(str.rstrip, pip.stdout):
            if line:
                tail.append(line)
            if re.match(r"\s*(Downloading \S+-|Installing collected|WARNING: Retrying)", line):
                say("    " + shortened(line.strip()))
    return pip.returncode, list(tail)


def telling(tail: Iterable[str]) -> list[str]:
    """pip's lines without the frame it puts around a failure."""
    frame = r"\[end of output\]|note: This |╰─>|│|WARNING: Retrying|.*subprocess-exited-with-error"
    return [line.strip() for line in tail if not re.match(frame, line.strip())]


def shortened(line: str, width: int = 110) -> str:
    line = re.sub(r"(Downloading )\S*/", r"\1", line)
    return line if len(line) <= width else line[: width - 3] + "..."


def network_failed(tail: Iterable[str]) -> bool:
    signs = r"Retrying \(|ConnectionError|Timeout|name resolution|ProxyError|SSLError|\(from versions: none\)"
    return any(re.search(signs, line) for line in tail)


def pin_is_missing(tail: Sequence[str]) -> bool:
    """pip reached an index, but the index (or this Python) has not the pinned version."""
    signs = r"No matching distribution found|ResolutionImpossible|conflicting dependencies"
    return not network_failed(tail) and any(re.search(signs, line) for line in tail)


# --- what is done ----------------------------------------------------------------------------------------------------


def call(command: Sequence[str | Path], **env: str) -> int:
    """Run to the end and give the exit code; Ctrl-C is left to the command, which may want to save."""
    with subprocess.Popen(list(command), env=clean_env(os.environ) | env) as running:
        while True:
            try:
                return running.wait()
            except KeyboardInterrupt:
                continue


def start(args: Sequence[str], display: bool) -> int:
    # -P: a folder named `common` where the user happens to stand must not be taken for ours.
    env = {} if display else {"QT_QPA_PLATFORM": "offscreen"}
    return call([venv_python(), "-P", "-m", "common.cli", *args], **env)


def test(args: Sequence[str]) -> int:
    """All checks, pytest last: its closing line is the end of the output."""
    os.chdir(ROOT)
    steps = {
        "ruff": ["-m", "ruff", "check", "--quiet", "."],
        "mypy": ["-m", "mypy", "--no-error-summary", *TYPED],
        "pytest": ["-m", "pytest", *pytest_args(args)],
    }
    failed: list[str] = []
    for name, command in steps.items():
        so_far = f" ({' and '.join(failed)} failed, so this run fails whatever pytest says)" if failed else ""
        print(f"== {name}{so_far if name == 'pytest' else ''}", flush=True)
        if call([venv_python(), *command], QT_QPA_PLATFORM="offscreen"):
            failed.append(name)
        elif name != "pytest":
            print("no complaints", flush=True)
    return 1 if failed else 0


def bench(args: Sequence[str]) -> int:
    """All measurements, or those named."""
    os.chdir(ROOT)
    return call([venv_python(), "-m", "bench", *args], QT_QPA_PLATFORM="offscreen")


def run(argv: Sequence[str]) -> int:
    request = understand(argv)
    display = request.kind == "start" and has_display(os.environ, platform.system())
    if request.kind == "start" and not display:
        if not request.args:
            say("No display here, so no window: a short demonstration of every game, with pictures in out/.")
        request = without_display(request)
    prepare(request.extras)
    if request.needs_qt:
        ensure_qt(venv_python(), display)
    if request.kind == "test":
        return test(request.args)
    if request.kind == "bench":
        return bench(request.args)
    return start(request.args, display)


def main(argv: Sequence[str]) -> int:
    try:
        return run(argv)
    except Trouble as trouble:
        say(f"five-fronts: {trouble}")
    except PermissionError as error:
        say(f"five-fronts: no permission to write {error.filename}; start it from a folder of your own.")
    except OSError as error:
        say(f"five-fronts: {error.strerror or error}: {error.filename or ''}".rstrip(": "))
    except KeyboardInterrupt:
        say("five-fronts: stopped.")
        return 130
    return 1
