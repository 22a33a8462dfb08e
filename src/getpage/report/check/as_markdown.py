"""The result as Markdown, for a ticket, a wiki or a mail: the answers, the findings and the commands, then
all that they stand on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.check import answers, links, rest, totals
from getpage.report.common import evidence, looked, missing
from getpage.report.common.markdown import bullets, change_head, change_parts, escape, fact_table, parts
from getpage.report.forecast import blocks as forecast
from getpage.report.plan import blocks as plan

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.report.check.links import RankedChange, RankedFinding
    from getpage.result import Priority, Result


def markdown(result: Result) -> str:
    """The result in GitHub's Markdown."""
    return "\n\n".join(_parts(result)) + "\n"


def _parts(result: Result) -> Iterator[str]:
    linked = links.link(result)
    yield f"# {escape(numbers.span(result.window_first, result.window_last))}"
    if result.first:
        yield "## First"
        yield "\n".join(_first(number, thing) for number, thing in enumerate(result.first, 1))
    if result.totals:
        yield bullets(f"{label}: {said}" for label, said in totals.rows(result.totals))
    for title, sentences, nothing in answers.of(result):
        yield f"## {title}"
        yield bullets(sentences) or nothing
    yield from parts(evidence.coverage(result.coverage), level=2)
    yield from parts(looked.blocks(result.looked), level=3)
    yield from parts(missing.blocks(result.missing), level=3)
    yield from parts(evidence.damage(result.damage), level=3)
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
    yield from parts(rest.held(result), level=2)
    yield from parts(rest.files(result), level=2)


def _first(number: int, thing: Priority) -> str:
    what = f"{number}. **{thing.severity}: {escape(str(thing.object))}: {escape(thing.headline)}**"
    return f"{what}  \n   {escape(thing.do)} (finding {escape(str(thing.finding))})"


def _finding(ranked: RankedFinding) -> str:
    f = ranked.finding
    head = f"### {ranked.number}. {f.severity.upper()}: {escape(str(f.object))}"
    told = [f"{head}: {escape(f.headline)}" if f.headline else head, escape(f.claim)]
    told.append(escape(answers.about(f)))
    if f.cause:
        told.append(f"Cause: {f.cause}.")
    told += fact_table(f.evidence)
    if ranked.changes:
        told.append("Answered by change " + ", ".join(map(str, ranked.changes)) + ".")
    if f.no_command:
        told.append(f"No command: {escape(f.no_command)}")
    for change in ranked.other_changes:
        told.append(f"This check by itself would suggest, for {change_head(change)}:")
        told += change_parts(change, because=change.because)
    return "\n\n".join(told)


def _change(ranked: RankedChange) -> str:
    c = ranked.change
    head = f"### {ranked.number}. {change_head(c)}"
    because = [*(f"finding {n}" for n in ranked.findings), *map(str, ranked.other_reasons)]
    return "\n\n".join([head, *change_parts(c, because=because)])
