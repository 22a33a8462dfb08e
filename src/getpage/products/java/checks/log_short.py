"""Log too short to judge, in which Java was stopped for much of the time.

What it does:
    Names logs of ten collections in less than a minute, or of a minute with fewer than ten collections, which
    stopped the program for more than 5 % of the time. No other rule judges shares of time there. Shorter
    pieces of logs are passed over.

Why it matters:
    A start fills a heap as a shortage does, and so short a log cannot tell them apart. It does not show that
    all is well either.

Evidence:
    Verbose GC of J9 or OpenJ9, or the log of HotSpot: java_collection.

What to do:
    Get the log of a busy hour and check it.

How to verify:
    getpage check of that log judges the heap.

References:
    The minute and the 5 % are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.products.java.constants import FEWEST_STOPS, MOST_STOPPED, SHORTEST_SECONDS
from getpage.products.java.jvm import COLLECTIONS, Jvm
from getpage.products.java.scopes import LOGS
from getpage.result import Finding, Kind, Severity

ID = "java-log-short"
TITLE = "Log too short to judge"
LOOKS_AT = LOGS
NO_COMMAND = "Only a log of a busy hour tells whether the heap is too small."
FINDS = (Kind.RISK,)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The collections, where they took much of the time of a short log."""
    stopped = jvm.share()
    is_piece = jvm.stops.height < FEWEST_STOPS and jvm.seconds < SHORTEST_SECONDS
    if jvm.judged or is_piece or stopped <= MOST_STOPPED:
        return
    covered = wording.seconds(jvm.seconds)
    collections = wording.plural(jvm.stops.height, "collection")
    row = jvm.stops.row(int(jvm.stops["pause_us"].arg_max() or 0), named=True)
    yield Finding(
        check=ID,
        object=Object(jvm.id, "log"),
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"Stopped for {wording.percent(stopped)} of {covered}: too short to judge",
        claim=f"The log has {collections}. Get the log of a busy hour and check it.",
        evidence=(
            *jvm.facts(COLLECTIONS, row, pause_us="longest pause"),
            computed("stopped by collections", round(100 * stopped, 2), "percent"),
            computed("time that the log covers", round(jvm.seconds, 1), "seconds"),
        ),
        delay_seconds=float(jvm.stops["pause_us"].sum()) / 1e6,
    )
