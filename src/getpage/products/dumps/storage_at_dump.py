"""Storage of a system when a dump was taken: what was free, what of the dumped storage was paged out, and how
long the capture takes by that.

Free storage is that at the end of the last interval before the dump began: the minimum of its own interval is
what the dump left. If no interval ended in the hour before, it is that of the interval of the dump.

What the dumped address spaces hold, in frames and on auxiliary storage, is from RMF Monitor III or SDSF
(frames and slots) or from SMF 30 (average frames; most slots of private storage above 2 GB). The dump is no
larger: buffer pools may be left out of it.

Page-ins and pages written are those of the whole system in the interval in which the dump began.

References: SMF 71 (SMF71AFC, SMF71MNF, SMF71PIN, SMF71POT), SMF 30 (SMF30HVA), RMF Monitor III STORF.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.core.units import PAGE
from getpage.products.common import capture, residency
from getpage.products.common.capture import Seconds
from getpage.products.common.every_row import rows_near
from getpage.result import Fact

from .constants import NEAR
from .dump import Dump

#: What was free at the end of an interval, at its lowest, on average: the nearest to the dump first.
_BEFORE: Final = (
    ("rmf_paging", "available_end"),
    ("rmf_paging", "available_minimum"),
    ("zos_storage", "available_minimum"),
    ("zos_storage", "available_average"),
)
_WITHIN: Final = _BEFORE[1:]
_SPACES: Final = "zos_address_space"
_STEPS: Final = "smf30_storage"
_PROCESSOR: Final = "smf30_processor"


@dataclass(frozen=True, slots=True)
class Held:
    """What the dumped address spaces held: bytes in frames (None if unknown) and on auxiliary storage."""

    frames: int | None
    auxiliary: int
    facts: tuple[Fact, ...]

    @property
    def most(self) -> int | None:
        """Bytes that a dump of them takes at most; None if the frames are unknown."""
        return None if self.frames is None else self.frames + self.auxiliary


@dataclass(frozen=True, slots=True)
class CapturedDump:
    """A dump with the storage of its system at that time.

    `bytes` is its size, None if unknown; with `is_most` it is at most that large. `free` are the bytes that
    were free before it. `raised`: MAXSPACE has been raised since. `paged` are pages per second that the
    system read and wrote in the interval of the dump.
    """

    dump: Dump
    bytes: int | None
    is_most: bool
    free: int | None
    held: Held | None
    facts: tuple[Fact, ...]
    raised: bool = False
    paged: tuple[float, float] | None = None

    @property
    def auxiliary(self) -> int:
        """Bytes of it that were on auxiliary storage; 0 if unknown."""
        if self.held is None or self.bytes is None:
            return 0
        most = self.held.most
        if most is None or most <= self.bytes:
            return min(self.held.auxiliary, self.bytes)
        return self.held.auxiliary * self.bytes // most  # which of them were dumped is unknown: in proportion

    @property
    def lack(self) -> int:
        """Bytes of it for which others were paged out; 0 if unknown."""
        if self.bytes is None or self.free is None:
            return 0
        return max(0, self.bytes - self.free)

    @property
    def model(self) -> Seconds | None:
        """Time of its capture at IBM's rates; None if its size is unknown."""
        if not self.bytes:
            return None
        return capture.seconds(self.bytes, self.free, self.auxiliary)

    def with_free(self, free: int, more: int = 0) -> Seconds | None:
        """Time of its capture with so many bytes free and, if MAXSPACE cut it off, `more` bytes of MAXSPACE.

        Scaled to its own seconds where they are known, else at IBM's rates. None if its size is unknown.
        """
        own = self.model
        if not self.bytes or own is None:
            return None
        size = self.bytes + min(more, self.cut)
        other = capture.seconds(size, free, round(self.auxiliary * size / self.bytes))
        took = self.dump.seconds
        return other if took is None else other.times(took / own.all)

    @property
    def cut(self) -> int:
        """Bytes that MAXSPACE kept out of it at most; 0 if unknown."""
        most = self.held.most if self.held else None
        if self.raised or not self.dump.hit_maxspace or most is None or not self.bytes:
            return 0
        return max(0, most - self.bytes)

    @property
    def split(self) -> Seconds | None:
        """Its own seconds, split as at IBM's rates; None if they or its size are unknown."""
        took, own = self.dump.seconds, self.model
        return None if took is None or own is None else own.times(took / own.all)

    @property
    def spaces(self) -> int:
        """Address spaces that stand still while it is captured; at least 1."""
        return max(1, len(self.dump.asids))


