"""EDM pool that was full, or that loads again what it had to give up.

What it does:
    Reports requests that failed because an EDM pool was full; and a pool of which little is free or unused
    while what it holds is loaded from disk, or statements are prepared in full, again and again.

Why it matters:
    A request that finds no room ends its SQL statement with an error. A database descriptor, plan or package
    that is loaded again is I/O to the directory within a transaction; a dynamic statement that was pushed out
    of its cache is prepared in full again, which costs far more CPU than finding it.

Evidence:
    QISEDFAL, QISEKFAL and QISECFAL of IFCID 2, and requests and loads of each pool, as differences of two
    records; its pages, free and stealable ones, when the record was written.

What to do:
    Where real storage is free at its minimum, a larger EDMDBDC, EDM_SKELETON_POOL or EDMSTMTC (kilobytes, in
    DSNTIJUZ, then -SET SYSPARM). Fewer packages and descriptors that stay, where it is not: large databases
    with many objects have large descriptors.

How to verify:
    No failure, and fewer loads a second, in the same load.

References:
    IBM Db2 documentation, "Designing EDM storage space for performance", "EDM STATEMENT CACHE field". 15 % of
    a pool, and 5 % of the cache, are what monitors in the field warn of; one load a second is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.contract.facts import computed
from getpage.products.db2 import words
from getpage.products.db2.edm import POOLS, STATEMENT, TABLE, EdmPool
from getpage.products.db2.thresholds import EDM_AVAILABLE_LOW, EDM_LOADS_WORTH_A_WORD, STATEMENTS_FREE_LOW
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.db2.frames import Row
    from getpage.products.db2.member import Member
    from getpage.result import Fact

ID = "db2-edm-pool"
TITLE = "EDM pool that was full, or that loads again what it had to give up"


def find(member: Member) -> Iterator[Finding]:
    """Each EDM pool that failed requests, or that is nearly full and loads."""
    frame = member.frames[TABLE]
    for pool in POOLS:
        failures = pool.failures(frame)
        if failures:
            yield _failed(member, pool, failures)
        elif (found := _crowded(pool, frame)) is not None:
            yield _loads(member, pool, *found)


def _crowded(pool: EdmPool, frame: pl.DataFrame) -> tuple[Row, float] | None:
    """The interval with most loads a second of those in which little of the pool was left, and what was."""
    low = STATEMENTS_FREE_LOW if pool is STATEMENT else EDM_AVAILABLE_LOW
    rows = pool.rated(frame).filter(pl.col("load_rate") >= EDM_LOADS_WORTH_A_WORD)
    for row in rows.sort("load_rate", descending=True, maintain_order=True).iter_rows(named=True):
        available = pool.available(row)
        if available is not None and (share := available / row[f"{pool.key}_pages"]) < low:
            return row, share
    return None


def _failed(member: Member, pool: EdmPool, failures: int) -> Finding:
    column = f"{pool.key}_failures"
    rows = member.frames[TABLE].filter(pl.col(column) > 0)
    row = rows.sort(column, descending=True, maintain_order=True).row(0, named=True)
    return Finding(
        check=ID,
        object=member.object,
        severity=Severity.CRITICAL,
        kind=Kind.SHORTAGE,
        claim=(
            f"{words.plural(failures, 'request')} of {member.label} failed because {pool.name} "
            f"({pool.parameter}) was full, most {words.interval(row)}."
        ),
        evidence=(
            computed(f"failures of {pool.name} in the window", failures, "count"),
            *_facts(member, pool, row),
        ),
    )


def _loads(member: Member, pool: EdmPool, row: Row, share: float) -> Finding:
    again = "were prepared in full" if pool is STATEMENT else "were loaded from disk"
    left = "free" if pool is STATEMENT else "free or unused"
    part = words.percent(row["loads"] / row["requests"]) if row["requests"] else "all"
    return Finding(
        check=ID,
        object=member.object,
        severity=Severity.INFO if pool is STATEMENT else Severity.WARNING,
        kind=Kind.NOTE if pool is STATEMENT else Kind.SHORTAGE,
        claim=(
            f"{words.rate(row['load_rate'])} {pool.holds} a second {again} ({part} of the requests) "
            f"{words.interval(row)} while {words.percent(share)} of {pool.name} ({pool.parameter}) of "
            f"{member.label} was {left}."
        ),
        evidence=(
            computed("loads", round(row["load_rate"], 1), "/s", row),
            *_facts(member, pool, row),
        ),
    )


def _facts(member: Member, pool: EdmPool, row: Row) -> tuple[Fact, ...]:
    labels = {
        f"{pool.key}_failures": "failures",
        f"{pool.key}_pages": "pages",
        f"{pool.key}_free": "free pages",
    }
    if pool.stealable:
        labels[f"{pool.key}_stealable"] = "pages that nobody uses"
    labels |= {name: name.replace("_", " ") for name in (*pool.requests, *pool.loads)}
    return member.facts(TABLE, row, **labels)
