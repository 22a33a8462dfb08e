"""How a site comes by evidence of MQ.

References: IBM MQ documentation, "Commands required to collect SMF type 115 and type 116 records", START
TRACE, SET SYSTEM, "Invoking the IBM MQ utility program" and "Using the COMMAND function of CSQUTIL"; IBM,
Interpreting IBM MQ accounting data.
"""

from __future__ import annotations

from getpage.contract.collect import Collect, Step

_ENTERED = "MQSC of each queue manager (at a console with its command prefix)"
_STATIME = (
    "STATIME, in minutes: SET SYSTEM STATIME(15) goes with RMF's intervals; it takes effect when the running "
    "interval ends, and CSQINP2 or CSQ6SYSP makes it last"
)
_TRACES = "IBM MQ documentation: Commands required to collect SMF type 115 and type 116 records"

COLLECT = Collect(
    steps=(
        Step(
            name="mq.statistics",
            gives="buffer pools, page sets, storage, logs and message counts of each queue manager",
            entered=_ENTERED,
            records=("115",),
            start=("START TRACE(STAT) DEST(SMF) CLASS(*)",),
            stop=("DISPLAY TRACE(STAT)", "STOP TRACE(STAT) TNO(the number that it shows)"),
            interval=_STATIME,
            cost="one set of records an interval and queue manager, whatever the load; CLASS(*) is 1 to 3",
            source=_TRACES,
        ),
        Step(
            name="mq.channels",
            gives="how busy the channel initiator is, and the storage that it takes",
            entered=_ENTERED,
            records=("115",),
            start=("START TRACE(STAT) DEST(SMF) CLASS(4)",),
            stop=("DISPLAY TRACE(STAT)", "STOP TRACE(STAT) TNO(the number that it shows)"),
            interval=_STATIME,
            cost="one set of records an interval; STATCHL of the channels adds a section a channel",
            source=_TRACES,
        ),
        Step(
            name="mq.queues",
            gives="messages on each queue, and which queue fills a pool (MQ 9.3 and later)",
            entered=_ENTERED,
            records=("115",),
            start=("ALTER QMGR STATQ(ON)", "START TRACE(STAT) DEST(SMF) CLASS(5)"),
            stop=("DISPLAY TRACE(STAT)", "STOP TRACE(STAT) TNO(the number that it shows)"),
            interval=_STATIME,
            cost="a section a queue and interval; STATQ of the queues can leave some out",
            source=_TRACES,
            standing=False,
        ),
        Step(
            name="mq.tasks",
            gives="which queues and calls wait for page sets, the log and latches, and what they would gain",
            entered=_ENTERED,
            records=("116",),
            start=("START TRACE(ACCTG) DEST(SMF) CLASS(3)",),
            stop=("DISPLAY TRACE(ACCTG)", "STOP TRACE(ACCTG) TNO(the number that it shows)"),
            interval="when a task ends, and for tasks that stay by STATIME or ACCTIME; start it before the "
            "applications: data are lost where it starts or stops while they run",
            cost="a record a task with a part a queue: the most records that MQ writes, and CPU in each "
            "call. "
            "An hour of the busiest time is enough",
            source=_TRACES + "; START TRACE",
            standing=False,
        ),
        Step(
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
