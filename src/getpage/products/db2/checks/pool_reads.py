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

from typing import TYPE_CHECKING

from getpage.contract.facts import computed, value_of
from getpage.products.db2 import wording
from getpage.products.db2.pools.avoided_reads import cpu_facts
from getpage.products.db2.thresholds import READS_HIGH
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.member import Member

_READS = "reads"

ID = "db2-pool-reads"
TITLE = "Buffer pool with many reads from disk"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

BOUND = ". More buffers avoid at most the synchronous reads: a simulated pool tells how many."


def find(member: Member) -> Iterator[Finding]:
    """Every pool with 1000 read I/Os per second or more in some interval."""
    for pool in member.pools:
        row = pool.worst("read_rate") or pool.worst("sync_rate")
        if row is None:
            continue
        rate = float(row["read_rate"] or row["sync_rate"])
        if rate < READS_HIGH:
            continue
        ratios = [
            f"{wording.percent(row[column])} of {kind}"
            for column, kind in (("random_hit_ratio", "random"), ("sequential_hit_ratio", "sequential"))
            if row[column] is not None and row[column] >= 0
        ]
        claim = (
            f"{pool.name} of {member.label} made {wording.rate(rate)} reads per second "
            f"{wording.interval(row)}, {wording.rate(row['sync_rate'])} of them synchronous"
        )
        claim += f"; {' and '.join(ratios)} getpages found their page" if ratios else ""
        claim += f"; work waited {wording.seconds(pool.delay)} for them in all" if pool.delay else ""
        labels = {"getpages_random": "random getpages", "getpages_sequential": "sequential getpages"}
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            claim=claim + ("." if pool.simulation else BOUND),
            evidence=(
                computed(_READS, round(rate, 1), "/s", row),
                computed("synchronous reads", round(row["sync_rate"], 1), "/s", row),
                *member.facts(
                    "db2_buffer_pool",
                    row,
                    sync_reads_random="synchronous reads, random",
                    sync_reads_sequential="synchronous reads, sequential",
                    **labels,
                    buffers="buffers",
                ),
                *cpu_facts(float(row["sync_reads"]), row),
            ),
            delay_seconds=pool.delay,
        )


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    return f"{wording.rate(value_of(finding, _READS))} reads per second"
