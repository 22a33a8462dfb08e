"""Storage of the queue manager's address space: below the bar, above it, and MEMLIMIT, at the minimum.

From SMF 115 subtype 7 (QSRS) where there is one, from CSQY220I else, whose used and free storage above the
bar add up to MEMLIMIT, rounded. MEMLIMIT NOLIMIT is recorded as placeholders, which are never used as
quantities: what is in use above the bar is memory_limit less available_64 in either case.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import polars as pl

from getpage.contract.measures import Aggregate, Latest, Least, Measure, Row, Worst
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.common.passes import Pass

from .constants import (
    CUSHION_SHARE,
    MEMLIMIT_BASE,
    MESSAGE_CONTROL_BLOCK,
    MOST_BUFFERS_BELOW,
    PAGE_BYTES,
    SHORT_RESERVE_31,
    STEP_PERCENT,
)
from .counters import OWNER, RELEASED, TRACE
from .pool import Pool


def memlimit_needed(pages_above: int, messages: int | None) -> int:
    """Bytes of MEMLIMIT; messages that nothing counts are taken as none, which makes it a lower bound."""
    return MEMLIMIT_BASE + pages_above * PAGE_BYTES + (messages or 0) * MESSAGE_CONTROL_BLOCK


def why_above(pool: Pool, size: int, room: int | None) -> str:
    """Why a pool below the bar cannot have that size there, in words; empty where it can.

    Where nobody knows what is free only a step of 10 % may: a queue manager that is short of storage below
    the bar is worse off than with a small pool.
    """
    if size > MOST_BUFFERS_BELOW:
        return f"a pool below the bar has at most {MOST_BUFFERS_BELOW:,} buffers"
    if room is None:
        is_step = size * 100 <= pool.buffers * (100 + STEP_PERCENT) + 100
        return "" if is_step else "free storage below the bar is not in this evidence"
    more = (size - pool.buffers) * PAGE_BYTES
    if more <= room:
        return ""
    return f"{wording.size(more)} more than now exceed the {wording.size(room)} left below the bar"


_REGION, _USAGE = "mq_storage_region", "mq_storage_usage"
_LIMITS: Final = {
    name: Latest(pl.col(name).is_not_null())
    for name in ("region_31_limit", "region_31_size", "reserved_short_31", "memory_limit")
}
LOWEST: Final = Least("available_31")
TIGHTEST: Final = Worst(
    "used_above", where=pl.col("memory_limit").is_not_null() & pl.col("available_64").is_not_null()
)
LOWEST_PRINTED: Final = Least("local_free")
BOTH_PRINTED: Final = Latest(pl.col("local_used").is_not_null() & pl.col("local_free").is_not_null())
ABOVE_PRINTED: Final = Worst("above_bar_used")
_IS_AMOUNT: Final = pl.col("above_bar_free_is_lower_bound").not_() & pl.col("above_bar_used").is_not_null()
TIGHTEST_PRINTED: Final = Least("above_bar_free", where=_IS_AMOUNT)
LEAST_BOUND: Final = Least("above_bar_free", where=pl.col("above_bar_free_is_lower_bound"))


def _worked_out(frame: pl.DataFrame) -> pl.DataFrame:
    """In integers of 64 bits, as the record has it: exact for NOLIMIT too, where floating point would not
    be.
    """
    limit, free = pl.col("memory_limit").cast(pl.UInt64) * MIB, pl.col("available_64").cast(pl.UInt64)
    used = pl.when(free <= limit).then(limit - free).otherwise(pl.lit(0, pl.UInt64))
    return frame.with_columns(used.alias("used_above"))


REGIONS: Final = Pass(
    table=_REGION,
    by=OWNER,
    columns=(*_LIMITS, "available_31", "available_64", "cushion_64", "level"),
    asks=(LOWEST, TIGHTEST, RELEASED, *_LIMITS.values()),
    keep=(*TRACE, "used_above"),
    worked_out=_worked_out,
)
PRINTED: Final = Pass(
    table=_USAGE,
    by=OWNER,
    columns=("local_used", "local_free", "above_bar_used", "above_bar_free", "above_bar_free_is_lower_bound"),
    asks=(LOWEST_PRINTED, BOTH_PRINTED, ABOVE_PRINTED, TIGHTEST_PRINTED, LEAST_BOUND),
    keep=TRACE,
)


@dataclass(frozen=True)
class MqStorage:
    """The storage of one queue manager; None where there are no rows of a kind."""

    region: Measure | None  # mq_storage_region
    usage: Measure | None  # mq_storage_usage
    no_limit: int | None  # value of memory_limit that means NOLIMIT

    @cached_property
    def lowest(self) -> tuple[str, str, Row] | None:
        """Table, column and row with the least free storage below the bar."""
        recorded, printed = _row(self.region, LOWEST), _row(self.usage, LOWEST_PRINTED)
        if recorded is not None:
            return _REGION, "available_31", recorded
        return None if printed is None else (_USAGE, "local_free", printed)

    @property
    def free_below(self) -> int | None:
        """Bytes free below the bar at the minimum over the window."""
        return None if self.lowest is None else int(self.lowest[2][self.lowest[1]])

    @cached_property
    def region_31(self) -> int | None:
        """Bytes that the address space can have below the bar: the region's limit, or used and free."""
        for column in ("region_31_limit", "region_31_size"):
            known = self._limit(column)
            if known is not None:
                return known
        row = _row(self.usage, BOTH_PRINTED)
        return None if row is None else int(row["local_used"]) + int(row["local_free"])

    @cached_property
    def short_reserve(self) -> int:
        """Free bytes below the bar under which MQ calls itself short of storage."""
        known = self._limit("reserved_short_31")
        return SHORT_RESERVE_31 if known is None else known

    @cached_property
    def tightest(self) -> Row | None:
        """The row of mq_storage_region with most in use above the bar."""
        return _row(self.region, TIGHTEST)

    @cached_property
    def limited(self) -> Row | None:
        """The latest row of mq_storage_region that has MEMLIMIT: the one that holds now."""
        return _row(self.region, _LIMITS["memory_limit"])

    @cached_property
    def printed(self) -> Row | None:
        """The row of CSQY220I with least free above the bar, where no record tells MEMLIMIT."""
        is_recorded = self.limited is not None and self.tightest is not None
        return None if is_recorded else _row(self.usage, TIGHTEST_PRINTED)

    @property
    def memory_limit(self) -> int | None:
        """MEMLIMIT in bytes; None when not known and when there is none (see `unlimited`)."""
        if self.unlimited:
            return None
        if self.printed is not None:
            return int(self.printed["above_bar_used"]) + int(self.printed["above_bar_free"])
        if self.limited is None or self.tightest is None:
            return None
        return int(self.limited["memory_limit"]) * MIB

    @property
    def unlimited(self) -> bool:
        """Whether MEMLIMIT is NOLIMIT."""
        return self.limited is not None and self.limited["memory_limit"] == self.no_limit

    @property
    def used_above(self) -> int | None:
        """Bytes in use above the bar at the most, as recorded."""
        return None if self.tightest is None else int(self.tightest["used_above"])

    @property
    def free_above(self) -> int | None:
        """Bytes that MEMLIMIT allows now beside the most in use; None when not known, or without a limit."""
        if self.printed is not None:
            return int(self.printed["above_bar_free"])
        if self.memory_limit is None or self.tightest is None or self.used_above is None:
            return None
        if self.is_as_before:
            return int(self.tightest["available_64"])
        return max(0, self.memory_limit - self.used_above)

    @property
    def free_above_at_least(self) -> int:
        """Bytes free above the bar as CSQY220I bounds them from below ("free >10GB"); 0 where it does not."""
        row = _row(self.usage, LEAST_BOUND)
        return 0 if row is None else int(row["above_bar_free"])

    @property
    def is_as_before(self) -> bool:
        """Whether most was in use above the bar under the MEMLIMIT of now."""
        if self.tightest is None or self.limited is None:
            return False
        return bool(self.tightest["memory_limit"] == self.limited["memory_limit"])

    @property
    def cushion(self) -> int:
        """Bytes above the bar that MQ holds back: as recorded, else a tenth of MEMLIMIT."""
        if self.unlimited:
            return 0
        if self.printed is not None:
            return round(CUSHION_SHARE * (self.memory_limit or 0))
        return 0 if self.tightest is None else int(self.tightest["cushion_64"] or 0)

    @cached_property
    def printed_above(self) -> Row | None:
        """The row of mq_storage_usage (CSQY220I) with most in use above the bar."""
        return _row(self.usage, ABOVE_PRINTED)

    def _limit(self, column: str) -> int | None:
        row = _row(self.region, _LIMITS[column])
        return None if row is None else int(row[column])


def _row(measure: Measure | None, ask: Aggregate[Row | None]) -> Row | None:
    return None if measure is None else measure[ask]
