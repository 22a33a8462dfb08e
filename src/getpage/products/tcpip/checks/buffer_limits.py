"""Buffers that hold back bulk transfers, where nothing tells which connections there are.

What it does:
    Names default and largest buffers that are below 2 MB, the most that z/OS has, where no record and no
    display tells of connections.

Why it matters:
    A stream moves one window a round trip. The defaults, 64 KB and 256 KB, are too little for bulk transfers
    over a distance, unless dynamic right sizing lets them grow.

Evidence:
    NETSTAT CONFIG, or TCPCONFIG of the profile.

What to do:
    Let applications have more (TCPMAXRCVBUFRSIZE, TCPMAXSENDBUFRSIZE): it costs nothing until they ask. Raise
    the defaults once it is known that streams need it, as each connection may then fill more storage.

How to verify:
    NETSTAT CONFIG shows the sizes; SMF 119 subtype 2 shows whether streams take less time.

References:
    IBM REDP-5238, 6.2 and figure 6-16; IBM z/OS Communications Server: IP Configuration Reference, TCPCONFIG.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.products.tcpip.settings import BUFFERS, LABELS
from getpage.products.tcpip.thresholds import MOST_BUFFER
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.tcpip.stack import Stack

ID = "tcp-buffer-limits"
TITLE = "Buffers that hold back bulk transfers"
NO_COMMAND = ""
FINDS = (Kind.RISK,)
#: A round trip that a sentence takes for an example, in seconds.
_TRIP = 0.010


def find(stack: Stack) -> Iterator[Finding]:
    """One finding of all four sizes."""
    sizes = {name: stack.settings.size(name) for name in BUFFERS}
    low = {name: size for name, size in sizes.items() if size is not None and size < MOST_BUFFER}
    if not low or stack.kinds or stack.sockets.height:
        return
    said = [f"{LABELS[name]} {wording.number(size)} bytes" for name, size in low.items()]
    most = min(low.values()) / _TRIP / 1e6
    yield Finding(
        check=ID,
        object=stack.buffers,
        severity=Severity.WARNING,
        kind=Kind.RISK,
        claim=f"{stack.label} has {wording.listed(said)}, all below the 2 MiB that z/OS allows: bulk "
        f"transfers over "
        f"a distance are held back, at 10 ms to {most:.1f} MB/s for each window of the smallest.",
        evidence=stack.settings.of(*low),
    )
