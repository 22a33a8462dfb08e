"""What collectors that free storage beside the program tell of it: ZGC and Shenandoah.

    GC(7) Live:         -      58M (19%)   58M (19%)   58M (19%)     -          -      at the end of marking
    GC(2) Y: Allocated: -       2M (1%)     2M (1%)     5M (2%)                 by threads, until the end
    GC(2) Y: Young Generation 92M(31%)->76M(25%) 0.003s
    GC(3) Concurrent cleanup 69M->65M(200M) 0.023ms

Of two generations all is alive that a major collection found so in either, with what was promoted while the
old one was marked. Shenandoah copies objects between the two cleanups of a cycle: how much its threads
allocate meanwhile no line tells, so that what is known is the least.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from getpage.contract.printed import Row
from getpage.products.common.text import figures

_FIGURE: Final = re.compile(r" *(Live|Allocated|Reclaimed|Promoted): (.{1,160})")
_SIZE: Final = re.compile(r"([0-9]{1,12}[BKMGT]) \([0-9]{1,3}%\)")
_GENERATION: Final = re.compile(
    r"(Young|Old) Generation ([0-9]{1,12}[BKMGT])\([0-9]{1,3}%\)->([0-9]{1,12}[BKMGT])\([0-9]{1,3}%\) .{1,20}"
)
_CLEANUP: Final = "Concurrent cleanup"


@dataclass(slots=True)
class FreedBeside:
    """What is in use when threads go on to allocate, and of which collection the last cleanup was."""

    left: int | None = None
    cleaned: int | None = None

    def take(self, known: dict[str, Any], generation: str, text: str) -> bool:
        """Take a line of figures or of a generation, if it is one."""
        if (figure := _FIGURE.fullmatch(text)) is not None:
            if sizes := _SIZE.findall(figure[2]):
                known[generation + figure[1]] = figures.size(sizes[-1])
            return True
        if (ended := _GENERATION.fullmatch(text)) is None:
            return False
        before, after = figures.size(ended[2]), figures.size(ended[3])
        if ended[1] == "Young" and before is not None:
            known["allocated"] = self._allocated(before, known.get(generation + "Allocated"))
            self.left = after
        elif self.left is not None:
            self.left = max(0, self.left - (known.get(generation + "Reclaimed") or 0))
        return True

    def cycle(self, known: dict[str, Any], before: int | None, after: int) -> Row:
        """Columns of a collection of ZGC as a whole."""
        parts = [known.pop(name, None) for name in ("YLive", "OLive", "OAllocated")]
        if None not in parts:
            return {
                "live": sum(parts),
                "allocated": known.pop("allocated", None),
                "promoted": known.pop("YPromoted", None),
            }
        if "allocated" in known:
            return {"allocated": known.pop("allocated"), "promoted": known.pop("yPromoted", None)}
        row: Row = {"live": known.pop("Live", None)}
        row["allocated"] = self._allocated(before, known.pop("Allocated", None))
        self.left = after
        return row

    def cleanup(self, number: int, before: int | None, after: int) -> Row:
        """Columns of a cleanup of Shenandoah: until the first of a cycle nothing is copied."""
        is_first, self.cleaned = number != self.cleaned, number
        allocated = self._allocated(before, 0) if is_first else None
        self.left = after
        return {"allocated": allocated}

    def columns(self, number: int, known: dict[str, Any], what: str, before: int | None, after: int) -> Row:
        """Columns of a line that says how much a collection left beside the program."""
        if what.startswith(_CLEANUP):
            return self.cleanup(number, before, after)
        return {} if what.startswith("Concurrent") else self.cycle(known, before, after)

    def _allocated(self, before: int | None, meanwhile: int | None) -> int | None:
        if before is None or self.left is None or meanwhile is None:
            return None
        return max(0, before - self.left) + meanwhile
