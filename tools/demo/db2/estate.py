"""The data sharing group DSNPG: DBP1 on SYSA for card payments, DBP2 on SYSB for orders and statements.

What is wrong with it is listed in `truth`. Everything else is meant to be healthy: pools that hold what is
wanted again, fixed in 1 MB frames where they are busy, threads that are reused, and group buffer pools with a
directory entry for every page of every member.
"""

from __future__ import annotations

from getpage.core.units import GIB

from ..clock import at
from ..workload import STEADY, Window
from .definitions import GroupPoolSpec, MemberSpec, PageSetSpec, PlanSpec, PoolSpec, RidLists

NIGHT = (1.0,) * 6 + (0.0,) * 17 + (1.0,)
"""Batch: from 23:00 to 06:00."""

SHORT_OF_FRAMES = Window(at(1), at(4))
"""SYSA pages: the statements' sort work takes the frames."""

STOCK_LISTS = Window(at(13), at(16))
"""Lists of the stock by warehouse: their RID lists fill the RID pool of DBP2."""


_CATALOG = PoolSpec(0, "BP0", 50_000, 40_000, locality=0.05)
_WORK = PoolSpec(
    7, "BP7", 60_000, 0, cold=0.001, sequential=0.9, sequential_most=0.5, vpseqt=95, merges=1_500
)

_CARDS = (
    PageSetSpec("TSCARD", 1_800_000, holds=0.47, reads=0.72, updated=True),
    PageSetSpec("IXCARD", 600_000, holds=0.32, reads=0.28, index=True, updated=True),
    PageSetSpec("TSHIST", 5_400_000, holds=0.195, reads=0.0, scanned=True),
)

DBP1 = MemberSpec(
    name="DBP1",
    system="SYSA",
    level="V13R1M504",
    pools=(
        _CATALOG,
        PoolSpec(1, "BP1", 1_200_000, 1_300_000),
        PoolSpec(2, "BP2", 400_000, 2_400_000, cold=0.001, simulated=400_000, page_sets=_CARDS),
        PoolSpec(3, "BP3", 300_000, 310_000, fixed=False, large=False, paged_out=SHORT_OF_FRAMES),
        _WORK,
    ),
    plans=(
        PlanSpec(
            "PAYCARD", "CICSPAY1", "CICS", 420, {"BP0": 2, "BP1": 31, "BP2": 9}, 610, ("PAYAUTH", "PAYPOST")
        ),
        PlanSpec(
            "PAYINQ", "CICSPAY1", "CICS", 260, {"BP0": 1, "BP1": 12, "BP2": 14}, 240, ("PAYBAL",), updates=0
        ),
        PlanSpec("PAYSETTL", "PAYSETTL", "TSO", 25, {"BP1": 160, "BP3": 90}, 2_900, ("SETTLE1",), day=STEADY),
        PlanSpec(
            "PAYARCH", "BATCH", "TSO", 12, {"BP3": 900, "BP7": 200}, 9_500, ("ARCHIVE",), day=NIGHT, updates=0
        ),
        PlanSpec("PAYSTMT", "CICSPAY3", "CICS", 4, {"BP1": 30}, 1_900, ("PAYSTMT1",), updates=0),
    ),
    group_pools=(
        GroupPoolSpec(1, "GBP1", 3_200_000, 2_600_000, 620_000, shared=0.5, invalidated=0.004),
        GroupPoolSpec(2, "GBP2", 700_000, 520_000, 130_000, shared=0.4, invalidated=0.02, reclaimed=0.62),
    ),
    other_real=2 * GIB,
    edm_kb={"dbd": 40_960, "skeleton": 81_920, "statement": 122_880},
    maxrblk=1_000_000,
    discarded_statements=12.0,
)

DBP2 = MemberSpec(
    name="DBP2",
    system="SYSB",
    level="V13R1M504",
    pools=(
        _CATALOG,
        PoolSpec(1, "BP1", 1_000_000, 1_050_000),
        PoolSpec(2, "BP2", 250_000, 400_000, simulated=100_000),
        PoolSpec(5, "BP5", 600_000, 90_000, locality=0.05),
        PoolSpec(6, "BP6", 500_000, 0),
    ),
    plans=(
        PlanSpec(
            "ORDENTRY", "CICSORD1", "CICS", 300, {"BP0": 2, "BP1": 28, "BP2": 6}, 540, ("ORDNEW", "ORDLINE")
        ),
        PlanSpec("ORDSTOCK", "SERVER", "DRDA", 150, {"BP1": 9, "BP2": 4}, 300, ("STOCKQ",), updates=0),
        PlanSpec("REFDATA", "CICSORD1", "CICS", 1, {"BP5": 6}, 90, ("REFREAD",), updates=0, day=STEADY),
        PlanSpec("ORDCHG", "CICSORD3", "CICS", 3, {"BP1": 24}, 1_700, ("ORDCHNG1",)),
    ),
    group_pools=(
        GroupPoolSpec(1, "GBP1", 3_200_000, 2_600_000, 620_000, shared=0.5, invalidated=0.004),
        GroupPoolSpec(2, "GBP2", 700_000, 520_000, 130_000, shared=0.4, invalidated=0.002),
    ),
    other_real=2 * GIB,
    edm_kb={"dbd": 40_960, "skeleton": 81_920, "statement": 122_880},
    maxrblk=400_000,
    rid_lists=RidLists(given_up=0.3, overflowed=1.4, window=STOCK_LISTS),
    literal_statements=6.0,
    realstorage_max="24",
)

MEMBERS = (DBP1, DBP2)
