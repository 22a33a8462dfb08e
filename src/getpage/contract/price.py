"""What was published of a read and of larger pools, for where the site's own intervals do not tell.

Each pair of ends is read as a 90 % range of a lognormal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final


class Machine(StrEnum):
    """Processors with a published range."""

    ZEC12 = "zEC12"
    Z13 = "z13"


@dataclass(frozen=True, slots=True)
class Range:
    """Two published ends, read as a 90 % range, and where they stand."""

    low: float
    high: float
    unit: str
    source: str


@dataclass(frozen=True, slots=True)
class ReadPrice:
    """CPU of one read that somebody waits for: `anywhere`, and by machine where that was published."""

    anywhere: Range
    by_machine: Mapping[Machine, Range] = field(default_factory=dict)

    def on(self, machine: Machine | None) -> Range:
        """The range for a machine; the one for any where it is not told or none was published."""
        return self.anywhere if machine is None else self.by_machine.get(machine, self.anywhere)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedGain:
    """What others gained by a change of this kind, in percent of `of`."""

    what: str
    low: float
    high: float
    of: str
    source: str


_ZEC12: Final = Range(20e-6, 70e-6, "s", "SHARE 17878: 20 to 70 µs per read on zEC12")
_Z13: Final = Range(20e-6, 40e-6, "s", "SHARE 17878: 20 to 40 µs per read on z13")

#: One synchronous read of z/OS by the task that waits for it. SHARE 17878, "CPU reduction from IO Avoidance":
#: 20 to 70 µs on zEC12 (steady 70 to 80 % busy) and 20 to 40 µs on z13, depending on threads, access pattern
#: and dedicated processors. The wider range holds the other.
SYNCHRONOUS_READ: Final = ReadPrice(_ZEC12, {Machine.ZEC12: _ZEC12, Machine.Z13: _Z13})
