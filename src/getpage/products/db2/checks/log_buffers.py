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
    next start); where they are paged in, mend the shortage of real storage first.

How to verify:
    Both counters stay at zero in the same load.

References:
    IBM Db2 documentation, "Improving log write performance": OUTBUFF. The 1 % is that of buffer pools.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.contract.facts import computed
from getpage.products.db2 import words
from getpage.products.db2.thresholds import PAGE_IN_SHARE, PAGE_INS_WORTH_A_WORD
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.member import Member

ID = "db2-log-buffers"
TITLE = "Log buffers that were all in use, or not in real storage"


def find(member: Member) -> Iterator[Finding]:
    """A member whose work waited for a log buffer, or whose log buffers were paged in."""
    frame = member.frames["db2_log"]
    waits, page_ins = int(frame["no_buffer_waits"].sum()), int(frame["buffer_page_ins"].sum())
    writes = int(frame["writes_waited"].sum()) + int(frame["writes_not_waited"].sum())
    paged = page_ins >= PAGE_INS_WORTH_A_WORD and page_ins > PAGE_IN_SHARE * writes
    if not waits and not paged:
        return
    worst = "no_buffer_waits" if waits else "buffer_page_ins"
    row = frame.filter(pl.col(worst) > 0).sort(worst, descending=True, maintain_order=True).row(0, named=True)
    said = []
    if waits:
        said.append(f"work of {member.label} waited {words.times(waits)} because no log buffer was available")
    if paged:
        said.append(f"its log buffers were paged in {words.times(page_ins)} for {writes:,} write requests")
    yield Finding(
        check=ID,
        object=member.object,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"{'; '.join(said)}, most {words.interval(row)}.",
        evidence=(
            computed("waits for a log buffer in the window", waits, "count"),
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
