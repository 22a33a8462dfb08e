"""What regions are connected to as tables: entries of Db2 threads, how they were used and how often their
threads were used again; and MQ, with how many of its calls waited.

A thread that a task is given was either one that another left, or is made and ends some time.

Reference: IBM CICS TS documentation, "Overview: How threads work".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.products.common.subsystem import row_of
from getpage.result import Table

from . import connections

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from getpage.contract.measures import Measure, Row
    from getpage.core.numbers import Scalar

    from .region import Region

_COLUMNS: Final = (
    *("region", "DB2ENTRY", "plan", "SQL calls", "sign-ons", "threads reused", "threads ended"),
    *("reused (%)", "waits or overflows to the pool"),
)
_MQ_COLUMNS: Final = (
    *("region", "queue manager", "status", "tasks", "calls", "calls not completed well", "flows"),
    *("flows that waited (%)", "calls without a connection"),
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


def by_queue_manager(regions: Iterable[Region]) -> Iterator[Table]:
    """One table over all regions, where any is connected to MQ. CICS may count from when it was connected, so
    that collections do not add up.
    """
    last = ((region, row_of(region.mq_connection, connections.LAST_MQ)) for region in regions)
    rows = tuple(_connection(region, row) for region, row in last if row is not None)
    if rows:
        yield Table(
            title="MQ connections",
            columns=_MQ_COLUMNS,
            rows=rows,
            note="Counts of the last collection (SMF 110 subtype 2, DFHMQGDS). A flow is a call that goes to "
            "the queue manager; one that waited did not complete at once.",
        )


def _connection(region: Region, row: Row) -> tuple[Scalar, ...]:
    calls, flows = int(row["calls"] or 0), int(row["flows"] or 0)
    return (
        region.label,
        row["queue_manager"],
        row["connection"],
        row["tasks"],
        calls,
        calls - int(row["calls_ok"] or 0),
        flows,
        round(100 * (flows - int(row["flows_at_once"] or 0)) / flows, 1) if flows else None,
        row["futile_attempts"],
    )
