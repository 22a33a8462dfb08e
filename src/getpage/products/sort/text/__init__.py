"""Read printed evidence of sorts: messages of DFSORT, a report of its records, messages of Db2 utilities."""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import messages, report, utility

PRINTED = Printed(messages=(messages, utility), reports=(report,))

__all__ = ["PRINTED"]
