"""`getpage load --engine spark` on Spark in local mode, and what is said where it cannot run."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import sample_site
from getpage.app.load import Engine, LoadRequest, load
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.core.units import MIB
from getpage.evidence import beside
from getpage.evidence.day_answers import DayAnswers
from getpage.evidence.store import Store
from getpage.scale.source import RecordTable, register
from in_pieces import assert_same, plain, rows
from s3_server import make_bucket, objects, put, serving
from store_records import pool_records
from tools.demo.site import DUMP
from weeks_of_a_site import SITE, write_day

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    """One session for all tests, as `spark-submit` makes it; two workers at a time, each thrice."""
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java 17, which is not installed here")
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed here: make spark")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed here: make spark")
    patch = pytest.MonkeyPatch()
    patch.setenv("PYSPARK_PYTHON", sys.executable)
    # Seconds of work: what compiles and collects best takes longer than it saves.
    patch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData")
    patch.setenv("PYTHONPATH", ":".join(path for path in sys.path if path))
    builder = sql.SparkSession.builder.master("local[2,3]").config("spark.ui.enabled", "false")
    session = builder.config("spark.log.level", "FATAL").getOrCreate()
    yield session
    session.stop()
    patch.undo()


@pytest.mark.usefixtures("spark")
def test_spark_makes_the_store_that_one_process_makes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    site, folder = sample_site.site(), tmp_path / "spark"
    folder.mkdir()
    size = (site / DUMP).stat().st_size // 5
    arguments = ["load", str(site), "--into", str(folder / "store")]
    assert run_command([*arguments, "--engine", "spark", "--range-size", str(size)]) == 0
    expected, store = Store(sample_site.store()), Store(folder / "store")
    assert_same(store, expected)
    answers = []
    for each in (store, expected):
        capsys.readouterr()
        monkeypatch.chdir(each.path.parent)
        run_command(["check", "store", "--format", "json"])
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]


def test_workers_read_and_write_by_url(spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dump = (sample_site.site() / DUMP).read_bytes()[:2_500_000]
    with serving(tmp_path / "log", monkeypatch) as address:
        for name in (name for name in os.environ if name.startswith("AWS_")):
            monkeypatch.setitem(spark.sparkContext.environment, name, os.environ[name])
        bucket = make_bucket(address, "of-spark")
        put(f"{bucket}/smf", {"dump": dump, "again": dump[:100_000]})
        request = LoadRequest([f"{bucket}/smf"], into=f"{bucket}/cap", engine=Engine.SPARK, range_size=MIB)
        store = load(request)
        folder = tmp_path / "smf"
        folder.mkdir()
        (folder / "dump").write_bytes(dump)
        (folder / "again").write_bytes(dump[:100_000])
        expected = plain([folder], tmp_path / "plain")
        ours, theirs = rows(store), rows(expected)
        assert ours.keys() == theirs.keys()
        assert not [table for table, frame in theirs.items() if not ours[table].equals(frame)]
        named = {part.path for day in store.days() for part in store.day(day)}
        assert {key for key in objects(f"{bucket}/cap") if key.startswith(("tables/", ".scratch/"))} == named
        register(spark)
        read = spark.read.format("smf").option("table", "mq_buffer_pool").option("rangeSize", "1M")
        assert read.load(f"{bucket}/smf/dump").count() >= theirs["mq_buffer_pool"].height > 0
        digests = [[file.digest for file in each.catalog().files()] for each in (store, expected)]
        assert digests[0] == digests[1]


#: What a Python that starts does first: here, end the first attempt at each task when its parts are written.
LOST = """
import os
from pathlib import Path

import getpage.scale.work as work

ordinary = work._decoded


def lost(task):
    outcome = ordinary(task)
    seen = Path(__file__).with_name(f"{task.ranges[0].start}.seen")
    if not seen.exists():
        seen.touch()
        os._exit(9)
    return outcome


work._decoded = lost
"""


def test_workers_that_are_killed_are_replaced_and_nothing_of_them_stays(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dump = tmp_path / "dump"
    dump.write_bytes((sample_site.site() / DUMP).read_bytes()[:2_500_000])
    (tmp_path / "sitecustomize.py").write_text(LOST)
    monkeypatch.setitem(spark.sparkContext.environment, "PYTHONPATH", str(tmp_path))
    request = LoadRequest([str(dump)], into=tmp_path / "store", engine=Engine.SPARK, range_size=1_048_576)
    store = load(request)
    assert len([*tmp_path.glob("*.seen")]) == 3
    expected = plain([dump], tmp_path / "plain")
    assert_same(store, expected)
    assert run_command(["load", str(dump), "--into", str(store.path), "--engine", "spark"]) == 0
    assert f"{dump}: loaded before, nothing added" in capsys.readouterr().err
    assert_same(store, expected)


#: What a Python that starts does first: here, keep measures of any store, and end at the first attempt at a
#: day, when half of it is kept.
LOST_DAY = """
import os
from pathlib import Path

