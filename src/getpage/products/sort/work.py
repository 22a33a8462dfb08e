"""What was sorted in the hour of the sorts of each day: GB, processor time, and how long it took."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from getpage.contract.observation import Metered
from getpage.contract.work import Work
from getpage.result import Fact

from .sorts import Sorts

_GB: Final = 1e9
_HOUR: Final = 3600.0


def work(every: Iterable[Sorts]) -> Iterator[Sequence[Work]]:
    """Of each system that sorts at known times."""
    for sorts in every:
        if sorts.is_dated:
            hours = [_of_hour(sorts, start) for start in sorts.hours]
            yield [hour for hour in hours if hour.units > 0]


def _of_hour(sorts: Sorts, start: datetime) -> Work:
    rows = _weighed(sorts, start)
    return Work(
        subsystem=sorts.id,
        start=start,
        seconds=_HOUR,
        unit="GB sorted",
        units=sum(share * _sorted(row) for row, share in rows) / _GB,
        cpu_seconds=sum(share * row["cpu"] for row, share in rows),
        elapsed_seconds=sum(share * row["seconds"] for row, share in rows),
        facts=tuple(_facts(sorts, rows)),
    )


def _facts(sorts: Sorts, rows: Sequence[tuple[Mapping[str, Any], float]]) -> tuple[Fact, ...]:
    largest = max(rows, key=lambda row: row[1] * _sorted(row[0]), default=None)
    if largest is None:
        return ()
    return sorts.of_run(largest[0], bytes="bytes of the largest", bytes_32="bytes of the largest")


def _sorted(row: Mapping[str, Any]) -> int:
    return int(row["sorted"] or row["disk"] + row["held"])


def _weighed(sorts: Sorts, start: datetime) -> list[tuple[Mapping[str, Any], float]]:
    """The sorts of an hour, each with the share of its time that is in it."""
    weighed: list[tuple[Mapping[str, Any], float]] = []
    for row in sorts.timed.iter_rows(named=True):
        share = sorts.share_in(row, start)
        if share:
            weighed.append((row, share))
    return weighed


def metered(every: Iterable[Sorts]) -> Iterator[Metered]:
    """What a proof compares: GB of work on disk, per GB sorted, in the hour of each day."""
    for sorts in every:
        if not sorts.is_dated:
            continue
        hours = [(start, _weighed(sorts, start)) for start in sorts.hours]
        sorted_ = [sum(share * _sorted(row) for row, share in rows) / _GB for _, rows in hours]
        disk = [sum(share * row["disk"] for row, share in rows) / _GB for _, rows in hours]
        known = [n for n, volume in enumerate(sorted_) if volume > 0]
        rows = [row for _, some in hours for row in some]
        if known:
            yield Metered(
                subsystem=sorts.id,
                name="work on disk per GB",
                title="bytes of work data sets, per byte sorted",
                unit="GB",
                better=-1,
                starts=[hours[n][0] for n in known],
                above=[disk[n] for n in known],
                below=[sorted_[n] for n in known],
                volume=[sorted_[n] for n in known],
                seconds=[_HOUR for _ in known],
                facts=_facts(sorts, rows),
            )
