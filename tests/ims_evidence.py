"""Reports and members of IMS for tests, as IBM's documentation prints them; every figure may be another."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

START = datetime(2026, 3, 12, 9)

#: IBM IMS 15 documentation, OSAM-Buffer-Pool report: the one real report there is.
DFSSTAT = """\
    *** OSAM DATA BASE BUFFER POOL STATISTICS ***
 FIX BLOCK DATA                                      Y/Y
 SUBPOOL ID                                         O04K
 SUBPOOL BUFFER SIZE                                4096
 TOTAL BUFFERS IN SUBPOOL                           1000


 LOCATE-TYPE CALLS                               1765296
 REQUESTS TO CREATE NEW BLOCKS                         0
 BUFFER ALTER CALLS                               340800
 PURGE CALLS                                       39371
 LOCATE-TYPE CALLS, DATA ALREADY IN SUBPOOL      1370897
 BUFFERS SEARCHED BY ALL LOCATE-TYPE CALLS       1987604
*READ I/O REQUESTS                                375355
*SINGLE BLOCK WRITES BY BUFFER STEAL RTN               0
*BLOCKS WRITTEN BY PURGE                          150284
 TOTAL NBR OF I/O ERRORS FOR THIS SUBPOOL              0
 BUFFERS LOCKED DUE TO WRITE ERRORS                    0
 LOCATE CALLS WAITED DUE TO BUSY ID                 1431
 LOCATE CALLS WAITED DUE TO BUFR BUSY WRITE            0
 LOCATE CALLS WAITED DUE TO BUFR BUSY READ             0
 BUFR STEAL/PURGE WAITED FOR OWNERSHIP RLSE          296
 BUFFER STEAL REQUEST WAITED FOR BUFFERS               0

*TOTAL I/O OPERATIONS                             525639
"""
#: The same, VSAM-Buffer-Pool report of //DFSSTAT.
VSAM_DFSSTAT = """\
                    *** VSAM BUFFER POOL STATISTICS ***
 FIX INDEX/BLOCK/DATA                                     N/Y/N
 SHARED RESOURCE POOL ID                                   VPL1
 SHARED RESOURCE POOL TYPE                                    D
 SUBPOOL BUFFER SIZE                                      4,096
 TOTAL BUFFERS IN SUBPOOL                                 1,000
 TOTAL HIPERSPACE BUFFERS IN SUBPOOL                         50


 RETRIEVE BY RBA CALLS                                      370
 RETRIEVE BY KEY CALLS                                   187583
 LOGICAL RECORDS INSERTED INTO ESDS                         310
 LOGICAL RECORDS INSERTED INTO KSDS                        9823
 LOGICAL RECORDS ALTERED IN THIS SUBPOOL                      0
 TIMES BACKGROUND WRITE FUNCTION INVOKED                      0
 SYNCHRONIZATION CALLS RECEIVED                           29923
 PERM WRT ERROR BUFFS NOW IN THE SUBPOOL                      0
 LARGEST NBR OF PERM ERR BUFFS EVEN IN THE SUBPL              0
 VSAM GET CALLS ISSUED                                        0
 VSAM SCHBFR CALLS ISSUED                                189290
 CONTROL INTERVAL REQUESTED ALREADY IN POOL                   0
*CONTROL INTERVAL READ FROM EXTERNAL STORAGE              51238
*VSAM WRITES INITIATED BY IMS                            138637
*VSAM WRITES TO MAKE SPACE IN THE POOL                     9288
 VSAM READS FROM HIPERSPACE BUFFERS                           0
 VSAM WRITES FROM HIPERSPACE BUFFERS                          0
 FAILED VSAM READS FROM HIPERSPACE BUFFERS                    0
 FAILED VSAM WRITES TO HIPERSPACE BUFFERS                     0
*TOTAL I/O OPERATIONS                                    199163
"""
#: The same, Fields in the Database-Buffer-Pool report: the figures that it shows, of 121 seconds.
MONITOR = """\
                   D A T A   B A S E   B U F F E R   P O O L
                                                           FIX PREFIX/BUFFERS           Y/Y
                                                           SUBPOOL ID                  O04K
                                                           SUBPOOL BUFFER SIZE         4096
                                                           TOTAL BUFFERS IN SUBPOOL    1000

                                                  17:08:15           17:10:16
                                            START TRACE        END   TRACE        DIFFERENCE

    NUMBER OF LOCATE-TYPE CALLS                              1117674            1676213             558539
    NUMBER OF REQUESTS TO CREATE NEW BLOCKS                        0                  0                  0
    NUMBER OF BUFFER ALTER CALLS                              215874             322936             107062
    NUMBER OF PURGE CALLS                                      25077              37454              12377
    NUMBER OF LOCATE-TYPE CALLS, DATA ALREADY IN OSAM POOL    870306            1301187             430881
    NUMBER OF BUFFERS SEARCHED BY ALL LOCATE-TYPE CALLS      1258247            1886843             628596
    NUMBER OF READ I/O REQUESTS                               238165             360260             122095
    NUMBER OF SINGLE BLOCK WRITES BY BUFFER STEAL ROUTINE          0                  0                  0
    NUMBER OF BLOCKS WRITTEN BY PURGE                          95057             142413              47356
    NUMBER OF LOCATE CALLS WAITED DUE TO BUSY ID                 780               1297                517
