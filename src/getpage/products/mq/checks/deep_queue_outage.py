"""Pool that a stopped consumer fills within the hour.

What it does:
    Takes the puts of each pool's busiest interval, assumes that nothing is got for an hour, and notes pools
    that would have to write pages out before it is over, with the size that would keep all of them.

Why it matters:
    When a channel or an application comes back after an outage, each page that left the pool has to be read
    again, one wait each, just when there is a backlog to clear.

Evidence:
    SMF 115 subtype 215 (QPSTGETN, QPSTNBUF, QPSTCBSL) and 201 (QIS1TOPG, QIS1UNPG). It is a model: its
    assumptions stand with the table of sizes.

What to do:
    Nothing, unless such an outage matters here. Then compare the sizes in the table, and enlarge the pool,
    above the bar, when real storage is free at its minimum.

How to verify:
    After a real outage QPSTRIO during the drain tells how many pages had to be read.

References:
    IBM REDP-5238, 4.2 (messages backed up during an outage). docs/models/outage.md. The hour is getpage's
    own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.mq.constants import OUTAGE
from getpage.products.mq.outage import OutageInputs, buffers_to_absorb, milestones
from getpage.products.mq.outage.from_evidence import outage_inputs, put_pages_per_second
from getpage.products.mq.outage.rules import SECONDS_PER_MINUTE, Minutes
from getpage.products.mq.pool import Pool, storage_of
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import FILLING_POOLS
from getpage.result import Finding, Kind, Severity

ID = "mq-deep-queue-outage"
TITLE = "Pool that a stopped consumer fills within the hour"
LOOKS_AT = FILLING_POOLS
NO_COMMAND = ""
FINDS = (Kind.RISK,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The pool that fills first, when an hour of puts fills any whose page sets can hold more."""
    filled: list[tuple[float, Pool, OutageInputs]] = []
    for pool in manager.pools:
        inputs = outage_inputs(manager, pool)
        full = milestones(inputs).page_leaves_memory if inputs is not None else None
        if inputs is not None and full is not None and full < OUTAGE:
            filled.append((full, pool, inputs))
    if filled:
        yield _finding(manager, len(filled), *min(filled, key=lambda item: (item[0], item[1].number)))


def _finding(manager: QueueManager, count: int, full: float, pool: Pool, inputs: OutageInputs) -> Finding:
    enough = buffers_to_absorb(inputs, Minutes(OUTAGE / SECONDS_PER_MINUTE))
    more = wording.size(storage_of(enough - pool.buffers))
    which = (
        f"It is the first of {count} pools to do so."
        if count > 1
        else "Until then no page has to be read from disk."
    )
    return Finding(
        check=ID,
        object=pool.object,
        severity=Severity.INFO,
        kind=Kind.RISK,
        headline=f"If gets stop at peak puts, pages are written out after {wording.seconds(full)}",
        claim=f"{which} {enough:,} buffers ({more} more) would keep an hour of puts.",
        evidence=(
            computed("new pages, busiest interval", round(put_pages_per_second(pool), 2), "pages/s"),
            computed("until the first page leaves the pool", round(full, 1), "s"),
            computed("buffers that keep an hour of puts", enough, "buffers"),
            manager.fact("mq_buffer_pool", "buffers", pool.last, "buffers"),
        ),
    )
