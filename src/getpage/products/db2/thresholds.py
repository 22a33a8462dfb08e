"""The thresholds of Db2's checks that a site can move."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit

_SHARE, _RATE, _COUNT = ThresholdUnit.SHARE, ThresholdUnit.RATE, ThresholdUnit.COUNT

READS: Final = CheckThreshold(
    "db2-pool-reads",
    "reads",
    1000.0,
    _RATE,
    "reads of a pool, from",
    'R. Catterall, "DB2 for z/OS: how I use DISPLAY BUFFERPOOL" (2015)',
)
_INTELLIMAGIC: Final = 'IntelliMagic, "Db2 buffer pool tuning", part 2'
RESIDENCY: Final = CheckThreshold(
    "db2-pool-residency",
    "residency",
    90.0,
    ThresholdUnit.SECONDS,
    "stay of a random page, a note below",
    _INTELLIMAGIC,
)
RESIDENCY_SHORT: Final = CheckThreshold(
    "db2-pool-residency", "short", 60.0, ThresholdUnit.SECONDS, "the same, a warning below", _INTELLIMAGIC
)
IN_USE: Final = CheckThreshold(
    "db2-pool-deferred-writes",
    "in-use",
    0.50,
    _SHARE,
    "buffers in use or updated, above",
    "OMEGAMON for Db2",
)
PAGE_INS: Final = CheckThreshold(
    "db2-pool-page-ins",
    "page-ins",
    0.01,
    _SHARE,
    "page-ins to a page read or written, above",
    'IBM Db2 documentation, "Allocating buffer pool storage to avoid paging"',
)
IDLE: Final = CheckThreshold(
    "db2-pool-idle", "getpages", 10.0, _RATE, "getpages of an idle pool, below", "BMC AMI Pool Advisor rules"
)
_LATCHES: Final = 'OMEGAMON for Db2, "IFCID 001 - QVLS data"'
LATCH_WAITS: Final = CheckThreshold(
    "db2-latch-contention", "waits", 1000.0, _RATE, "waits for a latch class, a note from", _LATCHES
)
LATCH_WAITS_MANY: Final = CheckThreshold(
    "db2-latch-contention", "many", 10_000.0, _RATE, "the same, a warning above", _LATCHES
)
_MONITORS: Final = "collected from monitors in the field"
EDM_LEFT: Final = CheckThreshold(
    "db2-edm-pool", "left", 0.15, _SHARE, "free or unused of EDMDBDC or EDM_SKELETON_POOL, below", _MONITORS
)
STATEMENTS_LEFT: Final = CheckThreshold(
    "db2-edm-pool", "statements-left", 0.05, _SHARE, "free of EDMSTMTC, below", _MONITORS
)
FULL_PREPARES: Final = CheckThreshold(
    "db2-full-prepares", "prepares", 1.0, _RATE, "full prepares beside a cache with room, a note from"
)
DISCARDED_KEPT: Final = CheckThreshold(
    "db2-kept-statements", "discarded", 1.0, _RATE, "statements discarded at MAXKEEPD, a note from"
)
MERGES: Final = CheckThreshold("db2-sort-pool", "merges", 1.0, _RATE, "merge passes of sorts, a note from")
RID_LACKED: Final = CheckThreshold(
    "db2-rid-pool", "no-storage", 0.1, _RATE, "RID lists that found no storage, from"
)
RID_LIMITED: Final = CheckThreshold(
    "db2-rid-pool", "limit", 1.0, _RATE, "RID lists at a limit of their own, a note from"
)
INVALIDATED_FOUND: Final = CheckThreshold(
    "db2-group-pool-invalidation",
    "returned",
    0.60,
    _SHARE,
    "invalidated pages returned, a note below",
    _MONITORS,
)
INVALIDATED_FOUND_LOW: Final = CheckThreshold(
    "db2-group-pool-invalidation", "low", 0.50, _SHARE, "the same, a warning below", _MONITORS
)
LOCKS: Final = CheckThreshold(
    "db2-lock-waits", "locks", 0.50, _SHARE, "class 2 elapsed time in waits for locks, from"
)
REUSED: Final = CheckThreshold("db2-threads-not-reused", "reused", 0.95, _SHARE, "threads reused, below")
REUSED_LOW: Final = CheckThreshold("db2-threads-not-reused", "low", 0.50, _SHARE, "the same, a warning below")
