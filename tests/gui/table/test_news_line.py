"""The line of news under the question: long news end in dots, and the links behind them stay in sight."""

from __future__ import annotations

from common.gui.table.news_line import measure_text

DRAWN = "Algeria draws " + ", ".join(f"Ops and Plans (A{number:02})" for number in range(30)) + "."


def test_long_news_end_in_dots_and_leave_room_for_the_rule_and_the_offer(lay) -> None:
    table = lay("sand_wars")
    news = table.prompt.news
    table.prompt.tell(DRAWN, "SEQ.20", after="The bot did 9 things.", offer="What did it do?")
    assert news.text().startswith("Algeria draws Ops and Plans (A00)") and "…" in news.text()
    assert "The bot did 9 things." in news.text() and "What did it do?" in news.text() and "SEQ.20" in news.text()
    assert measure_text(news.text(), news.font(), news.width()) <= news.height()
    assert "(A29)" in news.toolTip()


def test_short_news_are_told_in_full_again_after_long_ones(lay) -> None:
    table = lay("sand_wars")
    table.prompt.tell(DRAWN)
    table.prompt.tell("Morocco passes.", "SEQ.14")
    assert table.prompt.news.text().startswith("Morocco passes. <a")
