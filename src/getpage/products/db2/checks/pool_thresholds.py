"""Buffer pool that reached a fixed threshold.

What it does:
    Counts how often 95 % of the buffers were unavailable (data manager threshold) and how often prefetch was
    disabled because 90 % were. The first is critical, the second a warning.

Why it matters:
    Beyond 90 % Db2 stops to prefetch, and scans wait for every page. Beyond 95 % it takes and releases a page
    for every row instead of every page, which multiplies CPU; beyond 97.5 % every update waits for its write.

Evidence:
    DMTH HIT in DSNB411I, NO BUFFER in DSNB415I; QBSTDMC, QBSTSPD. NO READ ENGINE (QBSTREE) is of the whole
    member and not of the pool.

What to do:
    Lower DWQT and VDWQT where writes lag; then enlarge the pool by a step of 10 %. Buffers that cannot be
    stolen are those in use or updated: long units of work without commit hold them.

How to verify:
    Both counters stay at zero in the same load.

References:
    IBM Db2 documentation, "Fixed thresholds" of buffer pools.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed, value_of
from getpage.products.db2 import wording
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.member import Member

_HITS = "hits in the window"

ID = "db2-pool-thresholds"
TITLE = "Buffer pool that reached a fixed threshold"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

HIT = "data_manager_threshold_hits"
DISABLED = "prefetch_no_buffer"


def find(member: Member) -> Iterator[Finding]:
    """Every pool with a hit of the data manager threshold, or with prefetch disabled for lack of buffers."""
    for pool in member.pools:
        hits, disabled = pool.total(HIT), pool.total(DISABLED)
        row = pool.worst(HIT) or pool.worst(DISABLED)
        if row is None:
            continue
        said = []
        if hits:
            said.append(f"reached the data manager threshold (95 % unavailable) {wording.times(hits)}")
        if disabled:
            said.append(f"disabled prefetch for lack of buffers (90 % unavailable) {wording.times(disabled)}")
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.CRITICAL if hits else Severity.WARNING,
            kind=Kind.SHORTAGE,
            claim=f"{pool.name} of {member.label} {' and '.join(said)}, most {wording.interval(row)}.",
            evidence=(
                *member.facts(
                    "db2_buffer_pool",
                    row,
                    data_manager_threshold_hits="hits of the data manager threshold",
                    prefetch_no_buffer="prefetch disabled, no buffer",
                    buffers="buffers",
                    buffers_in_use="buffers in use or updated at the display",
                    deferred_write_threshold="DWQT",
                    sync_writes="synchronous writes",
                ),
                computed(_HITS, hits, "count"),
            ),
        )


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    hits = value_of(finding, _HITS)
    return (
        f"{wording.plural(hits, 'hit')} of the data manager threshold"
        if hits
        else "prefetch that was disabled for lack of buffers"
    )
