"""Buffer pool with many reads from disk.

What it does:
    Looks at the read I/Os of each interval: synchronous reads and reads of all three kinds of prefetch.
    1000 per second or more is a warning. Hit ratios are shown beside it, as OMEGAMON defines them; they
    decide nothing, as a small share of many getpages is still many reads.

Why it matters:
    Work waits for every synchronous read, and every read takes CPU. IBM measured 97 % fewer synchronous reads
    and 25 % more transactions for the same CPU when pools grew from 160 to 638 GB.

Evidence:
    DSNB411I to DSNB414I, QBSTGET, QBSTSGT, QBSTRIO, QBSTSIO and the prefetch counters. Counters do not tell
    what more buffers would avoid, only a bound: not more than the synchronous reads there are. A simulated
    pool (SPSIZE) or a trace of page references (IFCID 198) settles it.

What to do:
    Simulate 20 % more buffers first; they cost 2 % of the simulated size for pages of 4 KB. Where real
    storage is short, nothing grows before that is relieved.

How to verify:
    Read I/O per second in the same load, from two displays an hour apart.

References:
    IBM REDP-5238, 2.1, figure 2-2. R. Catterall, "DB2 for z/OS: how I use DISPLAY BUFFERPOOL" (2015). IBM
    Db2 documentation, "Performing buffer pool simulation".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.pools import asks
from getpage.products.db2.pools.simulation import cpu_facts
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.products.db2.thresholds import READS
from getpage.result import Finding, Kind, Severity

ID = "db2-pool-reads"
TITLE = "Buffer pool with many reads from disk"
NO_COMMAND = ""
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.SHORTAGE,)
SHOWS = "buffers"


def find(member: Member) -> Iterator[Finding]:
    """Every pool with 1000 read I/Os per second or more in some interval."""
    for pool in member.pools:
        row = pool.worst("read_rate") or pool.worst("sync_rate")
        if row is None:
            continue
        rate = float(row["read_rate"] or row["sync_rate"])
        if rate < member.in_force(READS, pool.object):
            continue
        ratios = tuple(
            computed(f"hit ratio of {kind} getpages", round(100 * row[column], 1), "percent", row)
            for column, kind in (("random_hit_ratio", "random"), ("sequential_hit_ratio", "sequential"))
            if row[column] is not None and row[column] >= 0
        )
        waited = f"Work waited {wording.seconds(pool.delay)} for them. " if pool.delay else ""
        bound = (
            "Its simulated pool shows which more buffers would avoid."
            if pool.simulation
            else "More buffers avoid at most the synchronous reads; a simulated pool shows how many."
        )
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"{wording.rate(rate)} reads/s, {wording.rate(row['sync_rate'])} of them synchronous",
            claim=waited + bound,
            in_brief=f"{wording.rate(rate)} reads per second",
            evidence=(
                computed("reads", round(rate, 1), "/s", row),
                computed("synchronous reads", round(row["sync_rate"], 1), "/s", row),
                *ratios,
                *member.facts(
                    "db2_buffer_pool",
                    row,
                    sync_reads_random="synchronous reads, random",
                    sync_reads_sequential="synchronous reads, sequential",
                    getpages_random="random getpages",
                    getpages_sequential="sequential getpages",
                    buffers="buffers",
                ),
                *cpu_facts(float(row["sync_reads"]), row),
            ),
            delay_seconds=pool.delay,
            asks=asks.more_buffers(member, pool),
            advice=asks.simulation(member, pool),
        )
