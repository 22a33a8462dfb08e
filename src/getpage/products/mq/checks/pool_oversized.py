"""Buffer pool larger than its page sets can fill.

What it does:
    Compares each pool with 120 % of the pages of the page sets that use it. What is beyond can never hold
    data while they stay as large as they are. Less than 64 MiB is a note. A pool of which a page set is full
    is left out: that page set has to grow first.

Why it matters:
    The spare part is storage that another pool, or another user of the same real storage, could use;
    below the bar it takes room that MQ needs for itself. The 20 % leave room for a page set that expands,
    and let non-persistent messages stay in the pool at checkpoints.

Evidence:
    SMF 115 subtype 201 (QIS1BPNO, QIS1TOPG of page sets in use) and 215 (QPSTNBUF), or DISPLAY USAGE
    TYPE(PAGESET).

What to do:
    Reduce the pool to 120 % of its page sets, but never below what keeps the peak of this window at 85 %,
    nor, where a page set grows by itself (EXPAND), below what an hour of puts takes without a get, nor
    below 1,000 buffers, the default of DEFINE BUFFPOOL. Reduce before anything else is enlarged.

How to verify:
    CSQP023I, then QPSTCBSL above 15 % of QPSTNBUF and QPSTRIO no higher than before, over several intervals
    of the same load. After a large reduction below the bar restart the queue manager when convenient, as
    its storage may be fragmented.

References:
    IBM REDP-5238, 4.2.1, "Finding oversized buffer pools". IBM MQ documentation, ALTER BUFFPOOL.
    The hour of an outage (mq-deep-queue-outage) and the 64 MiB are getpage's own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from getpage.contract.facts import computed
from getpage.contract.storage import LEAST_WASTE
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.mq.checks.pool_unused import unused
from getpage.products.mq.constants import DEFAULT_BUFFERS
from getpage.products.mq.pool import Pool, storage_of
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import MAPPED_POOLS
from getpage.products.mq.sizing import smaller
from getpage.result import Finding, Kind, Severity, Shows

ID = "mq-pool-oversized"
TITLE = "Buffer pool larger than its page sets can fill"
LOOKS_AT = MAPPED_POOLS
NO_COMMAND = ""
FINDS = (Kind.WASTE,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool with more buffers than 120 % of the pages of its page sets, none of which is full."""
    idle = {pool.object for pool, _ in unused(manager)}
    for pool in manager.pools:
        limit = pool.largest_useful
        if limit is None or pool.has_full_page_set:
            continue
        if pool.buffers > max(limit, pool.hour_of_puts, DEFAULT_BUFFERS):
            yield _finding(manager, pool, limit, idle)


def _finding(manager: QueueManager, pool: Pool, limit: int, idle: Collection[Object]) -> Finding:
    # What can be given back: no more than leaves what the peak of the window and an outage need.
    spare = max(0, pool.buffers - max(limit, pool.peak_needs, pool.hour_of_puts, DEFAULT_BUFFERS))
    bytes_ = storage_of(spare)
    size = wording.size(bytes_)
    claim = "No page set uses it."
    if pool.page_sets:
        names = wording.listed([str(page_set.number) for page_set in pool.page_sets])
        numbers = f"page set {names}" if len(pool.page_sets) == 1 else f"page sets {names}"
        claim = f"Buffers beyond 120 % of the {pool.page_set_pages:,} pages of {numbers} are never used."
    if bytes_ < LEAST_WASTE:
        claim += f" Less than {wording.size(LEAST_WASTE)} is not worth a command."
    unplaced = [str(page_set.number) for page_set in manager.page_sets if page_set.unplaced]
    counts = [computed("spare buffers", spare, "buffers")]
    counts.append(computed("buffers that can be of use", limit, "buffers"))
    if pool.hour_of_puts > limit:
        counts.append(computed("buffers that an hour of puts takes", pool.hour_of_puts, "buffers"))
    if unplaced:
        counts.append(computed("page sets out of use, not counted", ", ".join(unplaced), "number"))
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING if bytes_ >= LEAST_WASTE else Severity.INFO,
        kind=Kind.WASTE,
        headline=f"{spare:,} spare buffers ({size}) beyond 120 % of its page sets",
        in_brief=f"{size} of {pool.object.name} beyond what its page sets fill",
        shows=Shows(
            (pool.object, manager.object) if pool.object in idle else (pool.object,), "use", itself=False
        ),
        claim=claim,
        evidence=(
            *counts,
            manager.fact("mq_buffer_pool", "buffers", pool.last, "buffers"),
            *(
                manager.fact(
                    "mq_page_set", "total_pages", page_set.last, f"pages of page set {page_set.number}"
                )
                for page_set in pool.page_sets
            ),
        ),
        storage_bytes=bytes_,
        asks=smaller(pool),
    )
