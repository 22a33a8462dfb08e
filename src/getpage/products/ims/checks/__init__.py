"""The rules of IMS, in the order in which a reader wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import (
    log_buffers,
    pool_space,
    subpool_busy,
    subpool_errors,
    subpool_not_fixed,
    subpool_reads,
    subpool_steals,
    subpool_unused,
    subpool_waits,
)

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.ims.ims import Ims

RULES: Final[tuple[Rule[Ims], ...]] = (
    subpool_errors,
    subpool_waits,
    pool_space,
    log_buffers,
    subpool_reads,
    subpool_steals,
    subpool_unused,
    subpool_not_fixed,
    subpool_busy,
)
