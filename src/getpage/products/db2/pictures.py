"""Each pool over time where there are several intervals: reads a second, and how long random pages stay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.products.common.fold import OBJECT
from getpage.products.common.series import SeriesFold
from getpage.result import Curve, Picture, Threshold

from .intervals.counter_pass import each_piece
from .intervals.differences import RANK
from .pools.pool import FIRST_END, LAST_END, RATED, TABLE, pools_pass
from .pools.pool_rows import worked_out
from .thresholds import READS_HIGH, RESIDENCY_LOOK, RESIDENCY_SHORT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from getpage.contract.measures import Key
    from getpage.products.common.fold import Objects

    from .intervals.counter_pass import Piece
    from .measured import Measured
    from .member import Member

FEWEST_INTERVALS = 2  # one point is no picture
_VALUES: Final = ("sync_rate", "read_rate", "random_residency")


def pictures(members: Sequence[Member]) -> Iterator[Picture]:
    """Two pictures of every pool with reads in two intervals or more."""
    if not members:
        return
    lines, note = _lines(members[0].measured)
    for member in members:
        for pool in member.pools:
            frame = lines.get((*member.key, pool.number))
            if frame is None or frame.height < FEWEST_INTERVALS:
                continue
            if not frame["sync_rate"].drop_nulls().sum():
                continue
            times = tuple(frame["end"].to_list())
            name = str(pool.object).replace(" ", "-").lower()
            yield Picture(
                id=f"db2-{name}-reads",
                title=f"Reads of {pool.name} of {member.label}",
                object=pool.object,
                unit="reads/s",
                times=times,
                curves=(
                    _curve(frame, "synchronous reads", "sync_rate"),
                    _curve(frame, "all reads", "read_rate"),
                ),
                thresholds=(Threshold(label="many", value=READS_HIGH),),
                note=f"The pool has {pool.buffers or 0:,} buffers now.{note}",
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
                    note=note.strip(),
                )


def _lines(measured: Measured) -> tuple[Mapping[Key, pl.DataFrame], str]:
    """Rates and residency of all pools over time, by key; and what has to be said of them."""
    best = [ways[0] for ways in measured.pools.counted.ways.values()]
    lines: list[_Lines] = []

    def begin(objects: Objects) -> Callable[[Piece], None]:
        series = SeriesFold(
            _VALUES,
            rows=max((one[RATED] for one in best), default=0),
            objects=len(best),
            window=(
                min((end for one in best if (end := one[FIRST_END])), default=None),
                max((end for one in best if (end := one[LAST_END])), default=None),
            ),
        )
        lines.append(_Lines(objects, series))
        return lines[-1].add

    each_piece(measured.evidence, TABLE, pools_pass().columns, measured.owners, begin)
    objects, series = lines[-1].objects, lines[-1].series
    if objects.known is None:
        return {}, series.note
    keys = objects.known.drop(OBJECT).rows()
    frames = series.done().partition_by(OBJECT, as_dict=True, maintain_order=True)
    return {keys[number]: frame for (number,), frame in frames.items()}, series.note


@dataclass(frozen=True, slots=True)
class _Lines:
    """Rates and residency of all pools so far."""

    objects: Objects
    series: SeriesFold

    def add(self, piece: Piece) -> None:
        rated = pl.col("rate_seconds").is_not_null() & pl.col("end").is_not_null()
        rows = worked_out(piece.intervals.filter((pl.col(RANK) == 0) & rated))
        self.series.add(rows.select(OBJECT, "start", "end", "file", "record", *_VALUES))


def _curve(frame: pl.DataFrame, label: str, column: str) -> Curve:
    return Curve(label=label, values=tuple(frame[column].round(3).to_list()))
