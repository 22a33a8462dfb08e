"""Dynamic statements that are prepared in full although the cache has room, or is off.

What it does:
    Notes full prepares of a member whose cache of statements is not full, or is off (CACHEDYN=NO), and says
    that a larger EDMSTMTC does not avoid them. Full prepares beside a full cache are reported of its limit.

Why it matters:
    A full prepare optimizes the statement again: it costs far more CPU than one that finds it in the cache. A
    statement is found only if its text is the same. One with other literals each time never is.

Evidence:
    QXSTNFND and QXSTFND of IFCID 2 as differences of two records, QISECFRE and QISECPGE of the cache when the
    record was written, and CACHEDYN as job DSNTIJUZ has it.

What to do:
    Parameter markers in the programs, or CONCENTRATE STATEMENTS WITH LITERALS. Where DDL, RUNSTATS or
    utilities invalidate statements, run them in a quiet hour. CACHEDYN=YES where the cache is off.

How to verify:
    QXSTNFND rises less in the same load, QXSTFND more.

References:
    IBM Db2 documentation, "Enabling the dynamic statement cache", "Conditions for statement sharing";
    OMEGAMON for Db2, "Dynamic SQL Statement". The rate is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core.names import KnobId, Object
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import SQL
from getpage.products.db2.storage.edm_pools import STATEMENT
from getpage.products.db2.storage.edm_pools import TABLE as EDM
from getpage.products.db2.storage.parameters import parameter
from getpage.products.db2.storage.sql import FULL, FULL_MOST, PARAMETERS, SHORT, TABLE
from getpage.products.db2.thresholds import FULL_PREPARES, STATEMENTS_LEFT
from getpage.result import Cause, Fact, Finding, Kind, Severity

ID = "db2-full-prepares"
TITLE = "Dynamic statements prepared in full although the cache has room"
NO_COMMAND = "No limit of storage is the cause: statements differ in their text, or are invalidated."
LOOKS_AT = SQL
FINDS = (Kind.NOTE,)


def find(member: Member) -> Iterator[Finding]:
    """A member with many full prepares whose cache is off, or has more than the least share left."""
    cache = Object(member.id, STATEMENT.parameter)
    worst = member.row(member.measured.sql, FULL_MOST)
    if worst is None:
        return
    rate = worst["full_prepares"] / worst["rate_seconds"]
    if rate < member.in_force(FULL_PREPARES, cache):
        return
    row, off = member.row(member.measured.edm_pools, STATEMENT.tightest), parameter(member, "cachedyn")
    is_off = off is not None and off["cachedyn"] == "NO"
    left = None if row is None else STATEMENT.share_left(row)
    if not is_off and (left is None or left < member.in_force(STATEMENTS_LEFT, cache)):
        return
    full, short = member.total(member.measured.sql, FULL), member.total(member.measured.sql, SHORT)
    with_room = "the cache is off" if is_off else f"{wording.percent(left or 0.0)} of EDMSTMTC is left"
    why = "Nothing is cached (CACHEDYN=NO)." if is_off else "Their text differs each time, or is invalidated."
    facts: tuple[Fact, ...] = member.facts(
        TABLE, worst, full_prepares="full prepares", short_prepares="found in the cache"
    )
    if row is not None and not is_off:
        facts += member.facts(
            EDM, row, statement_pages="pages of the cache", statement_free="free at the least"
        )
    if off is not None:
        facts += member.facts(PARAMETERS, off, cachedyn="CACHEDYN")
    yield Finding(
        check=ID,
        object=cache,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"{wording.rate(rate)} full prepares/s, though {with_room}",
        claim=f"{why} No larger EDMSTMTC avoids them.",
        cause=Cause.ELSEWHERE,
        rules_out=(KnobId(member.id, STATEMENT.parameter),),
        evidence=(
            computed("full prepares in the window", full, "count"),
            computed("found in the cache", round(100 * short / (full + short), 1), "percent"),
            *facts,
        ),
    )
