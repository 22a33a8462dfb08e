"""QR TCB that is dispatched without using a processor.

What it does:
    Reports regions whose QR TCB used CPU in less than 65 % of the time in which it was dispatched. Statistics
    intervals in which it was dispatched for less than 1 % of the time are left out. Two suspects are checked:
    page-ins of the address space, and processors that others had.

Why it matters:
    All work of a region that is not threadsafe runs on its QR TCB. Dispatched without CPU, it is stopped in
    the middle of a task by a page fault, by higher work on the processor or by a call that blocks. Every
    other task waits meanwhile.

Evidence:
    DSGTDT, DSGACT, DSGTWT of mode QR in SMF 110 subtype 2 (dispatcher), or the pages "Dispatcher TCB Modes"
    of DFHSTUP and DFH0STAT. To tell the suspects apart: SMF 30 intervals or a panel of SDSF or RMF with the
    region's page-ins; SMF 70 subtype 1 (LPAR busy) and SMF 72 subtype 3 (CPU delay of its service class).

What to do:
    Paging: give the system real storage, or take it from where it is not used (getpage plan). Processors: a
    higher importance in WLM, a higher weight, or less other work. Neither: look for a call on QR that blocks:
    a global user exit or vendor code that waits, file opens, a security call, a program that is dispatched in
    user key (9).

How to verify:
    The same statistics with the same work: the ratio rises.

References:
    IBM REDP-5238, 4.1.3 and figure 4-5. The 1 % is getpage's own: an idle region's ratio is one of chance.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.contract.storage import whole
from getpage.core import numbers, wording
from getpage.products.cics import dispatcher, transactions
from getpage.products.cics.region import Region
from getpage.products.cics.scopes import DISPATCHED_QR
from getpage.products.cics.zos_evidence import Suspects
from getpage.result import REAL_STORAGE, Fact, Finding, Kind, Severity, Shows

ID = "cics-qr-ratio"
TITLE = "QR TCB that is dispatched without using a processor"
LOOKS_AT = DISPATCHED_QR
NO_COMMAND = (
    "No command of CICS changes it: the cause is real storage (getpage plan), the processor share that WLM "
    "and the weight of the partition give the region, or code that blocks."
)
FINDS = (Kind.SHORTAGE,)


def find(region: Region) -> Iterator[Finding]:
    """The region, where its lowest ratio is low."""
    qr, row = region.qr, region.lowest_qr_ratio
    if qr is None or row is None:
        return
    held = dispatcher.HELD.in_(qr)
    seen = region.zos.of(region.system, region.jobs(row), row)
    is_paged = seen.paging is not None and seen.paging.suspect and not seen.processor
    yield Finding(
        check=ID,
        object=region.qr_tcb,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"CPU in {wording.percent(row['ratio'])} of the time dispatched: QR is held up",
        in_brief=f"{region.qr_tcb} dispatched without CPU ({numbers.seconds(held)})",
        shows=Shows((whole(region.id.image),), REAL_STORAGE, itself=False) if is_paged else None,
        claim=f"Every other task waits meanwhile. {_cause(region, seen)}.",
        evidence=(
            computed("CPU of the time dispatched", 100 * row["ratio"], "percent", row),
            computed("dispatched without CPU, where the ratio was low", held, "s"),
            computed("statistics intervals with a low ratio", qr[dispatcher.LOW], "intervals"),
            computed("statistics intervals judged", qr[dispatcher.TOLD], "intervals"),
            *region.facts(
                dispatcher.MODES_TABLE,
                row,
                dispatched_us="time dispatched",
                cpu_us="CPU time",
                wait_us="time in waits that it asked for",
            ),
            *seen.facts,
            *_in_key_9(region),
        ),
        delay_seconds=held,
    )


def _cause(region: Region, seen: Suspects) -> str:
    """The suspects, or what would show them."""
    paging = seen.paging
    suspects = []
    if paging is not None and paging.suspect:
        suspects.append(f"paging ({paging.value:,.1f} page-ins/s)")
    if seen.busy is not None and seen.busy.suspect:
        suspects.append(f"processors (LPAR {wording.percent(seen.busy.value)} busy)")
    if seen.delay is not None and seen.delay.suspect:
        suspects.append(f"processors (CPU delay in {wording.percent(seen.delay.value)} of samples)")
    if suspects:
        return f"Suspected: {wording.listed(suspects)}"
    unknown = []
    if paging is None:
        unknown.append("page-ins (SMF 30, SDSF DA)")
    if seen.processor is None:
        unknown.append("LPAR busy (SMF 70) or CPU delay (SMF 72)")
    if not unknown:
        key_9 = "" if region.transactions and not _key_9(region) else ", or a program in key 9"
        blocks = f"look for a call that blocks in an exit or vendor code{key_9}"
        return f"It is neither paging nor processors: {blocks}"
    cleared = (
        "Not paging. " if paging is not None else "Not processors. " if seen.processor is not None else ""
    )
    return f"{cleared}Cause unknown: collect {' and '.join(unknown)}"


def _key_9(region: Region) -> float:
    """CPU seconds of tasks in key 9, where a program can block QR."""
    return sum(float(task[transactions.KEY9_CPU] or 0) for task in region.transactions)


def _in_key_9(region: Region) -> Iterator[Fact]:
    seconds = _key_9(region)
    if seconds:
        yield computed("CPU of tasks in key 9", seconds, "s")
