"""Page-ins of a buffer pool: buffers that were not in real storage when a read or write needed them.

Reference: IBM REDP-5238, 2.2.1: nonzero right after a restart is normal, at steady state it is to be zero or
close to it; IBM Db2 documentation: more than 1 % of the I/O is bad.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Worst
from getpage.products.db2.constants import PAGE_IN_SHARE, PAGE_INS_WORTH_A_WORD

if TYPE_CHECKING:
    from getpage.contract.measures import Measure, Row

WORST: Final = Worst(
    "page_in_share",
    where=(pl.col("page_ins") >= PAGE_INS_WORTH_A_WORD) & (pl.col("page_in_share") > PAGE_IN_SHARE),
    then=("page_ins",),
)


@dataclass(frozen=True, slots=True)
class PageIns:
    """The worst interval of a pool: its row, page-ins, and I/Os that they are compared with."""

    row: Row

    @property
    def page_ins(self) -> int:
        """Buffers that were paged in."""
        return int(self.row["page_ins"])

    @property
    def pages(self) -> int:
        """Pages read and written."""
        return int(self.row["paged_pages"])

    @property
    def share(self) -> float:
        """Page-ins to a page read or written."""
        return float(self.row["page_in_share"])

    @property
    def from_activation(self) -> bool:
        """Counted from the activation of the pool, when page-ins are normal, to now."""
        return self.row["statistics"] == "CUMULATIVE" and not self.row["difference"]


def worst_page_ins(pool: Measure) -> PageIns | None:
    """The interval with the largest share of page-ins above 1 %; None when there is none."""
    row = pool[WORST]
    return None if row is None else PageIns(row)
