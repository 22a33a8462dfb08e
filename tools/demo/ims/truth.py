"""What is wrong with IMSP."""

from __future__ import annotations

from ..clock import at
from ..planted import Planted
from ..workload import Window
from .definitions import ACB_GIGABYTES, LOG_WAITS, NOT_THERE, QUEUE_WAITS, STANDBY, STANDBY_ACB
from .log_records import STATUS

TRUTHS = (
    Planted(
        "IMSP",
        "OSAM-O08K",
        "undersized",
        "286 reads a second: 26 % of the requests do not find their block in 2,000 buffers.",
        ("ims-subpool-reads OSAM-O08K",),
    ),
    Planted(
        "IMSP",
        "OSAM-O02K",
        "undersized",
        "All 400 buffers are in use at a time, and steals wait for one.",
        ("ims-subpool-waits OSAM-O02K",),
    ),
    Planted(
        "IMSP",
        "VSAM-VPL1-4096",
        "undersized",
        "Blocks that were changed are written so that their buffers can be taken: 9 of a thousand requests.",
        ("ims-subpool-steals VSAM-VPL1-4096",),
    ),
    Planted(
        "IMSP",
        "VSAM-VPL2-8192",
        "oversized",
        "2,000 buffers of 8 KiB, of which nothing asked for a block since IMS started.",
        ("ims-subpool-unused VSAM-VPL2-8192",),
    ),
    Planted(
        "IMSP",
        "OSAM-O16K",
        "write errors",
        "Three buffers hold blocks that could not be written.",
        ("ims-subpool-errors OSAM-O16K",),
    ),
    Planted(
        "IMSP",
        "CSAPSB pool",
        "undersized",
        f"No space for a large PSB, {NOT_THERE} times in two hours.",
        ("ims-pool-space CSAPSB pool",),
    ),
    Planted(
        "IMSP",
        "log buffers",
        "undersized",
        f"Work waited {LOG_WAITS:,} times in two hours for one of 5 log buffers.",
        ("ims-log-buffers log buffers",),
    ),
    Planted(
        "IMSP",
        "message queue pool",
        "undersized",
        f"Programs waited {sum(each[2] for each in QUEUE_WAITS):,} times in two hours for message queues.",
        ("ims-queue-buffers message queue pool",),
    ),
    Planted(
        STANDBY,
        "64-bit ACB pool",
        "limit",
        f"The FDBR region has {STANDBY_ACB} GiB above the bar, IMSP asks for {ACB_GIGABYTES}.",
        ("ims-fdbr-pools 64-bit ACB pool", "ims-fdbr-pools PSB pool"),
    ),
    Planted(
        "IMSP",
        "64-bit ACB pool",
        "undersized",
        f"IMSP started without the {ACB_GIGABYTES} GiB of ACBIN64.",
        ("ims-acb-pool 64-bit ACB pool",),
    ),
    Planted(
        "IMSP",
        "class 1",
        "undersized",
        "Its three regions are occupied from 10 to 11, and its messages wait; region 6 is idle.",
        ("ims-regions-occupied class 1",),
        Window(at(10), at(11)),
    ),
    Planted(
        "IMSP",
        "classes 2, 3",
        "limit",
        f"{STATUS} runs in one region at a time, and waits while another region of its class is idle.",
        ("ims-messages-queued classes 2, 3",),
        Window(at(10), at(11)),
    ),
)
