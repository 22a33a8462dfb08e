"""A Linux guest whose programs were promised more than it could keep.

What it does:
    Notes guests whose Committed_AS was above CommitLimit at some snapshot.

Why it matters:
    Programs ask for memory long before they touch it, and most never touch all. Where vm.overcommit_memory
    is 2 the kernel refuses what is beyond the limit. Otherwise, the default, the limit bounds nothing: when
    programs touch more than memory and swap space hold, the kernel kills one.

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

from collections.abc import Iterator

import polars as pl

from getpage.core import wording
from getpage.products.linux import scopes
from getpage.products.linux.guest import MEMORY, Guest
from getpage.result import Finding, Kind, Severity

ID = "linux-commitment"
TITLE = "Linux guest that promised more than it could keep"
LOOKS_AT = scopes.MEMORY
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
        headline=f"{wording.size(row['committed'])} promised to programs, above CommitLimit",
        claim="The limit binds only with vm.overcommit_memory=2. Otherwise programs cannot all use what "
        "they asked for.",
        evidence=guest.facts(MEMORY, row, committed="Committed_AS", commit_limit="CommitLimit"),
    )
