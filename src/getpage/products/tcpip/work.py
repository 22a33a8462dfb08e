"""What streams moved in each hour: GB, how long they took, and the processor time of their jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.meter import Metered
from getpage.contract.work import Work

from .flows import IN, OUT

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
    """What a proof compares: seconds that a GB of streams takes, by direction."""
    for stack in every:
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
