"""Temporary storage that reached its limit.

What it does:
    Reports regions whose main temporary storage tried to exceed TSMAINLIMIT or reached 75 % of it, and those
    whose auxiliary temporary storage was exhausted.

Why it matters:
    A request that would exceed the limit fails (NOSPACE) or waits. Main temporary storage is 64-bit storage
    since CICS TS 4.2: its limit is a question of real storage and MEMLIMIT.

Evidence:
    Times at TSMAINLIMIT, its use and its limit, and times auxiliary storage was exhausted, in SMF 110 subtype
    2 and the page "Temporary Storage"; messages DFHTS1601, DFHTS1602 and DFHTS1310.

What to do:
    Raise TSMAINLIMIT at once, up to 25 % of MEMLIMIT. Set expiry intervals in temporary storage models, so
    that queues that no task reads are deleted. Where the auxiliary data set was exhausted, enlarge DFHTEMP at
    the next restart or move queues to main storage.

How to verify:
    The same statistics, and no DFHTS1601 or DFHTS1602, at the same load.

References:
    IBM CICS TS 5.2 documentation, "Main temporary storage: monitoring and tuning"; TSMAINLIMIT; SET
    TEMPSTORAGE.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed, counted
from getpage.core import wording
from getpage.products.cics import facilities, storage
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import TEMPORARY_STORAGE
from getpage.products.cics.sizing import ask_main
from getpage.products.cics.thresholds import TS_MAIN
from getpage.products.common.subsystem import row_of
from getpage.result import Finding, Kind, Severity

ID = "cics-main-temporary-storage"
TITLE = "Temporary storage that reached its limit"
LOOKS_AT = TEMPORARY_STORAGE
NO_COMMAND = "TSMAINLIMIT is not in this evidence, or is at a quarter of MEMLIMIT."
FINDS = (Kind.SHORTAGE, Kind.RISK)
_FULL: Final = "DFHTS1310"


def find(region: Region) -> Iterator[Finding]:
    """Main and auxiliary temporary storage."""
    yield from _main(region)
    yield from _auxiliary(region)


def _main(region: Region) -> Iterator[Finding]:
    row, now = (row_of(region.temporary, ask) for ask in (facilities.FULLEST_MAIN, facilities.LAST_MAIN))
    times = facilities.AT_MAIN_LIMIT.count(region.temporary_with("main_limit"))
    limit = now["main_limit"] if now else None
    share = row["peak_main_in_use"] / limit if row and limit else None
    with_limit = row if row is None or row["main_limit"] in (None, limit) else now
    exceeded, warned = (
        region.messages.get(name) for name in (facilities.MAIN_EXCEEDED, facilities.MAIN_WARNED)
    )
    if (
        not times
        and exceeded is None
        and warned is None
        and (share is None or share < region.in_force(TS_MAIN))
    ):
        return
    is_exceeded = bool(times or exceeded)
    tried = times or (exceeded[storage.WRITTEN] if exceeded else 0)
    last_warning = row_of(warned, storage.LAST_WRITTEN)
    if share is None and last_warning is not None and last_warning["percent"] is not None:
        share = last_warning["percent"] / 100
    use = f": {wording.percent(share)} in use" if share is not None else ""
    yield Finding(
        check=ID,
        object=region.within(facilities.MAIN),
        severity=Severity.CRITICAL if is_exceeded else Severity.WARNING,
        criterion=counted("times TSMAINLIMIT was exceeded", tried if is_exceeded else 0),
        kind=Kind.SHORTAGE if is_exceeded else Kind.RISK,
        headline=f"Tried to exceed TSMAINLIMIT {wording.times(tried)}"
        if is_exceeded
        else f"Came near TSMAINLIMIT{use}",
        claim="A request beyond TSMAINLIMIT fails or waits. Raise the limit, and let queues that no task "
        "reads expire.",
        asks=ask_main(region),
        evidence=(
            computed("times at TSMAINLIMIT", times, "times"),
            *((computed("peak of TSMAINLIMIT", 100 * share, "percent"),) if share is not None else ()),
            *region.facts(facilities.TS_TABLE, row, peak_main_in_use="peak of main temporary storage"),
            *region.facts(facilities.TS_TABLE, with_limit, main_limit="TSMAINLIMIT"),
            *region.facts(
                storage.MESSAGE_TABLE, row_of(exceeded, storage.LAST_WRITTEN), message="last message"
            ),
            *region.facts(storage.MESSAGE_TABLE, last_warning, message="last message"),
        ),
    )


def _auxiliary(region: Region) -> Iterator[Finding]:
    measure, message = region.temporary, region.messages.get(_FULL)
    times = facilities.EXHAUSTED.count(measure)
    if not times and message is None:
        return
    count = times or (message[storage.WRITTEN] if message else 0)
    yield Finding(
        check=ID,
        object=region.within("auxiliary temporary storage"),
        severity=Severity.CRITICAL,
        criterion=counted("times exhausted", count),
        kind=Kind.SHORTAGE,
        headline=f"Exhausted {wording.times(count)}",
        claim="A task that writes a queue then fails or waits. Enlarge DFHTEMP at the next restart, or move "
        "queues that need no recovery to main storage.",
        no_command="DFHTEMP is enlarged while CICS is down.",
        evidence=(
            computed("times exhausted", times, "times"),
            *region.facts(
                facilities.TS_TABLE,
                row_of(measure, facilities.LAST_TS),
                cis="control intervals",
                peak_cis="most in use",
            ),
            *region.facts(
                storage.MESSAGE_TABLE, row_of(message, storage.LAST_WRITTEN), message="last message"
            ),
        ),
    )
