"""Memory of a Linux guest that was available at all times.

What it does:
    Names guests with memory that was available at every snapshot, beyond a tenth of all (512 MiB at least)
    that they keep, where nothing is swapped in. Less than a day of evidence makes it a note without a
    command.

Why it matters:
    Linux fills what it has with page cache, so that its hypervisor finds all of it in use. Guests and systems
    beside it on the machine could have that memory.

Evidence:
    MemAvailable of /proc/meminfo, at its minimum over all snapshots since the guest has its size; vmstat,
    or swap space that nothing is in.

What to do:
    Make the guest smaller in a quiet hour, a part of it first, and look at its busiest day.

How to verify:
    MemAvailable stays above what is kept, si of vmstat at 0, and files are not read more than before (bi).

References:
    Linux kernel, Documentation/filesystems/proc.rst, MemAvailable. What a guest keeps is getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.core.units import MIB
from getpage.products.linux import scopes
from getpage.products.linux.guest import MEMORY, Guest
from getpage.result import Ask, Finding, Kind, Severity

ID = "linux-memory-idle"
TITLE = "Memory of a Linux guest that is always available"
LOOKS_AT = scopes.AVAILABLE
NO_COMMAND = ""
FINDS = (Kind.WASTE,)


def find(guest: Guest) -> Iterator[Finding]:
    """The guest, where there is a piece to spare."""
    if not guest.spare or guest.available is None or guest.total is None or guest.defined is None:
        return
    long = guest.is_of_a_day
    size = (guest.defined - guest.spare) // MIB
    yield Finding(
        check=ID,
        object=guest.all_memory,
        severity=Severity.WARNING if long else Severity.INFO,
        kind=Kind.WASTE,
        headline=f"{wording.size(guest.spare)} of memory available at all times",
        claim="Guests and systems beside it on the machine could have that memory. "
        + (
            "Give it back in a quiet hour."
            if long
            else "Collect a complete working day before you give it back."
        ),
        evidence=(
            *guest.facts(MEMORY, guest.least, available="MemAvailable, at least", total="MemTotal"),
            computed("kept of what is available", guest.kept, "bytes"),
            computed("snapshots", guest.now.height, "count"),
            *(() if guest.seconds is None else (computed("time that they cover", guest.seconds, "s"),)),
        ),
        storage_bytes=guest.spare,
        asks=(Ask(knob=guest.knob, size=size),) if long else (),
    )
