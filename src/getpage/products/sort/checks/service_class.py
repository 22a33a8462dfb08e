"""Whether sorts of a service class gain from storage, by what the class waits for.

What it does:
    Says of the class that sorts run in, or of the class of an overview report, whether it waits for
    processors or for disk: more than twice as much for processors as it uses and waits for disk, or at most
    as much.

Why it matters:
    Sorting in storage trades I/O time for processor time. Who waits for processors and not for disk only
    loses by that; who waits for disk gains.

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

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.core.names import Object
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.sort.sorts import Sorts

ID = "sort-service-class"
TITLE = "What the service class of sorts waits for"
NO_COMMAND = ""
FINDS = (Kind.NOTE,)


def find(sorts: Sorts) -> Iterator[Finding]:
    """A note, where it is clear."""
    waits = sorts.waits
    if waits is None or not (waits.is_of_processors or waits.is_of_disks):
        return
    cpu, disk = wording.percent(waits.cpu_delay), wording.percent(waits.disk)
    what = f"{waits.of[0].upper()}{waits.of[1:]}"
    said = (
        f"{what} waits for processors in {cpu} of samples, and uses or waits for disk in {disk}: sorts in it "
        "are not likely to gain from storage, which costs processor time."
        if waits.is_of_processors
        else f"{what} uses or waits for disk in {disk} of samples, and waits for processors in {cpu}: sorts "
        "in it are likely to gain from storage, as far as their I/O is that of work data sets."
    )
    yield Finding(
        check=ID,
        object=Object(sorts.id, "service class"),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim=said,
        evidence=waits.facts,
    )
