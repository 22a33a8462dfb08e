"""Sequential pages that crowd out random ones, or have too little room.

What it does:
    Compares the pages on the queue of sequential pages with VPSEQT. In a pool of random access (80 % of its
    getpages) whose sequential pages are at VPSEQT while random pages are read 100 times a second, they take
    buffers that random pages would use: a warning. In a pool of sequential access with VPSEQT at 50 % or
    less, a queue at that limit is a note. Records do not have VPSEQT: there the queue counts as at its limit
    where the record counts times that it was reached and it held half of the buffers or more.

Why it matters:
    When Db2 needs a buffer and sequential pages hold more than VPSEQT, it steals one of those; else the
    oldest page of all. A high VPSEQT lets a scan push out pages that random access would have found again.

Evidence:
    SEQUENTIAL and VPSEQT HIT in DSNB411I, VP SEQUENTIAL in DSNB404I; QBSTSMAX, QBSTHST, QBSTRHS. What another
    threshold would bring is not in the counters; a simulated pool with SPSEQT, or IFCID 198, tells.

What to do:
    Lower VPSEQT by 20 points, or try SPSEQT first. Raise it for pools of sorts and work files.

How to verify:
    Synchronous reads for random getpages fall; pages read by prefetch do not rise by more.

References:
    IBM Db2 documentation, "Buffer pool thresholds that you can change". IBM REDP-5238, 2.1.1: SPSEQT. The
    shares of 80 % and the step are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.contract.facts import computed
from getpage.products.db2 import words
from getpage.products.db2.thresholds import AT_THRESHOLD, LEAST_SEQUENTIAL, MOSTLY, READS_VERY_LOW
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.frames import Row
    from getpage.products.db2.member import Member
    from getpage.products.db2.pool import Pool

ID = "db2-pool-sequential"
TITLE = "Sequential pages that crowd out random ones, or have too little room"

LOW = 50  # percent: a threshold that a pool of sequential access outgrows
HALF = 0.5  # of the buffers: what a queue at an unknown threshold has to hold, ours


def find(member: Member) -> Iterator[Finding]:
    """Every pool whose queue of sequential pages is at VPSEQT while the other kind rules or suffers."""
    for pool in member.pools:
        limit = pl.col("sequential_threshold")
        held, hits = pl.col("sequential_held"), pl.col("sequential_threshold_hits") > 0
        at = (
            (held >= AT_THRESHOLD * limit / 100)
            | (hits & held.is_null())
            | (hits & limit.is_null() & (held >= HALF))
        )
        rows = pool.rated.filter(at.fill_null(value=False), (limit > 0) | limit.is_null())
        random_rate = pl.col("sync_reads_random") / pl.col("rate_seconds")
        crowded = rows.filter(
            pl.col("random_share") >= MOSTLY,
            random_rate >= READS_VERY_LOW,
            (limit > LEAST_SEQUENTIAL) | limit.is_null(),
        )
        narrow = rows.filter(pl.col("random_share") <= 1 - MOSTLY, limit <= LOW)
        if crowded.height:
            row = crowded.sort("sync_reads_random", descending=True, maintain_order=True).row(0, named=True)
            yield _finding(member, pool, row, crowded=True)
        elif narrow.height:
            yield _finding(member, pool, narrow.row(-1, named=True), crowded=False)


def _finding(member: Member, pool: Pool, row: Row, *, crowded: bool) -> Finding:
    held, limit = row["sequential_held"], row["sequential_threshold"]
    reached = f"held {words.percent(held)} of" if held is not None else "reached VPSEQT of"
    why = (
        f"although {words.percent(row['random_share'])} of its getpages are random, and these made "
        f"{words.rate(row['sync_reads_random'] / row['rate_seconds'])} synchronous reads a second"
        if crowded
        else f"and {words.percent(1 - row['random_share'])} of its getpages are sequential"
    )
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING if crowded else Severity.INFO,
        kind=Kind.SHORTAGE if crowded else Kind.NOTE,
        claim=(
            f"sequential pages {reached} {pool.name} of {member.label}, at "
            f"{'VPSEQT, which records do not have,' if limit is None else f'VPSEQT({limit}),'} "
            f"{words.interval(row)}, {why}."
        ),
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
    )
