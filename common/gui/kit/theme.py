"""Colours, type and the style sheet of every widget: a map room in daylight, by lamplight, or in black and white."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QProxyStyle, QStyle, QStyleHintReturn, QStyleOption, QWidget

from common.gui.kit.faces import OWN_SANS, load_faces
from common.gui.kit.stylesheet import SERIF, sheet

SANS = (OWN_SANS, "Segoe UI", "SF Pro Text", "Helvetica Neue", "Noto Sans", "Cantarell", "Ubuntu", "DejaVu Sans")
BASE_PX = 13
TIP_DELAY = 400  # ms
SCALES = (80, 90, 100, 110, 125, 150, 175, 200)


@dataclass(frozen=True)
class Theme:
    """One set of colours; every pair that text is drawn in keeps 4.5:1, signs keep 3:1."""

    name: str
    window: str  # behind everything
    panel: str  # docks and dialogs
    raised: str  # fields, cards and buttons
    line: str  # quiet borders
    edge: str  # borders that must be seen
    ink: str  # text
    soft: str  # secondary text
    accent: str  # the main button, the live phase
    on_accent: str
    band: str  # head bar
    on_band: str
    soft_band: str
    focus: str
    link: str
    good: str
    bad: str
    live: str  # the live cell of a chart, the line being replayed
    on_live: str
    brass: str  # ornaments and bars
    desk: str  # the table around the map
    scale: float = 1.0

    @property
    def is_dark(self) -> bool:
        """Whether light text stands on dark ground."""
        return luminance(self.window) < 0.3

    def px(self, size: float) -> int:
        """A length at the chosen text size."""
        return max(1, round(size * self.scale))

    def color(self, field: str) -> QColor:
        """A colour field as Qt wants it."""
        return QColor(str(getattr(self, field)))


LIGHT = Theme(
    name="light", window="#e9e0cc", panel="#f5efe0", raised="#fdf9ef", line="#d3c6a8", edge="#8d7d5c",
    ink="#2a2217", soft="#5b4f3b", accent="#7b2d1e", on_accent="#fff6e6", band="#2d3a34", on_band="#f3ead4",
    soft_band="#c3c0a8", focus="#1b5e92", link="#1a5280", good="#2a6436", bad="#9d2020", live="#f2ca61",
    on_live="#2a1f05", brass="#9a7426", desk="#c9bc9f",
)  # fmt: skip
DARK = Theme(
    name="dark", window="#171c1b", panel="#1f2625", raised="#2a3331", line="#3d4845", edge="#7f8b85",
    ink="#f0e8d5", soft="#bdb6a3", accent="#d8a545", on_accent="#1d1605", band="#101615", on_band="#f3ead4",
    soft_band="#a8ad9f", focus="#7cc3f5", link="#93c8ee", good="#8bcf93", bad="#f49a8c", live="#d8a545",
    on_live="#1d1605", brass="#c0963f", desk="#0f1413",
)  # fmt: skip
CONTRAST = Theme(
    name="contrast", window="#000000", panel="#000000", raised="#0d0d0d", line="#ffffff", edge="#ffffff",
    ink="#ffffff", soft="#f2f2f2", accent="#ffe14a", on_accent="#000000", band="#000000", on_band="#ffffff",
    soft_band="#f2f2f2", focus="#5ee7ff", link="#8fe3ff", good="#8dff9a", bad="#ffb0a6", live="#ffe14a",
    on_live="#000000", brass="#ffe14a", desk="#000000",
)  # fmt: skip
THEMES = {theme.name: theme for theme in (LIGHT, DARK, CONTRAST)}

TEXT_PAIRS = (
    ("ink", "window"), ("ink", "panel"), ("ink", "raised"), ("soft", "window"), ("soft", "panel"), ("soft", "raised"),
    ("on_accent", "accent"), ("on_band", "band"), ("soft_band", "band"), ("link", "panel"), ("link", "raised"),
    ("good", "panel"), ("good", "raised"), ("bad", "panel"), ("bad", "raised"), ("on_live", "live"),
    ("accent", "panel"), ("accent", "raised"),
)  # fmt: skip
SIGN_PAIRS = (
    ("edge", "panel"), ("edge", "raised"), ("focus", "window"), ("focus", "panel"), ("focus", "raised"),
    ("brass", "panel"), ("brass", "raised"), ("accent", "window"),
)  # fmt: skip


class _CurrentTheme:
    """The theme in use; held here so that no module keeps its own copy."""

    theme: Theme = LIGHT
    dressed: bool = False  # whether the application wears it
    bare: bool = False  # whether it has taken off one theme and not yet put on the next
    style: QStyle | None = None  # what is drawn under the style sheet


class TipStyle(QProxyStyle):
    """Qt's own drawing, but for tips that come sooner."""

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,
    ) -> int:
        """A tip comes after 400 ms (U30)."""
        soon = hint == QStyle.StyleHint.SH_ToolTip_WakeUpDelay
        return TIP_DELAY if soon else super().styleHint(hint, option, widget, returnData)


