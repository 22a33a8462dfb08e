"""The threshold of the rules of Linux guests that a site can move."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit

KEPT: Final = CheckThreshold(
    "linux-memory-idle", "kept", 0.1, ThresholdUnit.SHARE, "memory that stays available to a guest, at least"
)
