"""The options of sorts as their messages show them: the last that was shown of each.

Site defaults (ICEPRMxx) are EXPMAX, EXPOLD, EXPRES and TUNE; MOSIZE, HIPRMAX, DSPSIZE and MOWRK are defaults
that a step may set otherwise (OPTION in DFSPARM or SORTCNTL).

Reference: IBM z/OS DFSORT Application Programming Guide, OPTION; messages ICE133I, ICE236I.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from getpage.core.text import is_whole
from getpage.core.units import MIB
from getpage.products.common import iceprm
from getpage.result import Fact

_NAMES: Final = ("expmax", "expold", "expres", "tune", "mosize", "mowrk", "hiprmax", "dspsize")
#: Values that keep sorts from storage.
NONE: Final = {
    "expmax": ("0",),
    "mosize": ("0",),
    "mowrk": ("N", "NO"),
    "hiprmax": ("0",),
    "dspsize": ("0",),
}
#: Values of TUNE with which a sort asks for all that it may need when it begins; with STOR (as shipped) and
#: OLD it asks as it goes. z/OS V2R2 Migration, "Use TUNE=OLD option ...".
AT_ONCE: Final = ("DISK", "DDYN")
#: Those that are not as shipped.
TUNES: Final = (*AT_ONCE, "OLD")


@dataclass(frozen=True, slots=True)
class SortOptions:
    """The last of each, and the sort that showed it."""

    values: Mapping[str, str]
    facts: Mapping[str, Fact]

    @classmethod
    def of(cls, rows: pl.DataFrame, facts_of: Callable[..., Sequence[Fact]]) -> SortOptions:
        """The options of the sorts in `rows`; `facts_of` gives the facts of columns of one of them."""
        values, facts = {}, {}
        for name in _NAMES:
            known = rows.filter(pl.col(name).is_not_null())
            if known.height:
                row: Mapping[str, Any] = known.row(-1, named=True)
                values[name] = str(row[name])
                facts[name] = facts_of(row, **{name: name.upper()})[0]
        return cls(values, facts)

    def shown(self, name: str) -> str:
        """What was shown of a site default; what V2R4 shows where nothing was."""
        return self.values.get(name.lower()) or iceprm.SHOWN[name]

    @property
    def shows_expmax(self) -> bool:
        """Whether messages (ICE236I) show EXPMAX in effect."""
        return "expmax" in self.values

    @property
    def expmax(self) -> int | None:
        """EXPMAX in bytes; None where it is no number."""
        value = self.values.get("expmax", "")
        return int(value) * MIB if is_whole(value) else None
