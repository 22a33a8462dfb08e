"""`getpage load --engine spark` on Spark in local mode, and what is printed where workers cannot do it."""

from __future__ import annotations

import re
import shutil
import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl
import pytest

import sample_site
from getpage import _native
from getpage.app.load import Engine, LoadRequest, load
from getpage.cli.app import run_command
from getpage.core.units import MIB
from getpage.evidence import beside
from getpage.evidence.day_answers import DayAnswers
from getpage.evidence.store import Store
from getpage.scale.source import register
from in_pieces import assert_same, plain, rows
from in_spark import JAVA_OPTIONS, SETTINGS
from s3_server import environment, free_port, make_bucket, objects, put, serving
from store_records import pool_records
from test_ranges import records_of
from test_spark_refused import refusal
from tools.demo.site import DUMP
from weeks_of_a_site import SITE, write_day

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


#: What each Python of the workers does first. They are forks of one that has loaded what all of them use. A
#: file beside this says what is wrong with them: a name that they do not see, or where they note that they
#: end, at the first attempt at each range when its parts are written, and at a day when half of it is kept.
FIRST = """
import os
import sys
from pathlib import Path

if "pyspark.daemon" in " ".join(sys.orig_argv):
    import polars
    import pyarrow

    import getpage.scale.work as work
    from getpage.evidence import beside
    from getpage.evidence.day_answers import DayAnswers

    here = Path(__file__).parent
    done, decoded, add = work.done, work._decoded, DayAnswers.add

    class Unseen(type(Path())):
        def stat(self, **how):
            if self.name == (here / "unseen").read_text():
                raise FileNotFoundError(2, "No such file or directory", str(self))
            return super().stat(**how)

        def read_text(self, *arguments, **how):
            self.stat()
            return super().read_text(*arguments, **how)

    def somewhere(text):
        blind = (here / "unseen").exists()
        work.Path = Unseen if blind else Path
        if blind:
            work.platform.node = lambda: "node7"
        return done(text)

    def end_once(name):
        if (here / "lost").exists():
            seen = Path((here / "lost").read_text(), name)
            if not seen.exists():
                seen.touch()
                os._exit(9)

    def lost(task):
        outcome = decoded(task)
        end_once(f"{task.ranges[0].start}.seen")
        return outcome

    def lost_day(answers, name, frames):
        add(answers, name, frames)
        if answers.day == "2026-03-14":
            end_once("day.seen")

    work.done, work._decoded, DayAnswers.add = somewhere, lost, lost_day
    beside.MOST_AT_ONCE = 0  # measures of any store are kept
"""


