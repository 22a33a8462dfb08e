"""Whether sorts of a service class gain from storage, by what the class waits for.

What it does:
    Says whether the class that sorts run in, or the class of an overview report, waits for processors (more
    than twice as much as it uses and waits for disk) or for disk (at least as much as for processors).

Why it matters:
    Sorting in storage trades I/O time for processor time. A class that waits for processors loses by that; a
    class that waits for disk gains.

Evidence:
    RMF overview report with CPUUSGP, CPUDLYP, IOUSGP and IODLYP of a class; SMF 72 subtype 3.

What to do:
    Where it waits for processors: processors, or importance, first; leave the sorts on disk. Where it waits
    for disk: see the sorts with most work on disk.

How to verify:
    The same report after the change.

References:
    IBM REDP-5238, 6.1, figures 6-11 and 6-12.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.sort.scopes import SERVICE_CLASS
from getpage.products.sort.sorts import Sorts
from getpage.result import Finding, Kind, Severity

ID = "sort-service-class"
TITLE = "What the service class of sorts waits for"
LOOKS_AT = SERVICE_CLASS
NO_COMMAND = ""
FINDS = (Kind.NOTE,)


def find(sorts: Sorts) -> Iterator[Finding]:
    """A note, where it is clear."""
    waits = sorts.waits
    if waits is None or not (waits.is_of_processors or waits.is_of_disks):
        return
    cpu, disk = wording.percent(waits.cpu_delay), wording.percent(waits.disk)
    headline = f"Waits for processors in {cpu} of samples, disk in {disk}"
    claim = "Its sorts are unlikely to gain from storage, which costs processor time."
    if waits.is_of_disks:
        headline = f"Disk in {disk} of samples, waits for processors in {cpu}"
        claim = "Its sorts are likely to gain from storage, as far as their I/O is to work data sets."
    yield Finding(
        check=ID,
        object=Object(sorts.id, "service class"),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=headline,
        claim=claim,
        evidence=waits.facts,
    )
