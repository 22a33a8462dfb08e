"""Columns that say nothing are not folded: the answers are those of a fold that gets each of them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from getpage.contract.measures import Count, First, Largest, Latest, Least, Sum, Worst
from getpage.products.common.fold import PLACE, Fold

ALL, SOME, NONE = Count(pl.col("value") >= 0), Count(pl.col("value") > 1), Count(pl.col("absent") > 1)
FIRST, LATEST, NEVER = First(pl.col("value") >= 0), Latest(pl.col("value") > 1), Latest(pl.col("absent") > 1)
WORST, LEAST, NOTHING = Worst("value", where=pl.col("value") >= 0), Least("flag"), Sum("absent")
LARGEST, LARGEST_FLAG, NO_LARGEST, ROWS = Largest("value"), Largest("flag"), Largest("absent"), Count()
ASKS = (ALL, SOME, NONE, FIRST, LATEST, NEVER, WORST, LEAST, NOTHING, LARGEST, LARGEST_FLAG, NO_LARGEST, ROWS)


def rows(values: list[int], flag: bool, absent: int | None) -> pl.DataFrame:
    return pl.DataFrame(
        {
            "name": ["BP0", "BP1"] * (len(values) // 2),
            "end": [datetime(2026, 3, 1, 0, i) for i in range(len(values))],
            "file": [1] * len(values),
            "record": list(range(len(values))),
            "value": values,
            "flag": [flag] * len(values),
            "absent": [absent] * len(values),
        },
        schema_overrides={"absent": pl.Int64, "flag": pl.Boolean, "value": pl.Int64},
    )


def folded(*pieces: pl.DataFrame) -> dict[str | None, list[Any]]:
    fold = Fold(("name",), ASKS)
    for piece in pieces:
        fold.add(piece)
    return {item.key[0]: [item[ask] for ask in ASKS] for item in fold.done()}


@pytest.mark.parametrize("flag", [True, False])
def test_what_all_rows_have_and_what_none_has_is_told(flag: bool) -> None:
    piece = rows([1, 2, 3, 4], flag, None)
    first, second, third, fourth = piece.rows(named=True)
    assert folded(piece) == {
        "BP0": [2, 1, 0, first, third, None, third, first, 0, 3, flag, None, 2],
        "BP1": [2, 2, 0, second, fourth, None, fourth, second, 0, 4, flag, None, 2],
    }


RECORDS = [
    {
        "name": f"BP{n % 2}",
        "end": datetime(2026, 3, 1, 0, n // 6),
        "value": n % 3,
        "flag": n % 2 == 0,
        "absent": n * 7 % 11,
    }
    for n in range(36)
]


@given(st.permutations(RECORDS), st.integers(1, 4), st.integers(1, 36))
def test_rows_of_one_time_answer_alike_in_whichever_files_order_and_pieces(records, files, cut):
    placed = [row | {"file": n % files, "record": n // files} for n, row in enumerate(records)]
    frame = pl.DataFrame(placed, schema=rows([1, 2], True, 1).schema)
    answers = folded(*(frame[at : at + cut] for at in range(0, 36, cut)))
    first = folded(
        pl.DataFrame([row | {"file": 0, "record": n} for n, row in enumerate(RECORDS)], schema=frame.schema)
    )
    assert without_places(answers) == without_places(first)


def without_places(answers: dict[str | None, list[Any]]) -> dict[str | None, list[Any]]:
    """The answers, of rows their values alone."""
    return {
        name: [
            {key: value for key, value in item.items() if key not in PLACE}
            if isinstance(item, dict)
            else item
            for item in of_object
        ]
        for name, of_object in answers.items()
    }


def test_rows_without_a_time_answer_in_the_order_of_the_evidence() -> None:
    frame = rows([5, 5, 9, 9], True, None).with_columns(end=pl.lit(None, pl.Datetime("us")))
    assert folded(frame)["BP0"][4]["value"] == 9
    assert folded(frame.reverse().with_columns(record=pl.Series([0, 1, 2, 3])))["BP0"][4]["value"] == 5


def test_pieces_of_which_some_say_nothing_give_what_all_rows_give() -> None:
    whole = pl.concat([rows([1, 2], True, None), rows([0, 0], False, 5), rows([3, 0], True, None)])
    whole = whole.with_columns(
        pl.Series("record", range(6)), pl.Series("end", range(6)).cast(pl.Datetime("us"))
    )
    actual = folded(whole[:0], whole[:2], whole[2:2], whole[2:4], whole[4:])
    assert actual == folded(whole)
    assert actual["BP0"][:3] == [3, 1, 1]
    assert actual["BP1"][8] == 5
