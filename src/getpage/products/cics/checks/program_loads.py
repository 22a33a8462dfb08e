"""Programs that are loaded again and again.

What it does:
    Reports regions in which requests waited for the load of a program more than ten times, or programs were
    removed to make room (program compression) more than ten times, with the names of these programs.

Why it matters:
    A program that was removed for lack of storage is loaded from its library again while the task waits.
    Before CICS TS 5.1 all loads also follow each other on the RO TCB.

Evidence:
    LDGLLR, LDGWTDLR, LDGWLRHW of SMF 110 subtype 2 (loader), or the page "Loader"; LDRRPC and LDRFC of each
    program (programs).

What to do:
    Raise DSALIM or EDSALIM where it is reached (see cics-storage-limit), so that programs stay. Make those
    that are used most resident, or put them into the LPA.

How to verify:
    The same statistics: fewer loads for as many uses.

References:
    IBM CICS TS documentation, "Loader report"; I. Burnett, "CICS V5 Performance", Impact 2014, program load.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.contract.measures import Measure
from getpage.core import wording
from getpage.products.cics import facilities
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import LOADER
from getpage.products.cics.thresholds import LOADS
from getpage.products.common.subsystem import row_of
from getpage.result import Fact, Finding, Kind, Severity

ID = "cics-program-loads"
TITLE = "Programs that are loaded again and again"
LOOKS_AT = LOADER
NO_COMMAND = "Definitions decide which programs stay. See first whether storage is at its limit."
FINDS = (Kind.NOTE,)
_SHOWN: Final = 5


def find(region: Region) -> Iterator[Finding]:
    """The region, where loads were waited for, or programs taken out."""
    measure = region.loader
    waits, loads = facilities.LOAD_WAITS.count(measure), facilities.LOADS.count(measure)
    removed = _removed(region)
    times = sum(count for _, count in removed)
    many = region.in_force(LOADS)
    if waits <= many and times <= many:
        return
    yield Finding(
        check=ID,
        object=region.within("program loads"),
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"Programs removed {wording.times(times)} to make room"
        if times > many
        else f"{wording.plural(waits, 'request')} waited for a program load",
        claim="A task waits while its program is loaded again. Raise the storage limit that is reached, or "
        "make the programs resident.",
        evidence=(
            computed("requests that waited for a load", waits, "waits"),
            computed("loads", loads, "loads"),
            computed("times programs were removed", times, "times"),
            *region.facts(
                facilities.LOADER_TABLE,
                row_of(measure, facilities.WORST_LOADS),
                loads="loads, worst statistics interval",
                waits="waits, worst statistics interval",
                uses="uses",
            ),
            *(fact for program, count in removed[:_SHOWN] for fact in _facts(region, program, count)),
        ),
    )


def _removed(region: Region) -> list[tuple[Measure, int]]:
    """Programs that were removed from storage, those most often first, with how often."""
    counts = [(program, facilities.REMOVED.count(program)) for program in region.programs]
    return sorted(
        ((program, count) for program, count in counts if count),
        key=lambda pair: (-pair[1], str(pair[0].key[-1])),
    )


def _facts(region: Region, program: Measure, count: int) -> Iterator[Fact]:
    name = program.key[-1]
    yield computed(f"times {name} was removed", count, "times")
    yield from region.facts(
        facilities.PROGRAM_TABLE,
        program[facilities.MOST_REMOVED],
        compressed=f"times {name} was removed, worst statistics interval",
        fetches=f"loads of {name} then",
    )
