"""The colours of each map by daylight and by lamplight."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Literal
from zlib import crc32

Mode = Literal["light", "dark"]
Palette = dict[str, str]
BRIGHT = 0.4  # lightness above which a colour of the lamplight is a line or a letter and not a ground
STYLED = "styled:"  # before a kind or tag whose look is a style's: the theme draws nothing for it
BORROWED = "~"  # before the name of a colour that another theme has

_SHARED: dict[Mode, Palette] = {
    "light": {
        "ink": "#2b2118",
        "halo": "#f7efdc",
        "grid": "#8a7a5e",
        "number": "#7b6a50",
        "paper": "#efe4cb",
        "frame": "#5b4630",
        "water": "#a9c6cf",
        "bank": "#3f6d85",
        "water_ink": "#24566f",
        "road": "#8d3b2a",
        "track": "#7a5a35",
        "casing": "#f7efdc",
        "border": "#7a3f52",
        "ridge": "#6b4a2e",
        "shade": "#4a3220",
        "shadow": "#4a3220",
        "sunlit": "#fbf5e6",
        "green": "#c7cf98",
        "box": "#f5ecd6",
        "box_line": "#6b5437",
        "red": "#a32b22",
        "blue": "#2f4f7f",
        "muted": "#8b7d66",
        "barrier": "#5a2d1c",
        "clear": "#efe4cb",
        "mountain": "#ddc9a2",
        "forest": "#a3b57f",
        "tree": "#4d6136",
        "pass": "#e6d3a6",
        "fields": "#8fa05a",
        "land": "#f1e4c3",
    },
    "dark": {
        "ink": "#eadfc8",
        "halo": "#211c16",
        "grid": "#927f5f",
        "number": "#93836a",
        "paper": "#2a241c",
        "frame": "#a68d66",
        "water": "#24424f",
        "bank": "#6fa3bb",
        "water_ink": "#8fc3d8",
        "road": "#d98b6f",
        "track": "#b3925f",
        "casing": "#1b1712",
        "border": "#c58aa0",
        "ridge": "#a98a63",
        "shade": "#c4a57c",
        "shadow": "#0d0a07",
        "sunlit": "#d8bd94",
        "green": "#4a5330",
        "box": "#332b21",
        "box_line": "#a68d66",
        "red": "#e06a5c",
        "blue": "#8fb0e6",
        "muted": "#8d8069",
        "barrier": "#d0785a",
        "clear": "#2a241c",
        "mountain": "#4b3d2c",
        "forest": "#37472a",
        "tree": "#93a873",
        "pass": "#5a4a2c",
        "fields": "#74834a",
        "land": "#2e281f",
    },
}

_THEMES: dict[str, dict[Mode, Palette]] = {
    "engraving": {"light": {}, "dark": {}},
    "briefing": {
        "light": {
            "paper": "#d9c7a0",
            "land": "#cdb98f",
            "halo": "#fff8e6",
            "ink": "#241c12",
            "water": "#6f95a0",
            "water_ink": "#12323f",
            "bank": "#3d6470",
            "block": "#a58f68",
            "block2": "#8f7a57",
            "block3": "#bda67c",
            "street": "#e0d0ab",
            "grove": "#7d8c54",
            "field": "#c3b27f",
            "road": "#4a4238",
            "casing": "#f2e6c8",
            "red": "#b3201b",
            "border": "#fffaf0",
            "blue": "#2c5fa8",
            "yellow": "#d9a514",
            "tem0": "#e9dcb8",
            "tem1": "#e2cfa2",
            "tem2": "#d8bd88",
            "tem3": "#cba871",
            "tem4": "#b98d58",
            "green_sign": "#2f7a3a",
            "orange_sign": "#d9791e",
            "white_sign": "#fffdf6",
            "rail": "#3a3128",
        },
        "dark": {
            "paper": "#26211a",
            "land": "#2c261d",
            "halo": "#14110c",
            "ink": "#f0e6d0",
            "water": "#22414b",
            "bank": "#5d8e9b",
            "block": "#5a4d38",
            "block2": "#6b5b42",
            "block3": "#4b402f",
            "street": "#39301f",
            "grove": "#5c6b3b",
            "field": "#3a3323",
            "road": "#d8ccb2",
            "casing": "#1a1610",
            "red": "#e8574c",
            "border": "#e8dcc2",
            "blue": "#7fa8e8",
            "yellow": "#e3bd4c",
            "tem0": "#332c20",
            "tem1": "#3a3122",
            "tem2": "#443824",
            "tem3": "#4e3f27",
            "tem4": "#5c472a",
            "green_sign": "#3f9a4c",
            "orange_sign": "#e08b38",
            "white_sign": "#efe6d2",
            "rail": "#cdbfa4",
        },
    },
    "sahel": {
        "light": {
            "paper": "#f3e6c6",
            "open": "#e3dba6",
            "desert": "#f3dfae",
            "rough": "#d9bd8a",
            "mountain": "#c9a374",
            "marsh": "#bfd3b0",
            "grass": "#8f9a4e",
            "dune": "#cfa75e",
            "stone": "#8e6a42",
            "reed": "#3f7d78",
            "closed": "#e4dccb",
            "closed_ink": "#a79b84",
            "line": "#c22f1f",
            "water": "#8dbfd6",
            "bank": "#2f7396",
        },
        "dark": {
            "paper": "#2a2318",
            "open": "#34331f",
            "desert": "#3a2f1d",
            "rough": "#40321f",
            "mountain": "#4a3824",
            "marsh": "#2a3d36",
            "grass": "#7d8748",
            "dune": "#8f7440",
            "stone": "#a17f55",
            "reed": "#6fb0a8",
            "closed": "#201c16",
            "closed_ink": "#5c5345",
            "line": "#f0705f",
            "water": "#2a5468",
            "bank": "#7fbcd8",
        },
    },
    "chart": {
        "light": {
            "paper": "#d6e8ee",
            "land": "#f2e3b8",
            "shoal1": "#a9d0df",
            "shoal2": "#bedce6",
            "shoal3": "#cbe3eb",
            "coast": "#4b3f2b",
            "rhumb": "#8fb3c2",
            "stream": "#6b9fb8",
            "water_ink": "#255a78",
            "land_ink": "#8a7444",
            "lake": "#a9d0df",
            "halo": "#fbf6e6",
            "route_land": "#6b4a1f",
            "route_sea": "#1d4f91",
            "route_port": "#a32b22",
            "route_beach": "#c47a12",
            "southern_somalia": "#ecd29b",
            "puntland": "#f0bf86",
            "somaliland": "#d9dd98",
            "djibouti": "#a8d3a0",
            "ethiopia": "#d3cbbb",
            "kenya": "#d3cbbb",
            "sea": "#9fc6e4",
            "off_map": "#d5d0ea",
            "pirate": "#a32b22",
            "coalition": "#2b4f9e",
            "neutral": "#5d7686",
        },
        "dark": {
            "paper": "#152a35",
            "land": "#332c1d",
            "shoal1": "#23475a",
            "shoal2": "#1d3c4c",
            "shoal3": "#183240",
            "coast": "#c9b78c",
            "rhumb": "#27475a",
            "stream": "#5d93ad",
            "water_ink": "#8fc3dd",
            "land_ink": "#9d8a5f",
            "lake": "#23475a",
            "halo": "#14120d",
            "route_land": "#c79a5c",
            "route_sea": "#6fa3e8",
            "route_port": "#e8776a",
            "route_beach": "#e8a64c",
            "southern_somalia": "#5a4a28",
            "puntland": "#63431f",
            "somaliland": "#4b4f22",
            "djibouti": "#2f5a35",
            "ethiopia": "#45403a",
            "kenya": "#45403a",
            "sea": "#24496b",
            "off_map": "#3b3659",
            "pirate": "#e8776a",
            "coalition": "#86a8ee",
            "neutral": "#86a0b0",
        },
    },
    "atlas": {
        "light": {
            "paper": "#b9d6df",
            "land": "#efdcae",
            "far": "#e9e1cd",
            "morocco": "#f3cf91",
            "algeria": "#f0e1ac",
            "western_sahara": "#f1cfa8",
            "coast": "#4b6f80",
            "shoal1": "#9cc5d3",
            "shoal2": "#abced9",
            "dune": "#cda35a",
            "stream": "#5d93ad",
            "berm": "#7a2f1c",
            "frontier": "#8d1f3c",
            "pipeline": "#5f5f66",
            "resource_city": "#c9302a",
            "city": "#fffaf0",
            "petroleum": "#2b2b30",
            "mineral": "#2f8a5c",
            "nuclear": "#e8c42a",
            "desert": "#d9b877",
            "disputed": "#d98fb0",
            "halo": "#fbf3df",
            "road": "#8d3b2a",
        },
        "dark": {
            "paper": "#1b3440",
            "land": "#3a3020",
            "far": "#2a261f",
            "morocco": "#45361f",
            "algeria": "#3d3a20",
            "western_sahara": "#473322",
            "coast": "#8fb8c9",
            "shoal1": "#254654",
            "shoal2": "#203d4a",
            "dune": "#8f7440",
            "stream": "#6fa3bb",
            "berm": "#e08a68",
            "frontier": "#e87a9a",
            "pipeline": "#a5a5ad",
            "resource_city": "#e0554c",
            "city": "#efe6d2",
            "petroleum": "#d0d0d8",
            "mineral": "#58b887",
            "nuclear": "#ecd052",
            "desert": "#8f7848",
            "disputed": "#d98fb0",
            "halo": "#17130c",
            "road": "#e09a7c",
        },
    },
}


THEMES = ("plain", *_THEMES)

LIKE = {  # kinds of ground that are drawn in a colour of another name
    "rio_grande_valley": "green", "wood": "forest", "woods": "forest", "jungle": "forest", "swamp": "marsh",
    "hill": "rough", "hills": "rough", "lake": "water", "sea": "water",
}  # fmt: skip


class Colours(dict[str, str]):
    """The colours of a theme by name; one that it lacks is borrowed from another theme."""

    def ground(self, kind: str) -> str:
        """The colour of a kind of ground; one that no theme knows gets a quiet tint, always the same."""
        kind = kind.removeprefix(STYLED)
        if (own := f"style:kind:{kind}:fill") in self:
            return self[own]
        kind = LIKE.get(kind, kind)
        return self.get(kind) or self.get(BORROWED + kind) or self[f"tint{crc32(kind.encode()) % TINTS}"]

    def __missing__(self, name: str) -> str:
        return self[BORROWED + name] if BORROWED + name in self else self["muted"]


def heighten(colours: Colours) -> Colours:
    """A palette by lamplight with more contrast: grounds nearer to black, lines and letters nearer to white."""
    return Colours({name: _heighten(colour) if colour.startswith("#") else colour for name, colour in colours.items()})


def _heighten(colour: str) -> str:
    parts = [int(colour[n : n + 2], 16) for n in (1, 3, 5)]
    light = (0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2]) / 255
    goal, share = (255, 0.6) if light > BRIGHT else (0, 0.6)
    return "#" + "".join(f"{round(part + (goal - part) * share):02x}" for part in parts)


def is_known_ground(theme: str, kind: str) -> bool:
    """Whether any theme has a colour for a kind of ground; only the plain one's shared colours do not count."""
    colours = palette(theme, "light")
    return LIKE.get(kind, kind) in colours or BORROWED + kind in colours


