"""The sample sites' evidence, kept as archives: a day of a z/OS site with known faults, and eight weeks of a
small one with known growth.

`tools/demo` generates them and `make sample` puts them here.
"""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path, PurePosixPath
from typing import Final

ARCHIVE: Final = Path(__file__).with_name("site.tar.xz")
WEEKS_ARCHIVE: Final = Path(__file__).with_name("weeks.tar.xz")
WEEKS: Final = 8


def write_site(directory: Path) -> list[Path]:
    """Write the evidence of a day into a directory, made if need be, and return its files."""
    return _write(ARCHIVE, directory)


def write_weeks(directory: Path) -> list[Path]:
    """Write the evidence of eight weeks, a file a day, in the order of days."""
    return _write(WEEKS_ARCHIVE, directory)


def _write(packed: Path, directory: Path) -> list[Path]:
    """Only the last part of a member's name counts and links are left out: nothing is written elsewhere."""
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    with tarfile.open(packed, "r:xz") as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isreg() else None
            if content is None:
                continue
            path = directory / PurePosixPath(member.name).name
            with content, path.open("wb") as file:
                shutil.copyfileobj(content, file, 1 << 20)
            written.append(path)
    return written
