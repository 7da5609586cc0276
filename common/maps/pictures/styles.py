"""How a map file says that things look: a style for a kind of terrain, line, border, sign or name, over the theme."""

from __future__ import annotations

from collections.abc import Iterable
from colorsys import hls_to_rgb, rgb_to_hls

from common.maps.files import StyleEntry
from common.maps.gamemap import GameMap
from common.maps.pictures.colour_vision import KINDS, delta_e, parse_colour, ratio, simulate_eye
from common.maps.pictures.symbols import FILLED, LINED
from common.maps.pictures.themes import Colours, Mode, palette, roles

SECTIONS = ("kind", "tag", "link", "line", "region", "feature", "label")
SYMBOLS = (*FILLED, *LINED)
LEAST_CONTRAST = 3.0  # of names and numbers on the ground, and of lines
LEAST_DELTA = 8.0  # CIEDE2000 between two kinds of ground, for every kind of eye
EYES = {
    "": "anybody", "protanopia": "eyes that see no red", "deuteranopia": "eyes that see no green",
    "tritanopia": "eyes that see no blue",
}  # fmt: skip


def key_of(shows: str, part: str) -> str:
    """The name under which the colour of a style stands among the colours of the theme."""
    return f"style:{shows}:{part}"


def by_lamplight(colour: str, is_ground: bool) -> str:
    """A colour for a dark sheet: grounds become dark, lines and letters light."""
    hue, light, strong = rgb_to_hls(*parse_colour(colour))
    light = 0.08 + 0.22 * light if is_ground else 0.92 - 0.45 * light
    r, g, b = hls_to_rgb(hue, light, strong * (0.75 if is_ground else 0.85))
    return f"#{round(r * 255):02x}{round(g * 255):02x}{round(b * 255):02x}"


def style_colours(styles: Iterable[StyleEntry], mode: Mode) -> dict[str, str]:
    """Every colour that the styles of a file name."""
    found = {}
    for style in styles:
        ground = style.shows.startswith(("kind:", "region:"))
        for part, colour, dark in (
            ("fill", style.fill, style.dark_fill), ("stroke", style.stroke, style.dark_stroke),
        ):  # fmt: skip
            if colour:
                lit = part == "fill" and ground
                found[key_of(style.shows, part)] = colour if mode == "light" else dark or by_lamplight(colour, lit)
    return found


def map_palette(map_: GameMap, mode: Mode) -> Colours:
    """The colours of a map: those of its theme, and those of its own styles."""
    return Colours({**palette(map_.theme, mode), **style_colours(map_.file.styles, mode)})


def map_roles(map_: GameMap) -> Colours:
    """The names of the colours of a map."""
    own = {name: name for name in style_colours(map_.file.styles, "light")}
    return Colours({**roles(map_.theme), **own})


def shown_things(map_: GameMap) -> list[str]:
    """Everything on a map that can have a style, sort by sort."""
    found = [f"kind:{kind}" for kind in _sorted(space.kind for space in map_.spaces.values())]
    if map_.file.terrain is not None:
        found = [*dict.fromkeys([*(f"kind:{kind}" for kind in map_.file.terrain.legend.values()), *found])]
    found += [f"tag:{tag}" for tag in _sorted(tag for space in map_.spaces.values() for tag in space.tags)]
    links = (*map_.links.values(), *map_.box_links.values())
    found += [f"link:{kind}" for kind in _sorted(kind for link in links for kind in link.kinds)]
    found += [f"line:{kind}" for kind in _sorted(line.kind for line in map_.lines)]
    found += [f"region:{kind}" for kind in _sorted(region.kind for region in map_.regions)]
    found += [f"feature:{kind}" for kind in _sorted(feature.kind for feature in map_.features)]
    return found + [f"label:{kind}" for kind in _sorted(label.kind for label in map_.labels)]


def _sorted(kinds: Iterable[str]) -> list[str]:
    return sorted({kind for kind in kinds if kind})


# --- what eyes make of them -------------------------------------------------------------------------------


def ground_colours(map_: GameMap, mode: Mode) -> dict[str, str]:
    """The colour of every kind of ground on a map."""
    colours = map_palette(map_, mode)
    return {kind: colours.ground(kind) for kind in _sorted(space.kind for space in map_.spaces.values())}


def look_alike(map_: GameMap, shows: str, mode: Mode = "light") -> list[tuple[str, str]]:
    """The other kinds of ground that some eye cannot tell from one, and which eye that is."""
    kind = shows.removeprefix("kind:")
    grounds = ground_colours(map_, mode)
    if not shows.startswith("kind:") or kind not in grounds:
        return []
    found = []
    for other, colour in grounds.items():
        if other != kind and (eye := _blind_eye(grounds[kind], colour)) is not None:
            found.append((other, EYES[eye]))
    return found


def _blind_eye(one: str, other: str) -> str | None:
    a, b = parse_colour(one), parse_colour(other)
    for eye in ("", *(kind for kind in KINDS if kind in EYES)):
        seen = (simulate_eye(a, eye), simulate_eye(b, eye)) if eye else (a, b)
        if delta_e(*seen) < LEAST_DELTA:
            return eye
    return None


def poor_contrast(map_: GameMap, style: StyleEntry, mode: Mode = "light") -> list[tuple[str, float]]:
    """What cannot be read on a ground, or seen on the sheet, with the contrast that it has."""
    colours = map_palette(map_, mode)
    found = []
    if style.fill and style.shows.startswith("kind:"):
        ground = colours[key_of(style.shows, "fill")]
        names = parse_colour(colours["ink"])
        contrast = ratio(names, parse_colour(ground))
        if contrast < LEAST_CONTRAST:
            found.append(("names", contrast))
    if style.stroke and style.shows.startswith(("link:", "line:")):
        line, paper = colours[key_of(style.shows, "stroke")], colours["paper"]
        contrast = ratio(parse_colour(line), parse_colour(paper))
        if contrast < LEAST_CONTRAST / 2:
            found.append(("the line", contrast))
    return found
