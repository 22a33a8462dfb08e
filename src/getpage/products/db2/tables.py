"""The tables of evidence that Db2's rules read, and the columns that say whose a row is."""

from __future__ import annotations

from typing import Final

OWNER: Final = ("system", "member")

#: Where a row stands and when it was measured, as far as its table says so.
ALWAYS: Final = ("file", "record", *OWNER, "written", "interval_start", "interval_us")

#: What rows that are as they are keep beside what is asked of them.
TRACE: Final = ("interval_start", "interval_us")

THREADS, PACKAGES_OF_THREADS = "db2_thread_account", "db2_package_account"

TABLES: Final = (
    "db2_buffer_pool",
    "db2_simulated_pool",
    "db2_page_set",
    "db2_group_buffer_pool",
    "db2_thread_end",
    "db2_plan_activity",
    "db2_package_activity",
    "db2_storage",
    "db2_address_space_cpu",
    "db2_latch",
    "db2_subsystem",
    "db2_dbat",
    "db2_log",
    "db2_storage_manager",
    "db2_edm_pool",
    "db2_zos_metrics",
    "db2_real_storage",
)

#: All that the rules read. Accounting has a row a thread or package: too many to look at, they are added up.
READ: Final = (*TABLES, THREADS, PACKAGES_OF_THREADS)
