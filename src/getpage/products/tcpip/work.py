"""What streams moved in each hour: GB, their time and the processor time of their jobs; and what connections
moved that go over or could use SMC.

For a proof: seconds per GB of streams, by direction, and the share of the GB near by over SMC.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Final

import polars as pl

from getpage.contract.observation import Metered
from getpage.contract.work import Work
from getpage.products.common.every_row import rows_near
from getpage.result import Fact

from .connections import CONNECTIONS
from .flows import IN, OUT
from .smc import OVER
from .stack import Stack

GB: Final = 1e9
HOUR: Final = 3600.0


def work(every: Iterable[Stack]) -> Iterator[Sequence[Work]]:
    """The work of each stack by hour: its streams, and what goes near by."""
    for stack in every:
        hours = []
        for hour, rows in _hours(stack):
            spent = _cpu(stack, hour)
            hours.append(
                Work(
                    subsystem=stack.id,
                    start=hour,
                    seconds=HOUR,
                    unit="GB moved by streams",
                    units=float(rows["moved"].sum()) / GB,
                    cpu_seconds=spent,
                    elapsed_seconds=float(rows["seconds"].sum()),
                    facts=facts_of_first(stack, rows),
                )
            )
        yield hours
        yield list(_smc(stack))


def _smc(stack: Stack) -> Iterator[Work]:
    """What connections for SMC moved, by the hour in which they ended; how long messages took is unknown."""
    for (hour,), rows in by_hour(stack.smc_rows):
        spent = [used.hours[hour] for used in stack.smc_cpu.values() if hour in used.hours]
        yield Work(
            subsystem=stack.over_smc,
            start=hour,
            seconds=HOUR,
            unit="GB exchanged near by",
            units=float(rows["_bytes"].sum()) / GB,
            cpu_seconds=sum(spent) if spent else None,
            facts=stack.facts(
                CONNECTIONS,
                rows.row(0, named=True),
                bytes_in="bytes in of the first connection",
                bytes_out="bytes out of it",
            ),
        )


def by_hour(rows: pl.DataFrame) -> Iterator[tuple[tuple[datetime], pl.DataFrame]]:
    """Rows by the hour of `end`, with `_bytes` both ways."""
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
    spent = [used.hours[hour] for used in stack.cpu.values() if hour in used.hours]
    return sum(spent) if spent else None


def facts_of_first(stack: Stack, rows: pl.DataFrame) -> tuple[Fact, ...]:
    """Bytes of the first stream of the rows."""
    row = rows.row(0, named=True)
    table = row["table"]
    key = (pl.col("file") == row["file"]) & (pl.col("record") == row["record"])
    first = rows_near(stack.evidence, table, [row["hour"]], key).head(1)
    if not first.height:
        return ()
    return stack.facts(
        table, first.row(0, named=True), bytes_in="bytes in of the first stream", bytes_out="bytes out of it"
    )


_ENDS: Final = {IN: "received", OUT: "sent"}


def metered(every: Iterable[Stack]) -> Iterator[Metered]:
    """Both measures of every stack: by direction, and of what goes over SMC."""
    for stack in every:
        yield from _over_smc(stack)
        for direction, end in _ENDS.items():
            rows = stack.hours.filter(pl.col("direction") == direction, pl.col("moved") > 0).sort("hour")
            if not rows.height:
                continue
            gigabytes = [moved / GB for moved in rows["moved"].to_list()]
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
                seconds=[HOUR] * rows.height,
                facts=facts_of_first(stack, rows),
            )


def _over_smc(stack: Stack) -> Iterator[Metered]:
    hours = [(hour, rows) for (hour,), rows in by_hour(stack.smc_rows)]
    if not hours:
        return
    every = [float(rows["_bytes"].sum()) / GB for _, rows in hours]
    yield Metered(
        subsystem=stack.over_smc,
        name="share over SMC",
        title="share of the bytes exchanged near by that goes over SMC",
        unit="",
        better=1,
        starts=[hour for hour, _ in hours],
        above=[float(rows.filter(OVER)["_bytes"].sum()) / GB for _, rows in hours],
        below=every,
        volume=every,
        seconds=[HOUR] * len(hours),
        facts=stack.facts(CONNECTIONS, hours[0][1].row(0, named=True), smc_status="SMC status of the first"),
    )
