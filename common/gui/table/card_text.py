"""The words and pictures on the battle card: both forces, each modifier with its rule, dice, result and losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

import msgspec

from common.engine import Entry
from common.gui.kit import theme
from common.gui.kit.language import percent, tr
from common.gui.panels.fact_sheet import escape, rule_link
from common.gui.panels.journal_text import entry_html, roll_html
from common.tables import Modifier, Odds
from common.tabletop import CombatStage, Face, StageForce, StageRoll, StageRow, StageSum

MOST_UNITS = 12  # counters of a force that are drawn
FEW_MARKED = 2  # units singled out that are also named; more of them speak by their pictures
MOST_PARTS = 8  # of a sum
BESIDE = 14  # letters that stand beside a total
MOST_ODDS = 3  # choices whose chances are told
MOST_TOLD, MOST_CODES = 3, 6  # outcomes of a choice that are told in words, or by their codes
MOST_ROLLS = 4  # of a fight that goes on
MOST_LINES = 9  # of what happened
SHORT = 30  # signs of what dice brought that stand beside them; more of them are in the journal


def stage_html(stage: CombatStage, colours: Mapping[str, str], faces: dict[str, Face]) -> str:
    """A fight that goes on: what is decided, both forces, what the dice can bring and have brought."""
    parts = [_steps_html(stage)]
    parts += [_note_html(note) for note in stage.notes]
    parts += [_row_html(row) for row in stage.rows]  # above the forces: on a low screen these may need scrolling
    cells = "".join(f'<td width="50%" valign="top">{_force_html(force, colours, faces)}</td>' for force in stage.forces)
    parts.append(f'<table width="100%" cellspacing="4"><tr>{cells}</tr></table>')
    parts += [_odds_html(odds) for odds in stage.odds[:MOST_ODDS]]
    return "".join(parts)


def dice_html(entries: Sequence[Entry], told: Sequence[StageRoll] = ()) -> str:
    """The dice of a fight so far: what for, their sum, and what they brought where the game says that in few words."""
    rolls = [roll for entry in entries for roll in entry.rolls][-MOST_ROLLS:]
    brought = {(roll.reason, roll.dice): roll.brings for roll in told if len(roll.brings) <= SHORT}
    lines = []
    for roll in rolls:
        brings = brought.get((roll.reason, roll.dice), "")
        effect = f" <b>→ {escape(brings)}</b>" if brings else ""
        lines.append(f'<p style="margin: 2px 0">{roll_html(msgspec.structs.replace(roll, modifiers=()))}{effect}</p>')
    return "".join(lines)


def story_html(entries: Sequence[Entry]) -> str:
    """What happened in a fight, line by line with the dice; the last lines of a long one."""
    told = [entry for entry in entries if not entry.heading]
    more = f'<p class="soft">{escape(tr("… earlier lines are in the journal"))}</p>'
    head = [more] if len(told) > MOST_LINES else []
    return "".join([*head, *(f'<p style="margin: 3px 0">{entry_html(entry, "")}</p>' for entry in told[-MOST_LINES:])])


def _steps_html(stage: CombatStage) -> str:
    """The steps of the fight as a chain; the live one stands out."""
    now = theme.current()
    found = []
    for phase in stage.steps:
        text = escape(phase.title)
        if phase.state == "now":
            dress = f"background-color:{now.accent}; color:{now.on_accent}"
            found.append(f'<span style="{dress}">&nbsp;{text}&nbsp;</span>')
        else:
            found.append(f'<span class="soft">{text}</span>' if phase.state == "done" else text)
    return f"<p>{' › '.join(found)}</p>" if found else ""


def _note_html(note: Modifier) -> str:
    return f'<p style="margin: 2px 0"><b>{escape(note.why)}</b> {rule_link(note.rule)}</p>'


def _force_html(force: StageForce, colours: Mapping[str, str], faces: dict[str, Face]) -> str:
    """One side: its counters, each sum with its parts, and its losses."""
    paper = colours.get(force.side, "#6b6250")
    name = f'<span style="color:{theme.ink_on(paper)}"><b>&nbsp;{escape(force.title)}</b></span>'
    head = f'<tr><td bgcolor="{paper}">{name}</td></tr>'
    parts = [f'<table width="100%" cellspacing="0" cellpadding="2">{head}</table>']
    pictures = []
    for unit in force.units[:MOST_UNITS]:
        if unit.face is not None:
            picture = f"face:{len(faces)}"
            faces[picture] = unit.face
            words = escape(f"{unit.name} {unit.remark}".strip())
            pictures.append(f'<a href="piece:{escape(unit.piece)}" title="{words}"><img src="{picture}"></a>')
    parts.append(" ".join(pictures))
    if len(force.units) > MOST_UNITS:
        parts.append(f" +{len(force.units) - MOST_UNITS}")
    marked = [unit for unit in force.units if unit.remark and unit.mark in ("chosen", "lost")]
    if len(marked) <= FEW_MARKED:
        parts += [f'<br><span class="small">{escape(unit.name)}: {escape(unit.remark)}</span>' for unit in marked]
    if force.unseen:
        parts.append(f'<br><span class="soft">{escape(force.unseen)}</span>')
    parts += [_sum_html(sum_) for sum_ in force.sums]
    bad = theme.current().bad
    parts += [f'<p style="color:{bad}; margin: 2px 0"><b>{escape(loss)}</b></p>' for loss in force.losses]
    return "".join(parts)


def _sum_html(sum_: StageSum) -> str:
    """A sum with its parts; those of one rule run on, so that a large force does not push the dice off the card."""
    mark = " · " if len(sum_.reads) <= BESIDE else "<br>"  # a row of results has a line of its own
    reads = f"{mark}{escape(sum_.reads)}" if sum_.reads else ""
    lines = []
    for rule, parts in groupby(sum_.lines[:MOST_PARTS], key=lambda line: line[1].rule):
        told = ", ".join(f"<b>{value}</b>&nbsp;{escape(part.why)}" for value, part in parts)
        lines.append(f"{told} {rule_link(rule)}")
    more = len(sum_.parts) - MOST_PARTS
    lines += [escape(tr("and {n} more", n=more))] if more > 0 else []
    head = f"<b>{escape(sum_.title)} {escape(sum_.total)}</b>{reads}"
    return f'<p style="margin: 4px 0 0 0">{"<br>".join([head, *lines])}</p>'


def _row_html(row: StageRow) -> str:
    """A row or column of the table with the cell that was hit."""
    heads = "".join(f'<td align="center" class="soft">{escape(column)}</td>' for column in row.columns)
    cells = []
    for at, cell in enumerate(row.cells):
        live = ' class="live"' if at == row.live else ""
        cells.append(f'<td align="center"><span{live}>&nbsp;{escape(cell)}&nbsp;</span></td>')
    body = f"<tr><td></td>{heads}</tr><tr><td>{escape(row.title)}</td>{''.join(cells)}</tr>"
    return f'<table cellspacing="0">{body}</table>'


def _odds_html(odds: Odds) -> str:
    """The chances of a choice in two lines: what to expect, and the likeliest outcomes, many of them by their codes."""
    best = sorted(odds.outcomes, key=lambda outcome: -outcome.weight)
    coded = len(best) > MOST_TOLD and all(one.code for one in best)
    told = best[: MOST_CODES if coded else MOST_TOLD]
    labels = [one.code if coded else one.label for one in told]
    shares = ", ".join(
        f"{escape(label)}\u00a0{percent(one.weight / odds.total)}" for label, one in zip(labels, told, strict=True)
    ).replace(" %", "\u00a0%")
    hope = f"<br>{escape(odds.expected)}" if odds.expected not in odds.title else ""
    return f'<p style="margin: 3px 0"><b>{escape(odds.title)}</b>{hope}<br><span class="small">{shares}</span></p>'
