"""What is below a folder, and the folders there that cannot be looked into."""

from __future__ import annotations

import os
from pathlib import Path


def below(root: Path) -> tuple[list[Path], list[tuple[Path, str]]]:
    """All paths below a folder, in order, and each folder that cannot be read with the reason."""
    closed: list[tuple[Path, str]] = []

    def note(error: OSError) -> None:
        closed.append((Path(error.filename), f"a folder that cannot be read: {error.strerror}"))

    found = [
        Path(folder, name)
        for folder, folders, files in os.walk(root, onerror=note)
        for name in (*folders, *files)
    ]
    return sorted(found), sorted(closed)
