"""Options that keep sorts out of storage.

What it does:
    Names options that the last sort showed with a value that allows no storage: EXPMAX, MOSIZE, MOWRK,
    HIPRMAX and DSPSIZE, where large sorts have work on disk.

Why it matters:
    Such a sort does all its work in work data sets, however much storage is free.

Evidence:
    ICE133I and ICE236I in the output of a step.

What to do:
    Restore the values that IBM ships (MAX, YES, OPTIMAL). EXPMAX then limits all sorts together.

How to verify:
    ICE133I and ICE236I of the next sort; ICE180I or ICE249I above 0.

References:
    IBM z/OS DFSORT Installation and Customization, EXPMAX, MOSIZE, MOWRK, HIPRMAX, DSPSIZE.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.sort.constants import LARGE
from getpage.products.sort.scopes import SORTS
from getpage.products.sort.sort_options import NONE
from getpage.products.sort.sorts import Sorts
from getpage.products.sort.spelling import allowed_storage
from getpage.result import Ask, Finding, Kind, Severity

ID = "sort-options"
TITLE = "Options that keep sorts out of storage"
LOOKS_AT = SORTS
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE,)


def find(sorts: Sorts) -> Iterator[Finding]:
    """One finding of all such options."""
    shown = sorts.options
    off = [name for name, none in NONE.items() if shown.values.get(name) in none]
    total = int(sorts.on_disk["disk"].sum())
    # Hiperspace and data space are what is used where memory objects are not: both must be off to matter.
    both = {"hiprmax", "dspsize"} <= set(off) or {"expmax", "mosize", "mowrk"} & set(off)
    if not off or not both or total < LARGE:
        return
    is_sized = "expmax" in off and sorts.target is not None
    # Without a limit sorts take what a dump needs, where that is not free already.
    is_short = sorts.free is not None and sorts.free.is_short
    others = [name for name in off if name != "expmax" or not (is_sized or is_short)]
    yield Finding(
        check=ID,
        object=Object(sorts.id, "options"),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        headline=f"{', '.join(f'{name.upper()}={shown.values[name]}' for name in off[:2])}: "
        f"{wording.size(total)} spilled to disk",
        claim="With these values sorts get no storage. Restore the values that IBM ships.",
        evidence=tuple(shown.facts[name] for name in off),
        asks=(Ask(knob=sorts.knob, size=sorts.target, reached=True),) if is_sized and sorts.target else (),
        advice=(allowed_storage(sorts, others),) if others else (),
    )
