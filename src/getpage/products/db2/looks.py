"""What each rule of Db2 looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.looked import Looks

from .checks import (
    edm_pools,
    group_pool_directory,
    group_pool_invalidation,
    group_pool_size,
    group_pool_writes_failed,
    intervals_lost,
    latch_contention,
    log_buffers,
    packages_release,
    pool_deferred_writes,
    pool_frames,
    pool_idle,
    pool_not_fixed,
    pool_page_ins,
    pool_reads,
    pool_residency,
    pool_sequential,
    pool_simulation,
    pool_steal,
    pool_thresholds,
    pool_unused,
    pool_work_files,
    pools_against_each_other,
    storage_contracted,
    storage_paged_out,
    threads_not_reused,
)

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
            pool_thresholds,
            pool_work_files,
            pool_page_ins,
            pool_reads,
            pool_residency,
            pool_sequential,
            pool_deferred_writes,
            pool_idle,
            pool_unused,
            pool_not_fixed,
            pool_frames,
            pool_steal,
            intervals_lost,
        ),
    ),
    Looks("simulated buffer pool", _simulated, (pool_simulation,)),
    Looks("Db2 member with several buffer pools", _several, (pools_against_each_other,)),
    Looks("Db2 address space", lambda m: len(m.spaces), (storage_paged_out,)),
    Looks(
        "Db2 storage manager",
        lambda m: int(m.measured.storage_managers.of(*m.key) is not None),
        (storage_contracted,),
    ),
    Looks("Db2 log", lambda m: int(m.measured.logs.of(*m.key) is not None), (log_buffers,)),
    Looks(
        "Db2 member with its EDM pools",
        lambda m: int(m.measured.edm_pools.of(*m.key) is not None),
        (edm_pools,),
    ),
    Looks(
        "Db2 member with its latches",
        lambda m: int(m.measured.latches.of(*m.key) is not None),
        (latch_contention,),
    ),
    Looks(
        "group buffer pool",
        lambda m: len(m.group_pools),
        (group_pool_writes_failed, group_pool_directory, group_pool_size, group_pool_invalidation),
    ),
    Looks("Db2 member with its threads", lambda m: int(m.threads.reuse is not None), (threads_not_reused,)),
    Looks(
        "Db2 member with its packages",
        lambda m: int(bool(m.threads.frequent_packages())),
        (packages_release,),
    ),
)
