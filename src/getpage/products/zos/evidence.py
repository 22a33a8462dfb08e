"""What z/OS evidence answers, and how a site comes by it.

References: z/OS RMF User's Guide (Defining SMF synchronization: INTVAL is 30 minutes unless set, SYNC(SMF)
the default; Starting with JCL; XPRPTS and XPXSRPTS), RMF Programmer's Guide (Distributed Data Server, port
8803), MVS System Management Facilities (record type 30), MVS System Commands (MODIFY hisproc, DISPLAY).
"""

from __future__ import annotations

from getpage.contract.collect import Collect, EvidenceStep
from getpage.contract.evidence import Need

FREE = Need(
    question="How much real storage is online, and how much of it is free at the minimum?",
    tables=(("zos_storage", "rmf_paging"),),
    how="SMF 71, or RMF Postprocessor REPORTS(PAGING) in XML (XPRPTS) made of it; an RMF overview of "
    "available frames gives averages only",
    step="zos.rmf",
)
CLASSES = Need(
    question="Which service classes have page-ins?",
    tables=(("zos_service_class", "rmf_class_period"),),
    how="SMF 72 subtype 3, or RMF Postprocessor SYSRPTS(WLMGL(SCPER,RCPER)) made of it",
    step="zos.rmf",
)
SPACES = Need(
    question="Which address spaces hold the frames, and which of them page?",
    tables=(("zos_address_space", "smf30_storage"),),
    how="RMF Monitor III STORF in XML (rmfm3.xml?report=STORF), SDSF DA printed at the peak, or SMF 30 "
    "by interval",
    step="zos.spaces",
)
LARGE = Need(
    question="How many 1 MB and 2 GB frames are there, and how many are in use?",
    tables=(("zos_large_frames", "rmf_paging"),),
    how="SMF 71, RMF Monitor III STORM in XML (rmfm3.xml?report=STORM), or the reply to D VIRTSTOR,LFAREA",
    step="zos.replies",
)
DUMP = Need(
    question="How much real storage is to stay free for a dump?",
    tables=(("zos_dump_option",),),
    how="MAXSPACE: the reply to D DUMP,OPTIONS",
    step="zos.replies",
)

NEEDS = (FREE, CLASSES, SPACES, LARGE, DUMP)

COLLECT = Collect(
    steps=(
        EvidenceStep(
            name="zos.rmf",
            gives="available frames, paging, service classes, processors, coupling facilities and I/O queues",
            entered="PARMLIB of each system: SMFPRMxx, and ERBRMFxx of Monitor I",
            records=("70(1)", "71", "72(3,4)", "74(4,5)", "75", "78(3)"),
            start=("INTVAL(15) SYNCVAL(00) in SMFPRMxx, with SYNC(SMF) in ERBRMFxx",),
            interval="INTVAL, 30 minutes unless set; the same for all systems",
            cost="a set of records per interval and system. 74(1) of devices, the largest, is not needed",
            source="z/OS RMF User's Guide: Defining SMF synchronization",
        ),
        EvidenceStep(
            name="zos.spaces",
            gives="real storage and paging of each address space, and of jobs and their steps",
            entered="PARMLIB of each system: SMFPRMxx",
            records=("30(2,3,4,6)",),
            start=("SUBSYS(STC,INTERVAL(SMF,SYNC)) in SMFPRMxx, with TYPE(30) among its types",),
            interval="INTVAL of SMFPRMxx",
            cost="a record per address space and interval",
            source="z/OS MVS System Management Facilities: record type 30; SMFPRMxx",
        ),
        EvidenceStep(
            name="zos.counters",
            gives="cycles per instruction, cache and TLB misses: what tells a gain from noise afterwards",
            entered="a console of each system",
            records=("113(1)",),
            start=("F HIS,BEGIN",),
            stop=("F HIS,END",),
            interval="CNTINTVAL of the BEGIN command",
            cost="small for counters; samples are separate, and not needed. Ask whoever runs HIS "
            "before you start a run: another may be active",
            source="z/OS MVS System Commands: MODIFY hisproc",
            standing=False,
        ),
        EvidenceStep(
            name="zos.replies",
            gives="the large frame area, and how much a dump may take",
            entered="a console of each system",
            replies=("D VIRTSTOR,LFAREA", "D DUMP,OPTIONS"),
            interval="once",
            cost="none",
            source="z/OS MVS System Commands: DISPLAY VIRTSTOR, DISPLAY DUMP",
        ),
        EvidenceStep(
            name="zos.monitor3",
            gives="frames of each address space at this moment, and large frames, where records may not "
            "leave",
            entered="a browser or curl, with the host of the RMF Distributed Data Server",
            fetched=(
                "http://ddshost:8803/gpm/rmfm3.xml?report=STORF&resource=,SYSA,MVS_IMAGE",
                "http://ddshost:8803/gpm/rmfm3.xml?report=STORM&resource=,SYSA,MVS_IMAGE",
                "http://ddshost:8803/gpm/rmfpp.xml?reports=PAGING",
            ),
            interval="at the tightest time of the day",
            cost="one request to the server",
            source="z/OS RMF Programmer's Guide: Accessing performance data using the Distributed Data "
            "Server",
        ),
        EvidenceStep(
            name="zos.reports",
            gives="paging and service classes as the Postprocessor writes them, where records may not leave",
            entered="a job, on SMF records that are sorted",
            fetched=(
                "//RMFPP    EXEC PGM=ERBRMFPP,REGION=0M",
                "//MFPINPUT DD DISP=SHR,DSN=your.sorted.smf",
                "//MFPMSGDS DD SYSOUT=*",
                "//XPRPTS   DD DISP=(NEW,CATLG),DSN=your.hlq.PAGING.XML,",
                "//            UNIT=SYSDA,SPACE=(CYL,(10,10),RLSE)",
                "//XPXSRPTS DD DISP=(NEW,CATLG),DSN=your.hlq.WLMGL.XML,",
                "//            UNIT=SYSDA,SPACE=(CYL,(10,10),RLSE)",
                "//SYSIN    DD *",
                "  REPORTS(PAGING)",
                "  SYSRPTS(WLMGL(SCPER,RCPER))",
                "/*",
            ),
            interval="the interval of the records",
            cost="a batch job",
            source="z/OS RMF User's Guide: Starting with JCL, Defining output data sets",
            standing=False,
        ),
    ),
)
