"""What rules that show a shortage of real storage have in common."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from getpage.core import wording
from getpage.products.zos.system import ZosSystem
from getpage.result import Fact

#: Address spaces that a sentence names.
_NAMED: Final = 3

NO_COMMAND: Final = (
    "No command adds real storage. Give storage back on this image (getpage ledger), add some to the "
    "partition, or move work away."
)


def who_held(system: ZosSystem) -> str:
    """Who held most when least was free; where to look where the evidence does not tell."""
    largest = system.holders[:_NAMED]
    if not largest:
        return "Find who holds storage that it does not use (RMF Monitor III STORF)."
    row = system.tightest
    at = f" ({row['start']:%H:%M})" if row and row["start"] else ""
    sizes = [f"{space.job} {wording.size(space.bytes)}" for space in largest]
    sizes[0] = f"{largest[0].job} held {wording.size(largest[0].bytes)}"
    return f"In the interval with least free{at}, {wording.listed(sizes)}."


def facts_of_holders(system: ZosSystem) -> tuple[Fact, ...]:
    """What they held, each as its record has it."""
    return tuple(
        replace(space.fact, label=f"frames of {space.job}")
        for space in system.holders[:_NAMED]
        if space.fact is not None
    )
