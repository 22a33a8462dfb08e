"""What stands in a store that is no file, queries that take too much, and loads that begin or end badly."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path

import pytest

import getpage
from getpage import _native
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.evidence.load import load
from getpage.evidence.store import Store
from getpage.evidence.verify import verify
from store_records import pool_records, pool_spec


@pytest.fixture
def dump(tmp_path):
    path = tmp_path / "dump.smf"
    path.write_bytes(b"".join(pool_records(range(5))))
    return path


@pytest.fixture
def store(tmp_path, dump):
    create = Store.create(tmp_path / "store")
    load([str(dump)], create)
    return create


@pytest.fixture
def hurry():
    """Whatever waits forever is ended with an error."""
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(TimeoutError("it waits")))
    signal.alarm(60)
    yield
    signal.alarm(0)


def put(kind, path):
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "directory":
        path.mkdir()
    else:
        path.symlink_to("/dev/zero")


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize("kind", ["pipe", "directory", "device"])
@pytest.mark.parametrize("pattern", ["days/*/mq_buffer_pool-*.parquet", "days/*/*.json", "loads/*.json"])
def test_what_is_no_file_in_place_of_one_is_told_and_not_waited_for(store, kind, pattern):
    [path] = store.path.glob(pattern)
    put(kind, path)
    [wrong] = verify(Store(store.path)).wrong
    assert store.path / wrong.path == path
    assert "stands in its place" in wrong.why
    with pytest.raises(GetpageError, match="stands in its place"):
        getpage.check(store.path)
    if "days" in pattern:
        with pytest.raises(GetpageError, match="stands in its place"):
            Store(store.path).sql("select sum(reads) from mq_buffer_pool").fetchall()


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize("kind", ["pipe", "directory", "device"])
@pytest.mark.parametrize("name", ["catalog.json", ".lock"])
def test_a_load_waits_for_no_pipe_in_a_store(store, dump, kind, name):
    put(kind, store.path / name)
    with pytest.raises(GetpageError, match=rf"{name}.*stands in its place"):
        getpage.load(dump, into=store.path)


def test_columns_of_one_name_are_told_apart_in_json(store, capsys):
    assert run_command(["sql", str(store.path), "select 1 as a, 2 as a, 3 as a_2", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"a": 1, "a_2": 2, "a_2_2": 3}]


def test_a_heading_is_no_formula_to_a_spreadsheet(store, capsys):
    assert run_command(["sql", str(store.path), 'select 1 as "=cmd()", 2 as b', "--format", "csv"]) == 0
    assert capsys.readouterr().out == "'=cmd(),b\n1,2\n"


def test_what_a_query_spills_lies_in_a_private_directory_that_goes_with_the_store(
    store, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    opened = Store(store.path)
    [(place,)] = opened.sql("select current_setting('temp_directory')").fetchall()
    private = Path(place).parent
    assert private.stat().st_mode & 0o077 == 0
    assert tmp_path not in private.parents or tmp_path.name == "tmp"
    del opened
    assert not private.exists()


def command(*words, **options):
    return subprocess.Popen(
        [sys.executable, "-m", "getpage", *map(str, words)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


def test_a_query_has_bounded_memory(store):
    query = "select repeat('x', 1500000000) as a, repeat('y', 1500000000) as b"
    run = command("sql", store.path, query)
    _, status, usage = os.wait4(run.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 2
    assert "sql: too much memory" in run.stderr.read()
    assert usage.ru_maxrss < 2_700_000  # kilobytes


def test_ctrl_c_ends_a_long_query_as_it_ends_everything(store, tmp_path):
    query = "select count(*) from range(100000000) a, range(1000000) b where a.range * b.range % 7 = 3"
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    run = command("sql", store.path, query, env=os.environ | {"TMPDIR": str(scratch)})
    until = time.monotonic() + 60
    while not list(scratch.glob("getpage-*")) and time.monotonic() < until:
        time.sleep(0.05)
    time.sleep(1)
    run.send_signal(signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert (run.returncode, errors) == (130, "getpage: stopped; nothing was changed\n")


def test_many_may_make_one_store_at_once(tmp_path):
    with ThreadPoolExecutor(8) as pool:
        for number in range(20):
            places = [tmp_path / f"new-{number}" / "store"] * 8
            assert {store.path for store in pool.map(Store.create, places)} == {places[0]}
            assert sorted(path.name for path in places[0].iterdir()) == ["catalog.json", "getpage-store.json"]


def test_of_two_loads_into_a_new_directory_at_once_one_may_have_to_wait_and_says_so(tmp_path):
    for number in range(2):
        (tmp_path / f"{number}.smf").write_bytes(b"".join(pool_records(range(7 * number, 7 * number + 7))))
    place = tmp_path / "new" / "store"
    loads = [command("load", tmp_path / f"{number}.smf", "--into", place) for number in range(2)]
    said = [load.communicate(timeout=120)[1] for load in loads]
    done = [load.returncode for load in loads]
    assert 0 in done
    for number, (code, text) in enumerate(zip(done, said, strict=True)):
        again = f"Next: getpage load {tmp_path / f'{number}.smf'} --into {place}\n"
        assert code == 0 or (code == 2 and "store: another load is running" in text and again in text), text
    assert getpage.Store(str(place)).rows("mq_buffer_pool") == 7 * 3 * done.count(0)


def test_a_load_that_is_refused_leaves_no_store(tmp_path, dump):
    nothing = tmp_path / "nothing.txt"
    nothing.write_text("no message of anything\n")
    with pytest.raises(GetpageError):
        getpage.load(nothing, into=tmp_path / "new")
    assert not (tmp_path / "new").exists()
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(GetpageError):
        getpage.load(nothing, into=folder)
    assert not list(folder.iterdir())
    getpage.load(dump, into=folder)
    with pytest.raises(GetpageError):
        getpage.load(nothing, into=folder)
    assert getpage.Store(str(folder)).rows("mq_buffer_pool") == 15


def test_an_interval_that_ended_as_the_window_began_is_of_the_time_before_it(tmp_path):
    dump = tmp_path / "dump.smf"
    dump.write_bytes(b"".join(pool_records(range(60))))
    getpage.load(dump, into=tmp_path / "store")
    from datetime import datetime

    from getpage.evidence.view import StoreEvidence
    from getpage.evidence.window import Window

    evidence = StoreEvidence(Store(tmp_path / "store"), Window(datetime(2026, 9, 21, 12, 30)))
    starts = evidence.frame("mq_buffer_pool")["interval_start"]
    assert starts.min() == datetime(2026, 9, 21, 12, 30)
    assert starts.max() == datetime(2026, 9, 21, 12, 59)


def test_windows_side_by_side_have_each_interval_once_and_one_of_an_interval_has_it(tmp_path):
    """Records are written when their interval has ended, some of them seconds later."""
    specs = [pool_spec(minute, 7) for minute in range(60)]
    for late, spec in zip(cycle((0, 3, 1)), specs, strict=False):
        spec["common"]["written"] += late * 1_000_000
    dump = tmp_path / "dump.smf"
    dump.write_bytes(b"".join(_native.encode_records(specs)))
    store = getpage.load(dump, into=tmp_path / "store")
    from datetime import datetime, timedelta

    from getpage.evidence.view import StoreEvidence
    from getpage.evidence.window import Window

    def starts(first, last):
        return StoreEvidence(store, Window(first, last)).frame("mq_buffer_pool")["interval_start"]

    half, minute = datetime(2026, 9, 21, 12, 30), timedelta(minutes=1)
    assert set(starts(half, half + minute)) == {half}
    assert sorted({*starts(None, half)} | {*starts(half, None)}) == sorted({*starts(None, None)})
    assert not {*starts(None, half)} & {*starts(half, None)}


def test_many_small_texts_of_a_day_are_one_part_of_a_table(tmp_path):
    folder = tmp_path / "logs"
    for number in range(40):
        (folder / f"d{number % 4}").mkdir(parents=True, exist_ok=True)
        manager = f"+QMP{number % 3}"
        text = f"2026-05-21 10:{number:02}:07 CSQP014E {manager} CSQPEXPC EXPANSION FAILED FOR PAGE SET 4\n"
        (folder / f"d{number % 4}" / f"log{number}.txt").write_text(text)
        (folder / f"d{number % 4}" / f"note{number}.txt").write_text(f"nothing that is known, {number}\n")
    create = Store.create(tmp_path / "many")
    loaded = load([str(folder)], create)
    assert len(loaded.files) == len(loaded.refused) == 40
    assert loaded.rows == {"evidence_record": 40, "mq_message": 40}
    parts = create.day("2026-05-21")
    assert [(part.table, part.rows) for part in parts] == [("evidence_record", 40), ("mq_message", 40)]
    assert create.table("mq_message").collect()["file"].n_unique() == 40
    assert not any("merged" in part.path for part in parts)


def test_a_line_is_in_one_of_two_windows_too(tmp_path):
    """At the second it says: a record is written when its interval has ended, a line is not."""
    from datetime import datetime, timedelta

    from getpage.evidence.view import StoreEvidence
    from getpage.evidence.window import Window

    midday = datetime(2026, 9, 21, 12)
    times = [midday + timedelta(seconds=second) for second in (-60, -4, 0, 1, 3, 5, 6, 60)]
    log = tmp_path / "log.txt"
    line = "CSQP014E +QM05 CSQPEXPC EXPANSION FAILED FOR PAGE SET 7"
    log.write_text("".join(f"{time:%Y-%m-%d %H:%M:%S} {line}\n" for time in times))
    specs = [pool_spec(minute, 7) for minute in range(60)]
    dump = tmp_path / "dump.smf"
    dump.write_bytes(b"".join(_native.encode_records(specs)))
    store = getpage.load([log, dump], into=tmp_path / "store")
    before, after = (StoreEvidence(store, window) for window in (Window(None, midday), Window(midday)))
    messages = [list(side.frame("mq_message")["written"]) for side in (before, after)]
    assert messages == [times[:2], times[2:]]
    for table in before.tables():
        rows = store.table(table).collect()
        if "written" in rows.columns:
            sides = [side.frame(table).height for side in (before, after)]
            assert sum(sides) == rows.height, table


def test_files_of_a_store_that_are_loaded_again_are_counted_after_the_first_ones(tmp_path, capsys):
    files = [tmp_path / f"dump-{number}" for number in range(9)]
    for number, path in enumerate(files):
        path.write_bytes(b"".join(pool_records(range(10 * number, 10 * number + 10))))
    words = ["load", *map(str, files), "--into", str(tmp_path / "store")]
    assert run_command(words) == run_command(words) == 0
    known = [line for line in capsys.readouterr().err.splitlines() if "loaded before" in line]
    assert [line.split(": ")[0] for line in known] == [
        *map(str, files[:3]),
        "6 more files loaded before, nothing added",
    ]
