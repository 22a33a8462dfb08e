"""Rows of evidence with the names of their owners, as far as these can be told."""

from __future__ import annotations

from typing import Final

import polars as pl

from getpage.products.common.owners import Owner, Owners

OWNER: Final = ("system", "member")

#: Where a row stands and when it was measured, as far as its table says so.
ALWAYS: Final = ("file", "record", *OWNER, "written", "interval_start", "interval_us")

#: What rows that are as they are keep beside what is asked of them.
TRACE: Final = ("interval_start", "interval_us")

THREADS, PACKAGES_OF_THREADS = "db2_thread_account", "db2_package_account"

TABLES: Final = (
    "db2_buffer_pool",
    "db2_simulated_pool",
    "db2_page_set",
    "db2_object",
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
    "db2_sql",
    "db2_parameter",
    "db2_zos_metrics",
    "db2_real_storage",
)

#: All that the rules read. Accounting has a row a thread or package: too many to look at, they are added up.
READ: Final = (*TABLES, THREADS, PACKAGES_OF_THREADS)


#: Of a data sharing group, whose catalog is one: it names no member.
CATALOG: Final = "db2_space"


def owned(frame: pl.DataFrame, owners: Owners) -> pl.DataFrame:
    """The rows with the names of their owners, as far as these can be told."""
    return frame.with_columns(owners.named(frame))


def ready(frame: pl.DataFrame, owners: Owners) -> pl.DataFrame:
    """The rows with the names of their owners and `end`, for tables whose rows are taken as they are."""
    absent = [name for name in TRACE if name not in frame.columns]
    frame = owned(frame, owners).with_columns(pl.lit(None).alias(name) for name in absent)
    return frame.with_columns(naive("written").alias("end"))


def partitioned(frame: pl.DataFrame) -> dict[Owner, pl.DataFrame]:
    """The rows of each member, in their order."""
    return {
        (key[0], key[1]): rows
        for key, rows in frame.partition_by(OWNER, as_dict=True, maintain_order=True).items()
    }


def naive(column: str) -> pl.Expr:
    """A time without its zone."""
    return pl.col(column).cast(pl.Datetime("us")).dt.replace_time_zone(None)
