"""Rows of evidence made ready for the rules: with `start`, `end`, `seconds` and their systems.

A reply that names no system (no system log around it) is that of the only system in the evidence, if there
is only one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from getpage.contract.evidence import Evidence
from getpage.products.common.owners import SYSTEM, Owners

from .records import Records
from .records.drawn import ORIGIN

STORAGE: Final = "zos_storage"
LARGE: Final = "zos_large_frames"
SPACES: Final = "zos_address_space"
CLASSES: Final = "zos_service_class"
DUMPS: Final = "zos_dump_option"
PARTITIONS: Final = "zos_partition"
PAGE_SETS: Final = "zos_page_data_set"
COMMON: Final = "zos_common_storage"
OWNERS: Final = "zos_common_owner"
HIGH: Final = "zos_high_storage"
OBJECTS: Final = "zos_memory_object"
PARAMETERS: Final = "zos_system_parameter"
ONLINE: Final = "zos_online_storage"
HIS_COUNTER: Final = "his_counter"
CACHE: Final = "rmf_cache_device"
ALIASES: Final = "rmf_hyperpav"
#: What is read of page data sets.
PAGE_SET_COLUMNS: Final = (
    *("report", "type", "data_set", "volume", "device", "status", "taken_away", "used_percent"),
    *("slots", "slots_used_minimum", "slots_used_maximum", "slots_bad"),
    *("pages_transferred", "transfer_seconds"),
)
#: Tables that are shown as they are.
SHOWN: Final = (
    *(CACHE, "rmf_cache_subsystem", ALIASES, "rmf_io_queue"),
    *("his_processor", "his_counter_set", HIS_COUNTER),
)
#: Tables that name systems.
TABLES: Final = (
    *(STORAGE, LARGE, SPACES, CLASSES, DUMPS, PAGE_SETS, COMMON, OWNERS, HIGH, OBJECTS, PARAMETERS),
    ONLINE,
)

#: Whose rows of classes are: a system, or, of a report on a whole sysplex, that sysplex and no system.
SYSPLEX: Final = "of_sysplex"
PLACE: Final = (SYSTEM, SYSPLEX)

#: What rows are always read with, as far as their table has it.
_TRACE: Final = ("file", "record", "system", "sysplex", "written", "interval_start", "interval_us")
#: Workload activity may be of a sysplex as a whole: the heading then names no system.
_OF_SYSPLEX: Final = pl.col(SYSTEM).is_null() & pl.col("sysplex").is_not_null()
_NO_TIME: Final = pl.lit(None, pl.Datetime("us"))
_NO_LENGTH: Final = pl.lit(None, pl.Float64)


def owners(records: Records) -> Owners:
    """Every system of the evidence, by name; one that nothing names comes first."""
    names: set[str | None] = set()
    for table in TABLES:
        system = pl.col(SYSTEM)
        if table == CLASSES:  # a report on a sysplex is of no system; "" is never one
            system = pl.when(_OF_SYSPLEX).then(pl.lit("")).otherwise(system)
        names |= records.distinct(table, system)
    names -= {""}
    known, is_full = names - {None}, None not in names
    only = min(name for name in known if name) if len(known) == 1 else None
    names = known if only else names
    return Owners(
        column=None,
        only=only,
        is_full=is_full,
        owners=tuple((name, None) for name in sorted(names, key=lambda name: name or "")),
    )


def sysplexes(records: Records) -> tuple[str, ...]:
    """The sysplexes that a report on classes is of as a whole, by name."""
    names = records.distinct(CLASSES, pl.when(_OF_SYSPLEX).then("sysplex"))
    return tuple(sorted(name for name in names if name))


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
        yield timed(_named(piece, of, table) if table in TABLES else piece)


def none(evidence: Evidence, table: str, columns: Sequence[str]) -> pl.DataFrame:
    """What `ready` gives of a table without rows."""
    like = evidence.schema(table)
    names = {name: kind for name, kind in like.items() if name in (*_TRACE, *columns)}
    return timed(pl.DataFrame(schema={**names, ORIGIN: pl.String()}))


def _named(piece: pl.DataFrame, of: Owners, table: str) -> pl.DataFrame:
    """Rows with their system; rows of a sysplex's classes with their sysplex instead."""
    named = piece.with_columns(of.named(piece))
    if table != CLASSES:
        return named
    sysplex = pl.when(_OF_SYSPLEX)
    return piece.with_columns(
        sysplex.then("sysplex").alias(SYSPLEX),
        sysplex.then(None).otherwise(named[SYSTEM]).alias(SYSTEM),
    )


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


def _naive(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.Datetime("us")).dt.replace_time_zone(None)
