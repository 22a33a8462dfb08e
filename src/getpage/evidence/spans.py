"""Which stretches of time the reports of one kind cover, of XML and of printed evidence."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from getpage.products import registry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_EPOCH = datetime(1970, 1, 1)


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

    def plain(self) -> list[dict[str, Any]]:
        """All of it as plain data, in order."""
        return [
            {"product": product, "system": system, "report": report, "ranges": sorted(set(ranges))}
            for (product, system, report), ranges in sorted(self._found.items())
        ]


def of_rows(tables: Mapping[str, Iterable[dict[str, Any]]]) -> Spans:
    """The stretches of rows that name their report and interval, by table."""
    found = Spans()
    for table, rows in tables.items():
        product = next((one.name for one in registry.PRODUCTS if table in one.tables), "")
        for row in rows:
            if row.get("report") and row.get("interval_start") is not None:
                system = row.get("system") or row.get("sysplex")
                found.add(product, system, row["report"], row["interval_start"], row["written"])
    return found


def _micros(moment: datetime) -> int:
    naive = moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else moment
    return round((naive - _EPOCH).total_seconds() * 1_000_000)
