"""Streams that lost segments hold back: no buffer helps them.

What it does:
    Names the jobs whose streams sent so many segments again that what they leave explains the rate: at least
    half of 1.22 segments a round trip over the root of their share, or one in a hundred or more.

Why it matters:
    Each loss halves what a sender has under way. A larger buffer only lets more of it be lost.

Evidence:
    SMF 119 subtype 2 (retransmitted segments, segments sent, segment size, round trip).

What to do:
    Look for the loss: the adapter (OSA statistics), duplex and speed of the port, a policer or a full queue
    of the network. SELECTIVEACK on TCPCONFIG repairs several losses in one round trip.

How to verify:
    SMF 119 of the same transfers with fewer segments sent again.

References:
    Mathis, Semke, Mahdavi, Ott, "The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm", 1997;
    IBM z/OS Communications Server: IP Configuration Reference, TCPCONFIG SELECTIVEACK.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.tcpip.flows import LOSS, OUT
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.tcpip.stack import Stack

ID = "tcp-loss"
TITLE = "Streams that lost segments hold back"
NO_COMMAND = "Segments are lost in the network or in an adapter: no buffer of z/OS ends that."
FINDS = (Kind.RISK,)


def find(stack: Stack) -> Iterator[Finding]:
    """A finding a job and service."""
    for one in stack.streams(OUT):
        if one.why != LOSS:
            continue
        yield Finding(
            check=ID,
            object=Object(stack.id, one.name),
            severity=Severity.WARNING,
            kind=Kind.RISK,
            claim=f"{wording.plural(one.count, 'stream')} that {one.job or 'a job'} sends had "
            f"{wording.percent(one.again)} of segments sent again and {one.rate / 1e6:.1f} MB/s: losses "
            "hold back, and no buffer does.",
            evidence=stack.of_largest(
                one,
                retransmitted="segments sent again of the largest",
                segments_out="its segments sent",
                round_trip_ms="its round trip",
                bytes_out="its bytes",
            ),
        )
