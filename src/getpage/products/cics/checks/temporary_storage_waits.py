"""Temporary storage that waited for buffers or strings.

What it does:
    Reports regions whose auxiliary temporary storage waited more than ten times in a statistics interval for
    a buffer or a string.

Why it matters:
    A task that reads or writes a queue waits while all buffers are in use, or all strings to DFHTEMP.

Evidence:
    TSGBWTN, TSGVWTN, TSGBUWTH, TSGVUWTH, TSGNBCA, TSGNVCA of SMF 110 subtype 2 (temporary storage), or the
    page "Temporary Storage".

What to do:
    Define as many more buffers or strings (TS=(,buffers,strings)) for the next start as were waited for at
    once. Or move queues that need no recovery to main temporary storage.

How to verify:
    The same statistics at the same load: no waits.

References:
    CICS Performance Analyzer, statistics alert "Temporary storage: buffer waits on DFHTEMP" above 10; IBM
    CICS TS 5.5 documentation, "Temporary storage: Summary global statistics", system initialization parameter
    TS.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import facilities
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import TEMPORARY_STORAGE
from getpage.products.cics.settings import temporary_storage
from getpage.products.cics.sizing import ask_ts_buffers
from getpage.products.cics.thresholds import TS_WAITS
from getpage.products.common.subsystem import row_of
from getpage.result import Finding, Kind, Severity

ID = "cics-temporary-storage-waits"
TITLE = "Temporary storage that waited for buffers or strings"
LOOKS_AT = TEMPORARY_STORAGE
NO_COMMAND = (
    "How many buffers or strings there are, or how many tasks waited at once, is not in this evidence."
)
FINDS = (Kind.SHORTAGE,)


def find(region: Region) -> Iterator[Finding]:
    """Buffers and strings that were waited for. One statement sets both: where buffers rise, it has both."""
    asks = ask_ts_buffers(region)
    for what, waits in facilities.WAITS.items():
        measure = region.temporary_with(what)
        row = row_of(measure, waits.worst)
        if row is None or not waits.are_many(measure, region.in_force(TS_WAITS)):
            continue
        times = waits.times.count(measure)
        has = f" of its {row[what]:,}" if row[what] else ""
        yield Finding(
            check=ID,
            object=region.within(f"temporary storage {what}"),
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"Waited {wording.times(times)} for one{has} {what}",
            claim=f"A task waits while all {what} are in use. Add {what}, or move queues to main "
            "temporary storage.",
            asks=asks,
            advice=() if asks else temporary_storage(region),
            evidence=(
                computed(f"waits for {what}", times, "waits"),
                *region.facts(
                    facilities.TS_TABLE,
                    row,
                    **{
                        what: what,
                        waits.column: "waits, worst statistics interval",
                        waits.peak: "most that waited at once",
                    },
                ),
            ),
        )
