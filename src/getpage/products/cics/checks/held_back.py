"""Facilities held back for lack of memory.

What it does:
    Names, where real storage of the region's image is free at its minimum, the facilities that this evidence
    shows to go without: temporary storage that is auxiliary, VSAM reads that LSR pools did not hold, and
    waits for record-level sharing.

Why it matters:
    CICS has moved what used to be scarce above the bar: real storage, not virtual storage, is what is left to
    hold it back. Storage that is free does nothing.

Evidence:
    Temporary storage and LSR pool statistics (SMF 110 subtype 2, DFHSTUP, DFH0STAT); RLSWAIT of subtype 1;
    what is free from RMF (SMF 71).

What to do:
    Main temporary storage for queues that need not be recovered (TSMAINLIMIT); more LSR buffers, or shared
    data tables for files that are mostly read. Waits for record-level sharing are mostly for record locks;
    larger buffer pools of SMSVSAM (RLS_MAX_POOL_SIZE) end reads alone, which SMF 42 tells apart. What this
    evidence does not show may be held back as well: the internal trace table (TRTABSZ), containers, Java
    heaps, and 64-bit application storage.

How to verify:
    The I/O of the facility falls, and what is free at the minimum stays above the reserve for a dump.

References:
    IBM REDP-5238, 4.1 and 4.1.4.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import facilities, transactions
from getpage.products.cics.lsr import buffers_of
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Measure
    from getpage.products.cics.region import Region
    from getpage.result import Fact

ID = "cics-held-back"
TITLE = "Facilities held back for lack of memory"
NO_COMMAND = ""
FINDS = (Kind.NOTE,)


def find(region: Region) -> Iterator[Finding]:
    """The region, with what its evidence shows to go without."""
    said: list[str] = []
    facts: list[Fact] = []
    auxiliary = facilities.PUTS_AUXILIARY.count(region.temporary) + facilities.GETS_AUXILIARY.count(
        region.temporary
    )
    if auxiliary:
        said.append(
            f"{wording.plural(auxiliary, 'request')} to auxiliary temporary storage, which main temporary "
            "storage would hold without I/O where queues need not be recovered"
        )
        facts.append(computed("requests to auxiliary temporary storage", auxiliary, "requests"))
        facts += region.facts(
            facilities.TS_TABLE,
            region.temporary_now,
            puts_auxiliary="puts, last collection",
            gets_auxiliary="gets, last collection",
            main_limit="TSMAINLIMIT",
        )
    pools = list(buffers_of(region))
    reads = sum(one.reads for one in pools)
    if reads:
        said.append(
            f"{reads:,} reads from disk of its LSR pools, which more buffers would hold, or shared data "
            "tables where files are mostly read"
        )
        facts.append(computed("reads from disk of LSR pools", reads, "reads"))
        facts += [fact for one in pools for fact in one.facts]
    sharing = max(region.transactions, key=_sharing, default=None)
    if sharing is not None and _sharing(sharing):
        seconds = sum(map(_sharing, region.transactions))
        said.append(
            f"{numbers.seconds(seconds)} of waits for record-level sharing, which are mostly for record "
            "locks: SMF 42 tells those from reads that SMSVSAM's buffers would hold"
        )
        facts += region.facts(
            transactions.TABLE,
            sharing[transactions.LONGEST_SHARING],
            rls_wait_us=f"waits of {sharing.key[-1]}, the longest of a quarter of an hour",
        )
    if said:
        yield Finding(
            check=ID,
            object=region.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            claim=f"{region.label} had {wording.listed(said)}.",
            evidence=tuple(facts),
        )


def _sharing(one: Measure) -> float:
    """Seconds that the tasks of a transaction waited for record-level sharing."""
    return float(one[transactions.WAITED["record-level sharing"]] or 0)
