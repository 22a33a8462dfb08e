"""The result on a terminal: the answers first, then the findings and the commands.

Severities are words, so that nothing is lost where there are no colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from getpage.core import numbers, text
from getpage.core.errors import GetpageError, UnknownNameError, Without
from getpage.report.check import links
from getpage.report.check.calendar import calendar_sheet
from getpage.report.check.links import Links, RankedChange, RankedFinding
from getpage.report.common import sheets, terminal
from getpage.report.common.blocks import KEPT, Block, Sheet, Words
from getpage.report.common.grid import Column, Grid, Styled
from getpage.report.common.screen import WHOLE, Extent, Screen
from getpage.result import Result, Severity
from getpage.result.trust import unproven

_ELSEWHERE = (
    "Accounts in full, what other sizes cost, tables, pictures, sources and the evidence of each finding and "
    f"change: getpage report, or {KEPT}. The plan and its forecast: getpage report."
)
_HOW_TO_SEE = (
    "\nOne finding in full: --finding 3, or --finding 'SYSA.DB1A BP1'. Everything: --all, getpage report."
)
#: Columns of names, headlines, commands and next steps where each is one line.
_NAME, _ROW, _COMMAND, _WIDE = 26, 58, 48, 100
_STYLES = {"critical": "bold red", "warning": "yellow", "info": "dim"}


def lines(result: Result, screen: Screen, extent: Extent = WHOLE) -> Iterator[str]:
    """The result, in lines of at most 100 columns."""
    linked = links.link(result)
    if extent.only:
        yield from _chosen(result, linked, extent.only, screen)
        return
    yield from screen.lines(f"{_head(result)}\n", "dim")
    yield from _first(result).lines(screen)
    if result.totals:
        yield from _totals(result).lines(screen)
    for sentence in result.verdict:
        yield from screen.lines(text.one_line(sentence))
    if result.calendars:
        yield "\n"
    if extent.top:
        yield from terminal.lines(calendar_sheet(result.calendars[: extent.top]), screen)
        yield from _in_short(linked, extent.top, screen)
        return
    yield from terminal.lines(calendar_sheet(result.calendars), screen)
    for incident in result.incidents:
        yield from terminal.lines(links.incident_sheet(incident), screen)
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
        yield from terminal.entered(other, [str(reason) for reason in other.because], screen)
    yield from terminal.lines(_rest(result), screen)


def _first(result: Result) -> Grid:
    """What to act on first, each with its next step below it."""
    table = Grid(Column(right=True, wraps=False), Column(wraps=False), Column(wraps=False), Column(), after=1)
    for number, thing in enumerate(result.first, 1):
        table.add(
            str(number),
            Styled(thing.severity.value, _STYLES[thing.severity]),
            text.one_line(thing.shown_object),
            (
                Styled(text.one_line(thing.headline), "bold"),
                Styled(text.shorten(text.one_line(thing.do), _WIDE)),
            ),
        )
    return table


def _in_short(linked: Links, top: int, screen: Screen) -> Iterator[str]:
    """The first findings and commands, a line each, and how to see the rest."""
    if not linked.findings:
        return
    counts = Counter(f.finding.severity for f in linked.findings)
    counted = ", ".join(f"{counts[severity]} {severity}" for severity in Severity if counts[severity])
    yield from screen.lines(f"\nFindings: {counted}", "bold")
    table = Grid(
        Column(right=True, wraps=False), Column(wraps=False), Column(wraps=False), Column(wraps=False)
    )
    objects = [text.shorten(text.one_line(f.finding.shown_object), _NAME) for f in linked.findings[:top]]
    row = _ROW + _NAME - max(map(len, objects))
    for f, shown in zip(linked.findings, objects, strict=False):
        severity = f.finding.severity
        table.add(
            str(f.number),
            Styled(severity.value, _STYLES[severity]),
            shown,
            text.shorten(text.one_line(f.finding.summary), row),
        )
    yield from table.lines(screen)
    more = len(linked.findings) - top
    if more > 0:
        yield from screen.lines(f"{numbers.counted(more, 'more finding')}: --all, or --top N", "dim")
    yield from _commands_in_short(linked.changes, top, screen)
    yield from screen.lines(_HOW_TO_SEE, "dim")


def _commands_in_short(changes: Sequence[RankedChange], top: int, screen: Screen) -> Iterator[str]:
    if not changes:
        yield from screen.lines("\nNo commands.", "bold")
        return
    ready = sum(not ranked.change.only_after for ranked in changes)
    yield from screen.lines(f"\nCommands: {ready} ready, {len(changes) - ready} waiting", "bold")
    plain, right = Column(wraps=False), Column(right=True, wraps=False)
    table = Grid(right, plain, plain, right, plain)
    for ranked in changes[:top]:
        change = ranked.change
        size = change.total_bytes
        sign = "+" if size > 0 else "-" if size < 0 else ""
        table.add(
            str(ranked.number),
            text.shorten(text.one_line(str(change.subsystem)), _NAME),
            text.shorten(text.one_line(change.command), _COMMAND),
            f"{sign}{numbers.storage(abs(size))}" if size else "",
            "waits" if change.only_after else "",
        )
    yield from table.lines(screen)
    more = len(changes) - top
    if more > 0:
        yield from screen.lines(f"{numbers.counted(more, 'more command')}: --all, or --top N", "dim")


def _chosen(result: Result, linked: Links, only: str, screen: Screen) -> Iterator[str]:
    """One finding, or those of one object, with the numbers behind them and their commands in full."""
    chosen = [f for f in linked.findings if only == str(f.number) or only == str(f.finding.object)]
    if not chosen:
        objects = dict.fromkeys(str(f.finding.object) for f in linked.findings)
        if not objects:
            message = f"--finding {only}: there are no findings"
            raise GetpageError(message, Without(("--finding",)))
        message = (
            f"--finding {only}: no finding has this number or object; there are 1 to {len(linked.findings)}"
        )
        raise UnknownNameError(message, only, objects, Without(("--finding",)))
    yield from _findings(chosen).lines(screen)
    for incident in result.incidents:
        if incident.finding in {f.finding.id for f in chosen}:
            yield from terminal.lines(links.incident_sheet(incident), screen)
    for f in chosen:
        yield from terminal.lines(
            [Sheet("Evidence", sheets.FACT_COLUMNS, sheets.fact_rows(f.finding.evidence))], screen
        )
    numbers_of = {number for f in chosen for number in f.changes}
    for change in linked.changes:
        if change.number in numbers_of:
            yield from _change(change, screen)


def _rest(result: Result) -> Iterator[Block]:
    """What findings and changes stand on, in short. Pictures and tables are neither made nor printed."""
    yield from sheets.looked_sheet(result.looked)
    yield from sheets.missing_blocks(result.missing)
    yield from sheets.storage_sums(result.accounts)
    yield from sheets.damage_sheet(result.damage)
    if result.coverage:
        yield sheets.coverage_in_short("Evidence", result.coverage)
    yield Words([_ELSEWHERE])


def _head(result: Result) -> str:
    window = numbers.span(result.window_first, result.window_last)
    files = numbers.counted(len(result.sources), "file")
    records = numbers.counted(sum(source.records for source in result.sources), "record")
    gaps = numbers.counted(sum(len(coverage.gaps) for coverage in result.coverage), "gap")
    return f"{window}; {files}, {records}, {gaps}"


def _totals(result: Result) -> Grid:
    table = Grid(Column(wraps=False), Column())
    for label, amount in links.total_rows(result.totals):
        table.add(label, text.one_line(amount))
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
        facts_below = (
            ("headline", f.finding.headline),
            ("claim", f.finding.claim),
            ("cause", str(f.finding.cause or "")),
            ("kind", links.finding_facts(f.finding)),
            ("command", f"none: {f.finding.no_command}" if f.finding.no_command else ""),
            ("trust", unproven(f.finding.evidence)),
        )
        table.add(
            str(f.number),
            Styled(f.finding.severity.value, _STYLES[f.finding.severity]),
            text.one_line(f.finding.shown_object),
            ", ".join(map(str, f.changes)),
            below=[(name, text.one_line(words)) for name, words in facts_below if words],
        )
    return table


def _change(ranked: RankedChange, screen: Screen) -> Iterator[str]:
    change = ranked.change
    of = f"{ranked.number}. {change.subsystem}, step {change.step}, {change.setting}"
    yield from screen.lines(text.one_line(of))
    because = [*(f"finding {n}" for n in ranked.findings), *map(str, ranked.other_reasons)]
    yield from terminal.entered(change, because, screen)
