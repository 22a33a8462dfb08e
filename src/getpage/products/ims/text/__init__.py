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
    queuing,
    regions,
    report,
    started,
    stat_call,
)

PRINTED = Printed(
    messages=(failures, started),
    reports=(heading, report, stat_call, log_buffers, members, regions, queuing, log_records),
)

__all__ = ["PRINTED"]