# Java outlives a session, and with it where its Python looks.
@pytest.fixture(scope="session")
def workers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory where workers look for what is wrong with them."""
    folder = tmp_path_factory.mktemp("workers")
    (folder / "sitecustomize.py").write_text(FIRST)
    return folder


@pytest.fixture(scope="session")
def port() -> int:
    """Where the server of S3 will be, which workers know from the start: else they begin anew."""
    return free_port()


@pytest.fixture(scope="module")
def spark(workers: Path, port: int) -> Iterator[Any]:
    """One session for all tests, as `spark-submit` makes it; two workers at a time."""
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java 17, which is not installed here")
    sql = pytest.importorskip("pyspark.sql", reason="PySpark is not installed here: make spark")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed here: make spark")
    patch = pytest.MonkeyPatch()
    patch.setenv("PYSPARK_PYTHON", sys.executable)
    patch.setenv("JAVA_TOOL_OPTIONS", JAVA_OPTIONS)
    patch.setenv("PYTHONPATH", ":".join([str(workers), *(path for path in sys.path if path)]))
    for name, value in environment(port).items():
        patch.setenv(name, value)
    builder = sql.SparkSession.builder.master("local[2,3]").config(map=SETTINGS)
    session = builder.config("spark.log.level", "FATAL").getOrCreate()
    yield session
    session.stop()
    patch.undo()


@pytest.fixture
def wrong(workers: Path) -> Iterator[Any]:
    """What is wrong with the workers during a test."""

    def is_wrong(name: str, text: str) -> None:
        (workers / name).write_text(text)

    yield is_wrong
    for name in ("lost", "unseen"):
        (workers / name).unlink(missing_ok=True)


@pytest.mark.usefixtures("spark")
def test_spark_makes_the_store_that_one_process_makes(tmp_path: Path) -> None:
    site = sample_site.site()
    size = (site / DUMP).stat().st_size // 5
    arguments = ["load", str(site), "--into", str(tmp_path / "store")]
    assert run_command([*arguments, "--engine", "spark", "--range-size", str(size)]) == 0
    assert_same(Store(tmp_path / "store"), Store(sample_site.store()))


def test_workers_read_and_write_by_url(
    spark: Any, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few tables, of two days: the server takes longer for each object than all else."""
    some = b"".join([*records_of((sample_site.site() / DUMP).read_bytes())][:40])
    dump = some + b"".join(record for reads in range(3) for record in pool_records(range(1_800), reads))
    with serving(tmp_path / "log", monkeypatch, port) as address:
        bucket = make_bucket(address, "of-spark")
        put(f"{bucket}/smf", {"dump": dump, "again": some})
        request = LoadRequest([f"{bucket}/smf"], into=f"{bucket}/cap", engine=Engine.SPARK, range_size=MIB)
        store = load(request)
        folder = tmp_path / "smf"
        folder.mkdir()
        (folder / "dump").write_bytes(dump)
        (folder / "again").write_bytes(some)
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


