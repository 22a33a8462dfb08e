"""A Linux guest whose programs wait for pages from swap space.

What it does:
    Names guests that swapped pages in over the window, with what programs waited for them: so many pages,
    half a millisecond each, which is assumed. It asks for memory that holds all that was in swap space. What
    was swapped before its memory was as large as now is not told.

Why it matters:
    A page that was swapped out is read from disk while a program waits for it. Pages that lie in swap
    space and are not read again cost nothing, so that swap space in use alone is no shortage.

Evidence:
    vmstat (si) in the guest, but for the line since boot; SwapTotal and SwapFree of /proc/meminfo.

What to do:
    Give the guest memory, where its hypervisor has it to give, or its programs smaller heaps and caches.
    vm.swappiness is not advised: it changes what is swapped, not how much is lacking.

How to verify:
    si of vmstat stays at 0 on a day with the same work.

References:
    procps-ng, vmstat(8); z/VM performance tips, "Should Linux swap to a virtual disk in storage". What a
    page is waited for is ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.facts import computed
from getpage.contract.severity import by_waiting
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.linux.changes import TARGET
from getpage.products.linux.curve import enough, facts
from getpage.products.linux.huge import to_give_back
from getpage.products.linux.thresholds import SWAP_READ_SECONDS
from getpage.result import Finding, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.linux.guest import Guest

ID = "linux-swapping"
TITLE = "Linux guest that swaps"
NO_COMMAND = (
    "How large the guest is, or how much is in its swap space, is not known: snapshots of /proc/meminfo tell "
    "it."
)
FINDS = (Kind.SHORTAGE,)
_FITS: Final = "What was in swap space fits into the huge pages that nobody uses: give these back first."


def find(guest: Guest) -> Iterator[Finding]:
    """The guest, where anything was swapped in."""
    waiting, row = guest.waiting, guest.most_swapping
    if waiting is None or row is None or not waiting[0]:
        return
    fits = 0 < guest.swapped <= to_give_back(guest)
    is_told = guest.total is not None and guest.swapped > 0 and not fits
    asked = (computed(TARGET, enough(guest), "MiB"),) if is_told else ()
    swapping = int((guest.lines["swapped_in_rate"] > 0).sum())
    value, low, high = (wording.seconds(3600 * one) for one in waiting)
    held = f" {wording.size(guest.swapped)} were in swap space at most." if guest.swapped else ""
    yield Finding(
        check=ID,
        object=guest.all_memory,
        severity=by_waiting(waiting[0]),
        kind=Kind.SHORTAGE,
        headline=f"Swaps in {guest.pages_a_second:,.1f} pages/s: programs wait {value} per hour",
        claim=f"{guest.label} swapped in at {swapping} of {wording.plural(guest.lines.height, 'line')} of "
        f"vmstat, {guest.pages_a_second:,.1f} pages a second on average: programs waited {value} an hour "
        f"for them, by {SWAP_READ_SECONDS[0] * 1e3:g} ms a page ({low} to {high}).{held}",
        evidence=(*facts(guest), *asked),
        storage_bytes=enough(guest) * MIB - (guest.defined or 0) if is_told else 0,
        delay_seconds=guest.waited,
        no_command=_FITS if fits else "",
    )
