"""Read printed evidence of IMS: reports on subpools, STAT calls, members of PROCLIB, pools without space."""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import failures, heading, log_buffers, members, report, stat_call

PRINTED = Printed(messages=(failures,), reports=(heading, report, stat_call, log_buffers, members))

__all__ = ["PRINTED"]
