"""Subpool in which requests wait for each other.

What it does:
    Notes OSAM subpools where at least 1 % of the requests waited because another request was at the same
    block, or because its buffer was being read or written.

Why it matters:
    This is contention for blocks. More buffers do not end it.

Evidence:
    LOCATE CALLS WAITED DUE TO BUSY ID, DUE TO BUFR BUSY WRITE, DUE TO BUFR BUSY READ of an OSAM subpool.

What to do:
    Find the database with a block that every program needs: a root anchor point, or a counter in one segment.
    Spread it, or make the blocks smaller.

How to verify:
    The share of waits falls.

References:
    IBM IMS 15 documentation, OSAM-Buffer-Pool report. The 1 % is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.ims.ims import Ims
from getpage.products.ims.scopes import SUBPOOLS
from getpage.products.ims.thresholds import BUSY
from getpage.result import Finding, Kind, Severity

ID = "ims-subpool-busy"
TITLE = "Subpool in which requests wait for each other"
LOOKS_AT = SUBPOOLS
NO_COMMAND = ""
FINDS = (Kind.NOTE,)

_WAITS: Final = {
    "busy_id_waits": "waited for another request at the block",
    "busy_write_waits": "waited while the buffer was being written",
    "busy_read_waits": "waited while the buffer was being read",
}


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool with much contention."""
    for subpool in ims.judged:
        requests, waits = subpool.total("requests"), sum(map(subpool.total, _WAITS))
        if not requests or waits < ims.in_force(BUSY, subpool.object) * requests:
            continue
        yield Finding(
            check=ID,
            object=subpool.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"{wording.percent(waits / requests)} of requests waited for another at the same block",
            claim="This is contention for blocks, which more buffers do not end. Spread the database that "
            "every program reads.",
            evidence=(
                computed("requests that waited", waits, "count"),
                *subpool.facts(subpool.worst(*_WAITS), **_WAITS, requests="requests"),
            ),
        )
