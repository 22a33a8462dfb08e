"""The result on a terminal: the answers first, then the findings and the commands.

Severities are words, so that nothing is lost where there are no colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers, text
from getpage.report.check import answers, links, totals
from getpage.report.common import accounts, evidence, looked, missing, terminal
from getpage.report.common.blocks import Words
from getpage.report.common.elsewhere import KEPT
from getpage.report.common.grid import Column, Grid, Styled
from getpage.result.trust import unproven

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.report.check.links import RankedChange, RankedFinding
    from getpage.report.common.blocks import Block
    from getpage.report.common.screen import Screen
    from getpage.result import Result

_ELSEWHERE = (
    "Accounts in full, what other sizes cost, tables, pictures, sources and the evidence of each finding and "
    f"change: getpage report, or {KEPT}. The plan and what it is forecast to bring: getpage report."
)
_STYLES = {"critical": "bold red", "warning": "yellow", "info": "dim"}


def lines(result: Result, screen: Screen) -> Iterator[str]:
    """The result, in lines of at most 100 columns."""
    linked = links.link(result)
    yield from screen.lines(f"{_head(result)}\n", "dim")
    if result.totals:
        yield from _totals(result).lines(screen)
        yield "\n"
    yield from _answers(result).lines(screen)
    yield from screen.lines(f"\nFindings ({len(linked.findings)})", "bold")
    yield from _findings(linked.findings).lines(screen) if linked.findings else screen.lines("None.")
    if linked.changes:
        heading = f"\nChanges ({len(linked.changes)}), one at a time and in this order"
        yield from screen.lines(heading, "bold")
    for change in linked.changes:
        yield from _change(change, screen)
    others = [(f.number, change) for f in linked.findings for change in f.other_changes]
    if others:
        heading = "\nWhat a check by itself would suggest, and is not among the changes"
        yield from screen.lines(heading, "bold")
    for number, other in others:
        of = f"finding {number}, {other.subsystem}, step {other.step}: {other.setting}"
        yield from screen.lines(text.one_line(of))
        yield from terminal.entered(other, [str(one) for one in other.because], screen)
    yield from terminal.lines(_rest(result), screen)


def _rest(result: Result) -> Iterator[Block]:
    """What findings and changes stand on, in short. Pictures and tables are neither made nor printed."""
    yield from looked.blocks(result.looked)
    yield from missing.blocks(result.missing)
    yield from accounts.sums(result.accounts)
    yield from evidence.damage(result.damage)
    if result.coverage:
        yield evidence.covered("Evidence", result.coverage)
    yield Words([_ELSEWHERE])


def _head(result: Result) -> str:
    window = numbers.span(result.window_first, result.window_last)
    files = numbers.counted(len(result.sources), "file")
    records = numbers.counted(sum(source.records for source in result.sources), "record")
    gaps = numbers.counted(sum(len(coverage.gaps) for coverage in result.coverage), "gap")
    return f"{window}; {files}, {records}, {gaps}"


def _totals(result: Result) -> Grid:
    table = Grid(Column(wraps=False), Column())
    for label, said in totals.rows(result.totals):
        table.add(label, text.one_line(said))
    return table


def _answers(result: Result) -> Grid:
    table = Grid(Column(style="bold", wraps=False), Column())
    for title, sentences, nothing in answers.of(result):
        for i, sentence in enumerate(sentences or (nothing,)):
            table.add(title if i == 0 else "", text.one_line(sentence))
    return table


def _findings(findings: Iterable[RankedFinding]) -> Grid:
    table = Grid(
        Column(title="#", right=True),
        Column(title="Severity", wraps=False),
        Column(title="Object"),
        Column(title="Change"),
        headed=True,
    )
    for f in findings:
        told = (
            ("headline", f.finding.headline),
            ("claim", f.finding.claim),
            ("cause", str(f.finding.cause or "")),
            ("kind", answers.about(f.finding)),
            ("command", f"none: {f.finding.no_command}" if f.finding.no_command else ""),
            ("trust", unproven(f.finding.evidence)),
        )
        table.add(
            str(f.number),
            Styled(f.finding.severity.value, _STYLES[f.finding.severity]),
            text.one_line(str(f.finding.object)),
            ", ".join(map(str, f.changes)),
            below=[(name, text.one_line(words)) for name, words in told if words],
        )
    return table


def _change(ranked: RankedChange, screen: Screen) -> Iterator[str]:
    change = ranked.change
    of = f"{ranked.number}. {change.subsystem}, step {change.step}, {change.setting}"
    yield from screen.lines(text.one_line(of))
    because = [*(f"finding {n}" for n in ranked.findings), *map(str, ranked.other_reasons)]
    yield from terminal.entered(change, because, screen)
