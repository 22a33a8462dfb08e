"""What the rules of IMS look at, and how many of it an IMS has enough evidence of."""

from __future__ import annotations

from typing import Final

from getpage.contract.checks import Scope

from .ims import Ims

SUBPOOLS: Final[Scope[Ims]] = Scope(
    "subpool with its counters", plural="subpools with their counters", count=lambda ims: len(ims.judged)
)
FIXED_OR_NOT: Final[Scope[Ims]] = Scope(
    "subpool with known page fixing",
    plural="subpools with known page fixing",
    count=lambda ims: sum(subpool.fixed is not None for subpool in ims.judged),
)
FULL_POOLS: Final[Scope[Ims]] = Scope(
    "pool that had no space, or with its use",
    plural="pools that had no space, or with their use",
    count=lambda ims: sum(bool(pool.failures or pool.use) for pool in ims.pools),
)
ACB_POOL: Final[Scope[Ims]] = Scope(
    "64-bit ACB pool",
    plural="64-bit ACB pools",
    count=lambda ims: int(ims.acb_pool is not None),
)
CLASSES: Final[Scope[Ims]] = Scope(
    "group of message classes with its regions",
    plural="groups of message classes with their regions",
    count=lambda ims: sum(bool(group.queues) for group in ims.region_groups),
)
QUEUES: Final[Scope[Ims]] = Scope(
    "message queue pool with its I/O",
    plural="message queue pools with their I/O",
    count=lambda ims: int(ims.queue_pool is not None and ims.queue_pool.seconds > 0),
)
FAST_RECOVERY: Final[Scope[Ims]] = Scope(
    "FDBR region with the IMS that it tracks",
    plural="FDBR regions with the IMS that they track",
    count=lambda ims: int(ims.active is not None),
)
LOG: Final[Scope[Ims]] = Scope(
    "log with its waits for buffers",
    plural="logs with their waits for buffers",
    count=lambda ims: int(ims.log_buffers is not None and ims.log_buffers.seconds > 0),
)
