"""What z/OS's own records say, in the shape of the tables that printed evidence and XML fill.

A record has its own table, as it is (`rmf_paging`, `rmf_class_period`, `smf30_storage` ...): counters, sums
and high-water marks of an interval. The rules read one shape, whatever the source: frames, rates and names.
Each module here draws rows of one such table from the records of one kind; a fact about such a row still
names the field of the record, and where the figure was worked out, the fields it is of.

Reference: docs/zos-records.md has the formulas.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from . import address_spaces, classes, large_frames, partitions, storage
from .drawn import ORIGIN, Source, draw, fact

if TYPE_CHECKING:
    from getpage.contract.evidence import Evidence

SOURCES: tuple[Source, ...] = (
    storage.SOURCE,
    large_frames.SOURCE,
    partitions.SOURCE,
    classes.SOURCE,
    address_spaces.SOURCE,
)

#: Tables of records that the rules read.
TABLES = tuple(dict.fromkeys(table for source in SOURCES for table in source.reads))


def with_records(evidence: Evidence, table: str) -> pl.DataFrame:
    """The rows of a table, printed ones and those drawn from records.

    Where records and a report tell of the same system and interval, the records are taken: they have what
    the report was made of.
    """
    printed = evidence.frame(table).with_columns(pl.lit(None, pl.String).alias(ORIGIN))
    for source in SOURCES:
        if source.table != table:
            continue
        drawn = draw(source, evidence, printed)
        if drawn.height:
            told = drawn.select(_IDENTITY).unique().drop_nulls()
            known = printed.select(_IDENTITY).columns
            printed = printed.join(told, on=known, how="anti")
            printed = pl.concat([printed, drawn], how="vertical")
    return printed


_IDENTITY = ("system", "interval_start")

__all__ = ["SOURCES", "TABLES", "fact", "with_records"]
