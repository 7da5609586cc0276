"""Playing cards: every part is drawn, nothing is cut, ink can be read on any paper, and they are crisp at any size."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage

from common.gui.kit import theme
from common.gui.map.card_art import MARGIN, RATIO, CardArt, card_margin, fit_lines, ink_of
from common.tabletop import CardFace

LONG = "Return one eliminated unit to a friendly base, or strengthen two units in supply by one step each. " * 3
FACE = CardFace("Ops and Plans", "Activate one space.", "3", "hq", rule="8.6")


def image(face: CardFace, width: int = 160, badges: tuple[str, ...] = ()) -> QImage:
    return CardArt().image(face, width, badges)


def differing(one: QImage, other: QImage) -> QRectF:
    """The rectangle around all pixels in which two pictures differ, as parts of the card without its margin."""
    points = [(x, y) for x in range(one.width()) for y in range(one.height()) if one.pixel(x, y) != other.pixel(x, y)]
    if not points:
        return QRectF()
    xs, ys = [x for x, _ in points], [y for _, y in points]
    edge, width = card_margin(160), 160.0
    left, top = (min(xs) - edge) / width, (min(ys) - edge) / width / RATIO
    return QRectF(left, top, (max(xs) - min(xs) + 1) / width, (max(ys) - min(ys) + 1) / width / RATIO)


@pytest.mark.parametrize("part", ["title", "text", "value", "symbol", "rule"])
def test_every_part_of_a_face_is_drawn(qapp, part: str) -> None:
    assert not differing(image(FACE), image(replace(FACE, **{part: ""}))).isEmpty()


def test_the_parts_stand_where_a_player_looks_for_them(qapp) -> None:
    bare = CardFace()
    assert differing(image(bare), image(replace(bare, value="3"))).right() < 0.4
    assert differing(image(replace(bare, text=" x")), image(replace(bare, text="x y"))).top() > 0.25


@pytest.mark.parametrize("text", [LONG, "Unabbreviatedly" * 4])
@pytest.mark.parametrize("part", ["title", "text", "value"])
def test_no_text_runs_beyond_the_card(qapp, part: str, text: str) -> None:
    drawn = differing(image(CardFace(text="x" if part == "title" else "")), image(CardFace(**{part: text})))
    assert not drawn.isEmpty()
    assert QRectF(0.02, 0.02, 0.96, 0.96).contains(drawn)


def test_lines_are_broken_between_words(qapp) -> None:
    lines, wide, _ = fit_lines("Return one eliminated unit to a friendly base", 120, 20, False)
    assert " ".join(lines) == "Return one eliminated unit to a friendly base"
    assert len(lines) > 1 and wide <= 120


@pytest.mark.parametrize(("paper", "ink"), [("#eeeeee", "#dddddd"), ("#111111", "#222222"), ("#7b2d1e", "#8a1f2d")])
def test_ink_that_cannot_be_read_gives_way(qapp, paper: str, ink: str) -> None:
    found = ink_of(CardFace(paper=paper, ink=ink))
    assert theme.contrast(QColor(paper).name(), found.name()) >= 4.5
    assert ink_of(CardFace(paper="#ffffff", ink="#102030")).name() == "#102030"


def test_a_back_tells_nothing_of_a_front(qapp) -> None:
    back = CardFace("Deck", symbol="shield", back=True)
    assert image(back) == image(replace(back, text="secret", value="9", rule="8.6"))
    assert image(back) != image(replace(back, back=False))


@pytest.mark.parametrize("width", [24, 50, 80, 107, 200, 480])
def test_cards_are_drawn_for_the_size_they_have(qapp, width: int) -> None:
    found = image(FACE, width)
    assert found.width() == width + 2 * card_margin(width)
    assert found.height() == round(width * RATIO) + 2 * card_margin(width)
    blown = image(FACE, 60).scaled(found.size())
    assert found != blown
    assert round(width * MARGIN) <= card_margin(width)


def test_images_are_shared_and_bounded(qapp) -> None:
    art = CardArt(limit=400_000)
    first = art.image(FACE, 100)
    assert art.image(replace(FACE), 100) is first
    for width in range(101, 121):
        art.image(FACE, width)
    assert art._bytes <= 400_000
    assert image(FACE, badges=("moved",)) != image(FACE)
