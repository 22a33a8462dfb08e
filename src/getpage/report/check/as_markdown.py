"""The result as Markdown, for a ticket, a wiki or a mail: the answers, the findings and the commands, then
all that they stand on.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import numbers
from getpage.report.check import links, sizes
from getpage.report.check.calendar import calendar_sheet
from getpage.report.check.links import RankedChange, RankedFinding
from getpage.report.common import sheets
from getpage.report.common.blocks import Block, Priorities, Sheet, Words
from getpage.report.common.markdown import bullets, change_head, change_parts, escape, fact_table, parts
from getpage.report.forecast import blocks as forecast
from getpage.report.plan import blocks as plan
from getpage.result import Result


def markdown(result: Result) -> str:
    """The result in GitHub's Markdown."""
    return "\n\n".join(_parts(result)) + "\n"


def _parts(result: Result) -> Iterator[str]:
    linked = links.link(result)
    yield f"# {escape(numbers.span(result.window_first, result.window_last))}"
    yield from parts([Priorities(result.first)], level=2)
    if result.totals:
        yield bullets(f"{label}: {amount}" for label, amount in links.total_rows(result.totals))
    if result.verdict:
        yield bullets(result.verdict)
    yield from parts(sheets.coverage_sheet(result.coverage), level=2)
    yield from parts(sheets.looked_sheet(result.looked), level=3)
    yield from parts(sheets.missing_blocks(result.missing), level=3)
    yield from parts(sheets.damage_sheet(result.damage), level=3)
    yield from parts(calendar_sheet(result.calendars), level=2)
    for incident in result.incidents:
        yield from parts(links.incident_sheet(incident), level=2)
        yield from parts(
            sheets.picture_sheet("Measures of it: lowest and highest", incident.signals), level=3
        )
    yield f"## Findings ({len(linked.findings)})"
    yield from [_finding(f) for f in linked.findings] or ["None."]
    if linked.changes:
        yield f"## Changes ({len(linked.changes)}), one at a time and in this order"
    yield from (_change(c) for c in linked.changes)
    if result.plan:
        yield "## Plan"
        yield from parts(plan.blocks(result.plan, commands=False), level=3)
    if result.forecast:
        yield "## Forecast of the plan"
        yield from parts(forecast.blocks(result.forecast), level=3)
    yield from parts(appendix(result), level=2)
    yield from parts(files_sheet(result), level=2)


def _finding(ranked: RankedFinding) -> str:
    f = ranked.finding
    head = f"### {ranked.number}. {f.severity.upper()}: {escape(f.shown_object)}"
    paragraphs = [f"{head}: {escape(f.headline)}" if f.headline else head, escape(f.claim)]
    paragraphs.append(escape(links.finding_facts(f)))
    if f.symptoms:
        paragraphs.append(escape(f"The same shows in: {'; '.join(f.symptoms)}."))
    if f.cause:
        paragraphs.append(f"Cause: {f.cause}.")
    paragraphs += fact_table(f.evidence)
    if ranked.changes:
        paragraphs.append("Answered by change " + ", ".join(map(str, ranked.changes)) + ".")
    if f.no_command:
        paragraphs.append(f"No command: {escape(f.no_command)}")
    for change in ranked.other_changes:
        paragraphs.append(f"This check by itself would suggest, for {change_head(change)}:")
        paragraphs += change_parts(change, because=change.because)
    return "\n\n".join(paragraphs)


def _change(ranked: RankedChange) -> str:
    c = ranked.change
    head = f"### {ranked.number}. {change_head(c)}"
    because = [*(f"finding {n}" for n in ranked.findings), *map(str, ranked.other_reasons)]
    return "\n\n".join([head, *change_parts(c, because=because)])


def appendix(result: Result) -> Iterator[Block]:
    """What sizes cost, accounts, pictures and tables."""
    if result.cost_by_size:
        of = ((str(cost.object), numbers.storage(cost.unit_bytes)) for cost in result.cost_by_size)
        rows = [(*row, *named) for row, named in zip(sizes.table(result.cost_by_size), of, strict=True)]
        yield Sheet(
            sizes.title(result.cost_by_size), (*sizes.columns(result.cost_by_size), "Object", "Unit"), rows
        )
        yield from sheets.fact_sheet(
            "Evidence of what sizes cost", ((str(o.knob), o.evidence) for o in result.cost_by_size)
        )
    yield from sheets.account_sheets(result.accounts, "Storage")
    yield from sheets.picture_sheet("Pictures over time: lowest and highest", result.pictures)
    for table in result.tables:
        rows = [tuple(map(numbers.scalar, row)) for row in table.rows]
        yield Sheet(table.title, table.columns, rows, note=table.note)


def files_sheet(result: Result) -> Iterator[Block]:
    """The files of evidence, and what made the result."""
    yield from sheets.source_sheet(result.sources)
    yield Words([f"{result.tool} · result model {result.version}".removeprefix(" · ")])
