"""What a user reads where `getpage load --engine spark` does not begin: one sentence, and what to do."""

from __future__ import annotations

import re
import sys
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import sample_site
from getpage.app.load import LoadRequest
from getpage.cli.app import run_command
from getpage.core.errors import GetpageError
from getpage.scale.source import RecordTable
from store_records import pool_records
from tools.demo.site import DUMP

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def refusal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What is printed of a load by Spark that does not begin."""
    dump = tmp_path / "dump"
    dump.write_bytes(b"".join(pool_records(range(9))))
    capsys.readouterr()
    assert run_command(["load", str(dump), "--into", str(tmp_path / "store"), "--engine", "spark"]) == 2
    assert not (tmp_path / "store").exists()
    printed = capsys.readouterr()
    assert printed.out == ""
    problem, _, step = printed.err.replace(str(tmp_path), "HERE").partition("Next: ")
    return f"{' '.join(problem.split())} Next: {' '.join(step.split())}"


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Load a small file by Spark: what is printed instead of a result."""
    return partial(refusal, tmp_path, capsys)


@pytest.fixture
def pretend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Libraries of the names of Spark's, of which no more than a version is looked at, and none stays."""
    folder = tmp_path / "libraries"
    names = ("pyspark", "pyarrow", "pandas")

    def forget() -> None:
        for module in [module for module in sys.modules if module.partition(".")[0] in names]:
            del sys.modules[module]

    def written(version: str) -> None:
        for name in names:
            (folder / name).mkdir(parents=True)
            (folder / name / "__init__.py").write_text(f"__version__ = {version!r}\n")
        (folder / "pyspark" / "sql.py").write_text("SparkSession = None\n")
        monkeypatch.syspath_prepend(folder)

    real = {name: module for name, module in sys.modules.items() if name.partition(".")[0] in names}
    forget()
    yield written
    forget()
    sys.modules.update(real)


def test_no_pyspark(told: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpage.scale.spark.find_spec", lambda _: None)
    assert told() == (
        "getpage: --engine spark takes pyspark, pyarrow, pandas: not installed "
        "Next: pip install 'getpage[spark]'"
    )


def test_no_java(told: Any, pretend: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend("4.1.4")
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("SPARK_REMOTE", "JAVA_HOME"):
        monkeypatch.delenv(name, raising=False)
    needed = "getpage: --engine spark takes Java 17 or later:"
    remedy = "install it, or set JAVA_HOME Next: java -version"
    assert told() == f"{needed} none is on the PATH; {remedy}"
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert told() == f"{needed} JAVA_HOME is HERE, where none is; {remedy}"


def test_pyspark_3(told: Any, pretend: Any) -> None:
    pretend("3.5.7")
    assert told() == (
        "getpage: --engine spark takes PySpark 4; PySpark 3.5.7 is installed "
        "Next: pip install 'getpage[spark]'"
    )


class Session:
    """A session of Spark as far as a load asks for one."""

    builder: Any
    version = "4.3.0"

    def __init__(self, raised: Exception | None = None, version: str = version) -> None:
        self.raised, self.version = raised, version
        self.builder = SimpleNamespace(appName=lambda _: SimpleNamespace(getOrCreate=self.began))

    def began(self) -> Session:
        if self.raised is not None:
            raise self.raised
        return self

    def getActiveSession(self) -> None:
        return None

    def stop(self) -> None:
        """It is no more."""


@pytest.fixture
def pretended(pretend: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """PySpark 4, of which a session is this one."""
    pretend("4.3.0")

    def is_session(session: Session) -> None:
        monkeypatch.setitem(sys.modules, "pyspark.sql", SimpleNamespace(SparkSession=session))
        monkeypatch.setattr("getpage.scale.spark._check_java", lambda: None)

    return is_session


def test_a_cluster_of_spark_3(
    told: Any, pretended: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By Spark Connect it says its release. A Spark of the site's own is known by its files. And a master of
    Spark 3.5.7, asked by PySpark 4.3.0, ended the session with these words.
    """
    pretended(Session(version="3.5.7"))
    remedy = "Next: getpage load HERE/dump --into HERE/store"
    assert told() == (
        f"getpage: --engine spark: the cluster runs Spark 3.5.7; getpage takes Spark 4 {remedy}"
    )
    words = "IllegalStateException: Cannot call methods on a stopped SparkContext."
    called = "An error occurred while calling None.org.apache.spark.sql.classic.SparkSession."
    pretended(
        Session(RuntimeError(f"{called}\n: java.lang.{words}\nThis stopped SparkContext was created at:"))
    )
    assert told() == (
        f"getpage: --engine spark: the master does not answer, or not as one of Spark 4 does {remedy}"
    )
    home = tmp_path / "spark"
    (home / "jars").mkdir(parents=True)
    (home / "jars" / "spark-core_2.12-3.3.2.3.3.7190.0-91.jar").touch()
    monkeypatch.setenv("SPARK_HOME", str(home))
    assert told() == (
        "getpage: --engine spark takes Spark 4; SPARK_HOME is HERE/spark, of Spark 3.3.2.3.3.7190.0-91; "
        "unset it Next: ls HERE/spark/jars"
    )


def test_spark_that_fails_for_another_reason(told: Any, pretended: Any) -> None:
    called = "An error occurred while calling o43.collectToPython."
    pretended(Session(RuntimeError(f"{called}\n: org.apache.spark.SparkException: no room\n\tat x.y")))
    assert told().startswith(
        "getpage: --engine spark: Spark gave up: org.apache.spark.SparkException: no room"
    )
    pretended(Session(RuntimeError("Traceback:\n  at\nOSError: no space left\n\norg.a.SparkException: x\n")))
    assert told().startswith("getpage: --engine spark: Spark gave up: OSError: no space left")


def test_an_engine_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GetpageError, match="--engine flink: expected local or spark"):
        LoadRequest([str(tmp_path)], into=tmp_path / "store", engine="flink")


def test_a_range_is_a_megabyte_at_least(tmp_path: Path) -> None:
    with pytest.raises(GetpageError, match="expected 1M or more"):
        LoadRequest([str(tmp_path)], into=tmp_path / "store", range_size=1_000)


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
