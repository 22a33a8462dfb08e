"""Sizes in time: what can be entered now, and what waits until others have come down all of their steps.

Sizes are decided for when every step is made, so that a list that was carried out is the best one. A knob
that comes down in steps gives back at first only what its first command gives back; what does not fit into
that waits for the rest, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from getpage.core.wording import listed
from getpage.ledger import takes
from getpage.plan.demands import is_unknown

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from getpage.contract.knob import Knob, Limit
    from getpage.core.names import Image, KnobId
    from getpage.plan.rooms import RoomId
    from getpage.result.plan import Budget, Item, LimitUse


def at_once(knob: Knob) -> Knob:
    """The knob as if it could come down in one command: what sizes are decided for."""
    return replace(knob, least_now=0) if knob.least_now else knob


@dataclass(frozen=True, slots=True)
class Staged:
    """The items of today and those that wait. `later` is by limit what is not given back or taken today of
    what was decided, in bytes; `after` is what those that wait are waiting for, in words.
    """

    now: tuple[Item, ...]
    waiting: tuple[Item, ...] = ()
    later: Mapping[RoomId, int] | None = None
    after: str = ""

    def of(self, uses: Sequence[LimitUse]) -> tuple[LimitUse, ...]:
        """Uses of limits when all was made that was decided, as they are today."""
        later = self.later or {}
        return tuple(replace(one, taken=one.taken - later.get(one.id, 0)) for one in uses)


def staged(
    items: Sequence[Item],
    knobs: Mapping[KnobId, Knob],
    budgets: Mapping[Image, Budget],
    limits: Sequence[Limit],
    urgent: Collection[KnobId],
    few: Collection[KnobId] = (),
) -> Staged:
    """The items in their order, those first that rules ask for (`urgent`, the gravest first); `few` take so
    little that they wait for nobody. Only rooms into
    which somebody comes down in steps can be wanting; in the others all fits that was decided.
    """
    stepped = [one for one in items if takes.now(knobs[one.knob], one.size_after) != one.size_after]
    if not stepped:
        return Staged(tuple(items))
    later: dict[RoomId, int] = {}
    for one in stepped:
        knob = knobs[one.knob]
        _take(later, _taken(at_once(knob), one.size_after), -1)
        _take(later, _taken(knob, one.size_after))
    left: dict[RoomId, int] = {one.id: one.room for one in limits if one.raised is None}
    left |= {image: one.available for image, one in budgets.items() if not is_unknown(one)}
    tight = {room for room, count in later.items() if count and room in left}
    now: list[Item] = [one for one in items if one.storage_bytes < 0]
    waiting: list[Item] = []
    for one in now:
        _take(left, _taken(knobs[one.knob], one.size_after))
    rank = {name: place for place, name in enumerate(urgent)}
    growing = [one for one in items if one.storage_bytes >= 0]
    for one in sorted(growing, key=lambda one: rank.get(one.knob, len(rank))):
        wanted = _taken(knobs[one.knob], one.size_after)
        if one.knob in few or all(
            count <= max(0, left[room]) for room, count in wanted.items() if room in tight and count > 0
        ):
            _take(left, wanted)
        else:
            waiting.append(one)
            _take(later, _taken(knobs[one.knob], one.size_after), -1)
    held = {one.knob for one in waiting}
    return Staged(
        now=tuple(one for one in items if one.knob not in held),
        waiting=tuple(one for one in items if one.knob in held),
        later=later,
        after=f"the other steps of {listed([str(one.knob) for one in stepped])} are made" if held else "",
    )


def _taken(knob: Knob, size: int) -> dict[RoomId, int]:
    """What a size takes of each room today."""
    taken: dict[RoomId, int] = {knob.image: takes.real(knob, size)}
    taken.update(dict(takes.of_limits(knob)(size).items()))
    return taken


def _take(left: dict[RoomId, int], taken: Mapping[RoomId, int], sign: int = 1) -> None:
    for room, count in taken.items():
        left[room] = left.get(room, 0) - sign * count
