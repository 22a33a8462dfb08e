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

from typing import TYPE_CHECKING

import polars as pl

from getpage.core import wording
from getpage.result import Finding, Kind, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from getpage.products.mq.queue_manager import QueueManager

ID = "mq-storage-short"
TITLE = "Queue manager that was short of storage"

_COUNTERS = {
    "short_on_storage_count": "times storage was critically short",
    "short_on_storage_contractions": "times pools were contracted for want of storage",
    "short_on_storage_abends": "abends for want of storage",
}
_CRITICAL = ("CSQY222E", "CSQY225E")
_SHORT = ("CSQY221I", "CSQY224I", *_CRITICAL)


def find(manager: QueueManager) -> Iterator[Finding]:
    """The queue manager, by its counters and by its messages."""
    yield from _counted(manager)
    yield from _said(manager)


def _counted(manager: QueueManager) -> Iterator[Finding]:
    rows = manager.frames["mq_storage_manager"].filter(pl.any_horizontal(pl.col(*_COUNTERS) > 0))
    if not rows.height:
        return
    weights = [pl.col(column) for column in ("short_on_storage_abends", *_COUNTERS)]
    row = rows.sort(weights, descending=True, maintain_order=True).row(0, named=True)
    critical = bool(rows["short_on_storage_count"].sum() or rows["short_on_storage_abends"].sum())
    what = [f"{int(rows[name].sum()):,} {words_}" for name, words_ in _COUNTERS.items() if rows[name].sum()]
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.CRITICAL if critical else Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"{manager.label} was short of storage in {wording.plural(rows.height, 'interval')}: "
        f"{wording.listed(what)}; worst {wording.interval(row)}.",
        evidence=manager.facts("mq_storage_manager", row, **_COUNTERS),
    )


def _said(manager: QueueManager) -> Iterator[Finding]:
    rows = manager.frames["mq_message"].filter(pl.col("message").is_in(_SHORT))
    if not rows.height:
        return
    counts = rows.group_by("message", "location").len().sort("message", "location")
    what = [
        f"{name}{f' ({place.lower()} the bar)' if place else ''} {wording.times(count)}"
        for name, place, count in counts.iter_rows()
    ]
    last = rows.row(-1, named=True)
    yield Finding(
        check=ID,
        object=manager.object,
        severity=Severity.CRITICAL if rows["message"].is_in(_CRITICAL).any() else Severity.WARNING,
        kind=Kind.SHORTAGE,
        claim=f"{manager.label} said that it is short of storage: {wording.listed(what)}.",
        evidence=manager.facts("mq_message", last, message="last message", text="its text", location="where"),
    )
