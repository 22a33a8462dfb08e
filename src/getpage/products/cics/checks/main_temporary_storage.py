"""Temporary storage that reached its limit.

What it does:
    Reports regions whose main temporary storage tried to exceed TSMAINLIMIT or came to 75 % of it, and those
    whose auxiliary temporary storage was exhausted.

Why it matters:
    A request that would exceed the limit fails (NOSPACE) or waits. Main temporary storage is 64-bit storage
    since CICS TS 4.2, so that its limit is a question of real storage and MEMLIMIT.

Evidence:
    Times at TSMAINLIMIT, its use and its limit, and times auxiliary storage was exhausted, in SMF 110 subtype
    2 and the page "Temporary Storage"; messages DFHTS1601, DFHTS1602 and DFHTS1310.

What to do:
    A higher TSMAINLIMIT, at once, up to 25 % of MEMLIMIT; expiry intervals in temporary storage models, so
    that queues that nobody reads go. A larger DFHTEMP where the auxiliary data set was exhausted.

How to verify:
    The same statistics, and no DFHTS1601 or DFHTS1602, at the same load.

References:
    IBM CICS TS 5.2 documentation, "Main temporary storage: monitoring and tuning"; TSMAINLIMIT; SET
    TEMPSTORAGE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import facilities, storage
from getpage.products.cics.thresholds import TS_MAIN_WARNS
from getpage.products.common.subsystem import row_of
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Measure
    from getpage.products.cics.region import Region
    from getpage.result import Fact

ID = "cics-main-temporary-storage"
TITLE = "Temporary storage that reached its limit"
NO_COMMAND = (
    "The limit is not in this evidence, is at a quarter of MEMLIMIT, or DFHTEMP has to be made larger "
    "while CICS is down."
)
FINDS = (Kind.SHORTAGE, Kind.RISK)
MAIN = "main temporary storage"
_FULL = "DFHTS1310"


def find(region: Region) -> Iterator[Finding]:
    """Main and auxiliary temporary storage."""
    yield from _main(region)
    yield from _auxiliary(region)


def _main(region: Region) -> Iterator[Finding]:
    row, now = (row_of(region.temporary, ask) for ask in (facilities.FULLEST_MAIN, facilities.LAST_MAIN))
    times = facilities.AT_MAIN_LIMIT.count(region.temporary_with("main_limit"))
    limit = now["main_limit"] if now else None
    share = row["peak_main_in_use"] / limit if row and limit else None
    shows = row if row is None or row["main_limit"] in (None, limit) else now
    exceeded, warned = (
        region.messages.get(one) for one in (facilities.MAIN_EXCEEDED, facilities.MAIN_WARNED)
    )
    if not times and exceeded is None and warned is None and (share is None or share < TS_MAIN_WARNS):
        return
    grave = bool(times or exceeded)
    facts: list[Fact] = [computed("times at TSMAINLIMIT", times, "times")]
    facts += region.facts(facilities.TS_TABLE, row, peak_main_in_use="peak of main temporary storage")
    facts += region.facts(facilities.TS_TABLE, shows, main_limit="TSMAINLIMIT")
    for said in (exceeded, warned):
        facts += region.facts(
            storage.MESSAGE_TABLE, said[storage.LAST_WRITTEN] if said else None, message="last message"
        )
    tried = times or (exceeded[storage.WRITTEN] if exceeded else 0)
    use = (
        f" It had {wording.percent(share)} of {wording.size(limit)} at its peak."
        if share is not None and limit
        else _said(warned)
    )
    claim = (
        f"Main temporary storage of {region.label} tried to exceed TSMAINLIMIT {wording.times(tried)}.{use}"
        if grave
        else f"Main temporary storage of {region.label} came near TSMAINLIMIT.{use}"
    )
    yield Finding(
        check=ID,
        object=region.within(MAIN),
        severity=Severity.CRITICAL if grave else Severity.WARNING,
        kind=Kind.SHORTAGE if grave else Kind.RISK,
        headline=f"Tried to exceed TSMAINLIMIT {wording.times(tried)}"
        if grave
        else f"Came near TSMAINLIMIT{f': {wording.percent(share)} in use' if share is not None else ''}",
        claim=claim,
        evidence=tuple(facts),
    )


def _said(warned: Measure | None) -> str:
    """How full the last message says that it was."""
    row = None if warned is None else warned[storage.LAST_WRITTEN]
    percent = row["percent"] if row else None
    return f" {facilities.MAIN_WARNED} says that {percent} % of it was in use." if percent is not None else ""


def _auxiliary(region: Region) -> Iterator[Finding]:
    measure, said = region.temporary, region.messages.get(_FULL)
    times = facilities.EXHAUSTED.count(measure)
    if not times and said is None:
        return
    row = None if measure is None else measure[facilities.LAST_TS]
    count = times or (said[storage.WRITTEN] if said else 0)
    yield Finding(
        check=ID,
        object=region.within("auxiliary temporary storage"),
        severity=Severity.CRITICAL,
        kind=Kind.SHORTAGE,
        headline=f"Exhausted {wording.times(count)}",
        claim=f"Auxiliary temporary storage of {region.label} was exhausted {wording.times(count)}.",
        evidence=(
            computed("times exhausted", times, "times"),
            *region.facts(facilities.TS_TABLE, row, cis="control intervals", peak_cis="most in use"),
            *region.facts(
                storage.MESSAGE_TABLE, said[storage.LAST_WRITTEN] if said else None, message="last message"
            ),
        ),
    )
