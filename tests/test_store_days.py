"""A store of many days: parts by day, small ones merged, windows that read their days, days that go."""

from __future__ import annotations

import json
from datetime import datetime
from typing import TYPE_CHECKING

import polars as pl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import getpage
from examples import examples
from getpage.app.drop import DropRequest, drop
from getpage.cli import app
from getpage.core.errors import GetpageError
from getpage.evidence import commit
from getpage.evidence.coverage import coverage
from getpage.evidence.load import load
from getpage.evidence.store import Store
from getpage.evidence.view import StoreEvidence
from getpage.evidence.window import Window
from store_records import DAY, pool_record, pool_records

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable
    from pathlib import Path

    from getpage.evidence.dictionary import Dictionary
    from getpage.result import Coverage

FIRST = "2026-09-21"
MESSAGE = "CSQP020E !MQ9A CSQP1RSW Buffer pool 3 is too small\n"
LOG = f"N 0000000 SYSA     2026264 12:00:00.12 STC30242 00000090  {MESSAGE}"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.create(tmp_path / "store")


def add(store: Store, minutes: Iterable[int], name: str = "") -> Path:
    minutes = list(minutes)
    path = store.path.with_name(name or f"dump-{minutes[0]}-{len(minutes)}.smf")
    path.write_bytes(b"".join(pool_records(minutes)))
    load([str(path)], store)
    return path


def contents(store: Store, table: str = "mq_buffer_pool") -> list[tuple[object, ...]]:
    """All rows of a table but which file they are from and where they stand there."""
    return sorted(store.table(table).drop("file", "record").collect().rows(), key=repr)


def count(store: Store) -> int:
    return store.table("mq_buffer_pool").select(pl.len()).collect().item()


def test_each_day_has_parts_of_its_own(store: Store) -> None:
    add(store, range(0, 3 * DAY, 60))
    assert store.days() == [FIRST, "2026-09-22", "2026-09-23", "2026-09-24"]
    for day in store.days():
        written = store.table("mq_buffer_pool", [day]).collect()["written"].dt.date().unique()
        assert [str(item) for item in written] == [day]


def test_a_window_reads_its_days_and_no_others(store: Store) -> None:
    add(store, range(0, 5 * DAY, 60))
    whole = StoreEvidence(store, Window(datetime(2026, 9, 22, 8), datetime(2026, 9, 23, 9)))
    kept = whole.frame("mq_buffer_pool")
    for part in store.path.glob("days/*/*.parquet"):
        if part.parent.name not in {"2026-09-22", "2026-09-23"}:
            part.write_bytes(b"not Parquet")
    again = StoreEvidence(Store(store.path), whole.window)
    assert again.frame("mq_buffer_pool").equals(kept)
    assert kept.height == 3 * 25  # a minute past each hour, from 08:00 to 09:00 of the next day


def test_a_load_looks_at_no_day_but_its_own(store: Store) -> None:
    for day in range(4):
        add(store, range(day * DAY, day * DAY + 10))
    for part in store.path.glob(f"days/{FIRST}/*"):
        part.write_bytes(b"nothing that can be read")
    add(store, range(9 * DAY, 9 * DAY + 10))
    add(store, range(9 * DAY, 9 * DAY + 20))
    days = [day for day in store.days() if day != FIRST]
    assert store.table("mq_buffer_pool", days).select(pl.len()).collect().item() == 3 * 50


def test_many_small_loads_of_a_day_leave_few_parts(store: Store) -> None:
    for hour in range(30):
        add(store, range(hour * 10, hour * 10 + 10))
    assert count(store) == 30 * 10 * 3
    assert len(store.parts("mq_buffer_pool")) <= commit.MOST
    load([str(add(store, [7000]))], store)  # what was replaced is gone with the next load
    named = {store.path / part.path for day in store.days() for part in store.day(day)}
    assert {part for part in store.path.glob("days/*/*.parquet") if part.parent.name == FIRST} <= named


