"""MEMLIMIT against what the pools above the bar need.

What it does:
    Compares MEMLIMIT with 2 GB, plus 4096 bytes for each buffer above the bar, plus 200 bytes for each
    message on a queue. Also reports when what MEMLIMIT leaves is less than the cushion that MQ holds back.

Why it matters:
    When MEMLIMIT is reached, a pool cannot grow, indexes and message handling fail, and CSQY224I or CSQY225E
    appear.

Evidence:
    SMF 115 subtype 7: QSRSMEMLIM, QSRSAVAL64, QSRSCUSH64; buffers above the bar from subtype 215; messages
    from queue statistics (subtype 216), where there are any: without them they count as none. MEMLIMIT
    NOLIMIT is no quantity.

What to do:
    Raise MEMLIMIT in the started task's JCL (or IEFUSI, SMFPRMxx) before a pool moves or grows above the
    bar; it takes effect at the next start. MEMLIMIT is virtual storage: see that real storage backs what is
    used.

How to verify:
    QSRSMEMLIM and QSRSAVAL64 after the restart; no CSQY224I or CSQY225E.

References:
    SHARE, "MQ V8 for z/OS Bufferpools", "Calculating Memory requirements". IBM MQ documentation, "Address
    space storage".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.mq.memlimit import needed
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.contract.measures import Row
    from getpage.products.mq.queue_manager import QueueManager
    from getpage.result import Fact

ID = "mq-memlimit"
TITLE = "MEMLIMIT against what the pools above the bar need"
NO_COMMAND = (
    "MEMLIMIT is raised in the JCL of the started task or by SMFLIMxx; how far is not in this evidence."
)
FINDS = (Kind.SHORTAGE, Kind.RISK)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The queue manager, when its MEMLIMIT is or will be too small."""
    storage = manager.storage
    limit, free, row = storage.memory_limit, storage.free_above, storage.tightest
    if limit is None or free is None or row is None:
        return
    need = needed(manager.pages_above, manager.messages)
    tight = free <= storage.cushion
    if need <= limit and not tight:
        return
    counted = "" if manager.messages is None else f" and {manager.messages:,} messages"
    if tight:
        claim = (
            f"{manager.label} has {wording.size(free)} left under its MEMLIMIT of {wording.size(limit)}, no "
            "more than "
            f"the {wording.size(storage.cushion)} that MQ holds back"
        )
    else:
        claim = f"MEMLIMIT of {manager.label} is {wording.size(limit)}"
    if need > limit:
        claim += (
            f"; 2 GiB, {manager.pages_above:,} buffers above the bar{counted} ask for {wording.size(need)}, "
            "of which "
            f"{wording.size(need - limit)} are missing when all is used"
        )
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.CRITICAL if tight else Severity.WARNING,
        kind=Kind.SHORTAGE if tight else Kind.RISK,
        claim=claim + ".",
        evidence=(
            computed("MEMLIMIT that is needed", need, "bytes"),
            manager.fact("mq_storage_region", "memory_limit", storage.limited or row, "MEMLIMIT"),
            *_left(manager, row),
            computed("buffers above the bar", manager.pages_above, "buffers"),
        ),
        storage_bytes=max(0, need - limit),
    )


def _left(manager: QueueManager, row: Row) -> tuple[Fact, ...]:
    """What is left above the bar, as recorded where MEMLIMIT has not changed since."""
    held = manager.fact("mq_storage_region", "cushion_64", row, "held back as a cushion")
    if manager.storage.is_as_before:
        least = "available above the bar, at the minimum"
        return (manager.fact("mq_storage_region", "available_64", row, least), held)
    return (computed("in use above the bar at the most", manager.storage.used_above or 0, "bytes", row), held)
