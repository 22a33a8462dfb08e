"""What each rule of TCP/IP looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.looked import Looks

from . import checks
from .flows import IN, OUT, UNKNOWN

if TYPE_CHECKING:
    from .stack import Stack


def _streams(stack: Stack) -> int:
    """Those of which the evidence says enough to tell what holds them."""
    every = (one for direction in (IN, OUT) for one in stack.streams(direction))
    return sum(one.count for one in every if one.why != UNKNOWN)


LOOKS: Final[tuple[Looks[Stack], ...]] = (
    Looks("stream of a TCP/IP stack", _streams, (checks.window, checks.loss, checks.partner)),
    Looks(
        "TCP/IP stack with its settings",
        lambda stack: int(stack.buffer(IN) is not None),
        (checks.buffer_limits,),
    ),
    Looks("connection that is displayed", lambda stack: stack.sockets.height, (checks.stream_right,)),
    Looks(
        "storage of a TCP/IP stack with its limit",
        lambda stack: stack.storage.height,
        (checks.storage_limit, checks.smc_memory),
    ),
    Looks(
        "connection whose both ends are known",
        lambda stack: sum(one.count for one in stack.smc_kinds),
        (checks.smc_gain,),
    ),
)
