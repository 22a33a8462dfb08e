"""What a report or member is of: it names neither an IMS nor a system, its file does."""

from __future__ import annotations

import re
from typing import Final

_PLACED: Final = re.compile(r"([A-Za-z0-9#$]{1,8})@([A-Za-z0-9#$]{1,8})(?:[._-].*)?")


def name_of(file: str) -> tuple[str | None, str | None]:
    """System and name: `proclib/IMSP@SYSA.DFSVSM00.txt` is IMSP on SYSA; of another name nothing is known."""
    placed = _PLACED.fullmatch(re.split(r"[/\\!:]", file)[-1])
    return (placed[2].upper(), placed[1].upper()) if placed else (None, None)


def of_file(file: str) -> str:
    """What the rows of a file of this name are of, with its system."""
    system, name = name_of(file)
    return f"{name}@{system}" if name else ""
