"""Buffer pool that nothing used in this window.

What it does:
    Notes pools with buffers and without a single getpage in all intervals of the window.

Why it matters:
    The storage may serve another pool. But a window is not a year: it is unused in this window, which does
    not make it waste.

Evidence:
    RANDOM GETPAGE and SEQ. GETPAGE in DSNB411I; QBSTGET of all intervals; USE COUNT in DSNB401I.

What to do:
    Check a window that includes month-end and batch before you reduce it.

How to verify:
    The counters stay at zero over such a window.

References:
    The rule is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Latest, Smallest
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.pools.pool import COUNTED
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.result import Finding, Kind, Severity

ID = "db2-pool-unused"
TITLE = "Buffer pool that nothing used in this window"
NO_COMMAND = ""
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.NOTE,)

_COUNTED: Final = pl.col("getpages").is_not_null()
_LAST: Final = Latest(_COUNTED)
_BEGUN: Final = Smallest(pl.when(_COUNTED).then("start"))
MEASURES: Final = (_LAST, _BEGUN)


def find(member: Member) -> Iterator[Finding]:
    """Every pool with buffers whose getpages were counted and are zero."""
    for pool in member.pools:
        measure, row = pool.window, pool.window[_LAST]
        if row is None or pool.getpages_at_any_size or not pool.bytes:
            continue
        window = row | {"start": measure[_BEGUN]}
        counted = measure[COUNTED]
        within = f", {wording.number(counted)} intervals" if counted > 1 else ""
        fixed = ", fixed in real storage" if pool.fixed else ""
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"{wording.size(pool.bytes)} without a getpage{fixed}",
            claim=(
                f"It was unused in this window ({wording.interval(window)}{within}). A "
                "month-end window may use it."
            ),
            evidence=(
                computed("getpages in the window", 0, "count"),
                *member.facts("db2_buffer_pool", row, buffers="buffers", use_count="open page sets"),
            ),
            storage_bytes=pool.bytes,
        )
