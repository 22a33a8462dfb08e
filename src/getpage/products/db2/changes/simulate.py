"""SPSIZE: the next size of the simulated pool, which settles what counters only bound.

A first simulation is of 20 %. One that was full is doubled, as the data may need more than it had: where it
brought little, and, as long as it was smaller than the pool, where it proved what it simulated, while the
pool is given that. So a pool that needs ten times its size is there in a few looks, each of which doubles
what was proved. One that was not full has shown all and is ended, as it costs CPU, in the command that
gives the pool what it proved. So is that of a pool that reads little. What was simulated on top of the
buffers that a pool has, and ended as it brought nothing, is not simulated again.

Reference: IBM Db2 documentation, "Performing buffer pool simulation"; IBM REDP-5238, 2.1.1; SHARE 17878.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.products.db2 import wording
from getpage.products.db2.checks.pool_simulation import gains, reads_little, too_short
from getpage.products.db2.pools.simulation import simulation_bytes
from getpage.products.db2.thresholds import FIRST_SIMULATED_PERCENT

from .draft import AFTER_SIMULATION, Draft, cautions

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.db2.member import Member
    from getpage.products.db2.pools.pool import Pool

LRU = (None, "LRU")  # PGSTEAL that can be simulated; not printed means unknown, and LRU is the default
COSTS = "A simulation takes 1 to 2 % of CPU a pool: end it with SPSIZE(0) once it has told."


def can_simulate(pool: Pool) -> bool:
    """Whether PGSTEAL allows a simulated pool."""
    return pool.steal in LRU


def first(member: Member, pool: Pool, because: tuple[FindingId, ...]) -> Draft | None:
    """A first simulation; None where one runs already or the size is not known."""
    if not pool.size or pool.is_simulated or not can_simulate(pool):
        return None
    return _draft(member, pool, -(-pool.size * FIRST_SIMULATED_PERCENT // 100), 0, because)


def following(member: Member, pool: Pool, because: tuple[FindingId, ...]) -> Draft | None:
    """The next simulated size after a result; None where the present one stays."""
    result = pool.simulation
    if result is None or not result.size or result.full is None or not can_simulate(pool):
        return None
    if reads_little(pool, result) or not (result.full or gains(pool)):
        is_ended = not pool.is_simulated or too_short(pool, result)
        return None if is_ended else _draft(member, pool, 0, result.size, because)
    if not result.full:
        return None  # what gives the pool its buffers ends it too: without them it is all that tells of them
    if gains(pool) and result.size >= (pool.size or 0):
        return None
    return _draft(member, pool, 2 * result.size, result.size if pool.is_simulated else 0, because)


def _draft(member: Member, pool: Pool, new: int, old: int, because: tuple[FindingId, ...]) -> Draft:
    page = pool.page_bytes
    if new:
        extra = wording.size(new * page)
        taken = wording.size(simulation_bytes(new, page))
        effect = (
            f"Shows which reads {new:,} more buffers ({extra}) would avoid, without giving them; the "
            f"simulation itself takes about {taken} of real storage."
        )
        verify = (
            "DSNB432I of -DISPLAY BUFFERPOOL DETAIL: avoidable reads and their delay; DSNB431I: whether "
            "it filled."
        )
        caution = f"{COSTS} {cautions(member, pool, grows=False)}".strip()
    else:
        effect = (
            "Ends the simulation: the pool reads too little for more buffers to be worth their storage."
            if pool.simulation is not None and pool.simulation.full
            else "Ends a simulation that did not fill: it has shown all that more buffers would bring."
        )
        verify = "DSNB431I no longer shows the simulated pool."
        caution = ""
    threshold = pool.whole("sequential_threshold")
    also = (("SPSEQT", str(threshold), ""),) if new and not old and threshold is not None else ()
    return Draft(
        name=pool.name,
        keyword="SPSIZE",
        also=also,
        new=str(new),
        old=str(old),
        because=because,
        effect=effect,
        verify=verify,
        after=AFTER_SIMULATION if new else "the command",
        bytes=simulation_bytes(new, page) - simulation_bytes(old, page),
        caution=caution,
    )
