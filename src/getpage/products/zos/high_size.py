"""A larger 64-bit common or shared area: HVCOMMON= or HVSHARE= in IEASYSxx, with what it replaces.

It is as large as brings the peak of the window down to 60 % of it, rounded up as z/OS does: to 2 GiB of
HVCOMMON, to 64 GiB of HVSHARE. HVCOMMON ends at 1 TiB. HVSHARE is not asked for beyond its default, 510 TiB.
Both are virtual: no private area shrinks, and only what is used takes real storage.

Reference: IBM z/OS MVS Initialization and Tuning Reference, IEASYSxx HVCOMMON and HVSHARE.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from getpage.core import wording
from getpage.core.names import FindingId
from getpage.core.units import GIB
from getpage.result import Advise, Change

from .common_size import FILLED, PLACE
from .common_storage import Area
from .system import ZosSystem

_TIB: Final = 1024 * GIB
#: By area: what z/OS rounds a size to, and the largest that is advised.
_STEPS: Final = {"hvcommon": (2 * GIB, _TIB), "hvshare": (64 * GIB, 510 * _TIB)}


def high_size(area: Area) -> int | None:
    """Bytes at which the peak takes 60 % of an area; None where that is beyond what is advised."""
    step, most = _STEPS[area.name]
    size = -(-area.used // round(step * FILLED)) * step
    return size if area.size < size <= most else None


def enlarge_high(system: ZosSystem, area: Area) -> tuple[Advise, ...]:
    """Advice for HVCOMMON or HVSHARE."""
    size = high_size(area)
    if size is None or area.size % GIB:
        return ()
    return (Advise(subsystem=system.id, setting=area.label, spell=partial(_change, system, area, size)),)


def _change(system: ZosSystem, area: Area, size: int, because: tuple[FindingId, ...]) -> Change:
    default = " It is the default: the parameter may not be there." if _is_default(area) else ""
    return Change(
        subsystem=system.id,
        setting=area.label,
        step=1,
        command=f"{area.label}={size // GIB}G",
        undo=f"{area.label}={area.size // GIB}G",
        place=PLACE,
        verify=f"D VIRTSTOR,{area.label} shows {wording.size(size)}, and 60 % of it allocated at most.",
        verify_after="the IPL, and at the peak",
        storage_bytes=0,
        because=because,
        effect=f"{area.label} is {wording.size(size)} instead of {wording.size(area.size)}. It is virtual "
        "storage above 2 GB: no private area shrinks. Allocates nothing now. Needs an IPL.",
        caution=f"What is allocated there takes real storage as it is used.{default}",
        evidence=(
            *system.facts(area.table, area.size_row, **{f"{area.name}_size": f"{area.label} in effect"}),
            *system.facts(
                area.table, area.row, **{f"{area.name}_used_maximum": f"{area.label} in use, highest"}
            ),
        ),
    )


def _is_default(area: Area) -> bool:
    return area.size_row.get("set_by") == "DEFAULT"
