"""What is wrong with the heaps."""

from __future__ import annotations

from ..planted import Planted

TRUTHS = (
    Planted(
        "WEB1",
        "heap",
        "undersized",
        "362 MB of 512 MB are alive: the tenure area has 20 MB to spare, and a global collection every "
        "quarter of an hour frees no more than that.",
        ("java-heap-small heap",),
    ),
    Planted(
        "SHOP1",
        "heap",
        "leak",
        "What is alive grows by 60 MiB an hour: the heap is full in the evening.",
        ("java-heap-growth heap",),
    ),
    Planted(
        "SHOP1",
        "heap pages",
        "small pages",
        "1 MB pages were asked for, and there were none: the heap of 1 GB is in 4 KB pages.",
        ("java-heap-pages heap pages",),
    ),
    Planted(
        "BATCH1",
        "heap",
        "oversized",
        "290 MB of 4 GB are ever alive, and collections take next to no time.",
        ("java-heap-large heap",),
    ),
    Planted(
        "CACHE1",
        "heap",
        "undersized",
        "5,000 MB are alive and 1,200 MB eden: what survives eight partial collections fills the rest, and "
        "the whole heap is collected at once 23 times, for 6.4 s each.",
        ("java-heap-small heap",),
    ),
    Planted(
        "CACHE1",
        "collections",
        "no processors",
        "At 13:25 a collection takes 7.9 s, in which its four threads ran for 0.3 s: they waited.",
        ("java-long-pauses collections",),
    ),
)
