"""Connections that would gain from SMC-R or SMC-D, and what storage that takes.

SMC needs both ends on z/OS (or Linux on Z, AIX) within one network: both ends are known where the evidence
has the same connection from two stacks. A connection that lives for seconds gains nothing, as SMC is
set up by messages of its own. What goes over SMC already is left out.

Storage: each link group has three blocks of 1 MB for what is received, and each connection an element of 32,
64, 128 or 256 KB, or 1 MB, as large as its receive buffer; blocks are added when elements run out. Each stack
has 4 MB for what is sent, and more as needed. All of it is page-fixed, above the bar.

What they may gain, in seconds in the network and processor time, is bounded by what their records have:
bytes, segments, and the round trip in whole milliseconds.

- A stream is under way for all of its time. SMC-R made streams up to 60 % faster.
- An exchange waits a round trip for each message and its answer. There are at most as many as segments in the
  direction with fewer, each with a round trip that was cut off to the millisecond: so long is the connection
  in the network at most, and never longer than it lived. The best guess has messages of 32 KB, as measured,
  where segments are as full as those of such messages; where they are not, each segment is a message.
- Time in the network falls by 0 to 80 %, as published. The whole response fell by 48 %, all of it in the
  network: the best guess is that, in proportion to how full segments are. Small messages gain less.
- Processor time falls by 0 to 10 %; the best guess is half of that, in the same proportion, since "up to" is
  the best that was measured.

References: IBM z/OS Communications Server: IP Configuration Guide, SMC-R usage of memory buffers, Staging
buffers, TCP/IP variable SMC-R storage allocations (ibm.com, z/OS 2.1, 2.2). IBM Impact 2014, CICS performance
on z/OS, SMC-R.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

import polars as pl

from getpage.core.units import KIB, MIB
from getpage.products.common.owners import Owner

from .constants import SMC_CPU, SMC_FASTER, SMC_LATENCY, SMC_MESSAGE, SMC_RESPONSE
from .flows import BOTH

_ELEMENTS: Final = (32 * KIB, 64 * KIB, 128 * KIB, 256 * KIB)
BLOCK: Final = MIB
_FIRST_BLOCKS: Final = 3
STAGING: Final = 4 * MIB
#: Whether a connection goes over SMC.
OVER: Final = pl.col("smc_status").fill_null(0) != 0
#: Bytes a segment, of the segment size, from which on segments are full: data one way is acknowledged by
#: empty segments the other way, one for two.
_FULL: Final = 0.6
#: Segment size where the record has none: Ethernet's.
_ETHERNET: Final = 1_452
_HALF: Final = 0.5
_ENDS: Final = ["local_address", "local_port", "remote_address", "remote_port"]


@dataclass(frozen=True, slots=True)
class SmcGain:
    """What connections may gain: `seconds` in the network at most, and how many are `saved`, best guess and
    most. `full` is how full their segments are, 0 to 1; `moved` are bytes by job.
    """

    seconds: float
    saved: float
    most_saved: float
    full: float
    moved: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SmcCandidates:
    """Connections of one stack to another that could use SMC.

    `count` of them, `most` at a time, with bytes, seconds and bytes per segment; what they may gain;
    `largest` is the row of the one that moved most.
    """

    partner: str
    jobs: tuple[str, ...]
    count: int
    most: int
    moved: int
    seconds: float
    per_segment: float
    gain: SmcGain
    largest: Mapping[str, Any]


def candidates(rows: pl.DataFrame, owner: Owner) -> list[SmcCandidates]:
    """The candidates of one stack by partner, most bytes first."""
    partners: list[SmcCandidates] = []
    mine = might(rows, owner)
    if not mine.height:
        return partners
    for (partner,), some in mine.group_by("partner", maintain_order=True):
        moved = pl.sum_horizontal(pl.col("bytes_in", "bytes_out").cast(pl.Int128))  # two counters of 64 bits
        largest = some.sort(moved, "file", "record", descending=[True, False, False]).row(0, named=True)
        parts = pl.col("segments_in", "segments_out").cast(pl.Int128)
        segments = int(some.select(pl.sum_horizontal(parts).sum()).item() or 0)
        total = int(some.select(moved.sum()).item())
        jobs = tuple(sorted(set(some["job"].drop_nulls().to_list())))
        partners.append(
            SmcCandidates(
                str(partner),
                jobs,
                some.height,
                _at_a_time(some),
                total,
                float(some["seconds"].sum()),
                total / segments if segments else 0.0,
                gain(some),
                largest,
            )
        )
    return sorted(partners, key=lambda candidates: (-candidates.moved, candidates.partner))


def might(rows: pl.DataFrame, owner: Owner) -> pl.DataFrame:
    """The connections of one stack with both ends in the evidence that do not go over SMC."""
    if not rows.height:
        return rows
    return _of(_both_ends(rows.filter(~OVER)), owner)


def concerned(rows: pl.DataFrame, owner: Owner) -> pl.DataFrame:
    """The connections of one stack that could use SMC, and those that do."""
    if not rows.height:
        return rows
    both = might(rows, owner).select(rows.columns)
    return pl.concat([both, _of(rows.filter(OVER), owner)]).sort("end", "file", "record", nulls_last=False)


def _of(rows: pl.DataFrame, owner: Owner) -> pl.DataFrame:
    """The rows of one stack."""
    return rows.filter(
        pl.col("system").eq_missing(pl.lit(owner[0], pl.String)),
        pl.col("stack").eq_missing(pl.lit(owner[1], pl.String)),
    )


def _both_ends(rows: pl.DataFrame) -> pl.DataFrame:
    """Connections whose other end is in the evidence too, with the stack of that end (`partner`)."""
    other = rows.select(
        pl.col("remote_address").alias("local_address"),
        pl.col("remote_port").alias("local_port"),
        pl.col("local_address").alias("remote_address"),
        pl.col("local_port").alias("remote_port"),
        pl.concat_str(pl.col("system").fill_null("?"), pl.lit("."), pl.col("stack").fill_null("?")).alias(
            "partner"
        ),
        pl.col("end").alias("other_end"),
    )
    joined = rows.join(other, on=_ENDS, how="inner", maintain_order="left")
    here = pl.concat_str(pl.col("system").fill_null("?"), pl.lit("."), pl.col("stack").fill_null("?"))
    near = (pl.col("end") - pl.col("other_end")).abs() < pl.duration(minutes=10)
    return joined.filter(pl.col("partner") != here, near).unique(
        ["file", "record"], keep="first", maintain_order=True
    )


def _at_a_time(rows: pl.DataFrame) -> int:
    begin = pl.col("end") - pl.duration(microseconds=pl.col("seconds") * 1e6)
    steps = pl.concat(
        [
            rows.select(begin.alias("at"), pl.lit(1).alias("n")),
            rows.select(pl.col("end").alias("at"), pl.lit(-1).alias("n")),
        ]
    ).sort("at", "n")
    return int(steps["n"].cum_sum().max() or 0)  # type: ignore[arg-type]


def storage(groups: Mapping[str, int], receive_buffer: int) -> int:
    """Bytes of SMC storage of a stack with so many connections at a time to each partner."""
    blocks = sum(group_blocks(count, receive_buffer) for count in groups.values())
    return STAGING + blocks * BLOCK if groups else 0


def group_blocks(count: int, receive_buffer: int) -> int:
    """Blocks of one link group with so many connections at a time."""
    element = next((size for size in _ELEMENTS if size >= receive_buffer), BLOCK)
    return max(_FIRST_BLOCKS, ceil(count * element / BLOCK))


def gain(rows: pl.DataFrame) -> SmcGain:
    """What connections that `measures` keeps for SMC may gain."""
    known = rows.with_columns(_full=_full())
    lived, way = pl.col("seconds"), pl.col("direction") == BOTH
    fewer = pl.min_horizontal("segments_in", "segments_out").cast(pl.Float64).fill_null(0.0)
    trip = pl.col("round_trip_ms").cast(pl.Float64)
    message = pl.when(pl.col("_full") >= 1).then(float(SMC_MESSAGE)).otherwise(_per_segment()).clip(1.0)
    likely = pl.min_horizontal(fewer, pl.min_horizontal("bytes_in", "bytes_out") / message)
    most = pl.min_horizontal(lived, fewer * (trip + 1) / 1000)
    best = pl.min_horizontal(most, likely * (trip + _HALF) / 1000)
    gains = known.select(
        seconds=pl.when(way).then(most).otherwise(lived),
        saved=pl.when(way)
        .then(SMC_RESPONSE * pl.col("_full") * best)
        .otherwise(lived * (1 - 1 / (1 + _HALF * SMC_FASTER * pl.col("_full")))),
        most_saved=pl.when(way).then(SMC_LATENCY * most).otherwise(lived * (1 - 1 / (1 + SMC_FASTER))),
        moved=_bytes(),
        weighed=_bytes() * pl.col("_full"),
        job=pl.col("job"),
    )
    sums = gains.select(pl.col("seconds", "saved", "most_saved", "moved", "weighed").sum()).row(0, named=True)
    by_job = gains.drop_nulls("job").group_by("job").agg(pl.col("moved").sum()).sort("job")
    return SmcGain(
        seconds=float(sums["seconds"]),
        saved=float(sums["saved"]),
        most_saved=max(float(sums["saved"]), float(sums["most_saved"])),
        full=float(sums["weighed"]) / float(sums["moved"]) if sums["moved"] else 0.0,
        moved=dict(by_job.rows()),
    )


def cpu_saved(spent: float, full: float) -> tuple[float, float]:
    """Processor seconds that SMC-R saves of those spent: best guess and most."""
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
