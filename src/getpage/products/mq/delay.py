"""How long work waited for page set I/O of a pool: pages times the measured time of a page, as facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed

from .constants import DEFAULT_IO

if TYPE_CHECKING:
    from getpage.result import Fact

    from .pool import Pool
    from .queue_manager import QueueManager


def how_timed(pool: Pool) -> str:
    """Which time a page was taken to need, in words."""
    times = pool.times
    measured = times.measured & {"read", "immediate_write"}
    if not measured:
        return f"at {DEFAULT_IO:g} µs a page, as nothing was measured"
    read, write = f"{times.read:,.0f} µs a read", f"{times.immediate_write:,.0f} µs a write"
    if measured == {"read"}:
        return f"measured: {read}; {write} is assumed"
    if measured == {"immediate_write"}:
        return f"measured: {write}; {read} is assumed"
    return f"measured: {read}, {write}"


def delay_facts(manager: QueueManager, pool: Pool) -> tuple[Fact, ...]:
    """The worst interval's reads and immediate writes, the time of each, and the delay they make."""
    row = pool.worst("delay")
    if row is None:
        return ()
    return (
        *manager.facts(
            "mq_buffer_pool",
            row,
            reads="pages read, worst interval",
            immediate_writes="pages written immediately, worst interval",
            synchronous_write_threshold="times synchronous write was forced, worst interval",
        ),
        computed(f"time of a page read, {pool.times.source('read')}", round(row["read_us"], 1), "us", row),
        computed(
            f"time of a page written, {pool.times.source('immediate_write')}",
            round(row["write_us"], 1),
            "us",
            row,
        ),
        computed("delay, worst interval", round(row["delay"], 3), "s", row),
        computed("delay, whole window", round(pool.delay, 3), "s"),
    )
