"""Which address spaces held real storage in an interval, and how much.

SMF 30 tells averages over intervals of its own, which need not be those of RMF: an address space counts with
each record for the part of the interval that the record covers, so that one that ran for two minutes of
fifteen counts for those, and one after the other do not add up to more than was held at a time. A panel
(Monitor III, SDSF) shows a moment: the last one in the interval counts, and goes before an average of the
same job. Where nothing was seen in an interval, what was seen nearest to it counts, and says when that was.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.storage import AddressSpace

from .records.address_spaces import AVERAGED
from .thresholds import FRAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from .system import Row, ZosSystem

#: From when to when; None is not known.
Span = tuple["datetime | None", "datetime | None"]

#: Smaller ones are left to what has no name.
_MOST_SPACES: Final = 50
_JOB: Final = ("span", "job", "asid")


def held(system: ZosSystem, spans: Sequence[Span], shown: int = 0) -> list[tuple[AddressSpace, ...]]:
    """Address spaces of each span, largest first; those of the span `shown` with where they stand.

    Only one interval is shown space by space: a month has more facts than anybody looks up.
    """
    rows = system.spaces.drop_nulls("frames").with_columns(
        begin=pl.coalesce("start", "end"), averaged=pl.col("report") == AVERAGED
    )
    timed = rows.drop_nulls("end")
    seen = _within(timed, spans)
    unseen = sorted({*range(len(spans))} - seen.keys())
    nearest = _nearest(timed, [spans[index] for index in unseen])
    elsewhere = _within(timed, [span for span in nearest if span])
    place = {span: index for index, span in enumerate(span for span in nearest if span)}
    late = {
        index: elsewhere.get(place[span], []) for index, span in zip(unseen, nearest, strict=True) if span
    }
    timeless = list(rows.filter(pl.col("end").is_null()).iter_rows(named=True))
    return [
        tuple(
            _largest(seen.get(index, []), late.get(index, []), timeless, system if index == shown else None)
        )
        for index in range(len(spans))
    ]


def _within(rows: pl.DataFrame, spans: Sequence[Span]) -> dict[int, list[Row]]:
    """Rows of each span with `held`, the frames that count there, one a job and address space."""
    asked = pl.DataFrame(
        [(index, start or end, end) for index, (start, end) in enumerate(spans) if end is not None],
        schema={"span": pl.Int64, "since": pl.Datetime("us"), "until": pl.Datetime("us")},
        orient="row",
    )
    met = (
        asked.lazy()
        .join_where(rows.lazy(), pl.col("begin") <= pl.col("until"), pl.col("end") >= pl.col("since"))
        .collect()
        .sort("span", "end", "file", "record")
    )
    inside = (pl.col("end") > pl.col("since")) | (pl.col("since") == pl.col("until"))
    moments = met.filter(~pl.col("averaged"), inside, pl.col("end") <= pl.col("until"))
    moments = moments.unique(_JOB, keep="last", maintain_order=True).with_columns(
        held=pl.col("frames").cast(pl.Float64)
    )
    covered = pl.min_horizontal("end", "until") - pl.max_horizontal("begin", "since")
    length = (pl.col("until") - pl.col("since")).dt.total_microseconds()
    share = pl.when(length > 0).then(covered.dt.total_microseconds() / length).otherwise(1.0)
    averages = (
        met.filter("averaged")
        .with_columns(held=pl.col("frames") * share)
        .filter(pl.col("held") > 0)
        .join(moments.select("span", "job").unique(), on=["span", "job"], how="anti")
    )
    # The record that most of it comes from stands for all of them.
    whole = averages.group_by(_JOB, maintain_order=True).agg(total=pl.col("held").sum())
    averages = (
        averages.sort("held", maintain_order=True)
        .unique(_JOB, keep="last", maintain_order=True)
        .join(whole, on=_JOB, how="left", nulls_equal=True)
        .with_columns(held=pl.col("total"))
        .drop("total")
    )
    both = pl.concat([moments, averages]).sort("span", "held", "job", descending=[False, True, False])
    largest = both.group_by("span", maintain_order=True).head(_MOST_SPACES)
    found: dict[int, list[Row]] = {}
    for row in largest.iter_rows(named=True):
        found.setdefault(row["span"], []).append(row)
    return found


def _nearest(rows: pl.DataFrame, spans: Sequence[Span]) -> list[Span | None]:
    """The span of the observation that is nearest to each; None where there is none."""
    observed = rows.sort("end", "begin").unique("end", keep="last", maintain_order=True)
    moments = list(zip(observed["begin"].to_list(), observed["end"].to_list(), strict=True))
    if not moments:
        return [None] * len(spans)
    ends = [end for _, end in moments]
    return [moments[_closest(ends, end)] for _, end in spans]


def _closest(ends: Sequence[datetime], end: datetime | None) -> int:
    if end is None:
        return len(ends) - 1
    after = bisect_left(ends, end)
    near = [index for index in (after - 1, after) if 0 <= index < len(ends)]
    return min(near, key=lambda index: abs(ends[index] - end))


def _largest(
    seen: list[Row], late: list[Row], timeless: list[Row], system: ZosSystem | None
) -> Iterator[AddressSpace]:
    named = {row["job"] for row in (*seen, *late)}
    unknown = {row["job"]: row for row in timeless if row["job"] not in named}
    every = [
        *((row, row["held"], None) for row in seen),
        *((row, row["held"], row["end"]) for row in late),
        *((row, row["frames"], None) for row in unknown.values()),
    ]
    every.sort(key=lambda one: (-one[1], one[0]["job"]))
    for row, frames, when in every[:_MOST_SPACES]:
        fixed = row["fixed_frames"]
        average = row["averaged"]
        what = "average frames, weighted by processor time" if average else "frames that it holds"
        yield AddressSpace(
            job=row["job"],
            bytes=int(frames) * FRAME,
            fixed=None if fixed is None else int(fixed) * FRAME,
            is_average=bool(average),
            seen=when,
            fact=system.fact("zos_address_space", "frames", row, what) if system else None,
        )
