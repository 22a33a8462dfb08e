"""What is wrong with the z/OS systems, and what only looks wrong."""

from __future__ import annotations

from ..db2.estate import SHORT_OF_FRAMES
from ..planted import Planted

TRUTHS = (
    Planted(
        "SYSA",
        "real storage",
        "short",
        "The sort of the statements takes all but 36,000 frames from 01:00 to 04:00; for moments 6,000 are "
        "left. Averages over the day hide it.",
        ("zos-demand-paging", "zos-free-storage", "zos-uic-low"),
        SHORT_OF_FRAMES,
    ),
    Planted(
        "SYSA",
        "CICSPAY3",
        "paging region",
        "170 page-ins per second, which the 21 per second of its service class hide: eight regions share it.",
        ("zos-page-in-address-space CICSPAY3", "zos-page-in-service-class CICSPROD"),
        SHORT_OF_FRAMES,
    ),
    Planted(
        "SYSB",
        "2 GB frames",
        "unused",
        "Four frames of 2 GB are set aside, and nobody asks for one.",
        ("zos-large-frames",),
    ),
    Planted(
        "SYSB",
        "real storage",
        "room",
        "More than a fifth of 64 GiB is free at the lowest.",
        ("zos-free-storage",),
    ),
    Planted(
        "SYSC",
        "paging space",
        "filling",
        "39,200 slots more are in use every hour; SETTLOG took 76 % of those between 10:30 and 19:30.",
        ("zos-auxiliary-growth",),
    ),
    Planted(
        "SYSC",
        "ECSA",
        "leak",
        "3 MiB an hour in storage key 7: 420 MiB are full 29 hours after the day.",
        ("zos-common-growth ECSA",),
    ),
    Planted(
        "SYSC",
        "ESQA",
        "nearly full",
        "80.6 of 96 MiB in use at the peak, more by day than at night.",
        ("zos-common-storage ESQA",),
    ),
    Planted(
        "SYSC",
        "HVCOMMON",
        "nearly full",
        "54.1 GiB of the default 64 GiB are allocated in the afternoon.",
        ("zos-common-storage HVCOMMON",),
    ),
    Planted(
        "SYSD",
        "processors",
        "busy",
        "Four processors are 99.8 % busy from 09:00 to 12:00, 11 address spaces ready; 2.4 GiB are free.",
        ("zos-processors-busy processors",),
    ),
    Planted(
        "SYSD",
        "dedicated memory",
        "unused",
        "16 GiB are set apart, and never more than 10 GiB given to an address space.",
        ("zos-dedicated-memory dedicated memory",),
    ),
)
