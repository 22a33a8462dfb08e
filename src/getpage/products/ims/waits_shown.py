"""What is shown of transactions and regions: times by hour and by transaction, regions, and a picture of
where the time of a message goes, whose parts add up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from getpage.contract.measures import Row
from getpage.products.common.ims_messages import TRANSACTIONS
from getpage.products.common.series import FEWEST_INTERVALS
from getpage.result import Curve, Picture, Table

from .ims import Ims
from .occupied import MESSAGE, ClassQueue, queues_of

#: Points of a picture; of longer windows a point is an hour, or a day.
_MOST_POINTS: Final = 192
_WIDTHS: Final = (timedelta(hours=1), timedelta(days=1))
_MOST_NAMED: Final = 20
_PARTS: Final = ("on the queue", "locks", "database I/O", "other processing")
#: Seconds of a quarter of an hour, by which log records are added up.
INTERVAL: Final = 900.0
THREAD: Final = "DBT"
_KINDS: Final = {THREAD: "DBCTL thread", None: "not known"}


def tables(systems: Sequence[Ims]) -> Iterator[Table]:
    """Times of transactions by hour and by transaction, and how long regions were occupied."""
    for ims in systems:
        hours = _merged(_message_rows(ims), timedelta(hours=1))
        if hours:
            yield Table(
                title=f"Transaction time of {ims.label} by hour",
                columns=(
                    "hour",
                    "messages",
                    *(f"{part} ms" for part in _PARTS),
                    "in all ms",
                    "regions occupied %",
                ),
                rows=tuple(_hour(ims, queue) for queue in hours[-_MOST_POINTS:]),
                note="Mean milliseconds of a message from its arrival to the end of its unit of work; the "
                "parts add up. Output queues are not included.",
            )
        named = _by_transaction(ims)
        if named:
            more = len(named) - _MOST_NAMED
            yield Table(
                title=f"Transactions of {ims.label}",
                columns=(
                    "transaction",
                    "class",
                    "runs in",
                    "units of work",
                    *(f"{part} ms" for part in _PARTS),
                    "longest queue s",
                ),
                rows=tuple(named[:_MOST_NAMED]),
                note="Mean milliseconds of a unit of work, on the queue and in process."
                + (f" {more} more took less." if more > 0 else ""),
            )
        threads = tuple(_threads(ims))
        if threads:
            yield Table(
                title=f"Threads of DBCTL to {ims.label} by hour",
                columns=(
                    "hour",
                    "threads",
                    "in use, mean",
                    "units of work",
                    *(f"{part} ms" for part in _PARTS[1:]),
                ),
                rows=threads,
                note="Threads that had a unit of work, and how many had one at a time on average: to be held "
                "against MINTHRD and MAXTHRD of the CICS regions. A task that finds none waits in CICS "
                "(cics-dbctl-threads).",
            )
        regions = tuple(_regions(ims))
        if regions:
            yield Table(
                title=f"Dependent regions of {ims.label}",
                columns=("region", "job", "kind", "classes", "occupied %", "most %", "in the interval from"),
                rows=regions,
                note="Occupied in the intervals that are known, on average and at most.",
            )


def _message_rows(ims: Ims) -> list[Row]:
    return [
        row
        for row in ims.frames[TRANSACTIONS].iter_rows(named=True)
        if row["kind"] in (*MESSAGE, None) and row["queued"]
    ]


def _merged(rows: Iterable[Row], width: timedelta) -> list[ClassQueue]:
    """Rows added up in stretches of this width."""
    return queues_of(
        row | {"interval_start": _floor(row["interval_start"], width)}
        for row in rows
        if row["interval_start"]
    )


def _floor(at: datetime, width: timedelta) -> datetime:
    day = at.replace(hour=0, minute=0, second=0, microsecond=0)
    return day + (at - day) // width * width


def _parts(queue: ClassQueue) -> tuple[float, float, float, float]:
    """Mean milliseconds of a unit of work: on the queue, locks, database I/O, other."""
    units = queue.units or 1
    locks, database, other = (1e3 * each / units for each in (queue.locks, queue.database, queue.other))
    return 1e3 * queue.mean_wait, locks, database, other


def _hour(ims: Ims, queue: ClassQueue) -> tuple[str | float | int | None, ...]:
    parts = _parts(queue)
    regions = [region for region in ims.regions if region.kind in MESSAGE]
    within = [
        (interval, share)
        for region in regions
        for interval, share in region.shares.items()
        if _floor(interval[0], timedelta(hours=1)) == queue.start and interval[1] == INTERVAL
    ]
    intervals = {interval for interval, _ in within}
    occupied = sum(share for _, share in within) / len(regions) / len(intervals) if within else None
    return (
        f"{queue.start:%Y-%m-%d %H:%M}",
        queue.units,
        *(round(part, 1) for part in parts),
        round(sum(parts), 1),
        None if occupied is None else round(100 * occupied, 1),
    )


def _by_transaction(ims: Ims) -> list[tuple[str | float | int | None, ...]]:
    rows: dict[tuple[str, int | None, str | None], list[Row]] = defaultdict(list)
    for row in ims.frames[TRANSACTIONS].iter_rows(named=True):
        if row["processing_us"] is not None:
            rows[row["transaction"], row["class"], row["kind"]].append(row)
    named = []
    for (name, number, kind), of in rows.items():
        total = ClassQueue(of[0]["interval_start"], 0.0, of[0])
        for row in of:
            total.add(row)
        longest = max((row["queue_most_us"] or 0 for row in of), default=0) / 1e6
        cells = (
            name,
            number,
            _KINDS.get(kind, kind),
            total.units,
            *(round(part, 1) for part in _parts(total)),
            round(longest, 1),
        )
        named.append((total.waited + total.processing, cells))
    return [cells for _, cells in sorted(named, key=lambda pair: (-pair[0], str(pair[1])))]


def _threads(ims: Ims) -> Iterator[tuple[str | float | int | None, ...]]:
    """Threads of DBCTL in each hour that has log records of them."""
    hour = timedelta(hours=1)
    rows = [row for row in ims.frames[TRANSACTIONS].iter_rows(named=True) if row["kind"] == THREAD]
    used: dict[datetime, dict[int, float]] = defaultdict(dict)
    for region in ims.regions:
        for interval, share in region.shares.items() if region.kind == THREAD else ():
            of = used[_floor(interval[0], hour)]
            of[region.number] = of.get(region.number, 0.0) + share * interval[1]
    for queue in _merged((row | {"queue_us": 0} for row in rows), hour)[-_MOST_POINTS:]:
        busy = used.get(queue.start, {})
        yield (
            f"{queue.start:%Y-%m-%d %H:%M}",
            len(busy) or None,
            round(sum(busy.values()) / hour.total_seconds(), 2) if busy else None,
            queue.units,
            *(round(part, 1) for part in _parts(queue)[1:]),
        )


def _regions(ims: Ims) -> Iterator[tuple[str | float | int | None, ...]]:
    for region in ims.regions:
        if region.shares:
            most = max(region.shares, key=lambda interval: (region.shares[interval], interval))
            mean = sum(region.shares.values()) / len(region.shares)
            yield (
                region.number,
                region.job,
                _KINDS.get(region.kind, region.kind),
                ", ".join(map(str, region.classes)),
                round(100 * mean, 1),
                round(100 * region.shares[most], 1),
                f"{most[0]:%Y-%m-%d %H:%M}",
            )


def pictures(systems: Iterable[Ims]) -> Iterator[Picture]:
    """Where the time of a message goes, of each IMS."""
    for ims in systems:
        rows = _message_rows(ims)
        queues = queues_of(rows)
        for width in _WIDTHS:
            if len(queues) > _MOST_POINTS:
                queues = _merged(rows, width)
        if len(queues) < FEWEST_INTERVALS:
            continue
        parts = [_parts(queue) for queue in queues]
        times = tuple(queue.start + timedelta(seconds=queue.seconds) for queue in queues)
        yield Picture(
            id=f"ims-{str(ims.object).replace(' ', '-').lower()}-transactions",
            title=f"Where the time of a message goes, {ims.label}",
            object=ims.object,
            unit="ms",
            times=tuple(time.replace(tzinfo=None) for time in times),
            curves=(
                Curve(label="in all", values=tuple(sum(part) for part in parts)),
                *(
                    Curve(label=label, values=tuple(part[place] for part in parts))
                    for place, label in enumerate(_PARTS)
                ),
            ),
            note="Mean of the messages that began in each interval; the parts add up to all of it.",
        )
