"""Read printed evidence of CICS: pages of DFHSTUP and DFH0STAT, and messages of the job log."""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import dsas, heading, labels, messages, tables

PRINTED = Printed(
    messages=(messages,),
    reports=(heading, tables, dsas, labels),
)

__all__ = ["PRINTED"]
