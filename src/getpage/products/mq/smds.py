"""Shared message data sets: the buffers through which one queue manager reads and writes the data set of a
structure (DSBUFS), what waits for them, and how full the data set is.

Rows are grouped by the number of buffers. What waited counts only while there were at least as many as now.
A request keeps its buffer while it transfers data. With as many more buffers as requests waited at once at
the most, none would have waited: more servers never have more in the system (see `queueing`).

References: IBM MQ documentation, "ALTER SMDS" and "Planning your shared message data set (SMDS) environment";
ibm-messaging/mq-smf-csv, `printQESD.c`, for the names of the fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import polars as pl

from getpage.contract.measures import Latest, Measure, Measures, Row, Smallest, Sum, Worst, in_time, latest
from getpage.core.names import KnobId, Object, Subsystem
from getpage.products.common.passes import Pass

from .constants import PAGE_BYTES
from .counters import OWNER, TRACE

TABLE: Final = "mq_shared_message_data_set"

LAST: Final = Latest()
WORST_WAIT: Final = Worst("pool_wait_elapsed", where=pl.col("pool_waits") > 0, then=("pool_waits",))
MOST_WAITING: Final = Worst("pool_waiters_high_water", where=pl.col("pool_waiters_high_water") > 0)
BUSIEST: Final = Worst("buffers_in_use_high_water", where=pl.col("buffers_in_use_high_water") > 0)
FULLEST: Final = Worst(
    pl.max_horizontal("blocks_in_use", "blocks_in_use_high_water").cast(pl.Float64)
    / pl.col("message_blocks"),
    where=pl.col("message_blocks") > 0,
)
REFUSED: Final = Worst("failed_allocations", where=pl.col("failed_allocations") > 0)
FEWEST_EMPTY: Final = Smallest("buffers_free_empty")
_IO: Final = ("write", "read", "other_read", "format_write")
_WHAT: Final = ("count", "elapsed")
#: The same of intervals in which no request waited for a buffer.
_UNWAITED: Final = {
    what: Sum(
        pl.when(pl.col("pool_waits").fill_null(0) == 0).then(
            pl.sum_horizontal(f"{kind}_{what}" for kind in _IO).cast(pl.Float64)
        )
    )
    for what in _WHAT
}
#: Requests, pages and microseconds of the I/O of messages in an interval, and their products for a line
#: through all intervals, each weighted by the inverse of its requests.
_REQUESTS, _PAGES, _ELAPSED = (
    pl.sum_horizontal(f"{kind}_{what}" for kind in _IO[:3]).cast(pl.Float64)
    for what in ("count", "pages", "elapsed")
)
_WEIGHED: Final = (_REQUESTS, _PAGES, _ELAPSED)
_HAS_IO: Final = _REQUESTS > 0
LINE: Final[dict[tuple[int, int] | str, Sum]] = {
    **{
        (first, second): Sum(pl.when(_HAS_IO).then(_WEIGHED[first] * _WEIGHED[second] / _REQUESTS))
        for first in range(3)
        for second in range(first, 3)
    },
    "intervals": Sum(pl.when(_HAS_IO).then(1.0)),
}
#: Times as long as in other intervals from which on an I/O is taken to queue at the disks: ours.
_SLOWER: Final = 1.5
TOTALS: Final = {
    name: Sum(name)
    for name in (
        *("pool_waits", "pool_wait_elapsed", "buffer_waits", "buffer_wait_elapsed", "rate_seconds"),
        *("buffer_get_count", "buffer_steals", "buffer_read_requests", "buffer_reads_saved"),
        *("failed_allocations", "allocation_requests", "pages_allocated"),
        *(f"{kind}_{what}" for kind in _IO for what in _WHAT),
    )
}
_PAGES_OF: Final = tuple(f"{kind}_pages" for kind in _IO[:3])
DATA_SETS: Final = Pass(
    table=TABLE,
    by=(*OWNER, "structure", "buffers"),
    columns=(
        *("buffer_size", "message_blocks", "blocks_in_use", "blocks_in_use_high_water", "messages"),
        *("buffers_in_use_high_water", "pool_waiters_high_water", "buffers_free_empty"),
        *(name for name in TOTALS if name != "rate_seconds"),
        *_PAGES_OF,
    ),
    asks=(
        LAST,
        WORST_WAIT,
        MOST_WAITING,
        BUSIEST,
        FULLEST,
        REFUSED,
        FEWEST_EMPTY,
        *TOTALS.values(),
        *_UNWAITED.values(),
        *LINE.values(),
    ),
    keep=(*TRACE, "buffers"),
)


SETTING: Final = "mq_smds_definition"
#: What `DISPLAY SMDS` and `DISPLAY CFSTRUCT` showed last.
SHOWN_SMDS: Final = Latest(pl.col("kind") == "SMDS")
SHOWN_STRUCTURE: Final = Latest(pl.col("kind") == "CFSTRUCT")
DEFINITIONS: Final = Pass(
    table=SETTING,
    by=(*OWNER, "structure"),
    columns=("kind", "buffers", "expand", "block_bytes", "offload"),
    asks=(SHOWN_SMDS, SHOWN_STRUCTURE),
    keep=TRACE,
)


@dataclass(frozen=True)
class SharedDataSet:
    """The data set of one structure as one queue manager uses it; `sizes` are its measures by size, `shown`
    what displays show of it.
    """

    owner: Subsystem
    structure: str
    sizes: Sequence[Measure]
    shown: Measure | None = None

    @property
    def object(self) -> Object:
        """How findings name it."""
        return Object(self.owner, f"SMDS {self.structure}")

    @property
    def knob(self) -> KnobId:
        """Its buffers, as what a command changes."""
        return KnobId(self.owner, f"{self.structure}.DSBUFS")

    @cached_property
    def last(self) -> Row:
        """The latest row that tells its buffers; the latest of all where none does."""
        counted = (measure[LAST] for measure in self.sizes if measure.key[-1])
        return latest(counted) or latest(measure[LAST] for measure in self.sizes) or {}

    @cached_property
    def override(self) -> Row | None:
        """The latest reply to `DISPLAY SMDS`; DSBUFS(DEFAULT) has no buffers. None without a reply."""
        return None if self.shown is None else self.shown[SHOWN_SMDS]

    @cached_property
    def definition(self) -> Row | None:
        """The latest reply to `DISPLAY CFSTRUCT`."""
        return None if self.shown is None else self.shown[SHOWN_STRUCTURE]

    @cached_property
    def setting(self) -> Row | None:
        """The reply that shows the number of buffers in force; None where none does."""
        if self.override is not None and self.override["buffers"]:
            return self.override
        has_default = self.definition is not None and bool(self.definition["buffers"])
        return self.definition if has_default else None

    @cached_property
    def is_shown_later(self) -> bool:
        """Whether a reply shows its buffers and came after what counts their use."""
        return self.setting is not None and (not self.last or in_time(self.setting) > in_time(self.last))

    @property
    def buffers(self) -> int:
        """Its buffers now; 0 where nothing tells them."""
        row = self.setting if self.is_shown_later and self.setting is not None else self.last
        return int(row.get("buffers") or 0)

    @property
    def expands(self) -> str | None:
        """DSEXPAND in force: YES or NO; None where nothing shows it."""
        rows = (self.override, self.definition)
        known = [row["expand"] for row in rows if row is not None and row["expand"] in ("YES", "NO")]
        return known[0] if known else None

    @property
    def buffer_bytes(self) -> int:
        """Storage of a buffer: a logical block (DSBLOCK); 0 where nothing tells it."""
        return int(self.last.get("buffer_size") or 0)

    @property
    def bytes(self) -> int:
        """Storage of its buffers."""
        return self.buffers * self.buffer_bytes

    @property
    def _at_least_now(self) -> list[Measure]:
        return [measure for measure in self.sizes if (measure.key[-1] or 0) >= self.buffers]

    def total(self, column: str) -> float:
        """The sum of a column over the intervals with at least as many buffers as now."""
        return float(sum(measure[TOTALS[column]] or 0 for measure in self._at_least_now))

    def total_of_window(self, column: str) -> float:
        """The sum of a column over all intervals."""
        return float(sum(measure[TOTALS[column]] or 0 for measure in self.sizes))

    def line(self, name: tuple[int, int] | str) -> float:
        """A sum of LINE over all intervals."""
        return float(sum(measure[LINE[name]] or 0 for measure in self.sizes))

    @property
    def waited_seconds(self) -> float:
        """Seconds that requests waited for a free buffer."""
        return self.total("pool_wait_elapsed") / 1e6

    @cached_property
    def worst_wait(self) -> Row | None:
        """The interval in which requests waited longest for a free buffer; None where none did."""
        return _largest((measure[WORST_WAIT] for measure in self._at_least_now), "pool_wait_elapsed")

    @cached_property
    def most_waiting(self) -> Row | None:
        """The interval in which most requests waited at once."""
        return _largest((measure[MOST_WAITING] for measure in self._at_least_now), "pool_waiters_high_water")

    @cached_property
    def busiest(self) -> Row | None:
        """The interval with most buffers in use."""
        return _largest((measure[BUSIEST] for measure in self.sizes), "buffers_in_use_high_water")

    @property
    def enough(self) -> int | None:
        """The buffers with which no request would have waited; None where nothing tells how many did."""
        row = self.most_waiting
        return None if row is None else int(row["buffers"]) + int(row["pool_waiters_high_water"])

    @cached_property
    def fullest(self) -> Row | None:
        """The interval in which most of its blocks were in use."""
        rows = [row for measure in self.sizes if (row := measure[FULLEST]) is not None]
        return max(rows, key=used_blocks_share, default=None)

    @cached_property
    def refused(self) -> Row | None:
        """The interval in which most requests for space were refused."""
        return _largest((measure[REFUSED] for measure in self.sizes), "failed_allocations")

    @property
    def io_seconds(self) -> float | None:
        """Seconds of an I/O request to the data sets of the structure, on average; None without one."""
        counts, elapsed = (sum(self.total_of_window(f"{kind}_{what}") for kind in _IO) for what in _WHAT)
        return elapsed / 1e6 / counts if counts else None

    @property
    def is_io_slower(self) -> bool:
        """Whether I/O took longer while requests waited for a buffer than in other intervals, or nothing
        tells.
        """
        counts, elapsed = (sum(self.total_of_window(f"{kind}_{what}") for kind in _IO) for what in _WHAT)
        others, of_others = (
            float(sum(measure[_UNWAITED[what]] or 0 for measure in self.sizes)) for what in _WHAT
        )
        if not others or counts <= others:
            return True
        return (elapsed - of_others) / (counts - others) >= _SLOWER * of_others / others

    @property
    def reads_saved(self) -> float | None:
        """The share of requests to read that found the data in a buffer; None without such a request."""
        reads = self.total_of_window("buffer_read_requests")
        return self.total_of_window("buffer_reads_saved") / reads if reads else None

    @property
    def message_bytes(self) -> float | None:
        """Bytes that a message takes in the data set, on average; None where none was put there."""
        count = self.total_of_window("allocation_requests")
        return self.total_of_window("pages_allocated") * PAGE_BYTES / count if count else None


def used_blocks(row: Row) -> int:
    """The most blocks of message data in use."""
    return max(int(row["blocks_in_use"] or 0), int(row["blocks_in_use_high_water"] or 0))


def used_blocks_share(row: Row) -> float:
    """The same as a share of all."""
    return used_blocks(row) / int(row["message_blocks"])


def _largest(rows: Iterable[Row | None], column: str) -> Row | None:
    known = [row for row in rows if row is not None]
    return max(known, key=lambda row: row[column] or 0, default=None)


def shared_data_sets(
    measures: Measures, shown: Measures, owner: tuple[str | None, str | None], of: Subsystem
) -> tuple[SharedDataSet, ...]:
    """The data sets of one queue manager, by structure."""
    by_structure: dict[str, list[Measure]] = {}
    for measure in measures.within(owner):
        if measure.key[-2]:
            by_structure.setdefault(str(measure.key[-2]), []).append(measure)
    return tuple(
        SharedDataSet(of, name, sizes, shown.of(*owner, name)) for name, sizes in by_structure.items()
    )
