"""The thresholds of CICS's checks that a site can move."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import NO_GOAL, CheckThreshold, ThresholdUnit

_SHARE, _RATE, _COUNT = ThresholdUnit.SHARE, ThresholdUnit.RATE, ThresholdUnit.COUNT

QR_RATIO: Final = CheckThreshold(
    "cics-qr-ratio",
    "ratio",
    0.65,
    _SHARE,
    "CPU of the time that QR is dispatched, below",
    "IBM REDP-5238, 4.1.3",
)
QR_NEAR: Final = CheckThreshold(
    "cics-qr-busy",
    "busy",
    0.70,
    _SHARE,
    "CPU of QR in the elapsed time, a note from",
    'IBM CICS documentation, "Interpreting dispatcher statistics"',
)
QR_FULL: Final = CheckThreshold("cics-qr-busy", "full", 0.90, _SHARE, "the same, a warning from")
DSA_PEAK: Final = CheckThreshold(
    "cics-storage-limit",
    "peak",
    0.95,
    _SHARE,
    "peak of DSALIM, EDSALIM or MEMLIMIT, from",
    "CICS Performance Analyzer, statistics alerts",
)
TS_MAIN: Final = CheckThreshold(
    "cics-main-temporary-storage", "used", 0.75, _SHARE, "peak of TSMAINLIMIT, from", "CICS message DFHTS1601"
)
LSR_RATIO: Final = CheckThreshold(
    "cics-lsr-pool", "ratio", 0.80, _SHARE, "reads of a pool of data buffers that find their data, below"
)
AT_MOST_THREADS: Final = CheckThreshold(
    "cics-dbctl-threads", "time", 0.01, _SHARE, "time of a session at MAXTHRD, a warning from"
)
RESPONSE_RISE: Final = CheckThreshold(
    "cics-response-rose", "rise", 0.10, _SHARE, "rise of the 95th percentile that is shown at least, from"
)
RELEASE_WORSE: Final = CheckThreshold(
    "cics-release-worse",
    "worse",
    0.05,
    _SHARE,
    "by what the 95th percentile of a newer release is higher than that of the older at least, from",
)
RESPONSE_GOAL: Final = CheckThreshold(
    "cics-response-goal",
    "p95",
    NO_GOAL,
    ThresholdUnit.SECONDS,
    "response within which 95 % of the tasks of an hour end",
    "the site",
)

# CICS Performance Analyzer, statistics alerts as the CICS V5 performance deck shows them: of one collection,
# so that a longer window raises no more of them.
_ALERTS: Final = "CICS Performance Analyzer, statistics alerts"
FILE_WAITS: Final = CheckThreshold(
    "cics-file-strings", "waits", 10, _COUNT, "waits for a string in a statistics interval, above", _ALERTS
)
ENTRY_WAITS: Final = CheckThreshold(
    "cics-db2-entry", "waits", 10, _COUNT, "waits for a thread in a statistics interval, above", _ALERTS
)
CLASS_LIMIT: Final = CheckThreshold(
    "cics-class-limit", "times", 10, _COUNT, "times at MAXACTIVE in a statistics interval, above", _ALERTS
)
LOADS: Final = CheckThreshold(
    "cics-program-loads", "waits", 10, _COUNT, "waits for loads, or programs removed, above", _ALERTS
)
TS_WAITS: Final = CheckThreshold(
    "cics-temporary-storage-waits", "waits", 10, _COUNT, "waits in a statistics interval, above", _ALERTS
)
TD_WAITS: Final = CheckThreshold(
    "cics-transient-data", "waits", 10, _COUNT, "waits in a statistics interval, above", _ALERTS
)
