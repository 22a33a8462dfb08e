"""What too little free storage does to the capture of an SVC dump.

IBM measured dumps of 20 GB on a system of 40 GB: with 15.6 GB free they took 17.6 and 18.2 s, with 520 MB and
128 MB free 27.8 and 30.4 s. While a dump is captured its address spaces do no work. Between these points
nothing is known but that less free storage does not help, so a stretch is given as a bracket, never as a
curve through them.

Reference: IBM REDP-5238, 1.1, table 1-1 (z/OS V2R2, z13).
"""

from __future__ import annotations

from dataclasses import dataclass

from getpage.core.units import GIB, PAGE


@dataclass(frozen=True, slots=True)
class Capture:
    """One measured dump."""

    seconds: float
    free_frames: int
    dumped: int = 20 * GIB

    @property
    def free_share(self) -> float:
        """Free storage before the dump, as a share of what was dumped."""
        return self.free_frames * PAGE / self.dumped


MEASURED = (
    Capture(18.150629, 4_082_779),
    Capture(17.564853, 4_083_614),
    Capture(27.837104, 133_349),
    Capture(30.375583, 32_817),
)


def stretch(capture: Capture) -> float:
    """How much longer a capture took than the fastest one."""
    return capture.seconds / min(one.seconds for one in MEASURED) - 1


def bracket(free: int, maxspace: int) -> tuple[float, float | None]:
    """Between what and what a capture is stretched; None where less was free than IBM measured."""
    share = free / maxspace
    more = (stretch(one) for one in MEASURED if one.free_share >= share)
    less = (stretch(one) for one in MEASURED if one.free_share <= share)
    return max(more, default=0.0), min(less, default=None)
