"""Programs that are loaded again and again.

What it does:
    Reports regions in which requests waited for the load of a program more than ten times, or programs were
    taken out to make room (program compression) more than ten times, and names these programs.

Why it matters:
    A program that CICS compressed out for lack of storage is loaded from its library again: a wait for the
    task, and on releases before 5.1 all loads follow each other on the RO TCB.

Evidence:
    LDGLLR, LDGWTDLR, LDGWLRHW of SMF 110 subtype 2 (loader), or the page "Loader"; LDRRPC and LDRFC of each
    program (programs).

What to do:
    A larger DSA or EDSA limit where it is at its limit (see cics-storage-limit), so that programs stay;
    resident or LPA programs for those that are used most.

How to verify:
    The same statistics: fewer loads for as many uses.

References:
    IBM CICS TS documentation, "Loader report"; I. Burnett, "CICS V5 Performance", Impact 2014, program load.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import facilities
from getpage.products.cics.thresholds import WAITS_ALERT
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Measure
    from getpage.products.cics.region import Region
    from getpage.result import Fact

ID = "cics-program-loads"
TITLE = "Programs that are loaded again and again"
NO_COMMAND = (
    "Which programs to keep is decided in their definitions; see first whether storage is at its limit."
)
FINDS = (Kind.NOTE,)


_NAMED: Final = 5


def find(region: Region) -> Iterator[Finding]:
    """The region, where loads were waited for, or programs taken out."""
    measure = region.loader
    waits, loads = facilities.LOAD_WAITS.count(measure), facilities.LOADS.count(measure)
    removed = _removed(region)
    times = sum(count for _, count in removed)
    if waits <= WAITS_ALERT and times <= WAITS_ALERT:
        return
    said = []
    if waits > WAITS_ALERT:
        waited = wording.plural(waits, "request")
        said.append(f"loaded programs {wording.times(loads)}, and {waited} waited for a load")
    if times > WAITS_ALERT:
        named = wording.listed(
            [f"{one.key[-1]} ({_again(one, count)})" for one, count in removed], most=_NAMED
        )
        said.append(f"took programs out {wording.times(times)} to make room: {named}")
    row = None if measure is None else measure[facilities.WORST_LOADS]
    yield Finding(
        check=ID,
        object=region.within("program loads"),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim=f"{region.label} {'; it '.join(said)}.",
        evidence=(
            computed("requests that waited for a load", waits, "waits"),
            computed("times programs were taken out", times, "times"),
            *region.facts(
                facilities.LOADER_TABLE,
                row,
                loads="loads, worst collection",
                waits="waits, worst collection",
                uses="uses",
            ),
            *(fact for one, _ in removed[:_NAMED] for fact in _facts(region, one)),
        ),
    )


def _removed(region: Region) -> list[tuple[Measure, int]]:
    """Programs that were taken out, those most often first, with how often."""
    found = [(one, facilities.REMOVED.count(one)) for one in region.programs]
    return sorted(
        ((one, count) for one, count in found if count), key=lambda pair: (-pair[1], str(pair[0].key[-1]))
    )


def _again(one: Measure, count: int) -> str:
    return f"{count:,}, loaded {wording.times(facilities.FETCHED.count(one))}"


def _facts(region: Region, one: Measure) -> tuple[Fact, ...]:
    name = one.key[-1]
    return region.facts(
        facilities.PROGRAM_TABLE,
        one[facilities.MOST_REMOVED],
        compressed=f"times {name} was taken out, worst collection",
        fetches=f"loads of {name} then",
    )
