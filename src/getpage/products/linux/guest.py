"""One Linux guest over the window: its snapshots, the lines of its vmstat, and what it is called.

A guest is an image of its own: its memory is its hypervisor's, and no z/OS image's. It is called as its files
are, `LNX1.meminfo` or `LNX1@CEC1.meminfo`; where the name of a file says nothing as `--system` says.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import Any, ClassVar, Final

import numpy as np
import polars as pl

from getpage.contract.evidence import Evidence
from getpage.contract.measures import Row
from getpage.core.names import Image, KnobId, Object, Subsystem
from getpage.core.units import PAGE
from getpage.products.common.every_row import every_row
from getpage.products.common.subsystem import SubsystemInWindow
from getpage.result import Fact

from .constants import (
    LEAST_HUGE,
    LEAST_KEPT,
    LONGEST_GAP,
    OF_PAGES,
    PIECE,
    SAME_UNIT,
    SPARE_HUGE,
    SWAP_READ_SECONDS,
    WHOLE_DAY,
)
from .evidence import name_of
from .thresholds import KEPT

MEMORY: Final = "linux_memory"
PAGING: Final = "linux_paging"
PROCESSES: Final = "linux_process"
HOST: Final = "linux_host"
_TABLES: Final = (MEMORY, PAGING, PROCESSES, HOST)
#: A guest that neither its files nor --system name.
_UNNAMED: Final = "LINUX"


@dataclass(frozen=True)
class Guest(SubsystemInWindow):
    """What the window holds of one, each table in order of time; those without a time as they stand."""

    PRODUCT: ClassVar[str] = "linux"
    NAMELESS: ClassVar[str] = "the Linux guest"

    memory: pl.DataFrame
    paging: pl.DataFrame
    processes: pl.DataFrame
    host: pl.DataFrame

    @cached_property
    def id(self) -> Subsystem:
        """An image of its own, and Linux as a whole there."""
        return Subsystem(self.PRODUCT, Image(self.name or _UNNAMED))

    @property
    def all_memory(self) -> Object:
        """Its memory, as findings name it."""
        return Object(self.id, "memory")

    @property
    def huge_pages(self) -> Object:
        """Its pool of huge pages."""
        return Object(self.id, "huge pages")

    @property
    def knob(self) -> KnobId:
        """The size of it."""
        return KnobId(self.id, "MEMORY")

    @property
    def guest(self) -> str:
        """What its hypervisor calls it: what /proc/sysinfo says, else the name of its files."""
        return str(self._last_of("guest") or (self.name or _UNNAMED).partition("@")[0])

    @property
    def control_program(self) -> str:
        """`z/VM 7.3.0`, `KVM/Linux`; empty where nothing tells."""
        return str(self._last_of("control_program") or "")

    @cached_property
    def is_kvm(self) -> bool:
        """Whether it is known to run on KVM."""
        return "KVM" in self.control_program.upper()

    def _last_of(self, column: str) -> Any:
        known = self.host[column].drop_nulls()
        return known[-1] if known.len() else None

    @cached_property
    def last(self) -> Row | None:
        """The last snapshot."""
        return self.memory.row(-1, named=True) if self.memory.height else None

    @cached_property
    def now(self) -> pl.DataFrame:
        """Snapshots since its memory has the size of now."""
        if self.last is None:
            return self.memory
        others = (self.memory["total"] != self.last["total"]).arg_true()
        return self.memory.slice(int(others[-1]) + 1) if others.len() else self.memory

    @cached_property
    def least(self) -> Row | None:
        """The first of those with least available; the last where the kernel does not tell it."""
        known = self.now.filter(pl.col("available").is_not_null())
        return known.row(int(known["available"].arg_min() or 0), named=True) if known.height else self.last

    @property
    def available(self) -> int | None:
        """Bytes available at the minimum."""
        return None if self.least is None or self.least["available"] is None else int(self.least["available"])

    @cached_property
    def total(self) -> int | None:
        """Bytes that its kernel has."""
        return None if self.last is None else int(self.last["total"])

    @cached_property
    def host_row(self) -> tuple[str, Row] | None:
        """The column and row that tell its defined size: its hypervisor's word, else what lsmem has online.

        None where neither was read, or it is less than the kernel has.
        """
        for column in ("defined", "online"):
            known = self.host.filter(pl.col(column) >= max(1, self.total or 0))
            if known.height:
                return column, known.row(-1, named=True)
        return None

    @cached_property
    def defined(self) -> int | None:
        """Bytes that it is defined with; None without a snapshot.

        Where nothing tells it: what its kernel has and a 64th for its page structures, in whole pieces. A
        kernel that keeps more (crashkernel) makes that too low.
        """
        if self.host_row is not None and self.total is not None:
            column, row = self.host_row
            return int(row[column])
        return None if self.total is None else _pieces(self.total * OF_PAGES / (OF_PAGES - 1))

    @property
    def defined_facts(self) -> tuple[Fact, ...]:
        """Where that stands."""
        labels = {"defined": "defined by its hypervisor", "online": "memory online (lsmem)"}
        return (
            ()
            if self.host_row is None
            else self.facts(HOST, self.host_row[1], **{self.host_row[0]: labels[self.host_row[0]]})
        )

    @property
    def standby(self) -> int | None:
        """Bytes of memory that chmem can bring online; None where lsmem was not read."""
        known = self.host["offline"].drop_nulls()
        return int(known[-1]) if known.len() else None

    @cached_property
    def most_defined(self) -> int | None:
        """Bytes that its hypervisor can give it without a stop; None where that was not read."""
        known = self.host["most_defined"].drop_nulls()
        return int(known[-1]) if known.len() else None

    @cached_property
    def seconds(self) -> float | None:
        """From the first to the last of its snapshots with the size of now; None where they have no time."""
        times = self.now["written"].drop_nulls()
        first: datetime | None = times.min()  # type: ignore[assignment]
        last: datetime | None = times.max()  # type: ignore[assignment]
        return None if first is None or last is None else (last - first).total_seconds()

    @property
    def is_of_a_day(self) -> bool:
        """Whether its snapshots cover a day or more, each the time to the next up to an hour."""
        times = self.now["written"].drop_nulls().to_list()
        each = [(after - before).total_seconds() for before, after in pairwise(times)]
        near = [gap for gap in each if gap <= LONGEST_GAP]
        return bool(near) and sum(near) + median(near) >= WHOLE_DAY

    @cached_property
    def kept(self) -> int:
        """Bytes of what is available that stay with it."""
        return max(LEAST_KEPT, int(self.in_force(KEPT, self.all_memory) * (self.total or 0)))

    @cached_property
    def spare(self) -> int:
        """Bytes that were available at all times beyond what it keeps, in whole pieces; 0 where it swaps."""
        if self.available is None or self.pages_a_second is None or self.pages_a_second > 0:
            return 0
        return max(0, self.available - self.kept) // PIECE * PIECE

    @cached_property
    def swapped(self) -> int:
        """Bytes in swap space at most."""
        used = [0, *(self.now["swap_total"] - self.now["swap_free"]).drop_nulls().to_list()]
        return max(map(int, [*used, *self.lines["swapped"].drop_nulls().to_list()]))

    @property
    def swapped_row(self) -> Row | None:
        """The snapshot with most in swap space."""
        used = (self.now["swap_total"] - self.now["swap_free"]).drop_nulls()
        if not used.len() or self.now["swap_total"].null_count():
            return None
        return self.now.row(int(used.arg_max() or 0), named=True)

    @cached_property
    def is_in_kib(self) -> bool:
        """Whether vmstat is in KiB: its totals agree with those of meminfo."""
        if self.last is None or not self.paging.height:
            return True
        seen = self.paging.select(pl.sum_horizontal("free", "buffers", "cached")).to_series().max()
        rows = self.memory.select(pl.sum_horizontal("free", "buffers", "cached")).to_series()
        return float(seen or 0) >= SAME_UNIT * float(rows.min() or 0)  # type: ignore[arg-type]

    @cached_property
    def as_large_from(self) -> datetime | None:
        """The first snapshot since its memory is as large as now; None where none was smaller. What differs
        by less than half a piece is another kernel, not another size.
        """
        if self.last is None:
            return None
        smaller = (self.memory["total"] <= self.last["total"] - PIECE // 2).arg_true()
        return self.memory["written"][int(smaller[-1]) + 1] if smaller.len() else None

    @cached_property
    def lines(self) -> pl.DataFrame:
        """Lines of vmstat, without the first of a run, since the guest was last enlarged.

        Empty where their unit is not known.
        """
        rows = self.paging.filter(~pl.col("since_boot").fill_null(value=False))
        if self.as_large_from is not None:
            begun = pl.col("written") - pl.duration(microseconds=pl.col("interval_us").fill_null(0))
            rows = rows.filter((begun >= self.as_large_from).fill_null(value=True))
        return rows if self.is_in_kib else rows.clear()

    @cached_property
    def pages_a_second(self) -> float | None:
        """Pages swapped in per second, mean over the window; None where nothing tells.

        0 where swap space is empty at every snapshot.
        """
        if self.lines.height:
            weight = pl.col("interval_us").fill_null(pl.col("interval_us").median()).fill_null(1.0)
            weights = self.lines.select(weight.cast(pl.Float64)).to_series().to_numpy()
            return float(np.average(self.lines["swapped_in_rate"].to_numpy(), weights=weights)) / PAGE
        used = (self.now["swap_total"] - self.now["swap_free"]).drop_nulls()
        return 0.0 if used.len() and not used.sum() else None

    @cached_property
    def waiting(self) -> tuple[float, float, float] | None:
        """Seconds that programs wait a second for pages from swap space: best guess, least, most."""
        pages = self.pages_a_second
        if pages is None:
            return None
        value, low, high = (pages * each for each in SWAP_READ_SECONDS)
        return value, low, high

    @cached_property
    def waited(self) -> float:
        """Seconds waited in the window, best guess; 0 where lines have no time."""
        known = self.lines.filter(pl.col("interval_us").is_not_null())
        pages = float((known["swapped_in_rate"] * known["interval_us"]).sum()) / 1e6 / PAGE
        return pages * SWAP_READ_SECONDS[0]

    @cached_property
    def most_swapping(self) -> Row | None:
        """The line of vmstat with most swapped in."""
        rows = self.lines
        return rows.row(int(rows["swapped_in_rate"].arg_max() or 0), named=True) if rows.height else None


_HUGE: Final = ("huge_total", "huge_free", "huge_reserved")


@dataclass(frozen=True, slots=True)
class HugePages:
    """The pool of now: all pages, the most that were in use or promised, and the snapshot that shows it."""

    total: int
    used: int
    page_bytes: int
    row: Row

    @property
    def unused(self) -> int:
        """Bytes of pages that were neither in use nor reserved at any snapshot."""
        return (self.total - self.used) * self.page_bytes


def huge_pages(guest: Guest) -> HugePages | None:
    """None where there are none, or where nothing shows what is used of them."""
    if guest.last is None or not guest.last["huge_total"] or not guest.last["huge_page_bytes"]:
        return None
    total = int(guest.last["huge_total"])
    rows = guest.now.filter(
        pl.col("huge_total") == total,
        pl.col("huge_free").is_not_null(),
        pl.col("huge_reserved").is_not_null(),
    )
    if not rows.height:
        return None
    total_of, free, promised = (pl.col(name).cast(pl.Int64) for name in _HUGE)
    counts = rows.select((total_of - free + promised).alias("used"))["used"]
    used = min(total, max(0, int(counts.max() or 0)))  # type: ignore[arg-type]
    row = rows.row(int(counts.arg_max() or 0), named=True)
    return HugePages(total, used, int(guest.last["huge_page_bytes"]), row)


def to_give_back(guest: Guest) -> int:
    """Bytes of huge pages that are to be given back to the guest; 0 where they are too few to say so."""
    pages = huge_pages(guest)
    if pages is None or pages.unused < max(LEAST_HUGE, SPARE_HUGE * pages.total * pages.page_bytes):
        return 0
    return pages.unused


def _pieces(size: float) -> int:
    return -int(-size // PIECE) * PIECE


def guests(evidence: Evidence) -> list[Guest]:
    """All of them, by name."""
    frames = {table: _named(evidence, every_row(evidence, table)) for table in _TABLES}
    names = {name for frame in frames.values() for name in frame["guest_name"].unique().to_list()}
    every = []
    for name in sorted(names, key=lambda name: name or ""):
        is_its = pl.col("guest_name").eq_missing(pl.lit(name, dtype=pl.String))
        every.append(Guest(evidence, None, name, *(frames[table].filter(is_its) for table in _TABLES)))
    return every


def _named(evidence: Evidence, frame: pl.DataFrame) -> pl.DataFrame:
    names = {file: name_of(evidence.file_name(file)) for file in frame["file"].unique().sort().to_list()}
    of_file = frame["file"].replace_strict(names, default=None, return_dtype=pl.String)
    named = frame.with_columns(pl.coalesce(of_file.alias("of_file"), "system").alias("guest_name"))
    return named.sort("written", "file", "record", nulls_last=False)
