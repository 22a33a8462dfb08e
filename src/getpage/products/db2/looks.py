"""What each rule of Db2 looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.looked import Looks

from . import checks

if TYPE_CHECKING:
    from .member import Member


def _counted(member: Member) -> int:
    """Pools whose getpages are counted."""
    return sum(pool.counted for pool in member.pools)


def _several(member: Member) -> int:
    return int(_counted(member) > 1)


def _simulated(member: Member) -> int:
    return sum(pool.simulation is not None for pool in member.pools) + len(member.nameless_simulations)


LOOKS: Final[tuple[Looks[Member], ...]] = (
    Looks(
        "buffer pool",
        _counted,
        (
            checks.pool_thresholds,
            checks.pool_work_files,
            checks.pool_page_ins,
            checks.pool_reads,
            checks.pool_residency,
            checks.pool_sequential,
            checks.pool_deferred_writes,
            checks.pool_idle,
            checks.pool_unused,
            checks.pool_not_fixed,
            checks.pool_frames,
            checks.pool_steal,
            checks.intervals_lost,
        ),
    ),
    Looks("simulated buffer pool", _simulated, (checks.pool_simulation,)),
    Looks("Db2 member with several buffer pools", _several, (checks.pools_against_each_other,)),
    Looks("Db2 address space", lambda m: len(m.spaces), (checks.storage_paged_out,)),
    Looks(
        "Db2 storage manager",
        lambda m: int(m.measured.storage_managers.of(*m.key) is not None),
        (checks.storage_contracted,),
    ),
    Looks("Db2 log", lambda m: int(m.measured.logs.of(*m.key) is not None), (checks.log_buffers,)),
    Looks(
        "Db2 member with its EDM pools",
        lambda m: int(m.measured.edm_pools.of(*m.key) is not None),
        (checks.edm_pools,),
    ),
    Looks(
        "Db2 member with its latches",
        lambda m: int(m.measured.latches.of(*m.key) is not None),
        (checks.latch_contention,),
    ),
    Looks(
        "group buffer pool",
        lambda m: len(m.group_pools),
        (
            checks.group_pool_writes_failed,
            checks.group_pool_directory,
            checks.group_pool_size,
            checks.group_pool_invalidation,
        ),
    ),
    Looks(
        "Db2 member with its threads",
        lambda m: int(m.threads.reuse is not None),
        (checks.threads_not_reused,),
    ),
    Looks(
        "Db2 member with its packages",
        lambda m: int(bool(m.threads.frequent_packages())),
        (checks.packages_release,),
    ),
)
