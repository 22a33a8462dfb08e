"""Subpool in which requests wait for each other.

What it does:
    Notes OSAM subpools where 1 % of the requests or more waited as another one was at the same block, or as
    its buffer was being read or written.

Why it matters:
    That is contention for blocks: more buffers do not end it.

Evidence:
    LOCATE CALLS WAITED DUE TO BUSY ID, DUE TO BUFR BUSY WRITE, DUE TO BUFR BUSY READ of an OSAM subpool.

What to do:
    Find the database whose blocks are asked for by all: a root anchor point or a counter in one segment.
    Spread it, or make blocks smaller.

How to verify:
    The share of waits falls.

References:
    IBM IMS 15 documentation, OSAM-Buffer-Pool report. The 1 % is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.ims.thresholds import BUSY_SHARE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.ims.ims import Ims

ID = "ims-subpool-busy"
TITLE = "Subpool in which requests wait for each other"
NO_COMMAND = ""
FINDS = (Kind.NOTE,)

_WAITS = {
    "busy_id_waits": "waited as another request was at the block",
    "busy_write_waits": "waited as the buffer was being written",
    "busy_read_waits": "waited as the buffer was being read",
}


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool with much contention."""
    for one in ims.judged:
        asked, waits = one.total("requests"), sum(map(one.total, _WAITS))
        if not asked or waits < BUSY_SHARE * asked:
            continue
        yield Finding(
            check=ID,
            object=one.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            claim=f"{wording.percent(waits / asked)} of the requests of {one.label} waited for another one "
            "at the same block or buffer: more buffers do not end that.",
            evidence=(
                computed("requests that waited", waits, "count"),
                *one.facts(one.worst(*_WAITS), **_WAITS, requests="requests"),
            ),
        )
