"""MQA2 on SYSA, release 9.3: bank branches, every buffer pool below the bar."""

from __future__ import annotations

from ...clock import at
from ...workload import STEADY, Flow, Window
from ..definitions import ChannelSpec, PageSetSpec, QueueManagerSpec, StorageSpec, TaskSpec
from ..pool import PoolSpec

BRANCHES = QueueManagerSpec(
    name="MQA2",
    system="SYSA",
    level="930",
    version="",
    queue_sharing_group="",
    pools=(
        PoolSpec(0, 20_000, above=False, fixed=False, in_use=40, object_updates=9),
        PoolSpec(1, 100_000, above=False, fixed=False),
        PoolSpec(2, 25_000, above=False, fixed=False, immediate_share=0.25),
        PoolSpec(3, 130_000, above=False, fixed=False),
    ),
    page_sets=(
        PageSetSpec(0, 0, 24_000, used=700),
        PageSetSpec(1, 1, 80_000),
        PageSetSpec(2, 1, 90_000),
        PageSetSpec(3, 2, 60_000),
        PageSetSpec(4, 3, 300_000),
    ),
    flows=(
        Flow("BRANCH.TELLER.REQUEST", 1, 800, 1, 120, "BRNGATE", "CICSBRN1", persistent=False, waiting=0.6),
        Flow("BRANCH.TELLER.REPLY", 1, 1_900, 1, 120, "CICSBRN1", "BRNGATE", persistent=False, waiting=0.6),
        Flow("BRANCH.JOURNAL", 2, 1_100, 1, 110, "CICSBRN1", "BRNJOURN", lag=300),
        Flow(
            *("BRANCH.HOLD.RELEASE", 3, 1_500, 1, 1.0, "CICSBRN1", "BRNHOLD"),
            day=STEADY,
            deep=8_000,
            deep_in_pool=True,
        ),
        Flow(
            *("BRANCH.CLOSE.OF.DAY", 4, 3_600, 1, 9.0, "BRNGATE", "BRNCLOSE"),
            day=STEADY,
            capacity=120,
            stopped=(Window(at(1), at(3)),),
        ),
    ),
    tasks=(
        TaskSpec("CICSBRN1", "CICS", "CICSUSR", batch=2),
        TaskSpec("BRNGATE", "RRS batch", "BRNUSR", batch=1),
        TaskSpec("BRNJOURN", "batch or TSO", "BRNBATCH", batch=100),
        TaskSpec("BRNHOLD", "batch or TSO", "BRNBATCH", batch=1),
        TaskSpec("BRNCLOSE", "batch or TSO", "BRNBATCH", per_interval=True, batch=100),
    ),
    channels=(ChannelSpec("GATEWAY.TO.MQA2", False, "BRANCHGW", "10.1.7.4(1414)", "BRANCH.TELLER.REQUEST"),),
    storage=StorageSpec(1_593_835_520, 392 << 20, 3_072),
    checkpoint=900,
)
