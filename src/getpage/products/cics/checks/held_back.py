"""Facilities held back for lack of memory.

What it does:
    Where real storage is free at its minimum, lists what could use it: requests to auxiliary temporary
    storage and reads from disk of LSR pools. Waits for record-level sharing are
    in its evidence, and told by themselves where there is nothing else.

Why it matters:
    CICS has moved most of what was scarce above the bar, so real storage is what limits it. Free storage does
    nothing.

Evidence:
    Temporary storage and LSR pool statistics (SMF 110 subtype 2, DFHSTUP, DFH0STAT); RLSWAIT of subtype 1;
    what is free from RMF (SMF 71).

What to do:
    Use main temporary storage for queues that need no recovery (TSMAINLIMIT), and more LSR buffers, or shared
    data tables for files that are mostly read. Waits for record-level sharing are mostly for locks: larger
    buffer pools of SMSVSAM (RLS_MAX_POOL_SIZE) save reads only, and SMF 42 shows which they are. Look as well
    at what this evidence does not show: the internal trace table (TRTABSZ), containers, Java heaps and 64-bit
    application storage.

How to verify:
    The I/O of the facility falls, and what is free at the minimum stays above the reserve for a dump.

References:
    IBM REDP-5238, 4.1 and 4.1.4.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.measures import Measure
from getpage.core import numbers, wording
from getpage.products.cics import facilities, transactions
from getpage.products.cics.lsr import buffers_of
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import REGIONS
from getpage.result import Fact, Finding, Kind, Severity

ID = "cics-held-back"
TITLE = "Facilities held back for lack of memory"
LOOKS_AT = REGIONS
OFFERS = True
NO_COMMAND = ""
FINDS = (Kind.NOTE,)


def find(region: Region) -> Iterator[Finding]:
    """The region, with what its evidence shows to go without."""
    storage = [part for part in (_auxiliary(region), _reads(region)) if part is not None]
    sharing = _sharing(region)
    if storage:
        headline = f"More storage would help: {storage[0][0]}"
        claim = f"More storage could avoid I/O: {wording.listed([what for what, _ in storage])}."
    elif sharing:
        headline = f"{sharing[0]}: SMF 42 tells locks from reads"
        claim = "They are mostly for locks: larger buffer pools of SMSVSAM save reads only."
    else:
        return
    parts = [*storage, sharing] if sharing else storage
    yield Finding(
        check=ID,
        object=region.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=headline,
        claim=claim,
        evidence=tuple(fact for _, facts in parts for fact in facts),
    )


def _auxiliary(region: Region) -> tuple[str, tuple[Fact, ...]] | None:
    """Requests to auxiliary temporary storage: main storage does them without I/O, unless recoverable."""
    measure = region.temporary
    requests = facilities.PUTS_AUXILIARY.count(measure) + facilities.GETS_AUXILIARY.count(measure)
    if not requests:
        return None
    facts = (
        computed("requests to auxiliary temporary storage", requests, "requests"),
        *region.facts(
            facilities.TS_TABLE,
            region.temporary_now,
            puts_auxiliary="puts, last statistics interval",
            gets_auxiliary="gets, last statistics interval",
            main_limit="TSMAINLIMIT",
        ),
    )
    return f"{wording.plural(requests, 'request')} to auxiliary TS", facts


def _reads(region: Region) -> tuple[str, tuple[Fact, ...]] | None:
    """Reads of LSR pools: more buffers hold them, or shared data tables where files are mostly read."""
    pools = list(buffers_of(region))
    reads = sum(buffers.reads for buffers in pools)
    if not reads:
        return None
    facts = (
        computed("reads from disk of LSR pools", reads, "reads"),
        *(fact for buffers in pools for fact in buffers.facts),
    )
    return f"{wording.plural(reads, 'read')} from disk of LSR pools", facts


def _sharing(region: Region) -> tuple[str, tuple[Fact, ...]] | None:
    """Waits for record-level sharing: mostly for locks, which SMF 42 tells from reads."""
    longest = max(region.transactions, key=_shared_wait, default=None)
    if longest is None or not _shared_wait(longest):
        return None
    seconds = sum(map(_shared_wait, region.transactions))
    facts = (
        computed("waits for record-level sharing", seconds, "s"),
        *region.facts(
            transactions.TABLE,
            longest[transactions.LONGEST_SHARING],
            rls_wait_us=f"waits of {longest.key[-1]}, the longest of a quarter of an hour",
        ),
    )
    return f"{numbers.seconds(seconds)} of RLS waits", facts


def _shared_wait(transaction: Measure) -> float:
    """Seconds that the tasks of a transaction waited for record-level sharing."""
    return float(transaction[transactions.WAITED["record-level sharing"]] or 0)
