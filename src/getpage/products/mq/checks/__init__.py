"""The rules for MQ: one file a rule. A module's docstring is what `getpage explain` prints.

A new rule is a new module with `ID`, `TITLE` and `find`, and its name in `RULES`; the order is that of the
docs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import (
    deep_queue_outage,
    log_buffers,
    memlimit,
    page_set_full,
    pool_checkpoint_writes,
    pool_not_fixed,
    pool_oversized,
    pool_reads,
    pool_shared,
    pool_short_on_storage,
    pool_steal_contention,
    pool_synchronous_write,
    pool_undersized,
    pool_unused,
    pools_below_the_bar,
    queue_page_set_wait,
    storage_below_the_bar,
    storage_short,
    zero_length_intervals,
)

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.mq.queue_manager import QueueManager


RULES: tuple[Rule[QueueManager], ...] = (
    pool_short_on_storage,
    pool_synchronous_write,
    pool_undersized,
    pool_reads,
    pool_steal_contention,
    pool_checkpoint_writes,
    pool_shared,
    pool_oversized,
    pool_unused,
    pool_not_fixed,
    pools_below_the_bar,
    storage_below_the_bar,
    storage_short,
    memlimit,
    page_set_full,
    log_buffers,
    queue_page_set_wait,
    deep_queue_outage,
    zero_length_intervals,
)
