"""Sorts that take storage before they need it, so that others get none.

What it does:
    Looks at TUNE where it has each sort ask for all of its storage when it begins (DISK, DDYN), or in steps
    that do not look at other sorts (OLD), and several large sorts run at a time. It asks for STOR where sorts
    would then wait less, all together, with the storage that they can have in their hour.

Why it matters:
    A sort fills its work while it reads its input. Storage that it has from the beginning is empty until
    then, while others that run at the same time go to disk.

Evidence:
    TUNE in ICE236I; SMF 16 and SMF 30 of the sorts; SMF 71 for what is free in their hour.

What to do:
    TUNE=STOR in ICEPRMxx, as it is shipped. TUNE, EXPMAX, EXPOLD and EXPRES are of the installation: no step
    can set them. What a step can set is MOSIZE, HIPRMAX and DSPSIZE.

How to verify:
    ICE236I of the next sort; ICE180I and ICE249I of the smaller sorts show more than before.

References:
    z/OS Migration, "Use TUNE=OLD option to prevent balancing resources for concurrent sort applications"; IBM
    z/OS DFSORT Installation and Customization, TUNE.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.sort.options import AT_ONCE, TUNES
from getpage.products.sort.thresholds import LARGE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.sort.model import Model
    from getpage.products.sort.sorts import Sorts
    from getpage.result import Fact

ID = "sort-tune"
TITLE = "Sorts that take storage before they need it"
NO_COMMAND = ""
FINDS = (Kind.WASTE, Kind.NOTE)
#: Less waiting, of all, that is worth a change; ours, as for sorts that are too large.
_WORTH: Final = 0.02


def find(sorts: Sorts) -> Iterator[Finding]:
    """One finding of the option, where it costs something, or may."""
    tune, model = sorts.options.values.get("tune"), sorts.model
    together = 0 if model is None else _together(model)
    if tune not in TUNES or model is None or together < 2 or int(sorts.on_disk["disk"].sum()) < LARGE:
        return
    evidence = (sorts.options.facts["tune"], *(() if sorts.free is None else sorts.free.facts))
    if tune not in AT_ONCE:
        yield _finding(
            sorts,
            Severity.INFO,
            f"TUNE={tune} gives sorts of {sorts.label} storage in steps of one size, whatever others still "
            f"need; {together} ran at a time. TUNE=STOR, as it is shipped, sizes the steps by all of them.",
            evidence,
        )
        return
    storage = sorts.had_free
    if storage is None:
        return
    then = replace(model, at_once=False).wait(storage)[0] * model.seconds
    now = model.wait(storage)[0] * model.seconds
    if now - then <= _WORTH * now:
        return
    yield _finding(
        sorts,
        Severity.WARNING,
        f"TUNE={tune} gives each sort of {sorts.label} all of its storage when it begins, and {together} ran "
        f"at a time: with the {wording.size(storage)} that they can have in {sorts.hour_label} and TUNE=STOR "
        f"they wait {wording.seconds(now - then)} less, all together.",
        evidence,
    )


def _finding(sorts: Sorts, severity: Severity, claim: str, evidence: tuple[Fact, ...]) -> Finding:
    return Finding(
        check=ID,
        object=Object(sorts.id, "TUNE"),
        severity=severity,
        kind=Kind.WASTE if severity is Severity.WARNING else Kind.NOTE,
        claim=claim,
        evidence=evidence,
    )


def _together(model: Model) -> int:
    """The most sorts at a time."""
    steps = sorted([(one.begin, 1) for one in model.sorts] + [(one.end, -1) for one in model.sorts])
    now = most = 0
    for _, step in steps:
        now += step
        most = max(most, now)
    return most
