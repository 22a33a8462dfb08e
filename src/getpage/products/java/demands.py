"""What is alive in heaps at most against what they may have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from getpage.result.day import Demand

from .jvm import COLLECTIONS, Jvm


def demands(machines: Sequence[Jvm]) -> Iterator[Demand]:
    """The most that was alive after a collection of each heap whose log has dates and tells it."""
    for jvm in machines:
        row = jvm.largest("live")
        if row is not None and jvm.most and row["written"] is not None:
            yield Demand(
                object=jvm.heap,
                measure="live set at its largest",
                unit="bytes",
                value=int(row["live"]),
                limit=jvm.most,
                fact=jvm.fact(COLLECTIONS, "live", row, "live after a collection, most"),
            )
