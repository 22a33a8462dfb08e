"""Storage of a system when a dump was taken: what was free before it, what of the dumped was not in real
storage.

Free is taken of the end of the last interval before the dump began: the minimum of the one that it was in is
what the dump left. Where no interval ended in the hour before it, of the one that it was in.

What the dumped address spaces hold, in frames and on auxiliary storage, is of RMF Monitor III or SDSF (frames
and slots) or of SMF 30 (an average of frames; slots of private storage above 2 GB, their most): the dump is
no larger, as buffer pools and the like may be left out of it.

What was paged in and out is of the interval in which the dump began: of all of the system, not of the dump.

References: SMF 71 (SMF71AFC, SMF71MNF, SMF71PIN, SMF71POT), SMF 30 (SMF30HVA), RMF Monitor III STORF.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.core.units import PAGE
from getpage.products.common import residency

from .thresholds import NEAR

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from getpage.contract.evidence import Evidence
    from getpage.result import Fact

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
    """What the dumped address spaces held: bytes in frames, None where not told, and on auxiliary storage."""

    frames: int | None
    auxiliary: int
    facts: tuple[Fact, ...]

    @property
    def most(self) -> int | None:
        """No dump of them is larger; None where the frames are not told."""
        return None if self.frames is None else self.frames + self.auxiliary


@dataclass(frozen=True)
class Moments:
    """The moments of the dumps of one system; each table is read once for all of them."""

    evidence: Evidence
    system: str | None
    dumps: Sequence[Dump]

    def free(self, at: datetime) -> tuple[int, Fact] | None:
        """Bytes that were free before a dump that began then; None where no interval tells."""
        before = pl.col("until").is_between(at - NEAR, at)
        within = (pl.col("interval_start") <= at) & (pl.col("until") > at)
        asked = [(*one, before) for one in _BEFORE] + [(*one, within) for one in _WITHIN]
        for table, column, where in asked:
            rows = self._intervals[table].filter(where, pl.col(column) > 0)
            if rows.height:
                row = rows.row(-1, named=True)
                label = "available frames before the dump" if where is before else "available frames then"
                fact = self.evidence.fact(table, column, row, label=label)
                return round(float(row[column]) * PAGE), fact
        return None

    def paging(self, at: datetime) -> tuple[float, float, tuple[Fact, ...]] | None:
        """Pages a second that the whole system read from and wrote to auxiliary storage in the interval of a
        dump that began then; None where no interval tells.
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

    def held(self, one: Dump, at: datetime) -> Held | None:
        """What the address spaces of a dump held when it began; None where nothing tells of them.

        They are known by their identifiers; a panel that shows none is of a job that is named.
        """
        spaces, steps = self._of_spaces(one, at), self._of_steps(one, at)
        frames, slots, facts = 0, 0, []
        framed = False
        for who in dict.fromkeys((*spaces, *steps)):
            row, step = spaces.get(who), steps.get(who)
            if row is not None and row["frames"] is not None:
                framed = True
                frames += int(row["frames"])
                facts.append(self._fact(_SPACES, "frames", row, "frames"))
            elif step is not None and step["frames"] is not None:
                framed = True
                frames += round(step["frames"])
                facts.append(self._of_accounting(step))
            if row is not None and row["auxiliary_slots"] is not None:
                slots += int(row["auxiliary_slots"])
                facts.append(self._fact(_SPACES, "auxiliary_slots", row, "slots"))
            elif step is not None and step["private_64_slots_high"]:
                slots += int(step["private_64_slots_high"])
                facts.append(self._fact(_STEPS, "private_64_slots_high", step, "most slots above 2 GB"))
        return Held(frames * PAGE if framed else None, slots * PAGE, tuple(facts)) if facts else None

    def _fact(self, table: str, column: str, row: dict[str, Any], what: str) -> Fact:
        return self.evidence.fact(table, column, row, label=f"{what} of {row['job'] or row['asid']}")

    def _of_accounting(self, step: dict[str, Any]) -> Fact:
        fact = self.evidence.fact(_STEPS, "page_time", step, label=f"frames of {step['job'] or step['asid']}")
        return replace(fact, value=round(step["frames"]), unit="frames", ibm_name=residency.FORMULA)

    @cached_property
    def _intervals(self) -> dict[str, pl.DataFrame]:
        """The intervals of each table, in order of time."""
        made = {}
        for table in dict.fromkeys(table for table, _ in _BEFORE):
            rows = self.evidence.scan(table).filter(
                pl.col("interval_start").is_not_null(), pl.col("interval_us") > 0, self._mine
            )
            length = pl.duration(microseconds=pl.col("interval_us").cast(pl.Int64))
            made[table] = (
                rows.with_columns(until=pl.col("interval_start") + length)
                .collect()
                .sort("interval_start", "file", "record")
            )
        return made

    @cached_property
    def _spaces(self) -> pl.DataFrame:
        """Panels and reports of the address spaces of all dumps."""
        return self._of_all(_SPACES).drop_nulls("written")

    @cached_property
    def _steps(self) -> pl.DataFrame:
        """Accounting of them."""
        rows = self._of_all(_STEPS).drop_nulls("written")
        at = ["file", "record"]
        cpu = self.evidence.scan(_PROCESSOR).select(*at, "tcb_hundredths", "srb_hundredths")
        known = cpu.join(rows.select(at).lazy(), on=at, how="semi").unique(at).collect()
        return rows.join(known, on=at, how="left", maintain_order="left").with_columns(
            frames=residency.FRAMES
        )

    @property
    def _mine(self) -> pl.Expr:
        return pl.col("system").eq_missing(pl.lit(self.system, pl.String))

    def _of_all(self, table: str) -> pl.DataFrame:
        asids = sorted({asid for one in self.dumps for asid in one.asids})
        jobs = sorted({job for one in self.dumps for job in one.jobs})
        who = pl.col("asid").is_in(asids) | pl.col("job").is_in(jobs)
        rows = self.evidence.scan(table).filter(self._mine & who).collect()
        return rows.sort("written", "file", "record")

    def _of_spaces(self, one: Dump, at: datetime) -> dict[int | str, dict[str, Any]]:
        """The last row of each before it began, else the first after it."""
        near = _near(self._spaces, one, at)
        first = near.filter(pl.col("written") > at).reverse()
        return _by_who(pl.concat([first, near.filter(pl.col("written") <= at)]))

    def _of_steps(self, one: Dump, at: datetime) -> dict[int | str, dict[str, Any]]:
        """The record of each that is of the interval in which it began, else the last before it."""
        near = _near(self._steps, one, at)
        after = near.filter(pl.col("written") >= at).reverse()
        return _by_who(pl.concat([near.filter(pl.col("written") < at), after]))


def _near(rows: pl.DataFrame, one: Dump, at: datetime) -> pl.DataFrame:
    """Those of one dump, within an hour of it."""
    by_name = pl.col("asid").is_null() if one.asids else pl.lit(value=True)
    who = pl.col("asid").is_in(list(one.asids)) | (by_name & pl.col("job").is_in(list(one.jobs)))
    return rows.filter(who, pl.col("written").is_between(at - NEAR, at + NEAR))


def _by_who(rows: pl.DataFrame) -> dict[int | str, dict[str, Any]]:
    """The last of each, by identifier or by job."""
    return {row["job"] if row["asid"] is None else row["asid"]: row for row in rows.iter_rows(named=True)}