"""
FAILURES = """\
POOL SPACE FAILURE SUMMARY

          POOL ID    BYTES REQ.   OCCURRENCES
          DLMP           8888           1
          DLDP           7777           1
     TOTAL                              2
"""
LOGGER = """\
Logger Statistics                                              Interval :      20.00 (HHHH.MM.SS)
                                                              Count /Transact   /Second
  Logical Logger:   Records written                         212,075     24.18    176.73
                    Check write requests                     15,400      1.76     12.83
                    Waits for writes                             20       .00       .02
                    Buffer waits: chkpt invokers                  8       .00       .01
                    Buffer waits: non-chkpt invokers              1       .00       .00
                    Awe submitted on wrt                          0       .00       .00
"""
STAT_OSAM = """\
  BLOCK    FOUND    READS     BUFF     OSAM   BLOCKS     NEW   CHAIN
    REQ  IN POOL   ISSUED     ALTS   WRITES  WRITTEN  BLOCKS  WRITES
0090000  0081000    09000  0001000  0000500  0000700   00010   00020

WRITTEN  LOGICAL    PURGE  RELEASE
 AS NEW      CYL      REQ      REQ  ERRORS
          FORMAT
0000000  0000000  0000300  0000100  00/00
"""
STAT_VSAM = """\
                  BUFFER HANDLER STATISTICS
BSIZ NBUF RET RBA RET KEY ISRT ES ISRT KS BFR ALT   BGWRT SYN PTS
008K  200 0000370 0187583 0000310 0009823 0000000 0000000 0029923

                VSAM STATISTICS POOLID: VPL2
   GETS  SCHBFR   FOUND   READS USR WTS NUR WTS ERRORS
0000000 0189290 0090000 0010000 0001000 0000007  00/00
"""
STAT_ENHANCED = """\
  B U F F E R   H A N D L E R   S T A T I S T I C S  /  V S A M   S T A T I S T I C S   FIXOPT=N/Y/Y   POOLID: VPL3
BSIZ NBUFFRS HS-NBUF  RETURN-RBA  RETURN-KEY  ESDS-INSRT  KSDS-INSRT  BUFFRS-ALT  BKGRND-WRT  SYNC-POINT  ERRORS
 04K 0000600 0000050  0000000370  0000187583  0000000310  0000009823  0000000000  0000000000  0000029923 00000/00000
           VSAM-GETS  SCHED-BUFR  VSAM-FOUND  VSAM-READS  USER-WRITS  VSAM-WRITS  HSRDS-SUCC  HSWRT-SUCC  HSR/W-FAIL
          0000000000  0000189290  0000095000  0000005000  0000000000  0000000000  0000000800  0000000900 00000/00000
"""  # noqa: E501
STAT_OSAM_ENHANCED = """\
       B U F F E R   H A N D L E R   O S A M   S T A T I S T I C S    FIXOPT=Y/N   POOLID: O08K
BSIZ  NBUFS      LOCATE-REQ    NEW-BLOCKS   ALTER- REQ   PURGE- REQ  FND-IN-POOL  BUFRS-SRCH  READ- REQS   BUFSTL-WRT
 08K  00000500   0001765296    0000000000   0000340800   0000039371  0001370897   0001987604  0000375355   0000000012
                   PURGE-WRTS    WT-BUSY-ID   WT-BUSY-WR   WT-BUSY-RD   WT-RLSEOWN   WT-NO-BFRS    ERRORS
                 0000150284    0000001431   0000000000   0000000000   0000000296   0000000003   00002/000004
