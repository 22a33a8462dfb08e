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

from itertools import groupby
from typing import TYPE_CHECKING, Final

import polars as pl

from getpage.contract.measures import Count, Sum, Worst
from getpage.core import wording
from getpage.products.common.passes import Pass
from getpage.products.mq.messages import last
from getpage.products.mq.rows import OWNER, TRACE
from getpage.result import Finding, Kind, Severity

from .storage_below_the_bar import POOLS_NOT_KNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-storage-short"
TITLE = "Queue manager that was short of storage"
NO_COMMAND = (
    "There is no pool below the bar that could be moved above it: what else takes storage is not in "
    "this evidence."
)
FINDS = (Kind.SHORTAGE,)

_COUNTERS = {
    "short_on_storage_count": "times storage was critically short",
    "short_on_storage_contractions": "times pools were contracted for lack of storage",
    "short_on_storage_abends": "abends for lack of storage",
}
_ANY = pl.any_horizontal(pl.col(*_COUNTERS) > 0)
SHORT: Final = Count(_ANY)
TOTALS: Final = {name: Sum(name) for name in _COUNTERS}
WORST: Final = Worst(
    pl.col("short_on_storage_abends").fill_null(0),
    where=_ANY,
    then=("short_on_storage_count", "short_on_storage_contractions"),
)
STORAGE_MANAGERS: Final = Pass(
    table="mq_storage_manager",
    by=OWNER,
    columns=tuple(_COUNTERS),
    asks=(SHORT, WORST, *TOTALS.values()),
    keep=TRACE,
)

_CRITICAL = ("CSQY222E", "CSQY225E")
_SHORT = ("CSQY221I", "CSQY224I", *_CRITICAL)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The queue manager, by its counters and by its messages."""
    yield from _counted(manager)
    yield from _said(manager)


def in_short(manager: QueueManager, _: Finding) -> str:
    """What it counts, in a few words, where another finding speaks of the same shortage."""
    counted = manager.storage_manager
    total = {name: int(counted[asked]) for name, asked in TOTALS.items()} if counted else {}
    what = [f"{total[name]:,} {words_}" for name, words_ in _COUNTERS.items() if total.get(name)]
    return wording.listed(what) if what else "its own messages that it is short of storage"


def _counted(manager: QueueManager) -> Iterator[Finding]:
    counted = manager.storage_manager
    row = counted[WORST] if counted else None
    if counted is None or row is None:
        return
    total = {name: int(counted[asked]) for name, asked in TOTALS.items()}
    critical = bool(total["short_on_storage_count"] or total["short_on_storage_abends"])
    what = [f"{total[name]:,} {words_}" for name, words_ in _COUNTERS.items() if total[name]]
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.CRITICAL if critical else Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"{manager.label} was short of storage in {wording.plural(counted[SHORT], 'interval')}: "
        f"{wording.listed(what)}; worst {wording.interval(row)}.",
        evidence=manager.facts("mq_storage_manager", row, **_COUNTERS),
        no_command="" if manager.pools else POOLS_NOT_KNOWN,
    )


def _said(manager: QueueManager) -> Iterator[Finding]:
    said = manager.said(_SHORT)
    if not said:
        return
    what = [
        f"{name}{f' ({place.lower()} the bar)' if place else ''} {wording.times(sum(o.times for o in same))}"
        for (name, place), same in groupby(said, key=lambda one: (one.message, one.location))
    ]
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.CRITICAL if any(o.message in _CRITICAL for o in said) else Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"{manager.label} said that it is short of storage: {wording.listed(what)}.",
        evidence=manager.facts(
            "mq_message", last(said), message="last message", text="its text", location="where"
        ),
        no_command="" if manager.pools else POOLS_NOT_KNOWN,
    )
