"""Streams held back by the partner's window.

What it does:
    Names the jobs whose streams had as much in flight as the partner was ready to receive, which was less
    than the send buffer here.

Why it matters:
    The receive buffer of the partner holds it: a larger send buffer on z/OS changes nothing.

Evidence:
    SMF 119 subtype 2 (largest send window, bytes, times, round trip); NETSTAT CONFIG for the send buffer.

What to do:
    Have the partner raise its receive buffer; on Linux net.ipv4.tcp_rmem, on AIX tcp_recvspace and rfc1323.

How to verify:
    SMF 119 shows a larger send window and streams that take less time.

References:
    IBM z/OS Communications Server: IP Configuration Guide, TCP send window.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.tcpip.flows import OUT, PARTNER
from getpage.products.tcpip.scopes import STREAMS
from getpage.products.tcpip.stack import Stack
from getpage.result import Finding, Kind, Severity

ID = "tcp-partner"
TITLE = "Streams held back by the partner's window"
NO_COMMAND = ""
LOOKS_AT = STREAMS
FINDS = (Kind.NOTE,)


def find(stack: Stack) -> Iterator[Finding]:
    """A note a job and service."""
    for kind in stack.streams(OUT):
        row = kind.largest
        if kind.why != PARTNER or row is None:
            continue
        yield Finding(
            check=ID,
            object=Object(stack.id, kind.name),
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"Limited by the partner's window of {wording.size(row['most_send_window'])}",
            claim=(
                f"{wording.plural(kind.count, 'stream')} had {wording.size(round(kind.flight))} in flight. "
                "The "
                "partner has to receive more: a larger send buffer here changes nothing."
            ),
            evidence=stack.of_largest(
                kind, most_send_window="largest window of the partner", round_trip_ms="its round trip"
            ),
        )
