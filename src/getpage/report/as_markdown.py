"""The result as Markdown, for a ticket, a wiki or a mail: the answers, the findings and the commands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from getpage.core import numbers, text
from getpage.report import links, sizes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.report.links import RankedChange, RankedFinding
    from getpage.result import Account, Fact, Result

# What Markdown gives a meaning to anywhere, and what it does at the start of a line only.
_SPECIAL = re.compile(r"([\\`*_\[\]|~])")
_LEADING = re.compile(r"^([#+=-]+(?=\s|$)|>|\d+[.)](?=\s|$))")
_NOTHING = {
    "short": "The checks found no shortage in this evidence.",
    "wasted": "The checks found no waste in this evidence.",
    "do": "There is nothing to change.",
}


def markdown(result: Result) -> str:
    """The result in GitHub's Markdown."""
    linked = links.link(result)
    parts = [f"# {_escape(numbers.span(result.window_first, result.window_last))}"]
    for title, name, sentences in (
        ("Short", "short", result.short),
        ("Wasted", "wasted", result.wasted),
        ("What to do", "do", result.do),
    ):
        parts += [f"## {title}", _bullets(sentences) or _NOTHING[name]]
    parts += _evidence(result)
    parts.append(f"## Findings ({len(linked.findings)})")
    parts += [_finding(f) for f in linked.findings] or ["None."]
    if linked.changes:
        parts.append(f"## Changes ({len(linked.changes)})")
        parts += [_change(c) for c in linked.changes]
    if result.cost_by_size:
        parts += [
            f"## {sizes.title(result.cost_by_size)}",
            _table(sizes.columns(result.cost_by_size), sizes.table(result.cost_by_size)),
        ]
    for account in result.accounts:
        parts += _account(account)
    for table in result.tables:
        parts += (
            [f"## {_escape(table.title)}", _escape(table.note)]
            if table.note
            else [f"## {_escape(table.title)}"]
        )
        parts.append(_table(table.columns, ([numbers.scalar(v) for v in row] for row in table.rows)))
    if result.sources:
        rows = (
            [s.name, numbers.number(s.bytes), numbers.number(s.records), s.digest] for s in result.sources
        )
        parts += ["## Sources", _table(("File", "Bytes", "Records", "Digest"), rows)]
    if result.tool:
        parts.append(_escape(result.tool))
    return "\n\n".join(parts) + "\n"


def _evidence(result: Result) -> list[str]:
    parts = []
    if result.coverage:
        rows = (
            [
                str(c.subsystem or ""),
                c.title,
                numbers.number(c.intervals),
                numbers.span(c.first, c.last),
                "; ".join(numbers.span(*gap) for gap in c.gaps) or "none",
            ]
            for c in result.coverage
        )
        parts += ["## Evidence", _table(("Subsystem", "Records", "Intervals", "Window", "Gaps"), rows)]
    if result.missing:
        lines = [f"{m.subsystem}: {m.question} Supply: {m.supply}" for m in result.missing]
        parts += ["### What this evidence cannot answer", _bullets(lines)]
    if result.damage:
        rows = ([d.file, str(d.offset), numbers.number(d.length), d.expected, d.found] for d in result.damage)
        parts += ["### Damaged records", _table(("File", "Offset", "Bytes", "Expected", "Found"), rows)]
    return parts


def _finding(ranked: RankedFinding) -> str:
    f = ranked.finding
    parts = [f"### {ranked.number}. {f.severity.upper()}: {_escape(str(f.object))}", _escape(f.claim)]
    parts += _facts(f.evidence)
    if ranked.changes:
        parts.append("Answered by change " + ", ".join(map(str, ranked.changes)) + ".")
    parts += [_code(change.command) for change in ranked.other_changes]
    return "\n\n".join(parts)


def _change(ranked: RankedChange) -> str:
    c = ranked.change
    facts = [
        *([f"Not yet: only after {c.only_after}"] if c.only_after else []),
        f"Effect: {c.effect}",
        f"Storage: {numbers.storage_change(c.storage_bytes)}",
        f"Verify after {c.verify_after}: {c.verify}",
        *([f"Caution: {c.caution}"] if c.caution else []),
        "Undo:",
    ]
    head = f"### {ranked.number}. {_escape(str(c.subsystem))}, step {c.step}: {_escape(c.setting)}"
    head += f" in {_escape(c.place)}" if c.place else ""
    return "\n\n".join([head, _code(c.command), _bullets(facts), _code(c.undo), *_facts(c.evidence)])


def _facts(evidence: Iterable[Fact]) -> list[str]:
    rows = [
        [e.label, numbers.value_with_unit(e.value, e.unit), _field(e), _record(e), e.trust] for e in evidence
    ]
    return [_table(("Evidence", "Value", "Field", "Record", "Trust"), rows)] if rows else []


def _account(account: Account) -> list[str]:
    lines = [*account.lines, *account.free_at_minimum]
    free = len(account.lines)
    rows = (
        [
            f"free at minimum: {line.holder}" if i >= free else line.holder,
            line.place,
            "not in the evidence" if line.bytes is None else numbers.storage(line.bytes),
            "fixed" if line.fixed else "",
            line.note,
            line.fact.trust if line.fact else "",
        ]
        for i, line in enumerate(lines)
    )
    parts = [f"## Storage of {_escape(str(account.of))}"]
    if account.note:
        parts.append(_escape(account.note))
    return [*parts, _table(("Holder", "Place", "Size", "Fixed", "Note", "Trust"), rows)]


def _field(fact: Fact) -> str:
    return f"{fact.table}.{fact.column} {fact.ibm_name}".strip() if fact.column else fact.ibm_name


def _record(fact: Fact) -> str:
    at = "" if fact.record is None else f"{fact.file} offset {fact.record}"
    if fact.less_record is not None:
        other = f"{fact.less_file} " if fact.less_file != fact.file else ""
        at += f" less {other}offset {fact.less_record}"
    return ", ".join(
        part for part in (at, numbers.interval(fact.interval_start, fact.interval_seconds)) if part
    )


def _table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = [_escape(c) for c in columns]
    lines = [head, ["---"] * len(head), *([_escape(cell) for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _bullets(sentences: Iterable[str]) -> str:
    return "\n".join(f"- {_escape(sentence)}" for sentence in sentences)


def _code(command: str) -> str:
    command = text.clean(command)
    longest = max((len(run) for run in re.findall(r"`+", command)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{command}\n{fence}"


def _escape(words: str) -> str:
    escaped = _SPECIAL.sub(r"\\\1", text.one_line(words)).replace("&", "&amp;").replace("<", "&lt;")
    return _LEADING.sub(lambda start: f"{start[0][:-1]}\\{start[0][-1]}", escaped)
