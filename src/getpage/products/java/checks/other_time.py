"""Log of garbage collection and z/OS evidence of different times.

What it does:
    Names logs that are more than a day before or after all evidence of real storage of their system. A larger
    heap then waits until storage is known to be free at the time of the log.

Why it matters:
    Storage that was free in another year does not pay for a heap of today.

Evidence:
    Dates of the log (java_collection); intervals of SMF 71 or RMF (rmf_paging, zos_storage).

What to do:
    Collect SMF 70 to 72 and the log of the same hours.

How to verify:
    getpage inspect shows both with times that overlap.

References:
    The day is getpage's own: logs and records may have different time zones.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core.names import Object
from getpage.products.java.jvm import COLLECTIONS, Jvm
from getpage.products.java.scopes import LOGS
from getpage.result import Finding, Kind, Severity

ID = "java-other-time"
TITLE = "Log and z/OS evidence of different times"
LOOKS_AT = LOGS
NO_COMMAND = ""
FINDS = (Kind.NOTE,)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The log, where evidence of real storage is of another time."""
    span = jvm.storage_evidence
    row = jvm.latest("written")
    if span is None or row is None:
        return
    yield Finding(
        check=ID,
        object=Object(jvm.id, "log"),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"Log of {row['written']:%Y-%m-%d}, evidence of real storage of {span[1]:%Y-%m-%d}",
        claim="Their times do not overlap. What was free then does not pay for a larger heap.",
        evidence=jvm.facts(COLLECTIONS, row, pause_us="last pause of the log"),
    )
