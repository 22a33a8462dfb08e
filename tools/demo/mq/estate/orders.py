"""MQB1 on SYSB, release 10.0: orders, and the channel to the hub that breaks."""

from __future__ import annotations

from ...clock import at
from ...workload import NEVER, STEADY, Burst, Flow, Window
from ..definitions import ChannelSpec, PageSetSpec, QueueManagerSpec, StorageSpec, TaskSpec
from ..pool import PoolSpec

OUTAGE = Window(at(13), at(15, 30))
"""The channel from SYSB to the hub is down."""

ORDERS = QueueManagerSpec(
    name="MQB1",
    system="SYSB",
    level="946",
    version="100000",
    queue_sharing_group="QSGP",
    pools=(
        PoolSpec(0, 50_000, fixed=False, in_use=40, object_updates=12),
        PoolSpec(1, 80_000),
        PoolSpec(2, 60_000),
        PoolSpec(3, 300_000, deferred_rate=1500),
        PoolSpec(4, 500_000),
        PoolSpec(5, 250_000),
    ),
    page_sets=(
        PageSetSpec(0, 0, 60_000, used=900),
        PageSetSpec(1, 1, 90_000),
        PageSetSpec(2, 2, 120_000),
        PageSetSpec(3, 3, 1_500_000, expand=True),
        PageSetSpec(4, 4, 100_000),
        PageSetSpec(5, 5, 300_000),
    ),
    flows=(
        Flow("ORDER.REQUEST", 1, 1_700, 1, 90, "MQB1CHIN", "CICSORD1", waiting=0.0, lag=1.5),
        Flow("ORDER.AUDIT", 1, 1_200, 1, 95, "CICSORD1", "ORDAUDIT", lag=330),
        Flow("MQA1", 2, 2_400, 1, 70, "CICSORD1", "MQB1CHIN", lag=0.8),
        Flow("STOCK.SYNC", 2, 11_800, 3, 30, "CICSORD1", "ORDSTOCK", lag=200),
        Flow(
            *("HUB.XMITQ", 3, 9_900, 3, 40, "ORDFEED", "MQB1CHIN"),
            day=STEADY,
            lag=1.0,
            capacity=667,
            bursts=(Burst(Window(at(14), at(14, 10)), 560),),
            stopped=(OUTAGE,),
        ),
        Flow("ORDER.EVENTS", 4, 5_100, 2, 80, "CICSORD1", "ORDEVENT", lag=300),
        Flow("ORDER.EVENTS.OLD", 5, 5_100, 2, 0, "CICSORD1", "ORDEVENT", day=NEVER),
    ),
    tasks=(
        TaskSpec("CICSORD1", "CICS", "CICSUSR", batch=4),
        TaskSpec("ORDFEED", "batch or TSO", "ORDBATCH", per_interval=True, batch=100),
        TaskSpec("MQB1CHIN", "channel initiator", "MQCHIN", channel="MQB1.TO.HUB", batch=50),
        *(
            TaskSpec(name, "batch or TSO", "ORDBATCH", batch=50)
            for name in ("ORDAUDIT", "ORDSTOCK", "ORDEVENT")
        ),
    ),
    channels=(
        ChannelSpec("MQB1.TO.HUB", True, "HUB1", "10.9.0.11(1414)", "HUB.XMITQ"),
        ChannelSpec("MQB1.TO.MQA1", True, "MQA1", "10.1.2.10(1414)", "MQA1"),
        ChannelSpec("MQA1.TO.MQB1", False, "MQA1", "10.1.2.10(1414)", "ORDER.REQUEST"),
    ),
    storage=StorageSpec(1_593_835_520, 205 << 20, None),
    checkpoint=1800,
)
