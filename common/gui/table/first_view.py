"""Where the eye is led: to where there is something to do, when a table is opened and when another player acts."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF

from common.gui.map.map_view import MapView
from common.gui.session.selection import Selection
from common.gui.session.session import Session
from common.gui.session.space_names import map_of

WORTH = 1.3  # how much larger the map must become for filling the window rather than fitting into it
EDGE = 30  # pixels: what lies nearer to the edge of the view is not looked at


def open_view(view: MapView, hand: Selection) -> None:
    """A long map fills the window around what can be done; one shaped like the window is fitted into it."""
    waiting = _find_boxes(hand) if hand.session.is_set_up else set()
    spaces = waiting or _find_work(hand) or {piece.space for piece in hand.session.pieces()} & set(hand.spaces)
    view.arrange(lambda: _fill_window(view, spaces))


def _fill_window(view: MapView, spaces: set[str]) -> tuple[float, tuple[float, float]]:
    camera, places = view.camera, view.board.places
    scale = min(camera.fill_scale(), camera.unit_scale)
    if places is None or scale < WORTH * camera.fit_scale():
        return camera.fitted(QRectF(0, 0, *camera.size))
    middle = places.bounds(spaces).center()
    return scale, camera.within(scale, (middle.x(), middle.y()))


def follow_seat(view: MapView, hand: Selection) -> None:
    """Bring the nearest thing that the player can do into view, unless one of them is there already (F98).

    A box beside the map is looked at in a set-up, and where nothing is to be done on the map itself.
    """
    places = view.board.places
    work, boxes = _find_work(hand), _find_boxes(hand)
    spaces = _find_goals(hand) or ((boxes or work) if hand.session.is_set_up else (work or boxes))
    if places is None or not spaces:
        return
    seen = QRectF(view.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
    middles = {space: places[space].center for space in spaces}
    if any(seen.contains(view.camera.to_screen(*middle)) for middle in middles.values()):
        return
    here = QPointF(*view.camera.center)
    view.center_on(min(middles, key=lambda s: (QPointF(*middles[s]) - here).manhattanLength()), pulse=False)


def _find_work(hand: Selection) -> set[str]:
    """The spaces of the map on which the player can do something."""
    if not hand.session.can_act:
        return set()
    able, on_map = set(hand.find_usable()), set(hand.spaces)
    return {piece.space for piece in hand.session.pieces() if piece.id in able} & on_map or hand.find_lit()[0] & on_map


def _find_goals(hand: Selection) -> set[str]:
    """Where the counter that a question is about can go."""
    named = {*hand.spaces, *map_of(hand.session.match.game).boxes}
    return {target.space for target in hand.targets} & named if hand.session.can_act else set()


def _find_boxes(hand: Selection) -> set[str]:
    """The boxes in which something lies that can be chosen, or that can be chosen themselves."""
    if not hand.session.can_act:
        return set()
    spaces, able = hand.find_lit()
    boxes = map_of(hand.session.match.game).boxes
    return {*(piece.space for piece in hand.session.pieces() if piece.id in able), *spaces} & set(boxes)


def turn_to_viewer(view: MapView, session: Session) -> None:
    """Turn the board to the edge at which the side that looks on it sits (U54)."""
    if not session.curtain:
        sides = session.store.now.turned.get(session.match.game.id, ())
        view.set_turned(180 if (session.viewer or "") in sides else 0)
