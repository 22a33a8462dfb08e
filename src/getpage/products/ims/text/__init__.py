"""Read printed evidence of IMS: reports on subpools, regions and transactions, STAT calls, members of
PROCLIB, pools without space.
"""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import (
    failures,
    heading,
    log_buffers,
    log_records,
    members,
    queue_io,
    queuing,
    regions,
    report,
    started,
    stat_call,
    tracked,
)

PRINTED = Printed(
    messages=(failures, started, tracked),
    reports=(heading, report, stat_call, log_buffers, members, regions, queuing, queue_io, log_records),
)

__all__ = ["PRINTED"]
