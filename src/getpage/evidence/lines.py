"""Lines of a text file with their byte offsets, gzip unpacked, streamed, of bounded length."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Longest line handed on, in bytes: no message or report line of z/OS comes near; more is binary or hostile.
LONGEST = 1 << 16


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Each line with the byte offset at which it starts, decompressed. A longer line is handed on in
    pieces.
    """
    with path.open("rb") as raw:
        packed = raw.read(2) == b"\x1f\x8b"
    offset = 0
    with gzip.open(path) if packed else path.open("rb") as file:
        while line := file.readline(LONGEST):
            yield offset, line.decode("utf-8", errors="replace").rstrip("\r\n")
            offset += len(line)
