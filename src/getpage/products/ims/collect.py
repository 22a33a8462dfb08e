"""How a site comes by evidence of IMS.

References: IBM IMS 15 documentation, "IMS Monitor", "/TRACE command", "IMS Monitor Report Print utility
(DFSUTR20)", "OSAM-Buffer-Pool report (for batch regions only)"; IMS Performance Analyzer, Internal Resource
Utilization reports.
"""

from __future__ import annotations

from getpage.contract.collect import Collect, Step

COLLECT = Collect(
    steps=(
        Step(
            name="ims.members",
            gives="sizes of subpools, of the pools of PSBs and DMBs, and of the log's buffers, and what is "
            "page-fixed",
            entered="nothing to enter",
            fetched=(
                "IMS.PROCLIB(DFSVSMxx), (DFSDFxxx) and (DFSPBxx) as text, named IMSP@SYSA.DFSVSMxx.txt",
            ),
            interval="once, and again when they change",
            cost="some lines. Name each file as its IMS and system are named: the member names neither",
            source="IBM IMS 15 documentation, members of the IMS PROCLIB data set",
        ),
        Step(
            name="ims.monitor",
            gives="requests, reads, steals and waits of every subpool in an interval, and pools that had no "
            "space",
            entered="an operator of IMS, at a busy hour",
            start=("/TRACE SET ON MON ALL",),
            stop=("/TRACE SET OFF MON",),
            fetched=("the output of DFSUTR20 on the monitor's data set, named IMSP@SYSA.monitor.txt",),
            interval="some minutes of each hour that matters; several of them, as one tells no noise",
            cost="while it runs, some per cent of processor time and a data set on disk or tape",
            source="IBM IMS 15 documentation, IMS Monitor",
            standing=False,
        ),
        Step(
            name="ims.batch",
            gives="requests, reads and writes of the subpools of batch regions, from which hit ratios follow",
            entered="JCL of each batch region",
            start=("//DFSSTAT  DD SYSOUT=*",),
            fetched=("the output of DFSSTAT, named as its IMS and system, IMSP@SYSA.stat.txt",),
            interval="each run that matters",
            cost="a page per run",
            source="IBM IMS 15 documentation, OSAM-Buffer-Pool report, VSAM-Buffer-Pool report",
        ),
        Step(
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
