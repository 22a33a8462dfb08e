"""How many pages a pool would have to hold so that none of them is read again.

From 85 % in use on MQ writes pages out and takes their buffers, so that the use of a pool that runs full says
what it has, not what its load needs. The pages in use on its page sets do: those of every interval's end, and
within an interval what the pool held at its peak and what was read again beside that. No more can have been
there than were in use at an end or were added in that interval.

Messages that are put and got in order either fit, or each page beyond the pool is read again: between the two
no size is known to help.

References: IBM MQ documentation, "Defining your buffer pools"; IBM REDP-5238, 4.2.1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Worst

from .constants import LOOK_USED, USABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.contract.measures import Row

    from .page_set import PageSet

#: The interval in which a pool that ran full held and read again most.
READ_BACK: Final = Worst(
    pl.col("used").cast(pl.Int64) + pl.col("reads"),
    where=(pl.col("used_share") > LOOK_USED) & (pl.col("reads") > 0),
)


@dataclass(frozen=True, slots=True)
class Backlog:
    """Pages to hold, those in use at the most at the end of an interval, and the interval whose reads show
    more of them; None: none does.
    """

    pages: int
    ends: int
    row: Row | None = None

    @property
    def buffers(self) -> int:
        """Buffers that hold them with 15 % available, so that MQ writes none out early."""
        return math.ceil(self.pages / USABLE)


def backlog(page_sets: Sequence[PageSet], reads: int, read_back: Row | None) -> Backlog | None:
    """The pages that a pool of these page sets would have to hold; None where they are not known.

    Where nothing was read in the window only what was added to them in it counts: older messages may lie
    there for good.
    """
    if not page_sets:
        return None
    most = sum(one.total_pages if one.used_most is None else one.used_most for one in page_sets)
    if not reads:
        new = most - sum(one.used_least or 0 for one in page_sets if one.used_most is not None)
        return Backlog(new, most)
    if read_back is None:
        return Backlog(most, most)
    held = int(read_back["used"]) + int(read_back["reads"])
    added = read_back["getpages_new"]
    bounds = [held, sum(one.total_pages for one in page_sets)]
    if added is not None:
        bounds.append(most + int(added))
    return Backlog(most, most) if min(bounds) <= most else Backlog(min(bounds), most, read_back)
