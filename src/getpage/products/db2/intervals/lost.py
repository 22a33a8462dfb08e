"""Intervals that are lost: a restart between two readings, or readings that are missing among regular ones.

A counter that is cumulative loses nothing over a gap but its division in time: what happened in it is known
only as a whole. Readings at irregular times (displays that people enter) have no gaps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.products.db2.constants import GAP, REGULAR_READINGS, REGULAR_WITHIN
from getpage.products.db2.rows import naive
from getpage.products.db2.tables import OWNER

from .readings import READ_AT

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from getpage.products.common.owners import Owner


#: The local time of a reading, as people know it.
SHOWN_AT: Final = "shown_at"


@dataclass(frozen=True, slots=True)
class Gaps:
    """The usual time between readings in seconds, and from when to when one or more are missing."""

    usual: float
    spans: tuple[tuple[datetime, datetime], ...]


NONE: Final = Gaps(0.0, ())


def dropped(read: pl.DataFrame) -> pl.DataFrame:
    """Intervals between two readings with a restart between them: all columns, `start` and `end`."""
    at = pl.coalesce(naive("written"), READ_AT)
    return read.with_columns(at.shift(1).alias("start"), at.alias("end")).filter("again")


def moments(shown: pl.DataFrame) -> pl.DataFrame:
    """When cumulative counters of each member were read."""
    rows = shown.select(*OWNER, READ_AT, "written", "file", "record", "statistics")
    rows = rows.filter(pl.col("statistics") == "CUMULATIVE").drop_nulls(READ_AT)
    # Rows of one record, which stand together, are of one moment: one of them is enough.
    apart = (pl.col(name).ne_missing(pl.col(name).shift(1)) for name in (READ_AT, "file", "record", "member"))
    rows = rows.filter(pl.any_horizontal(apart))
    return rows.select(*OWNER, READ_AT, pl.coalesce(naive("written"), READ_AT).alias(SHOWN_AT)).unique()


def gaps(read: pl.DataFrame) -> Mapping[Owner, Gaps]:
    """The gaps of each member whose `moments` are regular."""
    times = read.unique().sort(*OWNER, READ_AT, nulls_last=False)
    before = pl.col(SHOWN_AT).shift(1).over(OWNER)
    step = (pl.col(READ_AT) - pl.col(READ_AT).shift(1).over(OWNER)).dt.total_microseconds() / 1e6
    steps = times.with_columns(before.alias("before"), step.alias("step")).drop_nulls("step")
    usual = pl.col("step").median().over(OWNER)
    regular = ((pl.col("step") - usual).abs() <= REGULAR_WITHIN * usual).sum().over(OWNER)
    many = pl.len().over(OWNER)
    steps = steps.with_columns(usual.alias("usual")).filter(many >= REGULAR_READINGS, 2 * regular >= many)
    found = {}
    for (system, member), rows in steps.group_by(OWNER, maintain_order=True):
        wide = rows.filter(pl.col("step") > GAP * pl.col("usual"))
        found[system, member] = Gaps(rows["usual"][0], tuple(wide.select("before", SHOWN_AT).iter_rows()))
    return found
