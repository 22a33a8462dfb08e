"""Real storage that was free at the lowest.

What it does:
    Says what was available at its minimum over the window, beside the 5th percentile and the average. It
    speaks of room to give away when nothing pages and more than 20 % of what is online stays free at the
    lowest after the reserve for a dump; of a shortage when less than 1 % was free and there are page-ins,
    a critical one when that is also less than a dump may take (MAXSPACE), or, where MAXSPACE is not known,
    less than what was free before the captures that IBM measured as constrained (521 MiB).

Why it matters:
    Free storage does nothing. Pools that grow into it save I/O and CPU. What counts is the minimum: an
    average over an hour hides the minutes in which there was none.

Evidence:
    RMF Paging Activity (available frames MIN, AVG, MAX; SMF71MNF, AVF, MXF), or an RMF overview with such
    conditions (AVGAVAIL, CSTOR, DEMPAGE). MAXSPACE of the dump options.

What to do:
    With room: give it to the pools that read most, and keep the reserve for a dump. Short: take storage
    from whoever does not use it, or give the partition more.

How to verify:
    The minimum of available frames after the change, over a window that has the peaks of the old one.

References:
    IBM REDP-5238, 6.1 and figure 6-10. M. Packer, mainframeperformancetopics, 2020. The 20 % and 1 % are
    ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed, value_of
from getpage.contract.offers import FREE_SHARE
from getpage.products.zos import words
from getpage.products.zos.thresholds import CONSTRAINED_CAPTURE, SHORT_SHARE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.zos.system import ZosSystem

ID = "zos-free-storage"
TITLE = "Real storage that was free at the lowest"
NO_COMMAND = (
    "Real storage is short, which no command here makes more: what gives back on its image answers "
    "it, more storage for the partition, or less work."
)
FINDS = (Kind.SHORTAGE, Kind.WASTE, Kind.NOTE)

ENOUGH_FOR_PERCENTILE = 20  # 5 % of fewer intervals is less than one

_FREE = "free at the lowest"
_ROOM = "room after the reserve for a dump"
_BEFORE_RESERVE = "room before a reserve for a dump (no MAXSPACE in the evidence)"


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, with what was free."""
    free = system.free
    if not free:
        return
    online = system.online_bytes
    room = room_to_give(system)
    short = online is not None and free.lowest < SHORT_SHARE * online and system.pages
    critical = short and free.lowest < (system.reserve or CONSTRAINED_CAPTURE)
    yield Finding(
        check=ID,
        object=system.object,
        severity=Severity.CRITICAL if critical else Severity.WARNING if short else Severity.INFO,
        kind=Kind.SHORTAGE if short else Kind.WASTE if room else Kind.NOTE,
        headline=f"{words.size(free.lowest)} free at the lowest",
        claim=_claim(system, room, short=short),
        evidence=(
            system.fact("zos_storage", free.column, free.row, f"available frames, {_how(system)}"),
            computed(_FREE, free.lowest, "bytes", free.row),
            computed("free in all but 5 % of the intervals", free.percentile, "bytes"),
            *((computed("free on average", free.average, "bytes"),) if free.average is not None else ()),
            *((system.fact(*system.online[1:], "online"),) if system.online else ()),
            *system.facts("zos_storage", free.row, demand_page_rate="demand paging"),
            *((computed(_ROOM if system.reserve else _BEFORE_RESERVE, room, "bytes"),) if room else ()),
        ),
        storage_bytes=room or 0,
    )


def room_to_give(system: ZosSystem) -> int | None:
    """Bytes that can be given away; None where there is no such room or no telling."""
    online = system.online_bytes
    if not system.free or online is None or system.pages or not system.paging_is_known:
        return None
    room = system.free.lowest - (system.reserve or 0)
    return room if room > FREE_SHARE * online else None


def _how(system: ZosSystem) -> str:
    return "lowest average of an interval" if system.free.is_average else "lowest"


def _claim(system: ZosSystem, room: int | None, *, short: bool) -> str:
    free, online = system.free, system.online_bytes
    share = f" of {words.size(online)} ({words.percent(free.lowest / online)})" if online else ""
    claim = (
        f"{system.label} had {words.size(free.lowest)}{share} free at the lowest ({words.interval(free.row)})"
    )
    if free.intervals >= ENOUGH_FOR_PERCENTILE:
        claim += f", {words.size(free.percentile)} or more in 95 % of the intervals"
    if free.average is not None and not free.is_average:
        claim += f", {words.size(free.average)} on average"
    if short:
        claim += "; it has page-ins from auxiliary storage"
    elif room:
        claim += f"; nothing pages, so there is room to give away: {words.size(room)}"
        claim += (
            f" beyond the {words.size(system.reserve)} kept for a dump"
            if system.reserve
            else " less what a dump needs"
        )
    claim += "."
    if free.is_average:
        claim += " That is an average of its interval: what was free at the minimum is not in the evidence."
    return claim


def in_short(finding: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    return f"{words.size(value_of(finding, _FREE))} free at the lowest"
