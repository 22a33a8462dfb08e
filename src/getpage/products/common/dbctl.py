"""What CICS and IMS call alike of DBCTL: whose a file of IMS is, and the pools that hold the PSBs of threads.

A region that is connected to DBCTL is on the system of that IMS. Its tasks wait for space in pools of IMS,
whose reports say which of them was short: both say that they show the space of that pool, and
`contract/causes.py` reports it once.
"""

from __future__ import annotations

import re
from typing import Final

from getpage.core.names import Image, Object, Subsystem

#: What is short where a pool has no room for a PSB or a database.
POOL_SPACE: Final = "space for PSBs and databases"
#: The pools by the parameters that set them.
POOLS: Final = ("CSAPSB", "DLIPSB", "PSB", "PSBW", "DMB")

_PLACED: Final = re.compile(r"([A-Za-z0-9#$]{1,8})@([A-Za-z0-9#$]{1,8})(?:[._-].*)?")


def name_of(file: str) -> tuple[str | None, str | None]:
    """System and name by a file's name: `proclib/IMSP@SYSA.DFSVSM00.txt` is IMSP on SYSA; else both None.

    No report or member names an IMS or a system.
    """
    placed = _PLACED.fullmatch(re.split(r"[/\\!:]", file)[-1])
    return (placed[2].upper(), placed[1].upper()) if placed else (None, None)


def pool_of(ims: Subsystem, parameter: str) -> Object:
    """A pool, as findings name it."""
    return Object(ims, f"{parameter} pool")


def pools_of(system: str | None, name: str) -> tuple[Object, ...]:
    """All pools of the DBCTL of this name."""
    return tuple(pool_of(Subsystem("ims", Image(system or ""), name), parameter) for parameter in POOLS)
