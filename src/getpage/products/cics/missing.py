"""Questions that the evidence of a region cannot answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import needs, transactions
from .checks import qr_ratio

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.evidence import Need

    from .region import Region


def unmet(region: Region) -> Iterator[tuple[bool, Need]]:
    """Whether each need is unmet, in the order of its worth."""
    yield region.qr is None, needs.DISPATCHER
    yield _unexplained(region), needs.SUSPECTS
    yield region.tasks is None, needs.TASKS
    yield region.storage is None, needs.STORAGE
    yield not region.lsr_buffers, needs.LSR
    yield not region.transactions, needs.TRANSACTIONS
    yield any(one[transactions.SHARED_WAIT] for one in region.transactions), needs.SHARED
    yield _without_dbctl(region), needs.DBCTL


def _without_dbctl(region: Region) -> bool:
    """Whether its tasks call DL/I, and no record says what they waited for there."""
    calls = any(one[transactions.IMS] for one in region.transactions)
    return calls and all(one[transactions.MOST_POOL] is None for one in region.transactions)


def _unexplained(region: Region) -> bool:
    """Whether its QR TCB is held up and nothing tells by what."""
    row = qr_ratio.low(region)
    if row is None:
        return False
    seen = region.surroundings.of(region.system, region.jobs(row), row)
    return seen.paging is None or seen.processor is None
