"""Buffers that hold back bulk transfers, where no record lists the connections.

What it does:
    Names default and largest buffers that are below 2 MB, the most that z/OS allows, where no record tells of
    connections. A display shows only those that are open at that moment, so it does not settle the question.

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

from collections.abc import Iterator

from getpage.core import wording
from getpage.products.tcpip.constants import MOST_BUFFER
from getpage.products.tcpip.scopes import SETTINGS
from getpage.products.tcpip.settings import BUFFERS, LABELS
from getpage.products.tcpip.spelling import largest_buffers
from getpage.products.tcpip.stack import Stack
from getpage.result import Finding, Kind, Severity

ID = "tcp-buffer-limits"
TITLE = "Buffers that hold back bulk transfers"
NO_COMMAND = ""
LOOKS_AT = SETTINGS
FINDS = (Kind.RISK,)
#: A round trip that a sentence takes for an example, in seconds.
_TRIP = 0.010


def find(stack: Stack) -> Iterator[Finding]:
    """One finding of all four sizes."""
    sizes = {name: stack.settings.size(name) for name in BUFFERS}
    low = {name: size for name, size in sizes.items() if size is not None and size < MOST_BUFFER}
    if not low or stack.is_recorded:
        return
    smallest = min(low, key=lambda name: low[name])
    most = low[smallest] / _TRIP / 1e6
    yield Finding(
        check=ID,
        object=stack.buffers,
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=(
            f"{LABELS[smallest][0].upper()}{LABELS[smallest][1:]} of "
            f"{wording.size(low[smallest])}, below 2 MiB"
        ),
        claim=(
            f"At a round trip of 10 ms it limits a bulk transfer to {most:.1f} MB/s. SMF 119 subtype 2 shows "
            "which "
            "connections need more."
        ),
        evidence=stack.settings.of(*low),
        advice=tuple(largest_buffers(stack)),
    )
