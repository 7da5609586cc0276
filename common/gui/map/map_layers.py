"""What the map shows: a button in its corner, and a card with a switch for every layer, remembered per game (F59)."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QHBoxLayout, QSlider, QVBoxLayout, QWidget

from common.gui.kit.language import percent, tr, trn, word
from common.gui.kit.settings import Store
from common.gui.kit.widgets import IconButton, button, label
from common.gui.map.board import LEAST, MOST, OTHERS, SIDE
from common.gui.map.map_view import MapView

GAP = 10
PRINTED = (  # what is printed on the map, with the layers of the drawing it stands for
    ("labels", word("Names"), ("labels",)),
    ("grid", word("Grid and numbers"), ("grid", "numbers")),
    ("roads", word("Roads"), ("roads",)),
    ("water", word("Rivers and water"), ("water",)),
    ("terrain", word("Terrain textures"), ("terrain", "relief")),
    ("borders", word("Borders"), ("borders",)),
)
LAID = (("markers", word("Markers")), ("tokens", word("Tokens on tracks")), ("overlays", word("Overlays")))
STRENGTHS = (20, 100)  # per cent, how strongly overlays cover the map (U40)


class Layers(QObject):
    """Keeps a map view in line with the layers chosen for its game."""

    def __init__(self, view: MapView, store: Store, game: str, sides: Mapping[str, str]) -> None:
        super().__init__(view)
        self.view, self.store, self.game, self.sides = view, store, game, dict(sides)
        self.button = IconButton("layers", tr("Layers: what the map shows"), size=20)
        self.button.setParent(view)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.button.clicked.connect(self.open)
        self.card: LayerCard | None = None
        view.installEventFilter(self)
        store.changed.connect(self._setting)
        self.show()

    @property
    def hidden(self) -> frozenset[str]:
        """The layers switched off in this game."""
        return frozenset(self.store.now.hidden_layers.get(self.game, ()))

    def choices(self) -> list[tuple[str, str]]:
        """Every layer there is something of, with its name."""
        printed = self.view.scene.layers
        counters = [(SIDE + side, tr("Counters: {side}", side=name)) for side, name in self.sides.items()]
        laid = LAID if counters else LAID[-1:]
        if any(piece.side is None for piece in self.view.board.pieces.values()):
            counters.append((OTHERS, tr("Counters of no side")))
        named = [*laid, *((id, name) for id, name, layers in PRINTED if printed & set(layers))]
        return [*counters, *((id, tr(name)) for id, name in named)]

    def switch(self, layer: str, on: bool) -> None:
        """Show or hide a layer, from now on in this game."""
        hidden = self.hidden - {layer} if on else self.hidden | {layer}
        self._keep(hidden)

    def _keep(self, hidden: frozenset[str]) -> None:
        self.store.set(hidden_layers={**self.store.now.hidden_layers, self.game: sorted(hidden)})

    def everything(self) -> None:
        """Show all layers again."""
        self._keep(frozenset())

    def show(self) -> None:
        """Have the map show what is chosen; the button tells when something is missing."""
        printed = {layer for id, _, layers in PRINTED if id in self.hidden for layer in layers}
        self.view.set_hidden(self.hidden | printed)
        self.view.set_overlay_strength(self.store.now.overlay_strength)
        off = len(self.hidden & {id for id, _ in self.choices()})
        self.button.setText(trn("{n} off", "{n} off", off) if off else "")
        both, alone = Qt.ToolButtonStyle.ToolButtonTextBesideIcon, Qt.ToolButtonStyle.ToolButtonIconOnly
        self.button.setToolButtonStyle(both if off else alone)
        self._place()

    def open(self) -> None:
        """Open the card below the button."""
        self.card = LayerCard(self)
        self.card.adjustSize()
        corner = self.button.mapToGlobal(QPoint(self.button.width(), self.button.height() + 4))
        self.card.move(corner - QPoint(self.card.width(), 0))
        self.card.show()
        self.card.setFocus()

    def _setting(self, name: str) -> None:
        if name in ("hidden_layers", "overlay_strength"):
            self.show()
        elif name in ("text", "theme"):
            self._place()

    def _place(self) -> None:
        self.button.adjustSize()
        self.button.move(self.view.width() - self.button.width() - GAP, GAP)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The button stays in its corner."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        return False


class LayerCard(QFrame):
    """The switches, and how big counters and how strong overlays are."""

    def __init__(self, layers: Layers) -> None:
        super().__init__(layers.view.window(), Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("card")
        self.setAccessibleName(tr("Layers"))
        self.layers = layers
        self.boxes: dict[str, QCheckBox] = {}
        grid = QGridLayout()
        grid.setHorizontalSpacing(20)
        grid.setVerticalSpacing(2)
        choices = layers.choices()
        half = (len(choices) + 1) // 2
        for number, (id, name) in enumerate(choices):
            box = self.boxes[id] = QCheckBox(name)
            box.setChecked(id not in layers.hidden)
            box.toggled.connect(lambda on, id=id: layers.switch(id, on))
            grid.addWidget(box, number % half, number // half)
        every = button(tr("Show everything"), "quiet")
        every.clicked.connect(self._everything)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 10, 14, 8)
        column.addWidget(label(tr("Layers"), "heading"))
        column.addLayout(grid)
        store = layers.store
        if layers.sides:
            self.scale = self._slider(tr("Counters"), LEAST, MOST, store.now.counter_size.get(layers.game, 100))
            self.scale.valueChanged.connect(self._resize)
            column.addWidget(self._row(tr("Size of counters"), self.scale))
        self.strength = self._slider(tr("Strength of overlays"), *STRENGTHS, store.now.overlay_strength)
        self.strength.valueChanged.connect(lambda value: store.set(overlay_strength=value))
        column.addWidget(self._row(tr("Strength of overlays"), self.strength))
        column.addWidget(every, 0, Qt.AlignmentFlag.AlignRight)

    def _slider(self, name: str, least: int, most: int, value: int) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(least, most)
        slider.setValue(value)
        slider.setAccessibleName(tr("{name}, percent", name=name))
        return slider

    def _row(self, name: str, slider: QSlider) -> QWidget:
        figure = label(percent(slider.value() / 100))
        figure.setMinimumWidth(figure.fontMetrics().horizontalAdvance(percent(1)))
        slider.valueChanged.connect(lambda value: figure.setText(percent(value / 100)))
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        for part, share in ((label(name), 4), (slider, 5), (figure, 1)):
            row.addWidget(part, share)
        return box

    def _resize(self, size: int) -> None:
        layers = self.layers
        layers.store.set(counter_size={**layers.store.now.counter_size, layers.game: size})

    def _everything(self) -> None:
        for box in self.boxes.values():
            box.setChecked(True)
        self.layers.everything()
