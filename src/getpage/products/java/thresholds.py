"""The thresholds of Java's checks that a site can move."""

from __future__ import annotations

from typing import Final

from getpage.contract.thresholds import CheckThreshold, ThresholdUnit

_SHARE = ThresholdUnit.SHARE

_IBM: Final = 'IBM SDK, Java Technology Edition, "How to do heap sizing"'
LIVE: Final = CheckThreshold(
    "java-heap-small",
    "live",
    0.70,
    _SHARE,
    "heap that is live after global collections, above",
    _IBM,
)
STOPPED: Final = CheckThreshold(
    "java-heap-small",
    "stopped",
    0.05,
    _SHARE,
    "time in global collections, above",
    f"half of what {_IBM} allows",
)
LEAST_LIVE: Final = CheckThreshold(
    "java-heap-large", "live", 0.40, _SHARE, "heap that is live after global collections, below", _IBM
)
AMPLE: Final = CheckThreshold(
    "java-heap-large", "stopped", 0.005, _SHARE, "time in collections, now and with less heap, below"
)
STOPPED_YOUNG: Final = CheckThreshold(
    "java-nursery-small", "stopped", 0.03, _SHARE, "time in young collections, above"
)
EXPLICIT: Final = CheckThreshold(
    "java-explicit-collections",
    "stopped",
    0.005,
    _SHARE,
    "time in collections that the program asks for, above",
)
PAUSE: Final = CheckThreshold(
    "java-long-pauses", "pause", 1.0, ThresholdUnit.SECONDS, "a pause that people notice, from"
)
RESIZED: Final = CheckThreshold(
    "java-heap-resizing", "resized", 0.10, _SHARE, "stops that resized the heap, above"
)
SOON_FULL: Final = CheckThreshold(
    "java-heap-growth", "full", 14 * 86_400.0, ThresholdUnit.DAYS, "time until a leak fills the heap, up to"
)
