"""One subpool of OSAM or VSAM buffers: its size, what it counted in each interval, and how it is defined.

A trace of the IMS Monitor is an interval as it is. Counters since IMS started are subtracted from those of
the report before, where both have a time, the subpool has as many buffers and no counter fell, as it does
when IMS starts again. A batch region counts from its start to its end, and no report says how long that was:
its counts have no rates.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import ceil
from typing import Any, Final

import polars as pl

from getpage.contract.measures import Row
from getpage.core.names import KnobId, Object
from getpage.products.common.sizes import Interval, a_second
from getpage.products.common.subsystem import SubsystemInWindow
from getpage.result import Ask, Fact

from .constants import FEWEST, FIXING_RATE, MOST_BUFFERS, READS_MANY

TABLE: Final = "ims_subpool"
DEFINITIONS: Final = "ims_definition"
#: Columns that identify a subpool.
KEY: Final = ("access", "pool_id", "subpool_id", "kind", "buffer_bytes")
#: Counters of I/O.
IO: Final = ("reads", "writes", "steal_writes")
_COUNTERS: Final = (
    *("requests", "found", "reads", "steal_writes", "writes", "io_errors"),
    *("busy_id_waits", "busy_write_waits", "busy_read_waits", "ownership_waits", "buffer_waits"),
)
_ORDER: Final = ("written", "file", "record")


@dataclass(frozen=True, eq=False)
class Subpool:
    """One subpool. `name` is what findings and `--change` call it.

    `rows` are its intervals in order of time (`by_interval`). `last` is the newest report as printed; None if
    the subpool is only defined. `definition` is its statement, where a member has one; `pool` is the POOLID
    statement of its VSAM pool.
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
        """Size of a buffer; None for all OSAM subpools together."""
        return self.key["buffer_bytes"]  # type: ignore[no-any-return]

    @cached_property
    def buffers(self) -> int | None:
        """Number of buffers by the newest report, else by the member; None if neither says it."""
        source = self.last if self.last is not None and self.last["buffers"] is not None else self.definition
        return None if source is None else source["buffers"]

    @property
    def bytes(self) -> int:
        """Storage of its buffers; 0 if unknown."""
        return (self.buffers or 0) * (self.buffer_bytes or 0)

    @cached_property
    def fixed(self) -> bool | None:
        """Whether its buffers are page-fixed; None if unknown."""
        for source in (self.last, self.definition):
            if source is not None and source["fixed_buffers"] is not None:
                index = source["fixed_index"] if self.key["kind"] == "I" else None
                return bool(source["fixed_buffers"] if index is None else index)
        return None if self.definition is None else False

    @cached_property
    def now(self) -> pl.DataFrame:
        """Intervals in which it had as many buffers as now: the others do not count against it."""
        if self.buffers is None:
            return self.rows
        return self.rows.filter(pl.col("buffers").eq_missing(pl.lit(self.buffers)))

    @cached_property
    def timed(self) -> pl.DataFrame:
        """The intervals of `now` whose length is known."""
        return self.now.filter(pl.col("seconds").is_not_null())

    def total(self, column: str) -> int:
        """Sum of a counter over the intervals of `now`."""
        return int(self.now[column].sum() or 0) if self.now.height else 0

    def rate(self, *columns: str) -> float | None:
        """Counters per second; None if no interval has a length."""
        seconds = float(self.timed["seconds"].sum() or 0) if self.timed.height else 0.0
        return sum(float(self.timed[name].sum() or 0) for name in columns) / seconds if seconds else None

    @property
    def hit_share(self) -> float | None:
        """Share of requests that found their block in a buffer; None without any."""
        requests = self.total("requests")
        return self.total("found") / requests if requests else None

    def worst(self, *columns: str) -> Row | None:
        """The interval with the most of these counters, per second if its length is known; None if none."""
        rows = self.timed if self.timed.height else self.now
        if not rows.height:
            return None
        counts = pl.sum_horizontal(pl.col(name).fill_null(0) for name in columns)
        rate = counts / pl.col("seconds").fill_null(1.0)
        place = rows.select(rate.alias("rate"))["rate"].arg_max()
        return rows.row(int(place or 0), named=True)

    @cached_property
    def intervals(self) -> tuple[Interval, ...]:
        """Reads and requests of each interval with its number of buffers: all sizes, not only the present."""
        known = self.rows.filter(
            pl.col("seconds").is_not_null()
            & pl.col("buffers").is_not_null()
            & pl.col("requests").is_not_null()
        )
        columns = ("buffers", "reads", "requests", "seconds")
        return tuple(
            Interval(size, float(reads), float(requests), float(seconds))
            for size, reads, requests, seconds in known.select(columns).iter_rows()
        )

    @property
    def rates(self) -> tuple[float, float] | None:
        """Reads and requests per second at the present size; None if no interval has a length."""
        return a_second(self.intervals, self.buffers)

    @cached_property
    def busy(self) -> Row | None:
        """The interval with the most I/O, if that is enough for page-fixing to pay; else None."""
        row = self.worst(*IO)
        if row is None or not self.bytes:
            return None
        count = io_of(row)
        is_enough = count / row["seconds"] >= FIXING_RATE if row["seconds"] else count >= READS_MANY
        return row if is_enough else None

    def larger(self, times: float) -> tuple[Ask, ...]:
        """Asks for so many times its buffers, as far as IMS allows; empty if unknown or at the most."""
        if not self.buffers or not self.bytes or self.buffers >= MOST_BUFFERS:
            return ()
        size = min(MOST_BUFFERS, ceil(self.buffers * times))
        return (Ask(knob=self.knob, size=size, at_least=True, reached=True),)

    @property
    def fewest(self) -> int:
        """The fewest buffers that IMS makes of such a subpool."""
        return FEWEST[self.access]

    def extra_bytes(self, asks: Iterable[Ask]) -> int:
        """Bytes that the sizes asked for take beyond the present ones."""
        return sum((ask.size - (self.buffers or 0)) * (self.buffer_bytes or 0) for ask in asks)

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


