"""Free storage below the bar.

What it does:
    Says what is free below the bar at its minimum over the window. It is critical when that is no more than
    the reserve at which MQ calls itself short of storage, and a note otherwise: the room for larger pools
    there.

Why it matters:
    Pools below the bar can grow only by what is free there, and MQ needs part of that for connections and
    peaks. The minimum counts, not the average.

Evidence:
    QSRSAVAL, QSRSSOS of SMF 115 subtype 7; CSQY220I in the job log (rounded to MB).

What to do:
    Reduce oversized pools, or move pools above the bar. With plenty free, pools that are short may grow
    there as long as all of them stay under 75 % of the 31-bit storage.

How to verify:
    QSRSAVAL at its minimum, or CSQY220I.

References:
    IBM REDP-5238, 4.2.1, "How much memory is the queue manager using?".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.mq.checks._advice import room_below_the_bar
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import STORAGE
from getpage.products.mq.sizing import room_below
from getpage.products.mq.thresholds import BELOW, BELOW_CRITICAL
from getpage.result import Criterion, Finding, Harm, Kind, Severity, Shows

ID = "mq-storage-below-the-bar"
TITLE = "Free storage below the bar"
LOOKS_AT = STORAGE
NO_COMMAND = (
    "There is no pool below the bar that could be moved above it: what else takes storage there is "
    "not in this evidence."
)
FINDS = (Kind.SHORTAGE, Kind.NOTE)
POOLS_NOT_KNOWN = (
    "Which pools lie below the bar is not in this evidence. DISPLAY USAGE TYPE(PAGESET) tells it: a pool "
    "that does can be moved above the bar."
)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The queue manager, with what is free below the bar."""
    storage = manager.storage
    if storage.lowest is None or storage.free_below is None:
        return
    free, region, room = storage.free_below, storage.region_31, room_below(manager)
    short = free <= storage.short_reserve
    shares = tuple(manager.in_force(threshold) for threshold in (BELOW, BELOW_CRITICAL))
    look, never = map(wording.percent, shares)
    size = wording.size(free)
    headline = f"{size} free below the bar" + (f" of {wording.size(region)}" if region else "")
    if short:
        claim = (
            f"That is no more than the {wording.size(storage.short_reserve)} at which MQ is short of "
            "storage. Move pools above the bar."
        )
    elif manager.pools and room is not None:
        headline += f": room for {wording.size(room)} of pools"
        claim = f"With more than that, pools exceed {look} of 31-bit storage or use MQ's reserve."
    elif region:
        warning, critical = (wording.size(share * region) for share in shares)
        claim = f"Keep all pools there under {warning} ({look}), never over {critical} ({never})."
    else:
        claim = f"Keep all pools there under {look}, never over {never} of the 31-bit storage."
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.CRITICAL if short else Severity.INFO,
        criterion=Criterion("free below the bar", "bytes", free, storage.short_reserve, falls=True),
        harm=Harm.OUTAGE,
        kind=Kind.SHORTAGE if short else Kind.NOTE,
        headline=headline,
        in_brief=f"{size} free below the bar",
        shows=Shows((manager.object,), "storage below the bar"),
        claim=claim,
        evidence=(
            manager.fact(*storage.lowest, "free below the bar, at the minimum"),
            *((computed("31-bit storage of the address space", region, "bytes"),) if region else ()),
            *(
                computed(f"{round(100 * share)} % of it", round(share * region), "bytes")
                for share in shares
                if region
            ),
            *((computed("pools below the bar", manager.bytes_below, "bytes"),) if manager.pools else ()),
            *((computed("room for pools below the bar", room, "bytes"),) if room is not None else ()),
        ),
        no_command="" if manager.pools else POOLS_NOT_KNOWN,
        advice=room_below_the_bar(manager) if short else (),
    )
