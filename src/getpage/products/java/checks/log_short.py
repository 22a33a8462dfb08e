"""Log too short to judge, with what it has.

What it does:
    Names logs of less than a minute or fewer than ten collections, with the share of the time in which these
    stopped the program: a warning from 5 % on where the log has a minute or ten collections, else a note. No
    other rule judges shares of time there.

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
FINDS = (Kind.RISK, Kind.NOTE)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The collections of a short log, and what they took."""
    stopped = jvm.share()
    is_piece = jvm.stops.height < FEWEST_STOPS and jvm.seconds < SHORTEST_SECONDS
    if jvm.judged or jvm.stops.height < 2 or not jvm.seconds:
        return
    is_note = is_piece or stopped <= MOST_STOPPED
    covered = wording.seconds(jvm.seconds)
    collections = wording.plural(jvm.stops.height, "collection")
    row = jvm.stops.row(int(jvm.stops["pause_us"].arg_max() or 0), named=True)
    yield Finding(
        check=ID,
        object=Object(jvm.id, "log"),
        severity=Severity.INFO if is_note else Severity.WARNING,
        kind=Kind.NOTE if is_note else Kind.RISK,
        headline=f"Stopped for {wording.percent(stopped)} of {covered}: too short to judge",
        claim=f"The log has {collections}. Get the log of a busy hour and check it.",
        evidence=(
            *jvm.facts(COLLECTIONS, row, pause_us="longest pause"),
            computed("stopped by collections", round(100 * stopped, 2), "percent"),
            computed("time that the log covers", round(jvm.seconds, 1), "seconds"),
        ),
        delay_seconds=float(jvm.stops["pause_us"].sum()) / 1e6,
    )
