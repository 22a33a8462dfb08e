"""The store: loading once, twice, interrupted, mixed; reading it back."""

from __future__ import annotations

import gzip
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import polars as pl
import pytest

import getpage
from getpage.cli.next_command import next_step
from getpage.core.errors import GetpageError
from getpage.evidence.commit import committing
from getpage.evidence.load import load
from getpage.evidence.store import Store
from store_records import pool_record, pool_records

if TYPE_CHECKING:
    from pathlib import Path

LOG = """\
12.00.00 STC00042  CSQP020E !MQ9A CSQP1RSW Buffer pool 3 is too small
12.00.01 STC00042  CSQP001I !MQ9A Buffer pool 3 has 1000 buffers, 12 (1%) stealable
"""


@pytest.fixture
def dump(tmp_path: Path) -> Path:
    path = tmp_path / "dump.smf"
    path.write_bytes(b"".join(pool_record(minute) for minute in range(10)))
    return path


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.create(tmp_path / "store")


def rows(store: Store, table: str = "mq_buffer_pool") -> int:
    return store.table(table).select(pl.len()).collect().item()


def test_a_load_gives_polars_frames_and_duckdb_relations(dump: Path, tmp_path: Path) -> None:
    store = getpage.load(dump, into=tmp_path / "s")
    frame = store.table("mq_buffer_pool").collect()
    assert frame.height == 30
    assert frame["queue_manager"].unique().to_list() == ["MQ1A"]
    assert store.sql("select sum(reads) from mq_buffer_pool").fetchall() == [(210,)]


def test_loading_the_same_file_again_adds_nothing(dump: Path, store: Store) -> None:
    load([str(dump)], store)
    again = load([str(dump)], store)
    assert again.known == (str(dump),)
    assert rows(store) == 30


def test_records_that_another_file_had_are_left_out(dump: Path, store: Store, tmp_path: Path) -> None:
    load([str(dump)], store)
    other = tmp_path / "overlap.smf"
    other.write_bytes(b"".join(pool_record(minute) for minute in range(5, 15)))
    loaded = load([str(other)], store)
    assert loaded.duplicates == 5
    assert rows(store) == 45


