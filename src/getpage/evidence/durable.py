"""Files that are whole or not there, whatever happens to the process or the machine.

A text is written beside its place, brought to disk and renamed; then its directory is. POSIX: rename() of a
file over another is atomic; what a directory lists is on disk once the directory is.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, text: str, *, durable: bool = True) -> None:
    """Put `text` at `path`, in place of what was there; without `durable`, not through a loss of power."""
    beside = path.with_name(f"{path.name}.new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        if durable:
            os.fsync(file.fileno())
    beside.replace(path)
    if durable:
        sync(path.parent)


def sync(path: Path) -> None:
    """Bring a file, or what a directory lists, to disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