@pytest.mark.usefixtures("spark")
def test_workers_that_are_killed_are_replaced_and_nothing_of_them_stays(
    wrong: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dump = tmp_path / "dump"
    dump.write_bytes((sample_site.site() / DUMP).read_bytes()[:2_500_000])
    wrong("lost", str(tmp_path))
    request = LoadRequest([str(dump)], into=tmp_path / "store", engine=Engine.SPARK, range_size=1_048_576)
    store = load(request)
    assert len([*tmp_path.glob("*.seen")]) == 3
    expected = plain([dump], tmp_path / "plain")
    assert_same(store, expected)
    assert run_command(["load", str(dump), "--into", str(store.path), "--engine", "spark"]) == 0
    assert f"{dump}: loaded before, nothing added" in capsys.readouterr().err
    assert_same(store, expected)


@pytest.mark.usefixtures("spark")
def test_workers_work_out_days_and_check_takes_what_they_kept(
    wrong: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(beside, "MOST_AT_ONCE", 0)
    wrong("lost", str(tmp_path))
    paths = [str(write_day(tmp_path, SITE, number)) for number in range(3)]
    store = Store.create(tmp_path / "store", durable=False)
    arguments = ["load", *paths, "--into", str(store.path), "--engine", "spark", "--system", "SY1"]
    assert run_command(arguments) == 0
    assert (tmp_path / "day.seen").exists(), capsys.readouterr().err
    answers = []
    for kept in (True, False):
        with monkeypatch.context() as patch:
            if kept:
                patch.setattr(DayAnswers, "add", lambda *_: pytest.fail("it is kept"))
            else:
                shutil.rmtree(store.path / "daily")
            capsys.readouterr()
            assert run_command(["check", str(store.path)]) == 0
            answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1]


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Load a small file by Spark: what is printed instead of a result."""
    return partial(refusal, tmp_path, capsys)


def test_workers_without_their_python_or_without_libraries(
    spark: Any, told: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spark.sparkContext, "pythonExec", "/nowhere/python")
    assert told() == (
        "getpage: --engine spark: the workers have no /nowhere/python; set PYSPARK_PYTHON to a Python of "
        "theirs Next: ls -l /nowhere/python"
    )
    monkeypatch.setattr(spark.sparkContext, "pythonExec", sys.executable)
    (tmp_path / "getpage.py").write_text("raise ImportError('not there')\n")
    monkeypatch.setitem(spark.sparkContext.environment, "PYTHONPATH", str(tmp_path))
    assert re.fullmatch(
        r"getpage: the worker on \S+ has no getpage \(\S+: not there\); install it there, or set "
        "PYSPARK_PYTHON to a Python that has it Next: pip install getpage",
        told(),
    )
    (tmp_path / "no").mkdir()
    (tmp_path / "no" / "pyarrow.py").write_text("raise ModuleNotFoundError(\"No module named 'pyarrow'\")\n")
    monkeypatch.setitem(spark.sparkContext.environment, "PYTHONPATH", str(tmp_path / "no"))
    assert told() == (
        "getpage: --engine spark: the Python of the workers has no pyarrow; install it there, or set "
        "PYSPARK_PYTHON to a Python that has it Next: pip install 'getpage[spark]'"
    )


@pytest.mark.usefixtures("spark")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "dump",
            "getpage: HERE/dump: the worker on node7 does not see it (No such file or directory); evidence "
            "has to be on a file system that all workers share at the same path, or by URL "
            "Next: ls -l HERE/dump",
        ),
        (
            "writing",
            "getpage: HERE/store: the worker on node7 does not see this store; it has to be on a file system "
            "that all workers share at the same path Next: ls -l HERE/store/writing",
        ),
    ],
)
def test_workers_that_do_not_see_the_evidence_or_the_store(
    name: str, said: str, wrong: Any, told: Any
) -> None:
    wrong("unseen", name)
    assert told() == said


def test_a_table_of_records_is_a_frame_of_spark_and_its_rows_are_those_of_a_load(
    spark: Any, tmp_path: Path
) -> None:
    dump, some = tmp_path / "dump", (sample_site.site() / DUMP).read_bytes()[:4_000_000]
    dump.write_bytes(some)
    _, again, _, end = _native.cuts(dump, 1_100_000, [])
    dump.write_bytes(some[:end] + some[:again])
    register(spark)
    read = spark.read.format("smf").option("table", "mq_buffer_pool").option("RANGESIZE", "1500K")
    frame = read.load(str(dump))
    assert frame.rdd.getNumPartitions() > 2
    of_spark = pl.DataFrame([row.asDict() for row in frame.collect()], infer_schema_length=None)
    assert of_spark["file"].unique().to_list() == [str(dump)]
    expected = rows(plain([dump], tmp_path / "store"))["mq_buffer_pool"].drop("file")
    both = of_spark.select(expected.columns).cast(dict(expected.schema)), expected
    loaded, in_store = ({row["record"]: row for row in each.rows(named=True)} for each in both)
    assert len(loaded) > len(in_store) > 0
    assert loaded == in_store | {place: row for place, row in loaded.items() if place not in in_store}
    # Records that come again are left out by a load alone.
    own, others = (
        {tuple(row[name] for name in row if name != "record") for row in each.values()}
        for each in (in_store, loaded)
    )
    assert own == others


def test_a_schema_chooses_columns_and_a_filter_holds_for_one_query(spark: Any, tmp_path: Path) -> None:
    dump = str(tmp_path / "dump")
    (tmp_path / "dump").write_bytes((sample_site.site() / DUMP).read_bytes()[:3_000_000])
    register(spark)
    read = spark.read.format("smf").option("table", "mq_buffer_pool").option("rangeSize", "1M")
    every = [
        row.asDict() for row in read.load(dump).select("queue_manager", "buffer_pool", "reads").collect()
    ]
    wanted = [
        row
        for row in every
        if row["queue_manager"] == "MQA2" and row["buffer_pool"] >= 3 and row["reads"] % 2 == 0
    ]
    assert 0 < len(wanted) < len(every)
    for handed in ("true", "false"):
        spark.conf.set("spark.sql.python.filterPushdown.enabled", handed)
        few = read.schema("buffer_pool bigint, queue_manager string, reads bigint").load(dump)
        assert few.columns == ["buffer_pool", "queue_manager", "reads"]
        where = "queue_manager = 'MQA2' and buffer_pool >= 3 and reads % 2 = 0"
        assert (few.where(where).count(), few.count()) == (len(wanted), len(every))
