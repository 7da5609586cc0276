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
import shutil
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

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


class Trouble(Exception):
    """Something the user can understand and mend; its text is all he sees."""


def say(text: str) -> None:
    """Progress goes to stderr: stdout belongs to the program (`engine` talks JSON there)."""
    print(text, file=sys.stderr, flush=True)


def quietly(command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
    """Run to the end and keep what it says."""
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", errors="replace", env=clean_env(os.environ)
    )


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


def clean_env(env: Mapping[str, str]) -> dict[str, str]:
    """The caller's environment without what would lead Python or pip out of .venv."""
    astray = {"PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_CONSTRAINT"}
    return {name: value for name, value in env.items() if name not in astray} | {"PYTHONUTF8": "1"}


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


# --- Qt's system libraries on Linux ----------------------------------------------------------------------------------


class Manager(NamedTuple):
    column: int  # in LIBRARIES
    commands: tuple[tuple[str, ...], ...]  # the packages are appended to the last


MANAGERS = {
    "apt-get": Manager(0, (("apt-get", "update"), ("apt-get", "install", "-y", "--no-install-recommends"))),
    "dnf": Manager(1, (("dnf", "install", "-y"),)),
    "pacman": Manager(2, (("pacman", "-Sy", "--noconfirm", "--needed"),)),
    "zypper": Manager(3, (("zypper", "--non-interactive", "install"),)),
}

LIBRARIES = {
    name: packages
    for name, *packages in map(
        str.split,
        """
font                     fonts-dejavu-core   dejavu-sans-fonts    ttf-dejavu           dejavu-fonts
libEGL.so.1              libegl1             libglvnd-egl         libglvnd             Mesa-libEGL1
libGL.so.1               libgl1              libglvnd-glx         libglvnd             Mesa-libGL1
libGLX.so.0              libglx0             libglvnd-glx         libglvnd             libglvnd
libOpenGL.so.0           libopengl0          libglvnd-opengl      libglvnd             libglvnd
libxkbcommon.so.0        libxkbcommon0       libxkbcommon         libxkbcommon         libxkbcommon0
libdbus-1.so.3           libdbus-1-3         dbus-libs            dbus                 libdbus-1-3
libfontconfig.so.1       libfontconfig1      fontconfig           fontconfig           libfontconfig1
libfreetype.so.6         libfreetype6        freetype             freetype2            libfreetype6
libglib-2.0.so.0         libglib2.0-0        glib2                glib2                libglib-2_0-0
libgthread-2.0.so.0      libglib2.0-0        glib2                glib2                libgthread-2_0-0
libgssapi_krb5.so.2      libgssapi-krb5-2    krb5-libs            krb5                 krb5
libzstd.so.1             libzstd1            libzstd              zstd                 libzstd1
libstdc++.so.6           libstdc++6          libstdc++            gcc-libs             libstdc++6
libX11.so.6              libx11-6            libX11               libx11               libX11-6
libX11-xcb.so.1          libx11-xcb1         libX11-xcb           libx11               libX11-xcb1
libSM.so.6               libsm6              libSM                libsm                libSM6
libICE.so.6              libice6             libICE               libice               libICE6
libxkbcommon-x11.so.0    libxkbcommon-x11-0  libxkbcommon-x11     libxkbcommon-x11     libxkbcommon-x11-0
libxcb.so.1              libxcb1             libxcb               libxcb               libxcb1
libxcb-cursor.so.0       libxcb-cursor0      xcb-util-cursor      xcb-util-cursor      libxcb-cursor0
libxcb-glx.so.0          libxcb-glx0         libxcb               libxcb               libxcb-glx0
libxcb-icccm.so.4        libxcb-icccm4       xcb-util-wm          xcb-util-wm          libxcb-icccm4
libxcb-image.so.0        libxcb-image0       xcb-util-image       xcb-util-image       libxcb-image0
libxcb-keysyms.so.1      libxcb-keysyms1     xcb-util-keysyms     xcb-util-keysyms     libxcb-keysyms1
libxcb-randr.so.0        libxcb-randr0       libxcb               libxcb               libxcb-randr0
libxcb-render.so.0       libxcb-render0      libxcb               libxcb               libxcb-render0
libxcb-render-util.so.0  libxcb-render-util0 xcb-util-renderutil  xcb-util-renderutil  libxcb-render-util0
libxcb-shape.so.0        libxcb-shape0       libxcb               libxcb               libxcb-shape0
libxcb-shm.so.0          libxcb-shm0         libxcb               libxcb               libxcb-shm0
libxcb-sync.so.1         libxcb-sync1        libxcb               libxcb               libxcb-sync1
libxcb-util.so.1         libxcb-util1        xcb-util             xcb-util             libxcb-util1
libxcb-xfixes.so.0       libxcb-xfixes0      libxcb               libxcb               libxcb-xfixes0
libxcb-xkb.so.1          libxcb-xkb1         libxcb               libxcb               libxcb-xkb1
libwayland-client.so.0   libwayland-client0  libwayland-client    wayland              libwayland-client0
libwayland-cursor.so.0   libwayland-cursor0  libwayland-cursor    wayland              libwayland-cursor0
libwayland-egl.so.1      libwayland-egl1     libwayland-egl       wayland              libwayland-egl1
""".strip().splitlines(),
    )
}
"""What Qt may need, and the packages that bring it: Debian and Ubuntu, Fedora, Arch, openSUSE."""

