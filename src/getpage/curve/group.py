"""Group buffer pools: what every size of one would have found behind the local pools of its members.

The kernel (`crates/curve/src/gbp`) keeps the local pools of all members, invalidates a page where another
member changes it, and the group buffer pool at all sizes at once. Sizes are data entries, each a page. A
local pool is plain LRU of the member's VPSIZE; directory entries are enough; a change is written when it is
made, not at commit.

Reference: Db2 12, Data sharing: planning and administration, Group buffer pools.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from getpage import _native
from getpage.core.errors import GetpageError
from getpage.core.progress import Progress
from getpage.curve.grid import chosen_sizes
from getpage.curve.group_trace import CHANGE, READ, GroupTrace, read
from getpage.curve.settings import CurveSettings
from getpage.curve.sizes import checked, page_bytes
from getpage.result.curve import (
    Curves,
    GroupCurve,
    GroupMember,
    GroupRow,
    MarkName,
    SizeLine,
    SizeMark,
    SizePicture,
)

#: Most members of a group, in one byte.
_MOST = 256


def groups_of(
    trace: Any,
    settings: CurveSettings,
    *,
    trace_format: str | None = None,
    layouts: Sequence[Path] = (),
    progress: Progress | None = None,
) -> Curves:
    """The group buffer pools of a trace of several members; raises GetpageError as `curve_of` does."""
    return compute(
        read(trace, settings, trace_format=trace_format, layouts=layouts, progress=progress), settings
    )


def compute(trace: GroupTrace, settings: CurveSettings) -> Curves:
    """The group buffer pools of a trace that was read."""
    members = sorted(trace.events["member"].unique().to_list())
    if len(members) < 2:
        message = (
            f"the trace is of {', '.join(members)} alone: a group buffer pool needs the traces of all members"
        )
        raise GetpageError(message, "getpage collect --help")
    if len(members) > _MOST:
        message = (
            f"the trace has {len(members)} members: a data sharing group has 32 at most; give the traces "
            "of one group"
        )
        raise GetpageError(message, "getpage curve TRACE --gbp")
    pools = trace.events.partition_by("pool", as_dict=True, maintain_order=True)
    return Curves(
        pools=(),
        groups=tuple(_group(str(pool), pools[(pool,)], settings) for (pool,) in sorted(pools)),
        trace=trace.files,
        notes=trace.notes,
    )


def _group(pool: str, events: pl.DataFrame, settings: CurveSettings) -> GroupCurve:
    names = sorted(events["member"].unique().to_list())
    local = [_local(settings, name, pool) for name in names]
    pages = events.select("object", "page").n_unique()
    now = settings.group_size(pool)
    sizes = _sizes(settings, pool, now, pages)
    try:
        run = _native.GroupRun(local, settings.gbpcache, sizes)
        run.push(*_arrays(events, names))
        rows_of_sizes, invalidated = run.rows(), run.cross_invalidations()
    except _native.EvidenceError as error:
        message = f"group buffer pool of {pool}: {error}; another size or a longer trace may do"
        raise GetpageError(message, "--sizes auto") from error
    getpages = events.filter(pl.col("event") != CHANGE).height
    rows = tuple(_row(row, pool, getpages, now) for row in rows_of_sizes)
    return GroupCurve(
        pool=f"G{pool}",
        page_bytes=page_bytes(pool),
        gbpcache=settings.gbpcache,
        members=tuple(map(_member, names, local, _by_member(events, names))),
        getpages=getpages,
        pages=pages,
        cross_invalidations=invalidated,
        rows=rows,
        pictures=(_picture(f"G{pool}", page_bytes(pool), rows, now),),
    )


def _local(settings: CurveSettings, member: str, pool: str) -> int:
    size = settings.current_of.get(f"{member}.{pool}") or settings.current_size(pool)
    if size is None:
        message = (
            f"--gbp: the VPSIZE of {pool} at {member}, on which the group buffer pool depends, is not known"
        )
        raise GetpageError(message, f"--current {member}.{pool}=20000")
    return size


def _sizes(settings: CurveSettings, pool: str, now: int | None, pages: int) -> list[int]:
    """Sizes asked for, or chosen; with none at all, which is what GBPCACHE NO brings, and the present one."""
    if settings.wanted_sizes is None:
        wanted = chosen_sizes(now, pages)
    else:
        wanted = [
            checked(size.buffers(now, page_bytes(pool)), f"size {size.text}, group buffer pool of {pool}")
            for size in settings.wanted_sizes
        ]
    return sorted({0, *wanted, *([now] if now else [])})


def _arrays(events: pl.DataFrame, names: Sequence[str]) -> tuple[Any, Any, Any]:
    """Page keys, numbers of members and events, in the order of time."""
    numbers = {name: number for number, name in enumerate(names)}
    # An object has fewer than 2^32 pages; where nobody names objects, pages may be any 64 bits.
    objects = events["object"].rank("dense").cast(pl.UInt64) - 1
    keys = events["page"] if objects.max() == 0 else objects * (1 << 32) + events["page"]
    members = events["member"].replace_strict(numbers, return_dtype=pl.UInt8)
    return keys.to_numpy(), members.to_numpy(), events["event"].to_numpy()


def _by_member(events: pl.DataFrame, names: Sequence[str]) -> list[tuple[int, int]]:
    """Getpages and changes of each member."""
    of = [events.filter(pl.col("member") == name)["event"] for name in names]
    return [
        (int((member_events != CHANGE).sum()), int((member_events != READ).sum())) for member_events in of
    ]


def _member(name: str, buffers: int, counts: tuple[int, int]) -> GroupMember:
    return GroupMember(member=name, buffers=buffers, getpages=counts[0], changes=counts[1])


def _row(row: _native.GroupRow, pool: str, getpages: int, now: int | None) -> GroupRow:
    return GroupRow(
        entries=row.size,
        bytes=row.size * page_bytes(pool),
        factor=row.size / now if now else None,
        local_hits=row.local_hits,
        gbp_hits=row.gbp_hits,
        gbp_hits_invalid=row.gbp_hits_invalid,
        disk_reads=row.disk_reads,
        disk_reads_invalid=row.disk_reads_invalid,
        share=row.disk_reads / getpages if getpages else 0.0,
        marks=(MarkName.CURRENT,) if row.size == now else (),
    )


def _picture(name: str, page: int, rows: Sequence[GroupRow], now: int | None) -> SizePicture:
    return SizePicture(
        id=f"curve-{name}".lower(),
        title="Where getpages found their page, by data entries",
        object=name,
        unit="getpages",
        page_bytes=page,
        lines=(
            SizeLine(label="read from disk", points=tuple((r.entries, float(r.disk_reads)) for r in rows)),
            SizeLine(
                label="found in the group buffer pool",
                points=tuple((r.entries, float(r.gbp_hits)) for r in rows),
            ),
        ),
        marks=(SizeMark(label=MarkName.CURRENT, size=now),) if now else (),
        note=f"Exact at {len(rows)} sizes, straight between; local pools are plain LRU.",
    )