def nearest_theme(name: str) -> str:
    """The theme that a misspelt name may mean, "" if none."""
    return next(iter(get_close_matches(name.lower(), THEMES, 1)), "")


def roles(theme: str) -> Colours:
    """The names of a theme's colours, one for those that are equal by daylight and by lamplight."""
    light, dark = palette(theme, "light"), palette(theme, "dark")
    first: dict[tuple[str, str], str] = {(light["paper"], dark["paper"]): "paper"}
    return Colours({name: first.setdefault((light[name], dark[name]), name) for name in light})


def palette(theme: str, mode: Mode) -> Colours:
    """The colours of a theme; an unknown theme is drawn plainly."""
    others = {BORROWED + name: colour for each in _THEMES.values() for name, colour in each[mode].items()}
    tints = {f"tint{n}": colour for n, colour in enumerate(_TINTS[mode])}
    return Colours({**others, **tints, **_SHARED[mode], **_THEMES.get(theme, {}).get(mode, {})})


_TINTS: dict[Mode, tuple[str, ...]] = {
    "light": ("#c9d3a4", "#d8c39b", "#b9ccc4", "#d9b8a2", "#c8bfd4", "#b7c68e", "#e0d08f", "#c4b49a"),
    "dark": ("#4a5338", "#564a33", "#374a46", "#573f35", "#48425a", "#3f4c2c", "#5a522c", "#4c4436"),
}
TINTS = len(_TINTS["light"])
