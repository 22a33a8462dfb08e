"""MEMLIMIT of a queue manager raised, so that pools above the bar may grow: for the next restart.

Reference: IBM MQ documentation, "Address space storage"; z/OS MVS Initialization and Tuning Reference,
SMFLIMxx.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.core import wording
from getpage.core.units import GIB, MIB
from getpage.products.mq.memlimit import needed
from getpage.result import Change

if TYPE_CHECKING:
    from getpage.core.names import FindingId
    from getpage.products.mq.queue_manager import QueueManager


def raise_memlimit(
    manager: QueueManager, count: int, because: tuple[FindingId, ...] = ()
) -> tuple[int, Change]:
    """So many bytes more above the bar, as what MEMLIMIT then leaves more, and the statement that says so.

    Whole GiB, and never less than the published rule asks for with these pools.
    """
    old = manager.storage.memory_limit or 0
    least = max(old, needed(manager.pages_above, manager.messages)) + count
    new = -(-least // GIB) * GIB
    change = Change(
        subsystem=manager.id,
        setting="MEMLIMIT",
        step=1,
        command=f"MEMLIMIT={new // GIB}G",
        undo=f"MEMLIMIT={old // MIB}M",
        place="the EXEC statement of the started task's JCL, or SMFLIMxx, for the next restart",
        verify=f"QSRSMEMLIM of SMF 115 subtype 7 is {new // MIB:,} (MiB); no CSQY224I or CSQY225E.",
        verify_after="the restart",
        storage_bytes=0,
        because=because,
        effect=f"Lets {manager.label} have {wording.size(new)} above the bar instead of {wording.size(old)}.",
        caution="MEMLIMIT is virtual storage: it takes no real storage by itself. An IEFUSI exit or a "
        "SMFLIMxx rule can set less than the JCL asks for.",
    )
    return new - old, change
