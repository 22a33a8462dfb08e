"""What streams moved in each hour: GB, how long they took, and the processor time of their jobs; and what
connections moved that go or might go over SMC.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.meter import Metered
from getpage.contract.work import Work

from .flows import IN, OUT
from .measures import CONNECTIONS
from .smc import OVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from getpage.result import Fact

    from .stack import Stack

_GB: Final = 1e9
_HOUR: Final = 3600.0
_ENDS: Final = {IN: "received", OUT: "sent"}


def work(every: Iterable[Stack]) -> Iterator[Sequence[Work]]:
    """Of each stack with streams."""
    for stack in every:
        made = []
        for hour, rows in _hours(stack):
            spent = _cpu(stack, hour)
            made.append(
                Work(
                    subsystem=stack.id,
                    start=hour,
                    seconds=_HOUR,
                    unit="GB moved by streams",
                    units=float(rows["moved"].sum()) / _GB,
                    cpu_seconds=spent,
                    elapsed_seconds=float(rows["seconds"].sum()),
                    facts=_facts(stack, rows),
                )
            )
        yield made
        yield list(_smc(stack))


def _smc(stack: Stack) -> Iterator[Work]:
    """What went over connections for SMC, by the hour in which they ended; how long messages took nothing
    tells.
    """
    for (hour,), rows in _by_hour(stack.smc_rows):
        found = [used.hours[hour] for used in stack.smc_cpu.values() if hour in used.hours]
        yield Work(
            subsystem=stack.over_smc,
            start=hour,
            seconds=_HOUR,
            unit="GB exchanged near by",
            units=float(rows["_bytes"].sum()) / _GB,
            cpu_seconds=sum(found) if found else None,
            facts=stack.facts(
                CONNECTIONS,
                rows.row(0, named=True),
                bytes_in="bytes in of the first connection",
                bytes_out="bytes out of it",
            ),
        )


def _by_hour(rows: pl.DataFrame) -> Iterator[tuple[tuple[datetime], pl.DataFrame]]:
    if not rows.height:
        return
    known = rows.drop_nulls("end").with_columns(
        _hour=pl.col("end").dt.truncate("1h"),
        _bytes=pl.sum_horizontal(pl.col("bytes_in", "bytes_out").cast(pl.Float64)),
    )
    yield from known.sort("_hour", maintain_order=True).group_by("_hour", maintain_order=True)


def _hours(stack: Stack) -> Iterator[tuple[datetime, pl.DataFrame]]:
    for (hour,), rows in stack.hours.sort("hour").group_by("hour", maintain_order=True):
        yield hour, rows


def _cpu(stack: Stack, hour: datetime) -> float | None:
    found = [used.hours[hour] for used in stack.cpu.values() if hour in used.hours]
    return sum(found) if found else None


def _facts(stack: Stack, rows: pl.DataFrame) -> tuple[Fact, ...]:
    """The first stream of the hour, and how many there were."""
    row = rows.row(0, named=True)
    table = row["table"]
    key = (pl.col("file") == row["file"]) & (pl.col("record") == row["record"])
    found = stack.evidence.scan(table).filter(key).head(1).collect()
    if not found.height:
        return ()
    one = found.row(0, named=True)
    return stack.facts(table, one, bytes_in="bytes in of the first stream", bytes_out="bytes out of it")


def metered(every: Iterable[Stack]) -> Iterator[Metered]:
    """What a proof compares: seconds that a GB of streams takes, by direction; what of the GB exchanged
    near by goes over SMC.
    """
    for stack in every:
        yield from _over_smc(stack)
        for direction, end in _ENDS.items():
            rows = stack.hours.filter(pl.col("direction") == direction, pl.col("moved") > 0).sort("hour")
            if not rows.height:
                continue
            gigabytes = [one / _GB for one in rows["moved"].to_list()]
            yield Metered(
                subsystem=stack.id,
                name=f"seconds per GB {end}",
                title=f"seconds that streams take for a GB {end}",
                unit="s",
                better=-1,
                starts=rows["hour"].to_list(),
                above=rows["seconds"].to_list(),
                below=gigabytes,
                volume=gigabytes,
                seconds=[_HOUR] * rows.height,
                facts=_facts(stack, rows),
            )


def _over_smc(stack: Stack) -> Iterator[Metered]:
    hours = [(hour, rows) for (hour,), rows in _by_hour(stack.smc_rows)]
    if not hours:
        return
    every = [float(rows["_bytes"].sum()) / _GB for _, rows in hours]
    yield Metered(
        subsystem=stack.over_smc,
        name="share over SMC",
        title="share of the bytes exchanged near by that goes over SMC",
        unit="",
        better=1,
        starts=[hour for hour, _ in hours],
        above=[float(rows.filter(OVER)["_bytes"].sum()) / _GB for _, rows in hours],
        below=every,
        volume=every,
        seconds=[_HOUR] * len(hours),
        facts=stack.facts(CONNECTIONS, hours[0][1].row(0, named=True), smc_status="SMC status of the first"),
    )
