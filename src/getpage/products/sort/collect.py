"""How a site comes by evidence of its sorts.

References: IBM z/OS DFSORT Installation and Customization, SMF, MSGPRT, ICEPRMxx; IBM z/OS DFSORT Tuning
Guide, SMF type 16 record; z/OS MVS Initialization and Tuning Reference, SMFPRMxx.
"""

from __future__ import annotations

from getpage.contract.collect import Collect, Step

COLLECT = Collect(
    steps=(
        Step(
            name="sort.records",
            gives="bytes, processor time and work data sets of every sort, merge and copy",
            entered="ICEPRMxx: SMF=FULL under JCL, INV, TSO and TSOINV, and type 16 in SMFPRMxx; for one job "
            "OPTION SMF=FULL in DFSPARM",
            records=("16",),
            start=("START ICEOPT,ICEPRM=xx",),
            interval="a record a sort",
            cost="some hundred bytes a sort",
            source="IBM z/OS DFSORT Installation and Customization, SMF",
        ),
        Step(
            name="sort.steps",
            gives="how long sorts took, I/O to their work data sets, and their service classes",
            entered="SMFPRMxx, where type 30 with subtype 4 is not among the types that are written already",
            records=("30(4)",),
            start=("SET SMF=xx",),
            interval="a record a step",
            cost="a few kilobytes a step; most sites have it on all the time",
            source="z/OS MVS System Management Facilities, record type 30",
        ),
        Step(
            name="sort.messages",
            gives="hiperspace, data space and memory objects that each sort had, its options and its exits",
            entered="nothing to enter: SYSOUT of the step, with MSGPRT=ALL (the default) and LIST",
            fetched=("the output of the sorting steps (SDSF, XDC): ICE133I, ICE180I, ICE188I, ICE236I",),
            cost="some forty lines a sort",
            source="IBM z/OS DFSORT Messages, Codes and Diagnosis Guide",
        ),
    ),
    also=("zos.rmf", "zos.spaces"),
)
