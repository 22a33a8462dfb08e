"""Log buffers that were all in use, or not in real storage.

What it does:
    Warns when work waited because no log buffer was available. Notes page-ins of log buffers of more than 1 %
    of the log write requests: then real storage does not back them.

Why it matters:
    Every update needs room in the log buffer first; a thread that waits for it holds its locks meanwhile. A
    buffer that is paged in at each write makes every commit wait for paging.

Evidence:
    QJSTWTB, QJSTBPAG, QJSTWRW and QJSTWRNW of IFCID 1, as differences of two records; what the buffers hold
    is in IFCID 225.

What to do:
    OUTBUFF larger where none was available and real storage is free at its minimum (it takes effect at the
    next start); where they are paged in, end the shortage of real storage first.

How to verify:
    Both counters stay at zero in the same load.

References:
    IBM Db2 documentation, "Improving log write performance": OUTBUFF. The 1 % is that of buffer pools.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.measures import Sum, Worst
from getpage.products.db2 import wording
from getpage.products.db2.constants import PAGE_IN_SHARE, PAGE_INS_WORTH_A_WORD
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import LOGS
from getpage.result import Finding, Kind, Severity

ID = "db2-log-buffers"
TITLE = "Log buffers that were all in use, or not in real storage"
NO_COMMAND = (
    "OUTBUFF is a subsystem parameter (DSN6LOGP) and takes a restart; it has to be backed by real "
    "storage, and which size is enough is not in this evidence."
)
LOOKS_AT = LOGS
FINDS = (Kind.SHORTAGE,)

_WAITS, _PAGE_INS = Sum("no_buffer_waits"), Sum("buffer_page_ins")
_WRITES: Final = Sum(pl.sum_horizontal("writes_waited", "writes_not_waited"))
_MOST_WAITS: Final = Worst("no_buffer_waits", where=pl.col("no_buffer_waits") > 0)
_MOST_PAGE_INS: Final = Worst("buffer_page_ins", where=pl.col("buffer_page_ins") > 0)
MEASURES: Final = (_WAITS, _PAGE_INS, _WRITES, _MOST_WAITS, _MOST_PAGE_INS)


def find(member: Member) -> Iterator[Finding]:
    """A member whose work waited for a log buffer, or whose log buffers were paged in."""
    logs = member.measured.logs
    waits, page_ins = member.total(logs, _WAITS), member.total(logs, _PAGE_INS)
    writes = member.total(logs, _WRITES)
    paged = page_ins >= PAGE_INS_WORTH_A_WORD and page_ins > PAGE_IN_SHARE * writes
    row = member.row(logs, _MOST_WAITS if waits else _MOST_PAGE_INS)
    if row is None or not (waits or paged):
        return
    reasons = []
    if waits:
        reasons.append("Every update needs room in the log buffer first: a larger OUTBUFF gives it.")
    if paged:
        reasons.append("Real storage does not back the log buffers, so that commits wait for paging.")
    yield Finding(
        check=ID,
        object=member.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=(
            f"Work waited {wording.times(waits)} for a log buffer"
            if waits
            else f"Log buffers paged in {wording.times(page_ins)} for {wording.plural(writes, 'write')}"
        ),
        claim=" ".join(reasons),
        evidence=(
            computed("waits for a log buffer in the window", waits, "count"),
            computed("page-ins of log buffers in the window", page_ins, "count"),
            *member.facts(
                "db2_log",
                row,
                no_buffer_waits="waits, no log buffer",
                buffer_page_ins="page-ins of log buffers",
                writes_waited="write requests that waited",
                writes_not_waited="write requests that did not",
            ),
        ),
    )
