"""MQB2 on SYSB, release 9.3: statements and their archive."""

from __future__ import annotations

from ...clock import at
from ...workload import STEADY, Burst, Flow, Lookups, Window
from ..definitions import ChannelSpec, PageSetSpec, QueueManagerSpec, StorageSpec, TaskSpec
from ..pool import PoolSpec

STATEMENTS = QueueManagerSpec(
    name="MQB2",
    system="SYSB",
    level="930",
    version="",
    queue_sharing_group="",
    pools=(
        PoolSpec(0, 20_000, above=False, fixed=False, in_use=40, object_updates=9),
        PoolSpec(1, 30_000, above=False, fixed=False),
        PoolSpec(2, 2_000, above=False, fixed=False),
        PoolSpec(3, 80_000),
    ),
    page_sets=(
        PageSetSpec(0, 0, 24_000, used=700),
        PageSetSpec(1, 1, 60_000),
        PageSetSpec(2, 2, 1_200_000),
        PageSetSpec(3, 3, 300_000),
    ),
    flows=(
        Flow("STMT.REQUEST", 1, 1_000, 1, 40, "STMTGATE", "CICSSTM1", persistent=False, lag=1),
        Flow("STMT.PRINT", 1, 3_900, 1, 25, "CICSSTM1", "STMTPRNT", lag=420),
        Flow(
            *("ARCHIVE.STATEMENTS", 2, 7_400, 2, 0.1, "CICSSTM1", "STMTPURG"),
            day=STEADY,
            deep=350_000,
            lookups=Lookups(
                40, (0.2,) * 7 + (0.6, 0.9) + (1.0,) * 9 + (0.6,) + (0.3,) * 5, getpages=6, reads=3
            ),
        ),
        Flow(
            *("STMT.BATCH", 3, 7_900, 2, 4.0, "STMTGATE", "STMTBTCH"),
            day=STEADY,
            lag=20,
            capacity=90,
            bursts=(Burst(Window(at(20), at(20, 20)), 100),),
        ),
    ),
    tasks=(
        TaskSpec("CICSSTM1", "CICS", "CICSUSR", batch=2),
        TaskSpec("STMTGATE", "RRS batch", "STMTUSR", batch=5),
        TaskSpec("STMTPRNT", "batch or TSO", "STMTBTCH", batch=20),
        TaskSpec("STMTPURG", "batch or TSO", "STMTBTCH", batch=20),
        TaskSpec("STMTBTCH", "batch or TSO", "STMTBTCH", per_interval=True, batch=100),
    ),
    channels=(ChannelSpec("GATEWAY.TO.MQB2", False, "STMTGW", "10.1.7.9(1414)", "STMT.REQUEST"),),
    storage=StorageSpec(1_593_835_520, 190 << 20, 3_072),
    checkpoint=600,
    started=at(5, 40),
    lost=(at(10, 30),),
)
