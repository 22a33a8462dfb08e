"""What storage brought the sorts of this site, by runs of the same sort with more of it and with less.

DFSORT takes what is free when a sort begins, so that the same job has much in storage on one night and little
on another. Of each step that ran more than once, seconds and processor seconds a byte are held against the
share of its work that was in storage, both less the mean of that step; all steps together tell the slope.

Limits: what else differed between those nights is in it. Runs of very different sizes are left out, as they
may be another sort of the same name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import polars as pl

from getpage.products.common.slope import slope

from .model import Cost

#: The share of work in storage must differ by so much between the runs of a step; ours.
_APART: Final = 0.1
#: The largest run of a step over its smallest; ours.
_ALIKE: Final = 1.5
#: More time saved than there is, and more than ten times the processor time, are no slopes of sorts.
_MOST: Final = 10.0


@dataclass(frozen=True, slots=True)
class ObservedEffect:
    """Relative to a sort that is all on disk: the share of elapsed time that goes, and the share of processor
    time that comes, when all of its work is in storage; best guess, least, most. `runs` tell it.
    """

    elapsed: Cost
    cpu: Cost
    runs: int


def observed_effect(rows: pl.DataFrame) -> ObservedEffect | None:
    """By the sorts of a system; None where too few ran with different shares."""
    step = ["job", "step"]
    named = rows.filter(pl.col("job").is_not_null(), pl.col("cpu") > 0)
    known = named.with_columns(
        share=pl.col("held") / (pl.col("held") + pl.col("disk")),
        size=pl.coalesce("sorted", pl.col("held") + pl.col("disk")).cast(pl.Float64),
    ).filter(
        pl.col("share").max().over(step) - pl.col("share").min().over(step) >= _APART,
        pl.col("size").max().over(step) <= _ALIKE * pl.col("size").min().over(step),
        pl.col("size") > 0,
    )
    if not known.height:
        return None
    share = known["share"].to_numpy()
    over = known.select(pl.col("share") - pl.col("share").mean().over(step))["share"].to_numpy()
    middle = float(share.mean())
    effects = []
    for column in ("seconds", "cpu"):
        each = pl.col(column) / pl.col("size")
        relative = known.select(each / each.mean().over(step) - 1)[column].to_numpy()
        line = slope(over, relative)
        if line is None:
            return None
        ends = sorted(_from_disk(slope, middle) for slope in (line.value, line.low, line.high))
        effects.append((_from_disk(line.value, middle), ends[0], ends[-1]))
    (value, low, high), cpu = effects
    return ObservedEffect((-value, -high, -low), cpu, known.height)


def _from_disk(steep: float, middle: float) -> float:
    """A slope relative to the runs that there are, relative to one that is all on disk."""
    whole = 1 - steep * middle
    return float(np.clip(steep / whole, -1.0, _MOST)) if whole > 0 else _MOST
