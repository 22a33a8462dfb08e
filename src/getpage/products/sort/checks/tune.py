"""Sorts that take storage before they need it, so that others get none.

What it does:
    Looks at TUNE where several large sorts run at a time, and each asks for all of its storage when it begins
    (DISK, DDYN) or in steps of one size (OLD). It asks for STOR where sorts would then wait less, all
    together, with the storage that they can have in their hour.

Why it matters:
    A sort fills its work while it reads its input. Storage that it takes at the beginning is empty until
    then, while others that run at the same time go to disk.

Evidence:
    TUNE in ICE236I; SMF 16 and SMF 30 of the sorts; SMF 71 for what is free in their hour.

What to do:
    Set TUNE=STOR in ICEPRMxx, the shipped default. A step cannot set TUNE, EXPMAX, EXPOLD or EXPRES, only
    MOSIZE, HIPRMAX and DSPSIZE.

How to verify:
    ICE236I of the next sort; ICE180I and ICE249I of the smaller sorts show more than before.

References:
    z/OS Migration, "Use TUNE=OLD option to prevent balancing resources for concurrent sort applications"; IBM
    z/OS DFSORT Installation and Customization, TUNE.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.sort.constants import LARGE
from getpage.products.sort.model import SortModel
from getpage.products.sort.scopes import TUNE
from getpage.products.sort.sort_options import AT_ONCE, TUNES
from getpage.products.sort.sorts import Sorts
from getpage.products.sort.spelling import in_small_steps
from getpage.products.sort.thresholds import TUNE_SAVES
from getpage.result import Finding, Kind, Severity

ID = "sort-tune"
TITLE = "Sorts that take storage before they need it"
LOOKS_AT = TUNE
NO_COMMAND = ""
FINDS = (Kind.WASTE, Kind.NOTE)


def find(sorts: Sorts) -> Iterator[Finding]:
    """One finding of the option, where it costs something, or may."""
    tune, model = sorts.options.values.get("tune"), sorts.model
    together = 0 if model is None else _together(model)
    if tune not in TUNES or model is None or together < 2 or int(sorts.on_disk["disk"].sum()) < LARGE:
        return
    facts = (sorts.options.facts["tune"], *(() if sorts.free is None else sorts.free.facts))
    if tune not in AT_ONCE:
        yield Finding(
            check=ID,
            object=Object(sorts.id, "TUNE"),
            severity=Severity.INFO,
            kind=Kind.NOTE,
            headline=f"{together} concurrent sorts take storage in steps of one fixed size",
            claim=f"TUNE={tune} ignores other sorts. TUNE=STOR sizes the steps by what all sorts need.",
            evidence=facts,
        )
        return
    storage = sorts.had_free
    if storage is None:
        return
    then = replace(model, at_once=False).wait(storage)[0] * model.seconds
    now = model.wait(storage)[0] * model.seconds
    if now - then <= sorts.in_force(TUNE_SAVES) * now:
        return
    yield Finding(
        check=ID,
        object=Object(sorts.id, "TUNE"),
        severity=Severity.WARNING,
        kind=Kind.WASTE,
        headline=f"{together} concurrent sorts take storage long before they need it",
        claim=f"TUNE={tune} gives each its storage when it begins. "
        f"With TUNE=STOR they would wait {wording.seconds(now - then)} less in all.",
        evidence=facts,
        advice=(in_small_steps(sorts, facts),),
    )


def _together(model: SortModel) -> int:
    """The most sorts at a time."""
    steps = sorted([(sort.begin, 1) for sort in model.sorts] + [(sort.end, -1) for sort in model.sorts])
    now = most = 0
    for _, step in steps:
        now += step
        most = max(most, now)
    return most
