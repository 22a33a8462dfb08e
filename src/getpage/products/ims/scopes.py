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
    "pool that had no space",
    plural="pools that had no space",
    count=lambda ims: sum(bool(pool.failures) for pool in ims.pools),
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
LOG: Final[Scope[Ims]] = Scope(
    "log with its waits for buffers",
    plural="logs with their waits for buffers",
    count=lambda ims: int(ims.log_buffers is not None and ims.log_buffers.seconds > 0),
)
