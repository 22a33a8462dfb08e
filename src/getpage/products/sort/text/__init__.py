"""Read printed evidence of DFSORT: its messages, and a report of its SMF records."""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import messages, report

PRINTED = Printed(messages=(messages,), reports=(report,))

__all__ = ["PRINTED"]
