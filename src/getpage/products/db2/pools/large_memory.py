"""The four steps of large memory for Db2 with the CPU that they save, offered where the evidence fits.

Reference: SHARE 17878, "Large Memory Deployment Recommendations": page-fix (0 to 6 %), 1 MB or 2 GB frames
for page-fixed pools (up to another 1 to 2 %), pageable 1 MB frames (up to 1 %, needs Flash Express), pools
of up to 100 GB (up to 5 %). They are rough expectations, not forecasts.
"""

from __future__ import annotations

from collections.abc import Collection

from getpage.contract.measures import Row
from getpage.core.names import Object
from getpage.products.db2.constants import (
    BUSY_GETPAGES,
    BUSY_PAGES,
    GAIN_FIXED,
    GAIN_GROWTH,
    GAIN_LARGE_FRAMES,
    GAIN_PAGEABLE_LARGE,
    GROWTH_UP_TO,
    SMALLEST_LARGE,
)
from getpage.products.db2.member import Member
from getpage.result import Table

from .pool import BUSIEST, MOST_PAGES, Db2Pool

Busy = tuple["Row", float]


def fixing_rate(member: Member, pool: Db2Pool) -> Busy | None:
    """The busiest interval of a pool that is worth fixing, and its pages read and written per second; a pool
    that ran out of buffers needs those first.
    """
    if pool.fixed is not False or member.short_of_real or pool.total("data_manager_threshold_hits"):
        return None
    return _busy(pool.measure[MOST_PAGES], "page_rate", BUSY_PAGES)


def large_frames(member: Member, pool: Db2Pool) -> Busy | None:
    """The busiest interval of a page-fixed pool in 4 KB frames, and its getpages a second."""
    small = (
        pool.latest("frame_size") == "4K"
        and not pool.whole("buffers_in_1m")
        and not pool.whole("buffers_in_2g")
    )
    if pool.fixed is not True or not small or member.short_of_real or (pool.bytes or 0) < SMALLEST_LARGE:
        return None
    return _busy(pool.measure[BUSIEST], "getpage_rate", BUSY_GETPAGES)


def large_when_fixed(member: Member, pool: Db2Pool) -> bool:
    """Whether a pool that is pageable in 4 KB frames would gain from 1 MB frames once it is fixed."""
    if pool.latest("frame_size") != "4K" or member.short_of_real or (pool.bytes or 0) < SMALLEST_LARGE:
        return False
    return _busy(pool.measure[BUSIEST], "getpage_rate", BUSY_GETPAGES) is not None


def fallen_back(pool: Db2Pool) -> int:
    """Buffers in smaller frames than the pool asks for."""
    defined, in_4k = pool.latest("frame_size"), pool.whole("buffers_in_4k") or 0
    if defined == "1M":
        return in_4k
    return in_4k + (pool.whole("buffers_in_1m") or 0) if defined == "2G" else 0


def _busy(row: Row | None, column: str, least: float) -> Busy | None:
    return (row, float(row[column])) if row is not None and row[column] >= least else None


def steps(member: Member, short: Collection[Object]) -> Table | None:
    """The steps, and for which pools each is offered; None where none is. `short` names pools to enlarge."""
    fix = [pool.name for pool in member.pools if fixing_rate(member, pool)]
    frames = [pool.name for pool in member.pools if large_frames(member, pool)]
    grow = [pool.name for pool in member.pools if pool.object in short]
    if member.short_of_real or member.pool_bytes >= GROWTH_UP_TO:
        grow = []
    if not (fix or frames or grow):
        return None
    flash = "needs Flash Express or Virtual Flash Memory, which this evidence does not show"
    rows = (
        (1, "page-fix busy pools", _gain(GAIN_FIXED), _for(fix, "no pageable pool that is busy with I/O")),
        (
            2,
            "1 MB or 2 GB frames",
            _gain(GAIN_LARGE_FRAMES),
            _for(frames, "no busy page-fixed pool in 4 KB frames"),
        ),
        (3, "pageable 1 MB frames", _gain(GAIN_PAGEABLE_LARGE), f"not offered: {flash}"),
        (4, "larger pools, up to 100 GB", _gain(GAIN_GROWTH), _for(grow, "no pool that is short of buffers")),
    )
    return Table(
        title=f"Large memory step by step, {member.label}",
        columns=("step", "what", "CPU saved, as IBM expects", "offered for"),
        rows=rows,
        note=(
            "Rough expectations of IBM (SHARE 17878), not forecasts; each needs real storage that is "
            "free at its minimum, after the reserve for dumps."
        ),
    )


def _gain(gain: tuple[int, int]) -> str:
    return f"{gain[0]} to {gain[1]} %"


def _for(names: list[str], otherwise: str) -> str:
    return ", ".join(names) or f"not offered: {otherwise}"
