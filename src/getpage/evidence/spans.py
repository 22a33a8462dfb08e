"""Which stretches of time the reports of one kind cover, of XML and of printed evidence."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from getpage.contract.printed import Cover
from getpage.products import registry

_EPOCH = datetime(1970, 1, 1)
#: Entries of a log that are no farther apart are of one stretch, as intervals of records are.
TOGETHER: Final = timedelta(seconds=5)


class Spans:
    """Stretches by product, system and report."""

    def __init__(self) -> None:
        """Begin with none."""
        self._found: dict[tuple[str, str, str], list[tuple[int, int]]] = {}

    def add(
        self, product: str, system: str | None, report: str, start: datetime | None, end: datetime | None
    ) -> None:
        """Note one interval; without an end, or ends that make none, only that there was one."""
        ranges = self._found.setdefault((product, system or "", report), [])
        if start is not None and end is not None and start < end:
            ranges.append((_micros(start), _micros(end)))

    def go_on(
        self, product: str, system: str | None, report: str, start: datetime | None, end: datetime | None
    ) -> None:
        """Note an entry of a log: it is of the stretch of the one before it, where that ends at its start."""
        ranges = self._found.setdefault((product, system or "", report), [])
        if start is None or end is None or start >= end:
            return
        first, last = _micros(start), _micros(end)
        if ranges and ranges[-1][0] <= first <= ranges[-1][1] + TOGETHER // timedelta(microseconds=1):
            ranges[-1] = ranges[-1][0], max(last, ranges[-1][1])
        else:
            ranges.append((first, last))

    def plain(self) -> list[dict[str, Any]]:
        """All of it as plain data, in order."""
        return [
            {"product": product, "system": system, "report": report, "ranges": sorted(set(ranges))}
            for (product, system, report), ranges in sorted(self._found.items())
        ]


def note_rows(spans: Spans, table: str, rows: Iterable[dict[str, Any]], covers: Iterable[Cover]) -> None:
    """Note the stretches of rows of a table that name their report and interval, and of entries of logs."""
    for row in rows:
        if row.get("report") and row.get("interval_start") is not None:
            system = row.get("system") or ""  # a report on a sysplex is of none
            spans.add(_product_of(table), system, row["report"], row["interval_start"], row["written"])
    for cover in covers:
        spans.go_on(_product_of(table), cover.system, cover.report, cover.start, cover.end)


def _product_of(table: str) -> str:
    return next((each.name for each in registry.PRODUCTS if table in each.tables), "")


def _micros(moment: datetime) -> int:
    naive = moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment
    return round((naive - _EPOCH).total_seconds() * 1_000_000)
