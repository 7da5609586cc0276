"""The game as a report: who played, what happened, how it stands; Markdown, or one web page that is complete."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from html import escape

from common.engine import D6, Entry, Option, OptionValue, Roll
from common.gui.kit.language import tr, trn
from common.gui.session.seats import seat_name
from common.gui.session.session import Session
from common.tabletop import Chart, Section

STYLE = """
body { font: 16px/1.5 Georgia, "DejaVu Serif", serif; color: #2a2217; background: #fdf9ef; margin: 2em auto;
  max-width: 50em; padding: 0 1em; }
h1, h2, h3 { color: #7b2d1e; line-height: 1.2; }
table { border-collapse: collapse; font-size: 0.9em; } td, th { border: 1px solid #d3c6a8; padding: 2px 8px; }
th { background: #f5efe0; text-align: left; }
.dice, .rule { color: #5b4f3b; font-size: 0.9em; } .note { color: #5b4f3b; font-style: italic; }
.die { background: #f5efe0; border: 1px solid #8d7d5c; border-radius: 3px; font-weight: bold; }
img { max-width: 100%; border: 1px solid #8d7d5c; }
"""
PIPS = "⚀⚁⚂⚃⚄⚅"
AnnotatedEntry = tuple[Entry, list[str]]


def annotate_entries(session: Session) -> list[AnnotatedEntry]:
    """What the viewer may read, each entry with the words that were added to its moment."""
    entries = session.entries()
    added: dict[int, list[str]] = {}
    for sign, kind in (("★ ", "bookmark"), ("", "reason"), ("✎ ", "note")):
        for moment, text in session.words(kind).items():
            added.setdefault(moment, []).extend(sign + line for line in text.splitlines())
    moments = sorted(added)
    found: list[AnnotatedEntry] = []
    for entry, after in zip(entries, [*entries[1:], None]):
        words: list[str] = []
        while moments and (after is None or moments[0] < after.action):
            words += added[moments.pop(0)]
        found.append((entry, words))
    return found


def list_facts(session: Session) -> list[tuple[str, str]]:
    """The first lines of a report."""
    match = session.match
    seats = ", ".join(f"{session.player(side)}: {seat_name(session.player_kind(side))}" for side in session.seats)
    options = ", ".join(_name_option(match.game.options[name], value) for name, value in match.options.items() if value)
    state = match.result.reason if match.result else tr("{side} to decide", side=session.name(match.to_act))
    side = session.viewer
    return [
        (tr("Scenario"), match.game.scenarios[match.scenario].title),
        (tr("Seats"), seats),
        (tr("Optional rules"), options or tr("none")),
        (tr("Position"), f"{state} ({trn('{n} action', '{n} actions', len(match.past), n=str(len(match.past)))})"),
        *((stat.label, stat.value) for stat in session.table.stats(session.view)),
        (tr("As seen by"), session.name(side) if side else tr("an onlooker")),
        (tr("Written"), date.today().isoformat()),
    ]


def _name_option(option: Option, value: OptionValue) -> str:
    return option.title if value is True else f"{option.title}: {option.values[str(value)]}"


def find_results(session: Session) -> tuple[list[Section], Chart]:
    """The end of a report: points and forces."""
    return list(session.table.victory(session.view)), session.table.forces(session.view)


# Markdown


def write_markdown(session: Session) -> str:
    """The report as Markdown."""
    lines = [f"# {session.match.game.title}", ""]
    lines += [f"- **{name}:** {value}" for name, value in list_facts(session)]
    lines += ["", f"## {tr('What happened')}", "", *_markdown_story(annotate_entries(session))]
    sections, forces = find_results(session)
    for section in sections:
        lines += ["", f"## {section.title}", ""]
        lines += [f"- {row.label}: {row.value}{f' ({row.rule})' if row.rule else ''}" for row in section.rows]
    lines += ["", f"## {forces.title}", "", *_markdown_table(forces)]
    return "\n".join(lines) + "\n"


def _markdown_story(story: Sequence[AnnotatedEntry]) -> Iterator[str]:
    for entry, words in story:
        if entry.heading:
            yield f"\n### {entry.text}\n"
        else:
            yield f"- {entry}"
        yield from (f"    - {roll}" for roll in entry.rolls)
        yield from (f"    - *{line}*" for line in words)


def _markdown_table(chart: Chart) -> Iterator[str]:
    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"

    yield row(chart.columns)
    yield "|" + " --- |" * len(chart.columns)
    yield from map(row, chart.rows)


# HTML


def write_html(session: Session, picture: str = "", style: str = STYLE) -> str:
    """The report as one page; `picture` is the position as the text of a PNG in base 64."""
    title = escape(session.match.game.title)
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in list_facts(session))
    alt = escape(tr("The position"))
    image = f'<p><img alt="{alt}" src="data:image/png;base64,{picture}"></p>' if picture else ""
    story = "".join(_html_entry(entry, words) for entry, words in annotate_entries(session))
    sections, forces = find_results(session)
    points = "".join(_html_section(section) for section in sections)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{style}</style></head>\n<body><h1>{title}</h1><table>{rows}</table>{image}"
        f"<h2>{escape(tr('What happened'))}</h2>{story}{points}{chart_html(forces)}</body></html>\n"
    )


def _html_entry(entry: Entry, words: Sequence[str]) -> str:
    dice = "".join(f'<br><span class="dice">{_html_dice(roll)} {escape(str(roll))}</span>' for roll in entry.rolls)
    notes = "".join(f'<br><span class="note">{escape(line)}</span>' for line in words)
    if entry.heading:
        return f"<h3>{escape(entry.text)}</h3>{f'<p>{dice}{notes}</p>' if dice or notes else ''}\n"
    rules = f' <span class="rule">({escape(", ".join(entry.rules))})</span>' if entry.rules else ""
    changes = f" [{escape('; '.join(map(str, entry.changes)))}]" if entry.changes else ""
    return f"<p>{escape(entry.text)}{rules}{changes}{dice}{notes}</p>\n"


def _html_dice(roll: Roll) -> str:
    """The faces that came up: pips for a die of six, a numeral in a box for any other."""
    if roll.faces == len(D6):
        return "".join(PIPS[die - 1] for die in roll.dice)
    return " ".join(f'<span class="die">&nbsp;{die}&nbsp;</span>' for die in roll.dice)


def _html_section(section: Section) -> str:
    rows = ""
    for row in section.rows:
        rule = f' <span class="rule">{escape(row.rule)}</span>' if row.rule else ""
        rows += f"<tr><td>{escape(row.label)}</td><td>{escape(row.value)}{rule}</td></tr>"
    return f"<h2>{escape(section.title)}</h2><table>{rows}</table>\n"


def chart_html(chart: Chart) -> str:
    """A printed table with its rule and its notes."""
    head = "".join(f"<th>{escape(column)}</th>" for column in chart.columns)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in chart.rows)
    rule = f' <span class="rule">({escape(chart.rule)})</span>' if chart.rule else ""
    notes = "".join(f'<p class="note">{escape(note)}</p>' for note in chart.notes)
    return f"<h2>{escape(chart.title)}{rule}</h2><table><tr>{head}</tr>{rows}</table>{notes}\n"
