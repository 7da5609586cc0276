"""What the system lacks for venv and for Qt: missing libraries found, named, and installed where that is allowed.

Nothing but Python itself is there when this runs, so it imports nothing else.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple


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


def clean_env(env: Mapping[str, str]) -> dict[str, str]:
    """The caller's environment without what would lead Python or pip out of .venv."""
    astray = {"PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_CONSTRAINT"}
    return {name: value for name, value in env.items() if name not in astray} | {"PYTHONUTF8": "1"}


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


def probe_qt(python: Path, plugins: Sequence[str]) -> str:
    """Empty if Qt loads, else what the loader says."""
    code = PROBE.replace("LIBRARIES", repr(tuple(name for name in LIBRARIES if name != "font")))
    done = quietly([python, "-c", code, *plugins])
    return done.stdout.strip() or (done.stderr.strip() if done.returncode else "")


def ensure_qt(python: Path, display: bool) -> None:
    """Make sure that Qt loads and finds a font; on Linux install what is missing or say how."""
    linux = platform.system() == "Linux"
    plugins = platform_plugins(os.environ, display) if linux else []
    for last_try in (False, True):
        complaint = probe_qt(python, plugins)
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
