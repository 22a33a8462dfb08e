"""Records of zero-length intervals.

What it does:
    Counts statistics records whose interval has a length of zero.

Why it matters:
    They are written at start, stop or a log switch. Their counters count, but no rate can be made of them,
    and none is: pictures leave them out.

Evidence:
    SMF 115: QWHSDURN of 0.

What to do:
    Nothing.

How to verify:
    The other intervals of the window cover it without gaps: see the coverage.

References:
    IBM MQ documentation, "SMF type 115 records" (QWHSDURN). Seen in real records of MQ 10.0.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import RECORDS
from getpage.result import Finding, Kind, Severity

ID = "mq-zero-length-intervals"
TITLE = "Records of zero-length intervals"
LOOKS_AT = RECORDS
NO_COMMAND = ""
FINDS = (Kind.NOTE,)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The queue manager, when it wrote such records."""
    records = manager.zero_length
    if records is None:
        return
    times = {"first written": records.first, "last written": records.last}
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"{wording.plural(records.records, 'record')} of zero-length intervals",
        claim="Their counters are summed; no rates are computed from them.",
        evidence=(
            computed("records of no length", records.records, "records"),
            *(
                computed(label, f"{time:%Y-%m-%d %H:%M:%S}", "time")
                for label, time in times.items()
                if time is not None
            ),
        ),
    )
