"""Statements that threads keep over a commit and that are discarded at MAXKEEPD.

What it does:
    Notes members that discard a statement a second or more because MAXKEEPD was reached, and how many
    prepares a larger one spares at the most.

Why it matters:
    A program bound with KEEPDYNAMIC(YES) does not prepare again. A statement that was discarded meanwhile Db2
    prepares again itself, from the cache of statements or in full.

Evidence:
    QXSTDEXP, QXSTIPRP and QXSTNPRP of IFCID 2, as differences of two records; MAXKEEPD as job DSNTIJUZ has
    it.

What to do:
    Raise MAXKEEPD where DBM1 has the storage. What a statement takes of its thread is in no record, so that
    the gain has bounds: none of these prepares, or all that Db2 made by itself. KEEPDYNAMIC(YES) for those
    packages only that repeat their statements after a commit helps as well.

How to verify:
    QXSTDEXP and QXSTIPRP rise less in the same load, QXSTNPRP more; the storage of DBM1 in IFCID 225.

References:
    IBM Db2 documentation, "MAX KEPT DYN STMTS field" (MAXKEEPD), "Methods for keeping prepared statements
    after commit points"; OMEGAMON for Db2, "Dynamic SQL Statement". The rate is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core.names import Object
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import SQL
from getpage.products.db2.storage.parameters import parameter
from getpage.products.db2.storage.sql import AGAIN, AVOIDED, DISCARDED, DISCARDED_MOST, PARAMETERS, TABLE
from getpage.products.db2.thresholds import DISCARDED_KEPT
from getpage.result import Finding, Kind, Severity

ID = "db2-kept-statements"
TITLE = "Statements kept over a commit that are discarded at MAXKEEPD"
NO_COMMAND = "What a kept statement takes of the storage of its thread is in no record."
LOOKS_AT = SQL
FINDS = (Kind.NOTE,)

NAME: Final = "MAXKEEPD"


def find(member: Member) -> Iterator[Finding]:
    """A member that discards many."""
    measured, name = member.measured.sql, Object(member.id, NAME)
    worst = member.row(measured, DISCARDED_MOST)
    if worst is None or not worst["rate_seconds"]:
        return
    seconds = worst["rate_seconds"]
    rate, again = worst["statements_discarded"] / seconds, (worst["implicit_prepares"] or 0) / seconds
    if rate < member.in_force(DISCARDED_KEPT, name) or not again:
        return  # what is not wanted again costs nothing
    row = parameter(member, "maxkeepd")
    size = None if row is None else int(row["maxkeepd"])
    at = "MAXKEEPD" if size is None else f"MAXKEEPD {size:,}"
    yield Finding(
        check=ID,
        object=name,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"{wording.rate(rate)} kept statements/s discarded at {at}",
        claim=(
            f"A larger one spares up to {wording.rate(min(rate, again))} prepares/s, or none. Each kept "
            "statement takes storage of its thread."
        ),
        evidence=(
            computed("kept statements discarded in the window", member.total(measured, DISCARDED), "count"),
            computed("prepared again by Db2", member.total(measured, AGAIN), "count"),
            computed("prepares avoided by keeping", member.total(measured, AVOIDED), "count"),
            *member.facts(
                TABLE,
                worst,
                statements_discarded="discarded at MAXKEEPD",
                implicit_prepares="prepared again by Db2",
                prepares_avoided="prepares avoided",
            ),
            *(() if row is None else member.facts(PARAMETERS, row, maxkeepd=NAME)),
        ),
    )
