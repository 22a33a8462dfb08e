"""Subpool whose requests waited for a buffer.

What it does:
    Names OSAM subpools in which a request for a buffer found none that it could take.

Why it matters:
    All buffers were in use at one time. The call waits until another one ends, however high the hit ratio is.

Evidence:
    BUFFER STEAL REQUEST WAITED FOR BUFFERS in the report of an OSAM subpool.

What to do:
    Add half as many buffers with UPDATE POOL, and look again: the count shows that there were too few, not
    how many were missing. If only one data set is large, give it a subpool of its own.

How to verify:
    The count is 0 under the same load.

References:
    IBM IMS 15 documentation, OSAM-Buffer-Pool report. The half is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.products.ims.constants import MORE_FOR_WAITS
from getpage.products.ims.ims import Ims
from getpage.products.ims.scopes import SUBPOOLS
from getpage.result import Finding, Kind, Severity

ID = "ims-subpool-waits"
TITLE = "Subpool whose requests waited for a buffer"
LOOKS_AT = SUBPOOLS
SHOWS = "buffers"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_NO_COMMAND = "The number of buffers is unknown, or the largest allowed."


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool whose requests waited for a buffer, at its present size."""
    for subpool in ims.judged:
        waits = subpool.total("buffer_waits")
        if not waits:
            continue
        asks = subpool.larger(MORE_FOR_WAITS)
        labels = {"buffer_waits": "waits for a buffer, worst interval", "requests": "requests"}
        buffers = f"none of {subpool.buffers:,} buffers was free" if subpool.buffers else "no buffer was free"
        yield Finding(
            check=ID,
            object=subpool.object,
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"{wording.plural(waits, 'request')} waited: {buffers}",
            in_brief=f"{wording.plural(waits, 'wait')} for a buffer",
            claim="All buffers were in use at one time. The count shows that there are too few, not how many "
            "are missing.",
            evidence=(*subpool.facts(subpool.worst("buffer_waits"), **labels), *subpool.setting_facts),
            storage_bytes=subpool.extra_bytes(asks),
            no_command="" if asks else _NO_COMMAND,
            asks=asks,
        )
