"""Pictures over time of many objects: as many points as a page can draw, and no peak lost."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from getpage.contract.measures import Count, Largest, Smallest
from getpage.products.common.fold import Objects
from getpage.products.common.series import FEWEST, MOST, Series, SeriesFold

START = datetime(2026, 3, 12)
MINUTE = timedelta(minutes=1)
MINUTES = 10_000
PEAK = 7_777
ROWS, FIRST, LAST = Count(), Smallest("end"), Largest("end")


@cache
def minutes(number: int, count: int = MINUTES) -> pl.DataFrame:
    """A row a minute, with one peak."""
    starts = [START + n * MINUTE for n in range(count)]
    rows = {"start": starts, "end": [start + MINUTE for start in starts], "file": 1, "record": range(count)}
    frame = pl.DataFrame({**rows, "used": [99.0 if n == PEAK else float(n % 7) for n in range(count)]})
    return frame.with_columns(pl.lit(number).alias("pool"))


def over(objects: int, window: timedelta = MINUTES * MINUTE) -> Series:
    each = {ROWS: MINUTES, FIRST: START, LAST: START + window}  # of one like the others
    return Series.of(("used",), [each] * objects, rows=ROWS, ends=(FIRST, LAST))


def folded(series: Series, *pieces: pl.DataFrame) -> SeriesFold:
    fold = SeriesFold(series, Objects(("pool",)))
    for piece in pieces:
        fold.add(fold.objects.numbered(piece))
    return fold


@pytest.mark.parametrize(("objects", "every"), [(1, 15), (1_200, 60), (100_000, 120)])
def test_an_object_has_fewer_points_where_there_are_many_and_keeps_its_peak(objects: int, every: int):
    series = over(objects)
    done = folded(series, minutes(0)).done()
    assert done.height == -(-MINUTES // every)
    assert done["used"].max() == 99.0
    assert "highest of some neighboring intervals" in series.note_of()


def test_points_do_not_depend_on_the_pieces_that_rows_came_in(monkeypatch: pytest.MonkeyPatch):
    rows = [minutes(number) for number in range(3)]
    pieces = [row[first : first + 700] for first in range(0, MINUTES, 700) for row in rows]
    series = over(3)
    expected = folded(series, *rows).done()
    monkeypatch.setattr("getpage.products.common.series.MOST_OF_ALL", 400)  # held rows are thinned out often
    assert folded(series, *pieces).done().equals(expected)


@given(
    st.sampled_from([1, 40, 364, 1_000, 2_500, 400_000]),
    st.timedeltas(timedelta(hours=1), timedelta(days=4_000)),
    st.lists(st.integers(1, MINUTES - 1), unique=True, max_size=4).map(sorted),
)
def test_points_of_parts_make_those_of_the_window(objects, window, cuts):
    """Of days that are kept in finer stretches, and of some of them together."""
    series = over(objects, window)
    rows = [minutes(number) for number in range(3)]
    held = [
        folded(series.of_day, *[row[first:last] for row in rows]).held()
        for first, last in zip([0, *cuts], [*cuts, MINUTES], strict=True)
    ]
    month = SeriesFold(series.of_day, Objects(("pool",)))
    month.take(held[:2])
    whole = SeriesFold(series, Objects(("pool",)))
    whole.take([month.held(), *held[2:]])
    assert whole.done().equals(folded(series, *rows).done())


@given(
    st.sampled_from([1, 40, 364, 1_000, 2_500, 400_000]),
    st.timedeltas(timedelta(hours=1), timedelta(days=10_000)),
)
def test_stretches_of_days_fit_into_those_of_the_window(objects, window):
    series = over(objects, window)
    assert not series.width % series.of_day.width
    assert not timedelta(days=1) % series.of_day.width
    assert FEWEST / 2 <= window / series.width <= MOST
