"""Where the time of the commits of each plan went: class 2 elapsed time, CPU in it, and waits of class 3.

Elapsed time and CPU are those in Db2, with stored procedures and user-defined functions; CPU is that on
general processors, as accounting has it. What neither runs nor waits for anything known (not dispatched, on a
zIIP, other suspensions) is left as the rest. A record counts in the quarter of an hour in which it was
written; records of threads that stay hold the commits of a longer time.

Reference: IBM REDP-5238, 2.2.2; public readers of SMF 101.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import polars as pl

from getpage.contract.facts import computed
from getpage.contract.work import ClassTime

from .member import Member
from .rows import naive
from .threads.accounting import CLASSES, QUARTER, WAITS

KIND: Final = "commit (class 2)"


def class_times(members: Sequence[Member]) -> Iterator[ClassTime]:
    """The plans of all members that committed at all, by member and in order of time and name."""
    for member in members:
        yield from _of_member(member)


def _of_member(member: Member) -> Iterator[ClassTime]:
    commits = pl.col("commits").sum().over("plan")
    rows = member.measured.accounted(CLASSES, member.key).filter(commits > 0).with_columns(naive("start"))
    for row in rows.iter_rows(named=True):
        of = f", {row['plan'] or 'no plan'}, of {row['records']:,} accounting records"
        at = row | {"seconds": QUARTER}
        yield ClassTime(
            subsystem=member.id,
            kind=KIND,
            name=row["plan"] or "",
            units=float(row["commits"]),
            elapsed=row["elapsed"],
            parts={"CPU": row["cpu"]} | {name: row[name] for name in WAITS},
            start=row["start"],
            facts=(
                computed(f"class 2 elapsed{of}", round(row["elapsed"], 3), "s", at),
                computed(f"commits{of}", row["commits"], "count", at),
            ),
        )