def test_merged_parts_keep_the_columns_of_each_section(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commit, "MOST", 2)
    name = store.path.with_name("text.log")
    for n in range(3):
        add(store, [n])
        name.write_text(
            f"12.0{n}.00 STC00042  CSQP001I !MQ9A Buffer pool 3 has 100{n} buffers, 12 (1%) stealable\n"
        )
        load([str(name)], store)
    frame = store.table("mq_buffer_pool").collect()
    assert frame.height == 9 + 3
    assert sorted(frame.filter(pl.col("queue_manager") == "MQ9A")["buffers"]) == [1000, 1001, 1002]


def test_days_that_are_dropped_are_gone_with_what_is_said_of_them(store: Store) -> None:
    dump = add(store, range(0, 3 * DAY, 60))
    gone = drop(DropRequest(store.path, before=datetime(2026, 9, 23).date()))
    assert gone.days == (FIRST, "2026-09-22")
    assert gone.partly == (str(dump),)
    assert store.days() == ["2026-09-23", "2026-09-24"]
    assert not list(store.path.glob(f"days/{FIRST}"))
    (line,) = coverage(store.files(), store.dictionary)
    assert str(line.first) == "2026-09-23 00:00:00"
    assert line.rows * 3 == count(store)


def test_a_file_of_dropped_days_brings_them_back_and_nothing_twice(store: Store) -> None:
    dump = add(store, range(0, 3 * DAY, 60))
    before = contents(store)
    drop(DropRequest(store.path, day=("2026-09-22",)))
    assert len(contents(store)) < len(before)
    loaded = load([str(dump)], store)
    assert not loaded.known
    assert loaded.duplicates == 72 - 24
    assert contents(store) == before
    assert load([str(dump)], store).known == (str(dump),)


def test_a_file_that_brought_nothing_new_brings_it_when_days_were_dropped(store: Store) -> None:
    add(store, range(0, 40))
    again = add(store, range(10, 20), "again.smf")
    before = contents(store)
    drop(DropRequest(store.path, day=(FIRST,)))
    assert not load([str(again)], store).known
    assert len(contents(store)) == 30 < len(before)


def test_a_file_of_which_nothing_is_left_is_forgotten(store: Store) -> None:
    old, new = add(store, [0]), add(store, [2 * DAY])
    assert drop(DropRequest(store.path, before=datetime(2026, 9, 22).date())).forgotten == (str(old),)
    assert [file["path"] for file in store.files()] == [str(new)]


def test_rows_without_a_time_stay_until_they_are_named(store: Store, tmp_path: Path) -> None:
    log = tmp_path / "job.log"
    log.write_text(MESSAGE)
    load([str(log)], store)
    add(store, [0])
    drop(DropRequest(store.path, before=datetime(2030, 1, 1).date()))
    assert store.days() == ["undated"]
    assert drop(DropRequest(store.path, day=("undated",))).forgotten == (str(log),)


def test_a_message_belongs_to_the_day_it_tells(store: Store, tmp_path: Path) -> None:
    log = tmp_path / "syslog.txt"
    log.write_text(LOG)
    load([str(log)], store)
    assert store.days() == [FIRST]
    log.write_text(LOG + LOG.replace("12:00", "13:00"))
    assert load([str(log)], store).duplicates == 1
    assert store.table("mq_message").collect().height == 2


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([], "give --before, or --day"),
        (["--before", "2026-09-22", "--day", "2026-09-22"], "give --before, or --day"),
        (["--before", "yesterday"], "'yesterday' is not a day"),
        (["--day", "2026-13-01"], "is not a day"),
    ],
)
def test_what_to_drop_is_said_in_one_way(store: Store, arguments: list[str], text: str) -> None:
    with pytest.raises(GetpageError, match=text):
        app(["drop", str(store.path), *arguments], exit_on_error=False)


def test_dropping_says_what_went(store: Store, capsys: pytest.CaptureFixture[str]) -> None:
    dump = add(store, range(0, 2 * DAY, 60))
    app(["drop", str(store.path), "--before", "2026-09-22"], result_action="return_value")
    out = capsys.readouterr().out
    assert "dropped 1 day, 2026-09-21: " in out
    assert f"{dump}: other days of it are left" in out


