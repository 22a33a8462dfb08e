"""Frames: anything with an Arrow stream gives the curve that its rows give in a file."""

from __future__ import annotations

import subprocess
import sys
from datetime import datetime, timedelta

import duckdb
import polars as pl
import pytest

import curve_traces as traces
import getpage

SIZES = [5, 50, 200, 500]
TRACE = traces.references(seed=3)
EXPECTED = [traces.lru_reads(TRACE, size) for size in SIZES]
FRAME = pl.DataFrame(traces.as_columns(TRACE))


class Capsule:
    """The least that an Arrow-compatible object is; its stream can be taken once."""

    def __init__(self, frame):
        self.stream = frame.__arrow_c_stream__()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.stream


def reads(frame, **settings):
    return getpage.curve(frame, sizes=SIZES, **settings).rows["reads"].to_list()


def test_polars_duckdb_and_any_arrow_stream_give_the_same(tmp_path):
    FRAME.write_parquet(tmp_path / "t.parquet")
    assert reads(FRAME) == EXPECTED
    assert reads(duckdb.sql(f"select * from '{tmp_path / 't.parquet'}' order by time")) == EXPECTED
    assert reads(Capsule(FRAME)) == EXPECTED


@pytest.mark.parametrize(
    "change",
    [
        pl.col("pool").cast(pl.Categorical),
        pl.col("object").cast(pl.Int64),
        pl.col("page").cast(pl.UInt32),
        pl.col("page").cast(pl.Int16),
        pl.col("access").replace({"random": "R", "sequential": "S"}),
        pl.col("access").replace_strict({"random": 0, "sequential": 1}, return_dtype=pl.UInt8),
        pl.col("time").cast(pl.Float64),
        pl.lit(None).cast(pl.Boolean).alias("write"),
        (pl.lit(datetime(2026, 5, 1)) + pl.duration(microseconds=pl.col("time"))).alias("time"),
    ],
)
def test_columns_may_have_any_type_that_holds_their_values(change):
    assert reads(FRAME.with_columns(change)) == EXPECTED


def test_a_page_alone_is_enough_and_names_no_pool():
    keys = FRAME.select(page=pl.col("object").cast(pl.Int64) * 2**32 + pl.col("page"))
    assert reads(keys) == EXPECTED
    assert getpage.curve(keys).pools[0].pool == "trace"
    assert getpage.curve(keys, pool="BP16K3").pools[0].page_bytes == 16384


def test_results_are_polars_frames():
    curves = getpage.curve(FRAME, sizes=SIZES, current=50)
    assert isinstance(curves.rows, pl.DataFrame)
    assert {"pool", "size", "vpseqt", "getpages", "reads"} <= set(curves.rows.columns)
    assert curves.summary.row(0, named=True)["current"] == 50
    assert curves.rows.filter(pl.col("marks").list.contains("current"))["size"].to_list() == [50]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (pl.lit(-1).alias("page"), r"row 0, column page.*-1"),
        (pl.lit(1.5).alias("page"), "whole numbers"),
        (pl.lit(2**33).alias("page"), r"row 0.*4,294,967,295"),
        (pl.lit(None).cast(pl.Int64).alias("page"), r"row 0, column page.*nothing"),
        (pl.lit("BP50").alias("pool"), r"row 0, column pool.*BP50"),
        (pl.lit("index").alias("access"), r"row 0, column access.*index"),
        (pl.lit("perhaps").alias("write"), r"row 0, column write"),
        (pl.col("time").reverse(), r"row 1, column time.*sort"),
        (pl.lit(None).cast(pl.Int64).alias("time"), r"row 0, column time"),
    ],
)
def test_values_that_cannot_be_are_placed_by_row_and_column(change, says):
    with pytest.raises(getpage.GetpageError, match=says):
        getpage.curve(FRAME.with_columns(change))


def test_rows_are_counted_through_all_batches_of_a_parquet_file(tmp_path):
    frame = FRAME.with_columns(time=pl.when(pl.int_range(pl.len()) == 2500).then(0).otherwise(pl.col("time")))
    frame.write_parquet(tmp_path / "t.parquet", row_group_size=1000)
    with pytest.raises(getpage.GetpageError, match=r"t.parquet, row 2500, column time"):
        getpage.curve(tmp_path / "t.parquet")


def test_a_frame_without_pages_says_which_columns_it_has():
    with pytest.raises(getpage.GetpageError, match=r"expected a column page.*found when"):
        getpage.curve(pl.DataFrame({"when": [datetime(2026, 5, 1) + timedelta(1)]}))


def test_a_stream_that_can_be_read_once_is_enough_for_one_pass_and_refused_for_two():
    settings = {"vpseqt": 80, "current": 100}
    assert getpage.curve(Capsule(FRAME), **settings).rows["reads"].sum() > 0
    with pytest.raises(getpage.GetpageError, match="frame"):
        getpage.curve(Capsule(FRAME), vpseqt=80)


def test_no_rows_are_no_curve():
    with pytest.raises(getpage.GetpageError, match="no references"):
        getpage.curve(FRAME.clear())


#: Reads a relation of DuckDB's twice: its rows, and the hours that they are of.
RELATION = "import duckdb, getpage; getpage.curve(duckdb.sql('select i % 9 as page from range(90) r(i)'))"


def test_a_process_that_read_a_relation_of_duckdb_ends_without_a_list_of_what_leaked():
    ended = subprocess.run([sys.executable, "-c", RELATION], capture_output=True, text=True, check=True)
    assert ended.stderr == ""
