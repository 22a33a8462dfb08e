"""What each pool with puts absorbs when nobody gets for an hour: a table of pool sizes, by queue manager.

The model and its limits: `outage`, docs/models/outage.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core.units import MIB
from getpage.products.mq.constants import FEWEST_BUFFERS, OUTAGE
from getpage.products.mq.outage import candidate_sizes, simulate, sizes_table
from getpage.result import Table

from .from_evidence import DRAIN_OVER_PUT, outage_inputs
from .units import SECONDS_PER_MINUTE, Minutes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.outage import OutageInputs, SizeRow
    from getpage.products.mq.queue_manager import QueueManager
    from getpage.result import Scalar

MOST_POOLS = 8
STEPS = 2
NEVER = "never"

COLUMNS = (
    "pool",
    "buffers",
    "MiB more",
    "minutes without a write for shortage",
    "minutes until puts wait for their writes",
    "minutes until pages leave the pool",
    "pages read at the drain",
    "drain, minutes",
)


def outage_tables(manager: QueueManager) -> Iterator[Table]:
    """One table, of the pools with most puts; none where no pool has puts and page sets."""
    tried = [(pool, outage_inputs(manager, pool)) for pool in manager.pools]
    found = [(pool, inputs) for pool, inputs in tried if inputs is not None]
    found.sort(key=lambda item: (-item[1].put_rate, item[0].number))
    found = found[:MOST_POOLS]
    if not found:
        return
    rows = [row for pool, inputs in found for row in _rows(pool.number, inputs)]
    pool, inputs = found[0]
    minutes = round(OUTAGE / SECONDS_PER_MINUTE)
    yield Table(
        title=f"{manager.label}: an outage of the consumer for {minutes} minutes, by size of the buffer pool",
        columns=COLUMNS,
        rows=tuple(rows),
        note="A model, not a measurement. Puts go on as in the busiest interval of this window, and the "
        f"consumer comes back with {DRAIN_OVER_PUT:g} times their rate, which no statistics tell. For pool "
        f"{pool.number}: " + " ".join(simulate(inputs).assumptions),
    )


def _rows(pool: int, inputs: OutageInputs) -> Iterator[tuple[Scalar, ...]]:
    sizes = candidate_sizes(inputs, Minutes(OUTAGE / SECONDS_PER_MINUTE), STEPS)
    for row in sizes_table(inputs, [max(size, FEWEST_BUFFERS) for size in sizes]):
        yield (
            pool,
            row.buffers,
            round(row.storage / MIB, 1),
            _minutes(row.minutes_without_shortage_write),
            _minutes(row.minutes_without_synchronous_write),
            _minutes(row.minutes_in_memory),
            round(row.reads_at_drain) if row.reads_at_drain is not None else NEVER,
            _drain(row),
        )


def _minutes(value: float | None) -> Scalar:
    return NEVER if value is None else round(value, 1)


def _drain(row: SizeRow) -> Scalar:
    return str(row.verdict) if row.drain_minutes is None else round(row.drain_minutes, 1)
