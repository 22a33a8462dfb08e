"""Streams over a distance that are held back by a buffer of the stack.

What it does:
    Names the jobs whose streams had three quarters or more of their window in flight, where the window is
    that of the stack's own buffer. It asks for a default that the fastest unheld stream of the stack over as
    long a round trip could use, else for twice the present; below 64 KB for 64 KB, from which on dynamic
    right sizing does the rest. Streams from when the default was smaller than now are not reported.

Why it matters:
    A stream moves one window per round trip, whatever the network could carry: with 64 KB and 15 ms 4.4 MB/s.
    What goes as far and is held by losses, by the partner or by the application gains nothing from buffers.

Evidence:
    SMF 119 subtype 2 (bytes, times, round trip, windows, retransmitted segments), or NETSTAT ALL in a log
    with times; NETSTAT CONFIG for the buffers.

What to do:
    Raise the default of the direction, TCPRCVBUFRSIZE or TCPSENDBFRSIZE, and the largest where it is in the
    way. Where fewer than one connection in a hundred needs it, have the application ask for more instead
    (SO_RCVBUF, SO_SNDBUF; for FTP in FTP.DATA): a default is storage of every connection.

How to verify:
    NETSTAT ALL of a new connection shows the buffer; SMF 119 shows streams that take less time. A stream that
    stays as slow is held by the path or the application: take it back.

References:
    IBM REDP-5238, 6.2, figures 6-15 to 6-17; IBM z/OS Communications Server: IP Configuration Guide, TCP
    receive window, TCP send window.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.storage import LEAST_WASTE
from getpage.core import wording
from getpage.core.names import Object
from getpage.core.units import KIB
from getpage.products.tcpip.constants import FEW_OF_ALL, MOST_BUFFER, RIGHT_SIZED_FROM
from getpage.products.tcpip.flows import IN, OUT, WINDOW
from getpage.products.tcpip.model import path_ratio, seconds
from getpage.products.tcpip.scopes import STREAMS
from getpage.products.tcpip.spelling import default_buffer
from getpage.products.tcpip.stack import ConnectionKind, Stack
from getpage.result import Finding, Kind, Severity

ID = "tcp-window"
TITLE = "Streams held back by a buffer of the stack"
NO_COMMAND = (
    "The application sets its buffers itself (SO_RCVBUF, SO_SNDBUF): a default of the stack does not reach "
    "it."
)
LOOKS_AT = STREAMS
FINDS = (Kind.SHORTAGE,)
_LARGEST = "The default is the largest that z/OS allows. Several connections at a time move more than one."
_UNKNOWN = "The stack's default is not known: NETSTAT CONFIG shows it."


def find(stack: Stack) -> Iterator[Finding]:
    """A finding a job, service and direction, most time first."""
    for direction in (IN, OUT):
        for kind in stack.streams(direction):
            if kind.why == WINDOW:
                yield _of(stack, kind)


def _of(stack: Stack, kind: ConnectionKind) -> Finding:
    now, row = stack.buffer(kind.direction), kind.largest or {}
    own = row.get("receive_buffer" if kind.direction == IN else "send_buffer") or now or 0
    target = _target(stack, kind, now) if now and own == now else None
    saved = 0.0 if target is None else kind.seconds - seconds(stack, kind, now or own, target // KIB)[0]
    connections = (stack.connections or (1, ()))[0]
    few = target is not None and _are_few(kind, connections, target - own)
    held = min(kind.count, connections) if few else connections
    reaches = target is not None and not few
    asks, advice = default_buffer(stack, kind.direction, target // KIB) if reaches and target else ((), ())
    end = "receives" if kind.direction == IN else "sends"
    low, high = kind.trips or (0.0, 0.0)
    trips = f"{low:g} ms" if low == high else f"{low:g} to {high:g} ms"
    return Finding(
        check=ID,
        object=Object(stack.id, kind.name),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{kind.rate / 1e6:.1f} MB/s: {wording.size(own)} per round trip of {trips}",
        claim=(
            f"{wording.plural(kind.count, 'stream')} that it {end} had {wording.size(round(kind.flight))} in "
            "flight, "
            f"as much as the buffer allows.{_why_not_sized(kind, own)}"
        ),
        evidence=(
            computed("bytes moved", kind.moved, "bytes"),
            computed("streams", kind.count, "count"),
            *stack.of_largest(
                kind,
                bytes_in="bytes in of the largest",
                bytes_out="bytes out of the largest",
                round_trip_ms="its round trip",
                most_send_window="its partner's window at most",
                retransmitted="its segments sent again",
            ),
            *stack.buffer_facts(kind.direction),
            *((computed("buffer that it could use", target, "bytes"),) if target is not None else ()),
            *((computed("connections at a time", connections, "count"),) if few else ()),
        ),
        storage_bytes=0 if target is None else (target - own) * held,
        delay_seconds=max(0.0, saved),
        no_command=_no_command(kind, now, own, target, few=few),
        asks=asks,
        advice=advice,
    )


def _are_few(kind: ConnectionKind, connections: int, more: int) -> bool:
    """Whether so few of all connections need a larger buffer that the default is not the place for it."""
    return kind.count < FEW_OF_ALL * connections and more * connections >= LEAST_WASTE


def _why_not_sized(kind: ConnectionKind, own: int) -> str:
    """Why dynamic right sizing did not act, as a sentence; empty where it could not have."""
    if kind.direction != IN or own < RIGHT_SIZED_FROM or own >= MOST_BUFFER:
        return ""
    return (
        " Right sizing did not act: the application set SO_RCVBUF or read too slowly, or the stack was short "
        "of "
        "storage."
    )


def _no_command(kind: ConnectionKind, now: int | None, own: int, target: int | None, *, few: bool) -> str:
    if few:
        option = "SO_RCVBUF" if kind.direction == IN else "SO_SNDBUF"
        ftp = " FTP does with its own statement in FTP.DATA." if kind.port in _FTP else ""
        return (
            f"Only {wording.plural(kind.count, 'connection')} of the stack would use it: have the "
            "application ask "
            f"for it ({option}), not every connection.{ftp}"
        )
    if now is None:
        return _UNKNOWN
    return _LARGEST if target is None and own == now else ""


#: Ports of FTP: data and control.
_FTP = (20, 21)


def _target(stack: Stack, kind: ConnectionKind, now: int) -> int | None:
    """The default that is asked for, in bytes; None where it is the largest already."""
    if now < RIGHT_SIZED_FROM and kind.direction == IN:
        return RIGHT_SIZED_FROM
    like = path_ratio(stack, kind)
    wanted = RIGHT_SIZED_FROM
    while wanted < min(MOST_BUFFER, like * now):
        wanted *= 2
    return wanted if wanted > now else None
