"""Two families of regions: payments on SYSA, with threadsafe programs, and orders on SYSB, with others.

A routing region sends each of its tasks to an owning region, and keeps a task of its own until that ends.
What is wrong with them is listed in `truth`; everything else is meant to be healthy.
"""

from __future__ import annotations

from ..clock import at
from ..workload import Burst, Window
from .definitions import RegionSpec, TransactionSpec

MONITORED = Window(at(10), at(11))
"""When monitoring is on in all of them: CEMT SET MONITOR ON PERF, and an hour later NOPERF."""

RUSH = Burst(Window(at(10, 36), at(10, 36) + 40), 11.0)
"""Branches that ask for an address check at once."""

#: CONCURRENCY(REQUIRED): to L8 at its start, once to QR and back for a command that is not threadsafe, QR.
STATEMENT = TransactionSpec(
    "PSTM",
    "PAYSTMT1",
    4,
    qr_us=1_300,
    open_us=19_000,
    plan="PAYSTMT",
    db2_calls=26,
    switches=4,
    wait="ts_shared_wait",
    wait_us=2_400,
)
ADDRESS = TransactionSpec(
    "PADR",
    "PAYADDR1",
    4,
    qr_us=21_000,
    switches=2,
    wait="external_wait",
    wait_us=1_480_000,
    bursts=(RUSH,),
)
#: CONCURRENCY(QUASIRENT): to L8 and back for each call of Db2, and once more for the commit at its end.
CHANGE = TransactionSpec(
    "OCHG",
    "ORDCHNG1",
    3,
    qr_us=31_000,
    plan="ORDCHG",
    db2_calls=24,
    td_writes=24,
    switches=50,
    wait="td_wait",
    wait_us=1_700,
)
#: 256 KB of stock go to an archive region that is not monitored, in pieces of 32 KB.
STOCK = TransactionSpec(
    "OSTK",
    "ORDSTCK1",
    2,
    qr_us=44_000,
    switches=0,
    wait="file_wait",
    wait_us=20_000,
    dpl=8,
    dpl_us=18_000,
    application="STOCK",
    versions=((3, 1, 0), (3, 2, 0)),
    apart=0.5,
)

PAY3 = RegionSpec(name="CICSPAY3", system="SYSA", sysid="PAY3", transaction=STATEMENT, held_by_page_ins=0.1)
PAY4 = RegionSpec(name="CICSPAY4", system="SYSA", sysid="PAY4", transaction=ADDRESS, mxt=20)
PAY2 = RegionSpec(
    name="CICSPAY2", system="SYSA", sysid="PAY2", routes_to=(PAY3, PAY4), mxt=400, edsa_quiet=80
)
ORD3 = RegionSpec(name="CICSORD3", system="SYSB", sysid="ORD3", transaction=CHANGE)
ORD4 = RegionSpec(
    name="CICSORD4",
    system="SYSB",
    sysid="ORD4",
    transaction=STOCK,
    edsa_limit=160,
    edsa_quiet=110,
    edsa_busy=52,
    temporary_puts=3.0,
    temporary_buffers=3,
)
ORD2 = RegionSpec(
    name="CICSORD2", system="SYSB", sysid="ORD2", routes_to=(ORD3, ORD4), mxt=400, edsa_quiet=80
)

REGIONS = (PAY2, PAY3, PAY4, ORD2, ORD3, ORD4)

ROUTED_US = 2_200
"""CPU of a task of a routing region."""

ROUTING = frozenset(region.name for region in REGIONS if region.routes_to)
