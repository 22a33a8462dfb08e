"""What every other size of a guest's memory would cost: seconds that programs wait for pages from swap space.

Nothing is left once all that is in swap space fits. Between that and now it may be anything from all to
nothing: the best guess is in proportion. Less than now costs no swapping as far as what is available at all
times reaches; beyond that nothing is known, and nothing said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.curve import Rates, SizeCurve
from getpage.core.units import MIB

from .guest import MEMORY, PAGING
from .huge import to_give_back
from .thresholds import PIECE, SWAP_READ_SECONDS

if TYPE_CHECKING:
    from getpage.result import Fact

    from .guest import Guest

BASIS: Final = "swapping"
#: How far beyond all of it something is said: nothing more is brought there.
FARTHEST: Final = 4
_STEPS: Final = 8


def enough(guest: Guest) -> int:
    """MiB with which all that was in swap space fits beside what huge pages give back: whole pieces more."""
    lacking = max(0, guest.swapped - to_give_back(guest))
    return ((guest.defined or 0) + -int(-lacking // PIECE) * PIECE) // MIB


def curve(guest: Guest) -> SizeCurve | None:
    """The curve; None where nothing tells how much it swaps."""
    waiting = guest.waiting
    if waiting is None or guest.defined is None:
        return None
    if 0 < guest.swapped <= to_give_back(guest):  # it fits without more: what more brings is not known
        return None
    now, most = guest.defined // MIB, enough(guest)
    piece = PIECE // MIB
    between = {now + ((most - now) * step // _STEPS) // piece * piece for step in range(1, _STEPS)}
    sizes = sorted({now - guest.spare // MIB, now, *between, most, FARTHEST * most})
    shares = [0.0 if size >= most else 1.0 if size <= now else (most - size) / (most - now) for size in sizes]
    if not any(waiting):
        shares = [0.0] * len(sizes)
    value, low, high = waiting
    if most == now:  # it swaps, and nothing was in swap space: more may bring something, or nothing
        shares = [0.0 if size > now else 1.0 for size in sizes]
    best, least, worst = SWAP_READ_SECONDS
    return SizeCurve(
        basis=BASIS,
        sizes=tuple(sizes),
        wait=Rates(
            tuple(value * share for share in shares),
            tuple(low if share == 1 else 0.0 for share in shares),
            tuple(high if share > 0 or (most == now and any(waiting)) else 0.0 for share in shares),
        ),
        note=f"pages swapped in, {best * 1e3:g} ms each (assumed, {least * 1e3:g} to {worst * 1e3:g}): none "
        "once what is in swap space fits; between that and now in proportion, from all to none. What the "
        "page cache would hold is not in it",
        facts=facts(guest),
    )


def facts(guest: Guest) -> tuple[Fact, ...]:
    """What it swaps most, and what it has available at least."""
    return (
        *guest.facts(PAGING, guest.most_swapping, swapped_in_rate="swapped in a second, at most"),
        *guest.facts(MEMORY, guest.swapped_row, swap_free="swap space free, at least"),
        *guest.defined_facts,
        *guest.facts(MEMORY, guest.least, total="MemTotal", available="MemAvailable, at least"),
    )
