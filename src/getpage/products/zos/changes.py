"""Commands for z/OS where a finding determines them: unused 2 GB frames, and a dump that does not fit.

More 1 MB frames are not spelled out: how many are asked for is with the pools and heaps that ask. Everything
else that real storage asks for is a change of a knob, and its own system spells it.

Reference: IBM z/OS MVS Initialization and Tuning Reference, LFAREA; z/OS MVS System Commands, CHNGDUMP.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Change, Finding, Kind

from . import words
from .checks import dump_reserve, large_frames
from .thresholds import GIB, MIB

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .system import ZosSystem

_PAGE_2G = 2 * GIB


def changes(system: ZosSystem, findings: Iterable[Finding]) -> tuple[Change, ...]:
    """The changes of one system, in the order in which they are to be made."""
    return tuple(_all(system, tuple(findings)))


def _all(system: ZosSystem, findings: tuple[Finding, ...]) -> Iterator[Change]:
    step = 0
    for finding in findings:
        if finding.object != system.object:
            continue
        made = None
        if finding.check == dump_reserve.ID:
            made = _maxspace(system, finding, step + 1)
        elif finding.check == large_frames.ID and finding.kind is Kind.WASTE:
            made = _lfarea(system, finding, step + 1)
        if made is not None:
            step += 1
            yield made


def _lfarea(system: ZosSystem, finding: Finding, step: int) -> Change | None:
    """Set no 2 GB frames aside; the 1 MB limit stays."""
    row = system.large
    if row is None or not row["frames_2g_limit"] or row["frames_1m_limit"] is None:
        return None
    small, spare = int(row["frames_1m_limit"]), int(row["frames_2g_limit"])
    return Change(
        subsystem=system.id,
        setting="LFAREA",
        step=step,
        command=f"LFAREA=(1M=({small}),2G=(0))",
        undo=f"LFAREA=(1M=({small}),2G=({spare}))",
        place="IEASYSxx, for the next IPL",
        verify="D VIRTSTOR,LFAREA shows no 2 GB pages.",
        verify_after="the IPL, and at the peak",
        storage_bytes=-spare * _PAGE_2G,
        because=(finding.id,),
        effect=f"{words.size(spare * _PAGE_2G)} become 4 KB and 1 MB frames for everybody.",
        caution="Ask first who wants 2 GB frames and did not start yet: a pool with FRAMESIZE(2G), a Java "
        "heap. If LFAREA is given in percent, change only its 2G part.",
    )


def _maxspace(system: ZosSystem, finding: Finding, step: int) -> Change | None:
    """Let a dump take what was free at the lowest, where that is worth a dump at all."""
    room = system.free.lowest // MIB if system.free else 0
    if system.reserve is None or not room:
        return None
    return Change(
        subsystem=system.id,
        setting="MAXSPACE",
        step=step,
        command=f"CHNGDUMP SET,SDUMP,MAXSPACE={room}M",
        undo=f"CHNGDUMP SET,SDUMP,MAXSPACE={system.reserve // MIB}M",
        verify="D DUMP,OPTIONS shows it; what is free at the minimum stays above it.",
        verify_after="several days of the same load",
        storage_bytes=0,
        because=(finding.id,),
        effect="A dump no longer pages the workload out while it is captured.",
        caution="Only if the largest dump that you need is smaller, or it will be a partial one: for Db2 its "
        "address spaces and common storage less its buffer pools. Otherwise leave it, and free "
        f"{words.size(finding.storage_bytes)} at the peak.",
    )
