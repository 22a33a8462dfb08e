"""Default buffers of a stack: TCPRCVBUFRSIZE and TCPSENDBFRSIZE, with what each size costs its streams; and
fixed storage for SMC-R.

Each connection may fill its buffer, and on the worst day all do so at once: a KiB of a default is a KiB of
each connection that there is at a time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.knob import Knob
from getpage.core.names import Object
from getpage.core.units import KIB, PAGE

from . import smc_knob
from .changes import resize
from .constants import MOST_BUFFER
from .curve import curve
from .evidence import CONNECTIONS
from .flows import IN, OUT
from .stack import KNOBS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .stack import Stack


def knobs(stack: Stack) -> Iterator[Knob]:
    """That of each direction of which buffer, streams and connections at a time are known; and that of
    SMC-R.
    """
    yield from _buffers(stack)
    smc = smc_knob.knob(stack)
    if smc is not None:
        yield smc


def _buffers(stack: Stack) -> Iterator[Knob]:
    if stack.connections is None:
        return
    count, facts = stack.connections
    for direction in (IN, OUT):
        now = stack.buffer(direction)
        made = curve(stack, direction)
        if not now or made is None:
            continue
        yield Knob(
            id=stack.knob(direction),
            object=Object(stack.id, KNOBS[direction]),
            unit="KiB",
            unit_bytes=KIB * count,
            setting_bytes=KIB,
            size=now // KIB,
            smallest=min(16, now // KIB),
            largest=max(MOST_BUFFER, now) // KIB,
            largest_because="z/OS has no larger buffers",
            fixed=False,
            frame_bytes=PAGE,
            backed=False,  # a buffer takes storage only as it fills
            change=lambda size, direction=direction: (resize(stack, direction, size),),  # type: ignore[misc]
            curve=made,
            only_asked=True,  # what streams nearby gain was measured by IBM, and up to that
            supply=CONNECTIONS.supply,
            facts=(*stack.buffer_facts(direction), *facts),
        )
