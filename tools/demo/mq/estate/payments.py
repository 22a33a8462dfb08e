"""MQA1 on SYSA, release 10.0: card payments and their settlement."""

from __future__ import annotations

from ...clock import at
from ...workload import Burst, Flow, Window
from ..definitions import ChannelSpec, PageSetSpec, QueueManagerSpec, StorageSpec, TaskSpec
from ..pool import PoolSpec

_LOADS = (0.45, 0.5, 0.7, 0.97, 0.86, 0.5, 0.86, 1.0, 0.97, 0.7, 0.4)
SETTLEMENTS = tuple(
    Burst(Window(at(hour, 2), at(hour, 10)), 600 * load)
    for hour, load in zip(range(8, 19), _LOADS, strict=True)
)
"""Settlement files that are loaded every hour of the business day."""

PAYMENTS = QueueManagerSpec(
    name="MQA1",
    system="SYSA",
    level="946",
    version="100000",
    queue_sharing_group="QSGP",
    pools=(
        PoolSpec(0, 50_000, fixed=False, in_use=40, object_updates=12),
        PoolSpec(1, 100_000),
        PoolSpec(2, 60_000),
        PoolSpec(3, 200_000, deferred_rate=1500),
        PoolSpec(4, 600_000, fixed=False),
        PoolSpec(5, 40_000),
    ),
    page_sets=(
        PageSetSpec(0, 0, 60_000, used=900),
        PageSetSpec(1, 1, 90_000),
        PageSetSpec(2, 1, 110_000),
        PageSetSpec(3, 2, 120_000),
        PageSetSpec(4, 3, 1_000_000),
        PageSetSpec(5, 4, 800_000),
        PageSetSpec(6, 5, 120_000),
    ),
    flows=(
        Flow("PAY.AUTH.REQUEST", 1, 900, 1, 220, "PAYWEB01", "CICSPAY1", persistent=False, waiting=0.5),
        Flow("PAY.AUTH.REPLY", 1, 600, 1, 220, "CICSPAY1", "PAYWEB01", persistent=False, waiting=0.7),
        Flow("PAY.AUTH.AUDIT", 2, 1_400, 1, 150, "CICSPAY1", "PAYAUDIT", lag=240),
        Flow("MQB1", 3, 6_200, 2, 45, "CICSPAY1", "MQA1CHIN", lag=0.8),
        Flow("PAY.EVENTS", 3, 9_800, 3, 60, "CICSPAY1", "PAYEVENT", lag=120),
        Flow(
            *("PAY.SETTLEMENT", 4, 10_000, 3, 2.0, "PAYLOAD", "PAYSETTL"),
            capacity=350,
            bursts=SETTLEMENTS,
        ),
        Flow("PAY.LEDGER.POST", 5, 5_600, 2, 60, "CICSPAY1", "PAYLEDGR", lag=2400),
        Flow("PAY.NOTIFY.SMS", 6, 700, 1, 80, "CICSPAY1", "PAYNOTIF", lag=375),
        Flow("PAY.FRAUD.SCORE", 1, 2_100, 1, 35, "CICSPAY1", "PAYFRAUD", persistent=False, lag=2),
        Flow("PAY.LIMITS.UPDATE", 2, 500, 1, 8, "CICSPAY1", "PAYLIMIT", lag=5),
        Flow("PAY.STATEMENT.FEED", 3, 3_000, 1, 12, "CICSPAY1", "PAYSTMT", lag=30),
    ),
    tasks=(
        TaskSpec("CICSPAY1", "CICS", "CICSUSR", batch=3),
        TaskSpec("PAYWEB01", "RRS batch", "WASUSR", batch=1),
        TaskSpec("MQA1CHIN", "channel initiator", "MQCHIN", channel="MQA1.TO.MQB1", batch=50),
        *(
            TaskSpec(name, "batch or TSO", "PAYBATCH")
            for name in ("PAYAUDIT", "PAYEVENT", "PAYLEDGR", "PAYNOTIF")
        ),
        *(TaskSpec(name, "batch or TSO", "PAYBATCH") for name in ("PAYFRAUD", "PAYLIMIT", "PAYSTMT")),
        TaskSpec("PAYLOAD", "batch or TSO", "PAYBATCH", per_interval=True, batch=200),
        TaskSpec("PAYSETTL", "batch or TSO", "PAYBATCH", per_interval=True, batch=100),
    ),
    channels=(ChannelSpec("MQA1.TO.MQB1", True, "MQB1", "10.1.2.20(1414)", "MQB1"),),
    storage=StorageSpec(1_593_835_520, 210 << 20, 8_192),
    checkpoint=450,
    log_buffer_rate=1_900_000,
)
