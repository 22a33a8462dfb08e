"""Temporary storage that waited for buffers or strings.

What it does:
    Reports regions whose auxiliary temporary storage waited more than ten times in a collection for a buffer
    or a string.

Why it matters:
    A task that reads or writes a queue in auxiliary temporary storage waits while all buffers are in use, or
    all strings to DFHTEMP. Both are storage that was held back.

Evidence:
    TSGBWTN, TSGVWTN, TSGBUWTH, TSGVUWTH, TSGNBCA, TSGNVCA of SMF 110 subtype 2 (temporary storage), or the
    page "Temporary Storage".

What to do:
    More buffers or strings (TS=(,buffers,strings)) at the next start, by as many as waited at once; or, where
    queues need not be recovered, main temporary storage.

How to verify:
    The same statistics at the same load: no waits.

References:
    CICS Performance Analyzer, statistics alert "Temporary storage: buffer waits on DFHTEMP" above 10; IBM
    CICS TS 5.5 documentation, "Temporary storage: Summary global statistics", system initialization parameter
    TS.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import facilities
from getpage.products.cics.thresholds import WAITS_ALERT
from getpage.products.common.subsystem import row_of
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.cics.region import Region

ID = "cics-temporary-storage-waits"
TITLE = "Temporary storage that waited for buffers or strings"
NO_COMMAND = (
    "How many buffers or strings there are, or how many tasks waited at once, is not in this evidence."
)
FINDS = (Kind.SHORTAGE,)

_KINDS: Final = (
    ("buffers", facilities.BUFFER_WAITS, facilities.WORST_BUFFERS, "buffer_waits", "peak_buffer_waits"),
    ("strings", facilities.TS_STRING_WAITS, facilities.WORST_STRINGS, "string_waits", "peak_string_waits"),
)


def find(region: Region) -> Iterator[Finding]:
    """Buffers and strings that were waited for."""
    for what, ask, worst, column, peak in _KINDS:
        measure = region.temporary_with(what)
        waits, row = ask.count(measure), row_of(measure, worst)
        if row is None or (row[column] or 0) <= WAITS_ALERT:
            continue
        had = f" of its {row[what]:,}" if row[what] else ""
        at_once = f", {row[peak]:,} at a time at most" if row[peak] else ""
        yield Finding(
            check=ID,
            object=region.within(f"temporary storage {what}"),
            severity=Severity.WARNING,
            kind=Kind.SHORTAGE,
            headline=f"Waited {wording.times(waits)} for one{had} {what}",
            claim=f"Temporary storage of {region.label} waited {wording.times(waits)} for one{had} "
            f"{what}{at_once}.",
            evidence=(
                computed(f"waits for {what}", waits, "waits"),
                *region.facts(
                    facilities.TS_TABLE,
                    row,
                    **{what: what, column: "waits, worst collection", peak: "most that waited at once"},
                ),
            ),
        )
