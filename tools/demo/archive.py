"""The sample site as the one file that getpage ships: a tar of its evidence, compressed with xz.

Why xz: Python reads and writes it without another package. The tar has neither times nor owners, so the same
evidence gives the same bytes.
"""

from __future__ import annotations

import io
import lzma
import tarfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def tar(files: Iterable[Path]) -> bytes:
    """Return a tar of files, by their last names and in this order."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in files:
            member = tarfile.TarInfo(path.name)
            member.size = path.stat().st_size
            with path.open("rb") as file:
                archive.addfile(member, file)
    return made.getvalue()


def write_archive(files: Iterable[Path], path: Path) -> None:
    """Write the compressed tar of files."""
    path.write_bytes(lzma.compress(tar(files)))
