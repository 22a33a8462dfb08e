"""Buffer pools: a row per interval with what the rules need of it, and the attributes as last seen.

Residency is the time that a page stays: buffers over pages read a second, for all pages and for those of
random access alone. Source of both formulas: Db2utor, "Buffer pool tuning" (IBM Systems Magazine). Hit
ratios as OMEGAMON for Db2 defines them: of random getpages, those without a synchronous read; of sequential
getpages, those whose page was not read for them at all, so that prefetch can make it negative.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from getpage.core.names import Object

from .accounting import SECONDS
from .measured import Measured, Series
from .names import pool_name
from .simulation import Simulation, simulations

if TYPE_CHECKING:
    from getpage.core.names import Subsystem

    from .frames import Frames

_TABLE = "db2_buffer_pool"
_KINDS = ("sequential", "list", "dynamic")


@dataclass(frozen=True)
class Pool(Measured):
    """One buffer pool over the window."""

    simulations: tuple[Simulation, ...]
    simulated_size: int | None  # buffers that are simulated now
    delays: pl.DataFrame  # its page sets, as LSTATS shows them
    wait: float | None = None  # seconds of a synchronous read of the member, as its accounting has it

    @property
    def name(self) -> str:
        """Its name, as commands want it."""
        return str(self.last.get("pool") or pool_name(self.number))

    @cached_property
    def buffers(self) -> int | None:
        """Buffers allocated now; as defined, where nothing says how many are."""
        allocated, defined = self.latest("buffers"), self.latest("size_defined")
        found = allocated if allocated is not None else defined
        return None if found is None else int(found)

    @cached_property
    def size(self) -> int | None:
        """VPSIZE as defined; as allocated, where that is not printed."""
        defined = self.latest("size_defined")
        return self.buffers if defined is None else int(defined)

    @property
    def bytes(self) -> int | None:
        """Storage of the buffers."""
        return None if self.buffers is None else self.buffers * self.page_bytes

    @property
    def fixed(self) -> bool | None:
        """PGFIX; what is pending counts, as it is decided."""
        pending = self.latest("page_fixed_pending")
        value = pending if pending is not None else self.latest("page_fixed")
        return value if isinstance(value, bool) else None

    @property
    def steal(self) -> str | None:
        """PGSTEAL; what is pending counts."""
        value = self.latest("page_steal_pending") or self.latest("page_steal")
        return value if isinstance(value, str) else None

    @property
    def simulation(self) -> Simulation | None:
        """The latest result of a simulated pool."""
        return self.simulations[-1] if self.simulations else None

    @property
    def rated(self) -> pl.DataFrame:
        """Intervals that are long enough for rates."""
        return self.frame.filter(pl.col("rate_seconds").is_not_null())

    @cached_property
    def sync_delay(self) -> float | None:
        """Seconds of a synchronous read: of its page sets, of its simulation, else of all the member's."""
        rows = self.delays.drop_nulls(["sync_average_delay", "sync_pages"])
        pages = int(rows["sync_pages"].sum())
        if pages:
            return float((rows["sync_average_delay"] * rows["sync_pages"]).sum()) / pages / 1000
        simulated = self.simulation.delay_of_a_read if self.simulation else None
        return self.wait if simulated is None else simulated

    @property
    def delay(self) -> float:
        """Seconds that work waited for random synchronous reads in the window; 0 where nothing says."""
        return 0.0 if self.sync_delay is None else self.total("sync_reads_random") * self.sync_delay


