"""Whether the buffers of streams that are displayed suit their direction.

What it does:
    Says of each stream that NETSTAT ALL shows whether the buffer of its direction is as large as z/OS allows,
    or dynamic right sizing is active. The other buffer may then be small.

Why it matters:
    The receiver of a stream needs a large receive buffer and hardly a send buffer, the sender the reverse. A
    small buffer in the other direction is no fault.

Evidence:
    NETSTAT ALL: bytes in and out, buffers, TCPPRF.

What to do:
    Nothing.

How to verify:
    The same display later.

References:
    IBM REDP-5238, 6.2 and figure 6-17; IBM z/OS Communications Server: IP Configuration Guide, TCP receive
    window.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.tcpip import scopes
from getpage.products.tcpip.connections import SOCKETS
from getpage.products.tcpip.constants import BULK, MOST_BUFFER, NAMED, ONE_WAY
from getpage.products.tcpip.stack import Stack
from getpage.result import Finding, Kind, Severity

ID = "tcp-stream-right"
TITLE = "Buffers of displayed streams that suit their direction"
NO_COMMAND = ""
LOOKS_AT = scopes.SOCKETS
FINDS = (Kind.NOTE,)


def find(stack: Stack) -> Iterator[Finding]:
    """A note of the streams that moved most."""
    moved = pl.max_horizontal("bytes_in", "bytes_out")
    less = pl.min_horizontal("bytes_in", "bytes_out").cast(pl.Float64)
    rows = stack.sockets.filter(moved >= BULK, moved >= ONE_WAY * less)
    ordered = rows.sort(moved, "file", "record", descending=[True, False, False])
    right = [row for row in ordered.iter_rows(named=True) if _suits(row)]
    for row in right[:NAMED]:
        receives = row["bytes_in"] > row["bytes_out"]
        buffer, other = ("receive", "send") if receives else ("send", "receive")
        small = row[f"{other}_buffer"]
        sized = row["right_sizing"] if receives else row["send_right_sizing"]
        yield Finding(
            check=ID,
            object=Object(stack.id, f"{row['job']} {row['local_socket']}"),
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=(
                f"{buffer.capitalize()} buffer of {wording.size(row[f'{buffer}_buffer'])} suits an "
                f"{'inbound' if receives else 'outbound'} stream"
            ),
            claim=("Dynamic right sizing is active. " if sized else "It is as large as z/OS allows. ")
            + (
                ""
                if small is None
                else f"Its {other} buffer of {wording.size(small)} is enough for the other direction."
            ),
            evidence=stack.facts(
                SOCKETS,
                row,
                bytes_in="bytes in",
                bytes_out="bytes out",
                receive_buffer="receive buffer",
                send_buffer="send buffer",
            ),
        )


def _suits(row: Mapping[str, Any]) -> bool:
    receives = row["bytes_in"] > row["bytes_out"]
    size = row["receive_buffer"] if receives else row["send_buffer"]
    sized = row["right_sizing"] if receives else row["send_right_sizing"]
    return size is not None and (size >= MOST_BUFFER or bool(sized))
