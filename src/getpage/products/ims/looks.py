"""What each rule of IMS looks at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from getpage.contract.looked import Looks

from . import checks

if TYPE_CHECKING:
    from .ims import Ims

LOOKS: Final[tuple[Looks[Ims], ...]] = (
    Looks(
        "subpool with its counters",
        lambda ims: len(ims.judged),
        (
            checks.subpool_errors,
            checks.subpool_waits,
            checks.subpool_reads,
            checks.subpool_steals,
            checks.subpool_unused,
            checks.subpool_busy,
        ),
    ),
    Looks(
        "subpool of which it is known whether it is page-fixed",
        lambda ims: sum(one.fixed is not None for one in ims.judged),
        (checks.subpool_not_fixed,),
    ),
    Looks(
        "pool that had no space",
        lambda ims: sum(bool(one.failures) for one in ims.pools),
        (checks.pool_space,),
    ),
    Looks(
        "log with its waits for buffers",
        lambda ims: int(ims.log_buffers is not None and ims.log_buffers.seconds > 0),
        (checks.log_buffers,),
    ),
)
