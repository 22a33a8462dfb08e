"""What a change takes and where its steps lead, in words that are the same in every form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import numbers

if TYPE_CHECKING:
    from getpage.result import Change

#: Later commands that a line names before it only says how they end.
_NAMED = 2


def sizes(change: Change) -> str:
    """What the knob has, what the command sets now, and what in the end; empty where it sets no size."""
    way = change.way
    if way is None:
        return ""
    now = f"{way.size_before:,} {way.unit} now, {way.size_next:,} by this command"
    if way.size_next == way.size_final and not way.then:
        return now
    total = f"{'+' if way.final_bytes > 0 else ''}{numbers.storage(way.final_bytes)} in all"
    if way.at_least:
        return f"{now}, {way.size_final:,} or more in the end ({total}, or more)"
    steps = numbers.counted(len(way.then) + 1, "step")
    return f"{now}, {way.size_final:,} in the end ({steps}, {total})"


def storage(change: Change) -> str:
    """What it takes of real storage or gives back, what it page-fixes, and what it takes while it is made."""
    said = [numbers.storage_change(change.storage_bytes)]
    if change.fixes_bytes:
        said.append(f"page-fixes {numbers.storage(change.fixes_bytes)}")
    if change.passing_bytes:
        said.append(f"{numbers.storage(change.passing_bytes)} more while it is made")
    return "; ".join(said)


def later(change: Change) -> str:
    """The commands of the later steps in short; empty where there is none."""
    then = change.way.then if change.way else ()
    if not then:
        return ""
    if len(then) <= _NAMED + 1:
        return "each after a look at the one before: " + "; ".join(then)
    named = "; ".join(then[:_NAMED])
    return f"each after a look at the one before: {named}; and so on to {then[-1]} (--format json has all)"


def lasting(change: Change) -> str:
    """What makes it last over a restart, and what that takes the place of; empty where the command does."""
    return f"{change.lasting}, in the place of {change.lasting_undo}" if change.lasting else ""
