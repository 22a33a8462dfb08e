"""Folders of a store by URL are those that readers of Hive's take: Trino's rules, for the sample site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import polars as pl

import sample_site
from getpage.evidence.mirror import part_key
from getpage.evidence.store import Store

if TYPE_CHECKING:
    from getpage.evidence.catalog import StoredPart

#: What Spark, Trino and DuckDB have a type for; lists of numbers beside these.
TYPES = {pl.String, pl.Float64, pl.Boolean, pl.Int32, pl.Int64, pl.UInt32, pl.UInt64, pl.Datetime("us")}


def parts() -> list[StoredPart]:
    store = Store(sample_site.store())
    return [part for day in store.days() for part in store.day(day)]


def test_all_parts_of_a_table_have_a_column_in_one_type_that_other_programs_have() -> None:
    """A reader of folders takes the type of one part for all, or refuses: Spark does so."""
    types: dict[tuple[str, str], pl.DataType] = {}
    for part in parts():
        for name, kind in pl.read_parquet_schema(sample_site.store() / part.path).items():
            assert types.setdefault((part.table, name), kind) == kind, (part.table, name)
    assert len(types) > 1_000
    for (table, name), kind in types.items():
        inner = kind.inner if isinstance(kind, pl.List) else kind
        assert inner in TYPES or inner == pl.Datetime("us", "UTC"), (table, name)
        assert re.fullmatch("[a-z][a-z0-9_]*", name), (table, name)
        assert name != "day", table  # the folder says it


def test_folders_and_parts_have_names_that_no_reader_leaves_out() -> None:
    name = r"tables/[a-z0-9_]+/day=(\d{4}-\d\d-\d\d|__HIVE_DEFAULT_PARTITION__)/[^._/][^/]*\.parquet"
    for part in parts():
        assert re.fullmatch(name, part_key(part.path.removeprefix("days/"))), part.path


def test_parts_are_packed_in_a_way_that_other_programs_unpack() -> None:
    import duckdb

    files = [str(sample_site.store() / part.path) for part in parts()]
    rows = duckdb.sql(f"select distinct compression, encodings from parquet_metadata({files})").fetchall()
    assert {compression for compression, _ in rows} <= {"UNCOMPRESSED", "SNAPPY", "ZSTD", "LZ4_RAW"}
    assert {each for _, encodings in rows for each in re.split(r",\s*", encodings)} <= {
        "PLAIN",
        "RLE",
        "RLE_DICTIONARY",
        "PLAIN_DICTIONARY",
        "BIT_PACKED",
        "DELTA_BINARY_PACKED",
    }
