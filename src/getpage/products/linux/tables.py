"""What each guest holds and has left, in one table, and which programs and users hold it, in another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.core.units import MIB, PAGE
from getpage.result import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .guest import Guest

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
    rows = tuple(_row(one) for one in guests if one.memory.height)
    if rows:
        yield Table(
            title="Memory of Linux guests",
            columns=_COLUMNS,
            rows=rows,
            note="At the snapshot with least available. A page from swap space is taken to be waited for "
            "0.5 ms, from 0.02 to 5.",
        )
    held = tuple(row for one in guests for row in _holders(one))
    if held:
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
            rows=held,
            note="By the table of smem with most: PSS counts of shared memory the proportion of each "
            f"process. The {_MOST} largest of a guest.",
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
        None if waiting is None else "{:.1f} ({:.1f} to {:.1f})".format(*(3600 * one for one in waiting)),
        guest.now.height,
        None if guest.seconds is None else round(guest.seconds / 3600, 1),
    )


def _mib(size: int | None) -> int | None:
    return None if size is None else round(size / MIB)


def _holders(guest: Guest) -> Iterator[Cells]:
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
