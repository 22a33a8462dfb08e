"""Buffer pool that is paged: real storage is short.

What it does:
    Compares the page-ins required for reads and writes with the pages read and written in the same
    interval. More than 1 % is a warning. Counts since the activation of the pool are a note only, as
    page-ins are normal then.

Why it matters:
    The buffer has to come back from auxiliary storage, or from a new frame, before Db2 can read into it:
    the work waits twice. A pool that real storage does not back makes no I/O faster, and a member that
    pages holds locks longer, which the other members of the group feel.

Evidence:
    PAGE-INS REQUIRED in DSNB411I and DSNB420I; QBSTRPI, QBSTWPI. Whether the system pages is in RMF (SMF 71).

What to do:
    Enlarge nothing. See which address space grew; make pools smaller that are idle, or add real storage;
    page-fix pools only when there is storage at its minimum.

How to verify:
    Page-ins of the next interval are zero or close to it, and available frames at their minimum stay above
    the reserve for dumps.

References:
    IBM REDP-5238, 2.2.1, "Monitoring paging in DB2 subsystems". IBM Db2 documentation, "Allocating buffer
    pool storage to avoid paging": 1 %. The least of 100 page-ins is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.storage import whole
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.pools.pool_rows import worst_page_ins
from getpage.products.db2.scopes import BUFFER_POOLS
from getpage.products.db2.thresholds import PAGE_INS
from getpage.result import REAL_STORAGE, Finding, Kind, Severity, Shows

ID = "db2-pool-page-ins"
TITLE = "Buffer pool that is paged: real storage is short"
NO_COMMAND = (
    "Real storage is short, and no command of Db2 adds any: give some back on its image, enlarge the "
    "partition, or run less."
)
LOOKS_AT = BUFFER_POOLS
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(member: Member) -> Iterator[Finding]:
    """Every pool with page-ins of more than 1 % of its pages in some interval."""
    for pool in member.pools:
        worst = worst_page_ins(pool.measure, member.in_force(PAGE_INS, pool.object))
        if worst is None:
            continue
        row, normal = worst.row, worst.from_activation
        share = wording.percent(min(1.0, worst.share))
        yield Finding(
            check=ID,
            object=pool.object,
            severity=Severity.INFO if normal else Severity.WARNING,
            kind=Kind.NOTE if normal else Kind.SHORTAGE,
            headline=f"{wording.plural(worst.page_ins, 'page-in')} for "
            f"{wording.plural(worst.pages, 'page')} of I/O ({share})",
            claim=(
                "It counts from the activation of the pool, when page-ins are normal. Display an interval."
                if normal
                else (
                    "Real storage does not back the pool, so that work waits twice. Enlarge nothing until it "
                    "does."
                )
            ),
            in_brief="" if normal else f"page-ins for {share} of the pages that {pool.object} read and wrote",
            shows=None if normal else Shows((whole(member.id.image),), REAL_STORAGE, itself=False),
            evidence=(
                computed("page-ins to a page read or written", round(100 * worst.share, 2), "percent", row),
                *member.facts(
                    "db2_buffer_pool",
                    row,
                    page_ins_read="page-ins for reads",
                    page_ins_write="page-ins for writes",
                    pages_written="pages written",
                    buffers="buffers",
                ),
            ),
        )
