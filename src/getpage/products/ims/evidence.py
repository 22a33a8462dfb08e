"""What IMS evidence answers, how a site collects it, whose a file is, and the terms that a report explains.

References: IBM IMS 15 documentation, "IMS Monitor", IMS Monitor reports, "/TRACE command", "IMS Monitor
Report Print utility (DFSUTR20)", "OSAM-Buffer-Pool report (for batch regions only)", QUERY POOL, DFSVSMxx;
IMS Performance Analyzer, Internal Resource Utilization reports.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.contract.collect import Collect, EvidenceStep
from getpage.contract.evidence import Need
from getpage.contract.product import Term

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

NEEDS = (SUBPOOLS,)

_PLACED: Final = re.compile(r"([A-Za-z0-9#$]{1,8})@([A-Za-z0-9#$]{1,8})(?:[._-].*)?")


def name_of(file: str) -> tuple[str | None, str | None]:
    """System and name by a file's name: `proclib/IMSP@SYSA.DFSVSM00.txt` is IMSP on SYSA; else both None.

    No report or member names an IMS or a system.
    """
    placed = _PLACED.fullmatch(re.split(r"[/\\!:]", file)[-1])
    return (placed[2].upper(), placed[1].upper()) if placed else (None, None)


def of_file(file: str) -> str:
    """Whose the rows of a file of this name are, as IMS@SYSTEM; empty where the name does not say."""
    system, name = name_of(file)
    return f"{name}@{system}" if name else ""


COLLECT = Collect(
    steps=(
        EvidenceStep(
            name="ims.members",
            gives="sizes of subpools, of the pools of PSBs and DMBs, and of the log's buffers, and what is "
            "page-fixed",
            entered="nothing to enter",
            fetched=(
                "IMS.PROCLIB(DFSVSMxx), (DFSDFxxx) and (DFSPBxx) as text, named IMSP@SYSA.DFSVSMxx.txt",
            ),
            interval="once, and again when they change",
            cost="some lines. Name each file after its IMS and system: the member names neither",
            source="IBM IMS 15 documentation, members of the IMS PROCLIB data set",
        ),
        EvidenceStep(
            name="ims.monitor",
            gives="requests, reads, steals and waits of every subpool in an interval, and pools that had no "
            "space",
            entered="an operator of IMS, at a busy hour",
            start=("/TRACE SET ON MON ALL",),
            stop=("/TRACE SET OFF MON",),
            fetched=("the output of DFSUTR20 on the monitor's data set, named IMSP@SYSA.monitor.txt",),
            interval="some minutes of each hour that matters; several of them, as one tells no noise",
            cost="while it runs, a few percent of processor time and a data set on disk or tape",
            source="IBM IMS 15 documentation, IMS Monitor",
            standing=False,
        ),
        EvidenceStep(
            name="ims.batch",
            gives="requests, reads and writes of the subpools of batch regions, from which hit ratios follow",
            entered="JCL of each batch region",
            start=("//DFSSTAT  DD SYSOUT=*",),
            fetched=("the output of DFSSTAT, named as its IMS and system, IMSP@SYSA.stat.txt",),
            interval="each run that matters",
            cost="a page per run",
            source="IBM IMS 15 documentation, OSAM-Buffer-Pool report, VSAM-Buffer-Pool report",
        ),
        EvidenceStep(
            name="ims.log",
            gives="waits for log buffers",
            entered="a job of IMS Performance Analyzer on the log data sets: IRUR, Logger Statistics",
            fetched=("its output, named IMSP@SYSA.irur.txt",),
            interval="the hour of most work",
            cost="a job that reads the log",
            source="IMS Performance Analyzer, Internal Resource Utilization reports",
            standing=False,
        ),
    ),
    also=("ims.monitor",),
)

TERMS = (
    Term(
        "subpool",
        r"subpools?",
        "Buffers of IMS of one size, for blocks of databases; data sets go to the subpool whose buffers are "
        "as large as their blocks.",
    ),
    Term("OSAM", r"OSAM", "An access method of IMS for databases, with buffers of its own."),
    Term(
        "buffer steal",
        r"steals?",
        "Taking a buffer from one block for another; a block that was changed has to be written first.",
    ),
    Term(
        "PSB",
        r"PSBs?",
        "Program specification block: what a program may do with which databases. It is in a pool while the "
        "program is scheduled; without room it waits.",
    ),
    Term(
        "DMB", r"DMBs?", "Data management block: the description of a database, in a pool while it is used."
    ),
)
