"""Replies to NETSTAT, from their heading on: that of the operator command, and that of TSO and z/OS UNIX.

    EZD0101I NETSTAT CS V2R3 TCPCS1 405
    MVS TCP/IP NETSTAT CS V2R3       TCPIP Name: TCPCS           14:21:13

What stands below the heading is in `sections`; a reply without a heading begins there.

How sure: the first as IBM REDP-5238, figure 6-16, prints it; the second from IBM z/OS Communications Server:
IP System Administrator's Commands.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from .sections import Reply

if TYPE_CHECKING:
    from getpage.contract.printed import Line, Sink

STEMS: Final = ("EZD",)
MARKS: Final = ("NETSTAT CS ",)
_CONSOLE: Final = re.compile(
    r"[ *@+]{0,4}EZD0101I NETSTAT CS (V[0-9A-Z]{1,7}) ([A-Z0-9@#$]{1,8})(?: {1,20}([0-9]{3,4}))?\s{0,40}"
)
_TSO: Final = re.compile(
    r"\s{0,4}MVS TCP/IP NETSTAT CS (V[0-9A-Z]{1,7})\s{1,40}TCPIP NAME:\s{1,20}([A-Z0-9@#$]{1,8})"
    r"\s{1,40}[0-9]{2}:[0-9]{2}:[0-9]{2}\s{0,40}",
    re.IGNORECASE,
)


def begin(line: Line, sink: Sink) -> tuple[Reply | bool, str | None]:
    """Open a reply at its heading."""
    if found := _CONSOLE.fullmatch(line.text):
        return Reply(line, sink, found[2], found[1]), found[3]
    if found := _TSO.fullmatch(line.text):
        return Reply(line, sink, found[2].upper(), found[1].upper()), None
    return False, None
