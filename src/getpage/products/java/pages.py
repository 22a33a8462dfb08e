"""The pages that a heap is in: the option for larger ones, and the frames that it needs.

Reference: Eclipse OpenJ9 documentation, -Xlp:objectheap; z/OS MVS Initialization and Tuning Reference,
IEASYSxx LFAREA.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.core import wording
from getpage.core.units import GIB, PAGE
from getpage.result import Change

from .jvm import megabytes
from .thresholds import WORTH_A_RESTART

if TYPE_CHECKING:
    from getpage.core.names import FindingId

    from .jvm import Jvm

SETTING: Final = "heap pages"
#: Share of a heap that its last 2 GB page may have left; ours. IBM REDP-5238, 3.2.1, has 8 MB of 2,040.
_UNFILLED: Final = 0.01
AFTER: Final = "a restart, and a busy hour after it"


def place(jvm: Jvm) -> str:
    """Where its options are set."""
    if jvm.space is not None and jvm.space.is_cics:
        return f"the JVM profile of the JVM server in region {jvm.space.job} of CICS, at its next start"
    return f"JVM options of {jvm.label}, at its next start"


def is_worth_a_restart(jvm: Jvm) -> bool:
    """Whether its heap is so large that larger pages are worth a restart by themselves."""
    return (jvm.most or 0) > WORTH_A_RESTART


def wants_2g(jvm: Jvm) -> bool:
    """Whether 2 GB pages fit its heap: it fills some, all but a hundredth (-Xmx2040m is measured so)."""
    size = jvm.most or 0
    return size > 0 and -size % (2 * GIB) <= _UNFILLED * size


def pages_2g(jvm: Jvm) -> int:
    """2 GB pages that hold its heap."""
    return -(-(jvm.most or 0) // (2 * GIB))


def pages(jvm: Jvm, because: tuple[FindingId, ...]) -> Change:
    """Large pages for the heap: of 2 GB where it fills some, else of 1 MB that may be paged."""
    size, whole = jvm.most or 0, wants_2g(jvm)
    new = "2G,nonpageable" if whole else "1M,pageable"
    old = int(jvm.setting("page_bytes") or PAGE)
    area = f"LFAREA=(2G=({pages_2g(jvm)})) or more" if whole else ""
    frames = jvm.large_frames if whole else None
    caution = (
        f"2 GB pages come from LFAREA, of which {frames.there} frames are there and {frames.used} are or "
        "were in use; they are fixed. Without them the heap falls back to 1 MB or 4 KB pages."
        if frames is not None
        else f"2 GB pages come from LFAREA, at an IPL: IEASYSxx {area}, beside what others count on (D "
        "VIRTSTOR,LFAREA); they are fixed. Without them the heap falls back to 1 MB or 4 KB pages."
        if whole
        else "Pageable 1 MB pages need storage-class memory or z/OS 2.3 on z14 or later; else ask for "
        f"1M,nonpageable, which come from LFAREA at an IPL (IEASYSxx LFAREA=(1M=({megabytes(size)})) or "
        "more, D VIRTSTOR,LFAREA)."
    )
    return Change(
        subsystem=jvm.id,
        setting=SETTING,
        step=2,
        command=f"-Xlp:objectheap:pagesize={new}",
        undo=f"-Xlp:objectheap:pagesize={old // GIB}G"
        if old >= GIB
        else f"-Xlp:objectheap:pagesize={old // 1024}K",
        verify="verbose GC: pageSize is what was asked for, no smaller.",
        verify_after=AFTER,
        storage_bytes=0,
        # Frames of LFAREA are set aside already, by the IPL that brought them.
        fixes_bytes=size if whole and frames is None else 0,
        because=because,
        effect=f"Backs the heap of {wording.size(size)} with {'2 GB' if whole else '1 MB'} pages.",
        caution=caution,
        evidence=() if frames is None else frames.facts,
        place=place(jvm),
    )
