"""The rules of CICS, in the order in which they are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import (
    class_limit,
    db2_connection,
    db2_entry,
    dbctl_pool,
    dbctl_threads,
    file_strings,
    hanging_tasks,
    held_back,
    jvm_threads,
    lsr_pool,
    main_temporary_storage,
    max_tasks,
    mq_connection,
    program_loads,
    qr_busy,
    qr_ratio,
    short_on_storage,
    storage_limit,
    storage_paged_out,
    tcb_pool_limit,
    tcb_switches,
    temporary_storage_waits,
    transient_data,
)

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.cics.region import Region

RULES: tuple[Rule[Region], ...] = (
    qr_ratio,
    qr_busy,
    tcb_pool_limit,
    max_tasks,
    hanging_tasks,
    class_limit,
    short_on_storage,
    storage_limit,
    storage_paged_out,
    temporary_storage_waits,
    transient_data,
    main_temporary_storage,
    lsr_pool,
    program_loads,
    file_strings,
    db2_connection,
    dbctl_threads,
    dbctl_pool,
    db2_entry,
    mq_connection,
    jvm_threads,
    tcb_switches,
)

#: What is said only where real storage is free, see `contract/offers.py`.
OFFERS: tuple[Rule[Region], ...] = (held_back,)
