"""How the sorts are defined: three at a time at 2 in the morning, for which EXPMAX leaves 512 MB."""

from __future__ import annotations

from dataclasses import dataclass

from getpage.core.units import MIB

from ..clock import at

TRACK = 56_664
RECORD = 250
EXPMAX = 512
"""MB of storage that all sorts together may have."""


@dataclass(frozen=True, slots=True)
class SortSpec:
    """A sort: bytes, of which `held` were in storage; seconds when it began and ended; CPU seconds."""

    job: str
    bytes: int
    held: int
    begin: float
    end: float
    cpu: float
    by_exit: bool = False

    @property
    def records(self) -> int:
        """How many there are, all of one length."""
        return self.bytes // RECORD

    @property
    def disk(self) -> int:
        """Bytes of its work on disk."""
        return self.bytes - self.held


SORTS = (
    SortSpec("ORDHIST", 6_000 * MIB, EXPMAX * MIB, at(2), at(2, 24), 130.0),
    SortSpec("ORDACCT", 3_600 * MIB, 0, at(2, 1), at(2, 19), 84.0),
    SortSpec("ORDMERG", 2_400 * MIB, 0, at(2, 2), at(2, 16), 52.0, by_exit=True),
    SortSpec("ORDSMALL", 90 * MIB, 0, at(2, 40), at(2, 41), 2.0),
)
