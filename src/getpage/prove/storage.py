"""What was changed (sizes of knobs), and what is free at the minimum, before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.result import Table
from getpage.result.prove import KnobChange

if TYPE_CHECKING:
    from collections.abc import Iterable

    from getpage.contract.knob import Knob
    from getpage.contract.storage import RealStorage


def knobs(before: Iterable[Knob], after: Iterable[Knob]) -> tuple[KnobChange, ...]:
    """Knobs whose size is not the same on both sides."""
    old = {knob.id: knob for knob in before}
    return tuple(
        KnobChange(knob=one.id, unit=one.unit, before=old[one.id].size, after=one.size)
        for one in after
        if one.id in old and old[one.id].size != one.size
    )


def real_storage(before: Iterable[RealStorage], after: Iterable[RealStorage]) -> tuple[Table, ...]:
    """Free storage of each z/OS system at its minimum: extremes have no noise to allow for."""
    old, new = _least(before), _least(after)
    rows = tuple(
        (name, *(numbers.storage(side[name]) if name in side else "not known" for side in (old, new)))
        for name in sorted(old.keys() | new.keys())
    )
    if not rows:
        return ()
    return (
        Table(
            title="Real storage free at its minimum", columns=("z/OS system", "before", "after"), rows=rows
        ),
    )


def _least(entries: Iterable[RealStorage]) -> dict[str, int]:
    least: dict[str, int] = {}
    for entry in entries:
        if entry.free is not None:
            least[str(entry.image)] = min(entry.free, least.get(str(entry.image), entry.free))
    return least
