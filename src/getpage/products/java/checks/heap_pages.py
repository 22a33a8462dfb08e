"""Heap in small pages, or not in the pages that were asked for.

What it does:
    Notes heaps of 256 MB or more in 4 KB pages, with the option for those of more than 1 GB, and warns of
    heaps that got smaller pages than were asked for.

Why it matters:
    The processor keeps addresses of pages in a small table, and a heap of 2 GB has half a million pages of
    4 KB. On a z13, 1 MB or 2 GB pages gained 7 to 13 % of throughput, pageable 1 MB pages 4 to 5 % of CPU.

Evidence:
    Verbose GC of J9 or OpenJ9: pageSize and requestedPageSize of initialized (java_heap).

What to do:
    -Xlp:objectheap:pagesize=1M,pageable; 2G,nonpageable for a heap that fills 2 GB pages, from LFAREA. Where
    they were asked for and the heap did not get them, LFAREA had none left.

How to verify:
    pageSize is what was asked for; the same work takes less processor time.

References:
    IBM REDP-5238, 3.2.2; SHARE 17878, "WAS benchmark: z/OS Performance for Pageable Large Pages". The 256 MB
    and the 1 GB are getpage's own.
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.core import wording
from getpage.core.names import Object
from getpage.products.java.constants import LARGE_PAGES, PAGEABLE_LARGE_PAGES
from getpage.products.java.jvm import Jvm
from getpage.products.java.pages import fell_back, is_in_small_pages, larger_pages, wants_2g
from getpage.products.java.scopes import SETTINGS
from getpage.result import Finding, Kind, Severity

ID = "java-heap-pages"
TITLE = "Heap in small pages"
LOOKS_AT = SETTINGS
NO_COMMAND = ""
FINDS = (Kind.SHORTAGE, Kind.NOTE)


def find(jvm: Jvm) -> Iterator[Finding]:
    """The heap, where its pages are small or smaller than were asked for, on z/OS."""
    if not is_in_small_pages(jvm):
        return
    pages, is_fallback = wording.size(jvm.setting("page_bytes")), fell_back(jvm)
    headline = f"Heap in pages of {pages}"
    if is_fallback:
        headline += f"; {wording.size(jvm.setting('page_bytes_asked'))} requested"
    low, high = LARGE_PAGES if wants_2g(jvm) else (PAGEABLE_LARGE_PAGES[0], LARGE_PAGES[1])
    yield Finding(
        check=ID,
        object=Object(jvm.id, "heap pages"),
        severity=Severity.WARNING if is_fallback else Severity.INFO,
        kind=Kind.SHORTAGE if is_fallback else Kind.NOTE,
        headline=headline,
        claim=f"Larger pages gained {low:g} to {high:g} % in published measurements.",
        evidence=jvm.settings(
            page_bytes="pages of the heap", page_bytes_asked="pages asked for", heap_max="heap at most"
        ),
        advice=() if jvm.leak else larger_pages(jvm),
        no_command="Correct the leak of this heap first." if jvm.leak else NO_COMMAND,
    )
