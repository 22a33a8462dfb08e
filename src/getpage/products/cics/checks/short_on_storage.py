"""Dynamic storage area that was short on storage.

What it does:
    Reports dynamic storage areas that were short on storage, whose requests were suspended, or whose cushion
    was released. Where there are no statistics, messages DFHSM0131, DFHSM0133 and DFHSM0606 are enough.

Why it matters:
    Short on storage (SOS) stops new work: CICS starts no tasks, purges what it can, and removes programs that
    are loaded again right after.

Evidence:
    SMSSOS, SMSTSOS, SMSUCSS, SMSCREL, SMSLWMFSTG of SMF 110 subtype 2 (storage manager), the storage pages of
    DFHSTUP and DFH0STAT, and the job log.

What to do:
    Raise DSALIM, EDSALIM or MEMLIMIT as far as REGION allows. Where it does not, run fewer tasks at a time
    (MXT). Below 16 MB first see what can be moved (programs with RMODE(24), TASKDATALOC(BELOW)).

How to verify:
    The same statistics at the same load: no times short on storage, and lowest free above the cushion.

References:
    IBM CICS TS 5.5 documentation, "Storage manager: Dynamic storage areas statistics", DFHSM0131, DFHSM0133.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed, counted
from getpage.contract.measures import Measure, Row
from getpage.core import numbers, wording
from getpage.products.cics import storage
from getpage.products.cics.constants import SHORT_OUTAGE_SECONDS
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import AREAS
from getpage.products.cics.sizing import ask_storage
from getpage.result import Finding, Harm, Kind, Severity, Shows

ID = "cics-short-on-storage"
TITLE = "Dynamic storage area that was short on storage"
LOOKS_AT = AREAS
NO_COMMAND = "The limit that holds it is not in this evidence, or is at its maximum."
FINDS = (Kind.SHORTAGE, Kind.RISK)
_CLAIM: Final = "CICS starts no tasks meanwhile and removes programs. Raise {limit} as far as REGION allows."


def find(region: Region) -> Iterator[Finding]:
    """Every area, and every message about a place of which no area was short."""
    counted = set()
    for area in region.dsas_now:
        row, limit = area[storage.WORST_DSA], storage.limit_of(area)
        if (
            row is not None
            and limit is not None
            and (storage.was_short(area) or storage.RELEASES.count(area))
        ):
            counted.add(limit)
            yield _by_statistics(region, area, row, limit)
    for limit in storage.LIMITS:
        message = region.messages.get(limit.message)
        if message is not None and limit not in counted:
            yield _by_messages(region, message, limit)


def _shows(region: Region, limit: storage.AreaLimit) -> Shows:
    return Shows((region.within(limit.name),), storage.SHORT, itself=False)


def _by_messages(region: Region, message: Measure, limit: storage.AreaLimit) -> Finding:
    times = wording.times(message[storage.WRITTEN])
    return Finding(
        check=ID,
        object=region.within(limit.storage),
        severity=Severity.CRITICAL,
        criterion=counted(limit.message, message[storage.WRITTEN], "messages"),
        kind=Kind.SHORTAGE,
        headline=f"Short on storage: {limit.message} {times}",
        in_brief=f"{limit.message} {times}",
        shows=_shows(region, limit),
        claim=_CLAIM.format(limit=limit.name),
        asks=ask_storage(region, limit),
        evidence=(
            computed(limit.message, message[storage.WRITTEN], "messages"),
            *region.facts(storage.MESSAGE_TABLE, message[storage.FIRST_WRITTEN], message="first of them"),
        ),
    )


def _by_statistics(region: Region, area: Measure, row: Row, limit: storage.AreaLimit) -> Finding:
    short, suspended = storage.TIMES_SHORT.count(area), storage.SUSPENDED.count(area)
    releases, seconds = storage.RELEASES.count(area), storage.SHORT_SECONDS.in_(area)
    name = str(area.key[-1])
    is_short = bool(short or suspended)
    took = f" ({numbers.seconds(seconds)})" if seconds else ""
    return Finding(
        check=ID,
        object=region.within(name),
        severity=Severity.CRITICAL if is_short else Severity.WARNING,
        criterion=counted("times short on storage", short)
        if short
        else counted("requests suspended for storage", suspended, "requests"),
        kind=Kind.SHORTAGE if is_short else Kind.RISK,
        harm=Harm.OUTAGE if seconds >= SHORT_OUTAGE_SECONDS else Harm.DELAY,
        headline=_headline(short, seconds, suspended, releases),
        in_brief=f"{name} short on storage {wording.times(short)}{took}" if short else name,
        shows=_shows(region, limit),
        claim=_CLAIM.format(limit=limit.name)
        if is_short
        else f"CICS gave up the storage that it keeps for its own needs. Raise {limit.name} as far as REGION "
        "allows.",
        asks=ask_storage(region, limit),
        evidence=(
            computed("times short on storage", short, "times"),
            *((computed("time short on storage", seconds, "s"),) if seconds else ()),
            *((computed("requests suspended for storage", suspended, "requests"),) if suspended else ()),
            *region.facts(
                storage.DSA_TABLE,
                row,
                times_short="times short on storage, worst statistics interval",
                short_us="time short on storage, worst statistics interval",
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


def _headline(short: int, seconds: float, suspended: int, releases: int) -> str:
    if short:
        took = f" for {numbers.seconds(seconds)}" if seconds else ""
        return f"Short on storage{took}, {wording.times(short)}"
    if suspended:
        return f"{wording.plural(suspended, 'request')} waited for storage"
    return f"Storage cushion released {wording.times(releases)}"
