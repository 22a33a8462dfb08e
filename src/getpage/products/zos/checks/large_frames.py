"""Large frames: asked for against given.

What it does:
    Reports a large frame area (LFAREA) for fixed 1 MB pages that was used up; 2 GB frames set aside that
    nobody uses; and pageable 1 MB frames that could not be given or were broken up. Says whether real storage
    free at its minimum would carry more. A full area is no shortage of real storage: 4 KB frames may be free
    by the gigabyte beside it.

Why it matters:
    A pool or heap that asks for large frames when there are none gets 4 KB frames and loses what it was
    set up for, without a message. 2 GB frames are set aside at IPL: unused, nobody else has them. More
    large frames must never be at the price of 4 KB ones.

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

from typing import TYPE_CHECKING

from getpage.core.units import GIB, MIB
from getpage.products.zos import words
from getpage.products.zos.lfarea import most
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.zos.system import Row, ZosSystem

ID = "zos-large-frames"
TITLE = "Large frames: asked for against given"
NO_COMMAND = (
    "How many 1 MB frames the pools and heaps want that did not get any is not in this evidence: add up "
    "their sizes and raise 1M of LFAREA in IEASYSxx by that, within what is free at the minimum; it takes an "
    "IPL."
)
FINDS = (Kind.WASTE, Kind.RISK)


def find(system: ZosSystem) -> Iterator[Finding]:
    """The system's large frames of each kind."""
    row = system.large
    if row is None:
        return
    limit = row["frames_1m_limit"]
    if limit and is_full(row):
        headline = f"LFAREA full: all {limit:,} frames of 1 MB have been in use"
        yield _finding(system, row, Severity.WARNING, Kind.RISK, headline, _full(system, limit))
    if spare := unused_2g(row):
        size = words.size(spare * 2 * GIB)
        claim = f"{spare} frames of 2 GB ({size}) of {system.label} are set aside and unused"
        headline = f"{spare} frames of 2 GB ({size}) reserved, none used"
        yield _finding(system, row, Severity.WARNING, Kind.WASTE, headline, claim, spare * 2 * GIB)
    lost = (row["frames_1m_failed"] or 0) + (row["frames_1m_converted"] or 0)
    if lost:
        claim = (
            f"{lost:,} pageable 1 MB frames of {system.label} could not be given or were broken up into 4 KB "
            "frames: what asked for them has 4 KB frames"
        )
        headline = f"{lost:,} pageable 1 MB frames failed or were broken up"
        yield _finding(system, row, Severity.INFO, Kind.RISK, headline, claim)


def is_full(row: Row) -> bool:
    """Whether all 1 MB frames that fixed pages may use are, or have been, in use."""
    used = max(row["frames_1m_used"] or 0, row["frames_1m_high"] or 0)
    return bool(row["frames_1m_limit"]) and used >= row["frames_1m_limit"]


def unused_2g(row: Row) -> int:
    """2 GB frames that are set aside and were never used."""
    used = row["frames_2g_used"] != 0 or row["frames_2g_high"]
    return 0 if used else int(row["frames_2g_limit"] or 0)


def _full(system: ZosSystem, limit: int) -> str:
    claim = (
        f"The large frame area of {system.label} (LFAREA) is full: all {limit:,} frames of 1 MB that fixed "
        f"pages may use ({words.size(limit * MIB)}) have been in use, and whatever asks for more gets 4 KB "
        "frames"
    )
    if not system.free:
        return claim + "; whether real storage for more is free is not in the evidence"
    room = max(0, system.free.lowest - (system.reserve or 0))
    if system.online_bytes:
        room = min(room, max(0, most(system.online_bytes) - limit * MIB))
    if room < MIB:
        return claim + "; no real storage for more of them is free at the minimum"
    free = f"; real storage is not short, {words.size(system.free.lowest)} were free at the lowest"
    return claim + f"{free}, which would carry {room // MIB:,} more after an IPL"


def _finding(
    system: ZosSystem,
    row: Row,
    severity: Severity,
    kind: Kind,
    headline: str,
    claim: str,
    storage: int = 0,
) -> Finding:
    return Finding(
        check=ID,
        object=system.object,
        severity=severity,
        kind=kind,
        headline=headline,
        claim=claim + ".",
        evidence=system.facts(
            "zos_large_frames",
            row,
            frames_1m_limit="1 MB frames for fixed pages, at most",
            frames_1m_used="1 MB frames in use for fixed pages",
            frames_1m_high="most 1 MB frames ever in use for fixed pages",
            frames_1m_failed="requests for pageable 1 MB frames that failed",
            frames_1m_converted="pageable 1 MB frames broken up",
            frames_2g_limit="2 GB frames set aside",
            frames_2g_used="2 GB frames in use",
        ),
        storage_bytes=storage,
    )
