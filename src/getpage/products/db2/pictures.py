"""Each pool over time where there are several displays: reads a second, and how long random pages stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Curve, Picture, Threshold

from .thresholds import READS_HIGH, RESIDENCY_LOOK, RESIDENCY_SHORT

if TYPE_CHECKING:
    from collections.abc import Iterator

    import polars as pl

    from .member import Member

FEWEST_INTERVALS = 2  # one point is no picture


def pictures(member: Member) -> Iterator[Picture]:
    """Two pictures of every pool with reads in two intervals or more."""
    for pool in member.pools:
        frame = pool.rated.drop_nulls("end").unique("end", keep="last", maintain_order=True).sort("end")
        if frame.height < FEWEST_INTERVALS or not frame["sync_rate"].drop_nulls().sum():
            continue
        times = tuple(frame["end"].to_list())
        name = str(pool.object).replace(" ", "-").lower()
        yield Picture(
            id=f"db2-{name}-reads",
            title=f"Reads of {pool.name} of {member.label}",
            object=pool.object,
            unit="reads/s",
            times=times,
            curves=(_curve(frame, "synchronous reads", "sync_rate"), _curve(frame, "all reads", "read_rate")),
            thresholds=(Threshold(label="many", value=READS_HIGH),),
            note=f"The pool has {pool.buffers or 0:,} buffers now.",
        )
        if frame["random_residency"].drop_nulls().len() >= FEWEST_INTERVALS:
            yield Picture(
                id=f"db2-{name}-residency",
                title=f"How long a page of random access stays in {pool.name} of {member.label}",
                object=pool.object,
                unit="s",
                times=times,
                curves=(_curve(frame, "residency", "random_residency"),),
                thresholds=(
                    Threshold(label="worth a look", value=RESIDENCY_LOOK),
                    Threshold(label="too short", value=RESIDENCY_SHORT),
                ),
            )


def _curve(frame: pl.DataFrame, label: str, column: str) -> Curve:
    return Curve(label=label, values=tuple(frame[column].round(3).to_list()))
