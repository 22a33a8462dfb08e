"""Commands for z/OS where a finding determines them: unused 2 GB frames, which become 1 MB frames where those
ran out, and sorts that hold what an image is short of (`sorts`).

A dump that does not fit gets no smaller MAXSPACE: that makes the dump of the worst day a partial one.
More 1 MB frames than that are not spelled out: how many are asked for is with the pools and heaps that ask.
Everything else that real storage asks for is a change of a knob, and its own system spells it.

Reference: IBM z/OS MVS Initialization and Tuning Reference, LFAREA.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.units import GIB, MIB
from getpage.result import Change, Finding, Kind

from . import sorts, words
from .checks import large_frames

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
        if finding.check == large_frames.ID and finding.kind is Kind.WASTE:
            made = _lfarea(system, finding, step + 1)
        if made is not None:
            step += 1
            yield made
    made = sorts.limit(system, findings, step + 1)
    if made is not None:
        yield made


def _lfarea(system: ZosSystem, finding: Finding, step: int) -> Change | None:
    """Set no 2 GB frames aside. Where 1 MB frames ran out, what that gives back goes to them."""
    row = system.large
    if row is None or row["frames_1m_limit"] is None or not (spare := large_frames.unused_2g(row)):
        return None
    small = int(row["frames_1m_limit"])
    full = large_frames.is_full(row)
    new = small + (spare * _PAGE_2G // MIB if full else 0)
    given = words.size(spare * _PAGE_2G)
    effect = (
        f"The {given} of unused 2 GB frames become 1 MB frames for fixed pages, {new:,} instead of "
        f"{small:,}; 4 KB frames lose nothing."
        if full
        else f"{given} become 4 KB and 1 MB frames for everybody."
    )
    shows = f"up to {new:,} MB for 1 MB pages and " if full else ""
    return Change(
        subsystem=system.id,
        setting="LFAREA",
        step=step,
        command=f"LFAREA=(1M=({new}),2G=(0))",
        undo=f"LFAREA=(1M=({small}),2G=({spare}))",
        place="IEASYSxx, for the next IPL",
        verify=f"D VIRTSTOR,LFAREA shows {shows}no 2 GB pages.",
        verify_after="the IPL, and at the peak",
        storage_bytes=0 if full else -spare * _PAGE_2G,
        because=(finding.id,),
        effect=f"{effect} It takes an IPL.",
        caution="Ask first who wants 2 GB frames and did not start yet: a pool with FRAMESIZE(2G), a Java "
        "heap. If LFAREA is given in percent, change only its 2G part"
        + (", and 1M by as much." if full else "."),
    )
