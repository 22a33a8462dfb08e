"""Measures of objects: what one pass over pieces of rows says is what walking the rows says."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import BytesIO
from itertools import pairwise
from statistics import quantiles
from typing import Any

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from examples import examples
from getpage.contract.measures import (
    Count,
    First,
    Largest,
    Latest,
    Least,
    Quantile,
    Smallest,
    Sum,
    Worst,
)
from getpage.products.common.fold import Fold

SUM, REAL_SUM, SOME = Sum("value"), Sum("real"), Count(pl.col("value") > 3)
LARGEST, SMALLEST, LAST_END = Largest("value"), Smallest("real"), Largest("end")
WORST, LEAST = Worst("value", where=pl.col("value") > 0), Least("real")
FIRST, LATEST, MIDDLE = First(pl.col("value").is_not_null()), Latest(), Quantile("real", 0.5)
ASKS = (SUM, REAL_SUM, SOME, LARGEST, SMALLEST, LAST_END, WORST, LEAST, FIRST, LATEST, MIDDLE)
SCHEMA = {
    **{"name": pl.String, "end": pl.Datetime("us"), "file": pl.UInt32, "record": pl.UInt64},
    **{"value": pl.UInt32, "real": pl.Float64},
}
BEGAN = datetime(2026, 3, 1)

row = st.tuples(
    st.sampled_from(["BP0", "BP1", None]),
    st.one_of(st.none(), st.integers(0, 6)),
    st.one_of(st.none(), st.integers(-4, 4).map(float)),
)


@settings(max_examples=examples(80), deadline=None)
@given(st.lists(row, min_size=1, max_size=24), st.lists(st.integers(0, 24), max_size=3))
def test_pieces_of_rows_give_what_all_rows_give(rows: list[tuple[Any, ...]], cuts: list[int]) -> None:
    whole = [
        {"name": name, "end": BEGAN + timedelta(minutes=i), "file": 1, "record": i, "value": v, "real": r}
        for i, (name, v, r) in enumerate(rows)
    ]
    frame = pl.DataFrame(whole, schema=SCHEMA)
    fold = Fold(("name",), ASKS)
    edges = sorted({0, *(min(cut, len(rows)) for cut in cuts), len(rows)})
    for begin, end in pairwise(edges):
        fold.add(frame[begin:end])
    measures = fold.done()
    assert {key for (key,) in measures.keys} == {item["name"] for item in whole}
    for measure in measures:
        mine = [item for item in whole if item["name"] == measure.key[0]]
        values = [item["value"] for item in mine if item["value"] is not None]
        reals = [item["real"] for item in mine if item["real"] is not None]
        assert measure[SUM] == sum(values)
        assert measure[REAL_SUM] == sum(reals)
        assert measure[SOME] == sum(value > 3 for value in values)
        assert measure[LARGEST] == max(values, default=None)
        assert measure[SMALLEST] == min(reals, default=None)
        assert measure[LAST_END] == mine[-1]["end"]
        above = [item for item in mine if item["value"]]
        assert measure[WORST] == max(above, key=lambda row: row["value"], default=None)
        low = [item for item in mine if item["real"] is not None]
        assert measure[LEAST] == min(low, key=lambda row: row["real"], default=None)
        assert measure[FIRST] == next((item for item in mine if item["value"] is not None), None)
        assert measure[LATEST] == mine[-1]
        middle = quantiles(reals, n=2, method="inclusive")[0] if len(reals) > 1 else (reals or [None])[0]
        assert measure[MIDDLE] == middle


def carried(held: dict[str, pl.DataFrame]) -> dict[str, pl.DataFrame]:
    """The frames as they come back from a file."""
    files = {label: BytesIO() for label in held}
    for label, file in files.items():
        held[label].write_ipc(file)
    return {label: pl.read_ipc(file.getvalue()) for label, file in files.items()}


fractions = st.floats(-1e6, 1e6, allow_subnormal=False)


@settings(max_examples=examples(60), deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["BP0", "BP1", None]), row.map(lambda r: r[1]), fractions), max_size=24
    ),
    st.lists(st.integers(0, 24), max_size=3),
    st.randoms(use_true_random=False),
)
def test_what_folds_of_parts_held_gives_what_all_rows_give(rows, cuts, random) -> None:
    whole = [
        {"name": name, "end": BEGAN + timedelta(minutes=i), "file": 1, "record": i, "value": v, "real": r}
        for i, (name, v, r) in enumerate(rows)
    ]
    frame = pl.DataFrame(whole, schema=SCHEMA)
    plain, merged = Fold(("name",), ASKS), Fold(("name",), ASKS)
    plain.add(frame)
    edges = sorted({0, *(min(cut, len(rows)) for cut in cuts), len(rows)})
    parts = [frame[begin:end] for begin, end in pairwise(edges)] or [frame]
    random.shuffle(parts)
    held = []
    for part in parts:
        fold = Fold(("name",), ASKS)
        fold.add(part)
        held.append(carried(fold.held()))
    cut = random.randint(0, len(held))
    merged.take(held[:cut])
    merged.take(held[cut:])
    expected, measures = plain.done(), merged.done()
    assert measures.keys == expected.keys
    for measure, alike in zip(measures, expected, strict=True):
        assert [measure[ask] for ask in ASKS] == [alike[ask] for ask in ASKS]


def test_sums_of_32_bits_do_not_run_over() -> None:
    most = (1 << 32) - 1
    rows = [
        {"name": "BP0", "end": BEGAN, "file": 1, "record": i, "value": most, "real": 0.0} for i in range(3)
    ]
    fold = Fold(("name",), (SUM,))
    fold.add(pl.DataFrame(rows, schema=SCHEMA))
    [measure] = fold.done()
    assert measure[SUM] == 3 * most
