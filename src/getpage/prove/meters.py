"""Measures that a product states beside its work, before and after: `contract.meter`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.prove import apart, ratio
from getpage.prove.entries import Compared, Entry
from getpage.prove.entries import compare as compare_entries
from getpage.prove.measures import difference
from getpage.result import Missing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from getpage.contract.meter import Metered
    from getpage.core.names import Subsystem
    from getpage.result.prove import Difference

    Key = tuple[Subsystem, str]


def compare(before: Sequence[Metered], after: Sequence[Metered], level: float) -> Iterator[Difference]:
    """Every measure that both sides have, in the order of before."""
    new = {_key(one): one for one in after}
    for old in before:
        other = new.get(_key(old))
        if other is None or _same_report(old, other):
            continue
        found = _compared(old, other)
        if found is None:
            continue
        named = old.subsystem, old.name, old.title, old.unit
        facts = (*old.facts[:2], *other.facts[:2])
        yield difference(named, found, old.better, level, facts=facts)


def notes(before: Sequence[Metered], after: Sequence[Metered]) -> list[str]:
    """What is to be said of how subsystems that are on both sides were compared."""
    both = {one.subsystem for one in before} & {one.subsystem for one in after}
    said = (
        f"{one.subsystem}: {one.note}." for one in (*before, *after) if one.note and one.subsystem in both
    )
    return list(dict.fromkeys(said))


def missing(before: Sequence[Metered], after: Sequence[Metered]) -> Iterator[Missing]:
    """Subsystems that are measured on one side only."""
    old, new = ({one.subsystem for one in side} for side in (before, after))
    for subsystem in sorted(old ^ new, key=str):
        where = "before" if subsystem in old else "after"
        yield Missing(
            subsystem=str(subsystem),
            question="Did what it takes change?",
            supply=f"it is in the evidence {where} only; load the other side's",
        )


def _key(one: Metered) -> Key:
    return one.subsystem, one.name


def _same_report(before: Metered, after: Metered) -> bool:
    """Whether both sides are one report without a date, which every window of its store has."""
    return (
        before.starts is None and after.starts is None and bool(before.facts) and before.facts == after.facts
    )


def _compared(before: Metered, after: Metered) -> Compared | None:
    if before.starts is not None and after.starts is not None:
        return compare_entries(_entries(before, before.starts), _entries(after, after.starts))
    old, new = (ratio.ratio(side.above, side.below) for side in (before, after))
    return None if old is None or new is None else Compared(old, new, apart.unpaired(old, new))


def _entries(side: Metered, starts: Sequence[datetime]) -> list[Entry]:
    if side.volume is None:
        return [Entry(*one) for one in zip(starts, side.above, side.below, strict=True)]
    columns = starts, side.above, side.below, side.volume, side.seconds
    return [Entry(*one) for one in zip(*columns, strict=True)]
