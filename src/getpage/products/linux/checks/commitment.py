"""A Linux guest whose programs were promised more than it could keep.

What it does:
    Says of guests that Committed_AS was above CommitLimit at some snapshot.

Why it matters:
    Programs ask for memory long before they touch it, and most never touch all. Where vm.overcommit_memory
    is 2 the kernel refuses what is beyond the limit; else, which is the default, the limit bounds nothing,
    and what is touched beyond memory and swap space ends in the kernel killing a program.

Evidence:
    Committed_AS and CommitLimit of /proc/meminfo. vm.overcommit_memory is not in it.

What to do:
    Nothing by this number alone: look at what is available at the minimum, and at swapping.

How to verify:
    sysctl vm.overcommit_memory; no "Out of memory" in dmesg.

References:
    Linux kernel, Documentation/mm/overcommit-accounting.rst.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from getpage.core import wording
from getpage.products.linux.guest import MEMORY
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.linux.guest import Guest

ID = "linux-commitment"
TITLE = "Linux guest that promised more than it could keep"
NO_COMMAND = ""
FINDS = (Kind.NOTE,)


def find(guest: Guest) -> Iterator[Finding]:
    """A note, with the snapshot at which most was promised."""
    rows = guest.now.filter(pl.col("committed") > pl.col("commit_limit"))
    if not rows.height:
        return
    row = rows.row(int(rows["committed"].arg_max() or 0), named=True)
    yield Finding(
        check=ID,
        object=guest.all_memory,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        claim=f"Programs of {guest.label} were promised {wording.size(row['committed'])} at most, and "
        f"CommitLimit is {wording.size(row['commit_limit'])}: that binds with vm.overcommit_memory=2 only, "
        "and else says that not all may touch what they asked for.",
        evidence=guest.facts(MEMORY, row, committed="Committed_AS", commit_limit="CommitLimit"),
    )
