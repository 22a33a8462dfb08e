"""Group buffer pools for people: columns, rows, and the sentences below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers as units

if TYPE_CHECKING:
    from getpage.report.curve.tables import Cell
    from getpage.result.curve import GroupCurve

#: Heads of `rows`.
COLUMNS = (
    *("data entries", "bytes of data", "factor", "local hits", "GBP hits", "of these invalid", "disk reads"),
    *("of these invalid", "disk reads per getpage", ""),
)


def rows(group: GroupCurve) -> list[tuple[Cell, ...]]:
    """A row a size, under `COLUMNS`."""
    return [
        (
            *(row.entries, row.bytes, row.factor, row.local_hits, row.gbp_hits, row.gbp_hits_invalid),
            *(row.disk_reads, row.disk_reads_invalid, row.share, ", ".join(row.marks)),
        )
        for row in group.rows
    ]


def sentences(group: GroupCurve) -> list[str]:
    """What the curve of a group buffer pool says, in words."""
    size = units.storage(group.pages * group.page_bytes)
    return [
        f"{group.pool}: {group.getpages:,} getpages of {len(group.members)} members to {group.pages:,} pages "
        f"({size} in pages of {units.number(group.page_bytes)} bytes); {group.cross_invalidations:,} valid "
        "pages of one member were invalidated by a change of another.",
        *(
            f"{member.member}: {member.buffers:,} buffers, {member.getpages:,} getpages, "
            f"{member.changes:,} changes."
            for member in group.members
        ),
        f"GBPCACHE {group.gbpcache.upper()}; a size is data entries, one page each, without their directory. "
        "The trace starts with empty pools: the first read of each page is from disk at every size.",
    ]
