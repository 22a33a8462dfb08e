"""What is measured of address spaces and service classes: who pages, who held storage, and when.

A month of a large site has tens of millions of rows of them. What is kept is a row or two per address space
that pages enough to report or that waited for storage, and the rows of a few moments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

import polars as pl

from getpage.contract.measures import Aggregate, Count, Largest, Measure, Measures, Row, Worst, in_time
from getpage.products.common.by_day import Gathered, Several
from getpage.products.common.fold import Fold
from getpage.products.common.owners import SYSTEM

from .constants import ONE_REGION, PAGE_INS_TO_INVESTIGATE, PAGE_INS_WORTH_SAYING
from .records.address_spaces import AVERAGED

#: The row with the highest rate of page-ins.
PEAK: Final = Worst("page_in_rate")
_WAITS: Final = (pl.col("storage_delay_percent") > 0) | pl.col("primary_delay").str.contains(
    "(?i)paging|storage|swap"
)
#: The row with the longest wait; RMF may name a delay without saying how long it was.
WAITED: Final = Worst(pl.col("storage_delay_percent").fill_null(0.0), where=_WAITS)
#: Rows that show a wait.
WAITS: Final = Count(_WAITS)
#: Rows that a finding may come of.
_WORTH_SAYING: Final = (pl.col("page_in_rate") >= PAGE_INS_WORTH_SAYING) | _WAITS
#: Rows that show page-ins at all, and rows that tell the rate.
PAGE_INS: Final = Count(pl.col("page_in_rate") >= 1)
PAGING_KNOWN: Final = Count(pl.col("page_in_rate").is_not_null())
ROWS: Final = Count()
#: The highest rate of an address space, and of a class while it had one region.
HIGHEST: Final = Largest("page_in_rate")
OF_ONE_REGION: Final = Largest(pl.when(pl.col("resident") <= ONE_REGION).then(pl.col("page_in_rate")))

#: The longest time that a row with frames covers, in microseconds.
_LONGEST: Final = Largest(
    pl.when(pl.col("frames").is_not_null()).then(
        (pl.col("end") - pl.coalesce("start", "end")).dt.total_microseconds()
    )
)
_OF_SYSTEMS: Final = (ROWS, PAGE_INS, PAGING_KNOWN, _LONGEST)
_OF_SPACES: Final = (PEAK, WAITED, WAITS)
#: All that is asked of rows of address spaces.
ASKED: Final = (*_OF_SYSTEMS, *_OF_SPACES, HIGHEST, _WORTH_SAYING)

#: What is asked of each class.
OF_CLASSES: Final[tuple[Aggregate[Any], ...]] = (PEAK, OF_ONE_REGION, PAGE_INS)

#: Numbered intervals by system; the last moment of one that nobody knows is null.
SPANS: Final = pl.Schema(
    {"span": pl.Int64(), SYSTEM: pl.String(), "since": pl.Datetime("us"), "until": pl.Datetime("us")}
)

#: Columns that the pass reads, and those of who held storage.
READ: Final = (
    *("job", "asid", "service_class", "report", "frames", "fixed_frames", "auxiliary_slots", "page_in_rate"),
    *("samples", "storage_delay_percent", "primary_delay", "probable_cause"),
)
HELD: Final = ("job", "asid", "report", "frames", "fixed_frames")


@dataclass(frozen=True)
class Spaces:
    """`by_system` counts rows and those that page; `paging` is of rows that page enough to report or
    that show a wait for storage; `by_class` of those above what is to be investigated.

    `there` are rows with frames at the moments asked for, `timeless` those without a time, and `longest` is
    the longest time that a row covers.
    """

    by_system: Measures
    paging: Measures
    by_class: Measures
    there: pl.DataFrame
    timeless: pl.DataFrame
    longest: timedelta | None


def spans_of(rows: Sequence[tuple[str | None, Row | None]]) -> pl.DataFrame:
    """SPANS of systems and rows of their storage; a system without a row has a span without a time."""
    spans = [
        (number, system, row and (row["start"] or row["end"]), row and row["end"])
        for number, (system, row) in enumerate(rows)
    ]
    return pl.DataFrame(spans, schema=SPANS, orient="row")


class SpacesFold(Several):
    """One pass over rows of address spaces."""

    def __init__(self, nothing: pl.DataFrame) -> None:
        """Begin without rows: `nothing` is what `holding` gives of none."""
        self._by_system = Fold((SYSTEM,), _OF_SYSTEMS, keep=())
        self._paging = Fold((SYSTEM, "job", "asid"), _OF_SPACES)
        self._by_class = Fold((SYSTEM, "job", "service_class"), (HIGHEST,))
        self._timeless = Gathered()
        self._timeless.add(nothing)
        super().__init__(
            by_system=self._by_system,
            paging=self._paging,
            by_class=self._by_class,
            timeless=self._timeless,
        )

    def add(self, piece: pl.DataFrame) -> None:
        """Take more rows."""
        self._timeless.add(holding(piece.filter(pl.col("end").is_null())))
        if piece.height:
            self._by_system.add(piece)
            self._paging.add(piece.filter(_WORTH_SAYING))
            self._by_class.add(piece.filter(pl.col("page_in_rate") > PAGE_INS_TO_INVESTIGATE))

    def done(self, meeting: Callable[[timedelta | None], pl.DataFrame]) -> Spaces:
        """What all rows came to; `meeting` gives those of the moments asked for."""
        by_system = self._by_system.done()
        longest = max((length for of in by_system if (length := of[_LONGEST]) is not None), default=None)
        covered = None if longest is None else timedelta(microseconds=longest)
        return Spaces(
            by_system=by_system,
            paging=self._paging.done(),
            by_class=self._by_class.done(),
            there=meeting(covered),
            timeless=self._timeless.done(),
            longest=covered,
        )


def times_of(spans: pl.DataFrame, longest: timedelta | None) -> list[tuple[datetime, datetime]]:
    """When the rows were written that meet these spans."""
    if longest is None:
        return []
    known = spans.drop_nulls(("since", "until")).select("since", "until").unique().sort("since", "until")
    return [(since, until + longest) for since, until in known.iter_rows()]


def written_in(times: Iterable[tuple[datetime, datetime]]) -> pl.Expr:
    """Whether a row was written at one of these times."""
    together: list[tuple[datetime, datetime]] = []
    for first, last in times:
        if together and first <= together[-1][1]:
            together[-1] = together[-1][0], max(last, together[-1][1])
        else:
            together.append((first, last))
    return pl.any_horizontal(
        pl.lit(value=False), *(pl.col("written").is_between(first, last) for first, last in together)
    )


def holding(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with frames; `begin` is when they begin to count, `averaged` whether they are averages."""
    return rows.drop_nulls("frames").with_columns(
        begin=pl.coalesce("start", "end"), averaged=(pl.col("report") == AVERAGED).fill_null(value=False)
    )


def meeting(rows: pl.DataFrame, spans: pl.DataFrame) -> pl.DataFrame:
    """Rows of a time between the first and the last moment of their system in `spans`."""
    within = spans.group_by(SYSTEM).agg(pl.col("since").min(), pl.col("until").max())
    ends = rows.select(first=pl.col("begin").min(), last=pl.col("end").max())
    near = within.join(ends, how="cross").filter(
        pl.col("until") >= pl.col("first"), pl.col("since") <= pl.col("last")
    )
    if not near.height:
        return rows.clear()
    met = rows.join(
        near.drop("first", "last"), on=SYSTEM, how="inner", nulls_equal=True, maintain_order="left"
    )
    met = met.filter(pl.col("begin") <= pl.col("until"), pl.col("end") >= pl.col("since"))
    return met.drop("since", "until")


def worst_first(measures: Iterable[Measure]) -> list[Row]:
    """The row of each with the highest rate of page-ins, the highest first."""
    rows = (row for measure in measures if (row := measure[PEAK]) is not None)
    return sorted(rows, key=lambda row: (-row["page_in_rate"], *in_time(row)))
