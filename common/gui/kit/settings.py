"""What the player has chosen, kept as JSON under the platform's folder and in force at once."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import Any

import msgspec
from PySide6.QtCore import QObject, QStandardPaths, Signal

from common.data import ROOT
from common.gui.kit.language import tr

NAME = "five-fronts"
HOME_VARIABLE = "FIVE_FRONTS_HOME"
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 0.0)  # 0 stands for "at once"


class Settings(msgspec.Struct, kw_only=True):
    """Every choice with its default; an unknown or damaged field falls back to it."""

    language: str = "system"
    theme: str = "system"
    text: int = 100
    animation: bool = True
    reduced_motion: bool = False
    loudness: dict[str, int] = {}  # of each kind of sound in per cent; what is not there is silent
    sounds_asked: bool = False  # whether the player has said if he wants to hear anything
    auto_pass: bool = False
    skip_idle: bool = False  # decisions that change nothing are passed
    guard: bool = True
    costs: bool = True
    take_back: str = "ask"  # "ask" the other player, "free", "never"
    curtain: str = "secrets"  # "secrets", "always", "never"
    curtain_on_leave: bool = False
    always_ask: bool = False  # pass the seat even to a player who has nothing to choose
    recap: bool = True
    clock: bool = False
    clock_minutes: int = 60
    bot_speed: float = 1.0
    wheel: str = "zoom"
    minimap: bool = True
    reasons: bool = True
    taken_back: bool = False
    counter_size: dict[str, int] = {}
    hidden_layers: dict[str, list[str]] = {}
    overlay_strength: int = 92
    turned: dict[str, list[str]] = {}  # the sides that look at the board from its other edge, by game
    keys: dict[str, list[str]] = {}
    layouts: dict[str, str] = {}
    packs: list[str] = []
    last_folder: str = ""
    last_new: dict[str, dict[str, Any]] = {}
    recent: list[str] = []
    lessons: dict[str, list[str]] = {}  # those taken to their end, by game
    lesson_at: dict[str, list[int]] = {}  # the lesson and the step at which one was left, by game


class UserFolders:
    """The folders of the program."""

    def __init__(self, home: Path | None = None) -> None:
        given = home or (Path(os.environ[HOME_VARIABLE]) if os.environ.get(HOME_VARIABLE) else None)
        self.config = given or _config_home() / NAME
        self.data = given or _data_home() / NAME
        self.cache = given / "cache" if given else _cache_home()

    @classmethod
    def portable(cls) -> UserFolders:
        """Everything beside the program, for a stick."""
        return cls(ROOT / f"{NAME}-data")

    @property
    def settings(self) -> Path:
        return self.config / "settings.json"

    @property
    def saves(self) -> Path:
        return self.data / "games"

    @property
    def words(self) -> Path:
        return self.data / "words"

    @property
    def reports(self) -> Path:
        return self.data / "reports"


def _config_home() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Preferences"
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")


def _data_home() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _cache_home() -> Path:
    if sys.platform == "win32":
        return _data_home() / NAME / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / NAME
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / NAME


class Store(QObject):
    """The settings in force; who changes one tells everybody, and the file follows."""

    changed = Signal(str)

    def __init__(self, places: UserFolders | None = None) -> None:
        super().__init__()
        self.places = places or UserFolders()
        self.now = read(self.places.settings)
        self.trouble = ""

    def set(self, **values: Any) -> None:
        """Change settings, write them, and say which changed."""
        fresh = [name for name, value in values.items() if getattr(self.now, name) != value]
        for name in fresh:
            setattr(self.now, name, values[name])
        if fresh:
            self.write()
        for name in fresh:
            self.changed.emit(name)

    def reset(self) -> None:
        """Everything as it was on the first day; layouts, recent games and keys, which have a reset of theirs, stay."""
        kept = {"recent", "layouts", "last_folder", "last_new", "packs", "keys"}
        plain = Settings()
        self.set(**{name: getattr(plain, name) for name in Settings.__struct_fields__ if name not in kept})

    def write(self) -> None:
        """Write the file; a folder that cannot be written costs nothing but the memory."""
        self.trouble = ""
        try:
            write_whole(self.places.settings, msgspec.json.format(msgspec.json.encode(self.now), indent=1))
        except OSError as error:
            self.trouble = tr("settings cannot be kept: {reason}", reason=error.strerror or error)

    @property
    def moving(self) -> bool:
        """Whether things may glide."""
        return self.now.animation and not self.now.reduced_motion

    @property
    def folder(self) -> Path:
        """Where files are written first: the folder used last, else the player's documents, else his home."""
        documents = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        wished = (Path(name) for name in (self.now.last_folder, documents) if name)
        return next((folder for folder in wished if folder.is_dir()), Path.home())

    def remember(self, path: Path) -> None:
        """Put a game at the head of the recent ones."""
        name = str(path)
        self.set(recent=[name, *(other for other in self.now.recent if other != name)][:10])


def write_whole(path: Path, text: bytes) -> None:
    """Write beside the old file, then put the new one in its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(text)
    beside.replace(path)


def read(path: Path) -> Settings:
    """The stored settings; what is damaged is taken as never set."""
    try:
        raw = msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return Settings()
    result = Settings()
    if not isinstance(raw, dict):
        return result
    for field in msgspec.structs.fields(Settings):
        if field.name in raw:
            with contextlib.suppress(msgspec.ValidationError):
                setattr(result, field.name, msgspec.convert(raw[field.name], field.type))
    return result
