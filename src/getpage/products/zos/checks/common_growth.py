"""Common storage that leaks.

What it does:
    Takes the slope of what is allocated of CSA and SQA with a 90 % interval, and reports areas that are
    full within two weeks at that rate, where all of the interval rises and still does in the later half.
    So are 64-bit common and shared storage (HVCOMMON, HVSHARE). Names the storage key in which CSA grows,
    and the owner where a dump tells it. Such an area gets no other size.

Why it matters:
    Common storage that nobody frees fills every size, and only an IPL empties it: it ends when nobody
    planned.

Evidence:
    RMF Virtual Storage Activity (SMF 78 subtype 2, VSTOR), eight intervals at least. The owner: IPCS
    VERBEXIT VSMDATA 'OWNCOMM SUMMARY' of a dump with the SQA, with common storage tracking on (DIAGxx VSM
    TRACK CSA(ON) SQA(ON)). Above 2 GB: SMF 71 or D VIRTSTOR over time; the owner: IPCS RSMDATA HVCOMMON or
    HVSHRDATA.

What to do:
    Take the owner from a dump, or from RMF Monitor III (STORC, STORCR), and cancel or restart it: what it
    frees when it ends comes back. What "Owner Gone" holds comes back at an IPL only.

How to verify:
    What is allocated no longer rises: RMF VSTOR, or D VIRTSTOR,HVCOMMON and HVSHARE.

References:
    IBM z/OS MVS Initialization and Tuning Reference, IEASYSxx CSA, "storage tracking"; MVS Diagnosis:
    Reference, VSMDATA OWNCOMM and RSMDATA; P. K. Sen, JASA 63 (1968). The two weeks are getpage's own.
    docs/models/paging.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.zos.common_storage import USERS, Area, Owner
from getpage.products.zos.growth import UseGrowth
from getpage.products.zos.rows import OBJECTS
from getpage.products.zos.scopes import COMMON_STORAGE
from getpage.products.zos.system import ZosSystem
from getpage.products.zos.thresholds import SOON_FULL
from getpage.result import Cause, Criterion, Fact, Finding, Harm, Kind, Severity

ID = "zos-common-growth"
TITLE = "Common storage that leaks"
LOOKS_AT = COMMON_STORAGE
NO_COMMAND = "What grows is in a program: a larger area only fills later."
FINDS = (Kind.RISK,)

_OF_PROGRAMS: Final = 8
_OWNER_STEP: Final = "Dump with SDATA=(SQA,CSA) and IPCS VERBEXIT VSMDATA 'OWNCOMM SUMMARY'"
_OWNER_STEPS: Final = {
    "hvcommon": "Dump with SDATA=(SQA,CSA) and IPCS RSMDATA HVCOMMON",
    "hvshare": "Dump with SDATA=(SQA,CSA) and IPCS RSMDATA HVSHRDATA",
}


def find(system: ZosSystem) -> Iterator[Finding]:
    """Every area that is full soon."""
    for area in system.common_storage.areas:
        growth = system.common_storage.growth(area)
        name = system.within_itself(area.label)
        if growth is None or growth.reached_in > system.in_force(SOON_FULL, name):
            continue
        key = system.common_storage.growing_key(area, growth)
        owner = system.common_storage.owner(area)
        rate = f"{wording.size(round(growth.per_hour))}/h"
        where = f" in key {_named(key[0])}" if key else ""
        yield Finding(
            check=ID,
            object=name,
            severity=Severity.CRITICAL,
            criterion=Criterion(
                "full in, at the earliest", "s", growth.earliest, system.in_force(SOON_FULL, name), falls=True
            ),
            kind=Kind.RISK,
            harm=Harm.SOON,
            cause=Cause.LEAK,
            headline=f"Leaks {rate}{where}: full in {wording.seconds(growth.reached_in)}",
            in_brief=f"a leak of {rate}",
            claim=_claim(key, owner),
            next_step="" if owner else _OWNER_STEPS.get(area.name, _OWNER_STEP),
            evidence=tuple(_facts(system, area, growth, key, owner)),
        )


def _named(key: int) -> str:
    return "8-15" if key == _OF_PROGRAMS else str(key)


def _claim(key: tuple[int, UseGrowth] | None, owner: Owner | None) -> str:
    users = f"Key {_named(key[0])} is that of {USERS[key[0]]}. " if key and key[0] in USERS else ""
    if owner is None:
        return f"{users}Find the owner before the next IPL: nobody frees it."
    held = wording.size(owner.bytes)
    if owner.job is None:
        return f"{users}{held} belong to address spaces that ended: only an IPL frees them."
    since = f" in {owner.objects:,} objects" if owner.objects else ""
    return f"{users}{owner.job} owns {held}{since}: restart it, and find what it does not free."


def _facts(
    system: ZosSystem, area: Area, growth: UseGrowth, key: tuple[int, UseGrowth] | None, owner: Owner | None
) -> Iterator[Fact]:
    used = f"{area.name}_used_maximum"
    last = system.common_storage.rows_of(area).drop_nulls((used, "end")).row(-1, named=True)
    yield from system.facts(
        area.table,
        last,
        **{used: "in use at the end"},
        **({f"{area.name}_key_{key[0]}": f"of these in key {_named(key[0])}"} if key else {}),
    )
    yield from system.facts(area.table, area.size_row, **{f"{area.name}_size": "size"})
    if owner and owner.objects:
        yield computed(f"owned by {owner.whose}", owner.bytes, "bytes")
        yield computed(f"memory objects of {owner.whose}", owner.objects, "count")
        yield from system.facts(OBJECTS, owner.row, created="the last of them allocated")
    elif owner:
        yield from system.facts(owner.table, owner.row, **{owner.column: f"owned by {owner.whose}"})
    yield computed("intervals that tell it", growth.of.points, "intervals")
    yield computed("growth", round(growth.per_hour), "bytes per hour")
    yield computed("growth at the least, 90 %", round(growth.of.low * 3600), "bytes per hour")
    yield computed("growth at the most, 90 %", round(growth.of.high * 3600), "bytes per hour")
    if key:
        yield computed(f"growth in key {_named(key[0])}", round(key[1].per_hour), "bytes per hour")
    yield computed("full at the earliest", round(growth.earliest), "seconds after the last of them")
