"""Hadoop's own HDFS, a namenode and a datanode on this machine, for as long as tests need it."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Where `make hdfs` puts the server's libraries.
JARS = Path(sys.prefix, "hdfs")
_MAIN = "org.apache.hadoop.test.MiniDFSClusterManager"
#: Seconds that the server may take to start.
_START = 120


@contextmanager
def serving(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[str]:
    """The URL of a file system with nothing in it, which `hdfs:///` means meanwhile."""
    pytest.importorskip("hdfs_native", reason="hdfs-native is not installed here: make hdfs")
    if shutil.which("java") is None:
        pytest.skip("HDFS needs Java 17, which is not installed here")
    if not JARS.is_dir():
        pytest.skip("Hadoop's own HDFS is not installed here: make hdfs")
    folder.mkdir(exist_ok=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    ready, log = folder / "settings", folder / "log"
    java = ["java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", f"{JARS}/*", _MAIN, "-format"]
    options = ["-nnport", str(port), "-datanodes", "1", "-writeConfig", str(ready)]
    with log.open("wb") as out:
        server = subprocess.Popen([*java, *options], cwd=folder, stdout=out, stderr=out)
    url = f"hdfs://127.0.0.1:{port}"
    try:
        _wait(server, ready, log)
        (folder / "core-site.xml").write_text(
            f"<configuration><property><name>fs.defaultFS</name><value>{url}</value></property></configuration>"
        )
        patch.setenv("HADOOP_CONF_DIR", str(folder))
        yield url
    finally:
        server.kill()  # nothing of it stays, and to end it takes seconds
        server.wait()


def _wait(server: subprocess.Popen[bytes], ready: Path, log: Path) -> None:
    until = time.monotonic() + _START
    while time.monotonic() < until and server.poll() is None:
        if ready.is_file():
            return
        time.sleep(0.05)
    pytest.fail(f"HDFS did not start: {log.read_text()[-2000:]}")
