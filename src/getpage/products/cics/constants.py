"""The numbers that the rules compare with, each with where it comes from; none is fitted to a result.

Those marked "ours" have no published source: they keep noise out of a report and are open to argument.
"""

from __future__ import annotations

from typing import Final

from getpage.core.units import GIB, KIB, MIB

from .thresholds import QR_NEAR

# A QR TCB that is hardly dispatched has a ratio of chance: IBM's own sample page shows 46 % with 4.9 s of
# dispatch in 114 minutes. Below this share of the time its ratio says nothing: ours.
QR_RATIO_FROM: Final = 0.01

# IBM CICS documentation, "Interpreting dispatcher statistics": a QR TCB that is busy more than about 70 % of
# the time approaches what a region can do.
QR_BUSY: Final = QR_NEAR.value

# IBM REDP-5238, 4.1.3: more than about 100 page-ins a second must be investigated; from 10 on they are taken
# for a suspect: ours, as in z/OS's own rules.
PAGE_INS_SUSPECT: Final = 10.0
# LPAR busy from which on work surely waits for a processor: ours. So is the share of the samples in which a
# class that did anything was seen to wait for one.
LPAR_BUSY_SUSPECT: Final = 0.90
CPU_DELAY_SUSPECT: Final = 0.20

# IBM CICS TS 5.6 documentation, "CICS kernel storage": each task under MXT has an entry of 1,576 bytes and a
# stack of 28 KB in 31-bit storage; "MXT": 9 KB of real storage each with transaction isolation.
TASK_BYTES: Final = 1_576 + 28 * KIB
ISOLATED_TASK_BYTES: Final = 9 * KIB
# IBM CICS TS 5.x documentation, "MXT": 10 to 2000.
MOST_TASKS: Final = 2_000

# IBM CICS TS documentation, EDSALIM and DSALIM: up to 2047 MB and 16 MB; sizes in steps of 1 MB and 256 KB.
MOST_EDSA: Final = 2_047 * MIB
MOST_DSA: Final = 16 * MIB
EDSA_STEP: Final = MIB
DSA_STEP: Final = 256 * KIB
# How much of a limit its peak should be at most when it was set anew: ours.
LIMIT_USE: Final = 0.80

# IBM CICS TS documentation, TSMAINLIMIT: 1 MB to 32 GB, at most 25 % of MEMLIMIT.
MOST_TS_MAIN: Final = 32 * GIB
TS_MAIN_OF_MEMLIMIT: Final = 0.25
# IBM CICS TS documentation, TS: up to 32767 buffers. z/OS MVS JCL Reference, MEMLIMIT: up to 16384P; no more
# than a plan is asked for here: ours.
MOST_TS_BUFFERS: Final = 32_767
MOST_MEMLIMIT: Final = 1024 * GIB

# Threads of DBCTL to look at next: ours.
MORE_THREADS: Final = 1.25

# Most TCBs that MAXOPENTCBS, MAXXPTCBS and MAXSSLTCBS take: IBM CICS TS documentation, SIT parameters.
MOST_TCBS: Final = {"open": 4_032, "xplink": 1_999, "ssl": 1_024}

# Buffers of a size that an LSR pool may have: IBM CICS TS documentation, LSRPOOL attributes.
FEWEST_LSR_BUFFERS: Final = 3
MOST_LSR_BUFFERS: Final = 32_767
#: Seconds short on storage in the window from which on that is an outage, however long the window is; ours.
SHORT_OUTAGE_SECONDS: Final = 120.0
