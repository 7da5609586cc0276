"""What the shape of a map means: parts, passes, choke points, the cheapest routes, distances and nets, on the map."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QWidget

from common.gui.designer.map_sheet import COLOURS
from common.gui.designer.pages.result_page import Answer, ResultPage
from common.gui.designer.pages.trial_findings import ask_spaces
from common.gui.kit.language import tr, trn, word
from common.gui.kit.widgets import busy, form_row, keep_narrow, label, spin
from common.maps import GameMap, analysis
from common.maps.query import QueryError
from common.maps.reach import PriceOf
from common.tabletop import Overlay

WAYS = {
    "parts": word("Parts, passes and bridges"), "chokes": word("Choke points"), "routes": word("Cheapest routes"),
    "distance": word("Distance between two sets"), "nets": word("Nets of a kind of link"), "supply": word("Supply net"),
}  # fmt: skip
ABOUT = {
    "parts": word("What falls apart, and what is cut off when one space or link is lost."),
    "chokes": word("The share of all cheapest ways that leads through each space."),
    "routes": word("Select the start and, with Shift, the goal; or name them."),
    "distance": word("From the nearest of some places to the nearest of others: spaces or questions."),
    "nets": word("Which spaces the links of a kind join."),
    "supply": word("What lies within reach of any source: spaces or a question."),
}
HEAT = ("#7b1e1e", "#c8532b", "#e69f3c", "#f3d98b")  # from the most to the least busy
SHARES = (0.6, 0.35, 0.15, 0.05)  # of the busiest space
MOST = 60


class AnalysisBox(ResultPage):
    """Asks the graph of the map in front, and colours the answer."""

    def __init__(self) -> None:
        super().__init__()
        self.mode, self.price = keep_narrow(QComboBox()), keep_narrow(QComboBox())
        self.mode.setAccessibleName(tr("What to find out"))
        for name, title in WAYS.items():
            self.mode.addItem(tr(title), name)
        self.about = label("", "soft", wrap=True)
        self.start, self.goal, self.kind = QLineEdit(), QLineEdit(), keep_narrow(QComboBox())
        self.start.setPlaceholderText(tr("a space, or a question: town"))
        self.goal.setPlaceholderText(tr("a space, or a question: town"))
        self.count, self.limit = spin(1, 20, 3, "{n}"), spin(1, 200, 6, "{n}")
        self.form = QWidget()
        rows = self._rows = QFormLayout(self.form)
        rows.setContentsMargins(0, 0, 0, 0)
        for text, field in (
            (tr("&Units"), self.price), (tr("&From"), self.start), (tr("&To"), self.goal),
            (tr("&How many"), self.count),
            (tr("&Kind"), self.kind), (tr("At &most"), self.limit),
        ):  # fmt: skip
            form_row(rows, text, field)
        for part in (self.mode, self.about, self.form, self.result):
            self.column.addWidget(part)
        self.column.addWidget(self.list, 1)
        self.column.addStretch(0)
        self.mode.currentIndexChanged.connect(lambda _n: self._turn())
        for box in (self.price, self.kind):
            box.activated.connect(lambda _n: self.run())
        for line in (self.start, self.goal):
            line.returnPressed.connect(self.run)
        for number in (self.count, self.limit):
            number.valueChanged.connect(lambda _n: self.run())
        self._ways: list[tuple[str, ...]] = []
        self._turn()

    # --- fields ---

    def _turn(self) -> None:
        mode = str(self.mode.currentData())
        self.about.setText(tr(ABOUT[mode]))
        shown = {
            "parts": (), "chokes": (self.price,), "routes": (self.price, self.start, self.goal, self.count),
            "distance": (self.price, self.start, self.goal), "nets": (self.kind,),
            "supply": (self.price, self.start, self.limit),
        }[mode]  # fmt: skip
        for field in (self.price, self.start, self.goal, self.count, self.kind, self.limit):
            self._rows.setRowVisible(field, field in shown)
        if self.isVisible():
            self.run()

    def follow(self, changed: bool) -> None:
        """The price lists and kinds of links of this map."""
        assert self.sheet is not None
        prices = [(tr("every step costs 1"), "")]
        prices += [(name.replace("_", " "), name) for name in self.sheet.game_map.file.prices]
        kinds = sorted({kind for link in self.sheet.game_map.links.values() for kind in link.kinds})
        _refill(self.price, prices)
        _refill(self.kind, [(kind.replace("_", " "), kind) for kind in kinds])

    @property
    def _price(self) -> PriceOf | None:
        assert self.sheet is not None
        return analysis.unit_classes(self.sheet.game_map).get(str(self.price.currentData() or ""))

    # --- asking ---

    @busy()
    def run(self) -> None:
        """Answer the question that is chosen."""
        if self.sheet is None:
            return
        self.clear()
        self._ways = []
        ask: dict[str, Callable[[GameMap], None]] = {
            "parts": self._parts, "chokes": self._chokes, "routes": self._routes, "distance": self._distance,
            "nets": self._nets, "supply": self._supply,
        }  # fmt: skip
        try:
            ask[str(self.mode.currentData())](self.sheet.game_map)
        except QueryError as error:
            self.fill(str(error)[:1].upper() + str(error)[1:], (), ())

    def _parts(self, game_map: GameMap) -> None:
        parts, passes = analysis.find_parts(game_map), analysis.find_passes(game_map)
        bridges = analysis.find_bridges(game_map)
        rows: list[Answer] = [((tr("a part of its own"), _some(part)), part[0]) for part in parts[1:]]
        rows += [((tr("pass {place}", place=each.place), _some(each.cut_off)), each.place) for each in passes]
        rows += [((tr("link {place}", place=each.place), _some(each.cut_off)), each.place) for each in bridges]
        said = (
            trn("{n} part", "{n} parts", len(parts)),
            trn("{n} pass", "{n} passes", len(passes)),
            trn("{n} bridge", "{n} bridges", len(bridges)),
        )
        self.fill(", ".join(said), (tr("Without"), tr("Cut off")), rows)
        marked = dict.fromkeys((each.place for each in passes), tr("pass"))
        for part in parts[1:]:
            marked |= dict.fromkeys(part, tr("apart"))
        self._shade(tr("Parts and passes"), marked, ((tr("pass"), HEAT[0], "fill"), (tr("apart"), COLOURS[0], "hatch")))

    def _chokes(self, game_map: GameMap) -> None:
        share = analysis.find_chokes(game_map, self._price)
        most = max(share.values(), default=0.0) or 1.0
        ranked = sorted((place for place in share if share[place] > 0), key=lambda place: -share[place])
        rows: list[Answer] = [((place, f"{share[place]:.1%}"), place) for place in ranked[:MOST]]
        self.fill(tr("The busiest spaces"), (tr("Space"), tr("Ways through it")), rows)
        marked = {}
        for place in ranked:
            step = next((n for n, least in enumerate(SHARES) if share[place] >= least * most), None)
            if step is not None:
                marked[place] = _step_name(step)
        legend = tuple((_step_name(n), colour, "fill") for n, colour in enumerate(HEAT))
        self._shade(tr("Choke points"), marked, legend)

    def _ends(self, game_map: GameMap) -> tuple[frozenset[str], frozenset[str]]:
        chosen = [space for space in (self.sheet.selection if self.sheet else ()) if space in game_map.index]
        starts = ask_spaces(game_map, self.start.text()) if self.start.text().strip() else frozenset(chosen[:1])
        goals = ask_spaces(game_map, self.goal.text()) if self.goal.text().strip() else frozenset(chosen[1:2])
        return starts, goals

    def _routes(self, game_map: GameMap) -> None:
        starts, goals = self._ends(game_map)
        if not starts or not goals:
            self.fill(tr("Say where the routes begin and end"), (), ())
            return
        start, goal = min(starts, key=game_map.index.__getitem__), min(goals, key=game_map.index.__getitem__)
        ways = analysis.find_routes(game_map, start, goal, self.count.value(), self._price)
        self._show_ways(game_map, [(way.cost, way.spaces) for way in ways], f"{start} – {goal}")

    def _distance(self, game_map: GameMap) -> None:
        starts, goals = self._ends(game_map)
        if not starts or not goals:
            self.fill(tr("Say from where to where"), (), ())
            return
        found = analysis.find_distance(game_map, starts, goals, self._price)
        self._show_ways(game_map, [(found.cost, found.way)] if found.way else [], tr("The nearest of them"))

    def _show_ways(self, game_map: GameMap, ways: list[tuple[int, tuple[str, ...]]], title: str) -> None:
        rows: list[Answer] = [((str(cost), " ".join(way)), "") for cost, way in ways]
        self._ways = [way for _, way in ways]
        text = (
            trn("{title}: {n} route", "{title}: {n} routes", len(ways), title=title)
            if ways
            else tr("No way leads there")
        )
        self.fill(text, (tr("Cost"), tr("Way")), rows)
        used: dict[str, str] = {}
        for n, way in enumerate(self._ways):
            for space in way:
                used.setdefault(space, tr("route {n}", n=n + 1))
        legend = tuple((tr("route {n}", n=n + 1), COLOURS[n % len(COLOURS)], "fill") for n in range(len(ways)))
        self._shade(title, used, legend)
        self._draw_way(0)

    def _nets(self, game_map: GameMap) -> None:
        kind = str(self.kind.currentData() or "")
        nets = analysis.find_nets(game_map, (kind,)) if kind else []
        rows: list[Answer] = [((str(len(net.spaces)), _some(net.spaces)), net.spaces[0]) for net in nets]
        self.fill(trn("{n} net", "{n} nets", len(nets)), (tr("Spaces"), tr("Which")), rows)
        marked = {space: tr("net {n}", n=n + 1) for n, net in enumerate(nets) for space in net.spaces}
        legend = tuple((tr("net {n}", n=n + 1), COLOURS[n % len(COLOURS)], "fill") for n in range(len(nets)))
        self._shade(kind, marked, legend)

    def _supply(self, game_map: GameMap) -> None:
        starts, _ = self._ends(game_map)
        found = analysis.find_supply(game_map, starts, self.limit.value(), self._price) if starts else {}
        rows: list[Answer] = [((space, str(cost)), space) for space, cost in sorted(found.items(), key=lambda e: e[1])]
        text = trn("{n} space in supply", "{n} spaces in supply", len(found)) if starts else tr("Name a source")
        self.fill(text, (tr("Space"), tr("Cost")), rows)
        self._shade(tr("Supply net"), dict.fromkeys(found, tr("in supply")), ((tr("in supply"), COLOURS[2], "fill"),))

    # --- showing ---

    def _shade(self, title: str, spaces: dict[str, str], legend: Iterable[tuple[str, str, str]]) -> None:
        if self.sheet is not None and self.isVisible():
            self.sheet.set_shade(Overlay("analysis", title, "", spaces, tuple(legend)) if spaces else None)

    def choose(self, row: int) -> None:
        """A route is drawn; anything else is brought into view."""
        if self._ways:
            self._draw_way(row)
        else:
            super().choose(row)

    def _draw_way(self, row: int) -> None:
        if self.sheet is not None and self.isVisible() and 0 <= row < len(self._ways):
            space = self.sheet.game_map.space
            self.sheet.pane.show_line(tuple(space(id_).center for id_ in self._ways[row]))


def _refill(box: QComboBox, entries: list[tuple[str, str]]) -> None:
    """Other entries in a box; what was chosen stays chosen where it is there."""
    before = box.currentData()
    with QSignalBlocker(box):
        box.clear()
        for text, data in entries:
            box.addItem(text, data)
        box.setCurrentIndex(max(0, box.findData(before)))


def _some(spaces: tuple[str, ...], most: int = 12) -> str:
    return ", ".join(spaces[:most]) + (" …" if len(spaces) > most else "")


def _step_name(step: int) -> str:
    return tr("{n} % and more of the busiest", n=round(100 * SHARES[step]))
