"""What a heap needs beside real storage: MEMLIMIT of its address space, and 2 GB frames of its system.

MEMLIMIT is set where the address space starts, LFAREA at an IPL. Both are spelled where the evidence has what
they are now; where it has not, the change that needs them says so.

Reference: z/OS MVS JCL Reference, MEMLIMIT; z/OS MVS Initialization and Tuning Reference, SMFLIMxx and
IEASYSxx LFAREA; z/OS MVS System Commands, DISPLAY VIRTSTOR,LFAREA.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from getpage.contract.knob import Limit
from getpage.core import wording
from getpage.core.names import PLATFORM, LimitId, Subsystem
from getpage.core.units import GIB, MIB
from getpage.result import Change

from .pages import SETTING, wants_2g

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from getpage.core.names import ChangeId, FindingId
    from getpage.result import Finding

    from .jvm import Jvm

_PAGE_2G: Final = 2 * GIB


def memlimit_of(jvm: Jvm) -> LimitId:
    """Which limit."""
    return LimitId(jvm.id, "MEMLIMIT")


def limits(jvms: Iterable[Jvm]) -> Iterator[Limit]:
    """MEMLIMIT of each address space of which it is known, with what is left of it at its most."""
    for jvm in jvms:
        space = jvm.space
        if space is None or space.limit is None:
            continue
        held = max(space.high or 0, jvm.committed or 0)
        yield Limit(
            id=memlimit_of(jvm),
            label=f"MEMLIMIT of {space.job}",
            room=space.limit - held,
            facts=space.facts,
            raised=lambda count, jvm=jvm: raise_memlimit(jvm, count),  # type: ignore[misc]
        )


def raise_memlimit(jvm: Jvm, count: int) -> tuple[int, Change]:
    """So many bytes more above the bar, as what MEMLIMIT then leaves more, and what says so. Whole GiB."""
    space = jvm.space
    assert space is not None
    assert space.limit is not None
    old, new = space.limit, -(-(space.limit + count) // GIB) * GIB
    where = f"region {space.job} of CICS" if space.is_cics else f"the started task or job {space.job}"
    change = Change(
        subsystem=jvm.id,
        setting="MEMLIMIT",
        step=1,
        command=f"MEMLIMIT={new // GIB}G",
        undo=f"MEMLIMIT={old // MIB}M",
        place=f"the EXEC statement of {where}, or SMFLIMxx, for its next start",
        verify=f"SMF30MEM of SMF 30 is {new // MIB:,} (MB).",
        verify_after="the restart",
        storage_bytes=0,
        because=(),
        effect=f"Lets {space.job} have {wording.size(new)} above the bar instead of {wording.size(old)}.",
        caution="MEMLIMIT is virtual storage: it takes no real storage by itself. An IEFUSI exit or a "
        "SMFLIMxx rule can set less than the JCL asks for.",
        evidence=space.facts,
    )
    return new - old, change


def with_frames(
    jvms: Iterable[Jvm], changes: Sequence[Change], findings: Sequence[Finding]
) -> tuple[tuple[Change, ...], tuple[Finding, ...]]:
    """Changes and findings with one LFAREA a system for all heaps of it that are to be in 2 GB pages, beside
    what others use; where there are fewer frames than that the heaps wait for it.
    """
    asking = {one.subsystem: one for one in changes if one.setting == SETTING}
    by_system: dict[str, list[Jvm]] = defaultdict(list)
    for jvm in jvms:
        if jvm.id in asking and wants_2g(jvm) and jvm.large_frames is not None and jvm.system is not None:
            by_system[jvm.system].append(jvm)
    made: list[Change] = []
    waits: dict[ChangeId, Change] = {}
    for of_one in by_system.values():
        area = _lfarea(of_one, [name for jvm in of_one for name in asking[jvm.id].because])
        if area is None:
            continue
        made.append(area)
        if area.storage_bytes > 0:
            after = f"LFAREA is raised ({area.command}) and the system was IPLed"
            mine = [asking[jvm.id] for jvm in of_one]
            waits |= {one.id: replace(one, only_after=after) for one in mine}
    told = tuple(
        replace(one, changes=tuple(waits.get(change.id, change) for change in one.changes))
        for one in findings
    )
    return (*made, *(waits.get(one.id, one) for one in changes)), told


def _lfarea(jvms: Sequence[Jvm], because: Sequence[FindingId]) -> Change | None:
    """LFAREA for the heaps of one system; None where there are as many frames as they need."""
    frames = jvms[0].large_frames
    assert frames is not None
    wanted = sum(-(-(jvm.most or 0) // _PAGE_2G) for jvm in jvms)
    needed = frames.used + wanted
    if frames.there == needed:
        return None
    small = "" if frames.small is None else f"1M=({frames.small}),"
    names = wording.listed([jvm.label for jvm in jvms])
    return Change(
        subsystem=Subsystem(PLATFORM, jvms[0].id.image),
        setting="LFAREA",
        step=1,
        command=f"LFAREA=({small}2G=({needed}))",
        undo=f"LFAREA=({small}2G=({frames.there}))",
        place="IEASYSxx, for the next IPL",
        verify=f"D VIRTSTOR,LFAREA shows {needed} frames of 2 GB, of which {names} use {wanted}.",
        verify_after="the IPL, and the start of the heaps",
        storage_bytes=(needed - frames.there) * _PAGE_2G,
        because=tuple(dict.fromkeys(because)),
        effect=f"Sets {needed} frames of 2 GB aside instead of {frames.there}: {frames.used} for what is or "
        f"was in them, {wanted} for the heaps of {names}. It takes an IPL.",
        caution="They are fixed, and nobody else has them: at most 80 % of what is online beyond 4 GB may "
        "be large frames. If LFAREA is given in percent, change only its 2G part.",
        evidence=frames.facts,
    )
