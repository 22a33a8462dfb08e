"""The evidence of CICS: its tables, and the questions that they answer.

`evidence.toml` beside it says how a site comes by it.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.evidence import Need

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

STATISTICS = "SMF 110 subtype 2: STATRCD=ON and STATINT (CEMT SET STATISTICS ON INTERVAL(001500))"

DISPATCHER = Need(
    question="Does the QR TCB get the processor, and how close is it to the capacity of one?",
    tables=(("cics_tcb_mode",),),
    how=f"{STATISTICS}; or the page Dispatcher TCB Modes of DFHSTUP or DFH0STAT",
    step="cics.statistics",
)
TASKS = Need(
    question="Do tasks wait for MXT or their class?",
    tables=(("cics_transaction_manager",),),
    how=f"{STATISTICS}; or the page Transaction Manager of DFH0STAT",
    step="cics.statistics",
)
STORAGE = Need(
    question="How close are the storage areas to their limits?",
    tables=(("cics_storage",),),
    how=f"{STATISTICS}; or the storage pages of DFHSTUP or DFH0STAT",
    step="cics.statistics",
)
LSR = Need(
    question="How many VSAM reads did the LSR pools save?",
    tables=(("cics_lsr_buffer",),),
    how="the LSR pool pages of DFHSTUP or DFH0STAT, two of the same pool some time apart; or their records, "
    "by a listing of DFHA08DS (getpage layout import)",
    step="cics.printed",
)
TRANSACTIONS = Need(
    question="Which transactions take long, and what do they wait for?",
    tables=(("cics_transaction",),),
    how="SMF 110 subtype 1 with its dictionary: CEMT SET MONITOR ON PERF",
    step="cics.tasks",
)
SUSPECTS = Need(
    question="What holds up the QR TCB: paging or processors?",
    tables=(("smf30_storage", "zos_address_space"), ("rmf_partition_processor", "rmf_class_period")),
    how="SMF 30 intervals of the regions, and SMF 70 and 72 of RMF",
    step="zos.spaces",
)
DBCTL = Need(
    question="Do tasks wait for space in the pools of IMS before their PSB is scheduled?",
    tables=(),
    how="the event monitoring points DBCTL.1 and DBCTL.2 in the monitoring control table of the region (COPY "
    "DFH$MCTD), and SMF 110 subtype 1",
    step="cics.tasks",
)
SHARED = Need(
    question="What holds up requests to shared temporary storage: buffers, or the coupling facility?",
    tables=(),
    how="SMF 110 subtype 3, which a queue server writes with STATSOPTIONS=SMF (DFHXQS1D to DFHXQS3D); its "
    "records have no public layout, so import the maps of SDFHMAC (getpage layout), and see the structure in "
    "SMF 74 subtype 4",
    step="cics.statistics",
)

#: What `getpage inspect` asks of the tables alone.
NEEDS = (DISPATCHER, TASKS, STORAGE, LSR, TRANSACTIONS)
