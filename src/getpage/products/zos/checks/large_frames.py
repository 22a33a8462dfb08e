"""Large frames: requested and available.

What it does:
    Reports a large frame area (LFAREA) for fixed 1 MB pages that was used up; 2 GB frames set aside that
    nobody uses; and pageable 1 MB frames that could not be given or were broken up. Says whether real storage
    free at its minimum would carry more. A full area is no shortage of real storage: 4 KB frames may be free
    by the gigabyte beside it.

Why it matters:
    A pool or heap that asks for large frames when there are none gets 4 KB frames and loses what it was
    set up for, without a message. 2 GB frames are set aside at IPL: unused, they are
    lost to everything else. More large frames must never be at the price of 4 KB ones.

Evidence:
    Reply to D VIRTSTOR,LFAREA (IAR019I), RMF Monitor III STORM, RMF Paging Activity.

What to do:
    Full: raise 1M of LFAREA in IEASYSxx by what is asked for (the sizes of the pools and heaps that ask),
    first with what unused 2 GB frames give back, else within what is free at the minimum. Unused: lower it.
    LFAREA changes at an IPL only.

How to verify:
    D VIRTSTOR,LFAREA after the IPL and at the peak: in use below what is there.

References:
    IBM z/OS MVS Initialization and Tuning Reference, LFAREA. IBM REDP-5238, 3.2.2. SHARE 17878.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from getpage.contract.facts import computed
from getpage.contract.measures import Row
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.zos.large_frames import PAGE_2G, is_full, most, unused_2g, without_2g
from getpage.products.zos.rows import LARGE
from getpage.products.zos.scopes import LARGE_FRAMES
from getpage.products.zos.system import ZosSystem
from getpage.result import Fact, Finding, Kind, Severity

ID = "zos-large-frames"
TITLE = "Large frames: requested and available"
LOOKS_AT = LARGE_FRAMES
NO_COMMAND = (
    "How many 1 MB frames the pools and heaps want is not in this evidence. Add up their sizes and raise 1M "
    "of LFAREA in IEASYSxx by that, within what is free at the minimum. It takes an IPL."
)
FINDS = (Kind.WASTE, Kind.RISK)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system's large frames of each kind."""
    row = system.large
    if row is None:
        return
    spare, limit = unused_2g(row), int(row["frames_1m_limit"] or 0)
    if is_full(row):
        room = _room(system, limit)
        yield _finding(
            system,
            row,
            Kind.RISK,
            headline=f"LFAREA full: all {limit:,} frames of 1 MB have been in use",
            claim=f"Whatever asks for more gets 4 KB frames. {_what_carries_more(room)}",
            room=room,
        )
    if spare:
        size = wording.size(spare * PAGE_2G)
        yield _finding(
            system,
            row,
            Kind.WASTE,
            headline=f"{spare} frames of 2 GB ({size}) reserved, none used",
            claim="They are set aside at IPL, and nothing else can use them. Reserve none if nothing will "
            "ask for them.",
            storage_bytes=spare * PAGE_2G,
            advice=without_2g(system.id, row),
        )
    lost = (row["frames_1m_failed"] or 0) + (row["frames_1m_converted"] or 0)
    if lost:
        yield _finding(
            system,
            row,
            Kind.RISK,
            severity=Severity.INFO,
            headline=f"{lost:,} pageable 1 MB frames failed or were broken up",
            claim="Whatever asked for them has 4 KB frames instead.",
        )


def _room(system: ZosSystem, limit: int) -> int | None:
    """Bytes of more 1 MB frames that real storage free at its minimum carries; None where unknown."""
    if not system.free:
        return None
    room = max(0, system.free.lowest - system.stays_free)
    return min(room, max(0, most(system.online_bytes) - limit * MIB)) if system.online_bytes else room


def _what_carries_more(room: int | None) -> str:
    if room is None:
        return "Whether real storage for more is free is not in the evidence."
    if room < MIB:
        return "No real storage for more of them is free at the minimum."
    return "Real storage is not short: raise 1M of LFAREA at the next IPL."


def _finding(
    system: ZosSystem,
    row: Row,
    kind: Kind,
    *,
    severity: Severity = Severity.WARNING,
    room: int | None = None,
    **more: Any,
) -> Finding:
    return Finding(
        check=ID,
        object=system.object,
        severity=severity,
        kind=kind,
        evidence=(
            *system.facts(
                LARGE,
                row,
                frames_1m_limit="1 MB frames for fixed pages, at most",
                frames_1m_used="1 MB frames in use for fixed pages",
                frames_1m_high="most 1 MB frames ever in use for fixed pages",
                frames_1m_failed="requests for pageable 1 MB frames that failed",
                frames_1m_converted="pageable 1 MB frames broken up",
                frames_2g_limit="2 GB frames set aside",
                frames_2g_used="2 GB frames in use",
            ),
            *_carried(room),
        ),
        **more,
    )


def _carried(room: int | None) -> tuple[Fact, ...]:
    if room is None:
        return ()
    return (computed("more 1 MB frames that free real storage carries", room // MIB, "frames"),)
