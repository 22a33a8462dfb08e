"""What ends beside real storage: frames that may be fixed, large frames, storage of coupling facilities.

Reference: IBM z/OS MVS Initialization and Tuning Reference, IEAOPTxx MCCFXTPR and IEASYSxx LFAREA; SMF record
type 74 subtype 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from getpage.contract.knob import Limit, coupling_facility, fixed_frames, frames_1m, frames_2g
from getpage.core import wording
from getpage.core.units import MIB, PAGE
from getpage.products.common.coupling import CouplingFacility
from getpage.products.common.subsystem import row_of

from .large_frames import PAGE_2G
from .rows import LARGE, STORAGE
from .storage import LEAST_TO_FIX, ROOM_TO_FIX
from .system import ZosSystem
from .thresholds import FIXED


def limits(system: ZosSystem) -> Iterator[Limit]:
    """The limits of which the evidence tells the room; at the peak of the window, never the average."""
    if system.system is None:
        return
    yield from _fixed(system)
    row = system.large
    if row is None:
        return
    for size, most, used, name, label in (
        (
            MIB,
            "frames_1m_limit",
            "frames_1m",
            frames_1m(system.id.image),
            "1 MB frames for fixed pages",
        ),
        (PAGE_2G, "frames_2g_limit", "frames_2g", frames_2g(system.id.image), "2 GB frames"),
    ):
        if row[most] is None or row[f"{used}_used"] is None:
            continue
        held = max(int(row[f"{used}_used"]), int(row[f"{used}_high"] or 0))
        yield Limit(
            id=name,
            label=f"{label} of {system.label}",
            room=(int(row[most]) - held) * size,
            facts=system.facts(
                LARGE,
                row,
                **{
                    most: "frames at most",
                    f"{used}_used": "frames in use",
                    f"{used}_high": "most ever in use",
                },
            ),
        )


def _fixed(system: ZosSystem) -> Iterator[Limit]:
    row = row_of(system.storage, LEAST_TO_FIX)
    if row is None:
        return
    yield Limit(
        id=fixed_frames(system.id.image),
        label=f"fixed frames of {system.label}: {wording.percent(system.in_force(FIXED))} of what is online "
        "(MCCFXTPR)",
        room=int(row[ROOM_TO_FIX]) * PAGE,
        facts=system.facts(
            STORAGE,
            row,
            fixed_frames_maximum="fixed frames, at most",
            fixed_frames="fixed frames, average",
            online_frames="frames online",
        ),
    )


def limits_of_facilities(facilities: Iterable[CouplingFacility]) -> Iterator[Limit]:
    """The storage free in each at the lowest of the window, where a record tells it.

    It may be what the structures of another facility need when that fails: a check of its own.
    """
    for facility in facilities:
        row = facility.tightest
        if row is None:
            continue
        yield Limit(
            id=coupling_facility(facility.sysplex, facility.name),
            label=f"storage free in coupling facility {facility.name}",
            room=int(row["storage_free"]),
            facts=facility.facts(row, storage_free="free at the minimum", storage="storage of the facility"),
        )
