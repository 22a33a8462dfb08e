"""Pictures over time of many objects: as many points as a page can draw, and no peak lost."""

from __future__ import annotations

from datetime import datetime, timedelta

import polars as pl
import pytest

from getpage.products.common.fold import OBJECT
from getpage.products.common.series import FEWEST, MOST, SeriesFold

START = datetime(2026, 3, 12)
MINUTE = timedelta(minutes=1)
MINUTES = 10_000
PEAK = 7_777


def minutes(number: int, count: int = MINUTES) -> pl.DataFrame:
    """A row a minute, with one peak."""
    starts = [START + n * MINUTE for n in range(count)]
    rows = {"start": starts, "end": [start + MINUTE for start in starts], "file": 1, "record": range(count)}
    frame = pl.DataFrame({**rows, "used": [99.0 if n == PEAK else float(n % 7) for n in range(count)]})
    return frame.with_columns(pl.lit(number, pl.UInt32).alias(OBJECT))


def folded(objects: int, *pieces: pl.DataFrame) -> SeriesFold:
    window = (START + MINUTE, START + MINUTES * MINUTE)
    series_fold = SeriesFold(("used",), rows=MINUTES, objects=objects, window=window)
    for piece in pieces:
        series_fold.add(piece)
    return series_fold


@pytest.mark.parametrize(("objects", "points"), [(1, MOST), (1_200, 218), (100_000, FEWEST)])
def test_an_object_has_fewer_points_where_there_are_many_and_keeps_its_peak(objects: int, points: int):
    series = folded(objects, minutes(0))
    done = series.done()
    assert points <= done.height <= points + 2
    assert done["used"].max() == 99.0
    assert "highest of some neighboring intervals" in series.note


def test_points_do_not_depend_on_the_pieces_that_rows_came_in(monkeypatch: pytest.MonkeyPatch):
    rows = [minutes(number) for number in range(3)]
    pieces = [row[first : first + 700] for first in range(0, MINUTES, 700) for row in rows]
    monkeypatch.setattr("getpage.products.common.series.MOST_OF_ALL", 400)  # held rows are thinned out often
    assert folded(3, *pieces).done().equals(folded(3, *rows).done())
