"""One pool after a run: its counts, asked from the native kernel as they are needed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage import _native
from getpage.core.errors import GetpageError
from getpage.curve.simulated import GridRow

if TYPE_CHECKING:
    from collections.abc import Sequence

#: A size that no pool reaches: what it reads, every size reads.
_UNLIMITED = 1 << 40


@dataclass(frozen=True, slots=True)
class LruRow:
    """Reads of a plain LRU pool by access type: random, sequential, list, dynamic; and the band of their
    share.
    """

    size: int
    reads: tuple[int, int, int, int]
    band: tuple[float, float] | None

    @property
    def total(self) -> int:
        """All reads."""
        return sum(self.reads)


class PoolRun:
    """One pool of a run. Counts are exact, or estimates where `sample` is a rate."""

    def __init__(self, run: _native.CurveRun, summary: dict[str, object]) -> None:
        """`summary` is one of those that the run gives."""
        self._run = run
        self.name = str(summary["pool"])
        self.getpages: int = sum(summary["getpages"])  # type: ignore[call-overload]
        self.sample = summary["sample"]
        self.pages: int = summary["pages"]  # type: ignore[assignment]
        self.first_touches: int
        if summary["first_touches"] is None:
            self.first_touches = self.lru([_UNLIMITED])[0].total
            # Every page is read once by a pool that never steals.
            self.pages = self.first_touches
        else:
            self.first_touches = sum(summary["first_touches"])  # type: ignore[call-overload]

    def lru(self, sizes: Sequence[int]) -> list[LruRow]:
        """The plain LRU pool at sizes, in ascending order. GetpageError where a sample is too small."""
        try:
            rows = json.loads(self._run.rows(self.name, list(sizes)))
        except _native.EvidenceError as error:
            message = f"pool {self.name}: {error}"
            raise GetpageError(message) from error
        return [LruRow(row["size"], tuple(row["reads"]), _band(row.get("band"))) for row in rows]

    def totals(self, sizes: Sequence[int]) -> list[tuple[int, int]]:
        """Size and reads of the plain LRU pool."""
        return [(row.size, row.total) for row in self.lru(sizes)]

    def opt(self, sizes: Sequence[int]) -> list[int]:
        """Reads of the clairvoyant bound at sizes."""
        return [sum(row["reads"]) for row in json.loads(self._run.opt_rows(self.name, list(sizes)))]

    def grid(self) -> list[GridRow]:
        """The simulated pools, in the order in which they were asked for."""
        return [
            GridRow(
                size=row["size"],
                vpseqt=row["vpseqt"],
                sync_random=row["reads"][0],
                sync_sequential=row["reads"][1],
                asynchronous=row["reads"][2],
                sequential_pages=row["sequential_pages"],
                highest=tuple(row["highest"]),
            )
            for row in json.loads(self._run.grid_rows(self.name))
        ]


def _band(band: list[float] | None) -> tuple[float, float] | None:
    return (band[0], band[1]) if band else None
