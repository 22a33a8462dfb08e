"""What young collections tell of how long objects live, and those that gave up.

An object that survives is copied each time until it is tenured, sixteen times at most; it is copied at least
once before, unless the survivor space was full. Of those that are made, no more are alive at an age than at
a lower one. So bytes that are tenured stand for at least twice as many that were copied and live on, and for
no more than sixteen times as many. What lives on grows with the nursery; whether the rest does a log does
not tell.

Reference: OpenJDK, `AgeTable::compute_tenuring_threshold` and -XX:MaxTenuringThreshold (15); Eclipse OpenJ9
documentation, "Garbage collection policies", gencon: tenure age (at most 14).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import polars as pl

#: Times that an object is copied at most: as often as it may survive, and when it is tenured.
_MOST_COPIES: Final = 16
#: Of what is tenured where the survivor space has room.
_FEWEST_COPIES: Final = 2
#: Share of the survivor space from which on it may have been full, so that what did not fit was tenured.
_FULL: Final = 0.98


@dataclass(frozen=True, slots=True)
class Survivors:
    """Of a young collection: bytes `copied` on average, None where it is not told, and the share of them that
    lives on, so that it grows with the nursery, at least and at most. `kept` are the bytes that stay in the
    survivor space, which has `space` bytes; None where there is none of its own.
    """

    copied: float | None = None
    least: float = 0.0
    most: float = 1.0
    kept: float = 0.0
    space: float | None = None

    @classmethod
    def of(cls, young: pl.DataFrame) -> Survivors:
        """By young collections. What they tenure usually is what lives on at least: a single time, as when a
        program begins, is not.
        """
        known = young.filter(pl.col("copied").is_not_null() & pl.col("promoted").is_not_null())
        if not known.height:
            return UNTOLD
        kept, tenured = (known[name].cast(pl.Float64) for name in ("copied", "promoted"))
        total = _mean(kept) + _mean(tenured)
        if not total:
            return UNTOLD
        room = (known["young_committed"] - known["young_room"]).drop_nulls().cast(pl.Float64)
        has_room = room.len() and _median(kept) < _FULL * _median(room)
        most = min(1.0, _MOST_COPIES * _mean(tenured) / total)
        usual = _median(tenured) / (_median(kept) + _median(tenured) or 1.0)
        space = _median(room) if room.len() else 0.0
        least = min(most, _FEWEST_COPIES * usual) if has_room else 0.0
        return cls(total, least, most, _mean(kept), space or None)


UNTOLD: Final = Survivors()


def joined(stops: pl.DataFrame) -> pl.DataFrame:
    """Stops without young collections that gave up, as what is alive might not fit into the tenure area: the
    global one that follows at once has their time, and came `instead`.
    """
    gave_up = (pl.col("kind") == "young") & (pl.col("heap_after") >= pl.col("heap_before"))
    follows = (pl.col("kind") == "global").shift(-1)
    marked = stops.with_columns(gave_up=(gave_up & follows).fill_null(value=False))
    instead = pl.col("gave_up").shift(1).fill_null(value=False)
    added = [
        pl.when(instead).then(pl.col(name) + pl.col(name).shift(1)).otherwise(pl.col(name)).alias(name)
        for name in ("pause_us", "cpu_us", "interval_us")
    ]
    return marked.with_columns(*added, instead=instead).filter(~pl.col("gave_up"))


def _mean(values: pl.Series) -> float:
    mean: Any = values.mean()
    return float(mean or 0.0)


def _median(values: pl.Series) -> float:
    median: Any = values.median()
    return float(median or 0.0)
