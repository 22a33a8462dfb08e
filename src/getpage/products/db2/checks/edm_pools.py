"""EDM pool that was full, or that reloads what it had to drop.

What it does:
    Reports requests that failed because an EDM pool was full; and a pool of which little is free or unused
    while what it holds is loaded from disk, or statements are prepared in full, again and again. What a pool
    lacked while it had fewer pages than now is not reported.

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
    No failure, and fewer loads per second, in the same load.

References:
    IBM Db2 documentation, "Designing EDM storage space for performance", "EDM STATEMENT CACHE field". 15 % of
    a pool, and 5 % of the cache, are what monitors in the field warn of; one load per second is getpage's
    own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed, counted
from getpage.contract.measures import Row
from getpage.core.names import Object
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import EDM_POOLS
from getpage.products.db2.storage.edm_knobs import is_full, larger
from getpage.products.db2.storage.edm_pools import POOLS, STATEMENT, TABLE, EdmPool
from getpage.result import Fact, Finding, Kind, Severity

ID = "db2-edm-pool"
TITLE = "EDM pool that was full, or that reloads what it had to drop"
NO_COMMAND = "The pool had free pages, is as large as it may be, or was smaller when this happened."
LOOKS_AT = EDM_POOLS
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(member: Member) -> Iterator[Finding]:
    """Each EDM pool that failed requests, or that is nearly full and loads."""
    measured = member.measured.edm_pools
    for pool in POOLS:
        failures, most = member.total(measured, pool.failed), member.row(measured, pool.failed_most)
        crowded = member.row(measured, pool.crowded_most)
        if most is not None:
            yield _failed(member, pool, failures, most)
        elif crowded is not None:
            yield _loads(member, pool, crowded)


def _failed(member: Member, pool: EdmPool, failures: int, row: Row) -> Finding:
    return Finding(
        check=ID,
        object=Object(member.id, pool.parameter),
        severity=Severity.CRITICAL,
        criterion=counted(f"failures of {pool.name}", failures, "requests"),
        kind=Kind.SHORTAGE,
        headline=f"{wording.plural(failures, 'request')} failed: {pool.parameter} was full",
        claim=(
            f"A statement that finds no room in {pool.name} ends with an error. Enlarge {pool.parameter} "
            "where "
            "real storage is free at its minimum."
        ),
        asks=larger(member, pool, row),
        evidence=(
            computed(f"failures of {pool.name} in the window", failures, "count"),
            *_facts(member, pool, row),
        ),
    )


def _loads(member: Member, pool: EdmPool, row: Row) -> Finding:
    requests, loads, share = pool.requested(row), pool.loaded(row), pool.share_left(row) or 0.0
    rate = loads / row["rate_seconds"]
    again = "prepared in full" if pool is STATEMENT else "loaded from disk"
    part = (
        (computed("share of the requests", round(100 * loads / requests, 1), "percent", row),)
        if requests
        else ()
    )
    return Finding(
        check=ID,
        object=Object(member.id, pool.parameter),
        severity=Severity.INFO if pool is STATEMENT else Severity.WARNING,
        kind=Kind.NOTE if pool is STATEMENT else Kind.SHORTAGE,
        headline=f"{wording.rate(rate)} loads/s, {wording.percent(share)} of {pool.parameter} left",
        claim=f"{pool.holds[0].upper()}{pool.holds[1:]} are {again} again and again. {_larger(pool, rate)}",
        asks=larger(member, pool, row) if pool is not STATEMENT and is_full(pool, row) else (),
        evidence=(computed("loads", round(rate, 1), "/s", row), *part, *_facts(member, pool, row)),
    )


def _larger(pool: EdmPool, rate: float) -> str:
    if pool is STATEMENT:
        spared = f"spares none to all of {wording.rate(rate)} full prepares/s"
        return f"A larger {pool.parameter} {spared}; what one costs is in no record."
    return f"A larger {pool.parameter} keeps them, where real storage is free."


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
