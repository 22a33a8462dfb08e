"""What is wrong with the queue managers, and what only looks wrong."""

from __future__ import annotations

from ..clock import at
from ..planted import Planted
from ..workload import Window
from .estate import NOBODY_GETS, OUTAGE, RECALL, SCANS

TRUTHS = (
    Planted(
        "MQA1",
        "buffer pool 3",
        "undersized",
        "Hourly settlement files put faster than they are got: in the intervals of 11:00, 15:00 and 16:00 "
        "fewer than 5 % of 200,000 buffers are available, puts write themselves and gets read; in those "
        "of 12:00 and 14:00 fewer than 15 %.",
        (
            "mq-pool-undersized pool 3",
            "mq-pool-synchronous-write pool 3",
            "mq-queue-page-set-wait queue PAY.SETTLEMENT",
        ),
        Window(at(11), at(16, 15)),
    ),
    Planted(
        "MQB2",
        "buffer pool 2",
        "silent reads",
        "Half of the getpages for old pages read, all day, while no counter of shortage moves: 2,000 "
        "buffers for a page set of 1,200,000 pages in which statements are looked up.",
        ("mq-pool-reads pool 2", "mq-queue-page-set-wait queue ARCHIVE.STATEMENTS"),
        Window(at(5, 40), at(24)),
    ),
    Planted(
        "MQB1",
        "buffer pool 4",
        "oversized",
        "500,000 buffers, page-fixed, for a page set of 100,000 pages.",
        ("mq-pool-oversized pool 4",),
    ),
    Planted(
        "MQB1",
        "buffer pool 5",
        "unused",
        "250,000 buffers, page-fixed, and not one getpage all day.",
        ("mq-pool-unused pool 5",),
    ),
    Planted(
        "MQB1",
        "HUB.XMITQ in buffer pool 3",
        "outage",
        "The channel MQB1.TO.HUB is down from 13:00 to 15:30. Its transmission queue fills the pool to 85"
        " % in the interval of 13:30 and past 95 % at 14:00, when a file is sent; the page set expands "
        "five times; the drain reads 1.9 million pages.",
        (
            "mq-pool-undersized pool 3",
            "mq-pool-synchronous-write pool 3",
            "mq-queue-page-set-wait queue HUB.XMITQ",
        ),
        OUTAGE,
    ),
    Planted(
        "MQA1",
        "buffer pool 4",
        "not page-fixed",
        "Above the bar and pageable, with up to 110,000 pages written to the page set in an interval of the"
        " business day.",
        ("mq-pool-not-fixed pool 4",),
    ),
    Planted(
        "MQA2",
        "31-bit storage",
        "storage below the bar",
        "Four pools of 275,000 buffers lie below the bar; 44 to 54 MB of 1,520 MB are left, less than the"
        " reserve of 100 MB.",
        ("mq-storage-below-the-bar", "mq-storage-short"),
    ),
    Planted(
        "MQA2",
        "buffer pool 2",
        "checkpoint writes",
        "Messages wait for hours, so checkpoints write their pages, a quarter of them immediately: "
        "immediate writes while the synchronous write threshold stays at zero and the pool is never above"
        " 12 %.",
    ),
    Planted(
        "MQA1",
        "log",
        "log buffer waits",
        "The log output buffer is full when the settlement files are loaded: tasks wait for a buffer.",
        ("mq-log-buffers",),
        Window(at(8), at(19)),
    ),
    Planted(
        "MQB2",
        "intervals",
        "coverage",
        "Started at 05:40 with an interval of zero length; the records of 10:30 to 10:45 are lost.",
        window=Window(at(5, 40), at(24)),
    ),
    Planted(
        "MQA2",
        "SMF 115 subtype 215",
        "duplicate",
        "The record of the interval that ends at 16:00 stands in the dump twice.",
        window=Window(at(15, 45), at(16)),
    ),
    Planted(
        "MQB1",
        "MEMLIMIT",
        "no limit",
        "NOLIMIT: memory_limit, cushion_64 and storage_64_limit hold placeholders that are no quantities "
        "of storage.",
    ),
    Planted(
        "MQB3",
        "RETURN.RECON in buffer pool 2",
        "no consumer",
        "The job that reconciles returns ended at 09:00 and is started again at 12:00. 45 messages a second "
        "go on: 486,000 fill pool 2, which is not too small, and are read from the page set when they are "
        "got at last.",
        (
            "mq-queue-fills-pool queue RETURN.RECON",
            "mq-pool-undersized pool 2",
            "mq-queue-page-set-wait queue RETURN.RECON",
        ),
        NOBODY_GETS,
    ),
    Planted(
        "MQB3",
        "buffers of structure RETIMG",
        "undersized",
        "From 15:00 to 16:00 images are scanned, many at once: up to 14 requests wait for one of the 10 "
        "buffers of the shared message data set. 24 buffers end that.",
        ("mq-smds-buffers SMDS RETIMG",),
        SCANS,
    ),
    Planted(
        "MQB3",
        "blocks of structure RETDOC",
        "undersized",
        "Documents take 164 to 820 KB and up to 13 I/Os at DSBLOCK(64K), of 1.4 ms each and 12 \u00b5s "
        "for each page. A block of 512 KB holds most of them.",
        ("mq-smds-blocks SMDS RETDOC",),
    ),
    Planted(
        "MQB3",
        "structure RETEVT",
        "undersized",
        "From 17:00 to 17:30 a product is recalled: 24,000 events of it take 94 % of the list entries of a "
        "structure of 100 MiB, as DISPLAY CFSTATUS and SMF 74 show. They are got as fast as on any day, and "
        "CFRM lets the structure have 200 MiB.",
        ("mq-structure-full structure RETEVT",),
        RECALL,
    ),
    Planted(
        "MQC1",
        "buffer pool 2",
        "oversized",
        "In the job log: 120,000 buffers for a page set of 20,160 pages.",
        ("mq-pool-oversized pool 2",),
    ),
    Planted(
        "MQC1",
        "buffer pool 3",
        "undersized",
        "In the job log: CSQP020E six times between 14:41 and 15:04, then 4 % stealable of 30,000 buffers.",
        ("mq-pool-undersized pool 3",),
        Window(at(14, 41), at(15, 11)),
    ),
)
