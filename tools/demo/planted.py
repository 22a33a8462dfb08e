"""One truth about the sample site: what is wrong with an object, or only looks wrong."""

from __future__ import annotations

from dataclasses import dataclass

from .clock import at
from .workload import Window

DAY = Window(at(0), at(24))


@dataclass(frozen=True, slots=True)
class Planted:
    """The object it is about, the kind of thing it is, what the evidence shows of it, and who tells it."""

    subsystem: str
    object: str
    kind: str
    description: str
    findings: tuple[str, ...] = ()
    """Checks and their objects that tell this truth, `mq-pool-reads pool 2`; the first must be there, the
    others may be: they are consequences. None where it is no shortage and no waste."""
    window: Window = DAY
