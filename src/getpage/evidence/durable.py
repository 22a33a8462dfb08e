"""Files that are whole or not there, whatever happens to the process or the machine.

A text is written beside its place, brought to disk and renamed; then its directory is. POSIX: rename() of a
file over another is atomic; what a directory lists is on disk once the directory is. Waiting for the disk is
most of what a small change costs, so that all files of a change are waited for at a time.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from pathlib import Path
from threading import get_ident

from getpage import _native
from getpage.core.errors import GetpageError


def refuse_unlike(path: Path) -> None:
    """OSError where something other than a file stands at `path`: opening a pipe would wait forever."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "a pipe, device or directory stands in its place")


def write(path: Path, text: str, *, durable: bool = True, after: Iterable[Path] = ()) -> None:
    """Put `text` at `path`, in place of what was there; without `durable`, not through a loss of power. With
    it, files and directories in `after` are on disk before.
    """
    beside = path.with_name(f"{path.name}.new")
    refuse_unlike(beside)
    beside.write_text(text, encoding="utf-8")
    if durable:
        _sync([beside, *after])
    beside.replace(path)
    if durable:
        _sync([path.parent])


def create(path: Path, text: str) -> None:
    """Put `text` at `path` unless something is there already; complete or not at all."""
    beside = path.with_name(f"{path.name}.{os.getpid()}.{get_ident()}.new")
    beside.write_text(text, encoding="utf-8")
    try:
        os.link(beside, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        if not path.exists():
            beside.rename(path)
    finally:
        beside.unlink(missing_ok=True)


def _sync(paths: list[Path]) -> None:
    try:
        _native.sync(paths)
    except _native.EvidenceError as error:
        raise GetpageError(str(error), "df -h") from error
