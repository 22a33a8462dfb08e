"""Tables that several results have: facts, estimates, evidence, accounts, rules, gaps and pictures."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from getpage.core import numbers
from getpage.products import registry
from getpage.report.common.as_csv import extremes
from getpage.report.common.blocks import Block, Heading, Sheet, Words
from getpage.result import Account, Coverage, Damage, Estimate, Fact, Looked, Missing, Picture, Place, Source

FACT_COLUMNS = ("Evidence", "Value", "Field", "Record", "Trust")


def fact_rows(evidence: Iterable[Fact]) -> list[tuple[str, ...]]:
    """A row each, under `COLUMNS`."""
    return [
        (e.label, numbers.value_with_unit(e.value, e.unit), field(e), _record(e), e.trust) for e in evidence
    ]


def fact_sheet(title: str, of: Iterable[tuple[str, Iterable[Fact]]]) -> Iterator[Sheet]:
    """The facts behind several things, each under the name of its thing; nothing where there is none."""
    named = [(name, *row) for name, facts in of for row in fact_rows(facts)]
    if named:
        yield Sheet(title, ("Of", *FACT_COLUMNS), named, evidence=True)


def field(fact: Fact) -> str:
    """The column of a table, and IBM's name for it."""
    column = f"{fact.table}.{fact.column}" if fact.table and fact.column else fact.table + fact.column
    return f"{column} {fact.ibm_name}".strip()


def _record(fact: Fact) -> str:
    at = fact.file if fact.record is None else f"{fact.file} offset {fact.record}"
    if fact.less_record is not None:
        other = f"{fact.less_file} " if fact.less_file != fact.file else ""
        at += f" less {other}offset {fact.less_record}"
    return ", ".join(
        part for part in (at, numbers.interval(fact.interval_start, fact.interval_seconds)) if part
    )


_ESTIMATE_COLUMNS = ("Of", "Estimate", "Value", "At least", "At most", "Sure", "Rests on", "Assumes")


def estimate_sheet(title: str, of: Iterable[tuple[str, Any]]) -> Iterator[Sheet]:
    """The estimates among the fields of several things, each under the name of its thing; nothing where there
    is none.
    """
    rows = [
        (name, *_estimate_row(field, estimate))
        for name, thing in of
        for field, estimate in _estimates_among(thing)
    ]
    if rows:
        yield Sheet(title, _ESTIMATE_COLUMNS, rows, evidence=True)


def _estimates_among(thing: Any) -> Iterator[tuple[str, Estimate]]:
    for field in dataclasses.fields(thing):
        value = getattr(thing, field.name)
        if isinstance(value, Estimate):
            yield field.name.replace("_", " "), value


def _estimate_row(field: str, estimate: Estimate) -> tuple[str, ...]:
    ends = (
        numbers.value_with_unit(end, estimate.unit) for end in (estimate.value, estimate.low, estimate.high)
    )
    what = estimate.label if estimate.label.replace("_", " ") == field else f"{field}: {estimate.label}"
    return (what, *ends, f"{100 * estimate.level:g} %", estimate.basis, "; ".join(estimate.assumptions))


_COVERAGE = ("Subsystem", "Records", "Table", "Rows", "Intervals", "Window", "Gaps", "Zero-length")
_DAMAGE = ("File", "Offset", "Bytes", "Type", "Expected", "Found")
_SOURCES = ("File", "Bytes", "Framing", "Records", "Decoded", "Damaged", "Duplicates", "Digest", "Notes")


def coverage_sheet(covered: Iterable[Coverage]) -> Iterator[Sheet]:
    """What evidence there is, and its gaps."""
    rows = [
        (
            *(str(c.subsystem or ""), c.title, c.table, numbers.number(c.rows), numbers.number(c.intervals)),
            numbers.span(c.first, c.last),
            "; ".join(numbers.span(*gap) for gap in c.gaps) or "none",
            numbers.number(c.zero_length_intervals),
        )
        for c in covered
    ]
    if rows:
        yield Sheet("Evidence", _COVERAGE, rows)


def damage_sheet(refused: Iterable[Damage]) -> Iterator[Sheet]:
    """What was refused: where, what was expected and what was there."""
    rows = [(d.file, str(d.offset), numbers.number(d.length), _kind(d), d.expected, d.found) for d in refused]
    if rows:
        yield Sheet("Damaged records", _DAMAGE, rows)


def _kind(refused: Damage) -> str:
    if refused.record_type is None:
        return "not known"
    return (
        f"{refused.record_type}"
        if refused.subtype is None
        else f"{refused.record_type} subtype {refused.subtype}"
    )


def source_sheet(files: Iterable[Source]) -> Iterator[Sheet]:
    """The files of evidence."""
    rows = [
        (
            *(s.name, numbers.number(s.bytes), s.framing),
            *map(numbers.number, (s.records, s.decoded, s.damaged, s.duplicates)),
            *(s.digest, "; ".join(s.notes)),
        )
        for s in files
    ]
    if rows:
        yield Sheet("Sources", _SOURCES, rows)