def test_records_that_stand_twice_in_one_file_count_once(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "twice.smf"
    path.write_bytes(b"".join(pool_record(minute) for minute in [0, 1, 2, 1, 2, 2]))
    loaded = load([str(path)], store)
    assert loaded.duplicates == 3
    assert rows(store) == 9


def test_records_that_differ_in_one_counter_are_both_kept(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "alike.smf"
    path.write_bytes(pool_record(0, reads=1) + pool_record(0, reads=2))
    assert load([str(path)], store).duplicates == 0
    assert rows(store) == 6


def test_gzip_and_directories_and_globs_load(dump: Path, store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "smf"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "a.gz").write_bytes(gzip.compress(pool_record(20)))
    (folder / "notes.pdf").write_bytes(b"%PDF-1.4")
    loaded = load([str(folder), str(tmp_path / "*.smf")], store)
    assert rows(store) == 33
    assert [(r.name, r.asked) for r in loaded.refused] == [(str(folder / "notes.pdf"), False)]
    assert dump.exists()


def test_text_and_smf_fill_the_same_table(dump: Path, store: Store, tmp_path: Path) -> None:
    log = tmp_path / "job.log"
    log.write_text(LOG)
    load([str(dump), str(log)], store)
    frame = store.table("mq_buffer_pool").collect()
    printed = frame.filter(pl.col("queue_manager") == "MQ9A").row(0, named=True)
    assert (printed["buffer_pool"], printed["buffers"], printed["stealable"]) == (3, 1000, 12)
    assert printed["interval_start"] is None
    assert rows(store, "mq_message") == 1


@pytest.mark.parametrize("packed", ["gzip", "zstd"])
def test_packed_logs_load_like_plain_ones(packed: str, store: Store, tmp_path: Path) -> None:
    log = tmp_path / "job.log.packed"
    if packed == "gzip":
        log.write_bytes(gzip.compress(LOG.encode()))
    else:
        raw = LOG.encode()  # one frame of one raw block: RFC 8878, 3.1.1
        header = b"\x28\xb5\x2f\xfd\x20" + bytes([len(raw)])
        log.write_bytes(header + ((len(raw) << 3) | 1).to_bytes(3, "little") + raw)
    load([str(log)], store)
    assert rows(store, "mq_message") == 1


def test_the_same_log_twice_adds_nothing(store: Store, tmp_path: Path) -> None:
    for name in ("a.log", "b.log"):
        (tmp_path / name).write_text(LOG)
    load([str(tmp_path / "a.log"), str(tmp_path / "b.log")], store)
    assert rows(store, "mq_message") == 1


def test_a_failed_load_leaves_the_store_as_it_was(
    dump: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = sorted(store.path.rglob("*.parquet"))

    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("getpage.evidence.commit.merged", fail)
        with pytest.raises(KeyboardInterrupt):
            load([str(dump)], store)
    assert sorted(store.path.rglob("*.parquet")) == before
    assert store.files() == []
    load([str(dump)], store)
    assert rows(store) == 30


def test_a_load_killed_in_the_middle_is_cleared_by_the_next(dump: Path, store: Store) -> None:
    assert killed(store, dump, "getpage.evidence.commit.merged") == 9
    assert list(store.path.glob("days/*/mq_buffer_pool-000001-*"))
    assert store.tables() == []
    other = dump.with_name("other.smf")
    other.write_bytes(pool_record(30))
    load([str(other)], store)
    assert sorted(store.path.glob("days/*/*.parquet")) == sorted(
        store.path / part.path for day in store.days() for part in store.day(day)
    )
    assert rows(store) == 3


def test_two_loads_at_once_are_refused(dump: Path, store: Store) -> None:
    with committing(store), pytest.raises(GetpageError, match="another load is running") as refused:
        load([str(dump)], store)
    words = ["load", str(dump), "--into", str(store.path)]
    assert next_step(refused.value, words) == shlex.join(["getpage", *words])


def test_a_query_cannot_leave_the_store(dump: Path, store: Store, tmp_path: Path) -> None:
    load([str(dump)], store)
    secret = tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    for query in (
        f"select * from read_csv('{secret}')",
        f"copy (select 1) to '{tmp_path / 'out.csv'}'",
        "install httpfs",
        "set enable_external_access = true",
    ):
        with pytest.raises(GetpageError):
            store.sql(query).fetchall()


def test_a_directory_that_is_no_store_is_named_as_such(tmp_path: Path) -> None:
    with pytest.raises(GetpageError, match="not a getpage store"):
        Store(tmp_path)
    (tmp_path / "something").write_text("x")
    with pytest.raises(GetpageError, match="exists, and is not a getpage store"):
        Store.create(tmp_path)


def test_a_table_without_rows_has_all_its_columns(store: Store) -> None:
    frame = store.table("mq_page_set").collect()
    assert frame.height == 0
    assert {"file", "record", "queue_manager", "page_set"} <= set(frame.columns)


def test_a_wrong_table_name_gets_the_right_ones(store: Store) -> None:
    with pytest.raises(GetpageError, match="mq_buffer_pool"):
        store.table("buffer_pools")


def test_one_and_two_threads_load_the_same_rows(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "big.smf"
    path.write_bytes(b"".join(pool_records(range(3000))))
    other = Store.create(tmp_path / "other")
    load([str(path)], store, threads=1)
    load([str(path)], other, threads=2)
    frames = [s.table("mq_buffer_pool").sort("record", "buffer_pool").collect() for s in (store, other)]
    assert frames[0].equals(frames[1])


def test_elements_of_an_array_that_are_no_numbers_are_null(store: Store, tmp_path: Path) -> None:
    layouts = tmp_path / "layouts"
    layouts.mkdir()
    (layouts / "odd.toml").write_text(
        'section = "QPST"\ntitle = "Pools"\ntable = "odd"\nsource = "us"\ntrust = "derived"\n'
        "where = [{ type = 115, subtypes = [215], triplet = 1 }]\n"
        'fields = [{ at = 12, type = "packed:2", count = 4, stride = 2, name = "digits", unit = "count", '
        'meaning = "m" }]\n'
    )
    path = tmp_path / "one.smf"
    path.write_bytes(pool_record(0))
    load([str(path)], store, layouts=[layouts])
    (part,) = store.parts("odd")
    assert pl.read_parquet(part)["digits"].to_list() == [[None, None, None, None]] * 3


def test_an_interrupted_process_leaves_no_load(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "big.smf"
    path.write_bytes(b"".join(pool_record(minute) for minute in range(200)))
    assert killed(store, path, "getpage.evidence.catalog.write") == 9
    assert store.tables() == []
    load([str(path)], store)
    assert rows(store) == 600


def killed(store: Store, path: Path, place: str) -> int:
    """Load in a process that ends without a word when it comes to `place`; its exit code."""
    module, _, name = place.rpartition(".")
    code = (
        "import os, sys; from getpage.evidence import load as m; from getpage.evidence.store import Store\n"
        "from pathlib import Path; from importlib import import_module\n"
        "setattr(import_module(sys.argv[3]), sys.argv[4], lambda *a, **k: os._exit(9))\n"
        "m.load([sys.argv[1]], Store(Path(sys.argv[2])))\n"
    )
    command = [sys.executable, "-c", code, str(path), str(store.path), module, name]
    return subprocess.run(command, check=False).returncode


def test_a_query_that_would_change_anything_is_refused_and_the_store_keeps_every_byte(
    dump: Path, store: Store, tmp_path: Path
) -> None:
    load([str(dump)], store)
    part, new = store.parts("mq_buffer_pool")[0], store.path / "new"
    copy = f"copy (select 1) to '{part}'"
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    for query in (
        copy,
        f"explain analyze {copy}",
        f"/* select */ EXPLAIN /* 1 */ ANALYZE -- 2\n {copy}",
        f"explain (analyze, format json) {copy}",
        f"with x as ({copy}) select 1",
        f"with x as ({copy}) select * from x",
        f"explain analyze with x as ({copy}) select * from x",
        f"with x as (copy (select 1) to '{new}') select * from x",
        f"from query('{copy.replace(chr(39), chr(39) * 2)}')",
        f"select 1; {copy}",
        f"attach '{new}'",
        f"export database '{new}'",
        f"copy mq_buffer_pool from '{part}'",
        "create table other as select 1",
        "create macro f() as 1",
        "insert into mq_buffer_pool select * from mq_buffer_pool",
        "with x as (delete from mq_buffer_pool returning *) select * from x",
        "drop view mq_buffer_pool",
        "pragma enable_profiling",
        "call force_checkpoint()",
        "load httpfs",
        "reset lock_configuration",
        "prepare p as select 1",
        "",
        "-- nothing",
    ):
        with pytest.raises(GetpageError, match="sql"):
            store.sql(query)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_a_query_reads_no_file_but_the_parts_of_the_store(dump: Path, store: Store) -> None:
    load([str(dump)], store)
    for query in (
        "from read_text('/etc/hostname')",
        "from '/etc/hostname'",
        "from glob('/etc/*')",
        f"from read_json('{store.path / 'getpage-store.json'}')",
        f"from read_text('{store.path / 'catalog.json'}')",
    ):
        with pytest.raises(GetpageError, match="sql"):
            store.sql(query)


@pytest.mark.parametrize(
    "query",
    [
        "select count(*) from mq_buffer_pool",
        "with x as (select 1 as a) select a from x",
        "from mq_buffer_pool limit 1",
        "values (1)",
        "describe mq_buffer_pool",
        "show tables",
        "explain select 1",
        "explain analyze select count(*) from mq_buffer_pool",
        "explain (format json) select 1",
        "EXPLAIN (select 1)",
        "select 1; -- with a word behind it",
    ],
)
def test_a_query_that_reads_is_answered(dump: Path, store: Store, query: str) -> None:
    load([str(dump)], store)
    assert store.sql(query).fetchall()


def test_rows_with_times_of_the_tod_clock_are_fetched_without_a_zone(dump: Path, store: Store) -> None:
    load([str(dump)], store)
    relation = store.sql("select written_utc, buffer_pool from mq_buffer_pool")
    assert relation.columns == ["written_utc", "buffer_pool"]
    assert all(time.tzinfo is None for time, _ in relation.fetchall() if time is not None)
