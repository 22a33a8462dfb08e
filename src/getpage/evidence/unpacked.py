"""Files as they were before gzip or zstd, for readers of text and XML; the decoder of SMF does its own."""

from __future__ import annotations

import gzip
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, cast

from getpage import _native
from getpage.core.errors import GetpageError
from getpage.core.scratch import scratch
from getpage.core.waiting import may_wait

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"


@contextmanager
def open_unpacked(path: Path) -> Iterator[BinaryIO]:
    """The bytes of a file, unpacked as they are read (gzip) or beforehand on disk (zstd)."""
    may_wait()
    with path.open("rb") as raw:
        magic = raw.read(4)
    if magic.startswith(_GZIP):
        with gzip.open(path) as file:
            yield cast("BinaryIO", file)
    elif magic == _ZSTD:
        with scratch() as place:
            target = place / "unpacked"
            try:
                _native.unpack(path, target)
            except _native.EvidenceError as error:
                raise GetpageError(str(error)) from error
            with target.open("rb") as file:
                yield file
    else:
        with path.open("rb") as file:
            yield file
