"""ObjectStore below a URL: listed, read in ranges, and written once, whoever keeps the objects."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, Protocol

from getpage.core.units import MIB

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

#: Bytes of one request, and requests at a time: what is fetched takes no more memory than both.
PIECE: Final = 8 * MIB
AT_ONCE: Final = 8


class Service(Protocol):
    """Objects below a URL as their own protocol has them. FileNotFoundError is an answer; whatever else fails
    is a GetpageError that names the URL.
    """

    #: Files that are written at a time.
    writers: int

    def list(self, prefix: str) -> Iterator[tuple[str, int]]:
        """Keys below a folder, or all, with bytes; in no order."""
        ...

    def size(self, key: str) -> int:
        """Bytes of an object."""
        ...

    def read(self, key: str) -> bytes:
        """All bytes of an object."""
        ...

    def range(self, key: str, start: int, end: int) -> bytes:
        """Some bytes of an object."""
        ...

    def create(self, key: str, text: bytes) -> bool:
        """Write an object in one step that nobody else takes; False where there is one of this key."""
        ...

    def put(self, key: str, path: Path) -> None:
        """Write a file as an object, of which nobody sees a part."""
        ...

    def delete(self, key: str) -> None:
        """Remove an object."""
        ...


class ObjectStore:
    """The objects below a URL; their keys are relative to it. GetpageError names it, whatever fails."""

    def __init__(self, url: str) -> None:
        """Nothing is asked yet. GetpageError without the library, and for a URL that is none of its kinds."""
        self.url = url
        self._service = _service(url)

    def list(self, prefix: str = "", *, unfinished: bool = False) -> Iterator[tuple[str, int]]:
        """Keys below a folder, or all, with bytes; in no order. Hidden ones, as HDFS has them while they are
        written, only if `unfinished`.
        """
        for key, size in self._service.list(prefix):
            if unfinished or not key.rpartition("/")[2].startswith("."):
                yield key, size

    def size(self, key: str) -> int | None:
        """Bytes of an object; None where there is none."""
        try:
            return self._service.size(key)
        except FileNotFoundError:
            return None

    def read(self, key: str) -> bytes | None:
        """A small object; None where there is none."""
        try:
            return self._service.read(key)
        except FileNotFoundError:
            return None

    def range(self, key: str, start: int, end: int) -> bytes:
        """Some bytes of an object. FileNotFoundError where there is none."""
        return self._service.range(key, start, end)

    def fetch(self, key: str, path: Path, start: int = 0, end: int | None = None) -> int:
        """Bytes of an object, from `start` to `end`, to the same places of a file, which has its size; what
        was there stays. Returns the size. FileNotFoundError where there is no such object.
        """
        size = self._service.size(key)
        end = size if end is None else min(end, size)
        file = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
        try:
            os.truncate(file, size)
            each = partial(self._piece, key, file, end)
            with ThreadPoolExecutor(AT_ONCE) as pool:
                for _ in pool.map(each, range(start, end, PIECE)):
                    pass
        finally:
            os.close(file)
        return size

    def _piece(self, key: str, file: int, end: int, at: int) -> None:
        upto = min(at + PIECE, end)
        got = self.range(key, at, upto)
        while got:
            written = os.pwrite(file, got, at)
            got, at = got[written:], at + written

    def put_new(self, key: str, text: bytes) -> bool:
        """Write a small object unless there is one of this key; False where there is another. An answer that
        was lost is no other: who asks again finds what was written.
        """
        return self._service.create(key, text) or self.read(key) == text

    def put(self, files: Iterable[tuple[str, Path]]) -> None:
        """Write files as objects whose keys nobody else has."""
        with ThreadPoolExecutor(self._service.writers) as pool:
            for _ in pool.map(lambda each: self._service.put(*each), files):
                pass

    def delete(self, keys: Iterable[str]) -> None:
        """Remove objects, in no order; what is gone already is none."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            for _ in pool.map(self._delete, keys):
                pass

    def _delete(self, key: str) -> None:
        with suppress(FileNotFoundError):
            self._service.delete(key)

    def name(self, key: str) -> str:
        """The URL of an object."""
        return f"{self.url}/{key}" if key else self.url


def _service(url: str) -> Service:
    if url.startswith("hdfs://"):
        from getpage.evidence.hdfs import Hdfs

        return Hdfs(url)
    from getpage.evidence.cloud import Cloud

    return Cloud(url)
