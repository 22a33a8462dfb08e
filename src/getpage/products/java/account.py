"""The account of a Java virtual machine's storage: its heap, as much of it as was ever held.

A heap is virtual: what of it is real is within the frames of its address space, which z/OS tells, and is not
counted again. A heap in fixed large pages must be real.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result import Account, Line, Place

from .jvm import COLLECTIONS, HEAPS
from .knobs import is_fixed

if TYPE_CHECKING:
    from .jvm import Jvm


def account(jvm: Jvm) -> Account | None:
    """The account; None where nothing tells how large its heap was."""
    if not jvm.committed:
        return None
    held, most = jvm.held, jvm.setting_row("heap_max")
    lines = [
        Line(
            holder="heap",
            bytes=jvm.committed,
            place=Place.ABOVE_BAR,
            fixed=is_fixed(jvm),
            note="the most that it held",
            fact=None if held is None else jvm.fact(COLLECTIONS, "heap_committed", held, "heap held"),
        )
    ]
    if most is not None:
        fact = jvm.fact(HEAPS, "heap_max", most, "heap at most")
        lines.append(Line(holder="-Xmx", bytes=int(most["heap_max"]), place=Place.LIMIT, fact=fact))
    return Account(
        of=jvm.id,
        lines=tuple(lines),
        note="The heap alone: classes, compiled code and threads are held beside it. What of it is real is "
        "within its address space.",
    )
