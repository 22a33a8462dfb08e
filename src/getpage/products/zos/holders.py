"""Which address spaces held real storage in an interval, and how much.

SMF 30 tells averages over intervals of its own, which need not be those of RMF: an address space counts with
each record for the part of the interval that the record covers, so that one that ran for two minutes of
fifteen counts for those, and one after the other do not add up to more than was held at a time. An address
space has two records of a moment where local time has an hour twice, as when clocks are set back in autumn:
it then holds their mean, in both hours. The intervals of SMF 30 are in UTC too, but ends of steps and panels
are not, and what one address space holds hardly differs by the hour. A panel
(Monitor III, SDSF) shows a moment: the last one in the interval counts, and goes before an average of the
same job. Where nothing was seen in an interval, what was seen nearest to it counts, and says when that was.
A panel without a time may be of another day: it counts only where no interval of its system is known.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

import polars as pl

from getpage.contract.measures import Row
from getpage.contract.storage import AddressSpace
from getpage.core.units import PAGE
from getpage.products.common.owners import SYSTEM
from getpage.result import Fact

from .measured import ZosMeasures
from .spaces import SPANS, meeting

#: Smaller ones are left to what has no name.
_MOST_SPACES: Final = 50
#: Of rows that nobody asks where they stand.
_UNTRACED: Final = (
    *(SYSTEM, "job", "asid", "frames", "fixed_frames"),
    *("begin", "end", "averaged", "file", "record"),
)
_JOB: Final = ("span", "job", "asid")
_IN_TIME: Final = ("span", "end", "file", "record")
#: Further apart than any two moments of the evidence, in microseconds: two centuries.
_APART: Final = 200 * 366 * 86_400 * 1_000_000

Moment = tuple["datetime", "datetime"]


class Holders:
    """Who held storage in which interval, of the rows of one window."""

    def __init__(self, measured: ZosMeasures, timeless: pl.DataFrame) -> None:
        """`timeless` are rows without a time: they are of spans without one."""
        self._measured = measured
        self._timeless = timeless.partition_by(SYSTEM, as_dict=True)
        self._moments: Mapping[str | None, Sequence[Moment]] | None = None

    def of(
        self, spans: pl.DataFrame, rows: pl.DataFrame, fact: Callable[[Row, str], Fact] | None = None
    ) -> dict[int, tuple[AddressSpace, ...]]:
        """Address spaces of each span (SPANS), largest first; `rows` are those that meet one of them.

        With `fact` they have where they stand: a month has more facts than anybody looks up.
        """
        rows = rows if fact else rows.select(_UNTRACED)
        seen = held(rows, spans)
        late = self._late(spans.filter(~pl.col("span").is_in(list(seen))))
        holders = {}
        for span, system, until in spans.select("span", SYSTEM, "until").iter_rows():
            timeless = self._timeless_of(system) if until is None else ()
            holders[span] = tuple(_largest(seen.get(span, ()), late.get(span, ()), timeless, fact))
        return holders

    def _timeless_of(self, system: str | None) -> Sequence[Row]:
        rows = self._timeless.get((system,))
        return () if rows is None else list(rows.sort("file", "record").iter_rows(named=True))

    def _late(self, spans: pl.DataFrame) -> dict[int, list[Row]]:
        """What was seen nearest to spans in which nothing was."""
        if not spans.height:
            return {}
        if self._moments is None:
            self._moments = _moments(self._measured)
        nearest = [
            (span, system, *_nearest(self._moments.get(system, ()), until))
            for span, system, until in spans.select("span", SYSTEM, "until").iter_rows()
        ]
        moments = pl.DataFrame(nearest, schema=SPANS, orient="row").drop_nulls("until")
        if not moments.height:
            return {}
        different = moments.unique((SYSTEM, "since", "until"), keep="first", maintain_order=True)
        rows = pl.concat([meeting(piece, different) for piece in self._measured.holding()])
        by_span = held(rows, different)
        first = {key: span for span, *parts in different.iter_rows() for key in [tuple(parts)]}
        return {span: by_span.get(first[tuple(key)], []) for span, *key in moments.iter_rows()}


def held(rows: pl.DataFrame, spans: pl.DataFrame) -> dict[int, list[Row]]:
    """Rows of each span with `held`, the frames that count there, one a job and address space."""
    if not rows.height:
        return {}
    met = _met(rows, spans)
    inside = (pl.col("end") > pl.col("since")) | (pl.col("since") == pl.col("until"))
    moments = met.filter(~pl.col("averaged"), inside, pl.col("end") <= pl.col("until"))
    moments = (
        moments.sort(_IN_TIME)
        .unique(_JOB, keep="last", maintain_order=True)
        .with_columns(held=pl.col("frames").cast(pl.Float64))
    )
    length = (pl.col("until") - pl.col("since")).dt.total_microseconds()
    share = pl.when(length > 0).then(pl.col("covered").dt.total_microseconds() / length).otherwise(1.0)
    averages = (
        _covered(met.filter("averaged"))
        .with_columns(held=pl.col("frames") * share)
        .drop("covered")
        .filter(pl.col("held") > 0)
        .sort(_IN_TIME)
        .join(moments.select("span", "job").unique(), on=["span", "job"], how="anti", maintain_order="left")
    )
    # The record that most of it comes from stands for all of them.
    whole = averages.group_by(_JOB, maintain_order=True).agg(total=pl.col("held").sum())
    averages = (
        averages.sort("held", maintain_order=True)
        .unique(_JOB, keep="last", maintain_order=True)
        .join(whole, on=_JOB, how="left", nulls_equal=True, maintain_order="left")
        .with_columns(held=pl.col("total"))
        .drop("total")
    )
    both = pl.concat([moments, averages]).sort("span", "held", "job", descending=[False, True, False])
    largest = both.group_by("span", maintain_order=True).head(_MOST_SPACES)
    largest = largest.drop("since", "until", "begin", "asid")
    by_span: dict[int, list[Row]] = {}
    for row in largest.iter_rows(named=True):
        by_span.setdefault(row["span"], []).append(row)
    return by_span


def _covered(averages: pl.DataFrame) -> pl.DataFrame:
    """Rows with `covered`, the part of their span that counts for each: between its begin and its end, a
    moment that several rows of an address space cover shared among them.
    """
    rows = averages.with_columns(
        covers=pl.max_horizontal("begin", "since"), covers_to=pl.min_horizontal("end", "until")
    ).with_columns(covered=pl.col("covers_to") - pl.col("covers"))
    of_one = rows.sort("covers", maintain_order=True).select(
        *_JOB, shared=pl.col("covers") < pl.col("covers_to").cum_max().shift().over(_JOB)
    )
    twice = of_one.filter("shared").select(_JOB).unique()
    if not twice.height:
        return rows.drop("covers", "covers_to")
    rows = rows.with_row_index("place")
    shared = rows.join(twice, on=_JOB, how="semi", nulls_equal=True).select(
        *_JOB, "place", "covers", "covers_to"
    )
    edges = pl.concat([shared.select(*_JOB, at=name) for name in ("covers", "covers_to")]).unique().sort("at")
    pieces = edges.with_columns(next=pl.col("at").shift(-1).over(_JOB)).drop_nulls("next")
    parts = shared.join(pieces, on=_JOB, nulls_equal=True).filter(
        pl.col("covers") <= pl.col("at"), pl.col("next") <= pl.col("covers_to")
    )
    part = (pl.col("next") - pl.col("at")) / pl.len().over(*_JOB, "at")
    of_row = parts.with_columns(part=part).group_by("place").agg(shared_part=pl.col("part").sum())
    rows = rows.join(of_row, on="place", how="left", maintain_order="left")
    counts = pl.coalesce("shared_part", "covered")
    return rows.with_columns(covered=counts).drop("covers", "covers_to", "place", "shared_part")


def _met(rows: pl.DataFrame, spans: pl.DataFrame) -> pl.DataFrame:
    """Each row beside each span of its system that it meets.

    Each system gets a time of its own, apart from those of the others, so that one join by time does: with
    the system in it, every row of a system would be put beside every span of it first.
    """
    known = spans.drop_nulls("until")
    systems = known.select(SYSTEM).unique(maintain_order=True).with_row_index("system_number")

    def apart(frame: pl.DataFrame, *times: str) -> pl.DataFrame:
        named = frame.join(systems, on=SYSTEM, how="inner", nulls_equal=True, maintain_order="left")
        offset = pl.col("system_number").cast(pl.Int64) * _APART
        return named.with_columns(
            (pl.col(name).to_physical() + offset).alias(f"{name}_apart") for name in times
        )

    intervals = apart(known, "since", "until").drop(SYSTEM, "system_number")
    there = apart(rows, "begin", "end").drop("system_number")
    met = (
        intervals.lazy()
        .join_where(
            there.lazy(),
            pl.col("begin_apart") <= pl.col("until_apart"),
            pl.col("end_apart") >= pl.col("since_apart"),
        )
        .collect()
    )
    return met.drop("since_apart", "until_apart", "begin_apart", "end_apart")


def _moments(measured: ZosMeasures) -> dict[str | None, list[Moment]]:
    """From when to when something was seen, by system, in order of the ends; one of each end."""
    seen = pl.concat([piece.select(SYSTEM, "begin", "end").unique() for piece in measured.holding()])
    ordered = seen.drop_nulls("end").unique().sort(SYSTEM, "end", "begin")
    moments: dict[str | None, list[Moment]] = {}
    for system, begin, end in ordered.unique((SYSTEM, "end"), keep="last", maintain_order=True).iter_rows():
        moments.setdefault(system, []).append((begin, end))
    return moments


def _nearest(moments: Sequence[Moment], end: datetime | None) -> tuple[datetime | None, datetime | None]:
    """The span of the observation that is nearest; None where there is none."""
    if not moments:
        return None, None
    if end is None:
        return moments[-1]
    after = bisect_left(moments, end, key=lambda moment: moment[1])
    near = [moments[index] for index in (after - 1, after) if 0 <= index < len(moments)]
    return min(near, key=lambda moment: abs(moment[1] - end))


def _largest(
    seen: Sequence[Row], late: Sequence[Row], timeless: Sequence[Row], fact: Callable[[Row, str], Fact] | None
) -> Iterator[AddressSpace]:
    named = {row["job"] for row in (*seen, *late)}
    unknown = {row["job"]: row for row in timeless if row["job"] not in named}
    every = [
        *((row, row["held"], None) for row in seen),
        *((row, row["held"], row["end"]) for row in late),
        *((row, row["frames"], None) for row in unknown.values()),
    ]
    every.sort(key=lambda entry: (-entry[1], entry[0]["job"]))
    for row, frames, when in every[:_MOST_SPACES]:
        fixed = row["fixed_frames"]
        average = row["averaged"]
        label = "average frames, weighted by processor time" if average else "frames that it holds"
        yield AddressSpace(
            job=row["job"],
            bytes=int(frames) * PAGE,
            fixed=None if fixed is None else int(fixed) * PAGE,
            is_average=bool(average),
            seen=when,
            fact=fact(row, label) if fact else None,
        )
