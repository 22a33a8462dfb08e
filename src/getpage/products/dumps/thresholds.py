"""The threshold of the rules of SVC dumps that a site can move."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit

CAPTURE: Final = CheckThreshold(
    "dumps-slow-capture",
    "capture",
    5.0,
    ThresholdUnit.SECONDS,
    "capture of a dump, during which users wait, from",
)
