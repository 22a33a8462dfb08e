"""Whether what the changes of a forecast take is there: without it pools would be paged, and no figure would
hold.

Reference: IBM REDP-5238, 1.1: what is free at the peak, with the reserve for a dump on top of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.knob import REAL_STORAGE
from getpage.core import numbers as units
from getpage.ledger.book import tightest
from getpage.ledger.known import known

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from getpage.contract.knob import Knob
    from getpage.contract.storage import RealStorage
    from getpage.core.names import Image
    from getpage.result.forecast import Asked


def cautions(asked: Sequence[Asked], knobs: Sequence[Knob], real: Sequence[RealStorage]) -> Iterator[str]:
    """A sentence for each z/OS system that lacks the storage, or of which the evidence does not tell."""
    of = {str(one.id): one for one in knobs}
    entries = known(real)
    systems = {entry.image for entry in entries}
    taken: dict[Image, int] = {}
    for one in asked:
        knob = of[str(one.knob)]
        if knob.storage == REAL_STORAGE:
            name = knob.image or (next(iter(systems)) if len(systems) == 1 else knob.image)
            taken[name] = taken.get(name, 0) + one.storage_bytes
    for name, count in taken.items():
        mine = [entry for entry in entries if entry.image == name]
        said = (
            _said(name.name or "the z/OS system", count, tightest(mine) if mine else None)
            if count > 0
            else ""
        )
        if said:
            yield said


def _said(name: str, taken: int, entry: RealStorage | None) -> str:
    size = units.storage(taken)
    if entry is None or entry.free is None or entry.free_is_average:
        return (
            f"Whether {name} has {size} free at its minimum, with a dump's reserve, is not in the evidence."
        )
    beyond = entry.free - (entry.reserve or 0)
    if taken <= beyond:
        return ""
    kept = " beyond what a dump needs" if entry.reserve else ""
    has = f"{units.storage(beyond)} free" if beyond > 0 else "nothing free"
    return (
        f"{name} has {has} at its minimum{kept}, and this takes {size}: the figures hold only where real "
        "storage is added, as pools that are paged gain nothing."
    )
