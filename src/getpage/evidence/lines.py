"""Lines of a text file with their byte offsets, unpacked, streamed, of bounded length."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.evidence.unpacked import open_unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

#: Longest line handed on, in bytes: no message or report line of z/OS comes near; more is binary or hostile.
LONGEST = 1 << 16


def lines_of(path: Path) -> Iterator[tuple[int, str]]:
    """Each line with the byte offset at which it starts, decompressed. A longer line is handed on in
    pieces.
    """
    offset = 0
    with open_unpacked(path) as file:
        while line := file.readline(LONGEST):
            yield offset, line.decode("utf-8", errors="replace").rstrip("\r\n")
            offset += len(line)
