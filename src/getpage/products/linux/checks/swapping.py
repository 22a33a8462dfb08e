"""A Linux guest whose programs wait for pages from swap space.

What it does:
    Names guests that swapped pages in over the window, with the time that programs waited for them: half a
    millisecond per page is assumed. It asks for memory that holds all that was in swap space. Only lines
    since the guest was last enlarged count.

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
    page is waited for is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from getpage.contract.facts import computed
from getpage.contract.severity import by_waiting, waiting_criterion
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.linux import scopes
from getpage.products.linux.constants import SWAP_READ_SECONDS
from getpage.products.linux.guest import Guest, to_give_back
from getpage.products.linux.knobs import enough, facts
from getpage.result import Ask, Finding, Kind, Severity

ID = "linux-swapping"
TITLE = "Linux guest that swaps"
LOOKS_AT = scopes.SWAPPING
NO_COMMAND = (
    "How large the guest is, or how much is in its swap space, is not known: snapshots of /proc/meminfo "
    "show it."
)
FINDS = (Kind.SHORTAGE,)
_FITS: Final = "What was in swap space fits into the unused huge pages: give these back first."


def find(guest: Guest) -> Iterator[Finding]:
    """The guest, where anything was swapped in."""
    waiting, row = guest.waiting, guest.most_swapping
    if waiting is None or row is None or not waiting[0]:
        return
    fits = 0 < guest.swapped <= to_give_back(guest)
    is_known = guest.total is not None and guest.swapped > 0 and not fits
    value, low, high = waiting
    wait = wording.seconds(3600 * value)
    severity = by_waiting(value, guest.all_memory, guest.evidence.thresholds)
    asks = is_known and severity is not Severity.INFO
    yield Finding(
        check=ID,
        object=guest.all_memory,
        severity=severity,
        criterion=waiting_criterion(value, guest.all_memory, guest.evidence.thresholds),
        kind=Kind.SHORTAGE,
        headline=f"Swaps in {guest.pages_a_second:,.1f} pages/s: programs wait {wait} per hour",
        claim=f"Each page is assumed to wait {SWAP_READ_SECONDS[0] * 1e3:g} ms. Give the guest memory that "
        "holds what is in swap space, or its programs smaller heaps.",
        evidence=(
            *facts(guest),
            computed(
                "lines of vmstat that swap in", int((guest.lines["swapped_in_rate"] > 0).sum()), "lines"
            ),
            computed("of lines", guest.lines.height, "lines"),
            computed("wait per hour, at least", 3600 * low, "s"),
            computed("wait per hour, at most", 3600 * high, "s"),
            *((computed("in swap space, at most", guest.swapped, "bytes"),) if guest.swapped else ()),
        ),
        storage_bytes=enough(guest) * MIB - (guest.defined or 0) if is_known else 0,
        delay_seconds=guest.waited,
        no_command=_FITS if fits else "",
        asks=(Ask(knob=guest.knob, size=enough(guest), reached=True),) if asks else (),
    )
