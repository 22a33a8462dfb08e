"""Huge pages that nobody uses: memory that its programs can have back without more for the guest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from .thresholds import LEAST_HUGE

if TYPE_CHECKING:
    from getpage.contract.measures import Row

    from .guest import Guest


@dataclass(frozen=True, slots=True)
class HugePages:
    """The pool of now: all pages, the most that were in use or promised, and the snapshot that shows it."""

    total: int
    used: int
    page_bytes: int
    row: Row

    @property
    def unused(self) -> int:
        """Bytes that were nobody's at any time."""
        return (self.total - self.used) * self.page_bytes


def huge_pages(guest: Guest) -> HugePages | None:
    """None where there are none, or where nothing shows what is used of them."""
    if guest.last is None or not guest.last["huge_total"] or not guest.last["huge_page_bytes"]:
        return None
    total = int(guest.last["huge_total"])
    rows = guest.now.filter(
        pl.col("huge_total") == total,
        pl.col("huge_free").is_not_null(),
        pl.col("huge_reserved").is_not_null(),
    )
    if not rows.height:
        return None
    total_of, free, promised = (pl.col(f"huge_{one}").cast(pl.Int64) for one in ("total", "free", "reserved"))
    counts = rows.select((total_of - free + promised).alias("used"))["used"]
    used = min(total, max(0, int(counts.max() or 0)))  # type: ignore[arg-type]
    row = rows.row(int(counts.arg_max() or 0), named=True)
    return HugePages(total, used, int(guest.last["huge_page_bytes"]), row)


def to_give_back(guest: Guest) -> int:
    """Bytes of huge pages that are to be given back to the guest; 0 where they are too few to say so."""
    pages = huge_pages(guest)
    return pages.unused if pages is not None and pages.unused >= LEAST_HUGE else 0
