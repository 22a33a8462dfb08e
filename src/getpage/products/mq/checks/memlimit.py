"""MEMLIMIT against what the pools above the bar need.

What it does:
    Compares MEMLIMIT with 2 GB, plus 4096 bytes for each buffer above the bar, plus 200 bytes for each
    message on a queue. It is critical when MEMLIMIT leaves no more than the cushion that MQ holds back. Where
    MEMLIMIT is not known it notes what it has to be.

Why it matters:
    When MEMLIMIT is reached, a pool cannot grow, indexes and message handling fail, and CSQY224I or CSQY225E
    appear.

Evidence:
    SMF 115 subtype 7: QSRSMEMLIM, QSRSAVAL64, QSRSCUSH64. Without it CSQY220I, whose used and free storage
    above the bar add up to MEMLIMIT; the cushion is then taken as a tenth of it, as records have it. Buffers
    above the bar from subtype 215, CSQI065I or CSQP001I; messages from queue statistics (subtype 216),
    which count as none where there are none. MEMLIMIT NOLIMIT is no quantity.

What to do:
    Raise MEMLIMIT in the started task's JCL (or IEFUSI, SMFPRMxx) before a pool moves or grows above the
    bar; it takes effect at the next start. MEMLIMIT is virtual storage: see that real storage backs what is
    used.

How to verify:
    QSRSMEMLIM and QSRSAVAL64, or CSQY220I, after the restart; no CSQY224I or CSQY225E.

References:
    SHARE, "MQ V8 for z/OS Bufferpools", "Calculating Memory requirements". IBM MQ documentation, "Address
    space storage".
"""

from __future__ import annotations

from collections.abc import Iterator

from getpage.contract.facts import computed
from getpage.core import wording
from getpage.products.mq.checks import _advice
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import MEMLIMIT
from getpage.products.mq.sizing import memlimit_facts
from getpage.products.mq.storage import memlimit_needed
from getpage.result import Criterion, Fact, Finding, Kind, Severity, Shows

ID = "mq-memlimit"
TITLE = "MEMLIMIT against what the pools above the bar need"
LOOKS_AT = MEMLIMIT
NO_COMMAND = (
    "MEMLIMIT is raised in the JCL of the started task or by SMFLIMxx; how far is not in this evidence."
)
FINDS = (Kind.SHORTAGE, Kind.RISK, Kind.NOTE)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The queue manager, when its MEMLIMIT is or will be too small, or has to be looked up."""
    storage = manager.storage
    limit, free = storage.memory_limit, storage.free_above
    need = memlimit_needed(manager.pages_above, manager.messages)
    if storage.unlimited:
        return
    if limit is None or free is None:
        at_least = storage.free_above_at_least
        if manager.pages_above and need > at_least:
            yield _not_known(manager, need)
        return
    tight, size = manager.is_short_above, wording.size(limit)
    if need <= limit and not tight:
        return
    lacks = max(need, limit + storage.cushion) if tight else need
    if tight:
        headline = f"{wording.size(free)} left under MEMLIMIT of {size}"
        claim = (
            f"MQ holds back {wording.size(storage.cushion)} of it. "
            f"MEMLIMIT has to be at least {wording.size(lacks)}."
        )
    else:
        headline = f"MEMLIMIT is {size}; its pools need {wording.size(need)}"
        claim = f"When all of it is used, {wording.size(need - limit)} are missing. Raise MEMLIMIT first."
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.CRITICAL if tight else Severity.WARNING,
        criterion=Criterion("free above the bar", "bytes", free, storage.cushion, falls=True),
        kind=Kind.SHORTAGE if tight else Kind.RISK,
        headline=headline,
        in_brief=headline,
        shows=Shows((manager.object,), "storage above the bar") if tight else None,
        claim=claim,
        evidence=(
            computed("MEMLIMIT that is needed", lacks, "bytes"),
            *memlimit_facts(manager),
            *_left(manager),
            *_asking(manager),
        ),
        storage_bytes=max(0, need - limit),
        advice=tuple(_advice.memlimit(manager)),
    )


def _not_known(manager: QueueManager, need: int) -> Finding:
    return Finding(
        check=ID,
        object=manager.object,
        severity=Severity.INFO,
        kind=Kind.NOTE,
        headline=f"MEMLIMIT has to be at least {wording.size(need)}; it is not in this evidence",
        claim=f"2 GiB and {wording.plural(manager.pages_above, 'buffer')} above the bar need it. "
        "SMF 115 subtype 7 or CSQY220I shows what it is.",
        evidence=(computed("MEMLIMIT that is needed", need, "bytes"), *_asking(manager)),
    )


def _asking(manager: QueueManager) -> tuple[Fact, ...]:
    """What the rule asks MEMLIMIT for beside 2 GiB."""
    buffers = computed("buffers above the bar", manager.pages_above, "buffers")
    if manager.messages is None:
        return (buffers,)
    return (buffers, computed("messages on queues", manager.messages, "messages"))


def _left(manager: QueueManager) -> tuple[Fact, ...]:
    """What is left above the bar, as recorded where MEMLIMIT has not changed since."""
    storage, row = manager.storage, manager.storage.tightest
    if storage.printed is not None or row is None:
        return (computed("held back as a cushion, a tenth of MEMLIMIT", storage.cushion, "bytes"),)
    held = manager.fact("mq_storage_region", "cushion_64", row, "held back as a cushion")
    if storage.is_as_before:
        least = "available above the bar, at the minimum"
        return (manager.fact("mq_storage_region", "available_64", row, least), held)
    return (computed("in use above the bar at the most", storage.used_above or 0, "bytes", row), held)
