"""Options that keep sorts from storage.

What it does:
    Names the options that the last sort showed with a value that allows none: EXPMAX, MOSIZE, MOWRK, HIPRMAX
    and DSPSIZE, where large sorts have work on disk.

Why it matters:
    Without them all work goes through work data sets, however much storage is free.

Evidence:
    ICE133I and ICE236I in the output of a step.

What to do:
    Set them as they come (MAX, YES, OPTIMAL); EXPMAX then says how much all sorts together may have.

How to verify:
    ICE133I and ICE236I of the next sort; ICE180I or ICE249I above 0.

References:
    IBM z/OS DFSORT Installation and Customization, EXPMAX, MOSIZE, MOWRK, HIPRMAX, DSPSIZE.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.sort.options import NONE
from getpage.products.sort.thresholds import LARGE
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.sort.sorts import Sorts

ID = "sort-options"
TITLE = "Options that keep sorts from storage"
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
    yield Finding(
        check=ID,
        object=Object(sorts.id, "options"),
        severity=Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"{wording.listed([f'{name.upper()}={shown.values[name]}' for name in off])} keeps sorts of "
        f"{sorts.label} from storage, while {wording.size(total)} of their work was on disk.",
        evidence=tuple(shown.facts[name] for name in off),
    )
