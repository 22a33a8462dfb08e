"""The interval in which a system had least storage free, of those in which that may be so.

More frames free than are online are of another configuration than what is known to be online: such an
interval does not count. Minima go before averages, as the ledger has it: an average may hide less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import polars as pl

from getpage.contract.measures import First, Least, in_time

from .free import AVERAGE, MINIMUM, of

if TYPE_CHECKING:
    from getpage.contract.measures import Aggregate, Measure, Row

_ONLINE: Final = pl.col("online_frames")
_TOLD: Final = pl.any_horizontal(pl.col(MINIMUM, AVERAGE).is_not_null())
_WITHOUT: Final = _ONLINE.is_null() | (_ONLINE == 0)
_ONLY_AVERAGE: Final = pl.col(MINIMUM).is_null()

#: With what is online in the same row it is plain whether it counts; without, the least tells for all.
_MINIMA: Final = (
    Least(MINIMUM, where=pl.col(MINIMUM) <= _ONLINE),
    Least(MINIMUM, where=_WITHOUT),
)
_AVERAGES: Final = (
    Least(AVERAGE, where=_ONLY_AVERAGE & (pl.col(AVERAGE) <= _ONLINE)),
    Least(AVERAGE, where=_ONLY_AVERAGE & _WITHOUT),
)
_ANY: Final = First(_TOLD)
ASKS: Final[tuple[Aggregate[Any], ...]] = (*_MINIMA, *_AVERAGES, _ANY)


def tightest(measure: Measure, online: int | None) -> Row | None:
    """The row of real storage; `online` are bytes where the row does not tell them. None without any row that
    says what was free.
    """
    for asks in (_MINIMA, _AVERAGES):
        found = [row for ask in asks if (row := measure[ask]) is not None]
        known = [row for row in found if row["online_frames"] or _fits(row, online)]
        if known:
            return min(known, key=lambda row: (_free(row), in_time(row)))
    return measure[_ANY]


def _fits(row: Row, online: int | None) -> bool:
    return online is None or _free(row) <= online


def _free(row: Row) -> int:
    free, _ = of(row)
    assert free is not None, "the asks are for rows that tell it"
    return free
