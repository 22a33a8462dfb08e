"""Hdfs: files below a folder of HDFS, as objects.

The library is hdfs-native (Apache-2.0), a client in Rust: no Java, no libhdfs. Names of namenodes, their
pairs, and security are in the site's core-site.xml and hdfs-site.xml, which it reads in HADOOP_CONF_DIR.

HDFS shows a file while it is written. What is put is therefore written under a hidden name and then renamed
without overwriting: one transaction of the namenode, in which of two that want a name one gets it.
Names that begin with a dot are not read by Spark, Hive, Trino or DuckDB's patterns.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from getpage.core import hadoop
from getpage.core.errors import GetpageError, Instead, command
from getpage.core.text import shorten
from getpage.core.units import MIB

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

#: How often a namenode that does not answer is asked, where the site does not say: 45 seconds in all.
_ATTEMPTS: Final = ("dfs.client.failover.max.attempts", "8")
#: Bytes that are written at a time.
_WRITTEN: Final = 4 * MIB
#: Characters of a library's message that are quoted.
_LONGEST: Final = 200
_INSTALL: Final = "pip install 'getpage[hdfs]'"
#: What the library says of an answer of the namenode, with Java's stack behind it.
_ANSWER: Final = re.compile(r'RPCError\("([\w.$]+)", "(.*)"\)', re.DOTALL)
_OTHER: Final = re.compile(r'\w+\("(.*)"\)', re.DOTALL)
_STACK: Final = re.compile(r"(\\n|\n)(\\t|\t)?at .*", re.DOTALL)


class Hdfs:
    """The files below a folder of HDFS."""

    #: A file takes half a second until datanodes have told the namenode of it, and nothing else meanwhile.
    writers = 32

    def __init__(self, url: str) -> None:
        """Nothing is asked yet. GetpageError without the library, and where no namenode is named."""
        authority, _, folder = url.partition("://")[2].partition("/")
        if not authority and folder:
            authority = hadoop.namenode()
        if not authority:
            problem = f"{url}: no namenode is named"
            raise GetpageError(problem, Instead(url, "hdfs://NAMENODE/folder"))
        if find_spec("hdfs_native") is None:
            problem = f"{url}: a URL of HDFS takes hdfs-native, which is not installed"
            raise GetpageError(problem, _INSTALL)
        self.url = url
        self._root = f"/{folder}".rstrip("/")
        self._client: Any = self._asked("", _client, authority, str(hadoop.folder()), os.getpid())

    def list(self, prefix: str) -> Iterator[tuple[str, int]]:
        """Keys below a folder, or all, with bytes; in no order."""
        files = self._asked(prefix, self._client.list_status, self._path(prefix) or "/", recursive=True)
        top = len(self._root) + 1
        try:
            while (file := self._asked(prefix, next, files, None)) is not None:
                if not file.isdir and len(file.path) > top:
                    yield file.path[top:], file.length
        except FileNotFoundError:
            return

    def size(self, key: str) -> int:
        """Bytes of a file."""
        status = self._asked(key, self._client.get_file_info, self._path(key) or "/")
        if status.isdir:
            raise FileNotFoundError(self._name(key))
        return int(status.length)

    def read(self, key: str) -> bytes:
        """All bytes of a file."""
        file = self._asked(key, self._client.read, self._path(key))
        return bytes(self._asked(key, file.read))

    def range(self, key: str, start: int, end: int) -> bytes:
        """Some bytes of a file."""
        file = self._asked(key, self._client.read, self._path(key))
        end = min(end, len(file))
        return bytes(self._asked(key, file.read_range, start, end - start)) if start < end else b""

    def create(self, key: str, text: bytes) -> bool:
        """Write a file unless there is one of this key."""
        return self._written(key, iter([text]))

    def put(self, key: str, path: Path) -> None:
        """Write a file."""
        with path.open("rb") as file:
            is_written = self._written(key, iter(partial(file.read, _WRITTEN), b""))
        with suppress(FileNotFoundError):
            if is_written or self.size(key) == path.stat().st_size:
                return
        raise self._refused(key, "somebody removed it while it was written")

    def _written(self, key: str, pieces: Iterator[bytes]) -> bool:
        target = self._path(key)
        folder, _, name = target.rpartition("/")
        hidden = f"{folder}/.{name}.{uuid4().hex}"
        options = import_module("hdfs_native").WriteOptions(overwrite=False, create_parent=True)
        file = self._asked(key, self._client.create, hidden, options)
        try:
            for piece in pieces:
                self._asked(key, file.write, piece)
            self._asked(key, file.close)
            self._asked(key, self._client.rename, hidden, target, overwrite=False)
        except BaseException as error:
            with suppress(Exception):  # what fails now is not why
                self._client.delete(hidden, recursive=False)
            # It is gone where the answer to a rename was lost, or somebody cleared it away as that of a dead.
            if isinstance(error, (FileExistsError, FileNotFoundError)):
                return False
            raise
        return True

    def delete(self, key: str) -> None:
        """Remove a file, and folders that are empty without it."""
        self._asked(key, self._client.delete, self._path(key), recursive=False)
        folder = key.rpartition("/")[0]
        with suppress(Exception):  # it has others
            while folder and self._client.delete(self._path(folder), recursive=False):
                folder = folder.rpartition("/")[0]

    def _path(self, key: str) -> str:
        return f"{self._root}/{key}" if key else self._root

    def _name(self, key: str) -> str:
        return f"{self.url}/{key}" if key else self.url

    def _asked(self, key: str, call: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
        """What a call of the library answers. FileNotFoundError and FileExistsError are answers."""
        try:
            return call(*arguments, **options)
        except (FileNotFoundError, FileExistsError):
            raise
        except (OSError, RuntimeError, ValueError) as error:
            raise self._refused(key, str(error)) from error

    def _refused(self, key: str, message: str) -> GetpageError:
        kind, reason = "", message
        if (answer := _ANSWER.search(message)) is not None:
            kind, reason = answer[1].rpartition(".")[2], answer[2]
        elif (other := _OTHER.fullmatch(message)) is not None:
            reason = other[1]
        reason = shorten(" ".join(_STACK.sub("", reason).replace('\\"', '"').split()), _LONGEST)
        if kind == "AccessControlException":
            reason = f"access is refused: {reason}"
        elif "NameNode hosts" in reason:
            reason = "no namenode of this name in hdfs-site.xml of HADOOP_CONF_DIR, and no port behind it"
        elif "onnection refused" in reason or "lookup address" in reason:
            reason = f"the namenode does not answer: {reason}"
        return GetpageError(f"{self._name(key)}: {reason}", command("hdfs dfs -ls", self.url))


@lru_cache(maxsize=8)
def _client(authority: str, folder: str, process: int) -> Any:  # noqa: ARG001 - what it is made for
    name, default = _ATTEMPTS
    settings = {} if hadoop.setting(name) else {name: default}
    return import_module("hdfs_native").Client(f"hdfs://{authority}", settings)
