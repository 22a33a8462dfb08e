"""Coverage: which evidence of which subsystem there is, from when to when, with which gaps and damage."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from getpage.core.names import PLATFORM, Image, Subsystem
from getpage.core.numbers import counted
from getpage.evidence import record_kinds
from getpage.products import registry
from getpage.result import Coverage, Damage, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.evidence.dictionary import Dictionary

#: Stretches closer than this are one: interval records start some milliseconds late. As in the native
#: summary.
_TOLERANCE = timedelta(seconds=5)
_TOLERANCE_MICROS = _TOLERANCE // timedelta(microseconds=1)
#: The local hours that clocks skip, and the day of the week on which they do, as in the IANA time zones.
_SKIPPED = frozenset({0, 1, 2, 3})
_SUNDAY = 6


#: Microseconds from 1970 to the last moment that a date can have: damaged records name later ones.
_LAST = 253_402_300_799_999_999


def local(micros: int) -> datetime:
    """Microseconds since 1970 as the naive local time that SMF records carry."""
    micros = min(max(micros, 0), _LAST)
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=micros)).replace(tzinfo=None)


def coverage(files: Iterable[dict[str, Any]], dictionary: Dictionary) -> tuple[Coverage, ...]:
    """The coverage of all files together: what several files have of one subsystem is one line."""
    merged: dict[tuple[str, str, int, int], dict[str, Any]] = {}
    for file in files:
        for line in file["coverage"]:
            key = (line["system"], line["subsystem"], line["record_type"], line["subtype"])
            total = merged.setdefault(key, {"records": 0, "zero": 0, "ranges": [], "written": []})
            total["records"] += line["records"]
            total["zero"] += line["zero_length"]
            total["ranges"] += line["ranges"]
            total["written"] += line["written"] or ()
    lines = [_line(key, total, dictionary) for key, total in sorted(merged.items())]
    return _without_hours_skipped([*lines, *_reports(files), *_printed(files, dictionary)])


def _without_hours_skipped(lines: Sequence[Coverage]) -> tuple[Coverage, ...]:
    """The lines without the gap of the hour that clocks skip when daylight time begins. Local times do not
    tell it from an hour without records: a gap is taken for it that begins on the hour at night on a Sunday,
    is an hour long, and that every kind of records of its system has.
    """
    by_image: dict[Image | None, list[Coverage]] = {}
    for line in lines:
        by_image.setdefault(line.subsystem.image if line.subsystem else None, []).append(line)
    skipped = {
        image: {gap for line in of for gap in line.gaps if _may_be_skipped(gap) and _all_have(gap, of)}
        for image, of in by_image.items()
    }
    if not any(skipped.values()):
        return tuple(lines)
    return tuple(
        replace(
            line,
            gaps=tuple(
                gap
                for gap in line.gaps
                if gap not in skipped[line.subsystem.image if line.subsystem else None]
            ),
        )
        for line in lines
    )


def _may_be_skipped(gap: tuple[datetime, datetime]) -> bool:
    first, last = gap
    on_the_hour = abs(first - first.replace(minute=0, second=0, microsecond=0)) <= _TOLERANCE
    an_hour = abs(last - first - timedelta(hours=1)) <= _TOLERANCE
    return first.weekday() == _SUNDAY and first.hour in _SKIPPED and on_the_hour and an_hour


def _all_have(gap: tuple[datetime, datetime], lines: Iterable[Coverage]) -> bool:
    """Whether all lines of intervals around it have it, within the seconds by which intervals start late."""
    first, last = gap
    around = [
        line
        for line in lines
        if line.intervals and line.first and line.last and line.first < first < line.last
    ]
    return all(
        any(abs(a - first) <= _TOLERANCE and abs(b - last) <= _TOLERANCE for a, b in line.gaps)
        for line in around
    )


def _line(key: tuple[str, str, int, int], total: dict[str, Any], dictionary: Dictionary) -> Coverage:
    system, subsystem, record_type, subtype = key
    ranges = _merged(total["ranges"])
    name = f"{record_type}.{subtype}"
    is_smf = record_kinds.is_smf({"record_type": record_type, "subtype": subtype})
    product, title = dictionary.of_records.get(name, ("", ""))
    return Coverage(
        subsystem=Subsystem(product, Image(system), subsystem) if system or subsystem else None,
        table=record_kinds.called(record_type, subtype),
        title=title,
        rows=total["records"],
        intervals=total["records"] if ranges else 0,
        first=ranges[0][0] if ranges else min(map(local, total["written"]), default=None),
        last=ranges[-1][1] if ranges else max(map(local, total["written"]), default=None),
        gaps=tuple((a[1], b[0]) for a, b in pairwise(ranges)),
        zero_length_intervals=total["zero"],
        record=name if is_smf else "",
    )


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[datetime, datetime]]:
    """Stretches of intervals, which are pairs of microseconds since 1970."""
    out: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if out and start <= out[-1][1] + _TOLERANCE_MICROS:
            out[-1] = (out[-1][0], max(out[-1][1], end))
        else:
            out.append((start, end))
    return [(local(start), local(end)) for start, end in out]


def _reports(files: Iterable[dict[str, Any]]) -> tuple[Coverage, ...]:
    """Reports, in XML and printed, that name their intervals, called as the product that reads them does."""
    merged: dict[tuple[str, str, str], set[tuple[int, int]]] = {}
    names = {product.name: product.reports_by for product in registry.PRODUCTS}
    for file in files:
        for report in file.get("reports", ()):
            of = (report["system"], report.get("product", PLATFORM), report["report"])
            merged.setdefault(of, set()).update(map(tuple, report["ranges"]))
    lines = []
    for (system, product, report), intervals in sorted(merged.items()):
        ranges = _merged(intervals)
        lines.append(
            Coverage(
                subsystem=Subsystem(product, Image(system)),
                table=f"{names.get(product, product)} {report}".strip(),
                title=f"{names.get(product, product)} {report} report".strip(),
                rows=len(intervals),
                intervals=len(intervals),
                first=ranges[0][0] if ranges else None,
                last=ranges[-1][1] if ranges else None,
                gaps=tuple((a[1], b[0]) for a, b in pairwise(ranges)),
            )
        )
    return tuple(lines)


def _printed(files: Iterable[dict[str, Any]], dictionary: Dictionary) -> tuple[Coverage, ...]:
    rows: dict[str, int] = {}
    for file in files:
        if file["kind"] in ("text", "xml"):
            for count in file["counts"]:
                rows[count["title"]] = rows.get(count["title"], 0) + count["records"]
    return tuple(
        Coverage(
            subsystem=None,
            table=table,
            title=f"{_printed_title(table, dictionary)}, printed or in XML",
            rows=count,
            intervals=0,
            first=None,
            last=None,
        )
        for table, count in sorted(rows.items())
    )


def _printed_title(table: str, dictionary: Dictionary) -> str:
    sources = dictionary.sources(table)
    return next((fields[0].title for fields in sources if not fields[0].records), sources[0][0].title)


def sources(files: Iterable[dict[str, Any]]) -> tuple[Source, ...]:
    """The files as sources of a result: framing, counts, and notes on records that are not decoded."""
    out = []
    files = tuple(files)
    last = {file.get("digest") or number: number for number, file in enumerate(files)}
    for number, file in enumerate(files):
        decoded = sum(c["records"] for c in file["counts"] if c["state"] == "decoded")
        notes = [f"packed: {file['compression']}"] if file["compression"] else []
        unknown = sum(c["records"] for c in file["counts"] if c["state"] == "unknown")
        notes += record_kinds.undecoded(file["counts"])
        unknown -= sum(
            c["records"] for c in file["counts"] if c["state"] == "unknown" and record_kinds.types_of(c)
        )
        unknown -= sum(group["records"] for group in file.get("monitored", ()) if not group["decoded"])
        if unknown > 0:
            notes.append(f"{counted(unknown, 'record')} of types that getpage does not decode")
        # Of a file that was loaded again, its last load tells.
        if last[file.get("digest") or number] == number:
            notes += record_kinds.undescribed(file)
        notes += record_kinds.notes(file)
        out.append(
            Source(
                name=file["path"],
                bytes=file["file_bytes"],
                framing=file["framing"],
                records=sum(c["records"] for c in file["counts"]) + file["damage"]["count"],
                decoded=decoded,
                damaged=file["damage"]["count"],
                duplicates=file["duplicates"],
                digest=file.get("digest", ""),
                notes=tuple(notes),
            )
        )
    return tuple(sorted(out, key=lambda source: source.name))  # in whichever order they were loaded


def damage(files: Iterable[dict[str, Any]]) -> tuple[Damage, ...]:
    """Damaged records of all files with their places; at most the first thousand of each file."""
    columns = ("offset", "length", "record_type", "subtype", "expected", "found")
    return tuple(
        Damage(file=file["path"], **{c: place[c] for c in columns})
        for file in sorted(files, key=lambda file: str(file["path"]))
        for place in file["damage"]["listed"]
    )
