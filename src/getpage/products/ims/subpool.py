"""One subpool of OSAM or VSAM buffers: its size, what it counted, and how it is defined."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from getpage.core import wording
from getpage.core.names import KnobId, Object
from getpage.products.common.sizes import Interval, a_second

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.measures import Row
    from getpage.products.common.subsystem import SubsystemInWindow
    from getpage.result import Fact

TABLE = "ims_subpool"
DEFINITIONS = "ims_definition"


@dataclass(frozen=True, eq=False)
class Subpool:
    """`name` is what findings and `--change` call it. `rows` are reports as `counted` has them, in order of
    time, `last` is the newest report as it was printed; None of a subpool that is only defined. `definition`
    is its statement, where a member has one, `pool` the POOLID statement of the VSAM pool that it is in.
    """

    ims: SubsystemInWindow
    name: str
    key: Mapping[str, Any]
    rows: pl.DataFrame
    last: Row | None
    definition: Row | None
    pool: Row | None = None

    @cached_property
    def object(self) -> Object:
        """The subpool, as findings name it."""
        return Object(self.ims.id, self.name)

    @cached_property
    def knob(self) -> KnobId:
        """The number of its buffers."""
        return KnobId(self.ims.id, self.name)

    @property
    def label(self) -> str:
        """How sentences name it."""
        return f"{self.name} of {self.ims.label}"

    @property
    def access(self) -> str:
        """OSAM or VSAM."""
        return str(self.key["access"])

    @property
    def buffer_bytes(self) -> int | None:
        """Size of a buffer; None of all OSAM subpools together."""
        return self.key["buffer_bytes"]  # type: ignore[no-any-return]

    @cached_property
    def buffers(self) -> int | None:
        """How many there are, by the newest report, else by the member."""
        source = self.last if self.last is not None and self.last["buffers"] is not None else self.definition
        return None if source is None else source["buffers"]

    @property
    def bytes(self) -> int:
        """Storage of its buffers; 0 where that is not told."""
        return (self.buffers or 0) * (self.buffer_bytes or 0)

    @cached_property
    def fixed(self) -> bool | None:
        """Whether its buffers are page-fixed; None where nothing tells."""
        for source in (self.last, self.definition):
            if source is not None and source["fixed_buffers"] is not None:
                index = source["fixed_index"] if self.key["kind"] == "I" else None
                return bool(source["fixed_buffers"] if index is None else index)
        return None if self.definition is None else False

    @cached_property
    def now(self) -> pl.DataFrame:
        """Reports of when it had as many buffers as now: what fewer cost is not told of it."""
        if self.buffers is None:
            return self.rows
        return self.rows.filter(pl.col("buffers").eq_missing(pl.lit(self.buffers)))

    @cached_property
    def timed(self) -> pl.DataFrame:
        """Those of which it is known how long they counted."""
        return self.now.filter(pl.col("seconds").is_not_null())

    def total(self, column: str) -> int:
        """A counter over all reports of its present size."""
        return int(self.now[column].sum() or 0) if self.now.height else 0

    def rate(self, *columns: str) -> float | None:
        """Counters a second; None where no report says how long it counted."""
        seconds = float(self.timed["seconds"].sum() or 0) if self.timed.height else 0.0
        return sum(float(self.timed[name].sum() or 0) for name in columns) / seconds if seconds else None

    @property
    def found(self) -> float | None:
        """Share of requests that found their block in a buffer; None without any."""
        asked = self.total("requests")
        return self.total("found") / asked if asked else None

    def worst(self, *columns: str) -> Row | None:
        """The report with most of these counters together, a second where it is known how long it counted."""
        rows = self.timed if self.timed.height else self.now
        if not rows.height:
            return None
        counts = pl.sum_horizontal(pl.col(name).fill_null(0) for name in columns)
        rate = counts / pl.col("seconds").fill_null(1.0)
        place = rows.select(rate.alias("rate"))["rate"].arg_max()
        return rows.row(int(place or 0), named=True)

    @cached_property
    def intervals(self) -> tuple[Interval, ...]:
        """What each interval read of what it asked for, at the size that it had: all sizes."""
        known = self.rows.filter(
            pl.col("seconds").is_not_null()
            & pl.col("buffers").is_not_null()
            & pl.col("requests").is_not_null()
        )
        columns = ("buffers", "reads", "requests", "seconds")
        return tuple(
            Interval(size, float(reads), float(asked), float(seconds))
            for size, reads, asked, seconds in known.select(columns).iter_rows()
        )

    @property
    def a_second(self) -> tuple[float, float] | None:
        """Reads and requests a second."""
        return a_second(self.intervals, self.buffers)

    def facts(self, row: Row | None, **labels: str) -> tuple[Fact, ...]:
        """Numbers of a report."""
        return self.ims.facts(TABLE, row, **labels)

    @property
    def setting_facts(self) -> tuple[Fact, ...]:
        """How many buffers it has, where that stands, and whether they are fixed."""
        labels = {"buffers": "buffers", "buffer_bytes": "size of a buffer", "fixed_buffers": "page-fixed"}
        if self.last is not None:
            return self.facts(self.last, **labels)
        return self.ims.facts(DEFINITIONS, self.definition, **labels)

    def found_words(self) -> str:
        """What share of requests found their block, as a sentence says it."""
        return (
            ""
            if self.found is None
            else f"{wording.percent(self.found)} of {self.total('requests'):,} requests"
        )


def name_of(key: Mapping[str, Any], *, shares_id: bool) -> str:
    """OSAM-O04K, OSAM-4096, VSAM-VPL1-4096-I; with its size where OSAM subpools of several share one id."""
    if key["access"] == "OSAM":
        parts = [key["subpool_id"] or key["buffer_bytes"]]
        if key["subpool_id"] and shares_id:
            parts.append(key["buffer_bytes"])
    else:
        parts = [key["pool_id"], key["buffer_bytes"], "I" if key["kind"] == "I" else None]
    return "-".join(str(one) for one in (key["access"], *parts) if one)
