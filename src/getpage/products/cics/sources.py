"""The tables that hold evidence of CICS."""

from __future__ import annotations

from typing import Final

TABLES: Final = (
    "cics_tcb_mode",
    "cics_tcb_pool",
    "cics_dispatcher",
    "cics_transaction_manager",
    "cics_transaction_class",
    "cics_storage",
    "cics_dsa",
    "cics_temporary_storage",
    "cics_loader",
    "cics_program",
    "cics_lsr_pool",
    "cics_lsr_buffer",
    "cics_file",
    "cics_jvm_server",
    "cics_db2_connection",
    "cics_db2_entry",
    "cics_dbctl_session",
    "cics_mq_connection",
    "cics_transaction_count",
    "cics_transient_data",
    "cics_message",
    "cics_transaction",
    "cics_exception",
)
