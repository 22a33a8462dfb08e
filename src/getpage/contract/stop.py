"""When address spaces did no work at all: what stopped them, and for how long.

A product knows of the stop, others what work was done meanwhile: `answers/stopped.py` brings them together.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from getpage.core.names import Image


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """One stop of the address spaces of `jobs` on an image: `what` it was, in a few words ("capture of a
    dump"), from when, local time, and seconds.
    """

    image: Image
    jobs: tuple[str, ...]
    what: str
    start: datetime
    seconds: float
