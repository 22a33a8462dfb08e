"""Sorts larger than all free storage, which they take from others.

What it does:
    Names steps whose work is more than all sorts together can have in their hour, where the others would
    save more time with that storage, by the model, than the step loses without it.

Why it matters:
    DFSORT gives storage to those that ask first. Where the work of one sort is far more than there is, most
    of it goes to disk anyway, and smaller sorts that would fit get nothing.

Evidence:
    SMF 16 and SMF 30 of the sorts; SMF 71 for what is free in their hour.

What to do:
    Leave that step on disk: MOSIZE=0, HIPRMAX=0 and DSPSIZE=0 on its own OPTION statement.

How to verify:
    ICE133I of that step shows them; ICE180I and ICE249I of the others show more than before, and the hour is
    shorter.

References:
    IBM REDP-5238, 6.1: "Are they so large that the available memory does not make much difference?"; IBM z/OS
    DFSORT Application Programming Guide, OPTION MOSIZE, HIPRMAX, DSPSIZE.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.sort.constants import LARGE
from getpage.products.sort.model import SortModel
from getpage.products.sort.scopes import SORTS_BESIDE_FREE
from getpage.products.sort.sorts import Sorts
from getpage.products.sort.spelling import left_on_disk
from getpage.products.sort.thresholds import TOO_LARGE_SAVES
from getpage.result import Finding, Kind, Severity

ID = "sort-too-large"
TITLE = "Sorts larger than all free storage"
LOOKS_AT = SORTS_BESIDE_FREE
NO_COMMAND = ""
FINDS = (Kind.WASTE,)
#: Sorts that are tried, the largest.
_MOST: Final = 20


def find(sorts: Sorts) -> Iterator[Finding]:
    """A finding a step, the largest first, each with those before it on disk."""
    model, reach = sorts.model, sorts.reach
    if model is None or reach is None or reach < LARGE:
        return
    rows = list(sorts.timed.iter_rows(named=True))
    works = [sort.work for sort in model.sorts]
    order = sorted(range(len(rows)), key=lambda place: -works[place])
    for place in order[:_MOST]:
        sort_run, row = model.sorts[place], rows[place]
        if sort_run.work <= reach or not row["job"]:
            return
        if sort_run.most < sort_run.work:
            continue  # its options leave it on disk already
        without = _on_disk(model, place)
        size = max(reach, without.now)
        saved = (model.wait(size)[0] - without.wait(size)[0]) * model.seconds
        if saved <= sorts.in_force(TOO_LARGE_SAVES) * model.wait(size)[0] * model.seconds:
            continue
        step = f"{row['job']}.{row['step']}" if row["step"] else row["job"]
        facts = (
            *sorts.of_run(row, bytes="bytes sorted", work_tracks="tracks of work"),
            *(() if sorts.free is None else sorts.free.facts),
        )
        yield Finding(
            check=ID,
            object=Object(sorts.id, step),
            severity=Severity.WARNING,
            kind=Kind.WASTE,
            headline=f"Needs {wording.size(sort_run.work)} of work; all sorts can have {wording.size(reach)}",
            claim="It takes storage that cannot hold it all. "
            f"On disk it leaves the storage to other sorts, which then wait {wording.seconds(saved)} less.",
            evidence=facts,
            advice=(left_on_disk(sorts, step, facts),),
        )
        model = without


def _on_disk(model: SortModel, place: int) -> SortModel:
    """With one of the sorts wholly on disk."""
    sort = model.sorts[place]
    moved = replace(sort, held=0, disk=sort.work, most=0)
    return replace(model, sorts=[*model.sorts[:place], moved, *model.sorts[place + 1 :]])
