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

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.mq.room import room_below
from getpage.products.mq.thresholds import BELOW_LOOK_SHARE
from getpage.result import Finding, Harm, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-storage-below-the-bar"
TITLE = "Free storage below the bar"
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
    table, column, row = storage.lowest
    free, region, room = storage.free_below, storage.region_31, room_below(manager)
    short = free <= storage.short_reserve
    claim = f"{manager.label} has {wording.size(free)} free below the bar"
    if region:
        claim += f" of {wording.size(region)}"
    claim += f" at the minimum ({wording.interval(row)})"
    if short:
        reserve = wording.size(storage.short_reserve)
        claim += f", no more than the reserve of {reserve} at which MQ is short of storage"
    elif room is not None and manager.pools:
        there = (
            f"its pools there take {wording.size(manager.bytes_below)} and may take {wording.size(room)} more"
            if manager.bytes_below
            else f"it has no pool there; pools may take {wording.size(room)}"
        )
        claim += f"; {there} before they reach 75 % of it or the reserve"
    elif region:
        claim += (
            f"; all pools below the bar together should stay under {wording.size(BELOW_LOOK_SHARE * region)} "
        )
        claim += f"(75 %), never over {wording.size(0.8 * region)} (80 %)"
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.CRITICAL if short else Severity.INFO,
        harm=Harm.OUTAGE,
        kind=Kind.SHORTAGE if short else Kind.NOTE,
        claim=claim + ".",
        evidence=(
            manager.fact(table, column, row, "free below the bar, at the minimum"),
            *((computed("31-bit storage of the address space", region, "bytes"),) if region else ()),
            *((computed("pools below the bar", manager.bytes_below, "bytes"),) if manager.pools else ()),
            *((computed("room for pools below the bar", room, "bytes"),) if room is not None else ()),
        ),
        no_command="" if manager.pools else POOLS_NOT_KNOWN,
    )


def in_short(manager: QueueManager, _: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    return f"{wording.size(manager.storage.free_below or 0)} free below the bar"
