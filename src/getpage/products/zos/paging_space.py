"""Auxiliary storage of a system over a window: slots of local page data sets and blocks of storage class
memory.

All of them together are what z/OS counts against its limits (IRA200E at 70 %, IRA201E at 85 %); PLPA and
COMMON are not of them. Where a reply has shares and no sizes, the emptiest local data set says how full
all of them are at least. Page data sets go before the totals of paging activity (SMF 71), which know no
storage class memory.

Reference: IBM z/OS MVS Initialization and Tuning Guide, paging data sets; wait state 03C; SMF record types 71
and 75; messages IRA200E, IRA201E.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

import polars as pl

from getpage.contract.measures import Row
from getpage.products.common.owners import SYSTEM

from .growth import UseGrowth, growth_of, growth_of_days
from .measured import ZosMeasures

_COUNTED: Final = ("LOCAL", "SCM")
#: Whoever takes at least this share of what was taken more is named: ours.
_MOST_OF_IT: Final = 0.5
_NAME_END: Final = re.compile(r"(.*?)([0-9]{1,8})")
_LONGEST_QUALIFIER: Final = 8


@dataclass(frozen=True, slots=True)
class Filler:
    """An address space whose slots grew most, and its first and last row that tell them."""

    job: str
    slots: int
    first: Row
    last: Row
    share: float


class PagingSpace:
    """Page data sets of one system, and how full they were."""

    def __init__(self, measured: ZosMeasures, system: str | None, limit: float) -> None:
        """`limit` is the share of all slots at which z/OS declares a shortage."""
        self._measured, self._system, self.limit = measured, system, limit

    @cached_property
    def rows(self) -> pl.DataFrame:
        """All rows of its page data sets, in order of time. Intervals end with a minute: RMF writes data sets
        one after the other. `again` is how often a data set was there before with this end: a clock that is
        set back shows an hour twice.
        """
        rows = self._measured.page_sets.filter(pl.col(SYSTEM).eq_missing(pl.lit(self._system, pl.String)))
        length = pl.duration(microseconds=pl.col("seconds") * 1e6)
        of_interval = (pl.col("start") + length).dt.round("1m")
        rows = rows.with_columns(pl.coalesce(of_interval, "end").alias("end"))
        rows = rows.sort("end", "file", "record", nulls_last=False, maintain_order=True)
        return rows.with_columns(pl.int_range(pl.len()).over("type", "data_set", "end").alias("again"))

    @cached_property
    def over_time(self) -> pl.DataFrame:
        """`used` and `total` slots at each end, `share` of them in use; without sizes only the share, as a
        bound (`at_least`).
        """
        counted = self.rows.filter(
            pl.col("type").is_in(_COUNTED), ~pl.col("taken_away").fill_null(value=False)
        )
        bad = pl.col("slots_bad").fill_null(0)
        sized = pl.col("slots").is_not_null() & pl.col("slots_used_maximum").is_not_null()
        known = counted.group_by("end", "again", maintain_order=True).agg(
            pl.col("slots_used_maximum").sum().cast(pl.Float64).alias("used"),
            (pl.col("slots") - bad).sum().cast(pl.Float64).alias("total"),
            sized.all().alias("sized"),
            (pl.col("used_percent").filter(pl.col("type") == "LOCAL").min() / 100).alias("least"),
            pl.col("file", "record").first(),
        )
        share = pl.when("sized").then(pl.col("used") / pl.col("total")).otherwise("least")
        messages = self.rows.filter(pl.col("type") == "ALL").select(
            "end",
            "again",
            (pl.col("used_percent") / 100).alias("share"),
            "file",
            "record",
            at_least=pl.lit(value=True),
        )
        none = pl.when("sized")
        known = known.with_columns(
            share.alias("share"), used=none.then("used"), total=none.then("total"), at_least=~pl.col("sized")
        ).filter(pl.col("share").is_between(0, 1))
        return pl.concat(
            [known.select("end", "again", "share", "file", "record", "at_least", "used", "total"), messages],
            how="diagonal_relaxed",
        ).sort("end", "file", "record", nulls_last=False, maintain_order=True)

    @cached_property
    def fullest(self) -> dict[str, Any] | None:
        """The moment at which most was in use; None without page data sets and messages. One that tells slots
        goes before one that bounds the share, unless only that shows a shortage.
        """
        ordered = self.over_time.sort("share", descending=True, maintain_order=True)
        sized = next(ordered.drop_nulls("used").iter_rows(named=True), None)
        bound = next(ordered.filter(pl.col("used").is_null()).iter_rows(named=True), None)
        if sized is None or (bound is not None and bound["share"] >= self.limit > sized["share"]):
            return bound
        return sized

    def rows_at(self, moment: dict[str, Any]) -> list[Row]:
        """The rows of a moment of `over_time`, the fullest first; PLPA and COMMON are not of them."""
        at = pl.col("end").eq_missing(pl.lit(moment["end"], pl.Datetime("us")))
        same = self.rows.filter(
            at, pl.col("again") == moment["again"], pl.col("type").is_in((*_COUNTED, "ALL"))
        )
        order = pl.coalesce(pl.col("slots_used_maximum") / pl.col("slots"), pl.col("used_percent") / 100)
        return list(
            same.sort(order, descending=True, nulls_last=True, maintain_order=True).iter_rows(named=True)
        )

    @cached_property
    def latest(self) -> list[Row]:
        """The last row of each page data set."""
        named = self.rows.filter(pl.col("type") != "ALL")
        last = named.unique(("type", "data_set"), keep="last", maintain_order=True)
        return list(last.sort("type", "data_set", nulls_last=True).iter_rows(named=True))

    @cached_property
    def is_in_slots(self) -> bool:
        """Whether growth counts slots; without sizes it counts shares of all of them."""
        return bool(self.over_time["used"].count()) or not self.rows.height

    @cached_property
    def growth(self) -> UseGrowth | None:
        """How the slots in use grow towards the limit; None where they do not."""
        return growth_of(*self._growing) if self._growing else None

    @cached_property
    def growth_of_days(self) -> UseGrowth | None:
        """The same of the peaks of days."""
        return growth_of_days(*self._growing) if self._growing else None

    @cached_property
    def _growing(self) -> tuple[list[datetime], list[float], float, float] | None:
        """What may grow at each moment, in slots or as a share, with its limit and all that there is."""
        sized = self.over_time.drop_nulls(("end", "used", "total"))
        if sized.height:
            total = float(sized["total"][-1])
            return sized["end"].to_list(), sized["used"].to_list(), self.limit * total, total
        shares = self.rows.filter(pl.col("type") == "LOCAL").drop_nulls(("end", "used_percent"))
        by_time = shares.group_by("end", maintain_order=True).agg(pl.col("used_percent").mean() / 100)
        if by_time.height:
            return by_time["end"].to_list(), by_time["used_percent"].to_list(), self.limit, 1.0
        return self._totals()

    def _totals(self) -> tuple[list[datetime], list[float], float, float] | None:
        of_system = pl.col(SYSTEM).eq_missing(pl.lit(self._system, pl.String))
        rows = self._measured.slots.filter(of_system)
        if not rows.height:
            return None
        used = rows["slots_total"].cast(pl.Float64) - rows["slots_available_minimum"].cast(pl.Float64)
        total = float(rows["slots_total"][-1])
        return rows["end"].to_list(), used.to_list(), self.limit * total, total

    @cached_property
    def filler(self) -> Filler | None:
        """The address space that took at least half of the slots that were taken more; None where none did or
        the evidence does not tell.
        """
        sized = self.over_time.drop_nulls(("used", "end"))
        of_system = pl.col(SYSTEM).eq_missing(pl.lit(self._system, pl.String))
        rows = self._measured.slots_of_spaces.filter(of_system).sort(
            "end", "file", "record", maintain_order=True
        )
        grown: list[Filler] = []
        for space in rows.partition_by("job", "asid", maintain_order=True):
            first, last = space.row(0, named=True), space.row(-1, named=True)
            slots = int(last["auxiliary_slots"]) - int(first["auxiliary_slots"])
            taken = _taken(sized, first["end"], last["end"])
            grown.append(Filler(last["job"], slots, first, last, slots / taken if taken else 0.0))
        most = max(grown, key=lambda filler: filler.slots, default=None)
        if most is None or most.slots <= 0:
            return None
        of_others = sum(filler.slots for filler in grown if filler.slots > 0)
        enough = most.share >= _MOST_OF_IT if sized.height else most.slots >= _MOST_OF_IT * of_others
        return most if enough else None


def _taken(sized: pl.DataFrame, since: datetime, until: datetime) -> float:
    """Slots that were in use more at one moment than at an earlier one, by what was last seen before each."""
    seen = [sized.filter(pl.col("end") <= moment)["used"].tail(1) for moment in (since, until)]
    return float(seen[1][0] - seen[0][0]) if all(len(value) for value in seen) else 0.0


def next_name(names: Sequence[str]) -> str | None:
    """A name for one more page data set, in the way of these: the last with its number raised by one; None
    where that is no name of a data set.
    """
    numbered = [match for name in names if (match := _NAME_END.fullmatch(name))]
    if not numbered:
        return None
    last = max(numbered, key=lambda match: (match[1] == numbered[-1][1], int(match[2])))
    name = f"{last[1]}{int(last[2]) + 1:0{len(last[2])}d}"
    fits = len(name.rsplit(".", 1)[-1]) <= _LONGEST_QUALIFIER and name not in names
    return name if fits else None
