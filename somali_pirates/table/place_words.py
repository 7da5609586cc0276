"""Where the Mobilization Chart lets units appear, in words (9.4)."""

from __future__ import annotations

from collections.abc import Iterable

from somali_pirates.components import Components

WORDS = {
    "any_off_map": "any Off-Map base",
    "any_off_map_port": "any Off-Map base with a port",
    "sea_zone_next_to_off_map_port": "a sea Zone next to an Off-Map port",
    "any_land_zone_of_own_region": "any land Zone of its own Region",
    "any_land_zone_of_three_regions": "any land Zone of the three Somali Regions",
    "port_of_own_region": "a port of its own Region",
    "sea_zone_next_to_port_of_own_region": "a sea Zone next to a port of its own Region",
    "any_coalition_base_in_place": "any Coalition base in place",
    "coalition_base_in_place_with_port": "a Coalition base in place with a port",
    "land_zone_with_coalition_unit_in_place": "a land Zone with a Coalition unit in place",
    "zone_of_own_region_with_pirate_base_or_own_warlord_in_place":
        "a Zone of its own Region with a Pirate base or a Warlord of its own in place",
    "port_of_own_region_with_pirate_base_in_place": "a port of its own Region with a Pirate base in place",
    "land_zone_of_the_three_regions_with_open_pirate_unit_in_place":
        "a land Zone of the three Somali Regions with an Open Pirate unit in place",
    "own_carrier": "a carrier of its own",
    "aboard_own_transport": "aboard a transport of its own",
}  # fmt: skip


def describe_places(data: Components, tokens: Iterable[str]) -> str:
    """The Zones and kinds of places that units may be put in."""
    return ", ".join(WORDS.get(token) or data.name(token) for token in tokens)
