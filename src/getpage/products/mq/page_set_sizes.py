"""What another size of an MQ buffer pool would read: from sizes that it had, or from what its page sets hold.

A pool that holds every page in use of its page sets, and stays under 85 % with them, neither takes a buffer
from a page that is read again nor makes a call wait for a write. How it goes on the way there depends on how
deep the queues are and when: a queue that is read from end to end finds nothing until all of it fits. So
nothing is claimed between. Reads at the end are put at none; at most each page in use is read once in the
window, as after a restart, and stays from then on.

Reference: IBM REDP-5238, 4.2.1; IBM MQ documentation, "Defining your buffer pools".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.curve import PAGE_SETS, SizePoint, reads_curve
from getpage.products.common.sizes import Interval, a_second, bounds, past

from .constants import FEWEST_BUFFERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.contract.curve import SizeCurve
    from getpage.result import Fact

    from .pool import Pool
    from .queue_manager import QueueManager


def curve(manager: QueueManager, pool: Pool, intervals: Sequence[Interval], largest: int) -> SizeCurve | None:
    """The curve of page set reads and of writes that calls waited for; None without counters."""
    rate = a_second(intervals, pool.buffers)
    if rate is None:
        return None
    facts = _facts(manager, pool)
    measured = past(intervals, facts)
    held = pool.backlog
    enough = None if held is None else max(held.buffers, pool.peak_needs, FEWEST_BUFFERS)
    if held is not None and enough is not None and pool.buffers < enough <= largest and rate[0] > 0:
        once = held.pages / sum(one.seconds for one in intervals)
        points = measured.read_points if measured else (_exact(pool.buffers, rate[0]),)
        return reads_curve(
            basis=PAGE_SETS,
            points=(
                *(one for one in points if one.size < enough - 1),
                *_cliff(enough, points[-1].reads, once),
            ),
            note=f"{enough:,} buffers hold the {held.pages:,} pages in use on its page sets at 85 %, so that "
            "each is read once in the window at most; nothing is claimed between",
            facts=facts,
        )
    return measured or bounds(
        size=pool.buffers,
        smallest=min(pool.buffers, max(FEWEST_BUFFERS, pool.peak_needs)),
        largest=max(pool.buffers, largest),
        reads=rate[0],
        references=rate[1],
        facts=facts,
    )


def _exact(size: int, reads: float) -> SizePoint:
    return SizePoint(size=size, reads=reads, low=reads, high=reads)


def _cliff(enough: int, reads: float, once: float) -> tuple[SizePoint, SizePoint]:
    return (
        SizePoint(size=enough - 1, reads=reads, low=0.0, high=reads),
        SizePoint(size=enough, reads=0.0, low=0.0, high=min(once, reads)),
    )


def _facts(manager: QueueManager, pool: Pool) -> tuple[Fact, ...]:
    worst = pool.worst("delay") or pool.last
    return manager.facts(
        "mq_buffer_pool",
        worst,
        reads="pages read, worst interval",
        immediate_writes="pages written immediately, worst interval",
        lowest_stealable="lowest available buffers",
    )
