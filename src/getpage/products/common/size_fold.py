"""The sizes that each object had in the window, each with what its intervals add up to: see `sizes`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Largest, Smallest, Sum

from .fold import OBJECT, Fold, Objects
from .sizes import Interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from getpage.contract.measures import Key

_NUMBER: Final = "number"
_RATIO: Final = pl.when(pl.col("references") != 0).then(pl.col("reads") / pl.col("references"))
_READS, _REFERENCES, _SECONDS = Sum("reads"), Sum("references"), Sum("seconds")
_LEAST, _MOST = Smallest(_RATIO), Largest(_RATIO)

#: The columns of a row that is added, beside the number of its object; rows with a null are left out.
COLUMNS: Final = ("size", "reads", "references", "seconds")


class SizeFold:
    """Adds up rows of `size`, `reads`, `references` and `seconds` by the number of their object."""

    def __init__(self, objects: Objects) -> None:
        """`objects` numbers the rows."""
        self._objects = objects
        asks = (_READS, _REFERENCES, _SECONDS, _LEAST, _MOST)
        self._fold = Fold((_NUMBER, "size"), asks)

    def add(self, frame: pl.DataFrame) -> None:
        """Take more rows."""
        self._fold.add(frame.select(pl.col(OBJECT).alias(_NUMBER), *COLUMNS).drop_nulls())

    def done(self) -> Mapping[Key, tuple[Interval, ...]]:
        """By object, in order of size."""
        known = self._objects.known
        keys = [] if known is None else known.drop(OBJECT).rows()
        found: dict[Key, list[Interval]] = {}
        for one in self._fold.done():
            number, size = one.key
            found.setdefault(keys[number], []).append(
                Interval(
                    size=int(size),
                    reads=float(one[_READS]),
                    references=float(one[_REFERENCES]),
                    seconds=float(one[_SECONDS]),
                    least=one[_LEAST],
                    most=one[_MOST],
                )
            )
        return {key: tuple(sizes) for key, sizes in found.items()}
