"""What a change takes and where its steps lead, in words that are the same in every form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from getpage.core import numbers
from getpage.core.storage_kinds import COUPLING_FACILITY, HYPERVISOR, OF_IMAGES

if TYPE_CHECKING:
    from getpage.result import Change, SizeCosts


#: What the file of a change is.
WATCH = "Policy that tells of the limit before it is reached, as the file of a bundle"
#: Later commands that a line names before it only says how they end.
_NAMED = 2
_WHERE = {COUPLING_FACILITY: " in the coupling facility", HYPERVISOR: " of the hypervisor"}


def sizes(change: Change) -> str:
    """What the knob has, what the command sets now, and what in the end; empty where it sets no size."""
    way = change.way
    if way is None:
        return ""
    before = numbers.present(way.size_before, way.setting)
    now = f"{before} {way.unit} now, {way.size_next:,} after this command"
    if way.size_next == way.size_final and not way.then:
        return now
    total = f"{'+' if way.final_bytes > 0 else ''}{numbers.storage(way.final_bytes)} in all"
    if way.at_least:
        return f"{now}, {way.size_final:,} or more in the end ({total}, or more)"
    steps = numbers.counted(len(way.then) + 1, "step")
    return f"{now}, {way.size_final:,} in the end ({steps}, {total})"


def with_sign(size: int) -> str:
    """Storage with its sign, in the unit that suits it."""
    return f"{'+' if size > 0 else '-' if size < 0 else ''}{numbers.storage(abs(size))}"


def where(storage_of: str) -> str:
    """What follows an amount of storage that is no z/OS image's: it adds up with none of real storage."""
    return "" if storage_of in OF_IMAGES else _WHERE.get(storage_of, f" of {storage_of}")


def storage(change: Change) -> str:
    """What it takes of storage or gives back, what it page-fixes, and what it takes while it is made."""
    own = where(change.storage_of)
    parts = [
        f"{with_sign(change.storage_bytes)}{own}"
        if own and change.storage_bytes
        else numbers.storage_change(change.storage_bytes)
    ]
    if change.fixes_bytes:
        parts.append(f"page-fixes {numbers.storage(change.fixes_bytes)}")
    if change.passing_bytes:
        parts.append(f"{numbers.storage(change.passing_bytes)} more while it is made")
    return "; ".join(parts)


def later(change: Change) -> str:
    """The commands of the later steps in short; empty where there is none."""
    then = change.way.then if change.way else ()
    if not then:
        return ""
    if len(then) <= _NAMED + 1:
        return "one at a time, each after checking the one before: " + "; ".join(then)
    named = "; ".join(then[:_NAMED])
    return (
        f"one at a time, each after checking the one before: {named}; and so on to {then[-1]} "
        "(--format json has all)"
    )


def lasting(change: Change) -> str:
    """What makes it last over a restart, and what that takes the place of; empty where the command does."""
    return f"{change.lasting}, in place of {change.lasting_undo}" if change.lasting else ""


Points = tuple[tuple[int, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class ShownCost:
    """The measure of a cost that is shown: reads where they are known, else CPU, else waits, these by the
    hour.
    """

    label: str
    rate: str
    unit: str
    points: Points


def shown_cost(costs: SizeCosts) -> ShownCost:
    """The measure that is shown."""
    if costs.reads is not None:
        return ShownCost("reads", "reads per second", "reads/s", costs.reads)
    if costs.cpu_seconds is not None:
        return ShownCost("CPU", "CPU seconds per hour", "CPU s/h", _by_the_hour(costs.cpu_seconds))
    waited = _by_the_hour(costs.waited_seconds or ())
    return ShownCost("waits", "seconds of waiting per hour", "s/h of waiting", waited)


def _by_the_hour(points: Points) -> Points:
    return tuple((size, 3600 * value, 3600 * low, 3600 * high) for size, value, low, high in points)
