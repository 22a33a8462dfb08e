"""MQB3 on SYSB, release 10.0: returned goods, whose reconciliation job fails; it has queue statistics."""

from __future__ import annotations

from ...clock import at
from ...workload import STEADY, Flow, Window
from ..definitions import (
    BurstSpec,
    ChannelSpec,
    DocumentSpec,
    PageSetSpec,
    QueueManagerSpec,
    SharedSpec,
    StorageSpec,
    TaskSpec,
)
from ..pool import PoolSpec

NOBODY_GETS = Window(at(9), at(12))
"""The job that reconciles returns is down."""

SCANS = Window(at(15), at(16))
"""Images of returned goods are scanned, many at once, and put to a shared queue."""

RECALL = Window(at(17), at(17, 30))
"""A product is recalled: its events come faster than they are got."""

RETURNS = QueueManagerSpec(
    name="MQB3",
    system="SYSB",
    level="946",
    version="100000",
    queue_sharing_group="QSGP",
    pools=(
        PoolSpec(0, 10_000, fixed=False, in_use=40, object_updates=6),
        PoolSpec(1, 40_000),
        PoolSpec(2, 60_000),
    ),
    page_sets=(
        PageSetSpec(0, 0, 12_000, used=400),
        PageSetSpec(1, 1, 60_000),
        PageSetSpec(2, 2, 620_000),
    ),
    flows=(
        Flow("RETURN.REQUEST", 1, 1_300, 1, 25, "RETGATE", "CICSRET1", waiting=0.5),
        Flow("RETURN.AUDIT", 1, 900, 1, 25, "CICSRET1", "RETAUDIT", lag=180),
        Flow(
            *("RETURN.RECON", 2, 3_600, 1, 45, "CICSRET1", "RETRECON"),
            day=STEADY,
            capacity=150,
            stopped=(NOBODY_GETS,),
        ),
    ),
    tasks=(
        TaskSpec("CICSRET1", "CICS", "CICSUSR", batch=3),
        TaskSpec("RETGATE", "RRS batch", "RETUSR", batch=1),
        TaskSpec("RETAUDIT", "batch or TSO", "RETBATCH", batch=50),
        TaskSpec("RETRECON", "batch or TSO", "RETBATCH", batch=100),
    ),
    channels=(ChannelSpec("GATEWAY.TO.MQB3", False, "RETGW", "10.1.7.21(1414)", "RETURN.REQUEST"),),
    storage=StorageSpec(1_593_835_520, 170 << 20, 4_096),
    checkpoint=900,
    queue_statistics=True,
    shared=SharedSpec("RETIMG", 10, 9.0, SCANS, 14),
    documents=DocumentSpec("RETDOC", 20, 4.0),
    burst=BurstSpec("RETEVT", "RETURN.EVENT", 12.0, RECALL, 24_000, 25_600),
)
