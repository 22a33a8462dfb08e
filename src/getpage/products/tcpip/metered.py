"""What a proof compares: seconds per GB of streams, by direction, and the share of the GB near by over
SMC."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import polars as pl

from getpage.contract.meter import Metered

from .flows import IN, OUT
from .measures import CONNECTIONS
from .smc import OVER
from .stack import Stack
from .work import GB, HOUR, by_hour, facts_of_first

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
