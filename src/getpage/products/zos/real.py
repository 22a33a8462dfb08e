"""Real storage by interval, as the ledger takes it: what z/OS alone knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.storage import RealStorage

from .holders import held
from .thresholds import FRAME, GIB, MIB

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.storage import AddressSpace
    from getpage.result import Fact

    from .system import Row, ZosSystem


def real_storage(system: ZosSystem) -> Iterator[RealStorage]:
    """One entry an interval; a single one where only what is online, or only address spaces, is known."""
    if system.name is None:
        return
    rows = [row for row in system.storage.iter_rows(named=True) if system.free.of(row)[0] is not None]
    if not rows:
        [spaces] = held(system, [(None, None)])
        if system.online or spaces:
            yield _entry(system, None, spaces)
    spans = [(row["start"], row["end"]) for row in rows]
    least = next((index for index, row in enumerate(rows) if row == system.free.row), 0)
    for row, spaces in zip(rows, held(system, spans, least), strict=True):
        yield _entry(system, row, spaces)


def _entry(system: ZosSystem, row: Row | None, spaces: tuple[AddressSpace, ...]) -> RealStorage:
    installed, table, column, at = system.online or (None, "", "", {})
    free, average = system.free.of(row) if row else (None, False)
    if row and row["online_frames"]:
        installed, table, column, at = int(row["online_frames"]) * FRAME, "zos_storage", "online_frames", row
    if free is not None and installed is not None and free > installed:
        free = None  # of another configuration than what is known to be online
    facts: dict[str, Fact] = {}
    if installed is not None:
        facts["installed"] = system.fact(table, column, at, "online")
    if row and free is not None:
        facts["free"] = system.fact(
            "zos_storage", "available_average" if average else "available_minimum", row, "available frames"
        )
    if system.dump:
        facts["reserve"] = system.fact("zos_dump_option", "maxspace", system.dump, "MAXSPACE")
    fixed = row and (row["fixed_frames"] or row["fixed_frames_maximum"])
    large = _large(system, row)
    return RealStorage(
        image=system.id.image,
        start=row["start"] if row else None,
        end=row["end"] if row else None,
        installed=installed,
        free=free,
        free_is_average=average,
        fixed=int(fixed) * FRAME if fixed else None,
        large_1m=_times(large.get("frames_1m_used"), MIB),
        large_2g=_times(large.get("frames_2g_used"), 2 * GIB),
        reserve=system.reserve,
        address_spaces=spaces,
        facts=facts,
    )


def _large(system: ZosSystem, row: Row | None) -> Row:
    """Large frames in the interval, where a record tells it; else the last word on them."""
    now = None if row is None else system.large_at.get(row["end"])
    return now or system.large or {}


def _times(count: int | None, size: int) -> int | None:
    return None if count is None else int(count) * size
