"""What is shown of guests beside findings: the account of a guest's memory, and tables.

The account is that of the snapshot with least available, of an image of its own: its lines add up to
MemTotal. How much of it the hypervisor backs with real storage is not in a guest's evidence.

Reference: Linux kernel, Documentation/filesystems/proc.rst, meminfo.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import polars as pl

from getpage.core.names import Object
from getpage.core.units import MIB, PAGE
from getpage.result import Account, Line, Place, Table
from getpage.result.day import Demand

from .guest import MEMORY, Guest

#: Holders, the columns that make each, and those that are within another.
_HOLDERS: Final = (
    ("anonymous memory", ("anonymous",), ()),
    ("page cache", ("cached", "buffers"), ("shared_memory",)),
    ("shared memory and tmpfs", ("shared_memory",), ()),
    ("slab, reclaimable", ("slab_reclaimable",), ()),
    ("slab, not reclaimable", ("slab_unreclaimable",), ()),
    ("page tables, stacks, processors' own", ("page_tables", "kernel_stack", "per_cpu"), ()),
)


def account(guest: Guest) -> Account | None:
    """Who holds the memory of a guest; None without a snapshot."""
    row = guest.least
    if row is None:
        return None
    lines = [*_held(guest, row)]
    free = int(row["free"] or 0)
    left = int(row["total"]) - free - sum(line.bytes or 0 for line in lines)
    if left > 0:
        note = "in use by the kernel and its drivers"
        lines.append(Line(holder="not accounted for", bytes=left, place=Place.GUEST, note=note))
    if row["swap_total"] is not None and row["swap_free"] is not None:
        used = int(row["swap_total"]) - int(row["swap_free"])
        fact = guest.fact(MEMORY, "swap_free", row, "swap space free")
        lines.append(Line(holder="swapped out", bytes=used, place=Place.SWAP, fact=fact))
    for column, holder, label in (
        ("total", "memory of the guest", "MemTotal"),
        ("available", "available without swapping", "MemAvailable"),
        ("swap_total", "swap space", "SwapTotal"),
    ):
        if row[column] is not None:
            fact = guest.fact(MEMORY, column, row, label)
            lines.append(Line(holder=holder, bytes=int(row[column]), place=Place.LIMIT, fact=fact))
    free_facts = guest.facts(MEMORY, row, free="MemFree")
    when = f"Of {row['written']:%Y-%m-%d %H:%M:%S}" if row["written"] else "Of a snapshot without a time"
    return Account(
        of=guest.id.image,
        lines=tuple(lines),
        free_at_minimum=(
            Line(holder="free", bytes=free, place=Place.GUEST, fact=next(iter(free_facts), None)),
        ),
        note=f"{when}, the tightest of {guest.now.height} snapshots. How much of a guest's memory its "
        "hypervisor backs with real storage is not in this evidence.",
    )


def _held(guest: Guest, row: Mapping[str, Any]) -> Iterator[Line]:
    for holder, columns, within in _HOLDERS:
        known = [name for name in columns if row[name] is not None]
        size = sum(int(row[name]) for name in known) - sum(int(row[name] or 0) for name in within)
        if known and size > 0:
            fact = guest.fact(MEMORY, known[0], row, holder)
            yield Line(holder=holder, bytes=size, place=Place.GUEST, fact=fact)
    if row["huge_total"] and row["huge_page_bytes"]:
        size = int(row["huge_total"]) * int(row["huge_page_bytes"])
        fact = guest.fact(MEMORY, "huge_total", row, "huge pages")
        yield Line(holder="huge pages", bytes=size, place=Place.GUEST, fixed=True, fact=fact)


Cells = tuple[str | float | int | None, ...]

_COLUMNS: Final = (
    *(
        "guest",
        "hypervisor",
        "MemTotal MiB",
        "available at least MiB",
        "when",
        "anonymous MiB",
        "page cache MiB",
    ),
    *("slab MiB", "huge pages MiB", "in swap space at most MiB", "pages swapped in /s", "at most /s"),
    *("waits for them s/h (from to)", "snapshots", "hours"),
)
_MOST: Final = 30


def tables(guests: Sequence[Guest]) -> Iterator[Table]:
    """Of all guests."""
    rows = tuple(_row(guest) for guest in guests if guest.memory.height)
    if rows:
        yield Table(
            title="Memory of Linux guests",
            columns=_COLUMNS,
            rows=rows,
            note="At the snapshot with least available. A page from swap space is assumed to take "
            "0.5 ms (0.02 to 5).",
        )
    programs = tuple(row for guest in guests for row in _programs(guest))
    if programs:
        yield Table(
            title="Who holds the memory of Linux guests",
            columns=(
                "guest",
                "at",
                "user",
                "program",
                "processes",
                "PSS MiB",
                "own alone (USS) MiB",
                "swap MiB",
            ),
            rows=programs,
            note="From the smem table with most memory. PSS counts shared memory in proportion to "
            f"each process. The {_MOST} largest of a guest.",
        )


def _row(guest: Guest) -> Cells:
    row = guest.least
    assert row is not None
    huge = (row["huge_total"] or 0) * (row["huge_page_bytes"] or 0)
    slab = (row["slab_reclaimable"] or 0) + (row["slab_unreclaimable"] or 0)
    cache = (row["cached"] or 0) + (row["buffers"] or 0) - (row["shared_memory"] or 0)
    most, waiting = guest.most_swapping, guest.waiting
    return (
        guest.label,
        guest.control_program or None,
        _mib(row["total"]),
        _mib(row["available"]),
        f"{row['written']:%Y-%m-%d %H:%M}" if row["written"] else None,
        _mib(row["anonymous"]),
        _mib(max(0, cache)),
        _mib(slab),
        _mib(huge),
        _mib(guest.swapped),
        None if guest.pages_a_second is None else round(guest.pages_a_second, 1),
        None if most is None else round(most["swapped_in_rate"] / PAGE, 1),
        None if waiting is None else "{:.1f} ({:.1f} to {:.1f})".format(*(3600 * each for each in waiting)),
        guest.now.height,
        None if guest.seconds is None else round(guest.seconds / 3600, 1),
    )


def demands(guest: Guest) -> Iterator[Demand]:
    """Memory in use at the peak, and what was in swap space where there is some."""
    if guest.total and guest.available is not None and guest.least is not None:
        yield Demand(
            object=guest.all_memory,
            measure="memory in use at the peak",
            unit="MiB",
            value=(guest.total - guest.available) / MIB,
            limit=guest.total / MIB,
            fact=guest.fact(MEMORY, "available", guest.least, "MemAvailable, at least"),
        )
    row = guest.swapped_row
    if row is not None and row["swap_total"]:
        yield Demand(
            object=Object(guest.id, "swap space"),
            measure="swap space in use at the peak",
            unit="MiB",
            value=(int(row["swap_total"]) - int(row["swap_free"])) / MIB,
            limit=int(row["swap_total"]) / MIB,
            fact=guest.fact(MEMORY, "swap_free", row, "SwapFree, at least"),
        )


def _mib(size: int | None) -> int | None:
    return None if size is None else round(size / MIB)


def _programs(guest: Guest) -> Iterator[Cells]:
    rows = guest.processes
    if not rows.height:
        return
    by_process = rows.filter(pl.col("pid").is_not_null())
    rows = by_process if by_process.height else rows
    table = ["file", "snapshot"]
    sums = (
        rows.group_by(table, maintain_order=True)
        .agg(pl.col("pss").sum())
        .sort("pss", *table, descending=[True, False, False])
    )
    first = sums.row(0, named=True)
    mine = rows.filter(pl.col("file") == first["file"], pl.col("snapshot") == first["snapshot"])
    program = pl.col("command").str.split(" ").list.first().str.split("/").list.last().alias("program")
    held = (
        mine.group_by("user", program, maintain_order=True)
        .agg(
            pl.coalesce(pl.col("processes"), pl.lit(1, dtype=pl.UInt64)).sum(),
            *(pl.col(name).sum() for name in ("pss", "uss", "swap")),
            pl.col("written").first(),
        )
        .sort("pss", "user", "program", descending=[True, False, False])
    )
    for row in held.head(_MOST).iter_rows(named=True):
        yield (
            guest.label,
            f"{row['written']:%Y-%m-%d %H:%M}" if row["written"] else None,
            row["user"],
            row["program"],
            row["processes"],
            *(round(row[name] / MIB, 1) for name in ("pss", "uss", "swap")),
        )
