"""Quantiles are those of all values, whether they are held, counted or on disk."""

from __future__ import annotations

import polars as pl
import pytest

from getpage.contract.measures import Quantile
from getpage.products.common import spread

ASKS = (Quantile("x"), Quantile(pl.col("x") * 2, 0.05, between="lower"))


def frame(rows: int, different: int) -> pl.DataFrame:
    at = pl.int_range(rows, dtype=pl.Int64, eager=True)
    values = at * 7_919 % different
    return pl.DataFrame(
        {
            "n": (at * 31 % 23).cast(pl.UInt32),
            "x": pl.select(pl.when(at % 11 > 0).then(values)).to_series(),
        }
    )


@pytest.mark.parametrize("different", [5, 1_000_000], ids=["counted", "on disk"])
def test_quantiles_in_pieces_are_those_of_the_whole(different, monkeypatch):
    monkeypatch.setattr(spread, "_MOST_HELD", 2_000)
    monkeypatch.setattr(spread, "_MOST_SORTED", 1_500)
    rows = frame(20_000, different)
    result = spread.Spread(ASKS, "n")
    for piece in rows.iter_slices(700):
        result.add(piece)
    assert (result._files > 0) == (different > 5)
    objects = pl.DataFrame({"n": pl.Series([3, 22, 0, 7], dtype=pl.UInt32)})
    whole = rows.group_by("n").agg(
        pl.col("x").quantile(0.5, "linear").alias("a"), (pl.col("x") * 2).quantile(0.05, "lower").alias("b")
    )
    expected = objects.join(whole, on="n", how="left", maintain_order="left")
    done = result.done(objects)
    assert [done[ask] for ask in ASKS] == [expected["a"].to_list(), expected["b"].to_list()]


def test_an_object_without_values_has_no_quantile():
    result = spread.Spread(ASKS, "n")
    result.add(pl.DataFrame({"n": [1, 1], "x": [None, None]}, schema={"n": pl.UInt32, "x": pl.Int64}))
    done = result.done(pl.DataFrame({"n": pl.Series([1, 2], dtype=pl.UInt32)}))
    assert [done[ask] for ask in ASKS] == [[None, None], [None, None]]
