"""Programs that are loaded again and again.

What it does:
    Reports regions in which requests waited for the load of a program more than ten times.

Why it matters:
    A program that CICS compressed out for lack of storage is loaded from its library again: a wait for the
    task, and on releases before 5.1 all loads follow each other on the RO TCB.

Evidence:
    LDGLLR, LDGWTDLR, LDGWLRHW of SMF 110 subtype 2 (loader), or the page "Loader".

What to do:
    A larger DSA or EDSA limit where it is at its limit (see cics-storage-limit), so that programs stay;
    resident or LPA programs for those that are used most.

How to verify:
    The same statistics: fewer loads for as many uses.

References:
    IBM CICS TS documentation, "Loader report"; I. Burnett, "CICS V5 Performance", Impact 2014, program load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import facilities
from getpage.products.cics.thresholds import WAITS_ALERT
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.cics.region import Region

ID = "cics-program-loads"
TITLE = "Programs that are loaded again and again"
NO_COMMAND = (
    "Which programs to keep is decided in their definitions; see first whether storage is at its limit."
)
FINDS = (Kind.NOTE,)


def find(region: Region) -> Iterator[Finding]:
    """The region, where loads were waited for."""
    measure = region.loader
    waits = facilities.LOAD_WAITS.count(measure)
    row = None if measure is None else measure[facilities.WORST_LOADS]
    if measure is None or row is None or waits <= WAITS_ALERT:
        return
    loads = facilities.LOADS.count(measure)
    yield Finding(
        check=ID,
        object=region.within("program loads"),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim=f"{region.label} loaded programs {wording.times(loads)}, and "
        f"{wording.plural(waits, 'request')} waited for a load.",
        evidence=(
            computed("requests that waited for a load", waits, "waits"),
            *region.facts(
                facilities.LOADER_TABLE,
                row,
                loads="loads, worst collection",
                waits="waits, worst collection",
                uses="uses",
            ),
        ),
    )
