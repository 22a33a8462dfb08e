"""What MQ evidence answers, which commands and traces supply it, and the terms of MQ that a report explains.

References: IBM MQ documentation, "Commands required to collect SMF type 115 and type 116 records": STAT
CLASS(*) starts classes 1 to 3, CLASS(4) the channel initiator's, CLASS(5) queue statistics; ACCTG CLASS(3)
tasks and queues. START TRACE, SET SYSTEM, "Invoking the IBM MQ utility program" and "Using the COMMAND
function of CSQUTIL". IBM, Interpreting IBM MQ accounting data.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.collect import Collect, EvidenceStep
from getpage.contract.evidence import Need
from getpage.contract.product import Term

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
CHANNELS = Need(
    question="How busy is the channel initiator, and how much storage does it take?",
    tables=(("mq_channel_initiator",),),
    how="SMF 115 subtype 231: START TRACE(STAT) DEST(SMF) CLASS(4)",
    step="mq.channels",
)

#: What `getpage inspect` asks of the tables alone. IO_TIMES and MEMLIMIT need a look into the rows, which
#: printed evidence leaves partly empty.
NEEDS = (POOL_USE, PAGE_SETS, BELOW_THE_BAR, WAITS, QUEUES, CHANNELS)

_ENTERED = "MQSC of each queue manager (at a console with its command prefix)"
_STATIME = (
    "STATIME, in minutes: SET SYSTEM STATIME(15) goes with RMF's intervals; it takes effect when the running "
    "interval ends, and CSQINP2 or CSQ6SYSP makes it last"
)
_TRACES = "IBM MQ documentation: Commands required to collect SMF type 115 and type 116 records"

COLLECT = Collect(
    steps=(
        EvidenceStep(
            name="mq.statistics",
            gives="buffer pools, page sets, storage, logs and message counts of each queue manager",
            entered=_ENTERED,
            records=("115",),
            start=("START TRACE(STAT) DEST(SMF) CLASS(*)",),
            stop=("DISPLAY TRACE(STAT)", "STOP TRACE(STAT) TNO(the number that it shows)"),
            interval=_STATIME,
            cost="one set of records per interval and queue manager, whatever the load; CLASS(*) is 1 to 3",
            source=_TRACES,
        ),
        EvidenceStep(
            name="mq.channels",
            gives="how busy the channel initiator is, and the storage that it takes",
            entered=_ENTERED,
            records=("115",),
            start=("START TRACE(STAT) DEST(SMF) CLASS(4)",),
            stop=("DISPLAY TRACE(STAT)", "STOP TRACE(STAT) TNO(the number that it shows)"),
            interval=_STATIME,
            cost="one set of records per interval; STATCHL of the channels adds a section per channel",
            source=_TRACES,
        ),
        EvidenceStep(
            name="mq.queues",
            gives="messages on each queue, and which queue fills a pool (MQ 9.3 and later)",
            entered=_ENTERED,
            records=("115",),
            start=("ALTER QMGR STATQ(ON)", "START TRACE(STAT) DEST(SMF) CLASS(5)"),
            stop=("DISPLAY TRACE(STAT)", "STOP TRACE(STAT) TNO(the number that it shows)"),
            interval=_STATIME,
            cost="a section per queue and interval; STATQ of the queues can leave some out",
            source=_TRACES,
            standing=False,
        ),
        EvidenceStep(
            name="mq.tasks",
            gives="which queues and calls wait for page sets, the log and latches, and what they would gain",
            entered=_ENTERED,
            records=("116",),
            start=("START TRACE(ACCTG) DEST(SMF) CLASS(3)",),
            stop=("DISPLAY TRACE(ACCTG)", "STOP TRACE(ACCTG) TNO(the number that it shows)"),
            interval="when a task ends, and for tasks that stay by STATIME or ACCTIME; start it before the "
            "applications: data are lost where it starts or stops while they run",
            cost="a record per task with a part per queue: the most records that MQ writes, and CPU in each "
            "call. "
            "An hour of the busiest time is enough",
            source=_TRACES + "; START TRACE",
            standing=False,
        ),
        EvidenceStep(
            name="mq.displays",
            gives="page sets and pools of this moment, where there are no records",
            entered="CSQUTIL, or a console",
            replies=("DISPLAY USAGE TYPE(ALL)",),
            interval="once, in a busy time",
            cost="it reads every space map: not every minute",
            source="IBM MQ documentation: DISPLAY USAGE, Using the COMMAND function of CSQUTIL",
        ),
    ),
    replies_by=(
        "//MQ       EXEC PGM=CSQUTIL,PARM='your queue manager'",
        "//STEPLIB  DD DISP=SHR,DSN=your.mq.SCSQANLE",
        "//         DD DISP=SHR,DSN=your.mq.SCSQAUTH",
        "//SYSPRINT DD SYSOUT=*",
        "//SYSIN    DD *",
        "COMMAND DDNAME(CMDINP)",
        "/*",
        "//CMDINP   DD *",
        "{commands}",
        "/*",
    ),
)

TERMS = (
    Term("buffer", r"buffers?", "A piece of a buffer pool that holds one page: 4 KiB in IBM MQ."),
    Term(
        "checkpoint",
        r"checkpoints?",
        "The point at which a queue manager writes pages that were changed long ago, so that a "
        "restart need not go back further in the log.",
    ),
    Term(
        "deferred write",
        r"deferred[- ]writes?|DWT",
        "Changed pages are written while the work goes on. In IBM MQ it starts when fewer than 15 % of a "
        "pool's buffers are available.",
    ),
    Term(
        "immediate write",
        r"immediate[- ]writes?|IMW",
        "A page that is written while the work waits. If no synchronous write was forced (DMC is zero), "
        "these are pages that stayed changed over two checkpoints.",
    ),
    Term(
        "page set",
        r"page ?sets?",
        "The data set that an IBM MQ queue manager keeps messages and object definitions in. Each page "
        "set uses one buffer pool.",
    ),
    Term(
        "short on storage",
        r"short on storage|SOS",
        "No buffer was free and none could be taken: the work waited.",
    ),
    Term(
        "stealable",
        r"stealable|available buffers?",
        "Holding no page, or an unchanged one, so that the buffer can be taken at once.",
    ),
    Term(
        "synchronous write",
        r"synchronous[- ]writes?|DMC",
        "The task that changes a page writes it itself and waits. In IBM MQ it is forced when fewer than "
        "5 % of a pool's buffers are available.",
    ),
)
