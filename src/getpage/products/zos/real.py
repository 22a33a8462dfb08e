"""Real storage as the ledger takes it: of each system the interval with least free, and all on demand.

Storage leaves or enters a partition while z/OS runs by CONFIG STOR, on the system itself. What goes offline
is free for every partition of the same machine with reserved storage, wherever it lies. Only storage that
holds no long-term fixed page can go offline: what RSU set aside at the IPL, as the reply to D M=STOR shows.
No record has it, nor the reserved storage of a partition, which is for a look first.

References: IBM z/OS MVS System Commands, CONFIG (STOR) and DISPLAY M; z/OS MVS Initialization and Tuning
Reference, IEASYSxx RSU; PR/SM Planning Guide, "Dynamic storage reconfiguration".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache, partial
from itertools import pairwise
from typing import Final

import polars as pl

from getpage.contract.measures import Row
from getpage.contract.storage import AddressSpace, RealStorage, RealTimes
from getpage.core import wording
from getpage.core.names import Subsystem
from getpage.core.units import GIB, MIB, PAGE
from getpage.products.common import svc_dump
from getpage.products.common.owners import SYSTEM
from getpage.result import Change, Fact

from .holders import Holders
from .large_frames import PAGE_2G
from .rows import LARGE, STORAGE, none
from .spaces import ROWS, spans_of, times_of
from .storage import AVERAGE, FIRST_KNOWN, KNOWN, LAST_KNOWN, MINIMUM, Online, free_of
from .system import ZosSystem

_COLUMNS: Final = ("online_frames", MINIMUM, AVERAGE, "fixed_frames", "fixed_frames_maximum")
_LARGE: Final = ("frames_1m_used", "frames_2g_used")
_AT: Final = (SYSTEM, "end")
#: Rows of address spaces, about, that are looked at together.
_ROWS: Final = 1 << 17


def real_storage(systems: Sequence[ZosSystem]) -> Iterator[RealStorage]:
    """One entry a system: the interval with least free; what is online, or address spaces, where no interval
    is known.
    """
    named = [system for system in systems if system.system is not None]
    if not named:
        return
    measured, spaces = named[0].measured, named[0].measured.spaces
    spans = spans_of([(system.system, system.tightest) for system in named])
    holders = Holders(measured, spaces.timeless).of(spans, spaces.there, named[0].fact_of_space)
    ends = spans.select(SYSTEM, pl.col("until").alias("end")).drop_nulls()
    large = _large_at(named[0], ends, times_of(spans, timedelta()))
    for number, system in enumerate(named):
        row = system.tightest
        if row is not None or system.online or holders[number]:
            yield _entry(
                system, row, holders[number], large.get((system.system, row["end"] if row else None))
            )


def real_by_interval(systems: Sequence[ZosSystem]) -> Iterator[RealStorage]:
    """One entry an interval, in order of time."""
    by_name = {system.system: system for system in systems if system.system is not None}
    if not by_name:
        return
    measured, spaces = systems[0].measured, systems[0].measured.spaces
    rows = measured.rows(STORAGE, _COLUMNS).filter(KNOWN).drop_nulls(SYSTEM)
    rows = rows.sort("end", "file", "record", nulls_last=False, maintain_order=True)
    large = _large_at(systems[0], rows.select(_AT))
    every = Holders(measured, spaces.timeless)
    count = sum(measure[ROWS] for measure in spaces.by_system)
    step = max(1, rows.height * _ROWS // max(count, 1))
    for first, last in pairwise([*range(0, rows.height, step), rows.height]):
        some = rows[first:last]
        spans = spans_of(list(zip(some[SYSTEM], some.iter_rows(named=True), strict=True)))
        holders = every.of(spans, measured.meeting(spans, spaces.longest))
        for number, row in enumerate(some.iter_rows(named=True)):
            system = by_name[row[SYSTEM]]
            yield _entry(system, row, holders[number], large.get((system.system, row["end"])))


def real_times(systems: Sequence[ZosSystem]) -> Iterator[RealTimes]:
    """From when to when each system told what is available."""
    for system in systems:
        measure = system.storage
        if system.system is not None and measure is not None and measure[FIRST_KNOWN] is not None:
            yield RealTimes(system.id.image, measure[FIRST_KNOWN], measure[LAST_KNOWN])


def _large_at(
    system: ZosSystem, ends: pl.DataFrame, times: Sequence[tuple[datetime, datetime]] | None = None
) -> Mapping[tuple[str | None, datetime | None], Row]:
    """What was told of large frames for these ends of intervals, by system and end; `times` are those of the
    intervals, where they are few.
    """
    wanted = ends.unique()
    measured = system.measured
    if times is None:
        rows = measured.rows(LARGE, _LARGE)
    else:
        rows = pl.concat([none(system.evidence, LARGE, _LARGE), *measured.rows_near(LARGE, _LARGE, times)])
    rows = rows.join(wanted, on=_AT, how="semi", maintain_order="left").sort(
        "end", "file", "record", maintain_order=True
    )
    return {(row[SYSTEM], row["end"]): row for row in rows.iter_rows(named=True)}


def _entry(
    system: ZosSystem, row: Row | None, spaces: tuple[AddressSpace, ...], large: Row | None
) -> RealStorage:
    online = system.online
    if row and row["online_frames"]:
        online = Online(int(row["online_frames"]) * PAGE, STORAGE, "online_frames", row)
    installed = online.bytes if online else None
    available, average = free_of(row) if row else (None, False)
    if available is not None and installed is not None and available > installed:
        available = None  # of another configuration than what is known to be online
    facts: dict[str, Fact] = {}
    if online is not None:
        facts["installed"] = system.fact(online.table, online.column, online.row, "online")
    if row and available is not None:
        facts["free"] = system.fact(STORAGE, AVERAGE if average else MINIMUM, row, "available frames")
    if system.dump:
        facts["reserve"] = svc_dump.fact(system.evidence, system.dump)
    fixed = row and (row["fixed_frames"] or row["fixed_frames_maximum"])
    frames, online_storage = large or system.large or {}, system.online_storage or {}
    return RealStorage(
        image=system.id.image,
        start=row["start"] if row else None,
        end=row["end"] if row else None,
        installed=installed,
        free=available,
        free_is_average=average,
        fixed=int(fixed) * PAGE if fixed else None,
        large_1m=_times(frames.get("frames_1m_used"), MIB),
        large_2g=_times(frames.get("frames_2g_used"), PAGE_2G),
        reserve=system.reserve,
        address_spaces=spaces,
        largest=cache(partial(_largest, system)),
        partitions=partial(system.measured.partitions_beside, system.system),
        reconfigured=partial(
            reconfigured, system.id, installed, reconfigurable=online_storage.get("reconfigurable_bytes")
        ),
        increment=online_storage.get("increment_bytes"),
        facts=facts,
    )


def _largest(system: ZosSystem, job: str) -> int | None:
    """Bytes that an address space held at its largest in the window."""
    its = pl.col(SYSTEM) == system.system, pl.col("job") == job
    largest = [piece.filter(its).select(pl.col("frames").max()).item() for piece in system.measured.holding()]
    most = max((frames for frames in largest if frames is not None), default=None)
    return _times(most, PAGE)


def _times(count: int | None, size: int) -> int | None:
    return None if count is None else int(count) * size


_DONE: Final = "IEE712I CONFIG PROCESSING COMPLETE"


def reconfigured(
    system: Subsystem, installed: int | None, size: int, reconfigurable: int | None = None
) -> Change:
    """The command that takes storage from a system (negative bytes) or gives it some, in whole MiB. One that
    takes more offline than is `reconfigurable` waits for an IPL that sets aside more.
    """
    amount = _amount(abs(size))
    offline = f"CONFIG STOR({amount}),OFFLINE"
    online = f"CONFIG STOR({amount}),ONLINE"
    then = "" if installed is None else f" {system.image} has {wording.size(installed + size)} then."
    lasts = "Change the image profile of the partition too: the next activation takes storage from there."
    leaves = size < 0
    return Change(
        subsystem=system,
        setting="central storage",
        step=1,
        command=offline if leaves else online,
        undo=online if leaves else offline,
        verify=f"{_DONE}; D M=STOR shows {wording.size(abs(size))} {'less' if leaves else 'more'} online"
        f"{', and RMF (PAGING) no page-ins' if leaves else ''}.",
        verify_after="the reply, and the next peak" if leaves else "the reply",
        storage_bytes=0,
        because=(),
        only_after=_rsu(reconfigurable, -size) if leaves else "",
        effect=f"{wording.size(abs(size))} {'leave' if leaves else 'enter'} {system.image}.{then}",
        caution=(
            f"{_set_aside(reconfigurable, -size)} {lasts} LFAREA in percent counts from less."
            if leaves
            else f"Only where the partition has {wording.size(size)} of reserved storage (D M=STOR). If not, "
            f"change the image profile and IPL. {lasts}"
        ),
    )


def _rsu(reconfigurable: int | None, size: int) -> str:
    """What a command waits for that takes more offline than can go."""
    if reconfigurable is None or size <= reconfigurable:
        return ""
    more = wording.size(size - reconfigurable)
    return (
        f"RSU={_amount(size)} in IEASYSxx and an IPL set aside {more} more, or the image profile is changed "
        "and the partition activated"
    )


def _set_aside(reconfigurable: int | None, size: int) -> str:
    """What of storage can go offline, in words."""
    if reconfigurable is None:
        return (
            f"Only where RSU in IEASYSxx set aside {wording.size(size)} at the IPL (D M=STOR): other "
            "storage may hold fixed pages. If not, change the image profile and IPL."
        )
    there = wording.size(reconfigurable) if reconfigurable else "nothing"
    return f"D M=STOR shows that {there} can go offline: other storage may hold fixed pages."


def _amount(size: int) -> str:
    """A size as CONFIG takes it: five digits at most."""
    return f"{size // GIB}G" if size % GIB == 0 else f"{size // MIB}M"
