"""Buffer pool larger than its page sets can fill.

What it does:
    Compares each pool with 120 % of the pages of the page sets that use it. What is beyond can never hold
    data while they stay as large as they are.

Why it matters:
    The spare part is storage that another pool, or another user of the same real storage, could use;
    below the bar it takes room that MQ needs for itself. The 20 % leave room for a page set that expands,
    and let non-persistent messages stay in the pool at checkpoints.

Evidence:
    SMF 115 subtype 201 (QIS1BPNO, QIS1TOPG of page sets in use) and 215 (QPSTNBUF), or DISPLAY USAGE
    TYPE(PAGESET).

What to do:
    Reduce the pool to 120 % of its page sets, but never below what keeps the peak of this window at 85 %,
    nor, where a page set grows by itself (EXPAND), below what an hour of puts takes that nobody gets.
    Reduce before anything else is enlarged.

How to verify:
    CSQP023I, then QPSTCBSL above 15 % of QPSTNBUF and QPSTRIO no higher than before, over several intervals
    of the same load. After a large reduction below the bar restart the queue manager when that suits, as
    its storage may be fragmented.

References:
    IBM REDP-5238, 4.2.1, "Finding oversized buffer pools". IBM MQ documentation, ALTER BUFFPOOL.
    The hour of an outage is ours (mq-deep-queue-outage).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed, value_of
from getpage.core import wording
from getpage.products.mq.pool import storage_of
from getpage.products.mq.thresholds import FEWEST_BUFFERS, SPARE_WORTH_A_CHANGE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.pool import Pool
    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-pool-oversized"
TITLE = "Buffer pool larger than its page sets can fill"
NO_COMMAND = ""
FINDS = (Kind.WASTE,)

_SPARE = "spare buffers"


def find(manager: QueueManager) -> Iterator[Finding]:
    """Every pool with more buffers than 120 % of the pages of its page sets."""
    for pool in manager.pools:
        limit = pool.largest_useful
        if limit is not None and pool.buffers > max(limit, pool.hour_of_puts):
            yield _finding(manager, pool, limit)


def _finding(manager: QueueManager, pool: Pool, limit: int) -> Finding:
    # What can be given back: no more than leaves what the peak of the window and an outage need.
    spare = pool.buffers - max(limit, pool.peak_needs, pool.hour_of_puts, FEWEST_BUFFERS)
    bytes_ = storage_of(max(0, spare))
    size = wording.size(pool.bytes)
    claim = f"Pool {pool.number} of {manager.label} has {pool.buffers:,} buffers ({size}), but "
    if pool.page_sets:
        names = wording.listed([str(page_set.number) for page_set in pool.page_sets])
        claim += f"page set {names} has " if len(pool.page_sets) == 1 else f"page sets {names} have "
        claim += f"{pool.page_set_pages:,} pages: at most {limit:,} buffers (120 %) can be of use, "
        if pool.hour_of_puts > limit:
            claim += (
                f"or {pool.hour_of_puts:,} in an hour of puts that nobody gets, as they grow by themselves; "
            )
        claim += f"{spare:,} ({wording.size(bytes_)}) are spare"
    else:
        claim += "no page set uses it"
    if unplaced := [str(page_set.number) for page_set in manager.page_sets if page_set.unplaced]:
        claim += f"; page set {wording.listed(unplaced)}, out of use, is not counted"
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.WARNING if bytes_ >= SPARE_WORTH_A_CHANGE else Severity.INFO,
        kind=Kind.WASTE,
        claim=claim + ".",
        evidence=(
            computed(_SPARE, spare, "buffers"),
            computed("buffers that can be of use", limit, "buffers"),
            manager.fact("mq_buffer_pool", "buffers", pool.last, "buffers"),
            *(
                manager.fact(
                    "mq_page_set", "total_pages", page_set.last, f"pages of page set {page_set.number}"
                )
                for page_set in pool.page_sets
            ),
        ),
        storage_bytes=bytes_,
    )


def in_short(_: QueueManager, finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same."""
    spare = f"{value_of(finding, _SPARE):,} buffers ({wording.size(finding.storage_bytes)})"
    return f"{spare} of {finding.object.name} beyond what its page sets fill"
