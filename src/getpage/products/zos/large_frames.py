"""Large frames: what LFAREA in IEASYSxx gives on a system of a given size, and what of it is unused.

`LFAREA=(1M=(a%,b%),2G=(n,m))` asks for a target and a minimum of each. The 2 GB request is met first; 1 MB is
reduced to its minimum for it, then 2 GB toward its own. Percentages are of online storage less 4 GB, of
which at most 80 % may become large frames; whole percent and whole pages, rounded down.

The one command here sets no 2 GB frames aside where none was ever used. How many more 1 MB frames
are wanted is known only by the pools and heaps that ask for them.

Reference: IBM z/OS MVS Initialization and Tuning Reference, LFAREA (examples), messages IAR042I and IAR045I.
The order of reduction was inferred from the published example and reproduces all of its rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import floor
from typing import Final

from getpage.contract.measures import Row
from getpage.core import wording
from getpage.core.names import FindingId, Subsystem
from getpage.core.units import GIB, MIB
from getpage.result import Advise, Change

PAGE_2G: Final = 2 * GIB

SET_APART = 4 * GIB
MOST_SHARE = 80


@dataclass(frozen=True, slots=True)
class Granted:
    """Pages of 1 MB and of 2 GB that a system sets aside."""

    pages_1m: int
    pages_2g: int


def most(online: int) -> int:
    """Bytes that may become large frames at most: 80 % of what is online beyond 4 GB."""
    return max(0, (online - SET_APART) * MOST_SHARE // 100)


def whole_pages(online: int, percent: float, page: int) -> int:
    """Pages of a size that a percentage asks for."""
    return floor(max(0, online - SET_APART) * percent / 100 / page)


def grant(online: int, percent_1m: tuple[int, int], pages_2g: tuple[int, int]) -> Granted | None:
    """What the system sets aside; None where the minima do not fit and it prompts the operator."""
    base = online - SET_APART
    if base <= 0:
        return None
    target, minimum = percent_1m
    for count in range(pages_2g[0], pages_2g[1] - 1, -1):
        left = floor(MOST_SHARE - 100 * PAGE_2G * count / base)
        percent = min(target, left)
        if percent >= minimum:
            return Granted(floor(percent * base / 100 / MIB), count)
    return None


def is_full(row: Row) -> bool:
    """Whether all 1 MB frames that fixed pages may use are, or have been, in use."""
    used = max(row["frames_1m_used"] or 0, row["frames_1m_high"] or 0)
    return bool(row["frames_1m_limit"]) and used >= row["frames_1m_limit"]


def unused_2g(row: Row) -> int:
    """2 GB frames that are set aside and were never used."""
    used = row["frames_2g_used"] != 0 or row["frames_2g_high"]
    return 0 if used else int(row["frames_2g_limit"] or 0)


def without_2g(system: Subsystem, row: Row) -> tuple[Advise, ...]:
    """Advice to set no 2 GB frames aside; where 1 MB frames ran out, these get what that gives back."""
    if row["frames_1m_limit"] is None or not unused_2g(row):
        return ()
    return (Advise(subsystem=system, setting="LFAREA", spell=partial(_without_2g, system, row)),)


def _without_2g(system: Subsystem, row: Row, because: tuple[FindingId, ...]) -> Change:
    spare, small = unused_2g(row), int(row["frames_1m_limit"])
    full = is_full(row)
    new = small + (spare * PAGE_2G // MIB if full else 0)
    size = wording.size(spare * PAGE_2G)
    effect = (
        f"{size} of unused 2 GB frames become 1 MB frames for fixed pages: {new:,} instead of {small:,}. "
        "4 KB frames lose nothing."
        if full
        else f"{size} become ordinary 4 KB and 1 MB frames."
    )
    shows = f"up to {new:,} MB for 1 MB pages and " if full else ""
    return Change(
        subsystem=system,
        setting="LFAREA",
        step=1,
        command=f"LFAREA=(1M=({new}),2G=(0))",
        undo=f"LFAREA=(1M=({small}),2G=({spare}))",
        place="IEASYSxx, for the next IPL",
        verify=f"D VIRTSTOR,LFAREA shows {shows}no 2 GB pages.",
        verify_after="the IPL, and at the peak",
        storage_bytes=0 if full else -spare * PAGE_2G,
        because=because,
        effect=f"{effect} Needs an IPL.",
        caution="Ask first whether anything that is not started yet will use 2 GB frames (FRAMESIZE(2G), "
        "Java heaps). If LFAREA is in percent, change its 2G part only"
        f"{', and 1M by as much' if full else ''}.",
    )
