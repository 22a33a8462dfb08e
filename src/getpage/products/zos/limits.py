"""What ends on a z/OS system beside real storage: frames that may be fixed, and large frames.

Reference: IBM z/OS MVS Initialization and Tuning Reference, IEAOPTxx MCCFXTPR and IEASYSxx LFAREA.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract import limits as named
from getpage.contract.knob import Limit
from getpage.contract.measures import Least
from getpage.core.units import GIB, MIB, PAGE
from getpage.products.common.subsystem import row_of

from . import words
from .thresholds import FIXED_SHORTAGE_SHARE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .system import ZosSystem


#: Column with the frames that may still be fixed: null where it is not known.
ROOM_TO_FIX: Final = "room_to_fix"
LEAST_TO_FIX: Final = Least(ROOM_TO_FIX)


def room_to_fix() -> pl.Expr:
    """Worked out of a row of real storage."""
    held = pl.max_horizontal("fixed_frames", "fixed_frames_maximum").cast(pl.Int64)
    most = (FIXED_SHORTAGE_SHARE * pl.col("online_frames")).floor().cast(pl.Int64)
    return pl.when(pl.col("online_frames") > 0).then(most - held).alias(ROOM_TO_FIX)


def limits(system: ZosSystem) -> Iterator[Limit]:
    """The limits of which the evidence tells the room; at the peak of the window, never the average."""
    if system.name is None:
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
            named.frames_1m(system.id.image),
            "1 MB frames for fixed pages",
        ),
        (2 * GIB, "frames_2g_limit", "frames_2g", named.frames_2g(system.id.image), "2 GB frames"),
    ):
        if row[most] is None or row[f"{used}_used"] is None:
            continue
        held = max(int(row[f"{used}_used"]), int(row[f"{used}_high"] or 0))
        yield Limit(
            id=name,
            label=f"{label} of {system.label}",
            room=(int(row[most]) - held) * size,
            facts=system.facts(
                "zos_large_frames",
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
        id=named.fixed_frames(system.id.image),
        label=f"fixed frames of {system.label}: {words.percent(FIXED_SHORTAGE_SHARE)} of what is online "
        "(MCCFXTPR)",
        room=int(row[ROOM_TO_FIX]) * PAGE,
        facts=system.facts(
            "zos_storage",
            row,
            fixed_frames_maximum="fixed frames, at most",
            fixed_frames="fixed frames, average",
            online_frames="frames online",
        ),
    )
