"""The sample site's evidence, kept as an archive: a day of a z/OS site with known faults.

`tools/demo` generates it and `make sample` puts it here.
"""

from __future__ import annotations

import shutil
import tarfile
from pathlib import Path, PurePosixPath
from typing import Final

ARCHIVE: Final = Path(__file__).with_name("site.tar.xz")


def write_site(directory: Path) -> list[Path]:
    """Write the evidence into a directory, made if need be, and return its files.

    Only the last part of a member's name counts and links are left out: nothing is written elsewhere.
    """
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    with tarfile.open(ARCHIVE, "r:xz") as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isreg() else None
            if content is None:
                continue
            path = directory / PurePosixPath(member.name).name
            with content, path.open("wb") as file:
                shutil.copyfileobj(content, file, 1 << 20)
            written.append(path)
    return written
