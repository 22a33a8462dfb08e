"""What subsystems did by interval, in bounded memory: of a long window, neighboring intervals added up.

    entries = Entries(OWNER, ("reads", "seconds"))
    for piece in pieces:
        entries.add(piece)            # `by`, `start`, `end` and the sums, a row an interval
    rows = entries.rows()

Up to MOST intervals of each subsystem stay as they were recorded. Where one of them has more, all are added
up by the quarter of an hour, half hour, hour and so on that they begin in: the shortest that leaves MOST. An
entry is then from the beginning to the end of its quarter; `intervals` says how many are in it. As intervals
need not fit into quarters (ten minutes do not), `spans` has when the first of them began and the last ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from getpage.products.common.by_day import Held

#: Entries of one subsystem: a week of minutes, 105 days of quarters of an hour. Ours.
MOST: Final = 10_080
#: What intervals are added up by; each holds whole ones of those before it.
WIDTHS: Final = ("15m", "30m", "1h", "2h", "4h", "8h", "1d")
#: Intervals that begin this long before a full minute belong to it: statistics are that late or early.
_EARLY: Final = "30s"
#: Rows that are held before they are counted anew, at least.
_FEW: Final = 1 << 16
_KEY: Final = ("start", "end")
#: When the first interval of an entry began, and the last ended.
BEGUN, ENDED = "begun", "ended"


class Entries:
    """Sums of intervals by the columns `by`, of all rows that were added."""

    def __init__(self, by: Sequence[str], sums: Sequence[str], *, spans: bool = False) -> None:
        """Begin without rows. With `spans` entries have BEGUN and ENDED, too."""
        self._by, self._sums = list(by), [*sums, "intervals"]
        self._spans = [BEGUN, ENDED] if spans else []
        self._held: list[pl.DataFrame] = []
        self._counted = _FEW
        self._width = -1  # place in WIDTHS; -1 while every interval is an entry

    def add(self, rows: pl.DataFrame) -> None:
        """Take more intervals, each of them once."""
        spans = [pl.col(of).alias(name) for name, of in zip(self._spans, _KEY, strict=False)]
        self._held.append(self._added(rows.with_columns(pl.lit(1, pl.UInt32).alias("intervals"), *spans)))
        if sum(frame.height for frame in self._held) > self._counted:
            self._counted = max(_FEW, 2 * self.rows().height)

    def held(self) -> dict[str, pl.DataFrame]:
        """The entries so far, under what they are added up by."""
        return {str(self._width): self.rows()} if self._held else {}

    def take(self, every: Sequence[Held]) -> None:
        """Take what others held."""
        for width, rows in (entry for held in every for entry in held.items()):
            self._width = max(self._width, int(width))
            self._held.append(rows if self._width < 0 else self._added(rows))
            if sum(frame.height for frame in self._held) > self._counted:
                self._counted = max(_FEW, 2 * self.rows().height)

    def rows(self) -> pl.DataFrame:
        """`by`, `start`, `end`, the sums and `intervals` of each entry so far."""
        rows = pl.concat(self._held)
        rows = rows if self._width < 0 else self._added(rows)
        while self._most_of_one(rows) > MOST and self._width + 1 < len(WIDTHS):
            self._width += 1
            rows = self._added(rows)
        self._held = [rows]
        return rows

    def _most_of_one(self, rows: pl.DataFrame) -> int:
        return int(rows.group_by(self._by).agg(pl.len())["len"].max() or 0)  # type: ignore[arg-type]

    def _added(self, rows: pl.DataFrame) -> pl.DataFrame:
        if self._width < 0:
            return rows.select(*self._by, *_KEY, *self._sums, *self._spans)
        width = WIDTHS[self._width]
        start = pl.col("start").dt.offset_by(_EARLY).dt.truncate(width)
        grouped = rows.group_by(*self._by, start, maintain_order=True)
        spans = [pl.col(name).min() if name == BEGUN else pl.col(name).max() for name in self._spans]
        added = grouped.agg(pl.col(self._sums).sum(), *spans)
        end = pl.col("start").dt.offset_by(width).alias("end")
        return added.select(*self._by, "start", end, *self._sums, *self._spans)


def alike(*every: Entries) -> list[pl.DataFrame]:
    """The rows of each, all added up by what the longest needs."""
    for entries in every:
        entries.rows()
    widest = max(entries._width for entries in every)
    for entries in every:
        entries._width = widest
    return [entries.rows() for entries in every]
