"""Busy subpool whose buffers are not page-fixed.

What it does:
    Notes pageable subpools that do at least 50 I/Os per second. If no report says how long it counted, at
    least 10,000 I/Os.

Why it matters:
    z/OS fixes and frees the pages around every I/O of a pageable buffer. Page-fixed buffers took up to 3 %
    less CPU.

Evidence:
    FIX BLOCK DATA, FIX PREFIX/BUFFERS, FIX INDEX/BLOCK/DATA of the reports, fix1 and fix2 of IOBF, FIXDATA of
    POOLID, VSAMFIX of OPTIONS. Whether real storage is free for it is in evidence of z/OS.

What to do:
    IOBF with fix1 and fix2, POOLID with FIXDATA=YES and FIXBLOCK=YES, if that much real storage is free at
    its minimum.

How to verify:
    The reports say Y; CPU of the same work falls by up to 3 %.

References:
    SHARE 17878, "IMS and Large Memory Benefits"; IBM IMS 15 documentation, "Defining OSAM subpools". The 50
    per second are getpage's own, as for pools of MQ.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from getpage.core import numbers
from getpage.core.names import FindingId
from getpage.products.ims.constants import FIXED, SOURCE
from getpage.products.ims.ims import Ims
from getpage.products.ims.scopes import FIXED_OR_NOT
from getpage.products.ims.spelling import fix, fixing
from getpage.products.ims.subpool import Subpool, io_of
from getpage.result import Advise, Change, Finding, Kind, Severity

ID = "ims-subpool-not-fixed"
TITLE = "Busy subpool whose buffers are not page-fixed"
LOOKS_AT = FIXED_OR_NOT
NO_COMMAND = ""
FINDS = (Kind.NOTE,)

_LABELS = {"reads": "reads", "writes": "writes", "steal_writes": "writes that freed a buffer"}


def find(ims: Ims) -> Iterator[Finding]:
    """Every pageable subpool with enough I/O."""
    for subpool in ims.judged:
        row = subpool.busy
        if subpool.fixed is not False or row is None:
            continue
        count = io_of(row)
        rate = f"{numbers.estimated(count / row['seconds'])} I/Os per second" if row["seconds"] else ""
        yield Finding(
            check=ID,
            object=subpool.object,
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"Pageable, with {rate or f'{count:,} I/Os'}",
            claim=f"Page-fixed buffers would save {FIXED[0]:g} to {FIXED[1]:g} % of CPU ({SOURCE}). Fix them "
            "only if that much real storage is free at its minimum.",
            evidence=(*subpool.facts(row, **_LABELS), *subpool.setting_facts),
            advice=(Advise(subsystem=ims.id, setting=fixing(subpool), spell=partial(_fixed, subpool)),),
        )


def _fixed(subpool: Subpool, because: tuple[FindingId, ...]) -> Change:
    return fix(subpool, because=because)
