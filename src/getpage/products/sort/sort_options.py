"""Options of sorts, as their messages show them, and what each lets a sort hold.

Site defaults (ICEPRMxx) are EXPMAX, EXPOLD, EXPRES and TUNE; MOSIZE, HIPRMAX, DSPSIZE and MOWRK are defaults
that a step may set otherwise (OPTION in DFSPARM or SORTCNTL). Hiperspace, data space and memory objects are
for the Blockset technique alone.

Reference: IBM z/OS DFSORT Application Programming Guide, OPTION; messages ICE133I, ICE143I, ICE236I.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
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
#: Options that a step may set otherwise, as they are shipped.
SHIPPED: Final = {"mosize": "MAX", "mowrk": "YES", "hiprmax": "OPTIMAL", "dspsize": "MAX"}
#: Values of TUNE with which a sort asks for all that it may need when it begins; with STOR (as shipped) and
#: OLD it asks as it goes. z/OS V2R2 Migration, "Use TUNE=OLD option ...".
AT_ONCE: Final = ("DISK", "DDYN")
#: Those that are not as shipped.
TUNES: Final = (*AT_ONCE, "OLD")


#: More than any option can be.
_MOST_MB: Final = 1 << 40


@dataclass(frozen=True, slots=True)
class SortOptions:
    """The last of each, and the sort that showed it. Of options that a step may set itself it is the last
    that allows most: a step with another value has set that.
    """

    values: Mapping[str, str]
    facts: Mapping[str, Fact]

    @classmethod
    def of(cls, rows: pl.DataFrame, facts_of: Callable[..., Sequence[Fact]]) -> SortOptions:
        """The options of the sorts in `rows`; `facts_of` gives the facts of columns of one of them."""
        values, facts = {}, {}
        for name in _NAMES:
            known = rows.filter(pl.col(name).is_not_null())
            if name in SHIPPED and known.height:
                sizes = known[name].unique().to_list()
                most = max(_allowed(name, size) for size in sizes)
                known = known.filter(
                    pl.col(name).is_in([size for size in sizes if _allowed(name, size) == most])
                )
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

    def closed(self, row: Mapping[str, Any]) -> tuple[str, ...]:
        """Options with which a sort may hold less than other steps of the system."""
        shown = (name for name in SHIPPED if row[name] is not None)
        return tuple(name for name in shown if _allowed(name, row[name]) < _allowed(name, self.values[name]))


def _allowed(name: str, value: str) -> float:
    """What a value of an option allows, in MB; what is no number bounds nothing that is known."""
    if value in NONE[name]:
        return 0.0
    return float(min(int(value), _MOST_MB)) if is_whole(value) else inf


#: What `most_held` asks of a sort.
OF_OPTIONS: Final = ("technique", "technique_code", *SHIPPED)


def most_held(row: Mapping[str, Any]) -> int | None:
    """The most bytes of work that a sort may hold by its options; None where they bound nothing, or are not
    all shown.
    """
    if row["technique"] not in (None, "BLOCKSET") or row["technique_code"]:
        return 0
    if row["mowrk"] in NONE["mowrk"]:
        sizes = ["0", row["hiprmax"], row["dspsize"]]
    else:
        sizes = [row["mosize"], row["hiprmax"], row["dspsize"]]
    if not all(size is not None and is_whole(size) for size in sizes):
        return None
    return sum(min(int(size), _MOST_MB) for size in sizes) * MIB
