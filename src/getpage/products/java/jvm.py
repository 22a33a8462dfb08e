"""One Java virtual machine over the window: its settings, its collections, and what they tell of its heap.

A log names neither a virtual machine nor a system. The machine is called as its file is, without what
rotation adds, so that the pieces of one log are one machine's; `WEB1@SYSA.gc.log` is WEB1 on SYSA.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, ClassVar, Final

import numpy as np
import polars as pl

from getpage.contract.measures import Row
from getpage.contract.storage import Processors
from getpage.core.names import KnobId, Object
from getpage.core.units import MIB
from getpage.products.common.slope import Slope, slope
from getpage.products.common.subsystem import SubsystemInWindow
from getpage.result import Fact

from . import lpar
from .constants import (
    FEWEST_STOPS,
    JUST_ABOVE,
    LEFT_BY_G1,
    MOST_STOPPED,
    OCCUPIED,
    SHORTEST_SECONDS,
    UNSHIFTED_LIMIT,
)
from .leak import FullRun, Leak, full_run, leak_of, occupancies
from .mean_cost import CollectionKind, mean_cost
from .model import HeapModel
from .resized import AS_LARGE, AS_NOW
from .space import HeapFrames, Space, large_frames_of, space_of, storage_evidence_of
from .survivors import Survivors, joined
from .thresholds import SOON_FULL

COLLECTIONS: Final = "java_collection"
_A_DAY: Final = timedelta(days=1)
HEAPS: Final = "java_heap"
PHASES: Final = "java_phase"

#: Collectors whose young objects have a part of the heap of their own, of a fixed size.
OWN_NURSERY: Final = ("gencon", "Serial", "Parallel")
#: Collectors whose work is beside the program: what another heap would cost no pause of theirs tells.
BESIDE: Final = ("Z", "Shenandoah")
#: Collectors of HotSpot.
HOTSPOT: Final = ("Serial", "Parallel", "G1", "Z", "Shenandoah")

#: Microseconds of a tick of the clock that HotSpot takes processor time by.
_COARSE: Final = 10_000.0


@dataclass(frozen=True)
class Jvm(SubsystemInWindow):
    """What the window holds of one; `rows` are its collections in order, those without a time as they stand,
    `heaps` its settings, `phases` those of collections. `on_system` are the machines of its z/OS system,
    itself included.
    """

    PRODUCT: ClassVar[str] = "java"
    NAMELESS: ClassVar[str] = "the Java virtual machine"

    rows: pl.DataFrame
    heaps: pl.DataFrame
    phases: pl.DataFrame
    on_system: list[Jvm] = field(default_factory=list, compare=False, repr=False)

    @property
    def heap(self) -> Object:
        """Its heap, as findings name it."""
        return Object(self.id, "heap")

    @property
    def knob(self) -> KnobId:
        """The size of it."""
        return KnobId(self.id, "HEAP")

    @cached_property
    def space(self) -> Space | None:
        """Its address space; None without a z/OS record of it."""
        return space_of(self.evidence, self.system, self.name or "")

    @cached_property
    def storage_evidence(self) -> tuple[datetime, datetime] | None:
        """From when to when evidence of real storage of its system is, where that is more than a day before
        or after its log; None where it is of the same time, or one of them has no dates.
        """
        span = storage_evidence_of(self.evidence, self.system)
        dates = self.rows["written"].drop_nulls().sort()
        if span is None or not dates.len():
            return None
        apart = span[1] + _A_DAY < dates[0] or dates[-1] + _A_DAY < span[0]
        return span if apart else None

    @cached_property
    def large_frames(self) -> HeapFrames | None:
        """Frames of 2 GB of its system."""
        return large_frames_of(self.evidence, self.system)

    @cached_property
    def processors_meanwhile(self) -> tuple[Processors, ...]:
        """How busy the processors of its system were, in the intervals that its log reaches into."""
        every = self.on_system[0] if self.on_system else self  # asked once a system
        return tuple(lpar.met(every.processors_of_system, self.rows["written"]))

    @cached_property
    def processors_of_system(self) -> tuple[Processors, ...]:
        """How busy the processors of its system were at all times."""
        return lpar.of_system(self.evidence, self.system)

    @cached_property
    def all_stops(self) -> pl.DataFrame:
        """Rows that stopped the program, with the time since the one before, which is none where a global
        collection follows a young one at once: what shares of time are of.
        """
        return self.rows.filter(pl.col("pause_us").is_not_null() & (pl.col("interval_us").is_not_null()))

    @cached_property
    def stops(self) -> pl.DataFrame:
        """Those since its heap may have as much as now: what it lacks."""
        return self.all_stops.filter(AS_LARGE)

    @cached_property
    def stops_now(self) -> pl.DataFrame:
        """Those since its heap is started with the sizes of now."""
        return self.all_stops.filter(AS_NOW)

    @cached_property
    def seconds(self) -> float:
        """Time that was observed."""
        return _seconds(self.stops)

    @property
    def judged(self) -> bool:
        """Whether enough was observed for shares of time."""
        return self.stops.height >= FEWEST_STOPS and self.seconds >= SHORTEST_SECONDS

    def setting(self, column: str) -> Any:
        """The latest value of a setting in its logs; None where no log has it."""
        row = self.setting_row(column)
        return None if row is None else row[column]

    def setting_row(self, column: str) -> Row | None:
        """The row that has it."""
        return self._setting_rows.get(column)

    @cached_property
    def _setting_rows(self) -> Mapping[str, Row]:
        """Of each setting the last row that has it."""
        rows = self.heaps.iter_rows(named=True)
        return {name: row for row in rows for name, value in row.items() if value is not None}

    def settings(self, **labels: str) -> tuple[Fact, ...]:
        """Settings as facts, by column."""
        rows = ((name, label, self.setting_row(name)) for name, label in labels.items())
        return tuple(self.fact(HEAPS, name, row, label) for name, label, row in rows if row is not None)

    def latest(self, column: str) -> Row | None:
        """The last collection that tells a column."""
        known = self.rows.filter(pl.col(column).is_not_null())
        return known.row(-1, named=True) if known.height else None

    def largest(self, column: str, *, where: str | None = None) -> Row | None:
        """The first of the collections with the largest value; of those for which a column `where` holds."""
        rows = self.rows if where is None else self.rows.filter(where)
        known = rows.filter(pl.col(column).is_not_null())
        return known.row(int(known[column].arg_max() or 0), named=True) if known.height else None

    @cached_property
    def held(self) -> Row | None:
        """The collection with which its heap held most, of those with the sizes of now."""
        return self.largest("heap_committed", where=AS_NOW)

    @cached_property
    def alive(self) -> tuple[Row | None, Row | None]:
        """The collection after which most was alive, and one that tells what the heap of now held: the same
        where it had the sizes of now.
        """
        row = self.largest("live")
        return row, row if row is None or row[AS_NOW] else self.held

    @cached_property
    def is_hotspot(self) -> bool:
        """Whether its options are those of HotSpot: by its collector, or by what its log prints."""
        prints = self.rows["printed"].str.contains("^(Pause|Garbage Collection) ").any()
        return bool(prints) or self.setting("collector") in HOTSPOT

    @property
    def is_fixed(self) -> bool:
        """Whether its heap is in pages that are never paged out."""
        return bool(self.setting("page_type") == "nonpageable")

    @cached_property
    def committed(self) -> int | None:
        """The most that its heap held with the sizes of now; what it starts with or may have where no
        collection tells.
        """
        row = self.held
        if row is not None:
            return int(row["heap_committed"])
        size = self.setting("heap_initial") or self.setting("heap_max")
        return None if size is None else int(size)

    @property
    def most(self) -> int | None:
        """What its heap may have (-Xmx); what it held where the log does not tell."""
        most = self.setting("heap_max")
        return max(int(most), self.committed or 0) if most else self.committed

    @cached_property
    def live(self) -> tuple[float, float, float] | None:
        """Bytes that are alive: median over global collections, with the least and the most; where there was
        none, the least that was in use after any collection holds it.
        """
        known = self.rows["live"].drop_nulls()
        if known.len():
            recent = known.tail(max(5, known.len() // 2)).cast(pl.Float64)
            return float(recent.median() or 0), float(recent.min() or 0), float(recent.max() or 0)  # type: ignore[arg-type]
        after = self.rows.filter(pl.col("kind").is_in(["partial", "cycle", "phase"]))[
            "heap_after"
        ].drop_nulls()
        if not after.len():
            return None
        least = float(after.min())  # type: ignore[arg-type]
        mixed = bool((self.rows["kind"] == "partial").any()) and self.most
        return least, max(0.0, least - LEFT_BY_G1 * (self.most or 0)) if mixed else 0.0, least

    @property
    def is_live_measured(self) -> bool:
        """Whether a collection that stopped all told what is alive."""
        return bool(self.rows["live"].drop_nulls().len())

    @property
    def is_just_above_unshifted(self) -> bool:
        """Whether references are shifted for a heap that would do as well below 2 GB: little is lost by going
        there, and what is alive fits with room.
        """
        most = self.setting("heap_max")
        if not most or not UNSHIFTED_LIMIT < most <= JUST_ABOVE * UNSHIFTED_LIMIT:
            return False
        if not self.setting("compressed_references") or self.setting("reference_shift") == 0:
            return False
        live = self.live[2] if self.live is not None and self.is_live_measured else None
        fits = live is not None and live <= OCCUPIED * UNSHIFTED_LIMIT * (1 - self.nursery_share)
        return fits and (self.committed or 0) > UNSHIFTED_LIMIT and self.share() < MOST_STOPPED

    def share(self, where: pl.Expr | None = None) -> float:
        """Share of the time in which collections stopped the program."""
        rows = self.stops if where is None else self.stops.filter(where)
        return float(rows["pause_us"].sum()) / 1e6 / self.seconds if self.seconds else 0.0

    def rate(self, column: str) -> float | None:
        """Bytes a second; None where the log does not tell."""
        known = self.rows.filter(AS_LARGE)[column].drop_nulls()
        return float(known.sum()) / self.seconds if known.len() and self.seconds else None

    @cached_property
    def cpu_share(self) -> float | None:
        """Processor seconds of collections a second; None where some do not tell."""
        return cpu_share(self.stops)

    @cached_property
    def growth(self) -> Slope | None:
        """How what is alive changes, in bytes a second; None of too few collections that tell it."""
        known = occupancies(self.rows)
        return slope(known["at"].to_numpy().astype(np.float64), known["alive"].to_numpy().astype(np.float64))

    @cached_property
    def full_run(self) -> FullRun | None:
        """Collections in a row that found the heap full and left it so; None where there are none."""
        return full_run(self.rows, pl.col(AS_LARGE), self.most) if self.most else None

    @cached_property
    def leak(self) -> Leak | None:
        """How it leaks; None where nothing shows that. No size of it would end a leak."""
        if not self.most:
            return None
        nursery = self.nursery_share if self.setting("collector") in OWN_NURSERY else 0.0
        usable, soon = self.most * (1 - nursery), self.in_force(SOON_FULL, self.heap)
        return leak_of(self.rows, self.most, usable, self.full_run, soon)

    @cached_property
    def nursery_share(self) -> float:
        """The nursery's share of the heap; 0 of a heap without one."""
        row = self.latest("young_committed")
        size = None if row is None else row["young_committed"]
        if row is None:
            # Regions come and go: what the nursery usually has.
            rooms = self.stops_now.filter(pl.col("kind") == "young")["young_room"].drop_nulls()
            row = self.latest("young_room")
            size = rooms.median() if rooms.len() else None if row is None else row["young_room"]
        if row is None or not size or not row["heap_committed"]:
            return 0.0
        return min(0.9, float(size) / float(row["heap_committed"]))

    @cached_property
    def model(self) -> HeapModel | None:
        """What other sizes cost; None where too little was observed, and where pauses do not tell it."""
        if self.stops_now.height < FEWEST_STOPS or not self.committed or self.setting("collector") in BESIDE:
            return None
        explicit = pl.col("explicit").fill_null(value=False)
        young = (pl.col("kind") == "young") & ~explicit
        heaps = self.stops_now["heap_committed"].drop_nulls()
        copying, whole = self._joined.filter(young), self._joined.filter(~young & ~explicit)
        return HeapModel(
            seconds=_seconds(self.stops_now),
            heap=int(float(heaps.median() or 0)) if heaps.len() else self.committed,  # type: ignore[arg-type]
            nursery_share=self.nursery_share,
            young=self._kind(copying),
            whole=self._kind(whole),
            explicit=self._kind(self._joined.filter(explicit)),
            live=self.live,
            tenured=_rate(self.stops_now, "promoted"),
            old=self._tenure_used,
            survivors=Survivors.of(copying),
            instead=float(whole["instead"].mean() or 0.0) if whole.height else 0.0,  # type: ignore[arg-type]
            is_regional=self.setting("collector") == "G1",
        )

    @cached_property
    def _joined(self) -> pl.DataFrame:
        """Stops with the sizes of now, without young collections that gave up."""
        return joined(self.stops_now)

    @property
    def _tenure_used(self) -> float | None:
        """The most that the tenure area had in use after a collection."""
        row = self.largest("old_after", where=AS_NOW)
        return None if row is None else float(row["old_after"])

    def _kind(self, rows: pl.DataFrame) -> CollectionKind | None:
        if not rows.height or not rows["pause_us"].sum():
            return None
        # A stop without a collection prints no processor time: one thread worked meanwhile.
        alone = pl.when(pl.col("kind") == "phase").then("pause_us")
        cpu = rows.select(pl.coalesce("cpu_us", alone))["cpu_us"].drop_nulls()
        if cpu.len() < rows.height or not cpu_share(self.stops_now):
            return CollectionKind(rows.height, mean_cost(rows["pause_us"]), None)
        worked, stopped = float(cpu.sum()) + self._step / 2, float(rows["pause_us"].sum())
        queued = max(0.0, 1 - worked / stopped) if stopped else 0.0
        wait = replace(mean_cost(rows["pause_us"]), queued=queued)
        return CollectionKind(rows.height, wait, mean_cost(cpu, self._step))

    @cached_property
    def _step(self) -> float:
        """The steps in which processor time is printed, in microseconds; 0 where they are fine."""
        known = self.stops_now["cpu_us"].drop_nulls()
        coarse = known.len() and ((known / _COARSE - (known / _COARSE).round()).abs() < 1e-6).all()
        return _COARSE if coarse else 0.0


def _seconds(stops: pl.DataFrame) -> float:
    return float(stops["interval_us"].sum()) / 1e6


def _rate(stops: pl.DataFrame, column: str) -> float | None:
    seconds, known = _seconds(stops), stops.filter(pl.col(column).is_not_null())
    return float(known[column].sum()) / seconds if known.height and seconds else None


def cpu_share(stops: pl.DataFrame) -> float | None:
    """Processor seconds of collections a second; None where none tells."""
    seconds = _seconds(stops)
    if not seconds or stops["cpu_us"].null_count() == stops.height:
        return None
    return float(stops["cpu_us"].sum()) / 1e6 / seconds


def megabytes(size: float) -> int:
    """Bytes in whole MiB, rounded up: the unit of options."""
    return -int(-size // MIB)
