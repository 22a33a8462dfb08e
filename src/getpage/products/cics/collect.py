"""How a site comes by evidence of CICS.

References: IBM CICS TS 5.6 documentation: STATRCD, STATINT, CEMT SET STATISTICS, CEMT SET MONITOR, "The
DFH0STAT sample statistics program", "Statistics utility program (DFHSTUP)", MCT (COMPRESS, DFHMCT
TYPE=RECORD), DFHMNDUP.
"""

from __future__ import annotations

from getpage.contract.collect import Collect, Step

_ENTERED = "a terminal of each region, or the console (F region,CEMT ...)"

COLLECT = Collect(
    steps=(
        Step(
            name="cics.statistics",
            gives="dispatcher, tasks, storage areas, temporary storage and programs of each region, by "
            "interval",
            entered=_ENTERED,
            records=("110(2)",),
            start=("CEMT SET STATISTICS ON INTERVAL(001500)",),
            stop=("CEMT SET STATISTICS OFF",),
            interval="15 minutes; STATINT and STATRCD=ON make it last. The default is three hours, which "
            "hides peaks",
            cost="some records a region and interval",
            source="IBM CICS TS documentation: STATRCD, STATINT, CEMT SET STATISTICS",
        ),
        Step(
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
        Step(
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
        Step(
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
