"""Transient data that waited for buffers or strings, or ran out of space.

What it does:
    Reports regions whose intrapartition transient data waited more than ten times in a collection for a
    buffer or a string, or whose data set had no space.

Why it matters:
    A task that reads or writes a queue waits while all buffers are in use, or all strings to DFHINTRA. Both
    are storage that was held back. A write that finds no space fails with NOSPACE.

Evidence:
    TQGATNWT, TQGSTNWT, TQGAMXWT, TQGSMXWT, TQGANBFA, TQGSNSTA, TQGANOSP of SMF 110 subtype 2 (transient
    data); how long tasks waited is in TDWAIT of subtype 1.

What to do:
    More buffers or strings (TD=(buffers,strings)) at the next start, by as many as waited at once; a larger
    DFHINTRA where it had no space.

How to verify:
    The same statistics at the same load: no waits.

References:
    IBM CICS TS 5.5 documentation, "Transient data: Global statistics", system initialization parameter TD.
    From ten waits on, as for temporary storage: CICS Performance Analyzer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import facilities, transactions
from getpage.products.cics.thresholds import WAITS_ALERT
from getpage.products.common.subsystem import row_of
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.cics.region import Region

ID = "cics-transient-data"
TITLE = "Transient data that waited for buffers or strings"
NO_COMMAND = (
    "How many tasks waited at once is not in this evidence; a data set without space is made larger while "
    "CICS is down."
)
FINDS = (Kind.SHORTAGE,)

_WAITS: Final = {
    "buffers": (facilities.TD_BUFFER_WAITS, facilities.WORST_TD_BUFFERS, "buffer_waits", "peak_buffer_waits"),
    "strings": (facilities.TD_STRING_WAITS, facilities.WORST_TD_STRINGS, "string_waits", "peak_string_waits"),
}


def find(region: Region) -> Iterator[Finding]:
    """Buffers and strings that were waited for, and a data set without space."""
    for what, (ask, worst, column, peak) in _WAITS.items():
        measure = region.transient_with(what)
        waits, row = ask.count(measure), row_of(measure, worst)
        if row is None or (row[column] or 0) <= WAITS_ALERT:
            continue
        at_once = f", {row[peak]:,} at a time at most" if row[peak] else ""
        waited = sum(float(one[transactions.TD_WAIT] or 0) for one in region.transactions)
        said = f"; tasks waited {numbers.seconds(waited)} for transient data in all" if waited else ""
        yield Finding(
            check=ID,
            object=region.within(f"transient data {what}"),
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            claim=f"Transient data of {region.label} waited {wording.times(waits)} for one of its "
            f"{row[what]:,} {what}{at_once}{said}.",
            evidence=(
                computed(f"waits for {what}", waits, "waits"),
                *region.facts(
                    facilities.TD_TABLE,
                    row,
                    **{what: what, column: "waits, worst collection", peak: "most that waited at once"},
                ),
            ),
        )
    measure = region.transient_with("buffers")
    times, row = facilities.TD_NO_SPACE.count(measure), row_of(measure, facilities.WORST_TD_SPACE)
    if times and row is not None:
        yield Finding(
            check=ID,
            object=region.within("transient data set"),
            severity=Severity.CRITICAL,
            kind=Kind.SHORTAGE,
            claim=f"The intrapartition data set of {region.label} had no space {wording.times(times)}: its "
            f"{row['cis']:,} control intervals were all in use.",
            evidence=(
                computed("times without space", times, "times"),
                *region.facts(facilities.TD_TABLE, row, cis="control intervals", peak_cis="most in use"),
            ),
        )
