"""The rules of TCP/IP, in the order in which a reader wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import buffer_limits, loss, partner, smc_gain, smc_memory, storage_limit, stream_right, window

if TYPE_CHECKING:
    from getpage.contract.checks import Rule
    from getpage.products.tcpip.stack import Stack

RULES: Final[tuple[Rule[Stack], ...]] = (
    window,
    storage_limit,
    smc_memory,
    loss,
    buffer_limits,
    partner,
    stream_right,
    smc_gain,
)
