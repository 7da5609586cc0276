"""An attack that is being resolved, kinetic or asymmetrical: who takes part, what was added and what was lost."""

from __future__ import annotations

from msgspec import Struct

from common.engine import Side


class Battle(Struct, frozen=True, gc=False):
    """One attack from its declaration to its points; `kind` is kinetic or a row of the asymmetrical results chart."""

    kind: str
    side: Side
    by: str  # the attacking faction
    zone: str
    target: str  # the faction or stack attacked, or the Warlord
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()  # who can be lost and must retreat
    helpers: tuple[str, ...] = ()  # aircraft that add strength to the defence but are no targets (21.3a)
    hidden: bool = False  # against the Underground box
    standoff: bool = False
    shock: bool = False
    doubled: tuple[tuple[Side, int], ...] = ()  # how often a side's Tactical Edge doubles its units
    raised: tuple[tuple[Side, int], ...] = ()  # how often it adds one to each
    warlords: tuple[tuple[str, str], ...] = ()  # Warlord and the unit he doubles
    shares: tuple[tuple[str, int], ...] = ()  # the strength of each unit at the roll, in half points
    column: int = -1  # of the table; none until strengths or the die of a drone have named it
    result: str = ""
    lost: tuple[str, ...] = ()
    gains: tuple[tuple[Side, int], ...] = ()  # points besides those for units that were lost

    @property
    def is_kinetic(self) -> bool:
        """Whether it is resolved on the Kinetic table."""
        return self.kind == "kinetic"

    def edges(self, side: Side) -> tuple[int, int]:
        """How often Tactical Edge doubles the units of a side, and how often it adds one."""
        return dict(self.doubled).get(side, 0), dict(self.raised).get(side, 0)
