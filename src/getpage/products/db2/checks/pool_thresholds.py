"""Buffer pool that reached a fixed threshold.

What it does:
    Counts how often 95 % of the buffers were unavailable (data manager threshold) and how often prefetch was
    disabled because 90 % were. The first is critical, the second a warning.

Why it matters:
    Beyond 90 % Db2 no longer prefetches, and scans wait for every page. Beyond 95 % it takes and releases a
    page for every row instead of every page, which multiplies CPU; beyond 97.5 % every update waits for its
    write.

Evidence:
    DMTH HIT in DSNB411I, NO BUFFER in DSNB415I; QBSTDMC, QBSTSPD. NO READ ENGINE (QBSTREE) is of the whole
    member and not of the pool.

What to do:
    Lower DWQT and VDWQT where writes lag. Enlarge the pool: to twice its size where the data manager
    threshold was hit, as what was unavailable bounds the need from below only; else by a step of 10 %.
    Buffers that cannot be stolen are those in use or updated: long units of work without commit hold them.

How to verify:
    Both counters stay at zero in the same load.

References:
    IBM Db2 documentation, "Fixed thresholds" of buffer pools.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed, counted
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.pools import asks
from getpage.products.db2.pools.wanted import DATA_MANAGER, PREFETCH, doubled_size, step_size
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.result import Finding, Kind, Severity

ID = "db2-pool-thresholds"
TITLE = "Buffer pool that reached a fixed threshold"
NO_COMMAND = ""
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.SHORTAGE,)
SHOWS = "buffers"


def find(member: Member) -> Iterator[Finding]:
    """Every pool with a hit of the data manager threshold, or with prefetch disabled for lack of buffers."""
    for pool in member.pools:
        hits, disabled = pool.total(DATA_MANAGER), pool.total(PREFETCH)
        row = pool.worst(DATA_MANAGER) or pool.worst(PREFETCH)
        if row is None:
            continue
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.CRITICAL if hits else Severity.WARNING,
            criterion=counted("data manager threshold", hits),
            kind=Kind.SHORTAGE,
            headline=(
                f"Data manager threshold hit {wording.times(hits)}"
                if hits
                else f"Prefetch disabled {wording.times(disabled)} for lack of buffers"
            ),
            claim=(
                "95 % of its buffers were unavailable, so that every row took a getpage. Enlarge it, and "
                "look for "
                "long units of work that hold updated pages."
                if hits
                else "90 % of its buffers were unavailable, so that scans waited for every page."
            ),
            in_brief=(
                f"{wording.plural(hits, 'hit')} of the data manager threshold"
                if hits
                else "prefetch that was disabled for lack of buffers"
            ),
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
                computed("hits in the window", hits, "count"),
                computed("prefetch disabled in the window", disabled, "count"),
            ),
            asks=asks.size(
                member, pool, doubled_size(pool) if hits else step_size(pool), at_least=True, reached=True
            ),
        )
