"""Frames of evidence made ready for the rules: owners filled in, counters turned into those of intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from .accounting import PACKAGES_OF_THREADS, THREADS, accounting
from .counters import KINDS, Kind
from .intervals import dropped, naive, ranked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from getpage.contract.evidence import Evidence

Row = dict[str, Any]
Key = tuple[str | None, str | None]

TABLES = (
    "db2_buffer_pool",
    "db2_simulated_pool",
    "db2_page_set",
    "db2_group_buffer_pool",
    "db2_thread_end",
    "db2_plan_activity",
    "db2_package_activity",
    "db2_storage",
    "db2_address_space_cpu",
    "db2_latch",
    "db2_subsystem",
    "db2_dbat",
    "db2_log",
    "db2_storage_manager",
    "db2_edm_pool",
    "db2_zos_metrics",
    "db2_real_storage",
)

#: All that the rules read. Accounting has a row a thread or package: too many to hold, they are added up.
READ = (*TABLES, THREADS, PACKAGES_OF_THREADS)


@dataclass(frozen=True, slots=True)
class Frames:
    """Tables by name, of all members or of one.

    `tables` are what the rules read: those with counters have rows of intervals, see `intervals`. `shown` are
    the same rows as the evidence has them, in order of time; `dropped` the intervals with a restart in them.
    `others` are intervals of objects that were measured in other ways too, the best first by `rank`.
    """

    tables: Mapping[str, pl.DataFrame]
    others: Mapping[str, pl.DataFrame]
    shown: Mapping[str, pl.DataFrame]
    dropped: Mapping[str, pl.DataFrame]

    def of(self, key: Key) -> Frames:
        """Those of one member."""
        parts = (
            {name: of(frame, key) for name, frame in part.items()}
            for part in (self.tables, self.others, self.shown, self.dropped)
        )
        return Frames(*parts)


def ready(evidence: Evidence) -> Frames:
    """All tables that the rules read."""
    raw = {table: evidence.frame(table) for table in TABLES} | accounting(evidence)
    systems, member = _systems(raw), _only_member(raw)
    owned = {table: _owned(frame, systems, member) for table, frame in raw.items()}
    shown = {name: _in_time(owned[name]) for name in KINDS if name in owned}
    filled = {name: _filled(frame, KINDS[name]) for name, frame in shown.items()}
    measured = {name: ranked(frame, KINDS[name]) for name, frame in filled.items()}
    best = pl.col("rank") == 0
    return Frames(
        tables=owned | {name: frame.filter(best).drop("rank") for name, frame in measured.items()},
        others={name: frame.filter(~best) for name, frame in measured.items()},
        shown=shown,
        dropped={name: dropped(frame, KINDS[name]) for name, frame in filled.items()},
    )


def keys(frames: Iterable[pl.DataFrame]) -> list[Key]:
    """Every (system, member) in the evidence, in order; None where it is not known."""
    found: set[Key] = set()
    for frame in frames:
        found.update(frame.select("system", "member").unique().iter_rows())
    return sorted(found, key=lambda key: (key[0] or "", key[1] or ""))


def of(frame: pl.DataFrame, key: Key) -> pl.DataFrame:
    """The rows of one member."""
    return frame.filter(
        pl.col("system").eq_missing(pl.lit(key[0], pl.String)),
        pl.col("member").eq_missing(pl.lit(key[1], pl.String)),
    )


def _only_member(frames: Mapping[str, pl.DataFrame]) -> str | None:
    """The member of an evidence that names one only: what names none is then of it."""
    named = {name for frame in frames.values() for name in frame["member"].drop_nulls().unique().to_list()}
    return min(named) if len(named) == 1 else None


def _systems(frames: Mapping[str, pl.DataFrame]) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    for frame in frames.values():
        for member, system in frame.select("member", "system").drop_nulls().unique().iter_rows():
            found.setdefault(member, set()).add(system)
    return {name: min(systems) for name, systems in found.items() if len(systems) == 1}


def _owned(frame: pl.DataFrame, systems: Mapping[str, str], member: str | None) -> pl.DataFrame:
    frame = frame.with_columns(pl.col("member").fill_null(pl.lit(member, pl.String)))
    if not systems:
        return frame
    known = pl.col("member").replace_strict(dict(systems), default=None, return_dtype=pl.String)
    return frame.with_columns(pl.coalesce(pl.col("system"), known).alias("system"))


def _in_time(frame: pl.DataFrame) -> pl.DataFrame:
    since = naive("interval_start") if "interval_start" in frame.columns else pl.lit(None, pl.Datetime("us"))
    frame = frame.with_columns(pl.coalesce(naive("written"), since).alias("shown_at"))
    return frame.sort("shown_at", "file", "record", nulls_last=False, maintain_order=True)


def _filled(frame: pl.DataFrame, kind: Kind) -> pl.DataFrame:
    """Attributes as last shown, before the first showing as first shown: counters come without them."""
    over = ["system", "member", *kind.key]
    names = sorted(kind.attributes & set(frame.columns))
    return frame.with_columns(pl.col(name).forward_fill().over(over) for name in names).with_columns(
        pl.col(name).backward_fill().over(over) for name in names
    )
