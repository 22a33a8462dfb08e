"""Sorts whose work goes through work data sets, and which would gain from storage.

What it does:
    Names the sorts with most work I/O in their hour, unless their service class waits for processors. It asks
    for storage for all of their work, as far as storage is free in that hour.

Why it matters:
    What storage does not hold is written to disk and read again, beside the input and output that each sort
    has anyway; it also crowds out the disk cache for all others. Elapsed time falls as that goes, processor
    time rises, as pages are moved to and from storage.

Evidence:
    SMF 16, or messages ICE134I, ICE180I, ICE188I and ICE249I; SMF 30 for time and I/O requests; SMF 71 for
    what is free; RMF workload activity for what the class waits for.

What to do:
    Let sorts have storage (EXPMAX in ICEPRMxx). Sorts that are larger than all that is free gain little:
    leave those on disk (MOSIZE=0 in DFSPARM of that step), and the others get more.

How to verify:
    ICE180I and ICE249I of each sort, fewer tracks in SMF 16, fewer blocks of SORTWKnn in SMF 30, and a
    shorter hour. Judge by several nights, as DFSORT takes what is free at that moment.

References:
    IBM REDP-5238, 6.1 and figure 6-13; IBM z/OS DFSORT Tuning Guide, "Hipersorting, memory object sorting and
    data space".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.sort.changes import TARGET
from getpage.products.sort.curve import megabytes
from getpage.products.sort.thresholds import LARGE, NAMED
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from getpage.products.sort.sorts import Sorts

ID = "sort-work-on-disk"
TITLE = "Sorts that work on disk and would gain from storage"
NO_COMMAND = (
    "How much storage is free in the hour of the sorts is not known, or when they run: SMF 71, and SMF 30 of "
    "their steps, tell it."
)
FINDS = (Kind.SHORTAGE,)
_ALLOWED: Final = (
    "EXPMAX allows all of their work already: what keeps it on disk is an option of the step (MOSIZE, "
    "HIPRMAX, DSPSIZE in ICE133I), the size that DFSORT was told, or what was free when it began."
)
_SHORT: Final = (
    "Less real storage was free at the tightest moment than a dump needs and EXPRES keeps: sorts get no more "
    "before that has ended, as EXPMAX holds at all hours."
)


def find(sorts: Sorts) -> Iterator[Finding]:
    """One finding of all sorts of a system, with the first of them."""
    rows = sorts.on_disk
    total = int(rows["disk"].sum())
    waits = sorts.waits
    if total < LARGE or (waits is not None and waits.is_of_processors):
        return
    first = rows.head(NAMED)
    named = [_named(row) for row in first.iter_rows(named=True)]
    ios = int(rows["ios"].fill_null(0).sum())
    requests = f", {wording.number(ios)} I/O requests" if ios else ""
    model, target = sorts.model, _target(sorts)
    saved = 0.0
    if model is not None and target is not None:
        saved = (model.wait(model.now)[0] - model.wait(target * MIB)[0]) * model.seconds
    facts = [
        one
        for row in first.iter_rows(named=True)
        for one in sorts.of_run(
            row, work_ios="work I/O of " + named_short(row), work_tracks="tracks of " + named_short(row)
        )
    ]
    asked = () if target is None else (computed(TARGET, target, "MiB"),)
    yield Finding(
        check=ID,
        object=sorts.storage,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{wording.plural(rows.height, 'sort')} with {wording.size(total)} of work on disk",
        claim=f"{wording.plural(rows.height, 'sort')} of {sorts.label} had {wording.size(total)} of work on "
        f"disk{requests}; most: {wording.listed(named)}.",
        evidence=(*facts, *(() if waits is None else waits.facts), *asked),
        storage_bytes=0 if target is None or model is None else max(0, target * MIB - model.now),
        delay_seconds=max(0.0, saved),
        no_command=_why_none(sorts),
    )


def _why_none(sorts: Sorts) -> str:
    if sorts.may_have_all:
        return _ALLOWED
    return _SHORT if sorts.free is not None and sorts.free.is_short else ""


def named_short(row: Mapping[str, Any]) -> str:
    """Job and step, or program and time of day."""
    if row["job"]:
        return f"{row['job']}.{row['step']}" if row["step"] else str(row["job"])
    at = row["end"]
    return f"{row['program'] or 'a sort'}" + (f" at {at:%H:%M:%S}" if at else "")


def _named(row: Mapping[str, Any]) -> str:
    ios = f", {wording.number(int(row['ios']))} requests" if row["ios"] else ""
    return f"{named_short(row)} ({wording.size(row['disk'])}{ios})"


def _target(sorts: Sorts) -> int | None:
    """MiB for all of their work, as far as they can have it in their hour; None where nothing tells."""
    model, reach = sorts.model, sorts.reach
    if model is None or reach is None:
        return None
    target = megabytes(min(model.all, reach))
    return target if target > megabytes(model.now) else None
