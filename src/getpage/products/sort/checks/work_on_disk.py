"""Sorts whose work goes through work data sets, and which would gain from storage.

What it does:
    Names the sorts with most work I/O in their hour, unless their service class waits for processors. Where
    ICE236I shows EXPMAX, it asks for storage for all of their work, as far as storage is free in that hour
    beside what a dump needs and 10 %. Sorts that ran while a dump held storage are named with it.

Why it matters:
    What storage does not hold is written to disk and read again, beside the input and output that each sort
    has anyway. It also pushes the data of others out of the disk cache. In storage elapsed time falls, and
    processor time rises, as pages are moved.

Evidence:
    SMF 16, or messages ICE134I, ICE180I, ICE188I, ICE236I and ICE249I; SMF 30 for time and I/O requests;
    SMF 71 for what is free; RMF workload activity for what the class waits for; IEA794I and IEA611I for
    dumps.

What to do:
    Give sorts storage (EXPMAX in ICEPRMxx). Sorts that are larger than all that is free gain little: leave
    those on disk (MOSIZE=0 in DFSPARM of that step), and the others get more. Where a dump held storage, see
    first how the same sorts do without one.

How to verify:
    ICE180I and ICE249I of each sort, fewer tracks in SMF 16, fewer blocks of SORTWKnn in SMF 30, and a
    shorter hour. Judge by several nights, as DFSORT takes what is free at that moment.

References:
    IBM REDP-5238, 6.1 and figure 6-13; IBM z/OS DFSORT Tuning Guide, "Hipersorting, memory object sorting and
    data space".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.sort.constants import NAMED
from getpage.products.sort.scopes import SORTS
from getpage.products.sort.sorts import Sorts
from getpage.products.sort.thresholds import WORK_ON_DISK
from getpage.products.sort.zos_evidence import DumpSpan
from getpage.result import Ask, Fact, Finding, Kind, Severity

ID = "sort-work-on-disk"
TITLE = "Sorts that spill to disk and would gain from storage"
LOOKS_AT = SORTS
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)
_NOT_KNOWN: Final = (
    "How much storage is free in the hour of the sorts is not known, or when they run: SMF 71, and SMF 30 of "
    "their steps, show it."
)
_ALLOWED: Final = (
    "EXPMAX allows all of their work already: what keeps it on disk is an option of the step (MOSIZE, "
    "HIPRMAX, DSPSIZE in ICE133I), the size that DFSORT was given, or what was free when it began."
)
_SHORT: Final = (
    "Less real storage was free at the tightest moment than a dump needs and 10 % of it. EXPMAX holds at all "
    "hours, so sorts get no more before that has ended."
)
_ENOUGH: Final = (
    "EXPMAX allows more already than is free for them beside EXPRES and what a dump needs: only more free "
    "storage in their hour would help."
)
_NOT_SHOWN: Final = (
    "What EXPMAX is now is not in this evidence: ICE236I in the output of any sort shows it. Where it is "
    "MAX, look at MOSIZE, HIPRMAX and DSPSIZE of the steps (ICE133I)."
)
_FIRST: Final = "the same sorts are seen to work on disk on a night without a dump"
#: Share of the work on disk that has to be of sorts beside a dump for it to be the likely cause; ours.
_MOST_BESIDE_DUMPS: Final = 0.5


def find(sorts: Sorts) -> Iterator[Finding]:
    """One finding of all sorts of a system, with the first of them."""
    rows = sorts.growing
    total = int(rows["disk"].sum())
    waits = sorts.waits
    if total < sorts.in_force(WORK_ON_DISK) or (waits is not None and waits.is_of_processors):
        return
    first = list(rows.head(NAMED).iter_rows(named=True))
    dumps, beside = _beside_dumps(sorts)
    is_by_dump = beside >= _MOST_BESIDE_DUMPS * total
    model, target = sorts.model, sorts.target
    saved = 0.0
    if model is not None and target is not None:
        saved = (model.wait(model.now)[0] - model.wait(target * MIB)[0]) * model.seconds
    headline = f"{wording.plural(rows.height, 'sort')} spilled {wording.size(total)} to disk"
    names = wording.listed(list(dict.fromkeys(map(_named, first))))
    claim = f"Most of it comes from {names}. In storage they would wait less."
    if is_by_dump:
        headline += " while a dump held storage"
        claim = f"The dump of {dumps[0].job} took what they would have used. See how they run without a dump."
    asks: tuple[Ask, ...] = ()
    if target is not None and sorts.options.shows_expmax:
        asks = (Ask(knob=sorts.knob, size=target, only_after=_FIRST if is_by_dump else "", reached=True),)
    yield Finding(
        check=ID,
        object=sorts.storage,
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=headline,
        claim=claim,
        evidence=tuple(_facts(sorts, first, dumps, beside)),
        storage_bytes=0 if target is None or model is None else max(0, target * MIB - model.now),
        delay_seconds=max(0.0, saved),
        asks=asks,
        no_command=_why_none(sorts),
    )


def _beside_dumps(sorts: Sorts) -> tuple[Sequence[DumpSpan], int]:
    """The dumps that held storage while sorts with work on disk ran, and bytes on disk of those sorts."""
    dumps: list[DumpSpan] = []
    beside = 0
    for row in sorts.growing.iter_rows(named=True):
        if not row["dated"] or row["begin"] is None:
            continue
        mine = [dump for dump in sorts.dump_spans if dump.overlaps(row["begin"], row["end"])]
        dumps += [dump for dump in mine if dump not in dumps]
        beside += row["disk"] if mine else 0
    return dumps, beside


def _facts(
    sorts: Sorts, first: Sequence[Mapping[str, Any]], dumps: Sequence[DumpSpan], beside: int
) -> Iterator[Fact]:
    for row in first:
        name = _named(row)
        labels = {"work_ios": f"work I/O of {name}", "work_tracks": f"tracks of {name}"}
        yield from sorts.of_run(row, **labels)
    requests = int(sorts.growing["ios"].fill_null(0).sum())
    if requests:
        yield computed("I/O requests to work data sets", requests, "requests")
    if sorts.waits is not None:
        yield from sorts.waits.facts
    if dumps:
        yield computed("work on disk of sorts that ran while a dump held storage", beside, "bytes")
        yield from (dump.fact for dump in dumps[:NAMED])


def _why_none(sorts: Sorts) -> str:
    if sorts.may_have_all:
        return _ALLOWED
    if sorts.free is not None and sorts.free.is_short:
        return _SHORT
    if sorts.reach is None:
        return _NOT_KNOWN
    if not sorts.options.shows_expmax:
        return _NOT_SHOWN
    return _ENOUGH if sorts.allows_reach else ""


def _named(row: Mapping[str, Any]) -> str:
    """Job and step, or program and time of day."""
    if row["job"]:
        return f"{row['job']}.{row['step']}" if row["step"] else str(row["job"])
    at = row["end"]
    return f"{row['program'] or 'a sort'}" + (f" at {at:%H:%M:%S}" if at else "")
