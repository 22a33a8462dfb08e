"""Connections that would gain from SMC-R or SMC-D, and what storage that takes.

SMC needs both ends on z/OS (or Linux on Z, AIX) within one network: both ends are known where the evidence
has the same connection from two stacks. A connection that lives for seconds gains nothing, as SMC is
set up by messages of its own. What goes over SMC already is left out.

Storage: each link group has three blocks of 1 MB for what is received, and each connection an element of 32,
64, 128 or 256 KB, or 1 MB, as large as its receive buffer; blocks are added when elements run out. Each stack
has 4 MB for what is sent, and more as needed. All of it is page-fixed, above the bar.

References: IBM z/OS Communications Server: IP Configuration Guide, SMC-R usage of memory buffers, Staging
buffers, TCP/IP variable SMC-R storage allocations (ibm.com, z/OS 2.1, 2.2).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.core.units import KIB, MIB

from .smc_gain import gain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.products.common.owners import Owner

    from .smc_gain import SmcGain

_ELEMENTS: Final = (32 * KIB, 64 * KIB, 128 * KIB, 256 * KIB)
BLOCK: Final = MIB
_FIRST_BLOCKS: Final = 3
STAGING: Final = 4 * MIB
#: Whether a connection goes over SMC.
OVER: Final = pl.col("smc_status").fill_null(0) != 0
_ENDS: Final = ["local_address", "local_port", "remote_address", "remote_port"]


@dataclass(frozen=True, slots=True)
class Candidates:
    """Connections of one stack to another that might go over SMC: how many, most at a time, bytes, seconds,
    bytes a segment; what they may gain; the one that moved most.
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


def candidates(rows: pl.DataFrame, owner: Owner) -> list[Candidates]:
    """Of one stack, by partner."""
    found: list[Candidates] = []
    mine = might(rows, owner)
    if not mine.height:
        return found
    for (partner,), some in mine.group_by("partner", maintain_order=True):
        moved = pl.sum_horizontal(pl.col("bytes_in", "bytes_out").cast(pl.Int128))  # two counters of 64 bits
        largest = some.sort(moved, "file", "record", descending=[True, False, False]).row(0, named=True)
        parts = pl.col("segments_in", "segments_out").cast(pl.Int128)
        segments = int(some.select(pl.sum_horizontal(parts).sum()).item() or 0)
        total = int(some.select(moved.sum()).item())
        jobs = tuple(sorted(set(some["job"].drop_nulls().to_list())))
        found.append(
            Candidates(
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
    return sorted(found, key=lambda one: (-one.moved, one.partner))


def might(rows: pl.DataFrame, owner: Owner) -> pl.DataFrame:
    """The connections of one stack of which both ends are there, and that do not go over SMC."""
    if not rows.height:
        return rows
    return _of(_both_ends(rows.filter(~OVER)), owner)


def concerned(rows: pl.DataFrame, owner: Owner) -> pl.DataFrame:
    """Those of one stack that might, and those that do."""
    if not rows.height:
        return rows
    both = might(rows, owner).select(rows.columns)
    return pl.concat([both, _of(rows.filter(OVER), owner)]).sort("end", "file", "record", nulls_last=False)


def _of(rows: pl.DataFrame, owner: Owner) -> pl.DataFrame:
    """Those of one stack."""
    return rows.filter(
        pl.col("system").eq_missing(pl.lit(owner[0], pl.String)),
        pl.col("stack").eq_missing(pl.lit(owner[1], pl.String)),
    )


def _both_ends(rows: pl.DataFrame) -> pl.DataFrame:
    """Those of which the other end is there, too, of another stack, with its name."""
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
    """Bytes that SMC takes of a stack, for so many connections at a time to each partner."""
    blocks = sum(group_blocks(count, receive_buffer) for count in groups.values())
    return STAGING + blocks * BLOCK if groups else 0


def group_blocks(count: int, receive_buffer: int) -> int:
    """Blocks that one link group takes for so many connections at a time."""
    element = next((one for one in _ELEMENTS if one >= receive_buffer), BLOCK)
    return max(_FIRST_BLOCKS, ceil(count * element / BLOCK))
