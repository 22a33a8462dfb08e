"""Subpool that writes blocks to make buffers free.

What it does:
    Names subpools where writes to make a buffer free are 1 % or more of the reads, and 100 or more.

Why it matters:
    A buffer is taken from the block that was used longest ago. Where that was changed and is not yet written
    the request waits for that write before it can read: the subpool does not hold what work changes until it
    commits.

Evidence:
    SINGLE BLOCK WRITES BY BUFFER STEAL RTN of an OSAM subpool, VSAM WRITES TO MAKE SPACE IN THE POOL (NUR
    WTS) of a VSAM subpool.

What to do:
    A quarter more buffers, with UPDATE POOL, and look again. Programs that change much and commit seldom do
    it too: checkpoints help as well. VSAM: BGWRT=YES in OPTIONS writes ahead.

How to verify:
    The writes fall under the same load.

References:
    IBM IMS 15 documentation, OSAM-Buffer-Pool report, VSAM-Buffer-Pool report. The thresholds and the quarter
    are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed, value_of
from getpage.core import wording
from getpage.products.ims.changes import TARGET
from getpage.products.ims.sizes import larger
from getpage.products.ims.thresholds import MORE_FOR_STEALS, STEALS_MANY, STEALS_SHARE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.ims.ims import Ims

ID = "ims-subpool-steals"
TITLE = "Subpool that writes blocks to make buffers free"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)

_STEALS = "writes to make a buffer free, worst interval"


def find(ims: Ims) -> Iterator[Finding]:
    """Every subpool that steals buffers of changed blocks, at its present size."""
    for one in ims.judged:
        steals, reads = one.total("steal_writes"), one.total("reads")
        if steals < STEALS_MANY or steals < STEALS_SHARE * reads:
            continue
        target = larger(one, MORE_FOR_STEALS)
        row = one.worst("steal_writes")
        share = f", {wording.percent(steals / reads)} of its reads" if reads else ""
        yield Finding(
            check=ID,
            object=one.object,
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"{steals:,} blocks written to free a buffer{share}",
            claim=f"{one.label} wrote {steals:,} changed blocks{share} to make a buffer free: requests "
            "waited for these writes.",
            evidence=(
                *one.facts(row, steal_writes=_STEALS, reads="reads"),
                *one.setting_facts,
                *((computed(TARGET, target, "buffers"),) if target else ()),
            ),
            storage_bytes=(target - (one.buffers or 0)) * (one.buffer_bytes or 0) if target else 0,
            no_command=""
            if target
            else "the report does not say how many buffers there are, or there are as many as there can be",
        )


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    return f"writes that make buffers free ({value_of(finding, _STEALS):,})"
