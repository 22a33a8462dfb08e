"""What a user reads where `getpage load --engine spark` cannot run: one sentence, and what to do."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from getpage.cli.app import run_command
from store_records import pool_records
from test_spark import pretend, spark  # noqa: F401 - a session that all tests of this module have

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """Load a small file by Spark: what is printed instead of a result."""
    dump = tmp_path / "dump"
    dump.write_bytes(b"".join(pool_records(range(9))))

    def load() -> str:
        capsys.readouterr()
        assert run_command(["load", str(dump), "--into", str(tmp_path / "store"), "--engine", "spark"]) == 2
        assert not (tmp_path / "store").exists()
        said = capsys.readouterr()
        assert said.out == ""
        problem, _, step = said.err.replace(str(tmp_path), "HERE").partition("Next: ")
        return f"{' '.join(problem.split())} Next: {' '.join(step.split())}"

    return load


def test_workers_without_their_python_or_without_pyarrow(
    spark: Any,  # noqa: F811 - the session
    told: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spark.sparkContext, "pythonExec", "/nowhere/python")
    assert told() == (
        "getpage: --engine spark: the workers have no /nowhere/python; set PYSPARK_PYTHON to a Python of "
        "theirs Next: ls -l /nowhere/python"
    )
    monkeypatch.setattr(spark.sparkContext, "pythonExec", sys.executable)
    (tmp_path / "pyarrow.py").write_text("raise ModuleNotFoundError(\"No module named 'pyarrow'\")\n")
    monkeypatch.setitem(spark.sparkContext.environment, "PYTHONPATH", str(tmp_path))
    assert told() == (
        "getpage: --engine spark: the Python of the workers has no pyarrow; install it there, or set "
        "PYSPARK_PYTHON to a Python that has it Next: pip install 'getpage[spark]'"
    )


#: What a Python that starts does first: here, be of a machine that does not see a file.
BLIND = """
import getpage.scale.work as work

class Unseen(type(work.Path())):
    def stat(self, **how):
        if self.name == "NAME":
            raise FileNotFoundError(2, "No such file or directory", str(self))
        return super().stat(**how)

    def read_text(self, *arguments, **how):
        self.stat()
        return super().read_text(*arguments, **how)

work.Path = Unseen
work.platform.node = lambda: "node7"
"""


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
    name: str,
    said: str,
    spark: Any,  # noqa: F811 - the session
    told: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(spark.sparkContext.environment, "PYTHONPATH", str(tmp_path))
    (tmp_path / "sitecustomize.py").write_text(BLIND.replace("NAME", name))
    assert told() == said


@pytest.fixture
def libraries(tmp_path: Path) -> Iterator[Path]:
    """A directory of libraries, of which none stays."""
    yield tmp_path / "libraries"
    for name, module in [*sys.modules.items()]:
        if str(tmp_path) in str(getattr(module, "__file__", None)):
            del sys.modules[name]


def test_no_java(told: Any, libraries: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(libraries, "4.1.4", monkeypatch)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in ("SPARK_REMOTE", "JAVA_HOME"):
        monkeypatch.delenv(name, raising=False)
    needed = "getpage: --engine spark takes Java 17 or later:"
    remedy = "install it, or set JAVA_HOME Next: java -version"
    assert told() == f"{needed} none is on the PATH; {remedy}"
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert told() == f"{needed} JAVA_HOME is HERE, where none is; {remedy}"


def test_pyspark_3(told: Any, libraries: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(libraries, "3.5.7", monkeypatch)
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
def pretended(libraries: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """PySpark 4, of which a session is this one."""
    pretend(libraries, "4.3.0", monkeypatch)

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