def pools(frames: Frames, of: Subsystem) -> tuple[Pool, ...]:
    """The pools of one member, by identifier."""
    tables = frames.tables
    frame = tables[_TABLE].filter(pl.col("buffer_pool").is_not_null())
    frames = replace(
        frames,
        tables={_TABLE: _measured(frame)},
        others={_TABLE: _measured(frames.others[_TABLE])},
    )
    simulated = frames.shown["db2_simulated_pool"]
    return tuple(
        Pool(
            number,
            Object(of, _name(frame, number)),
            Series.of(frames, _TABLE, number),
            simulations(tables["db2_simulated_pool"].filter(mine := pl.col("buffer_pool") == number)),
            _last(simulated.filter(mine)["size"]),
            tables["db2_page_set"].filter(mine),
            _wait(tables[SECONDS]),
        )
        for number in sorted(frame["buffer_pool"].unique().to_list())
    )


def _wait(seconds: pl.DataFrame) -> float | None:
    waits = int(seconds["sync_io_waits"].sum() or 0)
    return float(seconds["sync_io_wait"].sum()) / waits if waits else None


def _last(values: pl.Series) -> int | None:
    known = values.drop_nulls()
    return int(known[-1]) if len(known) else None


def _name(frame: pl.DataFrame, number: int) -> str:
    names = frame.filter(pl.col("buffer_pool") == number)["pool"].drop_nulls()
    return str(names[-1]) if len(names) else pool_name(number)


def _split(frame: pl.DataFrame) -> pl.DataFrame:
    """Totals, and of them the random and the sequential part: records have totals, displays the parts."""
    for total in ("getpages", "sync_reads"):
        known = pl.col(total) if total in frame.columns else pl.lit(None, pl.Int64)
        random, sequential = pl.col(f"{total}_random"), pl.col(f"{total}_sequential")
        rest = pl.when(known >= sequential).then(known - sequential)
        frame = frame.with_columns(pl.coalesce(random, rest).alias(f"{total}_random")).with_columns(
            pl.coalesce(known, random + sequential).alias(total)
        )
    return frame


def _measured(frame: pl.DataFrame) -> pl.DataFrame:
    seconds = pl.col("rate_seconds")
    frame = _split(frame)
    sync = pl.col("sync_reads")
    reads = pl.sum_horizontal(*(f"{kind}_prefetch_reads" for kind in _KINDS), ignore_nulls=False)
    pages = pl.sum_horizontal(*(f"{kind}_prefetch_pages" for kind in _KINDS), ignore_nulls=False)
    frame = frame.with_columns(
        (sync + reads).alias("reads"),
        pages.alias("prefetch_pages"),
        (sync + pages).alias("pages_read"),
    )
    random, sequential = pl.col("getpages_random"), pl.col("getpages_sequential")
    most = "highest_sequential_buffers"
    held = pl.coalesce("sequential_buffers", *([most] if most in frame.columns else []))
    found_random = random - pl.col("sync_reads_random")
    found_sequential = sequential - pl.col("sync_reads_sequential") - pl.col("prefetch_pages")
    frame = frame.with_columns(
        (pl.col("getpages") / seconds).alias("getpage_rate"),
        (pl.col("sync_reads") / seconds).alias("sync_rate"),
        (pl.col("reads") / seconds).alias("read_rate"),
        pl.when(random > 0).then(found_random / random).alias("random_hit_ratio"),
        pl.when(sequential > 0).then(found_sequential / sequential).alias("sequential_hit_ratio"),
        pl.when(pl.col("getpages") > 0).then(random / pl.col("getpages")).alias("random_share"),
        pl.when(pl.col("buffers") > 0)
        .then(pl.col("buffers_in_use") / pl.col("buffers"))
        .alias("in_use_share"),
        pl.when(pl.col("buffers") > 0).then(held / pl.col("buffers")).alias("sequential_held"),
    )
    buffers, free = pl.col("buffers"), 1 - pl.col("sequential_threshold") / 100
    system = pl.when(pl.col("pages_read") > 0).then(buffers * seconds / pl.col("pages_read"))
    alone = pl.when(pl.col("sync_reads") > 0).then(buffers * free * seconds / pl.col("sync_reads"))
    return frame.with_columns(
        system.alias("residency"), pl.max_horizontal(system, alone).alias("random_residency")
    )
