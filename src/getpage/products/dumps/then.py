"""Storage of a system when a dump was taken: what was free before it, what of the dumped was not in real
storage.

Free is taken of the end of the last interval before the dump began: the minimum of the one that it was in is
what the dump left. Where no interval ended in the hour before it, of the one that it was in.

What the dumped address spaces hold, in frames and on auxiliary storage, is of RMF Monitor III or SDSF (frames
and slots) or of SMF 30 (slots of private storage above 2 GB, their most): the dump is no larger, as buffer
pools and the like may be left out of it.

References: SMF 71 (SMF71AFC, SMF71MNF), SMF 30 (SMF30HVA), RMF Monitor III STORF.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.core.units import PAGE

from .thresholds import NEAR

if TYPE_CHECKING:
    from datetime import datetime

    from getpage.contract.evidence import Evidence
    from getpage.result import Fact

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


def free(evidence: Evidence, system: str | None, at: datetime) -> tuple[int, Fact] | None:
    """Bytes that were free before a dump that began then; None where no interval tells."""
    before = pl.col("until").is_between(at - NEAR, at)
    within = (pl.col("interval_start") <= at) & (pl.col("until") > at)
    asked = [(*one, before) for one in _BEFORE] + [(*one, within) for one in _WITHIN]
    for table, column, where in asked:
        rows = _intervals(evidence, table, column, system).filter(where)
        if rows.height:
            row = rows.row(-1, named=True)
            label = "available frames before the dump" if where is before else "available frames then"
            return round(float(row[column]) * PAGE), evidence.fact(table, column, row, label=label)
    return None


def _intervals(evidence: Evidence, table: str, column: str, system: str | None) -> pl.DataFrame:
    rows = (
        evidence.scan(table)
        .filter(pl.col(column) > 0, pl.col("interval_start").is_not_null())
        .filter(pl.col("system").eq_missing(pl.lit(system, pl.String)), pl.col("interval_us") > 0)
        .collect()
    )
    length = pl.duration(microseconds=pl.col("interval_us").cast(pl.Int64))
    return rows.with_columns(until=pl.col("interval_start") + length).sort("interval_start", "file", "record")


def held(evidence: Evidence, system: str | None, one: Dump, at: datetime) -> Held | None:
    """What the address spaces of a dump held when it began; None where nothing tells of them.

    They are known by their identifiers; a panel that shows none is of a job that is named.
    """
    spaces, steps = _of_spaces(evidence, system, one, at), _of_steps(evidence, system, one, at)
    frames, slots, facts = 0, 0, []
    framed = False
    for who in dict.fromkeys((*spaces, *steps)):
        row, step = spaces.get(who), steps.get(who)
        if row is not None and row["frames"] is not None:
            framed = True
            frames += int(row["frames"])
            facts.append(evidence.fact(_SPACES, "frames", row, label=f"frames of {row['job'] or who}"))
        if row is not None and row["auxiliary_slots"] is not None:
            slots += int(row["auxiliary_slots"])
            label = f"slots of {row['job'] or who}"
            facts.append(evidence.fact(_SPACES, "auxiliary_slots", row, label=label))
        elif step is not None:
            slots += int(step["private_64_slots_high"])
            label = f"most slots above 2 GB of {step['job'] or who}"
            facts.append(evidence.fact(_STEPS, "private_64_slots_high", step, label=label))
    return Held(frames * PAGE if framed else None, slots * PAGE, tuple(facts)) if facts else None


def _of_spaces(
    evidence: Evidence, system: str | None, one: Dump, at: datetime
) -> dict[int | str, dict[str, Any]]:
    """The last row of each before it began, else the first after it."""
    rows = _of(evidence, _SPACES, system, one).drop_nulls("written").sort("written", "file", "record")
    near = rows.filter(pl.col("written").is_between(at - NEAR, at + NEAR))
    first = near.filter(pl.col("written") > at).reverse()
    return _by_who(pl.concat([first, near.filter(pl.col("written") <= at)]))


def _of_steps(
    evidence: Evidence, system: str | None, one: Dump, at: datetime
) -> dict[int | str, dict[str, Any]]:
    """The record of each that is of the interval in which it began, else the last before it."""
    rows = _of(evidence, _STEPS, system, one).drop_nulls(["private_64_slots_high", "written"])
    near = rows.filter(pl.col("written").is_between(at - NEAR, at + NEAR)).sort("written", "file", "record")
    after = near.filter(pl.col("written") >= at).reverse()
    return _by_who(pl.concat([near.filter(pl.col("written") < at), after]))


def _by_who(rows: pl.DataFrame) -> dict[int | str, dict[str, Any]]:
    """The last of each, by identifier or by job."""
    return {row["job"] if row["asid"] is None else row["asid"]: row for row in rows.iter_rows(named=True)}


def _of(evidence: Evidence, table: str, system: str | None, one: Dump) -> pl.DataFrame:
    by_name = pl.col("asid").is_null() if one.asids else pl.lit(value=True)
    who = pl.col("asid").is_in(list(one.asids)) | (by_name & pl.col("job").is_in(list(one.jobs)))
    mine = pl.col("system").eq_missing(pl.lit(system, pl.String))
    return evidence.scan(table).filter(mine & who).collect()
