"""The types of a map file, as msgspec reads them from YAML."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from common.data import Source, Sourced

Length = Annotated[float, Meta(ge=-1e6, le=1e6)]  # in map units; no sheet is larger
Point = tuple[Length, Length]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Words = Annotated[str, Meta(max_length=2000)]
Cost = Annotated[int, Meta(ge=0, le=10_000)]
Scalar = str | int | float | bool | None
Margin = Annotated[float, Meta(ge=-100_000, le=100_000)]
Extent = Annotated[float, Meta(ge=1, le=1_000_000)]
Colour = Annotated[str, Meta(pattern=r"^#[0-9a-fA-F]{6}$")]


MOST_ROWS = 500
Row = Annotated[str, Meta(pattern=r"^[0-9]{1,4}$")]
Letters = Annotated[str, Meta(max_length=MOST_ROWS)]


class Grid(Sourced, kw_only=True):
    """How a hex map is laid out and numbered."""

    orientation: Literal["pointy", "flat"]
    shifted: Literal["even", "odd"]  # which rows (pointy) or columns (flat) lie half a hex further on
    numbering: Literal["RRCC", "CCRR"]
    first_column: Annotated[int, Meta(ge=0, le=9_999)]
    rows_up: bool = False  # row numbers grow northwards
    width: Annotated[float, Meta(gt=0, le=10_000)] = 100
    margin: tuple[Length, Length, Length, Length] = (60, 60, 60, 60)  # left, top, right, bottom
    digits: Annotated[int, Meta(ge=1, le=4)] = 2


class LetterRows(Sourced, kw_only=True):
    """One letter per hex; '.' and blank mean that there is no hex, or no value."""

    name: Name = "terrain"
    legend: dict[Annotated[str, Meta(min_length=1, max_length=1)], Name]
    rows: Annotated[dict[Row, Letters], Meta(max_length=MOST_ROWS)]


class SpaceEntry(Struct, forbid_unknown_fields=True, kw_only=True):
    """A space, or on a hex map what is special about a hex."""

    id: Name
    name: Words = ""
    kind: Words = ""
    at: Point | None = None
    polygon: Annotated[list[Point], Meta(max_length=500)] = []
    radius: Annotated[float, Meta(ge=0, le=1e6)] = 0
    box: Point | None = None
    tags: list[Name] = []
    attrs: dict[str, Any] = {}


class SpaceGroup(Sourced, kw_only=True):
    """Spaces that share a source, and the tags they all have."""

    id: Name
    kind: Words = ""
    tags: list[Name] = []
    entries: list[SpaceEntry]


class SideGroup(Sourced, kw_only=True):
    """Sides written "a-b" that carry one kind of thing: a river, a barrier, a border."""

    name: Name
    kind: Name
    sides: list[Annotated[str, Meta(pattern=r"^[^-]+-[^-]+$")]]
    one_way: bool = False
    attrs: dict[str, Any] = {}


class PathGroup(Sourced, kw_only=True):
    """A way through consecutive spaces: every link between them carries its kind."""

    name: Name
    kind: Name
    through: list[Name]
    yields_to: list[Name] = []  # a link that carries one of these kinds keeps it alone
    attrs: dict[str, Any] = {}


class RouteEntry(Struct, forbid_unknown_fields=True, kw_only=True):
    """A route of a point-to-point map, or between a box and a space of any map."""

    a: Name
    b: Name
    kind: Name
    tags: list[Name] = []
    attrs: dict[str, Any] = {}


class RouteGroup(Sourced, kw_only=True):
    """Routes that share a source."""

    id: Name
    entries: list[RouteEntry]


class LineEntry(Struct, forbid_unknown_fields=True, kw_only=True):
    """One course in map units."""

    name: Words = ""
    points: Annotated[list[Point], Meta(max_length=5_000)]
    closed: bool = False


class LineGroup(Sourced, kw_only=True):
    """Courses of one kind."""

    id: Name
    kind: Name
    entries: list[LineEntry]


class RegionEntry(Struct, forbid_unknown_fields=True, kw_only=True):
    """One surface in map units, the first ring outside, the others holes."""

    name: Words = ""
    rings: list[Annotated[list[Point], Meta(max_length=5_000)]]


class RegionGroup(Sourced, kw_only=True):
    """Surfaces of one kind."""

    id: Name
    kind: Name
    entries: list[RegionEntry]


class LabelEntry(Struct, forbid_unknown_fields=True, kw_only=True):
    """A name at a point or in a space."""

    text: Name
    at: Point | None = None
    space: Words = ""
    angle: Length = 0
    size: Annotated[float, Meta(ge=0, le=10_000)] = 0
    note: Words = ""


class LabelGroup(Sourced, kw_only=True):
    """Names of one kind: place, range, water, region, district."""

    id: Name
    kind: Name
    entries: list[LabelEntry]


class FeatureEntry(Struct, forbid_unknown_fields=True, kw_only=True):
    """A symbol at a point or in a space."""

    name: Words = ""
    at: Point | None = None
    space: Words = ""
    angle: Length = 0
    note: Words = ""


class FeatureGroup(Sourced, kw_only=True):
    """Symbols of one kind."""

    id: Name
    kind: Name
    entries: list[FeatureEntry]


class BoxEntry(Struct, forbid_unknown_fields=True, kw_only=True):
    """A printed box or track; a track has cells, an off-map box the spaces and boxes it opens on."""

    id: Name
    name: Name
    kind: Name = "box"
    rect: tuple[Length, Length, Length, Length]
    cells: list[str] = []
    next_to: list[str] = []
    attrs: dict[str, Any] = {}


class BoxGroup(Sourced, kw_only=True):
    """Boxes and tracks that share a source."""

    id: Name
    entries: list[BoxEntry]


class LegendEntry(Struct, forbid_unknown_fields=True, kw_only=True):
    """One line of the legend: a thing drawn on the map and what it is."""

    shows: Name
    text: Name


class Legend(Sourced, kw_only=True):
    """The legend and where it may be drawn."""

    title: Words = "Legend"
    at: Point | None = None
    columns: Annotated[int, Meta(ge=1, le=6)] = 1
    entries: list[LegendEntry]


class Scale(Sourced, kw_only=True):
    """How many map units a length of the real world takes."""

    units: Annotated[float, Meta(gt=0, le=1e9)]
    length: Annotated[float, Meta(gt=0, le=1e9)]
    unit: Name
    at: Point | None = None


class Title(Struct, forbid_unknown_fields=True, kw_only=True):
    """The cartouche: where it stands and what it says."""

    at: Point
    lines: list[str]
    size: Annotated[float, Meta(gt=0, le=10_000)] = 56


class UnderlayEntry(Struct, forbid_unknown_fields=True, kw_only=True):
    """A picture that lies under the map while it is drawn: where its pixels lie, and how opaque it is."""

    picture: Annotated[str, Meta(min_length=1, max_length=400)]
    matrix: tuple[float, float, float, float, float, float]  # x = a u + b v + c, y = d u + e v + f
    opacity: Annotated[float, Meta(ge=1, le=100)] = 50


class StyleEntry(Struct, forbid_unknown_fields=True, kw_only=True):
    """How one sort of thing is drawn: `kind:forest`, `tag:town`, `link:road`, `line:river`, `region:lake` and so on."""

    shows: Name
    fill: Colour = ""
    dark_fill: Colour = ""  # by lamplight; worked out from `fill` if it is not given
    stroke: Colour = ""
    dark_stroke: Colour = ""
    width: Annotated[float, Meta(ge=0, le=100)] = 0  # of the stroke; 0 leaves the theme's
    dash: Annotated[list[Annotated[float, Meta(gt=0, le=1000)]], Meta(max_length=8)] = []
    texture: Literal["", "none", "hatch", "cross", "dots", "grass", "trees", "hills", "dunes", "reeds"] = ""
    symbol: str = ""
    text: Literal["", "plain", "bold", "italic", "bold italic"] = ""
    size: Annotated[float, Meta(ge=0, le=200)] = 0  # of letters and symbols


class Filter(Struct, forbid_unknown_fields=True, kw_only=True):
    """Which spaces are meant: all that have the kind, the tags and the attributes."""

    kind: list[str] = []
    tags: list[str] = []
    without: list[str] = []
    attrs: dict[str, Scalar | list[Scalar]] = {}


class Price(Sourced, kw_only=True):
    """What a step costs: the least of what applies, plus extras; written so that route costs can be checked."""

    kinds: dict[str, Cost]  # by kind of the space entered
    tags: dict[str, Cost] = {}  # by tag of the space entered
    links: dict[str, Cost] = {}  # by kind of the link crossed
    extra: dict[str, Cost] = {}  # added by kind of the link crossed
    no_extra_tags: list[str] = []  # either end
    no_extra_links: list[str] = []
    closed_links: list[str] = []
    closed_spaces: list[Filter] = []


class Rule(Struct, forbid_unknown_fields=True, kw_only=True, tag_field="check"):
    """Something the finished map must satisfy, with the rule that asks for it."""

    rule: str


class Sum(Rule, tag="sum"):
    """An attribute adds up to a number over some spaces."""

    of: str
    where: Filter
    equals: int


class Count(Rule, tag="count"):
    """So many spaces are of this sort."""

    where: Filter
    equals: int


class Members(Rule, tag="members"):
    """Exactly these spaces are of this sort."""

    where: Filter
    are: list[str]


class Adjacent(Rule, tag="adjacent"):
    """A space is next to these; with `exactly`, to no other (that fits `among`)."""

    space: str
    to: list[str]
    exactly: bool = False
    among: Filter | None = None


class NotAdjacent(Rule, tag="not_adjacent"):
    """These pairs may touch in a point at most."""

    pairs: list[tuple[str, str]]


class KindIs(Rule, tag="kind"):
    """These spaces are of one kind."""

    spaces: list[str]
    equals: str


class AttrIs(Rule, tag="attr"):
    """A space has this value of an attribute."""

    space: str
    attr: str
    equals: Scalar


class Distance(Rule, tag="distance"):
    """So many spaces from one to the other."""

    a: str
    b: str
    equals: int


class RouteCost(Rule, tag="route"):
    """The cheapest way from a space or box to a space costs so much by a price list."""

    start: str
    goal: str
    price: str
    equals: int
    closed: list[str] = []


class LinkCount(Rule, tag="links"):
    """So many links carry these kinds; without kinds, so many links there are."""

    kinds: list[str]
    equals: int


class LinkEnds(Rule, tag="link_ends"):
    """Links with this kind join only spaces of this sort."""

    kind: str
    where: Filter


class Crossed(Rule, tag="crossed"):
    """The drawn lines of a kind cross exactly the routes with a kind, and these besides."""

    line: str
    kind: str
    besides: list[tuple[str, str]] = []


class LinkedPlaces(Rule, tag="linked"):
    """The links with these kinds form one net that joins all spaces of this sort."""

    kinds: list[str]
    where: Filter


class Names(Rule, tag="names"):
    """These spaces bear these names, and no other space of this sort has a name of its own."""

    where: Filter
    are: dict[str, str]


AnyRule = (
    Sum | Count | Members | Adjacent | NotAdjacent | KindIs | AttrIs | Distance | RouteCost | LinkCount
    | LinkEnds | Crossed | LinkedPlaces | Names
)  # fmt: skip


class Ignored(Struct, forbid_unknown_fields=True, kw_only=True):
    """A finding that the designer wants to let alone, and why."""

    check: Name
    place: str = ""
    reason: Annotated[str, Meta(min_length=1, max_length=400)]


class MapFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """A whole map file."""

    id: Name
    title: Name
    kind: Literal["hex", "area", "point"]
    source: Source
    credits: Words = ""
    theme: Words = "plain"
    size: tuple[Extent, Extent] | None = None
    about: list[str] = []
    projection: dict[str, Any] = {}
    cartouche: Title | None = None
    compass: Point | None = None
    grid: Grid | None = None
    terrain: LetterRows | None = None
    letters: list[LetterRows] = []
    spaces: list[SpaceGroup] = []
    sides: list[SideGroup] = []
    paths: list[PathGroup] = []
    routes: list[RouteGroup] = []
    lines: list[LineGroup] = []
    regions: list[RegionGroup] = []
    labels: list[LabelGroup] = []
    features: list[FeatureGroup] = []
    boxes: list[BoxGroup] = []
    groups: dict[str, list[str]] = {}
    legend: Legend | None = None
    scale: Scale | None = None
    underlay: UnderlayEntry | None = None
    guide: Annotated[str, Meta(max_length=400)] = ""  # a GeoJSON file shown while the map is drawn
    styles: list[StyleEntry] = []
    prices: dict[str, Price] = {}
    constraints: list[AnyRule] = []
    ignored: list[Ignored] = []
    fingerprint: dict[str, str] = {}  # of the standard map, so that no accident goes unseen


class GeographyFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """Real geography beside a map file, projected into map units; decoration only."""

    id: Name
    source: Source
    credits: str
    lines: list[LineGroup] = []
    regions: list[RegionGroup] = []
    labels: list[LabelGroup] = []
