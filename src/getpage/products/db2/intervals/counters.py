"""Which columns of Db2's tables count and which say what is: only counters may be subtracted.

Reference: IBM Db2 documentation, messages DSNB401I to DSNB432I and DSNB750I to DSNB799I; the statistics
records of SMF type 100, whose counters are cumulative since the start of Db2.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.fold import OBJECT

from ..rows import OWNER, naive

#: The column that `steadily` adds.
STEADY: Final = "steady"
#: When what a record tells of happened, in UTC.
EVENT: Final = "event_time"
#: Microseconds that the local time of an owner is ahead of UTC.
OFFSET: Final = "first_offset"
#: Offsets of time zones are whole quarters of an hour; SMF writes a record some seconds after its event.
_QUARTER: Final = 900_000_000


def steadily(
    evidence: Evidence, table: str, offsets: tuple[int | None, int | None], clocks: pl.DataFrame | None = None
) -> Evidence:
    """The evidence, its rows of `table` with STEADY where the offset of any clock changes: where the least
    and the most of all offsets differ. `clocks` are the first offsets of owners in a longer window, whose
    change it is then; none, as an empty frame, where they stay.
    """
    if clocks is None and offsets[0] != offsets[1]:
        by = evidence.scan(table).select(*OWNER, EVENT, _offset().alias(OFFSET)).drop_nulls(OFFSET)
        clocks = first_offsets(by).collect()
    return evidence if clocks is None or not clocks.height else _Steady(evidence, table, clocks)


def first_offsets(rows: pl.LazyFrame) -> pl.LazyFrame:
    """The OFFSET of each owner at its first EVENT."""
    return rows.group_by(OWNER).agg(pl.col(OFFSET).get(pl.col(EVENT).arg_min()))


def offset(schema: Collection[str]) -> pl.Expr:
    """`_offset` of a table with these columns; null where it has no events."""
    known = {EVENT, "written", *OWNER} <= set(schema)
    return _offset() if known else pl.lit(None, pl.Int64)


def _offset() -> pl.Expr:
    """Microseconds that the local time of a record is ahead of UTC."""
    ahead = (naive("written") - naive(EVENT)).dt.total_microseconds()
    return ((ahead + _QUARTER // 2).floordiv(_QUARTER) * _QUARTER).cast(pl.Int64)


@dataclass(frozen=True, slots=True)
class _Steady:
    """Evidence with STEADY in one table."""

    evidence: Evidence
    table: str
    first: pl.DataFrame

    def scan(self, table: str) -> pl.LazyFrame:
        """The rows of a table, not yet read."""
        scan = self.evidence.scan(table)
        return self._clocked(scan) if table == self.table else scan

    def parts(self, table: str) -> Sequence[pl.LazyFrame]:
        """The same rows in the order of the store, a frame each part of it."""
        parts = self.evidence.parts(table)
        return [self._clocked(part) for part in parts] if table == self.table else parts

    def _clocked(self, rows: pl.LazyFrame) -> pl.LazyFrame:
        rows = rows.join(self.first.lazy(), on=OWNER, how="left", nulls_equal=True, maintain_order="left")
        moved = pl.duration(microseconds=(_offset() - pl.col(OFFSET)).fill_null(0))
        return rows.with_columns((naive("written") - moved).alias(STEADY)).drop(OFFSET)

    def __getattr__(self, name: str) -> Any:
        """All else as it is."""
        return getattr(self.evidence, name)


#: The number of the object and the way in which it was measured, and of the run of readings between restarts.
WAY: Final = "way"
RUN: Final = "run"
#: The run of a reading that an earlier stretch of time left behind; null for others, see `by_time`.
CARRIED: Final = "carried_run"

_NOT_COUNTED: Final = frozenset(
    (
        *("file", "record", "interval_us", "buffer_pool", "luw_commits", OBJECT, WAY, RUN, CARRIED),
        *("ifcid_sequence", "destination_sequence"),  # these begin again with the trace, not with Db2
    )
)
_NUMBERS: Final = (pl.UInt32, pl.UInt64, pl.Int32, pl.Int64, pl.Float64)


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterKind:
    """How the rows of a table become intervals.

    `key` tells the objects of one member apart. `gauges` are measured at a moment, `attributes` are as
    defined and stay until changed; neither is subtracted. `steady` are the counters that can only rise: one
    that fell tells a restart; empty means all of them. `most` and `least` are gauges that already are the
    extreme of their record's interval.
    """

    key: tuple[str, ...] = ()
    gauges: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    steady: frozenset[str] = frozenset()
    most: frozenset[str] = frozenset()
    least: frozenset[str] = frozenset()

    def counters(self, schema: Mapping[str, pl.DataType]) -> list[str]:
        """The columns that count."""
        other = _NOT_COUNTED | self.gauges | self.attributes | self.most | self.least | set(self.key)
        return [name for name, kind in schema.items() if kind in _NUMBERS and name not in other]

    def restarts(self, counters: Iterable[str]) -> list[str]:
        """Those of the counters that tell a restart."""
        return [name for name in counters if not self.steady or name in self.steady]


_PREFETCH = frozenset(
    f"{kind}_prefetch_{what}" for kind in ("sequential", "list", "dynamic") for what in ("reads", "pages")
)

KINDS: Final = {
    "db2_buffer_pool": CounterKind(
        key=("buffer_pool",),
        gauges=frozenset(
            (
                *("use_count", "buffers", "buffers_to_delete", "buffers_in_use", "overflow_buffers"),
                *("sequential_buffers", "buffers_in_4k", "buffers_in_1m", "buffers_in_2g"),
            )
        ),
        attributes=frozenset(
            (
                *("size_defined", "size_minimum", "size_maximum", "sequential_threshold"),
                *("simulated_sequential_threshold", "deferred_write_threshold", "vertical_write_threshold"),
                *("vertical_write_buffers", "parallel_sequential_threshold", "autosize", "page_fixed"),
                *("page_fixed_pending", "page_steal", "page_steal_pending", "frame_size"),
            )
        ),
        steady=_PREFETCH
        | frozenset(
            (
                *("getpages", "getpages_random", "getpages_sequential", "sync_reads", "sync_reads_random"),
                *("sync_reads_sequential", "page_updates", "pages_written", "async_writes"),
            )
        ),
        most=frozenset(("highest_sequential_buffers",)),
        least=frozenset(("lowest_sequential_buffers",)),
    ),
    "db2_simulated_pool": CounterKind(
        key=("buffer_pool",),
        gauges=frozenset(
            (
                *("size", "sequential_threshold", "allocated", "in_use", "highest_in_use"),
                *("sequential_in_use", "highest_sequential_in_use"),
            )
        ),
    ),
    "db2_group_buffer_pool": CounterKind(
        key=("buffer_pool",),
        gauges=frozenset(("size", "directory_entries", "data_pages", "connections", "changed_pages_now")),
        attributes=frozenset(
            (
                *("ratio", "ratio_pending", "class_threshold", "class_threshold_pages", "castout_threshold"),
                *("checkpoint_minutes", "policy_size", "duplex_mode", "structure", "secondary_size"),
                *("secondary_directory_entries", "secondary_data_pages"),
            )
        ),
    ),
    "db2_address_space_cpu": CounterKind(key=("space",)),
    "db2_latch": CounterKind(),
    "db2_subsystem": CounterKind(
        most=frozenset(("highest_background", "highest_foreground", "highest_threads")),
    ),
    "db2_dbat": CounterKind(
        gauges=frozenset(("inactive_type1", "active_dbats", "inactive_connections", "queued_requests")),
        most=frozenset(
            (
                *("highest_inactive_type1", "highest_active_dbats", "highest_dbats"),
                *("highest_inactive_connections", "highest_queued_requests"),
            )
        ),
    ),
    "db2_log": CounterKind(),
    "db2_storage_manager": CounterKind(),
    "db2_sql": CounterKind(gauges=frozenset(("rid_blocks_highest",))),
    "db2_edm_pool": CounterKind(
        gauges=frozenset(
            (
                *(
                    f"{pool}_{what}"
                    for pool in ("dbd", "statement", "skeleton")
                    for what in ("pages", "free")
                ),
                *("dbd_stealable", "skeleton_stealable", "plan_bytes_below", "package_bytes_below"),
            )
        ),
    ),
}
