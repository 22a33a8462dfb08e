"""What connections may gain from SMC-R: seconds in the network, and processor time.

Nothing tells how long single messages wait. Of a connection its record has bytes, segments and the round
trip, in whole milliseconds, and from these:

- A stream is under way for all of its time. SMC-R made streams up to 60 % faster.
- An exchange waits a round trip for each message and its answer. There are at most as many as segments the
  way that has fewer, each with a round trip that was cut off to the millisecond: so long is the connection
  in the network at most, and never longer than it lived. The best guess has messages of 32 KB, as those
  that were measured, where segments are as full as those of a message of that size; where they are not,
  each is a message.
- Time in the network falls by nothing at least, and by 80 % at most, as published. Response as a whole
  fell by 48 %, all of it in the network: the best guess is that, as far as segments are full. Small
  messages gain less (IBM: those of larger messages benefit).
- Processor time falls by nothing at least, by 10 % at most; the best guess is half of that, as far as
  segments are full, since "up to" is the best that was measured.

Reference: IBM Impact 2014, CICS performance on z/OS, SMC-R.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from .constants import SMC_CPU, SMC_FASTER, SMC_LATENCY, SMC_MESSAGE, SMC_RESPONSE
from .flows import BOTH

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Bytes a segment, of the segment size, from which on segments are full: data one way is acknowledged by
#: empty segments the other way, one for two.
_FULL: Final = 0.6
#: Segment size where the record has none: Ethernet's.
_ETHERNET: Final = 1_452
_HALF: Final = 0.5


@dataclass(frozen=True, slots=True)
class SmcGain:
    """Of some connections: `seconds` in the network at most, and of them `saved`, best guess and most; how
    full their segments are, 0 to 1, by bytes; bytes by job.
    """

    seconds: float
    saved: float
    most_saved: float
    full: float
    moved: Mapping[str, float]


def gain(rows: pl.DataFrame) -> SmcGain:
    """Of connections as `measures` keeps those for SMC."""
    known = rows.with_columns(_full=_full())
    lived, way = pl.col("seconds"), pl.col("direction") == BOTH
    fewer = pl.min_horizontal("segments_in", "segments_out").cast(pl.Float64).fill_null(0.0)
    trip = pl.col("round_trip_ms").cast(pl.Float64)
    message = pl.when(pl.col("_full") >= 1).then(float(SMC_MESSAGE)).otherwise(_per_segment()).clip(1.0)
    likely = pl.min_horizontal(fewer, pl.min_horizontal("bytes_in", "bytes_out") / message)
    most = pl.min_horizontal(lived, fewer * (trip + 1) / 1000)
    best = pl.min_horizontal(most, likely * (trip + _HALF) / 1000)
    made = known.select(
        seconds=pl.when(way).then(most).otherwise(lived),
        saved=pl.when(way)
        .then(SMC_RESPONSE * pl.col("_full") * best)
        .otherwise(lived * (1 - 1 / (1 + _HALF * SMC_FASTER * pl.col("_full")))),
        most_saved=pl.when(way).then(SMC_LATENCY * most).otherwise(lived * (1 - 1 / (1 + SMC_FASTER))),
        moved=_bytes(),
        weighed=_bytes() * pl.col("_full"),
        job=pl.col("job"),
    )
    sums = made.select(pl.col("seconds", "saved", "most_saved", "moved", "weighed").sum()).row(0, named=True)
    by_job = made.drop_nulls("job").group_by("job").agg(pl.col("moved").sum()).sort("job")
    return SmcGain(
        seconds=float(sums["seconds"]),
        saved=float(sums["saved"]),
        most_saved=max(float(sums["saved"]), float(sums["most_saved"])),
        full=float(sums["weighed"]) / float(sums["moved"]) if sums["moved"] else 0.0,
        moved=dict(by_job.rows()),
    )


def cpu_saved(spent: float, full: float) -> tuple[float, float]:
    """Of processor seconds: best guess and most that SMC-R saves; never less than nothing."""
    return _HALF * SMC_CPU * full * spent, SMC_CPU * spent


def _bytes() -> pl.Expr:
    return pl.sum_horizontal(pl.col("bytes_in", "bytes_out").cast(pl.Float64))


def _per_segment() -> pl.Expr:
    segments = pl.sum_horizontal(pl.col("segments_in", "segments_out").cast(pl.Float64))
    return pl.when(segments > 0).then(_bytes() / segments).otherwise(0.0)


def _full() -> pl.Expr:
    size = pl.col("segment_bytes").cast(pl.Float64).fill_null(0.0)
    size = pl.when(size > 0).then(size).otherwise(float(_ETHERNET))
    return (_per_segment() / (_FULL * size)).clip(0.0, 1.0)
