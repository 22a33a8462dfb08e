"""MQ calls that found no connection.

What it does:
    Reports regions whose tasks called MQ while there was no connection to a queue manager.

Why it matters:
    Such a call fails at once, and with it the work that it is part of.

Evidence:
    MQG_TFUTILEATT, MQG_CONNECTION_STATUS of SMF 110 subtype 2 (DFHMQGDS).

What to do:
    See why the connection was lost: messages DFHMQ of the region, and those of the queue manager (storage,
    log, or a planned stop).

How to verify:
    The same statistics: connected, and no futile attempts.

References:
    IBM CICS TS 5.2 data area DFHMQGKS; IBM CICS TS documentation, "IBM MQ Connection statistics".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import connections
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import MQ_CONNECTION
from getpage.products.common.subsystem import row_of
from getpage.result import Finding, Kind, Severity

ID = "cics-mq-connection"
TITLE = "MQ calls that found no connection"
LOOKS_AT = MQ_CONNECTION
NO_COMMAND = "The connection was lost or never made: no size changes that."
FINDS = (Kind.RISK,)


def find(region: Region) -> Iterator[Finding]:
    """The connection, where calls found none."""
    row = row_of(region.mq_connection, connections.WORST_MQ)
    if row is None or not row["futile_attempts"]:
        return
    count = int(row["futile_attempts"])
    to = f" to {row['queue_manager']}" if row["queue_manager"] else ""
    yield Finding(
        check=ID,
        object=region.within("MQ connection"),
        severity=Severity.WARNING,
        kind=Kind.RISK,
        headline=f"{wording.plural(count, 'MQ call')} found no connection{to}",
        claim="Such a call fails at once. Messages DFHMQ of the region and those of the queue manager show "
        "why the connection was lost.",
        evidence=(
            computed("MQ calls without a connection", count, "calls"),
            *region.facts(
                connections.MQ_TABLE,
                row,
                futile_attempts="calls without a connection",
                calls="MQ calls",
                connection="connection at the end",
            ),
        ),
    )
