"""What is wrong with the CICS regions, and what only looks wrong."""

from __future__ import annotations

from ..clock import at
from ..db2.estate import SHORT_OF_FRAMES
from ..planted import Planted
from ..workload import Window
from . import dbctl

TRUTHS = (
    Planted(
        "CICSPAY3",
        "QR TCB",
        "held up by page-ins",
        "While SYSA is short of frames, page-ins stop the QR TCB: it is dispatched, and uses hardly any CPU.",
        ("cics-qr-ratio QR TCB",),
        SHORT_OF_FRAMES,
    ),
    Planted(
        "CICSPAY4",
        "MXT",
        "too low",
        "MXT is 20, and in a rush of 40 seconds more tasks wait for their web service than that.",
        ("cics-max-tasks MXT",),
        Window(at(10, 30), at(10, 45)),
    ),
    Planted(
        "CICSPAY2",
        "main temporary storage",
        "near its limit",
        "A message says that main temporary storage came to 85 % of TSMAINLIMIT; nothing failed.",
        ("cics-main-temporary-storage main temporary storage",),
        Window(at(11, 20), at(11, 21)),
    ),
    Planted(
        "CICSORD3",
        "TCB switches",
        "not threadsafe",
        "Each of the 24 calls of Db2 of a change of an order goes to L8 and back to QR.",
        ("cics-tcb-switches TCB switches",),
        Window(at(10), at(11)),
    ),
    Planted(
        "CICSORD4",
        "EDSALIM",
        "undersized",
        "EDSALIM is 160 MB: in busy hours CICS storage above 16 MB is short, and programs are loaded again.",
        ("cics-storage-limit EDSALIM", "cics-short-on-storage ECDSA", "cics-program-loads program loads"),
        Window(at(9), at(16)),
    ),
    Planted(
        "CICSORD4",
        "temporary storage buffers",
        "undersized",
        "Auxiliary temporary storage has three buffers, for which tasks wait in busy hours.",
        ("cics-temporary-storage-waits temporary storage buffers",),
        Window(at(8), at(18)),
    ),
    Planted(
        "CICSORD4",
        "LSR1-DATA4K",
        "undersized",
        "1,000 buffers of 4 KB hold 62 % of what is read.",
        ("cics-lsr-pool LSR1-DATA4K",),
        Window(at(10), at(11)),
    ),
    Planted(
        "CICSORD4",
        "LSR pool 1 strings",
        "undersized",
        "Ten strings: one request in nine thousand waits for one.",
        ("cics-lsr-pool LSR pool 1 strings",),
        Window(at(10), at(11)),
    ),
    Planted(
        "CICSORD4",
        "OSTK",
        "slower in its newer version",
        "Version 3.2.0 of STOCK waits 30 ms for its files, and 3.1.0 beside it 10 ms. Both send 256 KB to "
        "another region in eight COMMAREAs.",
        ("cics-release-worse OSTK", "cics-commarea-links OSTK"),
        Window(at(10), at(11)),
    ),
    Planted(
        dbctl.NAME,
        f"DBCTL {dbctl.DBCTL}",
        "limit",
        f"All {dbctl.MAXTHRD} threads of MAXTHRD are in use for 20 minutes, by programs that run in them.",
        (f"cics-dbctl-threads DBCTL {dbctl.DBCTL}",),
    ),
    Planted(
        "CICSORD2",
        "QR TCB",
        "idle at night",
        "From 02:00 to 04:00 the QR TCB uses CPU in little more than half of the time dispatched, which is "
        "less than a second in a quarter of an hour: a ratio of chance.",
        window=Window(at(2), at(4)),
    ),
)
