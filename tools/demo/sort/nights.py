"""How the sorts are defined: three at a time at 2 in the morning on SYSB, for which EXPMAX leaves 512 MB, two
in one step at 4, one after the other, whose own options allow no storage, and one at 1 on SYSA, to which the
options as shipped give all that is free.
"""

from __future__ import annotations

from dataclasses import dataclass

from getpage.core.units import MIB, PAGE

from ..clock import at
from ..zos.estate import SYSA

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
    is_kept_out: bool = False
    """Whether its step sets MOSIZE, HIPRMAX and DSPSIZE to 0."""

    @property
    def records(self) -> int:
        """How many there are, all of one length."""
        return self.bytes // RECORD

    @property
    def disk(self) -> int:
        """Bytes of its work on disk."""
        return self.bytes - self.held


_STMTSORT = next(space for space in SYSA.spaces if space.job == "STMTSORT")
STATEMENTS = SortSpec(
    _STMTSORT.job, _STMTSORT.frames * PAGE, _STMTSORT.frames * PAGE, at(1), at(3, 55), 900.0
)
"""All of its work is in storage."""

SORTS = (
    SortSpec("ORDHIST", 6_000 * MIB, EXPMAX * MIB, at(2), at(2, 24), 130.0),
    SortSpec("ORDACCT", 3_600 * MIB, 0, at(2, 1), at(2, 19), 84.0),
    SortSpec("ORDMERG", 2_400 * MIB, 0, at(2, 2), at(2, 16), 52.0, by_exit=True),
    SortSpec("ORDSMALL", 90 * MIB, 0, at(2, 40), at(2, 41), 2.0),
    SortSpec("STOCKRPT", 2_800 * MIB, 0, at(4), at(4, 11), 61.0, is_kept_out=True),
    SortSpec("STOCKRPT", 1_900 * MIB, 0, at(4, 12), at(4, 19), 42.0, is_kept_out=True),
)
