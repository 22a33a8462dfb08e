"""Huge pages of a Linux guest that no program uses.

What it does:
    Names guests whose pool of huge pages had 64 MiB or more, and 10 % or more of it, free and not promised at
    every snapshot.

Why it matters:
    Pages of the pool are taken from all others at once, and can be neither page cache nor swapped: a pool
    that no program maps is memory that the guest does not have.

Evidence:
    HugePages_Total, HugePages_Free, HugePages_Rsvd and Hugepagesize of /proc/meminfo.

What to do:
    Make the pool as large as what is used, or have the program use it for which it was made (Java: -Xlp).

How to verify:
    HugePages_Free stays at about HugePages_Rsvd.

References:
    Linux kernel, Documentation/admin-guide/mm/hugetlbpage.rst. The 64 MiB and
    the 10 % are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.linux import scopes
from getpage.products.linux.guest import Guest, huge_pages, to_give_back
from getpage.products.linux.knobs import fewer_huge_pages, huge_page_facts
from getpage.result import Finding, Kind, Severity

ID = "linux-huge-pages"
TITLE = "Huge pages of a Linux guest that no program uses"
LOOKS_AT = scopes.MEMORY
NO_COMMAND = ""
FINDS = (Kind.WASTE,)


def find(guest: Guest) -> Iterator[Finding]:
    """The guest, where its pool is larger than what was ever used of it."""
    pages = huge_pages(guest)
    if pages is None or not to_give_back(guest):
        return
    yield Finding(
        check=ID,
        object=guest.huge_pages,
        severity=Severity.WARNING,
        kind=Kind.WASTE,
        headline=f"{wording.size(pages.unused)} of huge pages reserved, none used or reserved by a program",
        claim="Huge pages cannot be swapped or used as page cache. Make the pool as large as its use.",
        evidence=(
            *huge_page_facts(guest, pages),
            computed("huge pages in use or promised, at most", pages.used, "pages"),
        ),
        storage_bytes=0,  # it stays with the guest: nothing of the machine is given back
        advice=(fewer_huge_pages(guest, pages),),
    )
