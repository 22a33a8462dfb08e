"""Heap in small pages, or not in the pages that were asked for.

What it does:
    Notes heaps of 256 MB or more in 4 KB pages, with the option for those of more than 1 GB, and warns of
    heaps that got smaller pages than were asked for.

Why it matters:
    The processor finds a page's address in a small table. With 4 KB pages a heap of 2 GB has half a million
    of them: 7 to 13 % of throughput were measured between 4 KB pages and 1 MB or 2 GB pages on a z13, 4 to
    5 % of CPU with pageable 1 MB pages.

Evidence:
    Verbose GC of J9 or OpenJ9: pageSize and requestedPageSize of initialized (java_heap).

What to do:
    -Xlp:objectheap:pagesize=1M,pageable; 2G,nonpageable for a heap that fills 2 GB pages, from LFAREA. Where
    they were asked for and not got, LFAREA had none left.

How to verify:
    pageSize is what was asked for; the same work takes less processor time.

References:
    IBM REDP-5238, 3.2.2; SHARE 17878, "WAS benchmark: z/OS Performance for Pageable Large Pages". The 256 MB
    and the 1 GB are ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.core.names import Object
from getpage.core.units import PAGE
from getpage.products.java.pages import wants_2g
from getpage.products.java.published import LARGE_PAGES, PAGEABLE_LARGE_PAGES
from getpage.products.java.thresholds import SMALL_HEAP
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.java.jvm import Jvm

ID = "java-heap-pages"
TITLE = "Heap in small pages"
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE, Kind.NOTE)

_ZOS = "z/OS"


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where its pages are small or others than were asked for, on z/OS."""
    got, asked = jvm.setting("page_bytes"), jvm.setting("page_bytes_asked")
    system = jvm.setting("operating_system")
    if not got or (system is not None and system != _ZOS):
        return
    fell_back = asked is not None and asked > got
    if not fell_back and (got > PAGE or (jvm.most or 0) < SMALL_HEAP):
        return
    claim = f"The heap of {jvm.label} is in pages of {wording.size(got)}"
    if fell_back:
        claim += f" although {wording.size(asked)} were asked for"
    low, high = LARGE_PAGES if wants_2g(jvm) else (PAGEABLE_LARGE_PAGES[0], LARGE_PAGES[1])
    yield Finding(
        check=ID,
        object=Object(jvm.id, "heap pages"),
        severity=Severity.WARNING if fell_back else Severity.INFO,
        kind=Kind.SHORTAGE if fell_back else Kind.NOTE,
        headline=f"Pages of {wording.size(got)}"
        + (f" where {wording.size(asked)} were asked for" if fell_back and asked else ""),
        claim=f"{claim}: larger ones gained {low:g} to {high:g} % where that was measured.",
        evidence=jvm.settings(
            page_bytes="pages of the heap", page_bytes_asked="pages asked for", heap_max="heap at most"
        ),
    )
