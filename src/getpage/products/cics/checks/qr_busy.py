"""QR TCB that is near one processor.

What it does:
    Reports regions whose QR TCB used CPU in 70 % or more of a statistics interval. From 90 % on it is a
    warning.

Why it matters:
    A region has one QR TCB, which can use one processor at most. Near that, tasks queue for redispatch, and
    another processor does not help.

Evidence:
    DSGACT, DSGTDT, DSGTWT of mode QR in SMF 110 subtype 2, or the pages of DFHSTUP and DFH0STAT.

What to do:
    Move work to open TCBs: define threadsafe programs with CONCURRENCY(REQUIRED) or THREADSAFE (the table
    "Definitions of programs" and getpage switches show what each saves), or divide the work among more
    regions.

How to verify:
    The same statistics with the same work: the CPU of L8 and L9 rises, that of QR falls.

References:
    IBM CICS TS 5.5 documentation, "Interpreting dispatcher statistics" (about 70 %). The 90 % are getpage's
    own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.cics import dispatcher, transactions
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import QR
from getpage.products.cics.settings import threadsafe
from getpage.products.cics.thresholds import QR_FULL, QR_NEAR
from getpage.products.common.subsystem import row_of
from getpage.result import Advise, Finding, Kind, Severity

ID = "cics-qr-busy"
TITLE = "QR TCB that is near one processor"
LOOKS_AT = QR
NO_COMMAND = (
    "Make programs threadsafe and define them so (getpage switches shows what each definition costs), or "
    "divide the work among more regions."
)
FINDS = (Kind.RISK, Kind.NOTE)


_SHOWN: Final = 3


def find(region: Region) -> Iterator[Finding]:
    """The region, where its busiest statistics interval is near one processor."""
    row = row_of(region.qr, dispatcher.BUSIEST)
    if row is None or row["busy"] < region.in_force(QR_NEAR, region.qr_tcb):
        return
    is_full = row["busy"] >= region.in_force(QR_FULL, region.qr_tcb)
    yield Finding(
        check=ID,
        object=region.qr_tcb,
        severity=Severity.WARNING if is_full else Severity.INFO,
        kind=Kind.RISK if is_full else Kind.NOTE,
        headline=f"{wording.percent(row['busy'])} of the one processor that it can use",
        advice=_leave_qr(region) if is_full else (),
        claim="Tasks queue for it, and more processors do not help. Move work to open TCBs or to more "
        "regions.",
        evidence=(
            computed("CPU of the elapsed time", 100 * row["busy"], "percent", row),
            *region.facts(
                dispatcher.MODES_TABLE,
                row,
                cpu_us="CPU time",
                dispatched_us="time dispatched",
                wait_us="time in waits",
            ),
        ),
    )


def _leave_qr(region: Region) -> tuple[Advise, ...]:
    """Definitions of the programs that use most of QR, where records name them."""
    used = [task for task in region.transactions if task[transactions.QR_CPU] and task[transactions.TASKS]]
    used.sort(key=lambda task: (-float(task[transactions.QR_CPU]), str(task.key[-1])))
    return tuple(advise for task in used[:_SHOWN] for advise in threadsafe(region, task))
