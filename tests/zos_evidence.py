"""Printed z/OS evidence for tests: figures as IBM REDP-5238 publishes them, in the reports' form."""

from __future__ import annotations

from typing import TYPE_CHECKING

import getpage

if TYPE_CHECKING:
    from pathlib import Path

    from getpage.result import Result

OVERVIEW = """\
1                               R M F   O V E R V I E W   R E P O R T                          PAGE 001
             z/OS V1R13              SYSTEM ID AL18             START 07/24/2012-06.45.00  INTERVAL 00.15.00
                                     RPT VERSION V1R13 RMF      END   07/24/2012-08.00.00
0NUMBER OF INTERVALS 6               TOTAL LENGTH OF INTERVALS 01.30.00
-DATE  TIME     INT      AVGAVAIL   AVGLOW   AVGMED  AVGHIGH    CSTOR  DEMPAGE  PFAULTS     MAXH
 MM/DD HH.MM.SS HH.MM.SS
 07/24 06.45.00 00.15.00  6769689 15471366 20831744 24630832 23592960    0.000    0.000  2038195
 07/24 07.00.00 00.14.59  7580352 16492716 21108080 24621168 23592960    0.000    0.000  1322386
 07/24 07.15.00 00.14.59  6811607 15447348 20853120 24636768 23592960    0.000    0.000
 07/24 07.30.00 00.15.00  7280219 16158817 21054560 24638608 23592960    0.000    0.000  2078631
 07/24 07.45.00 00.14.59  8519231 16559088 21187536 24627536 23592960    0.000    0.000  1028866
"""

#: Free frames before the dumps of table 1-1, and what the claim must say of each.
CAPTURED = [
    (4_082_779, "3 % longer"),
    (133_349, "58 % longer"),
    (32_817, "73 % longer"),
    (1_000_000, "between 3 % and 58 % longer"),
    (20_000, "73 % longer or more"),
]

STORJ = """\
                       RMF V2R1      Job Delays                      Line 1 of 1
Command ===>                                                  Scroll ===> CSR

Samples: 5      System: MV2A  Date: 10/08/15  Time: 13.24.30  Range: 10    Sec

Job: CICS001      Primary delay: Paging of cross-memory storage.

Probable cause:  Paging in other address space.
                 Help panels contain more possible causes.

------------------------- Job Storage Usage Data ---------------------------
Average Frames:   100K    Working Set:   100K    Fixed Frames:   1319
Active Frames:    100K    Aux Slots:     285K    DIV Frames:      199
Idle Frames:         0    Page In Rate:   698    ES Move Rate:    N/A

-------------------------- Job Performance Summary ---------------------------
         Service       WFL -Using%- DLY IDL UKN ---- % Delayed for ----- Primary
CX ASID Class    P Cr  %   PRC DEV  %   %   %   PRC DEV STR SUB OPR ENQ Reason
B0 0271 CICSBTCH 1       0   0   0  20   0  80    0   0  20   0   0   0 XMEM
"""

DA = """\
SDSF DA MV2A     MV2A     PAG **  CPU/L  75/ 79           LINE 1-9 (39)
COMMAND INPUT ===>                                            SCROLL ===> CSR
NP   JOBNAME  StepName ProcStep JobID    Owner    C Pos DP Real Paging    SIO   CPU% ASID ASIDX
     CFDTSERA CFSERVER          JOB19415 JOHNB    0 NS  C1  309   0.00   0.00   0.00  284 011C
     CICSA001 IYCUA001          JOB19423 JOHNB    0 NS  E2 267T 154.42 142.98   0.29  271 010F
     CICSA002 IYCUA002          JOB19424 JOHNB    0 NS  E2 266T 168.00 333.86   0.44  252 00FC
     CICSA003 IYCUA003          JOB19425 JOHNB    0 NS  E2 265T   0.71 965.12   1.18  229 00E5
     CICSA004 IYCUA004          JOB19426 JOHNB    0 NS  E2 266T 234.49 145.84   0.15  254 00FE
     CICSA005 IYCUA005          JOB19427 JOHNB    0 NS  E2 266T  15.01 2011.7   1.62  226 00E2
     CICSA006 IYCUA006          JOB19428 JOHNB    0 NS  E2 253T  67.92 1118.1   1.25  228 00E4
     CICSA007 IYCUA007          JOB19429 JOHNB    0 NS  E2 266T   0.71 864.32   0.96  211 00D3
     CICSA008 IYCUA008          JOB19430 JOHNB    0 NS  E2 267T  91.51 593.37   0.70  176 00B0
"""


def class_page(name: str, regions: int, rate: float) -> str:
    """A page of the Workload Activity report, of a class with so many resident regions."""
    return f"""\
1                         W O R K L O A D   A C T I V I T Y                               PAGE   1
    z/OS V2R2   SYSPLEX PLEX1   DATE 04/21/2015   INTERVAL 15.00.013   MODE = GOAL
                RPT VERSION V2R2 RMF   TIME 01.15.00
 REPORT BY: POLICY=BASEPOL WORKLOAD=CICS {name} RESOURCE GROUP=*NONE
 -TRANSACTIONS- TRANS-TIME HHH.MM.SS.TTT --DASD I/O-- ---SERVICE--- --PROMOTED-- ----STORAGE----
 AVG   {regions:8.2f} ACTUAL             1.311 SSCHRT 474.2 IOC  2237K BLK  0.000 AVG    53003.11
 MPL   {regions:8.2f} EXECUTION            143 RESP     3.3 CPU 35680K ENQ  0.002 TOTAL  {53003 * regions}
 ENDED       28 QUEUED             1.167 CONN     2.5 MSO      0 CRM  0.000 SHARED 95538.02
 #SWAPS    2828 INELIGIBLE             0 Q+PEND   0.1 TOT 36316K SUP  0.000 -PAGE-IN RATES-
 EXCTD        0 CONVERSION           224 IOSQ     0.0 /SEC 40351            SINGLE {rate:7.1f}
 AVG ENC   0.00 STD DEV              465                                    BLOCK      0.0
 REM ENC   0.00                                 ABSRPTN  1593               SHARED     0.0
 MS ENC    0.00                                 TRX SERV 1593               HSP        0.0
"""


def check(tmp_path: Path, *texts: str) -> Result:
    """What getpage says of printed evidence, each text a file."""
    for number, text in enumerate(texts):
        (tmp_path / f"evidence-{number}.txt").write_text(text)
    return getpage.check(tmp_path)