"""  # noqa: E501
DFSVSM = """\
IOBF=(4096,1000,Y,Y,O04K)
IOBF=(8K,200,N,N)
POOLID=VPL1,FIXDATA=YES
VSRBF=4096,1000,D,HSO,50
VSRBF=2048,40,I
OLDSDEF OLDS=(00,01,02),BUFNO=005,MODE=DUAL,BLKSIZE=22528
WADSDEF WADS=(0,1)
"""
DFSPB = """\
CSAPSB=80,DLIPSB=1200,PSBW=24,DMB=500
"""


def heading(start: datetime, stop: datetime) -> str:
    """The heading of a page of the IMS Monitor."""
    text = [f"{item:%Y} {item:%j}  {item.hour:2}:{item:%M:%S}" for item in (start, stop)]
    return (
        f"***IMS  MONITOR***  BUFFER POOL STATISTICS    TRACE START {text[0]}     TRACE STOP  {text[1]}"
        "  PAGE 0002\n\n"
    )


def osam(
    *,
    requests: int = 100_000,
    found: int = 90_000,
    reads: int = 9_000,
    steals: int = 0,
    writes: int = 1_000,
    buffers: int = 1_000,
    size: int = 4096,
    name: str = "O04K",
    fix: str = "N/N",
    locked: int = 0,
    busy: int = 0,
    waits: int = 0,
    total: int | None = None,
) -> str:
    """//DFSSTAT of an OSAM subpool."""
    return f"""\
    *** OSAM DATA BASE BUFFER POOL STATISTICS ***
 FIX BLOCK DATA                                      {fix}
 SUBPOOL ID                                         {name}
 SUBPOOL BUFFER SIZE                              {size:6}
 TOTAL BUFFERS IN SUBPOOL                         {buffers:6}
 LOCATE-TYPE CALLS                             {requests:9}
 LOCATE-TYPE CALLS, DATA ALREADY IN SUBPOOL    {found:9}
*READ I/O REQUESTS                             {reads:9}
*SINGLE BLOCK WRITES BY BUFFER STEAL RTN       {steals:9}
*BLOCKS WRITTEN BY PURGE                       {writes:9}
 BUFFERS LOCKED DUE TO WRITE ERRORS            {locked:9}
 LOCATE CALLS WAITED DUE TO BUSY ID            {busy:9}
 BUFFER STEAL REQUEST WAITED FOR BUFFERS       {waits:9}
*TOTAL I/O OPERATIONS                          {reads + steals + writes if total is None else total:9}
"""


def traced(
    *,
    start: datetime = START,
    seconds: int = 900,
    requests: int = 900_000,
    found: int = 700_000,
    reads: int = 180_000,
    steals: int = 0,
    writes: int = 20_000,
    buffers: int = 1_000,
    size: int = 4096,
    name: str = "O04K",
    fix: str = "N/N",
    locked: int = 0,
    busy: int = 0,
    waits: int = 0,
    dated: bool = True,
) -> str:
    """The IMS Monitor on an OSAM subpool; counts before the trace are twice those of it."""
    stop = start + timedelta(seconds=seconds)

    def three(label: str, count: int) -> str:
        return f"    NUMBER OF {label:52}{2 * count:12}{3 * count:19}{count:19}\n"

    return (
        (heading(start, stop) if dated else "")
        + f"""\
                   D A T A   B A S E   B U F F E R   P O O L
                                                           FIX PREFIX/BUFFERS           {fix}
                                                           SUBPOOL ID                  {name}
                                                           SUBPOOL BUFFER SIZE       {size:6}
                                                           TOTAL BUFFERS IN SUBPOOL  {buffers:6}

                                                  {start:%H:%M:%S}           {stop:%H:%M:%S}
                                            START TRACE        END   TRACE        DIFFERENCE

"""
        + three("LOCATE-TYPE CALLS", requests)
        + three("LOCATE-TYPE CALLS, DATA ALREADY IN OSAM POOL", found)
        + three("READ I/O REQUESTS", reads)
        + three("SINGLE BLOCK WRITES BY BUFFER STEAL ROUTINE", steals)
        + three("BLOCKS WRITTEN BY PURGE", writes)
        + f"    NUMBER OF {'BUFFERS LOCKED DUE TO WRITE ERRORS':52}{locked:12}{locked:19}{0:19}\n"
        + three("LOCATE CALLS WAITED DUE TO BUSY ID", busy)
        + three("BUFFER STEAL REQUESTS WAITED FOR BUFFERS", waits)
    )


def traces(count: int, *, start: datetime = START, **figures: int | str) -> str:
    """So many quarters of an hour, one after the other."""
    every = timedelta(minutes=15)
    return "\n".join(traced(start=start + n * every, **figures) for n in range(count))  # type: ignore[arg-type]


def write(directory: Path, name: str = "IMSP@SYSA", **texts: str) -> Path:
    """One file a text, named as the IMS is: `monitor="..."` is IMSP@SYSA.monitor.txt."""
    directory.mkdir(parents=True, exist_ok=True)
    for what, text in texts.items():
        (directory / f"{name}.{what}.txt").write_text(text)
    return directory
