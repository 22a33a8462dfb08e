"""The pages that a heap is in: which it could have, the option for them, and the frames of LFAREA they need.

Frames of 2 GB are set aside at an IPL, for all heaps of a system together.

References: Eclipse OpenJ9 documentation, -Xlp:objectheap; z/OS MVS Initialization and Tuning Reference,
IEASYSxx LFAREA; z/OS MVS System Commands, DISPLAY VIRTSTOR,LFAREA.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from getpage.core import wording
from getpage.core.names import PLATFORM, FindingId, Subsystem
from getpage.core.units import GIB, PAGE
from getpage.result import Advise, Change

from .constants import SMALL_HEAP, WORTH_A_RESTART
from .jvm import Jvm, megabytes

_ZOS: Final = "z/OS"
_PAGE_2G: Final = 2 * GIB
#: Share of a heap that its last 2 GB page may have left; ours. IBM REDP-5238, 3.2.1, has 8 MB of 2,040.
_UNFILLED: Final = 0.01
AFTER: Final = "a restart, and a busy hour after it"


def place(jvm: Jvm) -> str:
    """Where the options of a virtual machine are set."""
    if jvm.space is not None and jvm.space.is_cics:
        return f"the JVM profile of the JVM server in region {jvm.space.job} of CICS, at its next start"
    return f"JVM options of {jvm.label}, at its next start"


def is_on_zos(jvm: Jvm) -> bool:
    """Whether its log is of z/OS, or does not say of which system."""
    return jvm.setting("operating_system") in (None, _ZOS)


def fell_back(jvm: Jvm) -> bool:
    """Whether its heap got smaller pages than were asked for."""
    got, requested = jvm.setting("page_bytes"), jvm.setting("page_bytes_asked")
    return bool(got and requested is not None and requested > got)


def is_in_small_pages(jvm: Jvm) -> bool:
    """Whether its heap is in smaller pages than were asked for, or in 4 KB pages although it is large."""
    got = jvm.setting("page_bytes")
    if not got or not is_on_zos(jvm):
        return False
    return fell_back(jvm) or (got <= PAGE and (jvm.most or 0) >= SMALL_HEAP)


def is_worth_larger_pages(jvm: Jvm) -> bool:
    """Whether larger pages are worth a restart: they were asked for, or its heap is so large."""
    return is_in_small_pages(jvm) and (fell_back(jvm) or (jvm.most or 0) > WORTH_A_RESTART)


def wants_2g(jvm: Jvm) -> bool:
    """Whether 2 GB pages fit its heap: it fills some, all but a hundredth (-Xmx2040m is measured so)."""
    size = jvm.most or 0
    return size > 0 and -size % _PAGE_2G <= _UNFILLED * size


def larger_pages(jvm: Jvm) -> tuple[Advise, ...]:
    """The option for larger pages, and LFAREA where its system has not as many frames as its heaps need."""
    if not is_worth_larger_pages(jvm):
        return ()
    pages = Advise(subsystem=jvm.id, setting="heap pages", spell=partial(_heap_pages, jvm))
    if not wants_2g(jvm) or _frames_needed(jvm) in (None, _frames_there(jvm)):
        return (pages,)
    system = Subsystem(PLATFORM, jvm.id.image)
    return (pages, Advise(subsystem=system, setting="LFAREA", spell=partial(_lfarea, jvm)))


def _frames_there(jvm: Jvm) -> int | None:
    return None if jvm.large_frames is None else jvm.large_frames.there


def _frames_needed(jvm: Jvm) -> int | None:
    """Frames of 2 GB for all heaps of its system that get such pages, beside what others use; None where it
    is not known what there is.
    """
    frames = jvm.large_frames
    return None if frames is None else frames.used + sum(map(_pages_2g, _with_2g(jvm)))


def _with_2g(jvm: Jvm) -> Sequence[Jvm]:
    """The machines of its system whose heaps get 2 GB pages."""
    return [other for other in jvm.on_system if is_worth_larger_pages(other) and wants_2g(other)]


def _pages_2g(jvm: Jvm) -> int:
    """2 GB pages that hold its heap."""
    return -(-(jvm.most or 0) // _PAGE_2G)


def _heap_pages(jvm: Jvm, because: tuple[FindingId, ...]) -> Change:
    """Pages of 2 GB where the heap fills some, else of 1 MB that may be paged."""
    size, whole = jvm.most or 0, wants_2g(jvm)
    old = int(jvm.setting("page_bytes") or PAGE)
    frames = jvm.large_frames if whole else None
    return Change(
        subsystem=jvm.id,
        setting="heap pages",
        step=2,
        command=f"-Xlp:objectheap:pagesize={'2G,nonpageable' if whole else '1M,pageable'}",
        undo=f"-Xlp:objectheap:pagesize={f'{old // GIB}G' if old >= GIB else f'{old // 1024}K'}",
        verify="verbose GC: pageSize is what was asked for, not smaller.",
        verify_after=AFTER,
        storage_bytes=0,
        # Frames of LFAREA are set aside already, by the IPL that brought them.
        fixes_bytes=size if whole and frames is None else 0,
        because=because,
        effect=f"Puts the heap of {wording.size(size)} into {'2 GB' if whole else '1 MB'} pages.",
        caution=_frames_of_2g(jvm) if whole else _frames_of_1m(size),
        only_after=_after_lfarea(jvm) if whole else "",
        evidence=() if frames is None else frames.facts,
        place=place(jvm),
    )


def _frames_of_2g(jvm: Jvm) -> str:
    falls_back = "2 GB pages are fixed. Without frames the heap falls back to 1 MB or 4 KB pages."
    frames = jvm.large_frames
    if frames is not None:
        return (
            f"{falls_back} They come from LFAREA, of which {frames.there} frames are there and {frames.used} "
            "are or were in use."
        )
    return (
        f"{falls_back} They come from LFAREA, set at an IPL: IEASYSxx LFAREA=(2G=({_pages_2g(jvm)})) or "
        "more, beside what others use (D VIRTSTOR,LFAREA)."
    )


def _frames_of_1m(size: int) -> str:
    return (
        "Pageable 1 MB pages need storage-class memory, or z/OS 2.3 on z14 or later. Else ask for "
        f"1M,nonpageable, which come from LFAREA at an IPL: IEASYSxx LFAREA=(1M=({megabytes(size)})) or "
        "more (D VIRTSTOR,LFAREA)."
    )


def _after_lfarea(jvm: Jvm) -> str:
    """What the pages wait for, in words; empty where there are frames enough."""
    needed, there = _frames_needed(jvm), _frames_there(jvm)
    if needed is None or there is None or needed <= there:
        return ""
    return f"LFAREA is raised ({_lfarea_command(jvm, needed)}) and the system was IPLed"


def _lfarea_command(jvm: Jvm, frames: int) -> str:
    large = jvm.large_frames
    small = "" if large is None or large.small is None else f"1M=({large.small}),"
    return f"LFAREA=({small}2G=({frames}))"


def _lfarea(jvm: Jvm, because: tuple[FindingId, ...]) -> Change:
    """LFAREA with the frames of 2 GB that all heaps of the system need."""
    frames, needed = jvm.large_frames, _frames_needed(jvm)
    assert frames is not None
    assert needed is not None
    names = wording.listed([other.label for other in _with_2g(jvm)])
    wanted = needed - frames.used
    return Change(
        subsystem=Subsystem(PLATFORM, jvm.id.image),
        setting="LFAREA",
        step=1,
        command=_lfarea_command(jvm, needed),
        undo=_lfarea_command(jvm, frames.there),
        place="IEASYSxx, for the next IPL",
        verify=f"D VIRTSTOR,LFAREA shows {needed} frames of 2 GB; {names} use {wanted} of them.",
        verify_after="the IPL, and the start of the heaps",
        storage_bytes=(needed - frames.there) * _PAGE_2G,
        because=because,
        effect=f"Sets {needed} frames of 2 GB aside instead of {frames.there}: {frames.used} that are or "
        f"were in use, {wanted} for the heaps of {names}. It takes an IPL.",
        caution="They are fixed, and nothing else can use them. At most 80 % of what is online beyond 4 GB "
        "may be large frames. If LFAREA is given in percent, change only its 2G part.",
        evidence=frames.facts,
    )
