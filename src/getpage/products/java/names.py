"""What a log is of: it names neither a virtual machine nor a system, its file does."""

from __future__ import annotations

import re
from typing import Final

#: What rotation, time stamps and transfer add to the name of a log: `.001`, `.20260312.090000`, `.gz`.
_ADDED: Final = re.compile(
    r"(?:[._-](?:[0-9]{1,14}|log|gc|txt|xml|gz|zst|out|current|verbosegc|stderr))+$", re.IGNORECASE
)
_PLACED: Final = re.compile(r"(.+)@([A-Za-z0-9#$]{1,8})")
_ODD: Final = re.compile(r"[^A-Za-z0-9@#$-]+")
_LONGEST_NAME: Final = 40


def name_of(file: str) -> tuple[str | None, str]:
    """System and name: `logs/WEB1@SYSA.gc.log.003` is WEB1 on SYSA, `WEB1.log` WEB1 on a system unknown."""
    last = _ADDED.sub("", re.split(r"[/\\!:]", file)[-1])
    placed = _PLACED.fullmatch(last)
    name = _ODD.sub("-", placed[1] if placed else last).strip("-").upper()[:_LONGEST_NAME]
    return (placed[2].upper() if placed else None), name or "JVM"


def of_file(file: str) -> str:
    """What the logs in files of this name are of, with its system."""
    system, name = name_of(file)
    return f"{name}@{system or ''}"
