"""Evidence of TCP/IP: questions that it answers. `evidence.toml` beside it says how a site comes by it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.evidence import Need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .stack import Stack

CONFIGURATION = Need(
    question="How large are the TCP buffers of a stack, and how large may they be?",
    tables=(("tcp_configuration",),),
    how="the reply to D TCPIP,,N,CONFIG",
    step="tcpip.configuration",
)
CONNECTIONS = Need(
    question="Which connections do buffers hold back?",
    tables=(("tcp_connection", "tcp_socket"),),
    how="SMF 119 subtype 2, a record per connection that ended",
    step="tcpip.connections",
)
COUNT = Need(
    question="How many connections are there at a time, each of which may fill its buffers?",
    tables=(("tcp_statistics", "tcp_connection"),),
    how="the reply to D TCPIP,,N,STATS",
    step="tcpip.counters",
)
STORAGE = Need(
    question="How close is a stack to its storage limits?",
    tables=(("tcp_storage",),),
    how="the reply to D TCPIP,,STOR",
    step="tcpip.storage",
)
SMC = Need(
    question="What would more fixed storage for SMC save?",
    tables=(("tcp_connection",),),
    how="SMF 119 subtype 2 of both ends of connections, and the reply to D TCPIP,,STOR",
    step="tcpip.connections",
)

NEEDS = (CONFIGURATION, CONNECTIONS)


def unmet(stack: Stack) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield not stack.kinds, CONNECTIONS
    yield stack.buffer("in") is None, CONFIGURATION
    yield stack.connections is None, COUNT
    yield not stack.storage.height, STORAGE
