"""Spark hands out the pieces of a load: a row of a frame is a task, and what came of it a row of text.

No record goes through Spark: workers read ranges and write parts of the store themselves. Settings are those
of the site, from `spark-defaults.conf` or the options of `spark-submit` (PYSPARK_SUBMIT_ARGS).

Source: Apache Spark, "Apache Arrow in PySpark", `DataFrame.mapInArrow`.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import warnings
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from getpage.core.errors import GetpageError, Without, command
from getpage.core.text import shorten
from getpage.scale.work import WORK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from getpage.scale.pieces import Run

#: The oldest release of PySpark and Spark that this was made for.
_RELEASE: Final = 4
#: pandas is only looked for by PySpark.
_NEEDED: Final = ("pyspark", "pyarrow", "pandas")
_INSTALL: Final = "pip install 'getpage[spark]'"
#: Characters of what Spark says of a failure.
_LONGEST: Final = 200
#: What it says of one: that something was called; a program or module that a worker lacks; the last line of
#: what a Python of a worker raised.
_CALL: Final = "An error occurred while calling"
_PROGRAM: Final = re.compile(r'Cannot run program "([^"]+)"')
_MODULE: Final = re.compile(r"ModuleNotFoundError: No module named '([\w.]+)'")
_RAISED: Final = re.compile(r"^(?!java\.|org\.|scala\.)[\w.]+(?:Error|Exception): .+$", re.MULTILINE)


@contextmanager
def workers() -> Iterator[Run]:
    """What has tasks done by the workers of the site's Spark. A session that is there already goes on."""
    _check_pyspark()
    session_class = import_module("pyspark.sql").SparkSession
    _check_java()
    _check_home()
    # Workers that are processes of this machine have what this process has.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    is_ours = session_class.getActiveSession() is None
    try:
        with _quiet():
            session = session_class.builder.appName("getpage load").getOrCreate()
    except Exception as error:
        raise _failed(error) from error
    try:
        if _release(session.version) < _RELEASE:
            problem = f"--engine spark: the cluster runs Spark {session.version}; getpage takes Spark 4"
            raise GetpageError(problem, Without(("--engine",)))
        yield partial(_run, session)
    finally:
        if is_ours:
            session.stop()


def _check_pyspark() -> None:
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        problem = f"--engine spark takes {', '.join(missing)}: not installed"
        raise GetpageError(problem, _INSTALL)
    spark = import_module("pyspark")
    if _release(spark.__version__) < _RELEASE:
        problem = f"--engine spark takes PySpark 4; PySpark {spark.__version__} is installed"
        raise GetpageError(problem, _INSTALL)


def _release(version: str) -> int:
    number = version.partition(".")[0]
    return int(number) if number.isdecimal() else _RELEASE


def _check_java() -> None:
    home = os.environ.get("JAVA_HOME")
    is_there = (Path(home) / "bin" / "java").is_file() if home else shutil.which("java") is not None
    if not is_there and "SPARK_REMOTE" not in os.environ:
        where = f"JAVA_HOME is {home}, where none is" if home else "none is on the PATH"
        problem = f"--engine spark takes Java 17 or later: {where}; install it, or set JAVA_HOME"
        raise GetpageError(problem, "java -version")


def _check_home() -> None:
    """The Spark in SPARK_HOME is started, whatever PySpark has with it."""
    home = os.environ.get("SPARK_HOME")
    for core in Path(home, "jars").glob("spark-core_*.jar") if home else ():
        version = core.stem.partition("_")[2].partition("-")[2]
        if _release(version) < _RELEASE:
            problem = f"--engine spark takes Spark 4; SPARK_HOME is {home}, of Spark {version}; unset it"
            raise GetpageError(problem, command("ls", core.parent))


def _run(session: Any, tasks: Iterable[str], module: str = WORK) -> list[str]:
    tasks = list(tasks)
    if not tasks:
        return []
    try:
        # One task a partition: Spark starts each again where its worker is lost.
        numbers = session.range(0, len(tasks), 1, len(tasks))
        with _quiet():
            frame = numbers.mapInArrow(_worker(tasks, module), "number long, outcome string")
        rows = frame.collect()
    except Exception as error:
        raise _failed(error) from error
    return [row.outcome for row in sorted(rows, key=lambda row: row.number)]


@contextmanager
def _quiet() -> Iterator[None]:
    """Without what PySpark says of the release of pandas, which is not used."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        yield


def _worker(tasks: list[str], module: str) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """What a worker does with the numbers of tasks. It is sent as code, as getpage may be missing there."""

    def work(batches: Iterable[Any]) -> Iterator[Any]:
        import json
        import platform
        import sys
        from importlib import import_module

        import pyarrow

        try:
            done = import_module(module).done
        except ImportError as error:
            where, why = platform.node(), str(error)

            def done(text: str) -> str:  # noqa: ARG001 - it has the form of the other
                problem = (
                    f"the worker on {where} has no getpage ({sys.executable}: {why}); install it "
                    "there, or set PYSPARK_PYTHON to a Python that has it"
                )
                return json.dumps({"problem": problem, "next": "pip install getpage"})

        for batch in batches:
            numbers = batch.column(0).to_pylist()
            outcomes = [done(tasks[number]) for number in numbers]
            yield pyarrow.RecordBatch.from_pydict({"number": numbers, "outcome": outcomes})

    return work


def _failed(error: Exception) -> GetpageError:
    """What Spark says of a failure, in a sentence where it is known what to do."""
    text = str(error)
    if (missing := _PROGRAM.search(text)) is not None:
        problem = (
            f"--engine spark: the workers have no {missing[1]}; set PYSPARK_PYTHON to a Python of theirs"
        )
        return GetpageError(problem, command("ls -l", missing[1]))
    if (missing := _MODULE.search(text)) is not None:
        problem = f"--engine spark: the Python of the workers has no {missing[1]}; install it there"
        return GetpageError(f"{problem}, or set PYSPARK_PYTHON to a Python that has it", _INSTALL)
    if "stopped SparkContext" in text:
        problem = "--engine spark: the master does not answer, or not as one of Spark 4 does"
        return GetpageError(problem, Without(("--engine",)))
    raised = _RAISED.findall(text)
    lines = [line.strip(" :") for line in text.splitlines() if line.strip() and not line.startswith(_CALL)]
    reason = raised[-1] if raised else next(iter(lines), type(error).__name__)
    return GetpageError(f"--engine spark: Spark gave up: {shorten(reason, _LONGEST)}", Without(("--engine",)))
