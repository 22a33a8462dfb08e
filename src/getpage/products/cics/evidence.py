"""The evidence of CICS: its tables, the questions that they answer, how a site comes by them, and terms.

References: IBM CICS TS 5.6 documentation: STATRCD, STATINT, CEMT SET STATISTICS, CEMT SET MONITOR, "The
DFH0STAT sample statistics program", "Statistics utility program (DFHSTUP)", MCT (COMPRESS, DFHMCT
TYPE=RECORD), DFHMNDUP.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.collect import Collect, EvidenceStep
from getpage.contract.evidence import Need
from getpage.contract.product import Term

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

_ENTERED = "a terminal of each region, or the console (F region,CEMT ...)"

COLLECT = Collect(
    steps=(
        EvidenceStep(
            name="cics.statistics",
            gives="dispatcher, tasks, storage areas, temporary storage and programs of each region, by "
            "interval",
            entered=_ENTERED,
            records=("110(2)",),
            start=("CEMT SET STATISTICS ON INTERVAL(001500)",),
            stop=("CEMT SET STATISTICS OFF",),
            interval="15 minutes; STATINT and STATRCD=ON make it last. The default is three hours, which "
            "hides peaks",
            cost="some records per region and interval",
            source="IBM CICS TS documentation: STATRCD, STATINT, CEMT SET STATISTICS",
        ),
        EvidenceStep(
            name="cics.tasks",
            gives="response, CPU by TCB mode, waits and TCB switches of every task",
            entered=_ENTERED,
            records=("110(1)",),
            start=("CEMT SET MONITOR ON PERF EXCEPT",),
            stop=("CEMT SET MONITOR NOPERF NOEXCEPT",),
            interval="one busy hour is enough. MN=ON, MNPER=ON and MNEXC=ON in the SIT make it permanent; "
            "RMI=YES in the MCT (DFHMCT TYPE=INITIAL) adds the waits for Db2 and MQ. The dictionary is "
            "written when monitoring is switched on, and DFHMNDUP writes it again",
            cost="a record of some kilobytes per task, compressed unless the MCT says otherwise: a day of a "
            "busy site may be hundreds of GB. START(hhmm) and END(hhmm) of the dump program take one hour",
            source="IBM CICS TS documentation: MN, MNPER, MNEXC, DFHMCT TYPE=INITIAL (RMI), CEMT SET "
            "MONITOR, DFHMNDUP; z/OS MVS System Management Facilities, START and END of IFASMFDP",
        ),
        EvidenceStep(
            name="cics.printed",
            gives="the same statistics as pages, with LSR pools, files and TSMAINLIMIT, of whose records no "
            "offsets are public (getpage layout import reads them by a listing of DFHA08DS and DFHA17DS)",
            entered="a batch job over the SMF data set, or the transaction STAT (DFH0STAT) in the region",
            fetched=(
                "//STATS    EXEC PGM=DFHSTUP,PARM='COLLECTION TYPE INT'",
                "//STEPLIB  DD DISP=SHR,DSN=your.cics.SDFHLOAD",
                "//DFHSTATS DD DISP=SHR,DSN=your.smf.dump",
                "//DFHSTWRK DD UNIT=SYSDA,SPACE=(CYL,(10,10))",
                "//DFHPRINT DD SYSOUT=*",
                "//SYSUDUMP DD SYSOUT=*",
            ),
            interval="two prints of the same pool some time apart make a rate of what VSAM never resets",
            cost="a batch job; DFH0STAT a task of the region",
            source="IBM CICS TS documentation: DFHSTUP, DFH0STAT",
            standing=False,
        ),
        EvidenceStep(
            name="cics.messages",
            gives="short on storage and TSMAINLIMIT (DFHSM0131, DFHSM0133, DFHSM0606, DFHTS1601, DFHTS1602)",
            entered="nothing to enter: the job log of each region",
            fetched=("the job log of the region (SDSF, XDC)",),
            cost="none",
            source="IBM CICS TS documentation: DFHSM and DFHTS messages",
        ),
    ),
    also=("zos.rmf", "zos.spaces"),
)

TERMS: Final = (
    Term(
        "QR TCB",
        r"\bQR TCB\b",
        "the one TCB of a CICS region that runs all work that is not threadsafe.",
    ),
    Term(
        "open TCB",
        r"\b(?:open TCBs?|L8|L9)\b",
        "one of many TCBs of a region that run threadsafe work and calls of Db2 and MQ.",
    ),
    Term("MXT", r"\bMXT\b", "the most user tasks that a CICS region runs at a time; more wait."),
    Term(
        "dynamic storage area",
        r"\b(?:storage areas?|[EG]?[CUS]DSA|E?RDSA|ETDSA)\b",
        "storage that CICS manages for tasks and programs: below 16 MB, above it, and above the bar.",
    ),
    Term(
        "look-aside",
        r"\b[Ll]ook-asides?\b",
        "a VSAM read that found its data in a buffer, so that no I/O was needed.",
    ),
)