from getpage.evidence import beside
from getpage.evidence.day_answers import DayAnswers

beside.MOST_AT_ONCE = 0
add = DayAnswers.add


def lost(answers, name, frames):
    add(answers, name, frames)
    seen = Path(__file__).with_name("day.seen")
    if answers.day == "2026-03-14" and not seen.exists():
        seen.touch()
        os._exit(9)


DayAnswers.add = lost
"""


def test_workers_work_out_days_and_check_takes_what_they_kept(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(beside, "MOST_AT_ONCE", 0)
    (tmp_path / "sitecustomize.py").write_text(LOST_DAY)
    monkeypatch.setitem(spark.sparkContext.environment, "PYTHONPATH", str(tmp_path))
    paths = [str(write_day(tmp_path, SITE, number)) for number in range(3)]
    store = load(LoadRequest(paths, into=tmp_path / "store", engine=Engine.SPARK, system="SY1"))
    assert (tmp_path / "day.seen").exists()
    answers = []
    for kept in (True, False):
        with monkeypatch.context() as patch:
            if kept:
                patch.setattr(DayAnswers, "add", lambda *_: pytest.fail("it is kept"))
            else:
                shutil.rmtree(store.path / "daily")
            capsys.readouterr()
            assert run_command(["check", str(store.path), "--format", "json"]) == 0
            answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]


def test_a_worker_without_getpage_says_so(
    spark: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "getpage").mkdir()
    (tmp_path / "getpage" / "__init__.py").write_text("raise ImportError('not there')\n")
    monkeypatch.setitem(spark.sparkContext.environment, "PYTHONPATH", str(tmp_path))
    error = refused(tmp_path)
    assert re.search(r"worker on \S+ has no getpage", error.problem)
    assert error.next_step == "pip install getpage"


def refused(tmp_path: Path) -> GetpageError:
    dump = tmp_path / "dump"
    dump.write_bytes(b"".join(pool_records(range(9))))
    with pytest.raises(GetpageError) as raised:
        load(LoadRequest([str(dump)], into=tmp_path / "store", engine=Engine.SPARK))
    assert not (tmp_path / "store").exists()
    return raised.value


def test_without_pyspark_the_command_that_installs_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("getpage.scale.spark.find_spec", lambda _: None)
    error = refused(tmp_path)
    assert error.problem == "--engine spark takes pyspark, pyarrow, pandas: not installed"
    assert error.next_step == "pip install 'getpage[spark]'"


def pretend(folder: Path, version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Libraries of these names, of which no more is looked at."""
    for name in ("pyspark", "pyarrow", "pandas"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(f"__version__ = {version!r}\n")
        for module in [module for module in sys.modules if module.partition(".")[0] == name]:
            monkeypatch.delitem(sys.modules, module)
    (folder / "pyspark" / "sql.py").write_text("SparkSession = None\n")
    monkeypatch.syspath_prepend(folder)


def test_pyspark_3_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(tmp_path / "libraries", "3.5.7", monkeypatch)
    error = refused(tmp_path)
    assert "PySpark 3.5.7 is installed" in error.problem
    assert error.next_step == "pip install 'getpage[spark]'"


@pytest.mark.parametrize("home", [True, False])
def test_without_java_it_says_which_one_is_needed(
    home: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(tmp_path / "libraries", "4.1.4", monkeypatch)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("SPARK_REMOTE", raising=False)
    if home:
        monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    else:
        monkeypatch.delenv("JAVA_HOME", raising=False)
    error = refused(tmp_path)
    assert "Java 17 or later" in error.problem


def test_an_engine_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GetpageError, match="--engine flink: expected local or spark"):
        LoadRequest([str(tmp_path)], into=tmp_path / "store", engine="flink")


def test_a_range_is_a_megabyte_at_least(tmp_path: Path) -> None:
    with pytest.raises(GetpageError, match="expected 1M or more"):
        LoadRequest([str(tmp_path)], into=tmp_path / "store", range_size=1_000)


def test_a_table_of_records_is_a_frame_of_spark_and_its_rows_are_those_of_a_load(
    spark: Any, tmp_path: Path
) -> None:
    dump = sample_site.site() / DUMP
    register(spark)
    read = spark.read.format("smf").option("table", "mq_buffer_pool").option("RANGESIZE", "20M")
    frame = read.load(str(dump))
    assert frame.rdd.getNumPartitions() > 2
    of_spark = pl.DataFrame([row.asDict() for row in frame.collect()], infer_schema_length=None)
    assert of_spark["file"].unique().to_list() == [str(dump)]
    expected = rows(plain([dump], tmp_path / "store"))["mq_buffer_pool"].drop("file")
    both = of_spark.select(expected.columns).cast(dict(expected.schema)), expected
    loaded, in_store = ({row["record"]: row for row in each.rows(named=True)} for each in both)
    assert loaded == in_store | {place: row for place, row in loaded.items() if place not in in_store}
    # Records that come again are left out by a load alone.
    own, others = (
        {tuple(row[name] for name in row if name != "record") for row in each.values()}
        for each in (in_store, loaded)
    )
    assert own == others


@pytest.mark.parametrize("handed", ["true", "false"])
def test_a_schema_chooses_columns_and_a_filter_holds_for_one_query(
    spark: Any, handed: str, tmp_path: Path
) -> None:
    dump = str(tmp_path / "dump")
    (tmp_path / "dump").write_bytes((sample_site.site() / DUMP).read_bytes()[:6_000_000])
    spark.conf.set("spark.sql.python.filterPushdown.enabled", handed)
    register(spark)
    read = spark.read.format("smf").option("table", "mq_buffer_pool").option("rangeSize", "2M")
    every = read.load(dump)
    few = read.schema("buffer_pool bigint, queue_manager string, reads bigint").load(dump)
    assert few.columns == ["buffer_pool", "queue_manager", "reads"]
    wanted = "queue_manager = 'MQA2' and buffer_pool >= 3 and reads % 2 = 0"
    count = few.where(wanted).count()
    assert 0 < count == every.where(wanted).count() < few.count() == every.count()


@pytest.mark.parametrize(
    ("options", "problem", "instead"),
    [
        ({"table": "mq_bufer_pool", "path": "x"}, "no table", "mq_buffer_pool"),
        ({"table": "cics_transaction", "path": "x"}, "put together from all ranges", "--engine spark"),
        ({"table": "mq_buffer_pool", "path": "x", "rangesiez": "1M"}, "option", "rangeSize"),
        ({"table": "mq_buffer_pool"}, "no path", "getpage fields"),
        ({"table": "mq_buffer_pool", "path": "x", "rangeSize": "1K"}, "1M or more", "rangeSize"),
        ({"path": "x"}, "option('table'", "getpage fields"),
    ],
)
def test_an_option_that_is_none_is_refused_with_the_right_one(
    options: dict[str, str], problem: str, instead: str
) -> None:
    with pytest.raises(GetpageError, match=re.escape(problem)) as caught:
        RecordTable.of(options)
    assert instead in f"{caught.value} {caught.value.next_step}"


def test_a_column_that_a_table_does_not_have_is_refused() -> None:
    with pytest.raises(GetpageError, match="no column 'raeds'"):
        RecordTable.of({"table": "mq_buffer_pool", "path": "x"}, ["reads", "raeds"])


def test_columns_are_declared_as_spark_has_them() -> None:
    columns = RecordTable.of({"table": "mq_buffer_pool", "path": "x"}).as_ddl().split(", ")
    assert {"`file` string", "`record` bigint", "`written` timestamp_ntz", "`written_utc` timestamp"} <= {
        *columns
    }
    assert "`reads` bigint" in columns


def test_a_range_next_to_damage_is_refused_rather_than_short(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed here: make spark")
    dump = bytearray((sample_site.site() / DUMP).read_bytes()[:6_000_000])
    path = tmp_path / "damaged"
    path.write_bytes(dump)
    table = RecordTable.of({"table": "mq_buffer_pool", "path": str(path), "rangeSize": "1M"})
    ranges = table.ranges()
    cut = ranges[1].start
    dump[cut - 40_000 : cut + 40_000] = b"\xe7" * 80_000
    path.write_bytes(dump)
    with pytest.raises(GetpageError, match="do not begin and end with a record"):
        _ = [list(table.batches(each)) for each in ranges]
