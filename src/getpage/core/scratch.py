"""Directories for one run, below TMPDIR: gone with the run, or, where it was killed, with the next.

A directory is locked as long as its run lives; one whose lock nobody holds is of a run that was killed. The
lock is the system's own (flock), which goes with its process whatever ends it, also over containers that
share a directory and count their processes apart.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_PREFIX: Final = "getpage-"
_LOCK: Final = ".in-use"


class Scratch:
    """A directory of this run, until it is closed."""

    def __init__(self) -> None:
        """Make it, and remove what killed runs left. OSError where the system refuses."""
        _sweep(Path(tempfile.gettempdir()))
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        new = self.path / f"{_LOCK}.new"
        self._lock = os.open(new, os.O_CREAT | os.O_RDWR, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        new.rename(self.path / _LOCK)  # it has this name only when it is locked

    def close(self) -> None:
        """Remove it with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        with suppress(OSError):
            os.close(self._lock)


@contextmanager
def scratch() -> Iterator[Path]:
    """A directory for the length of a block."""
    directory = Scratch()
    try:
        yield directory.path
    finally:
        directory.close()


@cache
def _sweep(root: Path) -> None:
    """Once a process: what is killed while it runs is for the next one."""
    for lock in root.glob(f"{_PREFIX}*/{_LOCK}"):
        with suppress(OSError), lock.open("rb") as file:  # of another user, or just being removed
            if os.fstat(file.fileno()).st_uid == os.getuid():
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(lock.parent, ignore_errors=True)
