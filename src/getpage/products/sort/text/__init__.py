"""Read printed evidence of DFSORT: its messages, a report of its SMF records, and what Db2 utilities say of their sorts."""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import messages, report, utility

PRINTED = Printed(messages=(messages, utility), reports=(report,))

__all__ = ["PRINTED"]
