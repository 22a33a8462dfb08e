"""Buffer pools below the bar against the room there.

What it does:
    Adds up the pools below the bar and compares them with the 31-bit storage that the address space can
    have: more than 75 % is a warning, more than 80 % critical. From MQ 9.1 on it also notes pools below the
    bar of a queue manager that uses any of its pools.

Why it matters:
    MQ needs the rest for itself. When it runs out, connections fail and the queue manager may end
    abnormally. Since V8 pools can lie above the bar; from 9.1 on LOCATION(BELOW) is deprecated.

Evidence:
    QPSTNBUF and QPSTLOC of SMF 115 subtype 215 or DISPLAY USAGE; the region from QSRS of SMF 115 subtype 7
    or from CSQY220I (used and free together). Pools whose location nothing tells count as below, the default.

What to do:
    Reduce oversized pools, then move the largest pools above the bar with LOCATION(ABOVE); MEMLIMIT must
    allow it.

How to verify:
    QPSTLOC, and more free storage in QSRSAVAL or CSQY220I.

References:
    IBM REDP-5238, 4.2.1, "Changing a buffer pool" (75 - 80 %). IBM MQ documentation, DEFINE BUFFPOOL
    (LOCATION).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.mq.thresholds import (
    BELOW_LOOK_SHARE,
    BELOW_NEVER_SHARE,
    FIRST_RELEASE_BELOW_DEPRECATED,
)
from getpage.result import Finding, Kind, Severity

from . import pool_unused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-pools-below-the-bar"
TITLE = "Buffer pools below the bar against the room there"
_DEPRECATED = "LOCATION(BELOW) is deprecated since MQ 9.1"
NO_COMMAND = "No pool is moved above the bar: the release has no LOCATION, or MEMLIMIT has no room for one."
FINDS = (Kind.RISK, Kind.NOTE)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The queue manager, when its pools take too much below the bar, or when they should not be there any
    more.
    """
    if not manager.bytes_below:
        return
    region, pools = manager.storage.region_31, manager.pools_below
    share = manager.bytes_below / region if region else 0.0
    deprecated = manager.release is not None and manager.release >= FIRST_RELEASE_BELOW_DEPRECATED
    deprecated = deprecated and len(pool_unused.unused(manager)) < len(manager.pools)
    if share <= BELOW_LOOK_SHARE and not deprecated:
        return
    them, take = wording.plural(len(pools), "buffer pool"), "takes" if len(pools) == 1 else "take"
    claim = f"{them} of {manager.label} {take} {wording.size(manager.bytes_below)} below the bar"
    if region:
        claim += (
            f", {wording.percent(share)} of the {wording.size(region)} that the address space can have there"
        )
    if share > BELOW_LOOK_SHARE:
        claim += "; more than 75 - 80 % leaves MQ itself too little"
    elif deprecated:
        claim += f"; {_DEPRECATED}"
    severity = Severity.INFO
    if share > BELOW_LOOK_SHARE:
        severity = Severity.CRITICAL if share > BELOW_NEVER_SHARE else Severity.WARNING
    largest = sorted(pools, key=lambda pool: (-pool.buffers, pool.number))[:5]
    yield Finding(
        check=ID,
        object=manager.object,
        severity=severity,
        kind=Kind.NOTE if severity is Severity.INFO else Kind.RISK,
        claim=claim + ".",
        evidence=(
            computed("pools below the bar", manager.bytes_below, "bytes"),
            *((computed("31-bit storage of the address space", region, "bytes"),) if region else ()),
            *(
                manager.fact("mq_buffer_pool", "buffers", p.last, f"buffers of pool {p.number}")
                for p in largest
            ),
        ),
        storage_bytes=max(0, manager.bytes_below - round(BELOW_LOOK_SHARE * region)) if region else 0,
    )


def in_short(manager: QueueManager, finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    if _DEPRECATED in finding.claim:
        return "LOCATION(BELOW) of these pools, which is deprecated since MQ 9.1"
    return f"{wording.size(manager.bytes_below)} of buffer pools below the bar"
