"""Questions that evidence of IMS answers, and what supplies it.

Reference: IBM IMS 15 documentation, IMS Monitor reports; QUERY POOL; DFSVSMxx.
"""

from __future__ import annotations

from getpage.contract.evidence import Need

SUBPOOLS = Need(
    question="What do the database buffers of IMS find, and what do they read?",
    tables=(("ims_subpool",),),
    how="reports of the IMS Monitor, or //DFSSTAT of batch regions",
    step="ims.monitor",
)
RATES = Need(
    question="How much do the subpools of IMS read a second? No report says how long it counted.",
    tables=(("ims_subpool",),),
    how="the IMS Monitor over an interval, or two STAT calls in a log with times",
    step="ims.monitor",
)
SIZES = Need(
    question="What would another number of buffers read? One size was seen only, which bounds it.",
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
    question="What would another size of the pools of PSBs and DMBs bring?",
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

NEEDS = (SUBPOOLS,)
