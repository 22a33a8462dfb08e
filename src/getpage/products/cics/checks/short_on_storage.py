"""Dynamic storage area that was short on storage.

What it does:
    Reports dynamic storage areas that were short on storage, whose requests were suspended, or whose cushion
    was released, and messages DFHSM0131, DFHSM0133 and DFHSM0606 where no statistics are of it.

Why it matters:
    Short on storage (SOS) stops new work: CICS starts no tasks, purges what it can, and compresses programs
    out that are loaded again right after.

Evidence:
    SMSSOS, SMSTSOS, SMSUCSS, SMSCREL, SMSLWMFSTG of SMF 110 subtype 2 (storage manager), the storage pages of
    DFHSTUP and DFH0STAT, and the job log.

What to do:
    A higher DSALIM, EDSALIM or MEMLIMIT, as far as REGION holds it; fewer tasks at a time (MXT) where it does
    not. Below 16 MB first see what need not be there (programs with RMODE(24), TASKDATALOC(BELOW)).

How to verify:
    The same statistics at the same load: no times short on storage, and lowest free above the cushion.

References:
    IBM CICS TS 5.5 documentation, "Storage manager: Dynamic storage areas statistics", DFHSM0131, DFHSM0133.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed, value_of
from getpage.core import numbers, wording
from getpage.products.cics import storage
from getpage.products.cics.thresholds import SHORT_OUTAGE_SECONDS
from getpage.result import Finding, Harm, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Measure
    from getpage.products.cics.region import Region

ID = "cics-short-on-storage"
TITLE = "Dynamic storage area that was short on storage"
NO_COMMAND = "The limit that holds it is not in this evidence, or is at its maximum."
FINDS = (Kind.SHORTAGE, Kind.RISK)

_TIMES: Final = "times short on storage"


def find(region: Region) -> Iterator[Finding]:
    """Every area, and every message about a place that no area tells of."""
    told = set()
    for area in region.dsas_now:
        found = _of(region, area)
        if found is not None:
            told.add((area[storage.LAST_DSA] or {}).get("location"))
            yield found
    for message, where in ((one.message, one.where) for one in storage.LIMITS):
        said = region.messages.get(message)
        if said is None or where in told:
            continue
        count = said[storage.WRITTEN]
        yield Finding(
            check=ID,
            object=region.within(f"storage {where}"),
            severity=Severity.CRITICAL,
            kind=Kind.SHORTAGE,
            claim=f"{region.label} was short on storage {where}: {message} {wording.times(count)}.",
            evidence=(
                computed(message, count, "messages"),
                *region.facts(storage.MESSAGE_TABLE, said[storage.FIRST_WRITTEN], message="first of them"),
            ),
        )


def in_short(finding: Finding) -> str:
    """What a finding shows, in a few words."""
    name, seconds = finding.object.name, finding.delay_seconds
    if name.startswith("storage "):
        return f"messages that {name} was short"
    times = int(value_of(finding, _TIMES) or 0)
    took = f" ({numbers.seconds(seconds)})" if seconds else ""
    return f"the {name}, short on storage {wording.times(times)}{took}" if times else f"the {name}"


def _headline(short: int, seconds: float, suspended: int, releases: int) -> str:
    if short:
        took = f" for {numbers.seconds(seconds)}" if seconds else ""
        return f"Short on storage{took}, {wording.times(short)}"
    if suspended:
        return f"{wording.plural(suspended, 'request')} waited for storage"
    return f"Storage cushion released {wording.times(releases)}"


def _of(region: Region, area: Measure) -> Finding | None:
    short, suspended = storage.TIMES_SHORT.count(area), storage.SUSPENDED.count(area)
    releases, row = storage.RELEASES.count(area), area[storage.WORST_DSA]
    if not (short or suspended or releases) or row is None:
        return None
    seconds = storage.SHORT_SECONDS.in_(area)
    name = str(area.key[-1])
    said = []
    if short:
        said.append(f"was short on storage {wording.times(short)}")
        if seconds:
            said[-1] += f" ({numbers.seconds(seconds)})"
    if suspended:
        said.append(f"suspended {wording.plural(suspended, 'request')} for storage")
    if releases:
        said.append(f"released its cushion {wording.times(releases)}")
    grave = bool(short or suspended)
    stopped = seconds >= SHORT_OUTAGE_SECONDS
    return Finding(
        check=ID,
        object=region.within(name),
        severity=Severity.CRITICAL if grave else Severity.WARNING,
        kind=Kind.SHORTAGE if grave else Kind.RISK,
        harm=Harm.OUTAGE if stopped else Harm.DELAY,
        headline=_headline(short, seconds, suspended, releases),
        claim=f"The {name} of {region.label} {wording.listed(said)}.",
        evidence=(
            computed(_TIMES, short, "times"),
            *region.facts(
                storage.DSA_TABLE,
                row,
                times_short="times short on storage, worst collection",
                short_us="time short on storage, worst collection",
                suspended="requests suspended",
                cushion_releases="times the cushion was released",
                size="size",
                lowest_free="lowest free",
                largest_free="largest free area",
                cushion="cushion",
            ),
        ),
        delay_seconds=seconds,
    )