def coverage_in_short(title: str, lines: Iterable[Coverage]) -> Sheet:
    """Coverage by subsystem, in short: record types with the same times and gaps share a row."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for line in lines:
        first, last = (
            moment and moment.replace(second=0, microsecond=0) for moment in (line.first, line.last)
        )
        key = (str(line.subsystem or ""), numbers.span(first, last), _gaps(line))
        alike.setdefault(key, []).append(line.record or line.table)
    rows = [(name, ", ".join(types), times, gaps) for (name, times, gaps), types in alike.items()]
    return Sheet(title, ("subsystem", "records", "from and to", "gaps"), rows)


def _gaps(line: Coverage) -> str:
    parts = [numbers.counted(len(line.gaps), "gap")] if line.gaps else []
    if line.zero_length_intervals:
        parts.append(f"{line.zero_length_intervals} of zero length")
    return ", ".join(parts)


_ACCOUNT_COLUMNS = ("Holder", "Place", "Size", "Fixed", "Note", "Trust")


def account_sheets(accounts: Iterable[Account], of: str) -> Iterator[Sheet]:
    """A table an account, whose title begins with what it is `of`, and the facts behind all of them."""
    accounts = list(accounts)
    for account in accounts:
        title = f"{'Memory' if _is_of_guest(account) else of} of {account.of}"
        yield Sheet(title, _ACCOUNT_COLUMNS, _account_rows(account), note=account.note)
    yield from fact_sheet(
        f"Evidence of {of.lower()}",
        (
            (f"{account.of}: {line.holder}", [line.fact])
            for account in accounts
            for line in (*account.lines, *account.free_at_minimum)
            if line.fact
        ),
    )


def _is_of_guest(account: Account) -> bool:
    """Whether all that it adds up is a guest's, of which nobody says what is real."""
    return any(line.place is Place.GUEST for line in account.lines)


def storage_sums(accounts: Iterable[Account]) -> Iterator[Sheet]:
    """What all pools take together, what dumps need, and what bounds it: the rest is in the accounts."""
    rows = [
        (str(account.of), line.holder, numbers.storage(line.bytes), line.note)
        for account in accounts
        for line in account.lines
        if not line.place.is_held and line.bytes is not None
    ]
    if rows:
        yield Sheet("Sums and limits of storage", ("Of", "What", "Size", "Note"), rows)


def _account_rows(account: Account) -> list[tuple[str, ...]]:
    named = [(line.holder, line) for line in account.lines]
    named += [(f"free at minimum: {line.holder}", line) for line in account.free_at_minimum]
    return [
        (
            name,
            line.place,
            "not in the evidence" if line.bytes is None else numbers.storage(line.bytes),
            "fixed" if line.fixed else "",
            line.note,
            line.fact.trust if line.fact else "",
        )
        for name, line in named
    ]


LOOKED_TITLE = "What the checks covered"
LOOKED_COLUMNS = ("Product", "Rules", "Objects", "What an object is", "Looks for")


def looked_rows(looked: Sequence[Looked]) -> list[tuple[str, int, int, str, str]]:
    """A row a kind of object."""
    return [
        (registry.called(of.product), of.rules, of.objects, of.what, ", ".join(of.finds)) for of in looked
    ]


def looked_sheet(looked: Sequence[Looked]) -> Iterator[Sheet]:
    """The table; nothing where no rule looked."""
    if looked:
        yield Sheet(LOOKED_TITLE, LOOKED_COLUMNS, looked_rows(looked))


MISSING_TITLE = "What this evidence cannot answer"


def missing_blocks(missing: Iterable[Missing]) -> Iterator[Block]:
    """A sentence each, under a heading; nothing where all is answered."""
    if sentences := missing_sentences(missing):
        yield Heading(MISSING_TITLE)
        yield Words(sentences)


def missing_sentences(missing: Iterable[Missing]) -> list[str]:
    """A sentence each."""
    return [
        f"{gap.subsystem}: {gap.question} Supply: {gap.supply}"
        if gap.subsystem
        else f"{gap.question} Supply: {gap.supply}"
        for gap in missing
    ]


_PICTURE_COLUMNS = (
    *("Object", "Picture", "Curve", "Unit", "Lowest", "When", "Highest", "When", "Intervals"),
    "Lines to read at",
)


def picture_sheet(title: str, pictures: Iterable[Picture]) -> Iterator[Sheet]:
    """A row a curve, and what is to be known of each picture, once where it is the same of all; nothing where
    there is none. A terminal leaves it to the other forms, as what is remarkable of it stands in sentences.
    """
    shown = tuple(pictures)
    notes = {picture.note for picture in shown}
    is_same = len(notes) == 1
    rows = [row if is_same else (*row, picture.note) for picture in shown for row in _rows(picture)]
    if rows:
        columns = _PICTURE_COLUMNS if is_same else (*_PICTURE_COLUMNS, "Note")
        yield Sheet(title, columns, rows, note=" ".join(notes) if is_same else "", evidence=True)


def _rows(picture: Picture) -> Iterator[tuple[str, ...]]:
    lines = "; ".join(f"{t.label} {numbers.number(t.value)}" for t in picture.thresholds)
    for curve in picture.curves:
        ends = extremes(picture.times, curve.values)
        yield (
            *(str(picture.object), picture.title, curve.label, picture.unit),
            *(_value(ends["lowest"]), _when(ends["lowest_at"])),
            *(_value(ends["highest"]), _when(ends["highest_at"])),
            *(numbers.number(ends["intervals"]), lines),
        )


def _value(value: Any) -> str:
    return "" if value is None else numbers.number(value)


def _when(at: Any) -> str:
    return "" if at is None else numbers.moment(at)
