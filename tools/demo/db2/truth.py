"""What is wrong with the Db2 members, and what only looks wrong."""

from __future__ import annotations

from ..clock import at
from ..planted import Planted
from ..workload import Window
from .estate import SHORT_OF_FRAMES, STOCK_LISTS

TRUTHS = (
    Planted(
        "DBP1",
        "BP2",
        "undersized",
        "400,000 buffers for a working set of 2,400,000 pages: a quarter of the random getpages read. Its "
        "simulated pool shows that twice the buffers avoid more than a third of the reads.",
        ("db2-pool-reads BP2", "db2-pool-simulation BP2", "db2-pools-against-each-other"),
    ),
    Planted(
        "DBP1",
        "PAYDB.TSHIST",
        "misplaced",
        "A history that is scanned holds 78,000 buffers of BP2. In a small pool of its own it leaves them to "
        "the cards, which are read at random.",
        ("db2-object-scans PAYDB.TSHIST",),
    ),
    Planted(
        "DBP1",
        "BP3",
        "paged out",
        "Pageable, and while SYSA is short of frames one read in twenty waits for a page-in.",
        ("db2-pool-page-ins BP3", "db2-pool-not-fixed BP3"),
        SHORT_OF_FRAMES,
    ),
    Planted(
        "DBP1",
        "GBP2",
        "directory",
        "Four directory entries a data page are too few: entries are reclaimed, and six in ten pages that "
        "DBP1 finds invalidated have to be read from disk.",
        ("db2-group-pool-directory GBP2",),
    ),
    Planted(
        "DBP2",
        "BP2",
        "worth growing",
        "250,000 buffers for a working set of 400,000 pages. Its simulated pool shows that 100,000 more "
        "avoid nine in ten of its reads, and SYSB has the storage.",
        ("db2-pool-simulation BP2", "db2-pool-reads BP2", "db2-pools-against-each-other"),
    ),
    Planted(
        "DBP2",
        "BP5",
        "oversized",
        "600,000 buffers, fixed, for six getpages per second.",
        ("db2-pool-idle BP5",),
    ),
    Planted(
        "DBP2",
        "BP6",
        "unused",
        "500,000 buffers, fixed, and not one getpage all day.",
        ("db2-pool-unused BP6",),
    ),
    Planted(
        "DBP2",
        "MAXRBLK",
        "undersized",
        "Lists of the stock fill the RID pool of 400,000 KB: 18,360 find no storage in three hours, "
        "and for 3,240 of them the table is scanned.",
        ("db2-rid-pool MAXRBLK",),
        STOCK_LISTS,
    ),
    Planted(
        "DBP2",
        "EDMSTMTC",
        "literals",
        "Six statements a second with other literals each time are prepared in full, while a fifth of the "
        "cache is free: no larger cache finds them.",
        ("db2-full-prepares EDMSTMTC",),
    ),
    Planted(
        "DBT1",
        "EDMDBDC",
        "undersized",
        "3.4 descriptors a second are loaded from disk, as 1 % of 40,960 KB is left: 47,720 KB leave 15 %.",
        ("db2-edm-pool EDMDBDC", "db2-edm-pool EDMSTMTC"),
    ),
    Planted(
        "DBT1",
        "MAXRBLK",
        "not full",
        "6,480 RID lists find no storage, though 160,000 of 400,000 KB are the most that was ever allocated.",
        ("db2-rid-pool MAXRBLK",),
    ),
    Planted(
        "DBT2",
        "REALSTORAGE_MAX",
        "near its bound",
        "1,700 MB of 2 GB, 83 %: Db2 gives back frames that it would keep.",
        ("db2-real-storage-max REALSTORAGE_MAX",),
    ),
    Planted(
        "DBP1",
        "MAXKEEPD",
        "kept statements",
        "12 statements a second are discarded at 5,000 that are kept; three in four are prepared again.",
        ("db2-kept-statements MAXKEEPD",),
    ),
    Planted(
        "DBP1",
        "SRTPOOL",
        "merges",
        "Sorts of the night merge five work files each, though no buffer was denied to them.",
        ("db2-sort-pool SRTPOOL",),
    ),
    Planted(
        "DBP1",
        "BP7",
        "work files",
        "Nine in ten getpages are sequential and the reads are prefetches: that is what the pool is for.",
        window=Window(at(0), at(6)),
    ),
)
