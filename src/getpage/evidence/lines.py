"""Lines of a text file with their byte offsets, unpacked, streamed, of bounded length.

Long runs of lines that are too short for any message are left out: a packed file of a few KiB can hold
millions of them.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Final

from getpage import _native
from getpage.core.scratch import scratch
from getpage.evidence.coding import PLAIN, Coding
from getpage.evidence.input_files import spool

#: Longest line handed on, in bytes: no message or report line of z/OS comes near; more is binary or hostile.
LONGEST = 1 << 16
#: Bytes of the shortest mark of a message or report (a test compares).
SHORTEST: Final = 3
#: Shorter lines in a row that are handed on: no message waits for more lines than this.
SHORT_LINES: Final = 1000


def lines_of(path: Path, coding: Coding = PLAIN) -> Iterator[tuple[int, str]]:
    """Each line with the byte offset at which it starts, unpacked. A longer line is handed on in pieces.

    OSError where the file cannot be read on.
    """
    with open_unpacked(path) as file:
        yield from _lines(file, coding)


def lines_in(data: bytes, coding: Coding) -> Iterator[tuple[int, str]]:
    """The lines in some bytes."""
    return _lines(BufferedReader(BytesIO(data)), coding)


def _lines(file: BufferedReader, coding: Coding) -> Iterator[tuple[int, str]]:
    if coding.records is not None:
        lines = _records(file, coding.records)
    elif coding.newline == b"\n":
        lines = _plain(file)
    else:
        lines = _ended(file, coding)
    padding = "\r\n" if coding.records is None else "\r\n\0 "
    for offset, line in lines:
        yield offset, coding.text(line).rstrip(padding)


def _plain(file: BufferedReader) -> Iterator[tuple[int, bytes]]:
    offset = short = 0
    while line := file.readline(LONGEST):
        yield offset, line
        offset += len(line)
        short = short + 1 if len(line) <= SHORTEST else 0
        if short > SHORT_LINES:
            offset += _pass_short(file, described=False)


def _pass_short(file: BufferedReader, *, described: bool) -> int:
    """Pass over the short lines that come next, and say how many bytes they have."""
    passed = 0
    while skipped := _native.short_lines(file.peek(), SHORTEST, described):
        file.read(skipped)
        passed += skipped
    return passed


def _records(file: BufferedReader, length: int) -> Iterator[tuple[int, bytes]]:
    """Records of one length, or behind their descriptor words where `length` is 0."""
    if 0 < length < SHORTEST:
        return
    offset = short = 0
    while word := file.read(length or 4):
        if length:
            line, size = word, len(word)
        else:
            line = file.read(max(0, int.from_bytes(word[:2]) - 4))
            size = 4 + len(line)
        yield offset, line
        offset += size
        short = short + 1 if size < 4 + SHORTEST and not length else 0
        if short > SHORT_LINES:
            offset += _pass_short(file, described=True)


def _ended(file: BufferedReader, coding: Coding) -> Iterator[tuple[int, bytes]]:
    """Lines that end with a character of more than one byte, or another than ASCII's."""
    offset, rest = 0, b""
    while chunk := file.read1(LONGEST):  # what comes before damage is read
        rest += chunk
        start = 0
        while (end := _end(rest, coding, start)) >= 0:
            yield offset, rest[start:end]
            offset += end + coding.unit - start
            start = end + coding.unit
        rest = rest[start:]
        while len(rest) > LONGEST:
            yield offset, rest[:LONGEST]
            offset, rest = offset + LONGEST, rest[LONGEST:]
    if rest:
        yield offset, rest


def _end(data: bytes, coding: Coding, start: int) -> int:
    """Index of the next line end at a character boundary; -1 if there is none."""
    end = data.find(coding.newline, start)
    while end >= 0 and (end - start) % coding.unit:
        end = data.find(coding.newline, end + 1)
    return end


#: Bytes unpacked at once.
_PIECE = 1 << 18


class _Stream(io.RawIOBase):
    """The unpacked contents of a file; OSError with a sentence if its packing is damaged."""

    def __init__(self, inside: _native.Unpacked) -> None:
        self.inside = inside

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
def open_unpacked(path: Path) -> Iterator[BufferedReader]:
    """The bytes of a file, unpacked as they are read; a pipe is kept on disk meanwhile. OSError where it
    cannot be read or is damaged.
    """
    with ExitStack() as open_:
        if path.is_fifo():
            path = spool(str(path), open_.enter_context(scratch())) or path
        try:
            inside = _native.Unpacked(path)
        except _native.EvidenceError as error:
            raise OSError(error.why) from error
        if (data := inside.all) is not None:
            yield BufferedReader(BytesIO(data))
        else:
            yield open_.enter_context(BufferedReader(_Stream(inside), _PIECE))
