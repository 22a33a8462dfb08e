"""Spark standalone on this machine, a master and two workers as processes, of which some are lost."""

from __future__ import annotations

import importlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import sample_site
from getpage.evidence.store import Store
from in_pieces import assert_same, plain
from in_process import run
from in_spark import JAVA_OPTIONS, SETTINGS
from store_records import pool_records
from tools.demo.site import DUMP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Seconds for anything that is waited for, on a machine that does much else.
LONG = 300
#: What each Python of the cluster does first, by variables and files: a worker that has written the parts of
#: a task waits until it may go on, and a driver ends before or after it has committed.
FIRST = """
import os
import sys
import time
from pathlib import Path

here = Path(__file__).parent

if "pyspark.daemon" in " ".join(sys.orig_argv):
    import getpage.scale.work as work

    decoded = work._decoded

    def slow(task):
        outcome = decoded(task)
        if (here / "slow").exists():
            (here / f"at-{os.getppid()}-{task.ranges[0].start}").touch()
            while not (here / "go").exists():
                time.sleep(0.05)
        return outcome

    work._decoded = slow
elif "DRIVER_ENDS" in os.environ:
    from getpage.evidence.store import Store

    publish = Store.publish

    def lost(store, *arguments):
        if os.environ["DRIVER_ENDS"] == "after":
            publish(store, *arguments)
        os._exit(9)

    Store.publish = lost
"""


class Cluster:
    """A master and workers, each a process group of its own, as a machine is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self.workers: list[subprocess.Popen[bytes]] = []
        home = Path(importlib.import_module("pyspark").__file__ or "").parent
        (folder / "sitecustomize.py").write_text(FIRST)
        [core] = (home / "jars").glob("spark-core_*.jar")
        paths = [str(folder), *(path for path in sys.path if path)]
        self.environment = os.environ | {
            "SPARK_HOME": str(home),
            "SPARK_SCALA_VERSION": core.name.partition("_")[2].partition("-")[0],
            "SPARK_LOCAL_IP": "127.0.0.1",
            "PYTHONPATH": ":".join(paths),
            "PYSPARK_PYTHON": sys.executable,
            "JAVA_TOOL_OPTIONS": JAVA_OPTIONS,
        }
        # `spark-class` puts the same together, by a Java of its own each time.
        self._program = ["java", "-Xmx256m", "-cp", f"{home / 'jars'}/*"]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"spark://127.0.0.1:{port}"
        self._port = port

    def start(self) -> None:
        """Start the master and two workers."""
        place = ["--host", "127.0.0.1", "--webui-port", "0"]
        self._start("master", "org.apache.spark.deploy.master.Master", *place, "--port", str(self._port))
        wait(lambda: self._has("master", "Starting Spark master"))
        self.workers = [self.worker("first"), self.worker("second")]

    def _start(self, name: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [*self._program, *arguments],
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.processes.append(process)
        return process

    def _has(self, name: str, text: str) -> bool:
        return text in (self.folder / f"{name}.log").read_text()

    def worker(self, name: str) -> subprocess.Popen[bytes]:
        """Start a new worker with one processor."""
        place = ["--host", "127.0.0.1", "--webui-port", "0", "--work-dir", str(self.folder / name)]
        size = ["--cores", "1", "--memory", "600m"]
        return self._start(name, "org.apache.spark.deploy.worker.Worker", self.url, *place, *size)

    def load(self, dump: Path, store: Path, cores: int = 2, **variables: str) -> subprocess.Popen[str]:
        """The command of a user, under way, with so many workers."""
        options = SETTINGS | {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.memory": "512m",
            "spark.executor.memory": "512m",
            "spark.cores.max": cores,
        }
        settings = " ".join(f"--conf {name}={value}" for name, value in options.items())
        arguments = [str(dump), "--into", str(store), "--engine", "spark", "--range-size", "1M"]
        return subprocess.Popen(
            [sys.executable, "-m", "getpage", "load", *arguments],
            env=self.environment
            | {"PYSPARK_SUBMIT_ARGS": f"--master {self.url} {settings} pyspark-shell"}
            | variables,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def stop(self) -> None:
        for process in self.processes:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """Lose a machine: all its processes at once."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait(holds: Callable[[], object]) -> None:
    until = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def ended(load: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code of a load, and what it printed beside its table."""
    _, problem = load.communicate(timeout=LONG)
    return load.returncode, problem


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java 17, which is not installed here")
    pytest.importorskip("pyspark", reason="PySpark is not installed here: make spark")
    pytest.importorskip("pyarrow", reason="pyarrow is not installed here: make spark")
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


def test_a_store_is_as_before_or_complete_whatever_is_lost(cluster: Cluster, tmp_path: Path) -> None:
    first, dump, store = tmp_path / "first", tmp_path / "dump", tmp_path / "store"
    first.write_bytes(b"".join(pool_records(range(20))))
    dump.write_bytes((sample_site.site() / DUMP).read_bytes()[:2_500_000])
    before = plain([first], store)
    catalog = before.catalog()
    code, problem = ended(cluster.load(dump, store, cores=1, DRIVER_ENDS="before"))
    assert code == 9, problem
    assert Store(store).catalog() == catalog
    assert Store(store).rows("evidence_record") == 20
    # Of the next load a worker is lost, with parts that it has written; another comes; and the driver is lost
    # when it has committed.
    (cluster.folder / "slow").touch()
    load = cluster.load(dump, store, DRIVER_ENDS="after")

    def until_at_work(tasks: int) -> None:
        wait(lambda: len([*cluster.folder.glob("at-*")]) >= tasks or load.poll() is not None)
        assert load.poll() is None, ended(load)

    try:
        until_at_work(2)
        cluster.worker("third")
        end(cluster.workers[0])
        until_at_work(3)
        (cluster.folder / "go").touch()
        code, problem = ended(load)
    finally:
        load.kill()
    assert code == 9, problem
    places = [path.name.rpartition("-")[2] for path in cluster.folder.glob("at-*")]
    assert len(places) > len(set(places)), "no task was attempted twice"
    again = run("load", dump, "--into", store)
    assert again.returncode == 0
    assert f"{dump}: loaded before, nothing added" in again.stderr
    assert_same(Store(store), plain([dump], plain([first], tmp_path / "plain").path))
