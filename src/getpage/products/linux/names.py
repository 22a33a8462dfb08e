"""Which guest a file is of: /proc/meminfo, vmstat and smem name none, their file does."""

from __future__ import annotations

import re
from typing import Final

#: What is added to the name of a guest: what the file holds, rotation, time stamps, packing.
_ADDED: Final = re.compile(
    r"(?:[._-](?:[0-9]{1,14}|meminfo|vmstat|smem|sysinfo|memory|log|txt|out|gz|zst))+$", re.IGNORECASE
)
#: Names that say what a file holds and nothing else.
_NO_GUEST: Final = frozenset(
    {"", "MEMINFO", "VMSTAT", "SMEM", "SYSINFO", "PROC", "MEMORY", "STANDARD-INPUT", "PIPE", "LINUX"}
)
_ODD: Final = re.compile(r"[^A-Za-z0-9@#$-]+")
_LONGEST: Final = 40


def name_of(file: str) -> str | None:
    """`logs/LNX1@CEC1.meminfo.003` is LNX1@CEC1, guest and machine; None where the name says neither."""
    last = _ADDED.sub("", re.split(r"[/\\!:]", file)[-1])
    name = _ODD.sub("-", last).strip("-").upper()[:_LONGEST]
    return None if name in _NO_GUEST else name


def of_file(file: str) -> str:
    """What the rows in files of this name are of; empty where `--system` says it."""
    return name_of(file) or ""
