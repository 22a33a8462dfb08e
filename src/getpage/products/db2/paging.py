"""Page-ins of a buffer pool: buffers that were not in real storage when a read or write needed them.

Reference: IBM REDP-5238, 2.2.1: nonzero right after a restart is normal, at steady state it is to be zero or
close to it; IBM Db2 documentation: more than 1 % of the I/O is bad.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .thresholds import PAGE_IN_SHARE, PAGE_INS_WORTH_A_WORD

if TYPE_CHECKING:
    from .frames import Row
    from .pool import Pool


@dataclass(frozen=True, slots=True)
class Paging:
    """The worst interval of a pool: its row, page-ins, and I/Os that they are compared with."""

    row: Row
    page_ins: int
    pages: int

    @property
    def share(self) -> float:
        """Page-ins to a page read or written."""
        return self.page_ins / self.pages if self.pages else 1.0

    @property
    def from_activation(self) -> bool:
        """Counted from the activation of the pool, when page-ins are normal, to now."""
        return self.row["statistics"] == "CUMULATIVE" and not self.row["difference"]


def paging(pool: Pool) -> Paging | None:
    """The interval with the largest share of page-ins above 1 %; None when there is none."""
    found = [one for row in pool.frame.iter_rows(named=True) if (one := _of(row))]
    return max(found, key=lambda one: (one.share, one.page_ins), default=None)


def _of(row: Row) -> Paging | None:
    page_ins = int(row["page_ins_read"] or 0) + int(row["page_ins_write"] or 0)
    pages = int(row["pages_read"] or row["sync_reads_random"] or 0) + int(row["pages_written"] or 0)
    one = Paging(row, page_ins, pages)
    return one if page_ins >= PAGE_INS_WORTH_A_WORD and one.share > PAGE_IN_SHARE else None
