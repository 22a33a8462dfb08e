"""Entries of Db2 threads as a table: how they were used, and how often their threads were used again.

A thread that a task is given was either one that another left, or is made and ends some time.

Reference: IBM CICS TS documentation, "Overview: How threads work".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.result import Table

from . import connections

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.contract.measures import Measure
    from getpage.core.numbers import Scalar

    from .region import Region

_COLUMNS: Final = (
    *("region", "DB2ENTRY", "plan", "SQL calls", "sign-ons", "threads reused", "threads ended"),
    *("reused (%)", "waits or overflows to the pool"),
)


def by_entry(regions: Iterable[Region]) -> Iterator[Table]:
    """One table over all regions, where any has entries."""
    rows = tuple(_row(region, one) for region in regions for one in region.db2_entries)
    if rows:
        yield Table(
            title="Db2 entries",
            columns=_COLUMNS,
            rows=rows,
            note="Counts of the window (SMF 110 subtype 2, DFHD2RDS). Reused is the share of threads that "
            "were used again instead of ended; limits of threads stand at no public offset.",
        )


def _row(region: Region, one: Measure) -> tuple[Scalar, ...]:
    reused, ended = connections.REUSED.count(one), connections.ENDED.count(one)
    row = one[connections.WORST_ENTRY]
    return (
        region.label,
        str(one.key[-1]),
        None if row is None else row["plan"],
        connections.ENTRY_CALLS.count(one),
        connections.SIGNONS.count(one),
        reused,
        ended,
        round(100 * reused / (reused + ended), 1) if reused + ended else None,
        connections.ENTRY_WAITS.count(one),
    )
