"""Streams that a buffer of the stack holds back over a distance.

What it does:
    Names the jobs whose streams had three quarters or more of their window in flight, where the window is
    that of the stack's own buffer. It asks for a default that the fastest unheld stream of the stack over as
    long a round trip could use, else for twice the present; below 64 KB for 64 KB, from which on dynamic
    right sizing does the rest. Streams from when the default was smaller than now are not told of.

Why it matters:
    A stream moves one window a round trip, whatever the network could carry: with 64 KB and 15 ms 4.4 MB/s.
    What goes as far and is held by losses, by the partner or by the application gains nothing from buffers.

Evidence:
    SMF 119 subtype 2 (bytes, times, round trip, windows, retransmitted segments), or NETSTAT ALL in a log
    with times; NETSTAT CONFIG for the buffers.

What to do:
    Raise the default of the direction, TCPRCVBUFRSIZE or TCPSENDBFRSIZE, and the largest where it is in the
    way; or have the application ask for more (SO_RCVBUF, SO_SNDBUF).

How to verify:
    NETSTAT ALL of a new connection shows the buffer; SMF 119 shows streams that take less time. A stream that
    stays as slow is held by the path or the application: take it back.

References:
    IBM REDP-5238, 6.2, figures 6-15 to 6-17; IBM z/OS Communications Server: IP Configuration Guide, TCP
    receive window, TCP send window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.names import Object
from getpage.core.units import KIB
from getpage.products.tcpip.changes import TARGETS
from getpage.products.tcpip.flows import IN, OUT, WINDOW
from getpage.products.tcpip.model import path_ratio, seconds
from getpage.products.tcpip.thresholds import MOST_BUFFER, RIGHT_SIZED_FROM
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.tcpip.stack import Kind as KindOfConnection
    from getpage.products.tcpip.stack import Stack

ID = "tcp-window"
TITLE = "Streams that a buffer of the stack holds back"
NO_COMMAND = (
    "The application sets its buffers itself (SO_RCVBUF, SO_SNDBUF), or the stack's default is not known: a "
    "default does not reach it."
)
FINDS = (Kind.SHORTAGE,)
_LARGEST = "The default is the largest that z/OS has: several connections at a time move more than one."


def find(stack: Stack) -> Iterator[Finding]:
    """A finding a job, service and direction, most time first."""
    for direction in (IN, OUT):
        for one in stack.streams(direction):
            if one.why == WINDOW:
                yield _of(stack, one)


def _of(stack: Stack, one: KindOfConnection) -> Finding:
    now, row = stack.buffer(one.direction), one.largest or {}
    own = row.get("receive_buffer" if one.direction == IN else "send_buffer") or now or 0
    target = _target(stack, one, now) if now and own == now else None
    saved = 0.0 if target is None else one.seconds - seconds(stack, one, now or own, target // KIB)[0]
    asked = () if target is None else (computed(TARGETS[one.direction], target, "bytes"),)
    end = "receives" if one.direction == IN else "sends"
    low, high = one.trips or (0.0, 0.0)
    trips = f"{low:g} ms" if low == high else f"{low:g} to {high:g} ms"
    count = (stack.connections or (1, ()))[0]
    return Finding(
        check=ID,
        object=Object(stack.id, one.name),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"{wording.plural(one.count, 'stream')} that {one.job or 'a job'} {end} moved "
        f"{wording.size(one.moved)} at {one.rate / 1e6:.1f} MB/s over a round trip of {trips}: "
        f"{wording.size(round(one.flight))} in flight, as much as a buffer of {wording.size(own)} lets "
        f"through.",
        evidence=(
            *stack.of_largest(
                one,
                bytes_in="bytes in of the largest",
                bytes_out="bytes out of the largest",
                round_trip_ms="its round trip",
                most_send_window="its partner's window at most",
                retransmitted="its segments sent again",
            ),
            *stack.buffer_facts(one.direction),
            *asked,
        ),
        storage_bytes=0 if target is None else (target - own) * count,
        delay_seconds=max(0.0, saved),
        no_command=_LARGEST if target is None and now and own == now else "",
    )


def _target(stack: Stack, one: KindOfConnection, now: int) -> int | None:
    """The default that is asked for, in bytes; None where it is the largest already."""
    if now < RIGHT_SIZED_FROM and one.direction == IN:
        return RIGHT_SIZED_FROM
    like = path_ratio(stack, one)
    wanted = RIGHT_SIZED_FROM
    while wanted < min(MOST_BUFFER, like * now):
        wanted *= 2
    return wanted if wanted > now else None
