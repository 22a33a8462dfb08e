"""What intervals of a size add up to does not depend on the order in which they come."""

from __future__ import annotations

import random

import polars as pl

from getpage.products.common.fold import OBJECT, Objects
from getpage.products.common.sizes import SizeFold


def added(rows: list[tuple[str, int, float, float, float]]) -> object:
    """The rows in two pieces: object, size, reads, references and seconds."""
    objects = Objects(["pool"])
    frame = objects.numbered(
        pl.DataFrame(rows, schema=["pool", "size", "reads", "references", "seconds"], orient="row")
    )
    fold = SizeFold(objects)
    for piece in (frame[: len(rows) // 3], frame[len(rows) // 3 :]):
        fold.add(piece.select(OBJECT, pl.col("size").cast(pl.UInt64), "reads", "references", "seconds"))
    return fold.done()


def test_intervals_in_any_order_add_up_to_the_same_to_the_last_bit() -> None:
    shuffled = random.Random(5)
    # Lengths of intervals to the microsecond, as records have them: in binary none of them is exact.
    rows = [
        ("BP1", 1000 + 500 * (n % 2), float(n), 2.0 * n + 1, 900 + shuffled.randrange(1000) / 1e6)
        for n in range(500)
    ]
    expected = added(rows)
    for _ in range(20):
        shuffled.shuffle(rows)
        assert added(rows) == expected