@pytest.mark.parametrize("name", ["[12]", "a*", "a?", "{a,b}", "day=1", "it's"])
def test_a_store_is_read_by_its_name_and_no_pattern(tmp_path: Path, name: str) -> None:
    for number, other in enumerate([name, "1", "ab", "a", "day=2"]):
        create = Store.create(tmp_path / other)
        add(create, range(number + 1), f"dump-{number}.smf")
    store = Store(tmp_path / name)
    assert count(store) == 3
    assert store.sql("select count(*) from mq_buffer_pool").fetchall() == [(3,)]
    result = getpage.check(tmp_path / name)
    assert [item.rows for item in result.coverage] == [1]


def test_a_query_finds_every_table_of_the_store(store: Store) -> None:
    add(store, [0])
    tables = [name for (name,) in store.sql("show tables").fetchall()]
    assert tables == store.tables() == ["evidence_record", "mq_buffer_pool"]
    named = store.sql("describe mq_buffer_pool").fetchall()
    shown = store.sql("select column_name from information_schema.columns where table_name like 'mq_buffer%'")
    assert {name for (name,) in shown.fetchall()} >= {column for column, *_ in named}


MINUTES = [*range(0, 40), *range(DAY, DAY + 40)]


@settings(max_examples=examples(8), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(st.sampled_from(MINUTES), max_size=60), min_size=1, max_size=5),
    st.integers(1, 3),
    st.randoms(use_true_random=False),
)
def test_the_same_records_make_the_same_store_however_they_come(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[list[int]], threads: int, order: random.Random
) -> None:
    """Shuffled, split into files that overlap, in one load or several, with any number of decoders."""
    folder = tmp_path_factory.mktemp("shuffled")
    whole = sorted({minute for piece in pieces for minute in piece} | {0})
    expected = Store.create(folder / "expected", durable=False)
    (folder / "whole.smf").write_bytes(b"".join(pool_records(whole)))
    load([str(folder / "whole.smf")], expected, threads=1)

    store = Store.create(folder / "store", durable=False)
    files = []
    for number, piece in enumerate([*pieces, whole[: len(whole) // 2], whole[len(whole) // 3 :]]):
        path = folder / f"{number}.smf"
        path.write_bytes(b"".join(order.sample(pool_records(piece), len(piece))))
        files += [str(path)] if piece else []
    cut = order.randrange(len(files))
    for together in (files[:cut], files[cut:]):
        if together:
            load(together, store, threads=threads)
    assert contents(store) == contents(expected)
    assert findings(store) == findings(expected)


def findings(store: Store) -> object:
    """What a check says, but for the files that it stands on."""
    from getpage.result import to_plain

    result = getpage.check(store.path)
    shown = [to_plain(result.findings), to_plain(result.coverage), to_plain(result.changes)]
    return json.loads(json.dumps(shown, default=str), object_hook=_placeless)


def _placeless(values: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if name not in {"file", "record"}}


def test_a_record_a_hundred_thousand_times_is_one(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "again.smf"
    path.write_bytes(pool_record(0) * 100_000)
    assert load([str(path)], store).duplicates == 99_999
    assert count(store) == 3


def test_what_loads_brought_is_looked_through_once_for_all_days(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names each interval of each report: once a day made a check of years grow with their square."""
    add(store, range(0, 5 * DAY, 60))
    looked: list[int] = []

    def looking(files: list[dict[str, object]], dictionary: Dictionary) -> tuple[Coverage, ...]:
        looked.append(len(files))
        return coverage(files, dictionary)

    monkeypatch.setattr("getpage.evidence.view.coverage", looking)
    days = [
        StoreEvidence(store, Window(datetime(2026, 9, day), datetime(2026, 9, day + 1))) for day in (21, 24)
    ]
    assert days[0].coverage == days[1].coverage
    assert getpage.check(store.path).coverage == days[0].coverage
    assert looked == [1, 1]
    add(store, range(5 * DAY, 6 * DAY, 60))
    assert days[0].coverage != StoreEvidence(store).coverage
    assert looked == [1, 1, 2]
