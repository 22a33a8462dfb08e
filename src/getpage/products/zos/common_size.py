"""A larger extended CSA: CSA= in IEASYSxx, at the next IPL, with what it replaces.

It is as large as brings the peak of the window down to 60 % of it, in whole MiB. What it takes is
virtual: the private area of every address space above 16 MB shrinks by as much. CSA below 16 MB is left
alone, as it would take from the region of every job, of which there are 8 to 10 MB. The command needs
CSA= in effect (D IPLINFO,CSA).

SQA= names blocks of 64 KB beside what the system needs itself, so that its size does not tell what is
set: that is for the reply to D IPLINFO,SQA.

References: IBM z/OS MVS Initialization and Tuning Reference, IEASYSxx CSA and SQA; MVS Initialization and
Tuning Guide, "System queue area".
"""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import Final

from getpage.core import wording
from getpage.core.names import FindingId
from getpage.core.units import MIB
from getpage.result import Advise, Change

from .common_storage import Area
from .rows import COMMON, PARAMETERS
from .system import ZosSystem

PLACE: Final = "IEASYSxx, for the next IPL"
#: Share of the area that the peak then takes: 20 points below the health check. Ours.
FILLED: Final = 0.6
_LEAST_PRIVATE: Final = 512 * MIB
_BLOCK: Final = 64 << 10


def size_for(area: Area) -> int:
    """Bytes at which the peak takes 60 % of an area."""
    return ceil(area.used / FILLED / MIB) * MIB


def enlarge(system: ZosSystem, area: Area) -> tuple[Advise, ...]:
    """Advice for extended CSA or SQA; none below 16 MB, nor where what is set now is not known, nor where the
    private area would have too little left.
    """
    setting = area.name[-3:].upper()
    private = area.row["extended_private_size"]
    known = system.common_storage.parameter(setting)
    more = size_for(area) - area.size
    room = private is None or private - more >= _LEAST_PRIVATE
    if not area.name.startswith("e") or known is None or more <= 0 or not room:
        return ()
    now = _bytes(known[2], setting)
    if now is None:
        return ()
    return (Advise(subsystem=system.id, setting=setting, spell=partial(_change, system, area, now + more)),)


def blocks(area: Area) -> int:
    """Blocks of 64 KB that bring the peak to 60 % of SQA."""
    return max(0, size_for(area) - area.size) // _BLOCK


def _bytes(part: str, setting: str) -> int | None:
    """The second part of CSA= or SQA=: M, K, or without a letter KB of CSA and blocks of SQA."""
    digits, unit = part.rstrip("KM"), part[-1]
    if not digits.isdecimal() or len(digits) > 9:
        return None
    return int(digits) * {"M": MIB, "K": 1 << 10}.get(unit, 1 << 10 if setting == "CSA" else _BLOCK)


def _change(system: ZosSystem, area: Area, size: int, because: tuple[FindingId, ...]) -> Change:
    setting = area.name[-3:].upper()
    known = system.common_storage.parameter(setting)
    assert known is not None, "advised only where it is known"
    row, below, above = known
    private = area.row["extended_private_size"]
    more = size_for(area) - area.size
    left = f": {wording.size(private - more)} are left" if private else ""
    return Change(
        subsystem=system.id,
        setting=setting,
        step=1,
        command=f"{setting}=({below},{ceil(size / MIB)}M)",
        undo=f"{setting}=({below},{above})",
        place=PLACE,
        verify=f"D IPLINFO,{setting} shows the value; RMF VSTOR shows {area.label} 60 % in use at most.",
        verify_after="the IPL, and at the peak",
        storage_bytes=0,
        because=because,
        effect=f"{area.label} is {wording.size(area.size + more)} instead of {wording.size(area.size)}. "
        f"The private area above 16 MB shrinks by {wording.size(more)}{left}. Allocates nothing now. Needs "
        "an IPL.",
        caution="Programs with very large 31-bit regions, such as 31-bit Java, may need that private area.",
        evidence=(
            system.fact(PARAMETERS, "value", row, f"{setting}= in effect"),
            *system.facts(COMMON, area.row, **{f"{area.name}_used_maximum": f"{area.label} in use, highest"}),
        ),
    )
