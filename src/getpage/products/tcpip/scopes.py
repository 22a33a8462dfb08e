"""What the rules of TCP/IP look at, and how many of it a stack has enough evidence of."""

from __future__ import annotations

from typing import Final

from getpage.contract.checks import Scope

from .flows import IN, OUT, UNKNOWN
from .stack import Stack


def _streams(stack: Stack) -> int:
    """Those of which the evidence says enough to tell what holds them."""
    every = (kind for direction in (IN, OUT) for kind in stack.streams(direction))
    return sum(kind.count for kind in every if kind.why != UNKNOWN)


STREAMS: Final[Scope[Stack]] = Scope(
    "stream of a TCP/IP stack", plural="streams of a TCP/IP stack", count=_streams
)
SETTINGS: Final[Scope[Stack]] = Scope(
    "TCP/IP stack with its settings",
    plural="TCP/IP stacks with their settings",
    count=lambda stack: int(stack.buffer(IN) is not None),
)
SOCKETS: Final[Scope[Stack]] = Scope(
    "connection that is displayed",
    plural="connections that are displayed",
    count=lambda stack: stack.sockets.height,
)
STORAGE: Final[Scope[Stack]] = Scope(
    "storage of a TCP/IP stack with its limit",
    plural="kinds of storage of a TCP/IP stack with their limit",
    count=lambda stack: stack.storage.height,
)
TWO_ENDS: Final[Scope[Stack]] = Scope(
    "connection with both ends known",
    plural="connections with both ends known",
    count=lambda stack: sum(kind.count for kind in stack.smc_kinds),
)