def io_of(row: Row) -> int:
    """I/Os of an interval: reads, writes, and writes that freed a buffer."""
    return sum(row[name] or 0 for name in IO)


def name_of(key: Mapping[str, Any], *, shares_id: bool) -> str:
    """OSAM-O04K, OSAM-4096, VSAM-VPL1-4096-I; with the buffer size where OSAM subpools share an id."""
    if key["access"] == "OSAM":
        parts = [key["subpool_id"] or key["buffer_bytes"]]
        if key["subpool_id"] and shares_id:
            parts.append(key["buffer_bytes"])
    else:
        parts = [key["pool_id"], key["buffer_bytes"], "I" if key["kind"] == "I" else None]
    return "-".join(str(part) for part in (key["access"], *parts) if part)


def with_requests(rows: pl.DataFrame) -> pl.DataFrame:
    """Reports as printed, with the requests that those of VSAM lack: what was found and what was read."""
    requests = pl.coalesce("requests", pl.col("found") + pl.col("reads"))
    # The number of a subpool within a VSAM pool does not identify it.
    name = pl.when(pl.col("access") == "OSAM").then("subpool_id")
    return rows.with_columns(requests.alias("requests"), name.alias("subpool_id"))


def by_interval(rows: pl.DataFrame) -> pl.DataFrame:
    """One row per interval of rows from `with_requests`, with local times `start` and `end`, and `seconds`.

    A subpool without intervals has a row per run, or its last counts since IMS started; `seconds` is null.
    """
    if not rows.height:
        return rows.with_columns(start="interval_start", end="written", seconds=pl.lit(None, pl.Float64))
    ordered = rows.sort(*_ORDER, nulls_last=True, maintain_order=True).with_columns(
        start="interval_start", end="written", seconds=pl.col("interval_us") / 1e6
    )
    traced = ordered.filter((pl.col("covers") == "trace") & pl.col("seconds").is_not_null())
    since = ordered.filter(pl.col("covers") == "start")
    between = _between(since)
    intervals = pl.concat([traced, between], how="diagonal")
    rest = ordered.filter(
        (pl.col("covers") == "run") | ((pl.col("covers") == "trace") & pl.col("seconds").is_null())
    )
    last = since.group_by(KEY, maintain_order=True).last().select(ordered.columns)
    alone = pl.concat([rest, last], how="diagonal").join(
        intervals.select(KEY).unique(), on=KEY, how="anti", nulls_equal=True, maintain_order="left"
    )
    return pl.concat([intervals, alone], how="diagonal").sort(*_ORDER, nulls_last=True, maintain_order=True)


def _between(rows: pl.DataFrame) -> pl.DataFrame:
    """Differences between successive counts since IMS started."""
    dated = rows.filter(pl.col("written").is_not_null())
    before = {
        name: pl.col(name).shift(1).over(KEY).alias(f"_{name}") for name in (*_COUNTERS, "buffers", "end")
    }
    joined = dated.with_columns(*before.values())
    grew = [(pl.col(name) >= pl.col(f"_{name}")).fill_null(value=True) for name in _COUNTERS]
    same = pl.col("buffers").eq_missing(pl.col("_buffers"))
    later = pl.col("end") > pl.col("_end")
    return (
        joined.filter(pl.col("_end").is_not_null() & later & same & pl.all_horizontal(grew))
        .with_columns(
            *(pl.col(name) - pl.col(f"_{name}") for name in _COUNTERS),
            pl.col("_end").alias("start"),
            ((pl.col("end") - pl.col("_end")).dt.total_microseconds() / 1e6).alias("seconds"),
        )
        .select(rows.columns)
    )
