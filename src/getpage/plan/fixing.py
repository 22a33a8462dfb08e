"""What a plan page-fixes: pools that it grows and that are busy, as far as fixed frames have room.

Fixed is the pool as a whole, at the size that it has then. One that may not be in real storage as a whole is
left pageable: fixing it would take what no budget counts.

References: IBM REDP-5238, 4.2.1; SHARE 17878, "Large Memory Deployment Recommendations", step 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from getpage.contract.limits import fixed_frames
from getpage.core.wording import listed
from getpage.result.plan import Action

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from getpage.contract.knob import Knob
    from getpage.core.names import KnobId
    from getpage.result.plan import Item, LimitUse


@dataclass(frozen=True, slots=True)
class Fixed:
    """The knobs that are page-fixed, the limits with what that takes of them, and what to look at."""

    knobs: frozenset[KnobId]
    limits: tuple[LimitUse, ...]
    cautions: tuple[str, ...]


def fixed(items: Sequence[Item], knobs: Mapping[KnobId, Knob], limits: Sequence[LimitUse]) -> Fixed:
    """Of items in their order those that are page-fixed once they grew."""
    uses = {one.id: one for one in limits}
    made: list[KnobId] = []
    unknown: list[KnobId] = []
    pageable: list[KnobId] = []
    for item in items:
        knob = knobs[item.knob]
        if item.action is not Action.GROW or knob.fix is None:
            continue
        if not knob.backed:
            pageable.append(item.knob)
            continue
        name, needs = fixed_frames(knob.image), item.size_after * item.unit_bytes
        if name not in uses:
            unknown.append(item.knob)
        elif uses[name].left < needs:
            continue
        else:
            uses[name] = replace(uses[name], taken=uses[name].taken + needs)
        made.append(item.knob)
    return Fixed(frozenset(made), tuple(uses.values()), tuple(_cautions(unknown, pageable)))


def _cautions(unknown: Sequence[KnobId], pageable: Sequence[KnobId]) -> list[str]:
    words = []
    if unknown:
        words.append(
            f"No evidence of what may still be page-fixed, where {listed(unknown)} is to be: see first that "
            "it has room"
        )
    if pageable:
        words.append(
            f"Left pageable: {listed(pageable)}. Not all of it may be in real storage, so that fixing it "
            "would take more than the plan counts"
        )
    return words
