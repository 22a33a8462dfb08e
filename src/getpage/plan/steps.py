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

    from getpage.contract.knob import Knob
    from getpage.core.names import KnobId
    from getpage.plan.worth import Weights
    from getpage.result import Change, Estimate
    from getpage.result.plan import Item


def in_order(items: Iterable[Item], knobs: Mapping[KnobId, Knob], weights: Weights) -> tuple[Item, ...]:
    """Items as they are carried out."""

    def key(item: Item) -> tuple[int, int, float, float, str]:
        knob = knobs[item.knob]
        if item.storage_bytes < 0:
            return (
                0,
                0 if item.action is Action.GIVE_BACK else 1,
                0.0,
                float(item.storage_bytes),
                str(item.knob),
            )
        frees = knob.takes is not None and min(knob.takes(item.size_after).values(), default=0) < 0
        worth = item.worth.value if item.worth else 0.0
        return (1, 0 if frees else 1, -weights.factor(knob), -worth, str(item.knob))

    return tuple(sorted(items, key=key))


def steps(items: Iterable[Item], knobs: Mapping[KnobId, Knob], fixed: Collection[KnobId]) -> tuple[Step, ...]:
    """The commands of items that are in order, with those that page-fix the knobs that are `fixed`."""
    changes = list(_changes(tuple(items), knobs, fixed))
    return tuple(
        Step(number=number, knob=name, change=change) for number, (name, change) in enumerate(changes, 1)
    )


def _changes(
    items: tuple[Item, ...], knobs: Mapping[KnobId, Knob], fixed: Collection[KnobId]
) -> Iterator[tuple[KnobId, Change]]:
    last = []
    for item in items:
        knob = knobs[item.knob]
        fixing = knob.fix if item.knob in fixed else None
        made = knob.change(item.size_after)
        if fixing and knob.fix_first:
            yield item.knob, fixing(item.size_after)
            made = tuple(replace(change, step=change.step + 1) for change in made)
        for change in made:
            yield item.knob, _expecting(change, item, knob) if change is made[-1] else change
        if fixing and not knob.fix_first:
            last.append((item.knob, fixing(item.size_after)))
    yield from last


def _expecting(change: Change, item: Item, knob: Knob) -> Change:
    """The last command of an item, with what it is expected to bring of what the curve knows."""
    curve = knob.curve
    if curve is None:
        return change
    figures = (
        (curve.reads, item.reads_avoided, "reads a second"),
        (curve.cpu, item.cpu_saved, "CPU seconds an hour"),
        (curve.wait, item.wait_saved, "seconds of waiting an hour"),
    )
    expected = [_expected(saved, unit) for known, saved, unit in figures if known and saved and saved.value]
    return replace(change, effect=" ".join((change.effect, *expected))) if expected else change


def _expected(saved: Estimate, unit: str) -> str:
    what = "fewer" if saved.value > 0 else "more"
    least, most = sorted((abs(saved.low), abs(saved.high)))
    between = f" ({least:,.1f} to {most:,.1f})" if most > least else ""
    if saved.low < 0 < saved.high:
        between = f" (between {abs(saved.low):,.1f} more and {saved.high:,.1f} fewer)"
    return f"Expect {abs(saved.value):,.1f} {unit} {what} than now{between}."
