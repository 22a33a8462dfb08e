"""Sequential pages that crowd out random ones, or have too little room.

What it does:
    Compares the pages on the queue of sequential pages with VPSEQT. In a pool of random access (80 % of its
    getpages) whose sequential pages are at VPSEQT while random pages are read 100 times per second, they take
    buffers that random pages would use: a warning. In a pool of sequential access with VPSEQT at 50 % or
    less, a queue at that limit is a note. Records do not have VPSEQT: there the queue counts as at its limit
    where the record counts times that it was reached and it held half of the buffers or more.

Why it matters:
    When Db2 needs a buffer and sequential pages hold more than VPSEQT, it steals one of those; else the
    oldest page of all. A high VPSEQT lets a scan push out pages that random access would have found again.

Evidence:
    SEQUENTIAL and VPSEQT HIT in DSNB411I, VP SEQUENTIAL in DSNB404I; QBSTSMAX, QBSTHST, QBSTRHS. What another
    threshold would save is not in the counters; a simulated pool with SPSEQT, or IFCID 198, shows it.

What to do:
    Lower VPSEQT by 20 points, or try SPSEQT first. Raise it for pools of sorts and work files.

How to verify:
    Synchronous reads for random getpages fall; pages read by prefetch do not rise by more.

References:
    IBM Db2 documentation, "Buffer pool thresholds that you can change". IBM REDP-5238, 2.1.1: SPSEQT. The
    shares of 80 % and the step are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Latest, Row, Worst
from getpage.products.db2 import wording
from getpage.products.db2.constants import (
    AT_THRESHOLD,
    LEAST_SEQUENTIAL,
    MOSTLY,
    READS_VERY_LOW,
    SEQUENTIAL_STEP,
)
from getpage.products.db2.member import Member
from getpage.products.db2.pools import alter
from getpage.products.db2.pools.pool import Db2Pool
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.result import Advise, Finding, Kind, Severity

ID = "db2-pool-sequential"
TITLE = "Sequential pages that crowd out random ones, or have too little room"
NO_COMMAND = "VPSEQT is not in this evidence, or as low as it should be."
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.SHORTAGE, Kind.NOTE)

LOW = 50  # percent: a threshold that a pool of sequential access outgrows
HALF = 0.5  # of the buffers: what a queue at an unknown threshold has to hold, ours


_LIMIT: Final = pl.col("sequential_threshold")
_HELD: Final = pl.col("sequential_held")
_HITS: Final = pl.col("sequential_threshold_hits") > 0
_RATED: Final = pl.col("rate_seconds").is_not_null() & ((_LIMIT > 0) | _LIMIT.is_null())
_AT: Final = (
    (_HELD >= AT_THRESHOLD * _LIMIT / 100)
    | (_HITS & _HELD.is_null())
    | (_HITS & _LIMIT.is_null() & (_HELD >= HALF))
).fill_null(value=False)
_CROWDED: Final = Worst(
    "sync_reads_random",
    where=_RATED
    & _AT
    & (pl.col("random_share") >= MOSTLY)
    & (pl.col("sync_reads_random") / pl.col("rate_seconds") >= READS_VERY_LOW)
    & ((_LIMIT > LEAST_SEQUENTIAL) | _LIMIT.is_null()),
)
_NARROW: Final = Latest(_RATED & _AT & (pl.col("random_share") <= 1 - MOSTLY) & (_LIMIT <= LOW))
MEASURES: Final = (_CROWDED, _NARROW)


def find(member: Member) -> Iterator[Finding]:
    """Every pool whose queue of sequential pages is at VPSEQT while the other kind rules or suffers."""
    for pool in member.pools:
        crowded, narrow = pool.measure[_CROWDED], pool.measure[_NARROW]
        if crowded is not None:
            yield _finding(member, pool, crowded, crowded=True)
        elif narrow is not None:
            yield _finding(member, pool, narrow, crowded=False)


def _finding(member: Member, pool: Db2Pool, row: Row, *, crowded: bool) -> Finding:
    held, limit = row["sequential_held"], row["sequential_threshold"]
    at = "VPSEQT" if limit is None else f"VPSEQT({limit})"
    if crowded:
        rate = wording.rate(row["sync_reads_random"] / row["rate_seconds"])
        claim = (
            f"Yet {wording.percent(row['random_share'])} of its getpages are random and make {rate} "
            "synchronous "
            "reads/s. A lower VPSEQT leaves them more buffers."
        )
    else:
        claim = (
            f"{wording.percent(1 - row['random_share'])} of its getpages are sequential. A higher VPSEQT "
            "gives "
            "their pages more room."
        )
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING if crowded else Severity.INFO,
        kind=Kind.SHORTAGE if crowded else Kind.NOTE,
        headline=(
            f"Sequential pages reached {at}"
            if held is None
            else f"Sequential pages hold {wording.percent(held)}, at {at}"
        ),
        claim=claim,
        evidence=(
            computed("random getpages", round(100 * row["random_share"], 1), "percent", row),
            *member.facts(
                "db2_buffer_pool",
                row,
                sequential_buffers="buffers with sequential pages",
                highest_sequential_buffers="most buffers with sequential pages",
                random_hits_on_sequential="random getpages that found a page there",
                buffers="buffers",
                sequential_threshold="VPSEQT",
                sequential_threshold_hits="times VPSEQT was reached",
                sync_reads_random="synchronous reads, random",
            ),
        ),
        delay_seconds=pool.delay if crowded else 0.0,
        advice=_lower(member, pool) if crowded else (),
    )


def _lower(member: Member, pool: Db2Pool) -> tuple[Advise, ...]:
    """VPSEQT one step lower; not where the command that gives what was simulated sets it."""
    old = pool.whole("sequential_threshold")
    simulated = not member.short_of_real and alter.sets_threshold(pool)
    if old is None or old <= LEAST_SEQUENTIAL or simulated:
        return ()
    return (alter.sequential(member, pool, max(LEAST_SEQUENTIAL, old - SEQUENTIAL_STEP), old),)
