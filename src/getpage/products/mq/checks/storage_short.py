"""Queue manager that was short of storage.

What it does:
    Reports intervals in which the storage manager found storage critically short or had to contract its
    pools, and messages CSQY221I to CSQY225E in a log.

Why it matters:
    MQ gives back what it can, refuses connections, and ends abnormally when that is not enough.

Evidence:
    SMF 115 subtype 1: QSSTCRIT, QSSTCONT, QSSTABND. Messages CSQY221I and CSQY222E (below the bar),
    CSQY224I and CSQY225E (above it).

What to do:
    Below the bar: reduce oversized pools, move pools above the bar. Above it: raise MEMLIMIT.

How to verify:
    The counters are 0 and the messages do not come back.

References:
    IBM MQ documentation, "Storage manager data records". IBM support document 572073.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from getpage.contract.facts import counted
from getpage.core import wording
from getpage.products.mq.checks._advice import memlimit, room_below_the_bar
from getpage.products.mq.checks.storage_below_the_bar import POOLS_NOT_KNOWN
from getpage.products.mq.counters import SHORT_OF_STORAGE, STORAGE_COUNTS, STORAGE_TOTALS, WORST_OF_STORAGE
from getpage.products.mq.messages import MessageCount, last
from getpage.products.mq.queue_manager import QueueManager
from getpage.products.mq.scopes import STORAGE_MANAGER
from getpage.result import Finding, Kind, Severity, Shows

ID = "mq-storage-short"
TITLE = "Queue manager that was short of storage"
LOOKS_AT = STORAGE_MANAGER
NO_COMMAND = (
    "There is no pool below the bar that could be moved above it: what else takes storage is not in "
    "this evidence."
)
FINDS = (Kind.SHORTAGE,)
MEMLIMIT_NOT_KNOWN = "MEMLIMIT has to be larger; what it is now is not in this evidence (SMF 115 subtype 7)."

_CRITICAL = ("CSQY222E", "CSQY225E")
_BELOW = ("CSQY221I", "CSQY222E")
_ABOVE = ("CSQY224I", "CSQY225E")


def find(manager: QueueManager) -> Iterator[Finding]:
    """The queue manager, by its counters and by its messages below and above the bar."""
    yield from _counted(manager)
    for above, identifiers in ((False, _BELOW), (True, _ABOVE)):
        messages = manager.messages_of(identifiers)
        if messages:
            yield _by_messages(manager, messages, above=above)


def _counted(manager: QueueManager) -> Iterator[Finding]:
    counters = manager.storage_manager
    row = counters[WORST_OF_STORAGE] if counters else None
    if counters is None or row is None:
        return
    total = {name: int(counters[ask]) for name, ask in STORAGE_TOTALS.items()}
    times = total["short_on_storage_count"] or total["short_on_storage_abends"]
    what = wording.listed(
        [f"{total[name]:,} {label}" for name, label in STORAGE_COUNTS.items() if total[name]]
    )
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.CRITICAL if times else Severity.WARNING,
        criterion=counted("times short of storage", times),
        kind=Kind.SHORTAGE,
        headline=f"Short of storage in {wording.plural(counters[SHORT_OF_STORAGE], 'interval')}",
        in_brief=what,
        shows=Shows((manager.object,), "storage below the bar"),
        claim="MQ gives back what it can, then refuses connections. Move pools above the bar.",
        evidence=manager.facts("mq_storage_manager", row, **STORAGE_COUNTS),
        no_command="" if manager.pools else POOLS_NOT_KNOWN,
        advice=room_below_the_bar(manager),
    )


def _by_messages(manager: QueueManager, messages: Sequence[MessageCount], *, above: bool) -> Finding:
    counts = [
        f"{identifier} {wording.times(sum(message.times for message in same))}"
        for identifier, same in groupby(messages, key=lambda message: message.message)
    ]
    total = sum(message.times for message in messages)
    critical = sum(message.times for message in messages if message.message in _CRITICAL)
    bar = "above" if above else "below"
    return Finding(
        check=ID,
        object=manager.object,
        severity=Severity.CRITICAL if critical else Severity.WARNING,
        criterion=counted("messages of a critical shortage", critical, "messages"),
        kind=Kind.SHORTAGE,
        headline=f"Short of storage {bar} the bar: {wording.plural(total, 'message')}",
        in_brief=wording.listed(counts),
        shows=Shows((manager.object,), f"storage {bar} the bar"),
        claim="Indexes and message handling fail above the bar. Raise MEMLIMIT."
        if above
        else "Connections are refused next. Move pools above the bar.",
        evidence=manager.facts(
            "mq_message", last(messages), message="last message", text="its text", location="where"
        ),
        no_command=MEMLIMIT_NOT_KNOWN if above else "" if manager.pools else POOLS_NOT_KNOWN,
        advice=tuple(memlimit(manager)) if above else room_below_the_bar(manager),
    )
