"""Pieces of tables: what fits into one is read once, and is what counting its rows first would give."""

from __future__ import annotations

from datetime import datetime, timedelta

import polars as pl
import pytest

from getpage.products.common.stretches import stretches
from mq_evidence import Frames

POOLS, SETS = "mq_buffer_pool", "mq_page_set"
COLUMNS = {POOLS: ["buffer_pool", "interval_start"], SETS: ["page_set"]}
START = datetime(2026, 11, 18, 9)


class Counting(Frames):
    """Says which tables were read, how many times."""

    def __init__(self, frames: dict[str, pl.DataFrame]) -> None:
        super().__init__(frames)
        self.read: list[str] = []

    def parts(self, table: str) -> list[pl.LazyFrame]:
        def seen(frame: pl.DataFrame) -> pl.DataFrame:
            self.read.append(table)
            return frame

        return [part.map_batches(seen) for part in super().parts(table)]


def evidence(pools: list[int | None], sets: list[int | None]) -> Counting:
    """A row a minute that is given; None is a row without a time."""

    def times(minutes: list[int | None]) -> list[datetime | None]:
        return [None if minute is None else START + timedelta(minutes=minute) for minute in minutes]

    return Counting(
        {
            POOLS: pl.DataFrame({"buffer_pool": range(len(pools)), "interval_start": times(pools)}),
            SETS: pl.DataFrame({"page_set": range(len(sets)), "interval_start": times(sets)}),
        }
    )


@pytest.mark.parametrize(
    ("pools", "sets"),
    [([0, 1, None, 2], [None, 1]), ([0, 1], [1, 2, 3]), ([None], [None, None]), ([], []), ([1], [])],
    ids=["both", "timed", "printed", "nothing", "one table"],
)
def test_tables_that_fit_into_one_stretch_are_read_once_and_give_what_many_give(pools, sets):
    site = evidence(pools, sets)
    at_once = list(stretches(site, COLUMNS, rows=len(pools) + len(sets)))
    assert sorted(site.read) == sorted(COLUMNS)
    one_by_one = list(stretches(evidence(pools, sets), COLUMNS, rows=-1 if not pools else 1))
    timeless = None in [*pools, *sets] or not pools
    assert len(at_once) == timeless + any(item is not None for item in [*pools, *sets])
    for table, columns in COLUMNS.items():
        assert [frame[table].columns for frame in at_once] == [columns] * len(at_once)
        together = (pl.concat(piece[table] for piece in pieces) for pieces in (at_once, one_by_one))
        assert next(together).equals(next(together))
        if timeless:
            assert at_once[0][table].equals(one_by_one[0][table])
