"""What findings on a pool ask of its size: more buffers, or a simulation that tells how many.

While a member is paged nothing grows and nothing is simulated, as a simulation takes storage too.

Reference: IBM REDP-5238, 2.1 and 2.2.1.
"""

from __future__ import annotations

from getpage.core.names import KnobId
from getpage.products.db2.member import Member
from getpage.result import Advise, Ask

from . import alter
from .pool import Db2Pool
from .wanted import can_simulate, first_simulation, lacked_buffers, next_simulation, proved_size, step_size


def size(
    member: Member, pool: Db2Pool, buffers: int | None, *, at_least: bool = False, reached: bool = False
) -> tuple[Ask, ...]:
    """The ask for so many buffers; none where the size is not known, or for more while storage is short.
    `reached` says whether work ran into a threshold of the pool.
    """
    if buffers is None or (member.short_of_real and buffers > (pool.size or 0)):
        return ()
    return (Ask(knob=KnobId(member.id, pool.name), size=buffers, at_least=at_least, reached=reached),)


def more_buffers(member: Member, pool: Db2Pool) -> tuple[Ask, ...]:
    """What a simulation proved; one step where PGSTEAL rules a simulation out."""
    proved = proved_size(pool)
    if proved is None and not can_simulate(pool):
        proved = step_size(pool)
    return size(member, pool, proved)


def simulation(member: Member, pool: Db2Pool) -> tuple[Advise, ...]:
    """A first simulation of a pool that reads much, where nothing is simulated yet and nothing was denied."""
    new = first_simulation(pool)
    if new is None or pool.simulation is not None or member.short_of_real or lacked_buffers(pool):
        return ()
    return (alter.simulate(member, pool, new, 0),)


def further_simulation(member: Member, pool: Db2Pool) -> tuple[Advise, ...]:
    """The simulation that a result leads to: a larger one, or none any more."""
    sizes = next_simulation(pool)
    return () if sizes is None or member.short_of_real else (alter.simulate(member, pool, *sizes),)
