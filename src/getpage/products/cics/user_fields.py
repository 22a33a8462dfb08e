"""Fields of the user in measures: what event monitoring points counted and timed, by region and transaction.

A region's monitoring control table adds them (DFHMCT TYPE=EMP), and only its dictionary names them: the rows
have their sums as one text, JSON by group, type and identifier, clocks in microseconds and periods.

Reference: IBM CICS TS documentation, "User-defined performance class data".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.result import Table

from . import transactions
from .rows import OWNER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .measured import Measured

#: Rows that the table shows.
MOST: Final = 40
_MEMBER: Final = r'"([^"]+)":([0-9.]+)'
_BY: Final = (*OWNER, "transaction", "field")


def by_user(measured: Measured) -> Iterator[Table]:
    """One table over all regions, where any has such fields."""
    scan = measured.evidence.scan(transactions.TABLE)
    if "user_fields" not in scan.collect_schema():
        return
    there = scan.select(*OWNER, "transaction", "tasks", "user_fields").filter(
        pl.col("user_fields").is_not_null(), pl.col("tasks") > 0
    )
    members = there.with_columns(pl.col("user_fields").str.extract_all(_MEMBER)).explode("user_fields")
    one = pl.col("user_fields")
    parts = members.select(
        *OWNER,
        "transaction",
        "tasks",
        one.str.extract(_MEMBER, 1).alias("field"),
        one.str.extract(_MEMBER, 2).cast(pl.Float64).alias("value"),
    )
    rows = parts.collect(engine="streaming")
    if not rows.height:
        return
    named = rows.with_columns(measured.owners.named(rows)).sort(*_BY, "value", "tasks")
    added = named.group_by(*_BY, maintain_order=True).agg(pl.col("tasks", "value").sum())
    left = f" {added.height - MOST} more are left out." if added.height > MOST else ""
    yield Table(
        title="Fields of the user by transaction",
        columns=("region", "transaction", "field", "tasks", "of all tasks", "of a task"),
        rows=tuple(
            (
                ".".join(part for part in (row["system"], row["region"]) if part),
                row["transaction"],
                row["field"],
                row["tasks"],
                round(row["value"], 3),
                round(row["value"] / row["tasks"], 4),
            )
            for row in added.head(MOST).iter_rows(named=True)
        ),
        note="Clocks and counts of event monitoring points by group, type and identifier of the dictionary; "
        f"clocks in microseconds (_us) and periods (_count) (SMF 110 subtype 1).{left}",
    )
