"""Busy subpool whose buffers are not page-fixed.

What it does:
    Notes subpools that are pageable and do 50 I/Os a second or more; where no report says how long it
    counted, 10,000 or more.

Why it matters:
    z/OS fixes and frees the pages around every I/O of a pageable buffer. Page-fixed buffers took up to 3 %
    less CPU.

Evidence:
    FIX BLOCK DATA, FIX PREFIX/BUFFERS, FIX INDEX/BLOCK/DATA of the reports, fix1 and fix2 of IOBF, FIXDATA of
    POOLID, VSAMFIX of OPTIONS. Whether real storage is there to be fixed only z/OS tells.

What to do:
    IOBF with fix1 and fix2, POOLID with FIXDATA=YES and FIXBLOCK=YES, where real storage is free at its
    minimum.

How to verify:
    The reports say Y; CPU of the same work falls by up to 3 %.

References:
    SHARE 17878, "IMS and Large Memory Benefits"; IBM IMS 15 documentation, "Defining OSAM subpools". The 50 a
    second are ours, as for pools of MQ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers, wording
from getpage.products.ims.published import FIXED, SOURCE
from getpage.products.ims.thresholds import FIXING_RATE, READS_MANY
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Row
    from getpage.products.ims.ims import Ims
    from getpage.products.ims.subpool import Subpool

ID = "ims-subpool-not-fixed"
TITLE = "Busy subpool whose buffers are not page-fixed"
NO_COMMAND = ""
FINDS = (Kind.NOTE,)

_IO = ("reads", "writes", "steal_writes")


def find(ims: Ims) -> Iterator[Finding]:
    """Every pageable subpool that does I/O enough."""
    for one in ims.judged:
        row = busy(one)
        if one.fixed is not False or row is None:
            continue
        ios = sum(row[name] or 0 for name in _IO)
        rate = (
            f"{numbers.estimated(ios / row['seconds'])} I/Os a second" if row["seconds"] else f"{ios:,} I/Os"
        )
        yield Finding(
            check=ID,
            object=one.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            claim=f"{one.label} ({wording.size(one.bytes)}) is pageable and did {rate} "
            f"{wording.interval(row)}: page-fixed it would take {FIXED[0]:g} to {FIXED[1]:g} % less CPU "
            f"({SOURCE}), where real storage is free at its minimum.",
            evidence=(
                *one.facts(row, reads="reads", writes="writes", steal_writes="writes to make a buffer free"),
                *one.setting_facts,
            ),
        )


def busy(subpool: Subpool) -> Row | None:
    """The report with most I/O of a subpool that does enough for fixing to pay; None of others."""
    row = subpool.worst(*_IO)
    if row is None or not subpool.bytes:
        return None
    ios = sum(row[name] or 0 for name in _IO)
    enough = ios / row["seconds"] >= FIXING_RATE if row["seconds"] else ios >= READS_MANY
    return row if enough else None