PROBE = """
import ctypes, pathlib, sys
try:
    import PySide6
    import PySide6.QtGui, PySide6.QtSvg, PySide6.QtWidgets
    for pattern in sys.argv[1:]:
        for plugin in pathlib.Path(PySide6.__file__).parent.glob("**/platforms/" + pattern):
            ctypes.CDLL(str(plugin))
except (ImportError, OSError) as error:
    print(error)
    for name in LIBRARIES:
        try:
            ctypes.CDLL(name)
        except OSError as error:
            print(error)
"""
"""Import what the program imports. A failure names one library only, so all that Qt may want are tried then."""


def platform_plugins(env: Mapping[str, str], display: bool) -> list[str]:
    """The Qt plugins a window needs here; loading them finds libraries that the import does not need."""
    if not display:
        return []
    return ["libqxcb.so"] if env.get("DISPLAY") else ["libqwayland*.so"]


def missing_libraries(text: str) -> list[str]:
    """The libraries an ImportError or the loader complains about, each once, in order."""
    return list(dict.fromkeys(re.findall(r"(lib[\w.+-]+\.so(?:\.\d+)*): cannot open shared object", text)))


def relevant(missing: Sequence[str], plugins: Sequence[str]) -> list[str]:
    """Drop what only a window system that is not used here would need; keep the one Qt itself stumbled on."""
    first, rest = missing[:1], missing[1:]
    windows = {"libqxcb.so": r"lib(xcb|X11|SM|ICE|xkbcommon-x11)", "libqwayland*.so": r"libwayland"}
    unused = [pattern for plugin, pattern in windows.items() if plugin not in plugins]
    return [*first, *(name for name in rest if not any(re.match(pattern, name) for pattern in unused))]


def package_names(needed: Iterable[str], manager: str) -> tuple[list[str], list[str]]:
    """Packages of that manager for the libraries needed, and the libraries it has no name for."""
    column, packages, unknown = MANAGERS[manager].column, [], []
    for name in needed:
        if name in LIBRARIES:
            packages.append(LIBRARIES[name][column])
        else:
            unknown.append(name)
    return list(dict.fromkeys(packages)), unknown


def venv_packages() -> dict[str, list[str]]:
    """Only Debian and its kin split venv off; elsewhere it comes with Python."""
    return {"apt-get": [f"python3.{sys.version_info.minor}-venv"]}


def find_manager() -> str | None:
    return next((name for name in MANAGERS if shutil.which(name)), None)


def install_commands(manager: str, packages: Sequence[str], prefix: Sequence[str] = ()) -> list[list[str]]:
    *first, last = MANAGERS[manager].commands
    return [[*prefix, *command] for command in first] + [[*prefix, *last, *packages]]


def rights() -> list[str] | None:
    """What to put before a command to run it as administrator without being asked; None if that is impossible."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        return []
    if shutil.which("sudo") and quietly(["sudo", "-n", "true"]).returncode == 0:
        return ["sudo", "-n"]
    return None


def install_system_packages(packages_of: Mapping[str, Sequence[str]], why: str) -> None:
    """Install with the system's own manager, or end with the command that does it."""
    manager = find_manager()
    if manager is None or not packages_of.get(manager):
        raise Trouble(f"{why}. Install it with your system's package manager and start again.")
    by_hand = " && ".join(" ".join(command) for command in install_commands(manager, packages_of[manager], ["sudo"]))
    prefix = rights()
    if prefix is None:
        raise Trouble(f"{why}. Please run this, then start again:\n    {by_hand}")
    say(f"{why}; installing {' '.join(packages_of[manager])} ...")
    quiet = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive"]
    for command in install_commands(manager, packages_of[manager], quiet):
        done = quietly(command)
    if done.returncode:  # an `update` that failed for one of many sources does not matter if the last command works
        last = ((done.stdout + done.stderr).strip().splitlines() or ["no reason given"])[-1]
        raise Trouble(f"{why}, and installing failed ({last}). Please run this, then start again:\n    {by_hand}")


def font_exists() -> bool:
    """Whether there is any font; without one Qt draws no letter, and says nothing about it."""
    if shutil.which("fc-list"):
        return bool(quietly(["fc-list"]).stdout.strip())
    folders = ["/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts"]
    ends = (".ttf", ".otf", ".ttc", ".pfb", ".pcf.gz")
    return any(
        name.lower().endswith(ends)
        for folder in folders
        for _, _, names in os.walk(os.path.expanduser(folder))
        for name in names
    )


def probe_qt(plugins: Sequence[str]) -> str:
    """Empty if Qt loads, else what the loader says."""
    code = PROBE.replace("LIBRARIES", repr(tuple(name for name in LIBRARIES if name != "font")))
    done = quietly([venv_python(), "-c", code, *plugins])
    return done.stdout.strip() or (done.stderr.strip() if done.returncode else "")


def ensure_qt(display: bool) -> None:
    """Make sure that Qt loads and finds a font; on Linux install what is missing or say how."""
    linux = platform.system() == "Linux"
    plugins = platform_plugins(os.environ, display) if linux else []
    for last_try in (False, True):
        complaint = probe_qt(plugins)
        needed = relevant(missing_libraries(complaint), plugins)
        if linux and not font_exists():
            needed.append("font")
        if complaint and not needed:
            raise Trouble(f"Qt does not load: {complaint.splitlines()[-1]}")
        if not needed:
            return
        names = {manager: package_names(needed, manager) for manager in MANAGERS}
        manager = find_manager()
        unknown = names[manager][1] if manager else needed
        if last_try or unknown:
            raise Trouble(f"Qt needs {', '.join(unknown or needed)}, which this system lacks; please install it.")
        why = f"Qt needs {', '.join(needed)}".replace(" font", " a font")
        install_system_packages({key: found for key, (found, _) in names.items()}, why)


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
        ensure_qt(display)
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
