"""The numbers that Java's rules compare with, and what was published of heaps and their pages.

Those that name no source are ours: they keep noise out of a report and are open to argument.

SHARE 17878, "Java Large Memory Benefits", "WAS benchmark" and "Application #4": 1 MB pageable pages for the
heap, 4 to 5 % (WAS Day Trader 2.0: 5 %; multi-threaded: 4 %), 4.4 % in an installation; a heap below 2 GB
instead of just above it, 3 %; a larger nursery, 10.5 %. IBM REDP-5238, 3.2.2: 1 MB and 2 GB pages, 7 to 13 %
throughput against 4 KB pages with heaps of 2 GB; 2 GB pages up to 4 % over 1 MB.
"""

from __future__ import annotations

from typing import Final

from getpage.contract.price import PublishedGain
from getpage.core.units import GIB, MIB

from .thresholds import LIVE, STOPPED, STOPPED_YOUNG

#: IBM SDK, Java Technology Edition, "How to do heap sizing": a heap that is more than 70 % full after
#: collections is too small.
MOST_OCCUPIED: Final = LIVE.value
#: Where a new size is to bring it: between that and 40 %, below which a heap gives room back.
OCCUPIED: Final = 0.55
#: The same page: collection should take less than 10 % of the time; it is judged by half of that here.
MOST_STOPPED: Final = STOPPED.value
#: Time in young collections from which on a larger nursery is worth a look; ours.
MOST_STOPPED_YOUNG: Final = STOPPED_YOUNG.value
#: What a larger heap has to spare of the time to be asked for; ours.
LEAST_SAVED: Final = 0.005
#: Pauses of G1 up to here leave room below its goal (-XX:MaxGCPauseMillis, 200 ms where it is not set); ours.
SHORT_PAUSE_SECONDS: Final = 0.1
PAUSE_GOAL: Final = 0.2
#: Heaps below this do not gain from other pages what a word is worth; ours.
SMALL_HEAP: Final = 256 * MIB
#: Larger heaps gain from larger pages what a restart is worth; of what a heap holds, so much is waste worth a
#: restart. Heaps up to UNSHIFTED_LIMIT keep their size in any case; ours.
WORTH_A_RESTART: Final = 1 * GIB
#: Stops and hours below which shares of time are not judged; ours.
FEWEST_STOPS: Final = 10
SHORTEST_SECONDS: Final = 60.0
#: A growth that made less of the heap than that while it was watched is no leak yet; ours.
LEAST_RISE: Final = 0.01
#: Collections of the whole heap in a row that each left more of the heap in use than FULL and
#: freed less of it than LEAST_FREED: the heap is full; ours.
FEWEST_FULL: Final = 5
FULL: Final = 0.90
LEAST_FREED: Final = 0.05
#: How far beyond what was seen a heap is forecast: the nursery of one four times as large holds four times as
#: much, and nothing larger was tried in the laboratory (`benches/lab_java.py`).
FARTHEST: Final = 4
#: Share of the heap that mixed collections of G1 may leave as garbage: -XX:G1HeapWastePercent=5, and as much
#: that died while it marked.
LEFT_BY_G1: Final = 0.10
#: Processors that a pause ran on below which it waited for most of its time, and the share of an LPAR's time
#: that is dispatched from which on none was free; ours.
LEAST_RUN: Final = 0.5
ALL_BUSY: Final = 0.95
#: Seconds from one concurrent cycle of G1 to the next below which it marks all the time; ours.
BUSY_CYCLE: Final = 10.0
FEWEST_CYCLES: Final = 10
#: Share of the time in which it marks from which on that is worth a word, though it stops nothing: it does so
#: on a quarter of the threads of collections (Oracle, HotSpot VM Garbage Collection Tuning Guide,
#: ConcGCThreads). Ours.
MUCH_MARKING: Final = 0.25

#: Eclipse OpenJ9 documentation, -Xcompressedrefs: heaps of up to 57 GB (z/OS with OA49416).
COMPRESSED_LIMIT: Final = 57 * GIB
#: Below it references need no shift: SHARE 17878, application 4, "more efficient compressed reference with
#: heap size < 2G", 2047M.
UNSHIFTED_LIMIT: Final = 2047 * MIB
#: Heaps so little above it that the step below is worth it; ours.
JUST_ABOVE: Final = 1.15
#: Eclipse OpenJ9 documentation, -Xgcpolicy:balanced: meant for heaps of more than 4 GB (Java 7 and 8).
BALANCED_FROM: Final = 4 * GIB

LARGE_PAGES: Final = (7.0, 13.0)
PAGEABLE_LARGE_PAGES: Final = (4.0, 5.0)
PAGES_2G_OVER_1M: Final = (0.0, 4.0)
BELOW_2G: Final = 3.0

GAINS: Final = (
    PublishedGain(
        what="1 MB or 2 GB pages for heaps of 2 GB",
        low=LARGE_PAGES[0],
        high=LARGE_PAGES[1],
        of="throughput",
        source="IBM REDP-5238, 3.2.2",
    ),
    PublishedGain(
        what="2 GB pages instead of 1 MB ones, the more the more memory heaps have together",
        low=PAGES_2G_OVER_1M[0],
        high=PAGES_2G_OVER_1M[1],
        of="throughput",
        source="IBM REDP-5238, 3.2.2",
    ),
    PublishedGain(
        what="pageable 1 MB pages for the heap",
        low=PAGEABLE_LARGE_PAGES[0],
        high=PAGEABLE_LARGE_PAGES[1],
        of="CPU",
        source="SHARE 17878, WAS benchmark",
    ),
    PublishedGain(
        what="a heap just below 2 GB instead of just above it",
        low=BELOW_2G,
        high=BELOW_2G,
        of="CPU",
        source="SHARE 17878, application 4",
    ),
)
