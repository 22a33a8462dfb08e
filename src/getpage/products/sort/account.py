"""The account of the storage of sorts: what they held at most at a time.

Hiperspaces and memory objects are virtual: what of them is real is within the frames of the address spaces
that sort, which z/OS tells, and is not counted again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Account, Line, Place

if TYPE_CHECKING:
    from .sorts import Sorts


def account(sorts: Sorts) -> Account | None:
    """The account; None where no time is known."""
    model = sorts.model
    if model is None:
        return None
    most = max(sorts.timed.iter_rows(named=True), key=lambda row: row["held"])
    facts = sorts.of_run(
        most, hiperspace_bytes="hiperspace", memory_object_work_bytes="memory object", bytes="bytes sorted"
    )
    lines = [
        Line(
            holder="work of sorts in storage",
            bytes=model.now,
            place=Place.ABOVE_BAR,
            fixed=False,
            note=f"the most at a time, by {sorts.timed.height} sorts",
            fact=next(iter(facts), None),
        )
    ]
    if (expmax := sorts.options.expmax) is not None:
        lines.append(
            Line(holder="EXPMAX", bytes=expmax, place=Place.LIMIT, fact=sorts.options.facts["expmax"])
        )
    return Account(
        of=sorts.id,
        lines=tuple(lines),
        note="Held while they sort; what of it is real is within the address spaces that sort.",
    )
