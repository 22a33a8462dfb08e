"""The result on a terminal: the answers first, then the findings and the commands.

Severities are words, so that nothing is lost where there are no colours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from shlex import quote

from getpage.core import numbers, text
from getpage.core.errors import GetpageError, UnknownNameError, Without
from getpage.core.numbers import Scalar
from getpage.report.check import links
from getpage.report.check.calendar import calendar_sheet
from getpage.report.check.links import Links, RankedChange, RankedFinding
from getpage.report.common import sheets, terminal
from getpage.report.common.blocks import KEPT, Block, Priorities, Sheet, Words
from getpage.report.common.grid import Column, Grid, Styled
from getpage.report.common.screen import WHOLE, Extent, Screen
from getpage.result import Result, Severity, Table
from getpage.result.trust import unproven

_ELSEWHERE = (
    "Accounts in full, what other sizes cost, tables, pictures, sources and the evidence of each finding and "
    f"change: getpage report, or {KEPT}. The plan and its forecast: getpage report."
)
#: Columns of a name beside a headline.
_NAME = 26
#: And in the first column of a table.
_OF = 18


def lines(result: Result, screen: Screen, extent: Extent = WHOLE) -> Iterator[str]:
    """The result, in lines of at most 100 columns."""
    linked = links.link(result)
    if extent.only:
        yield from _chosen(result, linked, extent.only, screen)
        return
    yield from screen.lines(f"{_head(result)}\n", "dim")
    yield from terminal.lines([Priorities(result.first)], screen)
    if result.totals:
        yield from _totals(result).lines(screen)
    for sentence in result.verdict:
        yield from screen.lines(text.one_line(sentence))
    if result.calendars:
        yield "\n"
    if extent.top:
        yield from terminal.lines(calendar_sheet(result.calendars[: extent.top]), screen)
        yield from _in_short(linked, extent.top, screen)
        for table in links.in_short(result):
            yield "\n"
            yield from terminal.lines([_in_rows_of(table, table.rows, extent.top)], screen)
        yield from _how_to_see_more(linked, screen)
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


def _in_short(linked: Links, top: int, screen: Screen) -> Iterator[str]:
    """The first findings and commands, a line each, and how to see the rest."""
    if not linked.findings:
        return
    counts = Counter(f.finding.severity for f in linked.findings)
    counted = ", ".join(f"{counts[severity]} {severity}" for severity in Severity if counts[severity])
    yield from screen.lines(f"\nFindings: {counted}", "bold")
    shown = linked.findings[:top]
    while len(shown) > 1 and _height(_in_rows(shown), screen) > top:
        shown = shown[:-1]
    yield from _in_rows(shown).lines(screen)
    more = len(linked.findings) - len(shown)
    if more > 0:
        yield from screen.lines(f"{numbers.counted(more, 'more finding')}: --all, or --top N", "dim")
    yield "\n"
    commands = [(ranked.number, ranked.change) for ranked in linked.changes]
    yield from terminal.commands_in_short(commands, top, screen)


def _how_to_see_more(linked: Links, screen: Screen) -> Iterator[str]:
    if not linked.findings:
        return
    name = quote(text.one_line(str(linked.findings[0].finding.object)))
    how_to_see = f"One finding in full: --finding 1, or --finding {name}. Everything: --all, getpage report."
    yield from screen.lines(f"\n{how_to_see}", "dim")


def _in_rows(findings: Sequence[RankedFinding]) -> Grid:
    """A row each, with the whole headline."""
    plain = Column(wraps=False)
    grid = Grid(Column(right=True, wraps=False), plain, plain, Column())
    for f in findings:
        severity = f.finding.severity
        grid.add(
            str(f.number),
            Styled(severity.value, terminal.STYLES[severity]),
            text.shorten(text.one_line(f.finding.shown_object), _NAME),
            text.one_line(f.finding.summary),
        )
    return grid


def _height(grid: Grid, screen: Screen) -> int:
    return sum(map(max, zip(*grid.heights(screen), strict=True)))


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
    named = {str(of) for f in chosen for of in (f.finding.object, f.finding.object.subsystem)}
    yield from terminal.lines(_tables_in_short(result, of=named), screen)
    numbers_of = {number for f in chosen for number in f.changes}
    for change in linked.changes:
        if change.number in numbers_of:
            yield from _change(change, screen)


def _in_rows_of(table: Table, rows: Sequence[tuple[Scalar, ...]], most: int | None = None) -> Sheet:
    """The first of these rows, with short names, and how many more there are."""
    shown = [(text.shorten(str(name), _OF), *row) for name, *row in rows[:most]]
    more = len(rows) - len(shown)
    note = table.note + (f" {numbers.counted(more, 'more row')}: --all." if more else "")
    return Sheet(table.title, table.columns, shown, note)


def _tables_in_short(result: Result, of: Collection[str] = ()) -> Iterator[Block]:
    """Tables that have a row an object: those of the objects `of`, or of all."""
    for table in result.tables:
        rows = [row for row in table.rows if not of or row[0] in of] if table.in_short else []
        if rows:
            yield _in_rows_of(table, rows)


def _rest(result: Result) -> Iterator[Block]:
    """What findings and changes stand on, in short. Pictures, and tables in full, are not printed."""
    yield from _tables_in_short(result)
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
            ("also", "; ".join(f.finding.symptoms)),
            ("cause", str(f.finding.cause or "")),
            ("kind", links.finding_facts(f.finding)),
            ("command", f"none: {f.finding.no_command}" if f.finding.no_command else ""),
            ("trust", unproven(f.finding.evidence)),
        )
        table.add(
            str(f.number),
            Styled(f.finding.severity.value, terminal.STYLES[f.finding.severity]),
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
