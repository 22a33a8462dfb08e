"""Evidence as tables: the files, the times that they cover, and what of them was refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.report.common.blocks import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.result import Coverage, Damage, Source

_COVERAGE = ("Subsystem", "Records", "Table", "Rows", "Intervals", "Window", "Gaps", "Zero-length")
_DAMAGE = ("File", "Offset", "Bytes", "Type", "Expected", "Found")
_SOURCES = ("File", "Bytes", "Framing", "Records", "Decoded", "Damaged", "Duplicates", "Digest", "Notes")


def coverage(covered: Iterable[Coverage]) -> Iterator[Sheet]:
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


def damage(refused: Iterable[Damage]) -> Iterator[Sheet]:
    """What was refused: where, what was expected and what was there."""
    rows = [(d.file, str(d.offset), numbers.number(d.length), _kind(d), d.expected, d.found) for d in refused]
    if rows:
        yield Sheet("Damaged records", _DAMAGE, rows)


def _kind(one: Damage) -> str:
    if one.record_type is None:
        return "not known"
    return f"{one.record_type}" if one.subtype is None else f"{one.record_type} subtype {one.subtype}"


def sources(files: Iterable[Source]) -> Iterator[Sheet]:
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


def covered(title: str, lines: Iterable[Coverage]) -> Sheet:
    """Coverage by subsystem, in short: record types with the same times and gaps share a row."""
    alike: dict[tuple[str, str, str], list[str]] = {}
    for line in lines:
        first, last = (
            moment and moment.replace(second=0, microsecond=0) for moment in (line.first, line.last)
        )
        key = (str(line.subsystem or ""), numbers.span(first, last), _gaps(line))
        alike.setdefault(key, []).append(line.table.removeprefix("SMF "))
    rows = [(name, ", ".join(types), times, gaps) for (name, times, gaps), types in alike.items()]
    return Sheet(title, ("subsystem", "records", "from and to", "gaps"), rows)


def _gaps(line: Coverage) -> str:
    parts = [numbers.counted(len(line.gaps), "gap")] if line.gaps else []
    if line.zero_length_intervals:
        parts.append(f"{line.zero_length_intervals} of zero length")
    return ", ".join(parts)
