"""The rules for Db2: one file a rule. A module's docstring is what `getpage explain` prints.

A new rule is a new module with `ID`, `TITLE` and `find`, and its name in `RULES`; the order is that of the
docs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import (
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
    from getpage.contract.checks import Rule
    from getpage.products.db2.member import Member


RULES: tuple[Rule[Member], ...] = (
    pool_simulation,
    pool_thresholds,
    pool_work_files,
    pool_page_ins,
    storage_paged_out,
    storage_contracted,
    log_buffers,
    edm_pools,
    pool_reads,
    pool_residency,
    pool_sequential,
    pool_deferred_writes,
    pool_idle,
    pool_unused,
    pools_against_each_other,
    pool_not_fixed,
    pool_frames,
    pool_steal,
    latch_contention,
    group_pool_writes_failed,
    group_pool_directory,
    group_pool_size,
    group_pool_invalidation,
    threads_not_reused,
    packages_release,
    intervals_lost,
)
