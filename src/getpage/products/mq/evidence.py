"""What MQ evidence answers. `evidence.toml` beside it says how a site comes by it."""

from __future__ import annotations

from typing import Final

from getpage.contract.evidence import Need

TABLES: Final = (
    "mq_buffer_pool",
    "mq_page_set",
    "mq_storage_region",
    "mq_storage_usage",
    "mq_storage_manager",
    "mq_message",
    "mq_log",
    "mq_data_manager",
    "mq_message_manager",
    "mq_task_queue",
    "mq_queue",
    "mq_call_average",
    "mq_shared_message_data_set",
    "mq_smds_definition",
    "mq_coupling_facility",
    "mq_structure_status",
)

STATISTICS = "START TRACE(STAT) DEST(SMF) CLASS(*)"

POOL_USE = Need(
    question="How full were the buffer pools at their peak, and how much did they read and write?",
    tables=(("mq_buffer_pool",),),
    how=f"SMF 115 subtype 215: {STATISTICS}; its interval is STATIME (SET SYSTEM STATIME)",
    step="mq.statistics",
)
PAGE_SETS = Need(
    question="Which page sets does each pool serve, and how large are they: is a pool too large?",
    tables=(("mq_page_set",),),
    how=f"SMF 115 subtype 201 (MQ 9.0 and later): {STATISTICS}; or DISPLAY USAGE TYPE(PAGESET), not too "
    "often, as it reads every space map",
    step="mq.statistics",
)
IO_TIMES = Need(
    question="What did a page set read or write take? 500 µs is assumed.",
    tables=(("mq_page_set",),),
    how=f"SMF 115 subtype 201 (MQ 9.0 and later): {STATISTICS}",
    step="mq.statistics",
)
BELOW_THE_BAR = Need(
    question="How much storage is free below the bar?",
    tables=(("mq_storage_region", "mq_storage_usage"),),
    how=f"SMF 115 subtype 7: {STATISTICS}; or CSQY220I in the job log of the MSTR address space",
    step="mq.statistics",
)
MEMLIMIT = Need(
    question="What is MEMLIMIT, and how much of it is in use?",
    tables=(("mq_storage_region",),),
    how=f"SMF 115 subtype 7: {STATISTICS}",
    step="mq.statistics",
)
WAITS = Need(
    question="Which queues and calls wait for page set I/O, and what would they gain?",
    tables=(("mq_task_queue", "mq_call_average"),),
    how="SMF 116 subtypes 1 and 2: START TRACE(ACCTG) DEST(SMF) CLASS(3); the trace must run when the "
    "applications start",
    step="mq.tasks",
)
QUEUES = Need(
    question="How many messages are on each queue, and which queue fills a pool?",
    tables=(("mq_queue",),),
    how="SMF 115 subtype 216: START TRACE(STAT) DEST(SMF) CLASS(5), with STATQ(ON) on the queues (MQ 9.3 "
    "and later)",
    step="mq.queues",
)
SHARED = Need(
    question="How many buffers are in force for shared message data sets, and may these expand?",
    tables=(("mq_smds_definition",),),
    how="DISPLAY SMDS(*) CFSTRUCT(*) and DISPLAY CFSTRUCT(*) ALL",
    step="mq.shared",
)
CHANNELS = Need(
    question="How busy is the channel initiator, and how much storage does it take?",
    tables=(("mq_channel_initiator",),),
    how="SMF 115 subtype 231: START TRACE(STAT) DEST(SMF) CLASS(4)",
    step="mq.channels",
)

#: What `getpage inspect` asks of the tables alone. IO_TIMES and MEMLIMIT need a look into the rows, which
#: printed evidence leaves partly empty; SHARED is asked of those who have such data sets.
NEEDS = (POOL_USE, PAGE_SETS, BELOW_THE_BAR, WAITS, QUEUES, CHANNELS)
