"""Buffers of an LSR pool to a number that the plan decides.

Reference: IBM CICS TS documentation, LSRPOOL attributes: DATA512 to DATA32K, INDEX512 to INDEX32K.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording

from .draft import Draft

if TYPE_CHECKING:
    from getpage.products.cics.lsr import Buffers
    from getpage.result import Change


def resize(one: Buffers, size: int) -> tuple[Change, ...]:
    """The definition with so many buffers."""
    word = "more" if size > one.buffers else "fewer"
    draft = Draft(
        setting=f"LSR pool {one.pool} {one.attribute}",
        knob=one.knob,
        command=f"{one.attribute}({size})",
        undo=f"{one.attribute}({one.buffers})",
        place=f"the LSRPOOL definition with LSRPOOLNUM({one.pool}) (CEDA ALTER LSRPOOL); it is built anew "
        "when all its files were closed",
        verify="The look-aside ratio of these buffers in the LSR pool statistics.",
        effect=f"Gives LSR pool {one.pool} of {one.region.label} {size:,} buffers of {one.bytes:,} bytes, "
        f"{abs(size - one.buffers):,} {word}.",
        because=(),
        bytes=(size - one.buffers) * one.bytes,
        caution=f"{wording.size(size * one.bytes)} of 31-bit storage outside EDSALIM: REGION has to hold "
        "them.",
    )
    return (draft.change(one.region, 1),)
