"""The thresholds of TCP/IP's rules that a site can move; ours."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit

STORAGE: Final = CheckThreshold(
    "tcp-storage-limit",
    "used",
    0.80,
    ThresholdUnit.SHARE,
    "most storage used of ECSALIMIT or POOLLIMIT, from",
)
SMC: Final = CheckThreshold(
    "tcp-smc-memory", "used", 0.80, ThresholdUnit.SHARE, "most storage used of FIXEDMEMORY, from"
)
