"""Read printed evidence of CICS: pages of DFHSTUP and DFH0STAT, and messages of the job log."""

from __future__ import annotations

from getpage.contract.printed import Printed

from . import classes, dsas, files, heading, labels, lsr_buffers, messages, tcb_modes

PRINTED = Printed(
    messages=(messages,),
    reports=(heading, tcb_modes, dsas, classes, lsr_buffers, files, labels),
)

__all__ = ["PRINTED"]
