"""The account of a guest's memory at the snapshot with least available: an image of its own.

Lines add up to MemTotal. What of it the hypervisor backs with real storage is not in a guest's evidence.

Reference: Linux kernel, Documentation/filesystems/proc.rst, meminfo.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.result import Account, Line, Place

from .guest import MEMORY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from .guest import Guest

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
    """The account; None without a snapshot."""
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
    told = guest.facts(MEMORY, row, free="MemFree")
    when = f"Of {row['written']:%Y-%m-%d %H:%M:%S}" if row["written"] else "Of a snapshot without a time"
    return Account(
        of=guest.id.image,
        lines=tuple(lines),
        free_at_minimum=(Line(holder="free", bytes=free, place=Place.GUEST, fact=next(iter(told), None)),),
        note=f"{when}, that with least available of {guest.now.height}. Memory of a Linux guest: what of it "
        "its hypervisor backs with real storage is not in this evidence.",
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
