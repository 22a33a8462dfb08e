"""The thresholds of IMS's checks that a site can move; all ours."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit

from .constants import BUSY_SHARE, FOUND_LOW, LOG_WAITS, READS_HIGH, STEALS_SHARE

_SHARE, _RATE = ThresholdUnit.SHARE, ThresholdUnit.RATE

READS: Final = CheckThreshold("ims-subpool-reads", "reads", READS_HIGH, _RATE, "reads from disk, from")
FOUND: Final = CheckThreshold(
    "ims-subpool-reads",
    "found",
    FOUND_LOW,
    _SHARE,
    "requests that found their block, without a time, below",
)
STEALS: Final = CheckThreshold(
    "ims-subpool-steals", "steals", STEALS_SHARE, _SHARE, "writes that free a buffer to reads, from"
)
BUSY: Final = CheckThreshold(
    "ims-subpool-busy", "waits", BUSY_SHARE, _SHARE, "requests that waited for another at their block, from"
)
LOG_BUFFERS: Final = CheckThreshold(
    "ims-log-buffers", "waits", LOG_WAITS, _RATE, "waits for a log buffer, from"
)
