"""What ends on a z/OS system beside real storage: frames that may be fixed, and large frames.

Reference: IBM z/OS MVS Initialization and Tuning Reference, IEAOPTxx MCCFXTPR and IEASYSxx LFAREA.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.contract import limits as named
from getpage.contract.knob import Limit

from . import words
from .thresholds import FIXED_SHORTAGE_SHARE, FRAME, GIB, MIB

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .system import ZosSystem


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
    most = pl.max_horizontal("fixed_frames", "fixed_frames_maximum")
    rows = system.storage.with_columns(most.alias("held")).filter(
        pl.col("online_frames") > 0, pl.col("held").is_not_null()
    )
    if not rows.height:
        return
    room = (FIXED_SHORTAGE_SHARE * pl.col("online_frames")).floor().cast(pl.Int64) - pl.col("held").cast(
        pl.Int64
    )
    row = rows.with_columns(room.alias("room")).sort("room", maintain_order=True).row(0, named=True)
    yield Limit(
        id=named.fixed_frames(system.id.image),
        label=f"fixed frames of {system.label}: {words.percent(FIXED_SHORTAGE_SHARE)} of what is online "
        "(MCCFXTPR)",
        room=int(row["room"]) * FRAME,
        facts=system.facts(
            "zos_storage",
            row,
            fixed_frames_maximum="fixed frames, at most",
            fixed_frames="fixed frames, average",
            online_frames="frames online",
        ),
    )
