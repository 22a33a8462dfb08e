"""Subpool that writes blocks to free buffers.

What it does:
    Names subpools where writes that free a buffer are at least 1 % of the reads, and at least 100.

Why it matters:
    IMS takes the buffer that was used longest ago. If its block was changed and is not yet written, the
    request waits for that write before it can read: the subpool does not hold what programs change until
    they commit.

Evidence:
    SINGLE BLOCK WRITES BY BUFFER STEAL RTN of an OSAM subpool, VSAM WRITES TO MAKE SPACE IN THE POOL (NUR
    WTS) of a VSAM subpool.

What to do:
    Add a quarter of buffers with UPDATE POOL, and look again. Programs that change much and commit seldom
    cause it too: checkpoints help as well. VSAM: BGWRT=YES in OPTIONS writes ahead.

How to verify:
    The writes fall under the same load.

References:
    IBM IMS 15 documentation, OSAM-Buffer-Pool report, VSAM-Buffer-Pool report. The thresholds and the quarter
    are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.products.ims.constants import MORE_FOR_STEALS, STEALS_MANY
from getpage.products.ims.ims import Ims
from getpage.products.ims.scopes import SUBPOOLS
from getpage.products.ims.thresholds import STEALS
from getpage.result import Finding, Kind, Severity

ID = "ims-subpool-steals"
TITLE = "Subpool that writes blocks to free buffers"
LOOKS_AT = SUBPOOLS
SHOWS = "buffers"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_NO_COMMAND = "The number of buffers is unknown, or the largest allowed."


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool that steals buffers of changed blocks, at its present size."""
    for subpool in ims.judged:
        steals, reads = subpool.total("steal_writes"), subpool.total("reads")
        if steals < STEALS_MANY or steals < ims.in_force(STEALS, subpool.object) * reads:
            continue
        asks = subpool.larger(MORE_FOR_STEALS)
        share = f", {wording.percent(steals / reads)} of its reads" if reads else ""
        labels = {"steal_writes": "writes that freed a buffer, worst interval", "reads": "reads"}
        yield Finding(
            check=ID,
            object=subpool.object,
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"{wording.plural(steals, 'block')} written to free a buffer{share}",
            in_brief=f"{wording.plural(steals, 'write')} freeing a buffer",
            claim="A request waits for such a write before it can read. More buffers hold the blocks until "
            "programs commit.",
            evidence=(*subpool.facts(subpool.worst("steal_writes"), **labels), *subpool.setting_facts),
            storage_bytes=subpool.extra_bytes(asks),
            no_command="" if asks else _NO_COMMAND,
            asks=asks,
        )
