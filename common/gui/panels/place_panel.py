"""The inspector's first page: the space, the stack or the unit that is pointed at or held."""

from __future__ import annotations

from collections.abc import Callable

from common.gui.kit.language import tr
from common.gui.kit.timers import once
from common.gui.panels.fact_sheet import FactSheet, escape, route_html, rule_line, sections_html, stack_html
from common.gui.session.session import Session
from common.gui.session.space_names import map_of
from common.tabletop import Face, Piece, Route, Row, Section

HOVER_DELAY = 30  # ms; a sweep over the map asks only where it rests


class PlacePanel(FactSheet):
    """Shows what is under the pointer; a click or the cursor pins it."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.held: Callable[[str], Section | None] = lambda space: None  # what a space means to what is held
        self._pinned = ("", "")
        self._phase = ""
        self._hover = ("", "")
        self._timer = once(self, self.refresh)
        self.setAccessibleName(tr("Inspector: what is here"))

    def hover(self, space: str, piece: str) -> None:
        """The pointer is over something, or over nothing: then the pinned thing shows again."""
        self._hover = (space, piece)
        self._timer.start(HOVER_DELAY)

    def pin(self, space: str, piece: str) -> None:
        """Keep something in view."""
        self._pinned, self._hover, self._phase = (space, piece), ("", ""), ""
        self.refresh()

    def show_phase(self, title: str) -> None:
        """Tell what a phase of the sequence of play is about and what it will bring."""
        self._pinned, self._hover, self._phase = ("", ""), ("", ""), title
        self.refresh()

    def refresh(self) -> None:
        """Read the facts again."""
        if not self.isVisible():
            return
        space, piece = self._hover if any(self._hover) else self._pinned
        found = next((p for p in self.session.pieces() if p.id == piece), None)
        if found is not None:
            self.show_html(*self._of_piece(found))
        elif space and self._is_there(space):
            self.show_html(*self._of_space(space))
        else:
            self.show_html(self._of_phase() or self._of_nothing())

    def _is_there(self, space: str) -> bool:
        """Whether a place exists now: a tray beside the map goes with what it was for."""
        on_map = map_of(self.session.match.game)
        return space in on_map.spaces or space in on_map.boxes or self.session.has_tray(space)

    def showEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().showEvent(event)
        self.refresh()

    def _of_piece(self, piece: Piece) -> tuple[str, dict[str, Face]]:
        faces = {"face:front": piece.face}
        pictures = '<img src="face:front">'
        if piece.back is not None:
            faces["face:back"] = piece.back
            pictures += f' <img src="face:back"> <span class="small">{escape(tr("front and back"))}</span>'
        side = self.session.name(piece.side) if piece.side else ""
        where = escape(self.session.space_name(piece.space))
        place = f'<a href="space:{escape(piece.space)}">{where}</a>' if where else escape(tr("off the map"))
        badges = f" · {escape(', '.join(piece.badges).replace('_', ' '))}" if piece.badges else ""
        head = f'<h2>{escape(piece.name)}</h2><p class="soft">{escape(side)} · {place}{badges}</p><p>{pictures}</p>'
        about = self.session.table.about_piece(self.session.view, piece.id)
        route = self.session.table.route_of(self.session.view, piece)
        return head + sections_html(about) + self._route(route, piece.space), faces

    def _track(self, box: str) -> Section | None:
        """What stands on the printed track of that name."""
        tokens = [token for token in self.session.table.tokens(self.session.view) if token.box == box]
        cells = self.session.match.game.data.map.boxes[box].cells if tokens else ()
        rows = tuple(Row(token.name, cells[token.cell]) for token in tokens if token.cell < len(cells))
        return Section(tr("On this track"), rows) if rows else None

    def _of_space(self, space: str) -> tuple[str, dict[str, Face]]:
        stack = [piece for piece in self.session.pieces() if piece.space == space]
        pictures, faces = stack_html(stack)
        name = self.session.space_name(space)
        words = "<br>".join(escape(line) for line in self.session.describe_stack(stack))
        head = f'<h2>{escape(name)}</h2><p class="soft">{words}</p>' + (f"<p>{pictures}</p>" if stack else "")
        held = self.held(space) or self._track(space)
        about = ([held] if held is not None else []) + list(self.session.table.about_space(self.session.view, space))
        route = self.session.table.route(self.session.view, space)
        return head + sections_html(about) + self._route(route, space), faces

    def _route(self, route: Route | None, space: str) -> str:
        if route is None:
            return ""
        return route_html(route, space, [self.session.space_name(place) for place in route.way])

    def _of_phase(self) -> str:
        table, view = self.session.table, self.session.view
        phase = next((phase for phase in table.sequence(view) if phase.title == self._phase), None)
        if phase is None:
            return ""
        when = {"done": tr("over this turn"), "now": tr("now"), "ahead": tr("still ahead")}[phase.state]
        lines = "".join(f"<li>{escape(line)}</li>" for line in table.preview(view, phase.title))
        return (
            f'<h2>{escape(phase.title)}</h2><p class="soft">{escape(when)} · {rule_line(phase.rule)}</p>'
            f"<p>{escape(phase.about)}</p><h3>{escape(tr('As things stand'))}</h3><ul>{lines}</ul>"
        )

    def _of_nothing(self) -> str:
        game = self.session.match.game
        scenario = game.scenarios[self.session.match.scenario]
        how = tr("Point at a space or a counter to read about it; click to keep it here.")
        title = f'<p class="soft">{escape(scenario.title)}</p>' if scenario.title != game.title else ""
        return f'<h2>{escape(game.title)}</h2>{title}<p>{escape(scenario.about)}</p><p class="soft">{escape(how)}</p>'
