"""The result on a terminal: the answers first, then the findings and the commands.

Colours are left to rich, which drops them when the output is piped or NO_COLOR is set; severities are words,
so that nothing is lost then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.padding import Padding
from rich.text import Text

from getpage.core import numbers, text
from getpage.report.check import answers, links
from getpage.report.common import accounts, evidence, looked, missing, terminal, ways
from getpage.report.common.blocks import Words
from getpage.report.common.grid import Column, Grid
from getpage.result.trust import unproven

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.console import Console

    from getpage.report.check.links import RankedChange, RankedFinding
    from getpage.report.common.blocks import Block
    from getpage.result import Change, Result

_ELSEWHERE = (
    "Accounts in full, what other sizes cost, tables, pictures and the evidence of each finding: getpage "
    "report, or --format md, csv or json."
)
_STYLES = {"critical": "bold red", "warning": "yellow", "info": "dim"}
_INDENT = 4


def show(result: Result, console: Console) -> None:
    """Print the result; lines have at most 100 columns."""
    width = min(console.width, terminal.WIDEST)
    for part in _parts(result):
        console.print(part, width=width, highlight=False, markup=False)
    terminal.show(_rest(result), console)


def _rest(result: Result) -> Iterator[Block]:
    """What findings and changes stand on, in short. Pictures and tables are neither made nor printed."""
    yield from looked.blocks(result.looked)
    yield from missing.blocks(result.missing)
    yield from accounts.sums(result.accounts)
    yield from evidence.damage(result.damage)
    if result.coverage:
        yield evidence.covered("Evidence", result.coverage)
    yield Words([_ELSEWHERE])


def _parts(result: Result) -> Iterator[Text | Padding | Grid]:
    linked = links.link(result)
    yield _head(result)
    yield _answers(result)
    yield _heading(f"Findings ({len(linked.findings)})")
    yield _findings(linked.findings) if linked.findings else Text("None.")
    if linked.changes:
        yield _heading(f"Changes ({len(linked.changes)}), one at a time and in this order")
    for change in linked.changes:
        yield from _change(change)
    others = [(f.number, change) for f in linked.findings for change in f.other_changes]
    if others:
        yield _heading("What a check by itself would suggest, and is not among the changes")
    for number, other in others:
        yield _line(f"finding {number}, {other.subsystem}, step {other.step}: {other.setting}")
        yield from _entered(other, [str(one) for one in other.because])


def _head(result: Result) -> Text:
    window = numbers.span(result.window_first, result.window_last)
    files = numbers.counted(len(result.sources), "file")
    records = numbers.counted(sum(source.records for source in result.sources), "record")
    gaps = numbers.counted(sum(len(coverage.gaps) for coverage in result.coverage), "gap")
    return Text(f"{window}; {files}, {records}, {gaps}\n", style="dim")


def _answers(result: Result) -> Grid:
    table = Grid(Column(style="bold", wraps=False), Column())
    for title, sentences, nothing in answers.of(result):
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
        claim.append(f"\n{text.one_line(answers.about(f.finding))}", style="dim")
        if f.finding.no_command:
            claim.append(f"\nNo command: {text.one_line(f.finding.no_command)}", style="dim")
        if doubt := unproven(f.finding.evidence):
            claim.append(f"\n{text.one_line(doubt)}", style="dim")
        table.add(Text(str(f.number)), severity, _line(str(f.finding.object)), claim, changes)
    return table


def _change(ranked: RankedChange) -> Iterator[Text | Padding | Grid]:
    change = ranked.change
    yield _line(f"{ranked.number}. {change.subsystem}, step {change.step}, {change.setting}")
    yield from _entered(change, [*(f"finding {n}" for n in ranked.findings), *map(str, ranked.other_reasons)])


def _entered(change: Change, because: Sequence[str]) -> Iterator[Text | Padding | Grid]:
    # On a line of its own, so that a triple click or a mouse drag takes the command and nothing else.
    yield Padding(
        Text(text.clean(change.command), style="bold", overflow="fold"), (0, 0, 0, _INDENT), expand=False
    )
    facts = Grid(Column(style="dim", wraps=False), Column(), indent=_INDENT, after=1)
    if change.only_after:
        facts.add("not yet", _line(f"only after {change.only_after}"))
    facts.add("effect", _line(change.effect))
    if size := ways.sizes(change):
        facts.add("size", _line(size))
    facts.add("storage", ways.storage(change))
    if later := ways.later(change):
        facts.add("then", _line(later))
    facts.add("undo", Text(text.clean(change.undo)))
    if last := ways.lasting(change):
        facts.add("lasting", _line(last))
    facts.add("verify", _line(f"{change.verify} (after {change.verify_after})"))
    if change.place:
        facts.add("set in", _line(change.place))
    if because:
        facts.add("because", _line(", ".join(because)))
    if change.caution:
        facts.add("caution", _line(change.caution))
    if doubt := unproven(change.evidence):
        facts.add("trust", _line(doubt))
    yield facts


def _heading(words: str) -> Text:
    return Text(f"\n{words}", style="bold")


def _line(words: str) -> Text:
    return Text(text.one_line(words), overflow="fold")
