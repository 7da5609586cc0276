"""The page for newcomers, the names of chapters, and words that explain themselves."""

from common.gui.kit.terms import explain_all, explain_at
from common.gui.panels.guide_page import GuideDialog

TERMS = {"MP": "movement points", "Dug In": "entrenched", "C2": "command"}


def test_a_term_is_found_where_it_stands() -> None:
    text = "It costs 3 MP when Dug In."
    assert "movement points" in explain_at(text, text.index("MP") + 1, TERMS)
    assert "entrenched" in explain_at(text, text.index("In"), TERMS)
    assert explain_at(text, 1, TERMS) == ""
    assert explain_at("no EMPTY word", 5, TERMS) == ""


def test_all_abbreviations_of_a_sentence_are_explained() -> None:
    assert explain_all("3 MP and C2", TERMS) == "MP: movement points\nC2: command"
    assert explain_all("nothing here", TERMS) == ""


def test_the_page_for_newcomers_opens_beside_the_table(lay) -> None:
    window = lay("nmc")
    window.commands.actions["guide"].trigger()
    page = window.findChild(GuideDialog)
    text = page.sheet.toPlainText()
    assert "How a turn goes" in text and "Take Fort Union" in text
    window.commands.actions["guide"].trigger()
    assert len(window.findChildren(GuideDialog)) == 1
    page.close()


def test_chapters_have_names(lay) -> None:
    window = lay("nmc")
    window.inspector.open("rules")
    names = [window.inspector.rules.chapters.itemText(n) for n in range(window.inspector.rules.chapters.count())]
    assert "8 · Marching" in names
    assert not any(name.startswith("Chapter") for name in names)


def test_the_victory_page_says_how_to_win(lay) -> None:
    window = lay("nmc")
    window.inspector.open("victory")
    assert "Take Fort Union, and you win at once." in window.inspector.victory.sheet.toPlainText()
