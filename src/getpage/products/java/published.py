"""What was published of heaps and their pages: the prior where no measurement of the site's own tells.

SHARE 17878, "Java Large Memory Benefits", "WAS benchmark" and "Application #4": 1 MB pageable pages for the
heap, 4 to 5 % (WAS Day Trader 2.0: 5 %; multi-threaded: 4 %), 4.4 % in an installation; a heap below 2 GB
instead of just above it, 3 %; a larger nursery, 10.5 %. IBM REDP-5238, 3.2.2: 1 MB and 2 GB pages, 7 to 13 %
throughput against 4 KB pages with heaps of 2 GB; 2 GB pages up to 4 % over 1 MB.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.price import Gain

LARGE_PAGES: Final = (7.0, 13.0)
PAGEABLE_LARGE_PAGES: Final = (4.0, 5.0)
PAGES_2G_OVER_1M: Final = (0.0, 4.0)
BELOW_2G: Final = 3.0

GAINS: Final = (
    Gain(
        what="1 MB or 2 GB pages for heaps of 2 GB",
        low=LARGE_PAGES[0],
        high=LARGE_PAGES[1],
        of="throughput",
        source="IBM REDP-5238, 3.2.2",
    ),
    Gain(
        what="2 GB pages instead of 1 MB ones, the more the more memory heaps have together",
        low=PAGES_2G_OVER_1M[0],
        high=PAGES_2G_OVER_1M[1],
        of="throughput",
        source="IBM REDP-5238, 3.2.2",
    ),
    Gain(
        what="pageable 1 MB pages for the heap",
        low=PAGEABLE_LARGE_PAGES[0],
        high=PAGEABLE_LARGE_PAGES[1],
        of="CPU",
        source="SHARE 17878, WAS benchmark",
    ),
    Gain(
        what="a heap just below 2 GB instead of just above it",
        low=BELOW_2G,
        high=BELOW_2G,
        of="CPU",
        source="SHARE 17878, application 4",
    ),
)
