"""Items in the order in which they are carried out as far as limits and page-fixing are concerned: shrink
before grow, what makes room before what needs it, the most critical work first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from getpage.result.plan import Action

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from getpage.contract.knob import Knob
    from getpage.core.names import KnobId
    from getpage.plan.worth import Weights
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
