"""Streams held back by lost segments: no buffer helps them.

What it does:
    Names the jobs whose streams sent so many segments again that what they leave explains the rate: at least
    half of 1.22 segments a round trip over the root of their share, or one in a hundred or more. Those of
    which one segment in a hundred was answered by a duplicate acknowledgement, though less was in flight than
    their window holds. And those whose congestion window is below half of what buffers would let them send.

Why it matters:
    Each loss halves what a sender may have in flight. A larger buffer does not help: more of it is lost.
    A partner that lacks a segment acknowledges the one before it again; three of these in a row are taken for
    a loss, also where the segment was only late.

Evidence:
    SMF 119 subtype 2 (retransmitted segments, duplicate acknowledgements, segments sent, segment size, round
    trip); NETSTAT ALL (REXMT, DUPACKS, SegmentsOut, CongestionWindow), with or without the time of the
    connection.

What to do:
    Look for the loss: the adapter (OSA statistics), duplex and speed of the port, a policer or a full queue
    of the network; for duplicate acknowledgements without loss, several paths of unequal length. SELECTIVEACK
    on TCPCONFIG repairs several losses in one round trip.

How to verify:
    SMF 119 of the same transfers with fewer segments sent again.

References:
    Mathis, Semke, Mahdavi, Ott, "The Macroscopic Behavior of the TCP Congestion Avoidance Algorithm", 1997;
    RFC 5681, 3.2 (duplicate acknowledgements);
    IBM z/OS Communications Server: IP Configuration Reference, TCPCONFIG SELECTIVEACK.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import KnobId, Object
from getpage.products.tcpip.flows import CONGESTION, DUPLICATE, NETWORK, OUT
from getpage.products.tcpip.scopes import STREAMS
from getpage.products.tcpip.stack import ConnectionKind, Stack
from getpage.result import Cause, Finding, Kind, Severity

ID = "tcp-loss"
TITLE = "Streams held back by lost segments"
NO_COMMAND = (
    "Segments are lost in the network or in an adapter: no buffer of z/OS prevents that. Look at the OSA "
    "statistics, "
    "duplex and speed of the port, and policers on the way."
)
#: A display does not tell how much is in flight.
_IDLE = " A sender that paused has a small window too: display it again while it sends."
LOOKS_AT = STREAMS
FINDS = (Kind.RISK,)


def find(stack: Stack) -> Iterator[Finding]:
    """A finding a job and service."""
    for kind in stack.streams(OUT):
        if kind.why not in NETWORK:
            continue
        row = kind.largest or {}
        window = row.get("congestion_window")
        yield Finding(
            check=ID,
            object=Object(stack.id, kind.name),
            severity=Severity.WARNING,
            kind=Kind.RISK,
            headline=_headline(kind, window),
            claim=(
                "Each loss halves what a sender may have in flight, so a larger buffer does not help."
                + (_IDLE if kind.why == CONGESTION and not kind.seconds else "")
                + (
                    f" Its congestion window is {wording.size(window)}."
                    if window and kind.why != CONGESTION
                    else ""
                )
            ),
            evidence=(
                computed("segments sent again", round(100 * kind.again, 2), "percent"),
                *(
                    (
                        computed(
                            "segments answered by a duplicate ACK", round(100 * kind.duplicates, 2), "percent"
                        ),
                    )
                    if kind.duplicates
                    else ()
                ),
                computed("streams", kind.count, "count"),
                *((computed("rate", round(kind.rate / 1e6, 1), "MB/s"),) if kind.seconds else ()),
                *stack.of_largest(
                    kind,
                    retransmitted="segments sent again of the largest",
                    duplicate_acks="its duplicate acknowledgements",
                    segments_out="its segments sent",
                    congestion_window="its congestion window",
                    round_trip_ms="its round trip",
                    bytes_out="its bytes",
                ),
            ),
            cause=Cause.LOSS,
            rules_out=_send_buffer(stack),
        )


def _headline(kind: ConnectionKind, window: int | None) -> str:
    if kind.why == CONGESTION:
        return f"Congestion window of {wording.size(window or 0)}: network, not buffers"
    if kind.why == DUPLICATE:
        return f"{wording.percent(kind.duplicates)} of segments got duplicate ACKs: network, not buffers"
    return f"{wording.percent(kind.again)} of segments were retransmitted: network, not buffers"


def _send_buffer(stack: Stack) -> tuple[KnobId, ...]:
    """The default send buffer, unless the window of other streams holds those back."""
    return (stack.knob(OUT),) if stack.network_holds else ()
