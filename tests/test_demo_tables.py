"""What the other demo tests share: the records of the sample site, decoded once. No tests."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl

import sample_site
from getpage import _native
from tools.demo.site import DUMP

_DIRECTORY = TemporaryDirectory(prefix="getpage-demo-")


def dump():
    return sample_site.site() / DUMP


@cache
def inspected():
    return _native.inspect_file(dump(), [])


@cache
def loaded():
    """The summary of the load, and the directory of its Parquet files."""
    directory = Path(_DIRECTORY.name) / "tables"
    directory.mkdir()
    return _native.load_files([(dump(), 0)], directory, 1, [])[0], directory


@cache
def table(name):
    """A decoded table without the record that stands in the dump twice; `minute` tells the interval's end."""
    rows = pl.concat([pl.read_parquet(file) for file in sorted(loaded()[1].glob(f"{name}-*.parquet"))])
    if name == "mq_buffer_pool":
        rows = rows.unique(set(rows.columns) - {"record"}, maintain_order=True)
    # A task that ends in an interval writes just before the interval does.
    return rows.with_columns(minute=(pl.col("written") + pl.duration(seconds=1)).dt.truncate("1m"))


def total(column):
    return pl.col(column).cast(pl.Int64).sum()


def agree(left, right):
    """Both tables have the same queue managers, intervals and sums."""
    keys = ["queue_manager", "minute"]
    return left.sort(keys).equals(right.select(left.columns).sort(keys))
