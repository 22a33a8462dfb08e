"""How IMSP is defined: subpools with what is asked of them, pools of PSBs and DMBs, buffers of the log."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SubpoolSpec:
    """An OSAM subpool, or a VSAM one with a pool: requests a second, and what becomes of a thousand."""

    name: str
    """Of OSAM the subpool, of VSAM the shared pool."""
    size: int
    buffers: int
    requests: int
    found: int
    steals: int = 0
    """Writes to make a buffer free, of a thousand requests."""
    waits: int = 0
    """Steals that waited for a buffer in a quarter of an hour."""
    locked: int = 0
    fixed: bool = True


OSAM = (
    SubpoolSpec("O02K", 2048, 400, requests=220, found=970, waits=35),
    SubpoolSpec("O04K", 4096, 6000, requests=2400, found=985),
    SubpoolSpec("O08K", 8192, 2000, requests=1100, found=740, fixed=False),
    SubpoolSpec("O16K", 16384, 300, requests=30, found=950, locked=3),
)
VSAM = (
    SubpoolSpec("VPL1", 4096, 1000, requests=900, found=930, steals=9, fixed=False),
    SubpoolSpec("VPL1", 8192, 800, requests=400, found=980, fixed=False),
)
UNUSED = SubpoolSpec("VPL2", 8192, 2000, requests=0, found=0, fixed=False)
"""Nothing asked for a block of it since IMS started."""

CSA_PSB, DLI_PSB, PSB_WORK, DMB = 120, 4000, 64, 900
"""Pools in KB."""
ASKED, NOT_THERE = 41_216, 14
"""Bytes that the pool in common storage did not have, and how often in two hours."""

ACB_GIGABYTES = 4
"""The pool of PSBs and DMBs above the bar, which IMSP did not get."""

QUEUE_BUFFERS, QUEUE_RECORD = 240, 2_040
QUEUE_WAITS = (
    ("ORDENTRY", "SHMSG", 1_210, 18_400),
    ("ORDENTRY", "LGMSG", 640, 21_300),
    ("ORDSTAT", "SHMSG", 310, 17_900),
)
"""What programs waited for message queues in two hours: how often, and microseconds each."""

STANDBY, STANDBY_ACB, STANDBY_DLI = "FDRP", 2, 2_400
"""The Fast Database Recovery region, with a pool above the bar and PSBs that are not those of IMSP."""

LOG_BUFFERS, LOG_BLOCK = 5, 24_576
LOG_WAITS = 2_880
"""Waits for a buffer of the log in two hours."""
