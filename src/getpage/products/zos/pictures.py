"""A system over time: what was free, and demand paging. Times are the ends of the intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.result import Curve, Picture, Threshold
from getpage.result.trust import unproven

from .free import AVERAGE, MINIMUM
from .thresholds import DEMAND_PAGING_FINE, FRAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .system import ZosSystem

FEWEST_INTERVALS = 2  # one point is no picture


def pictures(system: ZosSystem) -> Iterator[Picture]:
    """The two pictures, where there are intervals."""
    frame = system.storage.drop_nulls("end").unique("end", keep="last", maintain_order=True).sort("end")
    name = system.label.replace(" ", "-").lower()
    free = [("average", AVERAGE), ("minimum", MINIMUM)]
    known = [(label, column) for label, column in free if frame[column].drop_nulls().len()]
    if known and frame.height >= FEWEST_INTERVALS:
        yield Picture(
            id=f"zos-{name}-free",
            title=f"Real storage free, {system.label}",
            object=system.object,
            unit="bytes",
            times=tuple(frame["end"].to_list()),
            curves=tuple(
                Curve(label=label, values=tuple((frame[column].cast(pl.Float64) * FRAME).to_list()))
                for label, column in known
            ),
            thresholds=(Threshold(label="reserve for a dump", value=float(system.reserve)),)
            if system.reserve
            else (),
            note=_note(system, known),
        )
    rates = frame["demand_page_rate"]
    if frame.height >= FEWEST_INTERVALS and (rates.max() or 0) != 0:
        yield Picture(
            id=f"zos-{name}-demand-paging",
            title=f"Demand paging, {system.label}",
            object=system.object,
            unit="pages/s",
            times=tuple(frame["end"].to_list()),
            curves=(Curve(label="demand paging", values=tuple(rates.to_list())),),
            thresholds=(Threshold(label="worth a look", value=DEMAND_PAGING_FINE),),
        )


def _note(system: ZosSystem, known: list[tuple[str, str]]) -> str:
    """What the curves are not: minima, or of fields that are proven."""
    average = len(known) == 1 and known[0][1] == AVERAGE
    facts = [
        system.fact("zos_storage", column, rows.row(0, named=True))
        for _, column in known
        if (rows := system.storage.drop_nulls(column)).height
    ]
    only = "Averages: the minimum is not in the evidence." if average else ""
    return f"{only} {unproven(facts)}".strip()