def current() -> Theme:
    """The theme in use."""
    return _CurrentTheme.theme


def is_bare() -> bool:
    """Whether the application is between two themes."""
    return _CurrentTheme.bare


def resolve(choice: str) -> str:
    """The name of a theme; "system" asks the desktop."""
    if choice != "system":
        return choice if choice in THEMES else "light"
    hints = QGuiApplication.styleHints()
    return "dark" if hints is not None and hints.colorScheme() == Qt.ColorScheme.Dark else "light"


def use(choice: str, percent: int = 100) -> Theme:
    """Dress the whole program, at once and without restart."""
    theme = replace(THEMES[resolve(choice)], scale=max(80, min(200, percent)) / 100)
    app = QApplication.instance()
    if theme == _CurrentTheme.theme and _CurrentTheme.dressed:
        return _CurrentTheme.theme
    if isinstance(app, QApplication):
        _CurrentTheme.bare = _CurrentTheme.dressed
        app.setStyleSheet("")  # over another sheet, a new one would be worked into a widget once for each ancestor
        _CurrentTheme.bare = False
    _CurrentTheme.theme = theme  # only now, so that nothing measures itself undressed
    if isinstance(app, QApplication):
        if not _CurrentTheme.dressed:  # under a style sheet the style hides its name, so it cannot be asked
            load_faces()
            _CurrentTheme.style = TipStyle("Fusion")
            app.setStyle(_CurrentTheme.style)
        _CurrentTheme.dressed = True
        if app.font() != sans():
            app.setFont(sans())
            # Qt tells the widgets later; those with a sheet by then, such as tabs, would keep the size before this
            app.sendPostedEvents(None, QEvent.Type.ApplicationFontChange.value)
        app.setPalette(palette(theme))
        app.setStyleSheet(sheet(theme))
    return theme


def sans(size: float = BASE_PX, bold: bool = False) -> QFont:
    """The plain face for controls and text."""
    return _font(SANS, size, bold)


def serif(size: float = BASE_PX, bold: bool = False, italic: bool = False) -> QFont:
    """The printed face for headings and names."""
    font = _font(SERIF, size, bold)
    font.setItalic(italic)
    return font


def _font(families: tuple[str, ...], size: float, bold: bool) -> QFont:
    font = QFont()
    font.setFamilies(list(families))
    font.setPixelSize(_CurrentTheme.theme.px(size))
    font.setBold(bold)
    return font


def palette(theme: Theme) -> QPalette:
    """The theme for what style sheets do not reach."""
    role = QPalette.ColorRole
    table = {
        role.Window: theme.panel, role.WindowText: theme.ink, role.Base: theme.raised, role.AlternateBase: theme.panel,
        role.Text: theme.ink, role.Button: theme.raised, role.ButtonText: theme.ink, role.BrightText: theme.bad,
        role.Highlight: theme.accent, role.HighlightedText: theme.on_accent, role.Link: theme.link,
        role.LinkVisited: theme.link, role.ToolTipBase: theme.raised, role.ToolTipText: theme.ink,
        role.PlaceholderText: theme.soft, role.Light: theme.raised, role.Midlight: theme.line, role.Mid: theme.line,
        role.Dark: theme.edge, role.Shadow: theme.edge, role.Accent: theme.accent,
    }  # fmt: skip
    result = QPalette()
    for key, value in table.items():
        result.setColor(key, QColor(value))
    for key in (role.WindowText, role.Text, role.ButtonText):
        result.setColor(QPalette.ColorGroup.Disabled, key, QColor(mix(theme.soft, theme.panel, 0.35)))
    return result


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mix(one: str, other: str, share: float) -> str:
    """`one` with a share of `other` in it."""
    pairs = [(int(one[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#{:02x}{:02x}{:02x}".format(*[round(x * (1 - share) + y * share) for x, y in pairs])


def seen_on(colour: str, paper: str, least: float = 3.0) -> str:
    """A colour of a game as a line on a panel: as much nearer to ink as it takes to be seen there."""
    name = QColor(colour).name()
    ink = ink_on(paper)
    shades = (mix(name, ink, share / 10) for share in range(11))
    return next((shade for shade in shades if contrast(shade, QColor(paper).name()) >= least), ink)


def ink_on(paper: str) -> str:
    """Black or white, whichever is easier to read on a game's own colour."""
    name = QColor(paper).name()
    return "#16110a" if contrast(name, "#16110a") >= contrast(name, "#ffffff") else "#ffffff"


def weak_pairs(theme: Theme) -> list[str]:
    """The pairs of a theme that are too close to read, for the test."""
    pairs = [(pair, 4.5) for pair in TEXT_PAIRS] + [(pair, 3.0) for pair in SIGN_PAIRS]
    value = {field.name: getattr(theme, field.name) for field in fields(theme)}
    return [f"{a} on {b}" for (a, b), least in pairs if contrast(value[a], value[b]) < least]
