"""Pages that do not stay in their buffer pool.

What it does:
    Works out how long a page of random access stays: buffers over pages read per second, or the part that
    VPSEQT leaves to random pages over the synchronous reads per second, whichever is longer. Under 60 s is a
    warning, under 90 s a note; pools with fewer than 100 reads per second are left alone.

Why it matters:
    A page that is stolen before it is wanted again is read again. Residency says so of any pool, large or
    small, where a hit ratio or a read rate alone does not.

Evidence:
    DSNB402I, 404I and 411I to 414I; QBSTVPL, QBSTRIO, QBSTSPP, QBSTLPP, QBSTDPP.

What to do:
    The same as for many reads: simulate 20 % more buffers, then grow what the simulation proves. Pools of
    utilities or sorts read every page once and may stay as they are.

How to verify:
    The residency of the same load is longer than 90 s, and synchronous reads are fewer.

References:
    Db2utor, "Buffer pool tuning" (IBM Systems Magazine): the formulas. IntelliMagic, "Db2 buffer pool
    tuning", part 2: 90 s and 60 s. R. Catterall (2015): under 100 reads per second is very low.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Least
from getpage.products.db2 import wording
from getpage.products.db2.constants import READS_VERY_LOW
from getpage.products.db2.member import Member
from getpage.products.db2.pools import asks
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.products.db2.thresholds import RESIDENCY, RESIDENCY_SHORT
from getpage.result import Finding, Kind, Severity

ID = "db2-pool-residency"
TITLE = "Pages that do not stay in their buffer pool"
NO_COMMAND = ""
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.SHORTAGE, Kind.NOTE)
SHOWS = "buffers"

_SHORTEST: Final = Least(
    "random_residency",
    where=(pl.col("read_rate") >= READS_VERY_LOW) & (pl.col("sync_reads_random") > 0),
)
MEASURES: Final = (_SHORTEST,)


def find(member: Member) -> Iterator[Finding]:
    """Every pool with reads worth a word whose random pages stay shorter than 90 s in some interval."""
    for pool in member.pools:
        row = pool.measure[_SHORTEST]
        if row is None:
            continue
        stay, least = float(row["random_residency"]), member.in_force(RESIDENCY, pool.object)
        if stay >= least:
            continue
        short = stay < member.in_force(RESIDENCY_SHORT, pool.object)
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.WARNING if short else Severity.INFO,
            kind=Kind.SHORTAGE if short else Kind.NOTE,
            headline=(
                f"Random pages stay {wording.seconds(stay)}, at {wording.rate(row['read_rate'])} reads/s"
            ),
            claim=(
                f"Under {least:.0f} s many pages are stolen before they are needed again. Simulate "
                "more "
                f"buffers than {pool.buffers or 0:,}."
            ),
            in_brief=f"a random page residency of {wording.seconds(stay)}" if short else "",
            evidence=(
                computed("random page residency", round(stay, 1), "s", row),
                *(
                    (computed("page residency", round(row["residency"], 1), "s", row),)
                    if row["residency"] is not None
                    else ()
                ),
                *member.facts(
                    "db2_buffer_pool",
                    row,
                    buffers="buffers",
                    sequential_threshold="VPSEQT",
                    sync_reads_random="synchronous reads, random",
                    sequential_prefetch_pages="pages read by sequential prefetch",
                    list_prefetch_pages="pages read by list prefetch",
                    dynamic_prefetch_pages="pages read by dynamic prefetch",
                ),
            ),
            delay_seconds=pool.delay,
            asks=asks.more_buffers(member, pool) if short else (),
            advice=asks.simulation(member, pool) if short else (),
        )
