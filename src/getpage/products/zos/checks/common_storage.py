"""Common storage that is nearly full.

What it does:
    Reports CSA, extended CSA, SQA and extended SQA, and 64-bit common and shared storage (HVCOMMON,
    HVSHARE), of which 80 % or more was allocated at the peak, and SQA that overflowed into CSA.

Why it matters:
    Whoever asks for more gets an abend (878, 80A), subsystems and logons fail, and without SQA the system
    stops. SQA that is full takes CSA, extended areas that are full take those below 16 MB: the shortage
    moves to where least is left. Above 2 GB requests fail (IARV64), and a Db2 member that finds no shared
    terabyte does not start. Only an IPL enlarges them.

Evidence:
    RMF Virtual Storage Activity (SMF 78 subtype 2, VSTOR in print or XML). CSA= and SQA= in effect: D
    IPLINFO,CSA and D IPLINFO,SQA. Above 2 GB: D VIRTSTOR,HVCOMMON and D VIRTSTOR,HVSHARE, SMF 71, IPCS
    RSMDATA HVCOMMON and HVSHRDATA.

What to do:
    Where it grows all the time, find the owner first (zos-common-growth). Else raise the second part of
    CSA= or SQA= in IEASYSxx; that takes virtual storage from every private area, and no real storage by
    itself. HVCOMMON= and HVSHARE= take from nobody.

How to verify:
    RMF VSTOR after the IPL: less than 80 % at the peak, no SQA expansion into CSA.

References:
    Health checks VSM_CSA_THRESHOLD, VSM_SQA_THRESHOLD and RSM_HVSHARE; messages IRA100E and IRA103I;
    IEASYSxx CSA, SQA, HVCOMMON and HVSHARE. That the peak should take 60 % afterwards, and that 90 % is
    critical, is getpage's own. docs/models/paging.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.core import wording
from getpage.products.zos.common_size import blocks, enlarge, size_for
from getpage.products.zos.common_storage import Area
from getpage.products.zos.high_size import enlarge_high, high_size
from getpage.products.zos.scopes import COMMON_STORAGE
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import COMMON_USED
from getpage.result import Criterion, Fact, Finding, Harm, Kind, Severity

ID = "zos-common-storage"
TITLE = "Common storage that is nearly full"
LOOKS_AT = COMMON_STORAGE
NO_COMMAND = "What CSA= and SQA= set now is not in this evidence: D IPLINFO,CSA and D IPLINFO,SQA show it."
FINDS = (Kind.RISK,)

_CRITICAL: Final = 0.9


def find(system: ZosSystem) -> Iterator[Finding]:
    """Every area that is nearly full, and SQA that overflowed."""
    for area in system.common_storage.areas:
        name = system.within_itself(area.label)
        overflow = int(area.row.get(f"{area.name}_expansion") or 0)
        most = system.in_force(COMMON_USED, name)
        if area.share < most and not overflow:
            continue
        grows = system.common_storage.growth(area) is not None
        share = wording.percent(area.share)
        yield Finding(
            check=ID,
            object=name,
            severity=Severity.CRITICAL if area.share >= _CRITICAL and not overflow else Severity.WARNING,
            criterion=Criterion(f"{area.label} in use", "percent", 100 * area.share, 100 * _CRITICAL),
            kind=Kind.RISK,
            harm=Harm.OUTAGE if area.share >= _CRITICAL else Harm.DELAY,
            headline=f"All {wording.size(area.size)} in use, {wording.size(overflow)} of {_into(area)} too"
            if overflow
            else f"{share} of {wording.size(area.size)} in use at the peak",
            claim=_claim(area, grows=grows),
            no_command=_no_command(area),
            evidence=_facts(system, area),
            advice=() if grows else enlarge_high(system, area) if area.is_high else enlarge(system, area),
        )


_BELOW: Final = (
    "Below 16 MB more common storage is less region for every job: move what can be above 16 MB there first."
)


_HIGH: Final = "What the peak would need is more than z/OS takes: find who owns it (IPCS RSMDATA)."


def _no_command(area: Area) -> str:
    if area.is_high:
        return "" if high_size(area) else _HIGH
    return "" if area.name.startswith("e") else _BELOW


def _facts(system: ZosSystem, area: Area) -> tuple[Fact, ...]:
    used, size = f"{area.name}_used_maximum", f"{area.name}_size"
    if area.is_high:
        return (
            *system.facts(area.table, area.row, **{used: "in use, highest"}),
            *system.facts(area.table, area.size_row, **{size: "size", "set_by": "set by"}),
        )
    return system.facts(
        area.table,
        area.row,
        **{
            used: "in use, highest",
            f"{area.name}_used_average": "in use, average",
            size: "size",
            f"{area.name}_largest_free": "largest free block, lowest",
            f"{area.name}_expansion": f"of {_into(area)} taken, highest",
        },
    )


def _into(area: Area) -> str:
    return "ECSA" if area.name == "esqa" else "CSA"


def _claim(area: Area, *, grows: bool) -> str:
    if grows:
        return "It grows all the time: find the owner before it gets another size."
    if area.is_high:
        needed = high_size(area)
        larger = f" {wording.size(needed)} would be 60 % used at the peak." if needed else ""
        return f"Requests that find none fail (IARV64).{larger}"
    if not area.name.startswith("e"):
        return "When it is full, requests fail (abend 878), and SQA without storage stops the system."
    if area.name == "esqa":
        return f"Raise the second part of SQA= by {blocks(area):,} blocks of 64 KB at the next IPL."
    size = wording.size(size_for(area))
    return f"Requests that find none fail (abend 878). {size} would be 60 % used at the peak."
