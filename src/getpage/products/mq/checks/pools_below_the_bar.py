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

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.mq.checks._advice import room_below_the_bar
from getpage.products.mq.checks.pool_unused import unused
from getpage.products.mq.constants import FIRST_RELEASE_BELOW_DEPRECATED
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import POOLS
from getpage.products.mq.thresholds import BELOW, BELOW_CRITICAL
from getpage.result import Criterion, Finding, Kind, Severity, Shows

ID = "mq-pools-below-the-bar"
TITLE = "Buffer pools below the bar against the room there"
LOOKS_AT = POOLS
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
    deprecated = deprecated and len(unused(manager)) < len(manager.pools)
    most, never = manager.in_force(BELOW), manager.in_force(BELOW_CRITICAL)
    is_too_much = share > most
    if not is_too_much and not deprecated:
        return
    size = wording.size(manager.bytes_below)
    severity, headline = Severity.INFO, f"{size} of pools below the bar, deprecated since MQ 9.1"
    in_brief = "LOCATION(BELOW) of its pools, deprecated since MQ 9.1"
    claim = "LOCATION(BELOW) is deprecated. Move these pools above the bar when convenient."
    if is_too_much:
        severity = Severity.CRITICAL if share > never else Severity.WARNING
        headline = f"Pools below the bar take {wording.percent(share)} of 31-bit storage ({size})"
        in_brief = f"{size} of buffer pools below the bar"
        claim = "More than 75 to 80 % leaves MQ itself too little. Move the largest pools above the bar."
    largest = sorted(pools, key=lambda pool: (-pool.buffers, pool.number))[:5]
    yield Finding(
        check=ID,
        object=manager.object,
        severity=severity,
        criterion=Criterion("31-bit storage that pools take", "percent", 100 * share, 100 * never),
        kind=Kind.RISK if is_too_much else Kind.NOTE,
        headline=headline,
        in_brief=in_brief,
        shows=Shows((manager.object,), "storage below the bar", itself=is_too_much),
        claim=claim,
        evidence=(
            computed("pools below the bar", manager.bytes_below, "bytes"),
            *((computed("31-bit storage of the address space", region, "bytes"),) if region else ()),
            *(
                manager.fact("mq_buffer_pool", "buffers", pool.last, f"buffers of pool {pool.number}")
                for pool in largest
            ),
        ),
        storage_bytes=max(0, manager.bytes_below - round(most * region)) if region else 0,
        advice=room_below_the_bar(manager) if is_too_much else (),
    )
