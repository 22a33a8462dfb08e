"""The sorts of one system over the window: what they have in storage, what on disk, and in which hour.

Sorts are sized for their hour: the hour of the day in which most of their work data sets is written, over
all days of the window. Averages over a day would have the batch window's storage idle at noon.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, ClassVar, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.core.names import KnobId, Object
from getpage.core.units import MIB, PAGE
from getpage.products.common.subsystem import SubsystemInWindow
from getpage.result import Fact

from . import zos_evidence
from .constants import LONGEST, MOST_MEMORY_OBJECT, PAGE_MOVED, REQUEST_SPARED, SMALL
from .disk_time import Requests, of_work, requests
from .model import Sort, SortModel, megabytes, peak
from .observed_effect import ObservedEffect, observed_effect
from .rows import STEPS, TABLE, UTILITIES, events, runs, utilities
from .sort_options import AT_ONCE, SortOptions
from .zos_evidence import DumpSpan, FreeForSorts, SampledWaits, dump_spans, free

_HOUR: Final = timedelta(hours=1)
#: Columns of a sort that its messages tell and not its record, in whose place they are kept.
_OF_STEP: Final = ("started",)
_TEXT: Final = "_said"
#: Of a limit, from which on it was reached; ours: DFSORT takes storage in parts.
ALL_BUT: Final = 0.95


@dataclass(frozen=True)
class Sorts(SubsystemInWindow):
    """All sorts of a system; `rows` as `rows.runs` has them, `events` messages of what ran out, `utilities`
    what Db2 utilities say of the memory of theirs.
    """

    PRODUCT: ClassVar[str] = "sort"
    NAMELESS: ClassVar[str] = "DFSORT"

    rows: pl.DataFrame
    events: pl.DataFrame
    utilities: pl.DataFrame

    @property
    def storage(self) -> Object:
        """The storage of all of them, as findings name it."""
        return Object(self.id, "work")

    @property
    def knob(self) -> KnobId:
        """The size of it."""
        return KnobId(self.id, "EXPMAX")

    @cached_property
    def large(self) -> pl.DataFrame:
        """Those with work that is worth a look, on disk or in storage."""
        return self.rows.filter(pl.col("sorts") & ((pl.col("disk") + pl.col("held")) >= SMALL))

    @cached_property
    def on_disk(self) -> pl.DataFrame:
        """Those with work data sets, most I/O first; by bytes where the requests are not known."""
        return self.large.filter(pl.col("disk") > 0).sort(
            pl.col("ios").fill_null(0), "disk", "file", "record", descending=[True, True, False, False]
        )

    @cached_property
    def growing(self) -> pl.DataFrame:
        """Those of them that more storage would keep off disk: their options allow more than they held."""
        return self.on_disk.filter(~_ends_at_options())

    @cached_property
    def kept_out(self) -> pl.DataFrame:
        """Those with work on disk that held all that their options let them, in order of time."""
        return self.rows.filter(pl.col("sorts") & (pl.col("disk") > 0) & _ends_at_options())

    @cached_property
    def timed(self) -> pl.DataFrame:
        """Large sorts with known time and resources."""
        known = [pl.col(name).is_not_null() for name in ("begin", "end", "seconds", "cpu")]
        possible = pl.col("seconds").is_between(0, LONGEST, closed="right")
        return self.large.filter(pl.all_horizontal(known) & possible).sort("begin", "end", "file", "record")

    @cached_property
    def hour(self) -> int | None:
        """The hour of the day, 0 to 23, in which most work is on disk or in storage; None where no time is
        known.
        """
        work: dict[int, float] = defaultdict(float)
        for row in self.timed.iter_rows(named=True):
            for start, share in _hours(row["begin"], row["end"]):
                work[start.hour] += share * (row["disk"] + row["held"] / 2)
        return max(sorted(work), key=lambda hour: work[hour]) if work else None

    @cached_property
    def hours(self) -> tuple[datetime, ...]:
        """That hour of each day on which something was sorted in it."""
        starts = {
            start
            for row in self.timed.iter_rows(named=True)
            for start, _ in _hours(row["begin"], row["end"])
            if start.hour == self.hour
        }
        return tuple(sorted(starts))

    @property
    def hour_label(self) -> str:
        """`the hour from 01:00`."""
        return "" if self.hour is None else f"the hour from {self.hour:02}:00"

    @property
    def is_dated(self) -> bool:
        """Whether the days are known, too."""
        return bool(self.timed.height and self.timed["dated"].all())

    @cached_property
    def held(self) -> int:
        """The most bytes of storage that they had at a time."""
        rows = self.timed if self.timed.height else self.large.clear()
        spans = [
            (r["begin"].timestamp(), r["end"].timestamp(), r["held"]) for r in rows.iter_rows(named=True)
        ]
        return peak(spans)

    @cached_property
    def model(self) -> SortModel | None:
        """What other sizes cost in their hour; None where too little is known."""
        timed = [self.as_sort(row) for row in self.timed.iter_rows(named=True)]
        if not timed or not self.hours:
            return None
        return self._model(timed, 3600.0 * len(self.hours), self.held)

    @cached_property
    def observed_effect(self) -> ObservedEffect | None:
        """What storage brought them, by their own runs."""
        return observed_effect(self.timed)

    def _model(self, sorts: Sequence[Sort], seconds: float, now: int) -> SortModel:
        share = None if self.waits is None else self.waits.work_share
        effect = self.observed_effect
        return SortModel(
            sorts,
            seconds,
            now,
            share,
            cpu_of_all=None if effect is None else effect.cpu,
            elapsed_of_all=None if effect is None else effect.elapsed,
            at_once=self.options.shown("TUNE") in AT_ONCE,
        )

    def saved(self, sort: Sort) -> tuple[float, float, float]:
        """Seconds that a sort waits less with storage for all of its work: best guess, least, most."""
        return self._model((sort,), 1.0, sort.held).saved(sort, 0)

    def saved_by_all(self, rows: Sequence[Mapping[str, Any]]) -> tuple[float, float, float] | None:
        """The same of several sorts; None where the time of one is not known."""
        if any(row["begin"] is None or row["seconds"] is None or row["cpu"] is None for row in rows):
            return None
        every = [self.saved(self.as_sort(row)) for row in rows]
        value, low, high = (sum(ends) for ends in zip(*every, strict=True))
        return value, low, high

    def as_sort(self, row: Mapping[str, Any]) -> Sort:
        """A sort as the model has it."""
        within = sum(share for start, share in _hours(row["begin"], row["end"]) if start in self.hours)
        wait = max(0.0, row["seconds"] - row["cpu"])
        by_disk = 1.0 if self.waits is None else self.waits.work_share
        others, work, on_disk = _requests(row)
        a_byte = 1 / PAGE, work.count / work.bytes if work.bytes else 0.0
        value, low, high = (
            page * a_byte[0] - spared * a_byte[1]
            for page, spared in zip(PAGE_MOVED, REQUEST_SPARED, strict=True)
        )
        return Sort(
            begin=row["begin"].timestamp(),
            end=row["end"].timestamp(),
            held=row["held"],
            disk=row["disk"],
            of_work=of_work(others, work, wait * by_disk, on_disk),
            moving=(value, low, high),
            wait=wait,
            cpu=row["cpu"],
            weight=within,
            most=MOST_MEMORY_OBJECT if row["held_by_options"] is None else row["held_by_options"],
        )

    def share_in(self, row: Mapping[str, Any], hour: datetime) -> float:
        """The share of a sort's time that is within an hour."""
        return next((share for start, share in _hours(row["begin"], row["end"]) if start == hour), 0.0)

    @cached_property
    def classes(self) -> tuple[str, ...]:
        """Service classes of the steps that sort on disk."""
        rows = self.on_disk if self.on_disk.height else self.large
        return tuple(rows["service_class"].drop_nulls().unique().sort().to_list())

    @cached_property
    def waits(self) -> SampledWaits | None:
        """What their class waits for."""
        return zos_evidence.waits(self.evidence, self.system, self.classes)

    @cached_property
    def free(self) -> FreeForSorts | None:
        """Real storage that was free in their hour."""
        return free(self.evidence, self.system, self.hours) if self.is_dated else None

    def free_for(self, row: Mapping[str, Any]) -> FreeForSorts | None:
        """Real storage that was free in the hours of one sort."""
        if not row["dated"] or row["begin"] is None:
            return None
        hours = tuple(start for start, _ in _hours(row["begin"], row["end"]))
        known = self._free_by_hours
        if hours not in known:
            known[hours] = free(self.evidence, self.system, hours)
        return known[hours]

    @cached_property
    def _free_by_hours(self) -> dict[tuple[datetime, ...], FreeForSorts | None]:
        return {}

    @cached_property
    def held_over_time(self) -> pl.DataFrame:
        """What all held together, by its changes: `at` and `held` from then on."""
        rows = self.timed.filter(pl.col("held") > 0)
        steps = pl.concat(
            [
                rows.select(at="begin", step=pl.col("held").cast(pl.Int64)),
                rows.select(at="end", step=-pl.col("held").cast(pl.Int64)),
            ]
        )
        return (
            steps.group_by("at")
            .agg(pl.col("step").sum())
            .sort("at")
            .select("at", held=pl.col("step").cum_sum())
        )

    def held_beside(self, row: Mapping[str, Any]) -> int:
        """The most bytes that all held at a time while one ran, its own included."""
        over = self.held_over_time
        before = over.filter(pl.col("at") <= row["begin"]).tail(1)
        during = over.filter(pl.col("at").is_between(row["begin"], row["end"], closed="none"))
        return max(0, *(int(held) for held in (*before["held"], *during["held"])), 0)

    @property
    def reach(self) -> int | None:
        """Bytes that all can have together in their hour: what they had, and what is free beside EXPRES and
        what a dump needs. None where nothing tells, EXPMAX allows it already, or the system is short of
        storage at some moment.
        """
        if self.model is None or self.free is None or self.free.is_short or self.may_have_all:
            return None
        return self.model.now + self.free.beside(self.options.shown("EXPRES"))

    @property
    def target(self) -> int | None:
        """MiB for all of their work, as far as they can have it in their hour; None where nothing tells, or
        that is no more than they held or than EXPMAX, as messages show it, allows.
        """
        if self.model is None or self.reach is None:
            return None
        # What `reach` leaves is kept: rounded down.
        size = min(megabytes(self.model.all), self.reach // MIB)
        return size if size > megabytes(self.model.now) and not self.allows_reach else None

    @property
    def allows_reach(self) -> bool:
        """Whether EXPMAX, as messages show it, is no less than what they can have together."""
        return self.reach is not None and (self.options.expmax or 0) >= self.reach

    @cached_property
    def dump_spans(self) -> list[DumpSpan]:
        """When dumps held storage of the system."""
        return dump_spans(self.evidence, self.system)

    @property
    def had_free(self) -> int | None:
        """Bytes that all could have together in their hour as it is, by EXPMAX and what is free; None where
        nothing tells.
        """
        if self.model is None or self.free is None:
            return None
        could = self.model.now + self.free.beside(self.options.shown("EXPRES"))
        return could if self.options.expmax is None else min(could, max(self.options.expmax, self.model.now))

    @property
    def may_have_all(self) -> bool:
        """Whether EXPMAX, as messages show it, is no less than all of their work: it does not hold them."""
        shown = self.options.values.get("expmax")
        if self.model is None or shown is None:
            return False
        return shown == "MAX" or (self.options.expmax or 0) >= self.model.all

    @property
    def leaves_free(self) -> bool:
        """Whether they may have all of their work in storage, and left free what they could have taken: what
        keeps them from it is not in the evidence, and more of it would change nothing.
        """
        free = self.free
        if not self.may_have_all or free is None or free.is_short:
            return False
        return free.beside(self.options.shown("EXPRES")) > 0

    @cached_property
    def options(self) -> SortOptions:
        """The last options that messages showed."""
        return SortOptions.of(self.rows, self.of_run)

    def of_run(self, row: Mapping[str, Any], **labels: str) -> tuple[Fact, ...]:
        """Numbers of one sort by column, from its record, its messages or its step."""
        facts = []
        for name, label in labels.items():
            if row.get(name) is None:
                continue
            if name in _OF_STEP:
                place = {**row, "file": row["step_file"], "record": row["step_record"]}
                facts.append(self.fact(STEPS, name, place, label))
            elif row.get(name + _TEXT) is not None and row.get(f"file{_TEXT}") is not None:
                place = {**row, "file": row[f"file{_TEXT}"], "record": row[f"record{_TEXT}"]}
                facts.append(self.fact(TABLE, name, place, label))
            else:
                facts.append(self.fact(TABLE, name, row, label))
        return tuple(facts)


def _requests(row: Mapping[str, Any]) -> tuple[Requests, Requests, float]:
    """Those of input and output, those of work if all of it were on disk, and the share of it that is."""
    work, moved = row["disk"] + row["held"], 2 * (row["sorted"] or row["disk"] + row["held"])
    on_disk = row["disk"] / work if work else 0.0
    known = on_disk > 0 and row["ios"] is not None and row["ios"] > 0
    count = row["ios"] / on_disk if known else None
    if count is None:
        return requests(moved, None), requests(2 * work, None), on_disk
    # Input and output of a step whose blocks SMF 30 has; else requests as large as those of work.
    others = row["all_ios"] - row["ios"] if row["all_ios"] else count * moved / (2 * work)
    mine, every = row.get("work_connect") or 0.0, row.get("all_connect") or 0.0
    if not 0 < mine < every:
        return requests(moved, max(0.0, others)), requests(2 * work, count), on_disk
    return (
        requests(moved, max(0.0, others), every - mine),
        requests(2 * work, count, mine / on_disk),
        on_disk,
    )


def _ends_at_options() -> pl.Expr:
    """Whether a sort held what its options let it, or next to all of that."""
    return (pl.col("held") >= ALL_BUT * pl.col("held_by_options")).fill_null(value=False)


def _hours(begin: datetime, end: datetime) -> Iterator[tuple[datetime, float]]:
    """The hours that a sort was in, each with the share of its time."""
    start, length = begin.replace(minute=0, second=0, microsecond=0), (end - begin).total_seconds()
    while start < end and length > 0:
        within = (min(end, start + _HOUR) - max(begin, start)).total_seconds()
        yield start, within / length
        start += _HOUR


def all_sorts(evidence: Evidence) -> list[Sorts]:
    """Of every system that sorts, or of which a report tells what a service class waits for."""
    if not any(map(evidence.most_rows, (TABLE, UTILITIES))) and not zos_evidence.owners(evidence):
        return []  # most days have none, and to put nothing together takes as long as a few sorts
    every = runs(evidence), events(evidence), utilities(evidence)
    names = {name for rows in every for name in rows["system"].to_list()}
    names |= set(zos_evidence.owners(evidence)) if not names else set()
    return [
        Sorts(
            evidence,
            system,
            "DFSORT",
            *(rows.filter(pl.col("system").eq_missing(pl.lit(system, pl.String))) for rows in every),
        )
        for system in sorted(names, key=lambda name: name or "")
    ]
