"""How deep the queues were at the most, as queue statistics tell: see `needs.QUEUES`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Largest
from getpage.products.common.passes import Pass

from .rows import OWNER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.contract.measures import Measure

DEEPEST: Final = Largest(
    pl.when(pl.col("shared").not_()).then(
        pl.max_horizontal("depth", "depth_high_water").fill_null(0).cast(pl.Int64)
    )
)

QUEUES: Final = Pass(
    table="mq_queue",
    by=(*OWNER, "queue"),
    columns=("shared", "depth", "depth_high_water"),
    asks=(DEEPEST,),
)


def messages(queues: Sequence[Measure]) -> int | None:
    """Messages on private queues at the most; None where no private queue is there."""
    depths = [depth for queue in queues if (depth := queue[DEEPEST]) is not None]
    return sum(depths) if depths else None
