"""The commands of a plan in their order: shrink before grow, what makes room before what needs it, the most
critical work first; one change at a time. Pools are page-fixed last, or before they grow where their product
advises that.

References: IBM REDP-5238, 4.2.1, "Changing a buffer pool"; SHARE 17878, "Large Memory Deployment
Recommendations": page-fixing is the first step, larger pools are the last.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.result.plan import Action, Step

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from getpage.plan.worth import Weights
    from getpage.result import Change
    from getpage.result.plan import Item
    from getpage.systems.interface import Consumer


def in_order(items: Iterable[Item], consumers: Mapping[str, Consumer], weights: Weights) -> tuple[Item, ...]:
    """Items as they are carried out."""

    def key(item: Item) -> tuple[int, int, float, float, str]:
        consumer = consumers[item.consumer]
        if item.storage_bytes < 0:
            return (
                0,
                0 if item.action is Action.GIVE_BACK else 1,
                0.0,
                float(item.storage_bytes),
                item.consumer,
            )
        frees = consumer.takes is not None and min(consumer.takes(item.size_after).values(), default=0) < 0
        worth = item.worth.value if item.worth else 0.0
        return (1, 0 if frees else 1, -weights.factor(consumer), -worth, item.consumer)

    return tuple(sorted(items, key=key))


def steps(
    items: Iterable[Item], consumers: Mapping[str, Consumer], fixed: Collection[str]
) -> tuple[Step, ...]:
    """The commands of items that are in order, with those that page-fix the consumers that are `fixed`."""
    changes = list(_changes(tuple(items), consumers, fixed))
    return tuple(
        Step(number=number, consumer=name, change=change) for number, (name, change) in enumerate(changes, 1)
    )


def _changes(
    items: tuple[Item, ...], consumers: Mapping[str, Consumer], fixed: Collection[str]
) -> Iterator[tuple[str, Change]]:
    last = []
    for item in items:
        consumer = consumers[item.consumer]
        fixing = consumer.fix if item.consumer in fixed else None
        made = consumer.change(item.size_after)
        if fixing and consumer.fix_first:
            yield item.consumer, fixing(item.size_after)
            made = tuple(replace(change, step=change.step + 1) for change in made)
        for change in made:
            yield item.consumer, _expecting(change, item) if change is made[-1] else change
        if fixing and not consumer.fix_first:
            last.append((item.consumer, fixing(item.size_after)))
    yield from last


def _expecting(change: Change, item: Item) -> Change:
    """The last command of an item, with what it is expected to bring."""
    reads = item.reads_avoided
    if reads is None or not reads.value:
        return change
    what = "fewer" if reads.value > 0 else "more"
    least, most = sorted((abs(reads.low), abs(reads.high)))
    between = f" ({least:,.1f} to {most:,.1f})" if most > least else ""
    expected = f"Expect {abs(reads.value):,.1f} reads a second {what} than now{between}."
    return replace(change, effect=f"{change.effect} {expected}")