@dataclass(frozen=True)
class StorageAtDumps:
    """Storage of one system at its dumps; each table is read once for all of them."""

    evidence: Evidence
    system: str | None
    dumps: Sequence[Dump]

    def free(self, at: datetime) -> tuple[int, Fact] | None:
        """Bytes that were free before a dump that began then; None if no interval has it."""
        before = pl.col("until").is_between(at - NEAR, at)
        within = (pl.col("interval_start") <= at) & (pl.col("until") > at)
        sources = [(*source, before) for source in _BEFORE] + [(*source, within) for source in _WITHIN]
        for table, column, where in sources:
            rows = self._intervals[table].filter(where, pl.col(column) > 0)
            if rows.height:
                row = rows.row(-1, named=True)
                label = "available frames before the dump" if where is before else "available frames then"
                fact = self.evidence.fact(table, column, row, label=label)
                return round(float(row[column]) * PAGE), fact
        return None

    def paging(self, at: datetime) -> tuple[float, float, tuple[Fact, ...]] | None:
        """Pages per second that the system read from and wrote to auxiliary storage in the interval of a dump
        that began then; None if no interval has it.
        """
        rows = self._intervals["rmf_paging"].filter(pl.col("interval_start") <= at, pl.col("until") > at)
        if not rows.height or rows["page_ins"].null_count() or rows["page_outs"].null_count():
            return None
        row = rows.row(-1, named=True)
        seconds = float(row["interval_us"]) / 1e6
        facts = tuple(
            self.evidence.fact("rmf_paging", name, row, label=f"{label} in the interval of the dump")
            for name, label in (("page_ins", "page-ins"), ("page_outs", "pages written"))
        )
        return row["page_ins"] / seconds, row["page_outs"] / seconds, facts

    def held(self, dump: Dump, at: datetime) -> Held | None:
        """What the address spaces of a dump held when it began; None if unknown.

        They are found by identifier; in a panel without identifiers, by job name.
        """
        spaces, steps = self._of_spaces(dump, at), self._of_steps(dump, at)
        frames, slots, facts = 0, 0, []
        has_frames = False
        for who in dict.fromkeys((*spaces, *steps)):
            row, step = spaces.get(who), steps.get(who)
            if row is not None and row["frames"] is not None:
                has_frames = True
                frames += int(row["frames"])
                facts.append(self._fact(_SPACES, "frames", row, "frames"))
            elif step is not None and step["frames"] is not None:
                has_frames = True
                frames += round(step["frames"])
                facts.append(self._of_accounting(step))
            if row is not None and row["auxiliary_slots"] is not None:
                slots += int(row["auxiliary_slots"])
                facts.append(self._fact(_SPACES, "auxiliary_slots", row, "slots"))
            elif step is not None and step["private_64_slots_high"]:
                slots += int(step["private_64_slots_high"])
                facts.append(self._fact(_STEPS, "private_64_slots_high", step, "most slots above 2 GB"))
        return Held(frames * PAGE if has_frames else None, slots * PAGE, tuple(facts)) if facts else None

    def _fact(self, table: str, column: str, row: dict[str, Any], what: str) -> Fact:
        return self.evidence.fact(table, column, row, label=f"{what} of {row['job'] or row['asid']}")

    def _of_accounting(self, step: dict[str, Any]) -> Fact:
        fact = self.evidence.fact(_STEPS, "page_time", step, label=f"frames of {step['job'] or step['asid']}")
        return replace(fact, value=round(step["frames"]), unit="frames", ibm_name=residency.FORMULA)

    @cached_property
    def _intervals(self) -> dict[str, pl.DataFrame]:
        """The intervals of each table, in order of time."""
        intervals = {}
        for table in dict.fromkeys(table for table, _ in _BEFORE):
            has_values = pl.col("interval_start").is_not_null() & (pl.col("interval_us") > 0)
            rows = rows_near(self.evidence, table, self._times, has_values, self._mine)
            length = pl.duration(microseconds=pl.col("interval_us").cast(pl.Int64))
            rows = rows.with_columns(until=pl.col("interval_start") + length)
            intervals[table] = rows.sort("interval_start", "file", "record")
        return intervals

    @cached_property
    def _spaces(self) -> pl.DataFrame:
        """Panels and reports of the address spaces of all dumps."""
        return self._of_all(_SPACES).drop_nulls("written")

    @cached_property
    def _steps(self) -> pl.DataFrame:
        """Accounting of the same address spaces."""
        rows = self._of_all(_STEPS).drop_nulls("written")
        at = ["file", "record"]
        columns = (*at, "tcb_hundredths", "srb_hundredths")
        cpu = rows_near(self.evidence, _PROCESSOR, self._times, columns=columns)
        known = cpu.join(rows.select(at), on=at, how="semi").unique(at)
        return rows.join(known, on=at, how="left", maintain_order="left").with_columns(
            frames=residency.FRAMES
        )

    @property
    def _mine(self) -> pl.Expr:
        return pl.col("system").eq_missing(pl.lit(self.system, pl.String))

    def _of_all(self, table: str) -> pl.DataFrame:
        asids = sorted({asid for dump in self.dumps for asid in dump.asids})
        jobs = sorted({job for dump in self.dumps for job in dump.jobs})
        who = pl.col("asid").is_in(asids) | pl.col("job").is_in(jobs)
        rows = rows_near(self.evidence, table, self._times, self._mine & who)
        return rows.sort("written", "file", "record")

    @property
    def _times(self) -> list[datetime]:
        """When the dumps began, as far as that is known."""
        moments = (dump.begun or dump.captured or dump.written for dump in self.dumps)
        return [moment for moment in moments if moment is not None]

    def _of_spaces(self, dump: Dump, at: datetime) -> dict[int | str, dict[str, Any]]:
        """The last row of each address space before the dump began, else the first after it."""
        near = _near(self._spaces, dump, at)
        first = near.filter(pl.col("written") > at).reverse()
        return _by_who(pl.concat([first, near.filter(pl.col("written") <= at)]))

    def _of_steps(self, dump: Dump, at: datetime) -> dict[int | str, dict[str, Any]]:
        """The record of each of the interval in which the dump began, else the last before it."""
        near = _near(self._steps, dump, at)
        after = near.filter(pl.col("written") >= at).reverse()
        return _by_who(pl.concat([near.filter(pl.col("written") < at), after]))


def _near(rows: pl.DataFrame, dump: Dump, at: datetime) -> pl.DataFrame:
    """The rows of the address spaces of a dump, within an hour of it."""
    by_name = pl.col("asid").is_null() if dump.asids else pl.lit(value=True)
    who = pl.col("asid").is_in(list(dump.asids)) | (by_name & pl.col("job").is_in(list(dump.jobs)))
    return rows.filter(who, pl.col("written").is_between(at - NEAR, at + NEAR))


def _by_who(rows: pl.DataFrame) -> dict[int | str, dict[str, Any]]:
    """The last row of each address space, by identifier or by job."""
    return {row["job"] if row["asid"] is None else row["asid"]: row for row in rows.iter_rows(named=True)}
