"""QR TCB that is dispatched without using a processor.

What it does:
    Reports regions whose QR TCB used CPU in less than 65 % of the time in which it was dispatched, in
    collections in which it was dispatched for 1 % of the time at least, and says which of the two suspects it
    is: page-ins of the region's address space, or processors that others had.

Why it matters:
    All work of a region that is not threadsafe runs on its QR TCB. Dispatched without CPU it is held up in
    the middle of a task, by a page fault, by higher work on the processor or by a call that blocks, and every
    other task waits meanwhile.

Evidence:
    DSGTDT, DSGACT, DSGTWT of mode QR in SMF 110 subtype 2 (dispatcher), or the pages "Dispatcher TCB Modes"
    of DFHSTUP and DFH0STAT. To tell the suspects apart: SMF 30 intervals or a panel of SDSF or RMF with the
    region's page-ins; SMF 70 subtype 1 (LPAR busy) and SMF 72 subtype 3 (CPU delay of its service class).

What to do:
    Paging: give the system real storage, or take it from whoever does not use it (getpage plan). Processors:
    a higher importance in WLM, a higher weight, or less work beside it. Neither: look for what the QR TCB
    calls that blocks: a global user exit or vendor code that waits, file opens, a security call, a program
    that is dispatched in user key (9).

How to verify:
    The same statistics with the same work: the ratio rises.

References:
    IBM REDP-5238, 4.1.3 and figure 4-5. The 1 % is ours: an idle region's ratio is one of chance.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import numbers, wording
from getpage.products.cics import dispatcher, transactions
from getpage.products.cics.thresholds import QR_RATIO_LOW
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Row
    from getpage.products.cics.region import Region
    from getpage.products.cics.suspects import Suspects

ID = "cics-qr-ratio"
TITLE = "QR TCB that is dispatched without using a processor"
NO_COMMAND = (
    "No command of CICS changes it: it is up to real storage (getpage plan), to the processor share that WLM "
    "and the partition's weight give the region, or to code that blocks."
)
FINDS = (Kind.SHORTAGE,)


def low(region: Region) -> Row | None:
    """The collection with the lowest ratio, where that is low."""
    row = None if region.qr is None else region.qr[dispatcher.LOWEST]
    return row if row is not None and row["ratio"] < QR_RATIO_LOW else None


def held_by_paging(region: Region) -> bool:
    """Whether its lowest ratio is low, and page-ins are the suspect and processors none."""
    row = low(region)
    if row is None:
        return False
    seen = region.surroundings.of(region.system, region.jobs(row), row)
    return seen.paging is not None and seen.paging.suspect and not seen.processor


def in_short(finding: Finding) -> str:
    """What a finding shows, in a few words."""
    return f"{finding.object} dispatched without CPU ({numbers.seconds(finding.delay_seconds)})"


def find(region: Region) -> Iterator[Finding]:
    """The region, where its lowest ratio is low."""
    qr, row = region.qr, low(region)
    if qr is None or row is None:
        return
    held, often, told = dispatcher.HELD.in_(qr), qr[dispatcher.LOW], qr[dispatcher.TOLD]
    seen = region.surroundings.of(region.system, region.jobs(row), row)
    where = f"the QR TCB of {region.label} used CPU in {wording.percent(row['ratio'])} of the time dispatched"
    count = f" and under {wording.percent(QR_RATIO_LOW)} in {often} of {told} collections" if told > 1 else ""
    claim = (
        f"{where} {wording.interval(row)}{count}, {numbers.seconds(held)} without it; {_cause(region, seen)}."
    )
    yield Finding(
        check=ID,
        object=region.within("QR TCB"),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"CPU in {wording.percent(row['ratio'])} of the time dispatched: QR is held up",
        claim=claim,
        evidence=(
            computed("CPU of the time dispatched", 100 * row["ratio"], "percent", row),
            *region.facts(
                dispatcher.MODES_TABLE,
                row,
                dispatched_us="time dispatched",
                cpu_us="CPU time",
                wait_us="time in waits that it asked for",
            ),
            *seen.facts,
        ),
        delay_seconds=held,
    )


def _cause(region: Region, seen: Suspects) -> str:
    """Which of the suspects it is, as a clause."""
    paging = seen.paging
    found = []
    if paging is not None and paging.suspect:
        found.append(f"paging is a suspect: {paging.value:,.1f} page-ins a second meanwhile")
    if short := _short_of_processors(seen):
        found.append(f"{'and so are processors' if found else 'processors are the suspect'}: {short}")
    if found:
        return ", ".join(found)
    unknown = []
    if paging is None:
        unknown.append("page-ins of its address space (SMF 30, SDSF DA)")
    if seen.processor is None:
        unknown.append("LPAR busy (SMF 70) or CPU delay (SMF 72)")
    if not unknown:
        return f"it is neither paging nor processors: a call that blocks is left, {_where(region)}"
    cleared = ("not paging, and " if paging is not None else "") + (
        "not processors, and " if seen.processor is not None else ""
    )
    return f"{cleared}what would tell why is not in this evidence: {' and '.join(unknown)}"


def _where(region: Region) -> str:
    """Where a call that blocks can be: what tasks ran in key 9 is in SMF 110 subtype 1."""
    key9 = sum(float(one[transactions.KEY9_CPU] or 0) for one in region.transactions)
    if key9:
        used = f"tasks used {numbers.seconds(key9)} of CPU there"
        return f"in an exit, in vendor code, or in a program dispatched in key 9 ({used})"
    told = " (no task ran in key 9)" if region.transactions else ", or in a program dispatched in key 9"
    return f"in an exit or in vendor code{told}"


def _short_of_processors(seen: Suspects) -> str:
    said = []
    if seen.busy is not None and seen.busy.suspect:
        said.append(f"{wording.percent(seen.busy.value)} of the partition's were busy")
    if seen.delay is not None and seen.delay.suspect:
        said.append(f"its service class waited for one in {wording.percent(seen.delay.value)} of its samples")
    return " and ".join(said)
