"""What IMS evidence answers, and whose a file is. `evidence.toml` beside it says how a site comes by it."""

from __future__ import annotations

from getpage.contract.evidence import Need
from getpage.products.common.dbctl import name_of

SUBPOOLS = Need(
    question="What do the database buffers of IMS find, and what do they read?",
    tables=(("ims_subpool",),),
    how="reports of the IMS Monitor, or //DFSSTAT of batch regions",
    step="ims.monitor",
)
RATES = Need(
    question="What is the read rate of the IMS subpools? No report says how long it counted.",
    tables=(("ims_subpool",),),
    how="the IMS Monitor over an interval, or two STAT calls in a log with times",
    step="ims.monitor",
)
SIZES = Need(
    question="What would another number of buffers read? Only one size was seen, which gives bounds.",
    tables=(("ims_subpool",),),
    how="the same report after UPDATE POOL with some 10 % more buffers; or IMS Buffer Pool Analyzer",
    step="ims.monitor",
)
MEMBERS = Need(
    question="How are subpools, pools and log buffers of IMS defined?",
    tables=(("ims_definition",),),
    how="members DFSVSMxx, DFSDFxxx and DFSPBxx of IMS PROCLIB",
    step="ims.members",
)
POOLS = Need(
    question="What would another size of the pools of PSBs and DMBs save?",
    tables=(("ims_pool_failure",),),
    how="a Pool Space Failure Summary after the change: IMS counts failures, and not how full they are",
    step="ims.monitor",
)
LOG = Need(
    question="Does work of IMS wait for log buffers?",
    tables=(("ims_log_buffers",),),
    how="Logger Statistics of IMS Performance Analyzer",
    step="ims.log",
)
QUEUE_BUFFERS = Need(
    question="What would another number of message queue buffers save?",
    tables=(("ims_queue_io",),),
    how="a Program I/O report of the IMS Monitor after the change: IMS does not count how full the pool is",
    step="ims.monitor",
)

QUEUES = Need(
    question="How long do messages of IMS wait, and which regions are occupied?",
    tables=(("ims_transaction", "ims_message"), ("ims_region", "ims_message")),
    how="the log with your own map of record X'56FA', or its columns as text, Region Summary of the IMS "
    "Monitor, messages DFS551I",
    step="ims.transactions",
)

NEEDS = (SUBPOOLS,)


def of_file(file: str) -> str:
    """Whose the rows of a file of this name are, as IMS@SYSTEM; empty where the name does not say."""
    system, name = name_of(file)
    return f"{name}@{system}" if name else ""
