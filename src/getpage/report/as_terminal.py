"""The result on a terminal: the answers first, then the findings and the commands.

Colours are left to rich, which drops them when the output is piped or NO_COLOR is set; severities are words,
so that nothing is lost then.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from getpage.core import numbers, text
from getpage.report import links
from getpage.report.grid import Column, Grid
from getpage.result.trust import unproven

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console

    from getpage.report.links import RankedChange, RankedFinding
    from getpage.result import Result

# Wider lines are hard to read, and logs and mails are cut at about this.
WIDEST = 100
_STYLES = {"critical": "bold red", "warning": "yellow", "info": "dim"}
_INDENT = 4


def terminal(result: Result, console: Console) -> None:
    """Print the result; lines have at most 100 columns."""
    width = min(console.width, WIDEST)
    for part in _parts(result):
        console.print(part, width=width, highlight=False, markup=False)


def _parts(result: Result) -> Iterator[Text | Padding | Grid]:
    linked = links.link(result)
    yield _head(result)
    yield _answers(result)
    yield _heading(f"Findings ({len(linked.findings)})")
    yield _findings(linked.findings) if linked.findings else Text("None.")
    for subsystem, group in groupby(linked.changes, lambda c: c.change.subsystem):
        yield _heading(f"Changes of {text.one_line(str(subsystem))}, one at a time and in this order")
        for change in group:
            yield from _change(change)
    if result.missing:
        yield _heading("What this evidence cannot answer")
        for missing in result.missing:
            yield _line(f"{missing.subsystem}: {missing.question} Supply: {missing.supply}")
    if result.damage:
        refused = numbers.counted(len(result.damage), "stretch", "stretches")
        yield _heading(f"Damage: {refused} of the evidence refused (listed in JSON and in the report)")


def _head(result: Result) -> Text:
    window = numbers.span(result.window_first, result.window_last)
    files = numbers.counted(len(result.sources), "file")
    records = numbers.counted(sum(source.records for source in result.sources), "record")
    gaps = numbers.counted(sum(len(coverage.gaps) for coverage in result.coverage), "gap")
    return Text(f"{window}; {files}, {records}, {gaps}\n", style="dim")


def _answers(result: Result) -> Grid:
    table = Grid(Column(style="bold", wraps=False), Column())
    for title, sentences, nothing in (
        ("Short", result.short, "The checks found no shortage in this evidence."),
        ("Wasted", result.wasted, "The checks found no waste in this evidence."),
        ("What to do", result.do, "There is nothing to change."),
    ):
        for i, sentence in enumerate(sentences or (nothing,)):
            table.add(title if i == 0 else "", _line(sentence))
    return table


def _findings(findings: Iterable[RankedFinding]) -> Grid:
    table = Grid(
        Column(title="#", right=True),
        Column(title="Severity", wraps=False),
        Column(title="Object"),
        Column(title="Claim"),
        Column(title="Change", right=True),
        headed=True,
    )
    for f in findings:
        severity = Text(f.finding.severity.value, style=_STYLES[f.finding.severity])
        changes = Text(", ".join(map(str, f.changes)))
        claim = _line(f.finding.claim)
        if doubt := unproven(f.finding.evidence):
            claim.append(f"\n{text.one_line(doubt)}", style="dim")
        table.add(Text(str(f.number)), severity, _line(str(f.finding.object)), claim, changes)
    return table


def _change(ranked: RankedChange) -> Iterator[Text | Padding | Grid]:
    change = ranked.change
    yield _line(f"{ranked.number}. {change.setting}{f' in {change.place}' if change.place else ''}")
    # On a line of its own, so that a triple click or a mouse drag takes the command and nothing else.
    yield Padding(
        Text(text.clean(change.command), style="bold", overflow="fold"), (0, 0, 0, _INDENT), expand=False
    )
    facts = Grid(Column(style="dim", wraps=False), Column(), indent=_INDENT, after=1)
    if change.only_after:
        facts.add("not yet", _line(f"only after {change.only_after}"))
    facts.add("effect", _line(change.effect))
    facts.add("storage", numbers.storage_change(change.storage_bytes))
    facts.add("undo", Text(text.clean(change.undo)))
    facts.add("verify", _line(f"{change.verify} (after {change.verify_after})"))
    if change.caution:
        facts.add("caution", _line(change.caution))
    if doubt := unproven(change.evidence):
        facts.add("trust", _line(doubt))
    yield facts


def _heading(words: str) -> Text:
    return Text(f"\n{words}", style="bold")


def _line(words: str) -> Text:
    return Text(text.one_line(words), overflow="fold")
