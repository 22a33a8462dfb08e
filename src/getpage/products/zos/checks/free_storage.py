"""Real storage that was free at the minimum.

What it does:
    Says what was available at its minimum over the window, beside the 5th percentile and the average. It
    speaks of room to give away when nothing pages and more than 20 % of what is online stays free at the
    lowest after the reserve for a dump; of a shortage when less than 1 % was free and there are page-ins,
    a critical one when that is also less than a dump may take (MAXSPACE), or, where MAXSPACE is not known,
    less than what was free before the captures that IBM measured as constrained (521 MiB). Less than 1 %, or
    less than these 521 MiB, is a risk where nothing pages and MAXSPACE is not known.

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
    getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.offers import FREE_SHARE
from getpage.core import wording
from getpage.products.zos.constants import CONSTRAINED_CAPTURE
from getpage.products.zos.rows import STORAGE
from getpage.products.zos.scopes import FREE_FRAMES
from getpage.products.zos.sorts import limit_sorts, no_limit
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import FREE
from getpage.result import REAL_STORAGE, Criterion, Finding, Kind, Severity

from . import _shortage

ID = "zos-free-storage"
TITLE = "Real storage that was free at the minimum"
LOOKS_AT = FREE_FRAMES
SHOWS = REAL_STORAGE
NO_COMMAND = _shortage.NO_COMMAND
FINDS = (Kind.SHORTAGE, Kind.WASTE, Kind.RISK, Kind.NOTE)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system, with what was free."""
    free, online = system.free, system.online
    if not free:
        return
    room = room_to_give(system)
    severity, kind = _grade(system, room)
    short = kind is Kind.SHORTAGE
    how = "on average in its tightest interval" if free.is_average else "at its minimum"
    lowest = wording.size(free.lowest)
    yield Finding(
        check=ID,
        object=system.object,
        severity=severity,
        criterion=Criterion("free at the minimum", "bytes", free.lowest, _needed(system), falls=True),
        kind=kind,
        headline=f"{lowest} free {how}",
        in_brief=f"{lowest} free at the minimum" if short else "",
        claim=_claim(system, kind),
        evidence=(
            system.fact(
                STORAGE,
                free.column,
                free.row,
                f"available frames, {'lowest average of an interval' if free.is_average else 'lowest'}",
            ),
            computed("free at the minimum", free.lowest, "bytes", free.row),
            computed("free in all but 5 % of the intervals", free.percentile, "bytes"),
            *((computed("free on average", free.average, "bytes"),) if free.average is not None else ()),
            *((system.fact(online.table, online.column, online.row, "online"),) if online else ()),
            *system.facts(STORAGE, free.row, demand_page_rate="demand paging"),
            *((computed("free at the minimum, less what stays free", room, "bytes"),) if room else ()),
        ),
        storage_bytes=room or 0,
        advice=limit_sorts(system) if short else (),
        no_command=no_limit(system) if short else "",
    )


def _grade(system: ZosSystem, room: int | None) -> tuple[Severity, Kind]:
    free, online = system.free.lowest, system.online_bytes
    little = online is not None and free < system.in_force(FREE) * online
    if little and system.pages:
        critical = free < _needed(system)
        return Severity.CRITICAL if critical else Severity.WARNING, Kind.SHORTAGE
    if system.reserve is None and (little or free < CONSTRAINED_CAPTURE):
        return Severity.WARNING, Kind.RISK  # with MAXSPACE known, the reserve for a dump is judged by it
    return Severity.INFO, Kind.WASTE if room else Kind.NOTE


def _needed(system: ZosSystem) -> int:
    """Bytes that a dump needs free, below which a system that pages is critical."""
    return system.reserve or CONSTRAINED_CAPTURE


def room_to_give(system: ZosSystem) -> int | None:
    """Bytes that can be given away: what is free beyond what every command leaves; None where less than a
    fifth is free after the reserve for a dump, or where nothing tells.
    """
    online = system.online_bytes
    if not system.free or online is None or system.pages or not system.paging_is_known:
        return None
    if system.free.lowest - (system.reserve or 0) <= FREE_SHARE * online:
        return None
    return max(0, system.free.lowest - system.stays_free) or None


def _claim(system: ZosSystem, kind: Kind) -> str:
    average = " The minimum is not in the evidence, and may be less." if system.free.is_average else ""
    if kind is Kind.SHORTAGE:
        return f"It has page-ins from auxiliary storage.{average}"
    if kind is Kind.RISK:
        return (
            "Any dump would page the workload out. How much it may take is not known: enter D DUMP,OPTIONS."
        )
    if kind is Kind.NOTE:
        return f"No sign of a shortage.{average}"
    unknown = "" if system.reserve else " What a dump needs is not known."
    return (
        f"Nothing pages. Storage beyond the {wording.size(system.stays_free)} that stay free can be used "
        f"elsewhere.{unknown}{average}"
    )
