"""What began on an image and took its storage: a sort, a utility, a dump."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from getpage.core.names import Image


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One of them, in local time: the `job` that it was of, and `what` it was in a few words."""

    image: Image
    start: datetime
    end: datetime
    job: str
    what: str
