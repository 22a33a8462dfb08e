"""RID list that found no storage in the RID pool, or passed a limit that no pool size lifts.

What it does:
    Reports RID lists that were given up, or went on in a work file, because the RID pool had no storage
    left; and as a note those that did so at a limit of their own, which a larger pool does not lift.

Why it matters:
    A statement whose RID list is given up scans the table instead: every page of it is read. In a work file
    the list goes on, with reads and writes of work files.

Evidence:
    QXNSMIAP, QXWFRIDS and QXHJINCS of IFCID 2, as differences of two records, or a statistics report; for
    limits QXMRMIAP, QXWFRIDT and QXHJINCT. MAXRBLK as job DSNTIJUZ has it. The most blocks ever allocated
    (QISTRHIG), where a report prints them.

What to do:
    Where storage lacked, raise MAXRBLK a step (kilobytes, in DSNTIJUZ, then -SET SYSPARM). Where the pool was
    never full, see that the job ran last, then to the storage of DBM1 above the bar. Where lists pass a
    limit of their own, see to the access paths: RUNSTATS, or an index that filters more.

How to verify:
    QXNSMIAP, QXWFRIDS and QXHJINCS no longer rise in the same load.

References:
    IBM Db2 documentation, "Managing RID pool size"; OMEGAMON for Db2, "RID List Processing". The rates are
    getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.measures import Row
from getpage.core.names import KnobId, Object
from getpage.core.units import KIB
from getpage.products.db2 import wording
from getpage.products.db2.member import Member
from getpage.products.db2.scopes import SQL
from getpage.products.db2.storage.parameters import parameter
from getpage.products.db2.storage.rid_pool import BLOCK_KB, MOST, NAME, allocated, had_room, larger, size_of
from getpage.products.db2.storage.sql import (
    HIGHEST,
    LACKED,
    LACKED_MOST,
    LIMITED,
    LIMITED_MOST,
    NO_STORAGE,
    OVER_LIMIT,
    PARAMETERS,
    SCANNED,
    TABLE,
)
from getpage.products.db2.thresholds import RID_LACKED, RID_LIMITED
from getpage.result import Cause, Fact, Finding, Kind, Severity

ID = "db2-rid-pool"
TITLE = "RID list that found no storage, or passed a limit of its own"
NO_COMMAND = "MAXRBLK is not in this evidence (job DSNTIJUZ), or is as high as it may be."
LOOKS_AT = SQL
FINDS = (Kind.SHORTAGE, Kind.NOTE)

_LABELS = {
    "rid_lists_no_storage": "given up, no storage",
    "rid_overflows_no_storage": "went on in a work file, no storage",
    "hybrid_joins_no_storage": "hybrid joins interrupted, no storage",
    "rid_lists_over_limit": "given up at their limit",
    "rid_overflows_over_limit": "went on in a work file at their limit",
    "hybrid_joins_over_limit": "hybrid joins interrupted at their limit",
}


def find(member: Member) -> Iterator[Finding]:
    """A member whose RID lists found no storage; else one whose lists passed their limit."""
    measured, name = member.measured.sql, Object(member.id, NAME)
    lacked, limited = member.row(measured, LACKED_MOST), member.row(measured, LIMITED_MOST)
    if lacked is not None and _rate(lacked, NO_STORAGE) >= member.in_force(RID_LACKED, name):
        yield (_not_full if had_room(member, lacked) else _lacking)(member, name, lacked)
    elif limited is not None and _rate(limited, OVER_LIMIT) >= member.in_force(RID_LIMITED, name):
        yield _limited(member, name, limited)


def _rate(row: Row, columns: tuple[str, ...]) -> float:
    seconds = row["rate_seconds"]
    return sum(int(row[name] or 0) for name in columns) / seconds if seconds else 0.0


def _lacking(member: Member, name: Object, row: Row) -> Finding:
    measured = member.measured.sql
    count, scanned = member.total(measured, LACKED), member.total(measured, SCANNED)
    limited, size = member.total(measured, LIMITED), size_of(member)
    at = "" if size is None else f" at MAXRBLK {size:,}"
    others = "the others" if scanned else "they"
    what = f"for {scanned:,} the table was scanned, " if scanned else ""
    then = f"raise {NAME} a step" if size is None or size < MOST else "see to the access paths"
    went_on = f"{what}{others} went on in work files." if count > scanned else f"{what.rstrip(', ')}."
    most = allocated(row)
    full = "was full" if most is None or size else f"was full at {wording.size(most * KIB)}"
    claim = f"The RID pool {full}: {went_on} {then[0].upper()}{then[1:]}."
    return Finding(
        check=ID,
        object=name,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{wording.plural(count, 'RID list')} found no storage{at}",
        claim=claim,
        asks=larger(member),
        evidence=(
            computed("RID lists without storage in the window", count, "count"),
            computed("of them given up: the table was scanned", scanned, "count"),
            computed("RID lists at a limit of their own in the window", limited, "count"),
            *_facts(member, row, NO_STORAGE),
        ),
    )


def _not_full(member: Member, name: Object, row: Row) -> Finding:
    count, most, size = member.total(member.measured.sql, LACKED), allocated(row) or 0, size_of(member) or 1
    share = wording.percent(most / size)
    return Finding(
        check=ID,
        object=name,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{wording.plural(count, 'RID list')} found no storage at {share} of MAXRBLK",
        claim=(
            f"No more than {wording.size(most * KIB)} of {wording.size(size * KIB)} were ever allocated: a "
            f"larger {NAME} does not help. Check that its job ran last, and what DBM1 has above the bar."
        ),
        no_command=f"{NAME} was never reached.",
        cause=Cause.ELSEWHERE,
        rules_out=(KnobId(member.id, NAME),),
        evidence=(
            computed("RID lists without storage in the window", count, "count"),
            *_facts(member, row, NO_STORAGE),
        ),
    )


def _limited(member: Member, name: Object, row: Row) -> Finding:
    count = member.total(member.measured.sql, LIMITED)
    return Finding(
        check=ID,
        object=name,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"{wording.plural(count, 'RID list')} passed a limit of their own",
        claim=f"No {NAME} helps: each list was too long itself. See to the access paths of these statements.",
        cause=Cause.ELSEWHERE,
        rules_out=(KnobId(member.id, NAME),),
        evidence=(
            computed("RID lists at a limit of their own in the window", count, "count"),
            *_facts(member, row, OVER_LIMIT),
        ),
    )


def _facts(member: Member, row: Row, columns: tuple[str, ...]) -> tuple[Fact, ...]:
    shown = parameter(member, "maxrblk")
    size = () if shown is None else member.facts(PARAMETERS, shown, maxrblk=NAME)
    most = {HIGHEST: f"blocks of {BLOCK_KB} KB at the most"} if row[HIGHEST] else {}
    return (*member.facts(TABLE, row, **{column: _LABELS[column] for column in columns}, **most), *size)
