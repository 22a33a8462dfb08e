"""Rows of evidence made ready for the rules: with `start`, `end`, `seconds` and their systems.

A reply that names no system (no system log around it) is that of the only system in the evidence, if there
is only one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.products.common.owners import SYSTEM, Owners

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .records import Records

STORAGE: Final = "zos_storage"
LARGE: Final = "zos_large_frames"
SPACES: Final = "zos_address_space"
CLASSES: Final = "zos_service_class"
DUMPS: Final = "zos_dump_option"
PARTITIONS: Final = "zos_partition"
#: Tables that name systems.
TABLES: Final = (STORAGE, LARGE, SPACES, CLASSES, DUMPS)

#: What rows are always read with, as far as their table has it.
_TRACE: Final = ("file", "record", "system", "sysplex", "written", "interval_start", "interval_us")
_NO_TIME: Final = pl.lit(None, pl.Datetime("us"))
_NO_LENGTH: Final = pl.lit(None, pl.Float64)


def owners(records: Records) -> Owners:
    """Every system of the evidence, by name; one that nothing names comes first."""
    found: set[str | None] = set()
    for table in TABLES:
        found |= records.systems(table, _system(table))
    known = found - {None}
    only = min(name for name in known if name) if len(known) == 1 else None
    names = known if only else found
    return Owners(
        column=None,
        only=only,
        owners=tuple((name, None) for name in sorted(names, key=lambda name: name or "")),
    )


def ready(
    records: Records,
    of: Owners,
    table: str,
    columns: Sequence[str] | None = None,
    *,
    where: pl.Expr | None = None,
) -> Iterator[pl.DataFrame]:
    """Columns of a table (None is all) piece by piece, with what every row has."""
    wanted = None if columns is None else (*_TRACE, *columns)
    for piece in records.pieces(table, wanted, where=where):
        named = piece.with_columns(_system(table))
        yield timed(named.with_columns(of.named(named)) if table in TABLES else named)


def timed(frame: pl.DataFrame) -> pl.DataFrame:
    """Rows with `start`, `end` and `seconds`; null where they have none."""
    absent = {"interval_start": _NO_TIME, "interval_us": _NO_LENGTH}
    frame = frame.with_columns(null.alias(name) for name, null in absent.items() if name not in frame.columns)
    length = pl.col("interval_us")
    return frame.with_columns(
        _naive("interval_start").alias("start"),
        _naive("written").alias("end"),
        (pl.when(length > 0).then(length) / 1e6).alias("seconds"),
    )


def _system(table: str) -> pl.Expr:
    """Workload activity may be of a sysplex."""
    return pl.coalesce(SYSTEM, "sysplex").alias(SYSTEM) if table == CLASSES else pl.col(SYSTEM)


def _naive(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.Datetime("us")).dt.replace_time_zone(None)
