"""Styles of a file: drawn instead of the theme's, by daylight and lamplight, and nothing else changes."""

from __future__ import annotations

import pytest

from common.maps.load import map_from_text
from common.maps.pictures import svg
from common.maps.pictures.colour_vision import luminance, parse_colour
from common.maps.pictures.drawing import draw
from common.maps.pictures.picture import Path, Symbol, Text
from common.maps.pictures.styles import by_lamplight, look_alike, map_palette, poor_contrast, shown_things
from common.maps.samples import SAMPLES, sample_text

VALLEY = sample_text("valley")
TEXTURES = ["hatch", "cross", "dots", "grass", "trees", "hills", "dunes", "reeds"]


def styled(name: str, *styles: str):
    return map_from_text(sample_text(name) + "\nstyles:\n" + "".join(f"  - {style}\n" for style in styles))


def paths(picture) -> list[Path]:
    return [item for layer in picture.layers for item in layer.items if isinstance(item, Path)]


def test_a_ground_gets_its_own_colour_and_texture() -> None:
    plain, own = (
        draw(map_from_text(VALLEY)),
        draw(styled("valley", '{shows: "kind:rough", fill: "#88aa55", stroke: "#445522", texture: hatch}')),
    )
    assert not [path for path in paths(plain) if path.fill == "#88aa55"]
    assert len([path for path in paths(own) if path.fill == "#88aa55"]) >= 20
    hatching = [path for path in paths(own) if path.stroke == "#445522"]
    assert sum(len(path.steps) for path in hatching) > 200


def test_a_road_and_a_river_are_drawn_as_the_style_says() -> None:
    map_ = styled(
        "valley", '{shows: "link:road", stroke: "#123456", width: 9, dash: [12, 8]}',
        '{shows: "link:river", stroke: "#654321", width: 7}',
    )  # fmt: skip
    roads = [path for path in paths(draw(map_)) if path.stroke == "#123456"]
    assert roads and all(path.width == 9 and path.dash == (12, 8) for path in roads)
    assert [path for path in paths(draw(map_)) if path.stroke == "#654321" and path.width == 7]
    theme = map_palette(map_, "light")
    assert not [path for path in draw(map_).layer("roads").items if getattr(path, "stroke", "") == theme["road"]]


def test_routes_points_names_and_signs_have_styles_too() -> None:
    map_ = styled(
        "islands", '{shows: "link:track", stroke: "#aa0000", width: 5, dash: [2, 8]}',
        '{shows: "label:water", fill: "#003366", text: bold italic, size: 40}',
        '{shows: "kind:town", symbol: anchor, stroke: "#224466"}',
    )  # fmt: skip
    picture = draw(map_)
    assert len([path for path in paths(picture) if path.stroke == "#aa0000"]) >= 3
    words = [item for layer in picture.layers for item in layer.items if getattr(item, "text", "") == "MERROW SEA"]
    assert words and words[0].bold and words[0].italic and words[0].fill == "#003366"
    signs = [item for layer in picture.layers for item in layer.items if isinstance(item, Symbol)]
    assert len([sign for sign in signs if sign.name == "anchor"]) == 5


def symbols(picture) -> list[Symbol]:
    return [item for layer in picture.layers for item in layer.items if isinstance(item, Symbol)]


def texts(picture) -> list[str]:
    return [item.text for layer in picture.layers for item in layer.items if isinstance(item, Text)]


def test_the_sign_of_marked_spaces_has_a_style() -> None:
    plain, own = draw(map_from_text(VALLEY)), draw(styled("valley", '{shows: "tag:town", symbol: anchor, size: 20}'))
    names = [[sign.name for sign in symbols(picture)] for picture in (plain, own)]
    assert [found.count("town") for found in names] == [4, 0]  # three towns and the legend
    assert [found.count("anchor") for found in names] == [0, 4]
    assert {"Halden", "Orreby", "Marsh End"} <= set(texts(own)) and "dot" not in names[1]


def test_a_named_hex_without_a_sign_shows_a_dot_and_its_name() -> None:
    bare = VALLEY.replace("tags: [town]", "tags: [mill]")
    bare = bare.replace('    - {shows: "tag:town", text: Town and its points}\n', "").partition("constraints:")[0]
    picture = draw(map_from_text(bare))
    assert [sign.name for sign in symbols(picture)].count("dot") == 3
    assert {"Halden", "Orreby", "Marsh End"} <= set(texts(picture))


@pytest.mark.parametrize("kind", ["forest", "woods"])
def test_forests_are_green_and_have_trees(kind: str) -> None:
    picture = draw(map_from_text(VALLEY.replace("w: marsh", f"w: {kind}").replace("kind:marsh", f"kind:{kind}")))
    colours = map_palette(map_from_text(VALLEY), "light")
    assert len([path for path in paths(picture) if path.fill == colours["forest"]]) >= 5
    assert [path for path in paths(picture) if path.stroke == colours["tree"]]


def test_a_style_has_a_colour_by_lamplight() -> None:
    map_ = styled(
        "valley",
        '{shows: "kind:clear", fill: "#f0e0c0"}',
        '{shows: "kind:marsh", fill: "#00aa88", dark_fill: "#003322"}',
    )
    dark = map_palette(map_, "dark")
    assert luminance(parse_colour(dark.ground("clear"))) < 0.1
    assert dark.ground("marsh") == "#003322"
    assert luminance(parse_colour(by_lamplight("#402010", False))) > 0.2


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_without_styles_is_drawn_as_before(name: str) -> None:
    map_ = map_from_text(sample_text(name))
    assert svg.text(draw(map_)) == svg.text(draw(map_from_text(sample_text(name))))
    assert all(thing.partition(":")[0] in ("kind", "tag", "link", "label") for thing in shown_things(map_))


@pytest.mark.parametrize("name", SAMPLES)
def test_everything_on_a_map_can_be_styled_and_still_drawn(name: str) -> None:
    map_ = map_from_text(sample_text(name))
    styles = [
        f'{{shows: "{thing}", fill: "#808040", stroke: "#203040", width: 3, dash: [6, 4], texture: {texture}}}'
        for thing, texture in zip(shown_things(map_), TEXTURES * 9)
    ]  # fmt: skip
    own = styled(name, *styles)
    for mode in ("light", "dark"):
        assert "#808040" in svg.text(draw(own, mode)) or mode == "dark"


def test_eyes_that_cannot_tell_two_grounds_apart_are_named() -> None:
    map_ = styled("valley", '{shows: "kind:rough", fill: "#c86464"}', '{shows: "kind:marsh", fill: "#a08250"}')
    found = dict(look_alike(map_, "kind:rough"))
    assert "marsh" in found and "no" in found["marsh"]
    assert look_alike(map_, "link:road") == []
    style = map_.file.styles[0]
    assert poor_contrast(map_, style) == []


@pytest.mark.parametrize("kind", ["country", "lake", "fog"])
def test_surfaces_on_a_point_map_without_land_are_drawn(kind: str) -> None:
    ring = "[[10, 10], [200, 10], [200, 90], [10, 90]]"
    region = (
        f"\nregions:\n  - {{id: r, kind: {kind}, source: original, entries: [{{name: Norland, rings: [{ring}]}}]}}\n"
    )
    picture = draw(map_from_text(sample_text("islands") + region))
    assert "Norland" in texts(picture)
    assert [path for path in paths(picture) if path.fill and ("M", (10.0, 10.0)) in path.steps]
