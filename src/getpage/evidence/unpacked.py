"""Files as they were before they were packed, for readers of text and XML; the decoder of SMF does its own.

What a file is packed in is found out by `crates/pack`: gzip, zstd, AMATERSE, TSO TRANSMIT, around each other
in any order. It is unpacked as it is read, in bounded memory, and up to a limit.
"""

from __future__ import annotations

import io
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from getpage import _native
from getpage.core.scratch import scratch
from getpage.evidence.input_files import spooled

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Bytes unpacked at once.
_PIECE = 1 << 18


class _Stream(io.RawIOBase):
    """What is inside a file; OSError, with a sentence, where its packing is damaged."""

    def __init__(self, path: Path) -> None:
        try:
            self.inside = _native.Unpacked(path)
        except _native.EvidenceError as error:
            raise OSError(error.why) from error

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        try:
            data = self.inside.read(len(buffer))
        except _native.EvidenceError as error:
            raise OSError(error.why) from error
        buffer[: len(data)] = data
        return len(data)


@contextmanager
def open_unpacked(path: Path) -> Iterator[io.BufferedReader]:
    """The bytes of a file, unpacked as they are read; a pipe is kept on disk meanwhile. OSError where it
    cannot be read or is damaged.
    """
    with ExitStack() as open_:
        if path.is_fifo():
            path = spooled(str(path), open_.enter_context(scratch())) or path
        yield open_.enter_context(io.BufferedReader(_Stream(path), _PIECE))
