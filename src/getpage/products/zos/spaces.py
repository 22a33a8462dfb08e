"""What is measured of address spaces, in one pass: who pages, and who held storage when least was free.

A month of a large site has tens of millions of rows of them. What is kept is a row or two an address space
that pages enough to be worth saying, or that waited for storage, and the rows of a few moments.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Count
from getpage.products.common.fold import Fold
from getpage.products.common.owners import SYSTEM

from .checks.page_in_address_space import PAGE_INS, PEAK, ROWS, WAITED, WORTH_SAYING
from .checks.page_in_service_class import HIGHEST
from .records.address_spaces import AVERAGED
from .rows import SPACES
from .thresholds import PAGE_INS_TO_INVESTIGATE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import timedelta

    from getpage.contract.measures import Measures, Row

    from .measured import Measured

#: Numbered intervals by system; the last moment of one that nobody knows is null.
SPANS: Final = pl.Schema(
    {"span": pl.Int64(), SYSTEM: pl.String(), "since": pl.Datetime("us"), "until": pl.Datetime("us")}
)

#: Rows that tell how fast an address space pages.
PAGING_KNOWN: Final = Count(pl.col("page_in_rate").is_not_null())
_SHOWN: Final = (
    *("job", "asid", "service_class", "report", "frames", "fixed_frames", "auxiliary_slots", "page_in_rate"),
    *("storage_delay_percent", "primary_delay", "probable_cause"),
)
_HELD: Final = ("job", "asid", "report", "frames", "fixed_frames")


@dataclass(frozen=True)
class Spaces:
    """`by_system` counts rows and those that page; `paging` is of rows that page enough to be worth saying,
    or that show a wait for storage; `by_class` of those above what is to be investigated.

    `there` are rows with frames at the asked moments, `timeless` those that no time is known of, and
    `longest` is the longest time that a row is of.
    """

    by_system: Measures
    paging: Measures
    by_class: Measures
    there: pl.DataFrame
    timeless: pl.DataFrame
    longest: timedelta | None


def spans_of(rows: Sequence[tuple[str | None, Row | None]]) -> pl.DataFrame:
    """SPANS of systems and rows of their storage; without a row nobody knows when."""
    made = [
        (number, system, row and (row["start"] or row["end"]), row and row["end"])
        for number, (system, row) in enumerate(rows)
    ]
    return pl.DataFrame(made, schema=SPANS, orient="row")


def spaces(measured: Measured, spans: pl.DataFrame) -> Spaces:
    """The pass; `spans` are the moments, SPANS."""
    by_system = Fold((SYSTEM,), (ROWS, PAGE_INS, PAGING_KNOWN), keep=())
    paging, by_class = (
        Fold((SYSTEM, "job", "asid"), (PEAK, WAITED)),
        Fold((SYSTEM, "job", "service_class"), (HIGHEST,)),
    )
    there, timeless, longest = [], [], []
    for piece in measured.rows(SPACES, _SHOWN):
        by_system.add(piece)
        paging.add(piece.filter(WORTH_SAYING))
        by_class.add(piece.filter(pl.col("page_in_rate") > PAGE_INS_TO_INVESTIGATE))
        held = holding(piece)
        there.append(meeting(held, spans))
        timeless.append(held.filter(pl.col("end").is_null()))
        longest.append(held.select((pl.col("end") - pl.col("begin")).max()).item())
    return Spaces(
        by_system=by_system.done(),
        paging=paging.done(),
        by_class=by_class.done(),
        there=pl.concat(there),
        timeless=pl.concat(timeless),
        longest=max((one for one in longest if one is not None), default=None),
    )


def holders(measured: Measured, where: pl.Expr | None = None) -> Iterator[pl.DataFrame]:
    """Rows with frames, piece by piece."""
    return (holding(piece) for piece in measured.rows(SPACES, _HELD, where=where))


def holding(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows with frames; `begin` is when they begin to count, `averaged` whether they are averages."""
    return rows.drop_nulls("frames").with_columns(
        begin=pl.coalesce("start", "end"), averaged=(pl.col("report") == AVERAGED).fill_null(value=False)
    )


def meeting(rows: pl.DataFrame, spans: pl.DataFrame) -> pl.DataFrame:
    """Rows that are of a time between the first and the last moment of their system in `spans`."""
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
