"""Limits that a command raises: MEMLIMIT of an address space, which takes a restart but no storage.

A size that is worth its storage is not given up for such a limit: the command that raises it stands before
the size, and the size waits for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from getpage.ledger import takes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from getpage.contract.knob import Knob, Limit
    from getpage.core.names import KnobId, LimitId
    from getpage.result import Change
    from getpage.result.plan import Item, LimitUse

#: More than any limit that is raised has to be while sizes are chosen.
_ANY = 1 << 60


def without_raised(limits: Iterable[Limit]) -> list[Limit]:
    """The limits, those that a command raises as wide as they have to be."""
    return [one if one.raised is None else replace(one, room=_ANY) for one in limits]


@dataclass(frozen=True, slots=True)
class Raises:
    """The commands that raise limits, by how many bytes, and which knobs wait for which."""

    changes: Mapping[LimitId, Change]
    bytes: Mapping[LimitId, int]
    waits: Mapping[KnobId, LimitId]
    labels: Mapping[LimitId, str]

    def after(self, knob: KnobId) -> str:
        """What a knob waits for, in words; empty where it waits for no limit."""
        limit = self.waits.get(knob)
        return "" if limit is None else f"{self.labels[limit]} is raised ({self.changes[limit].command})"

    def of(self, uses: Iterable[LimitUse]) -> list[LimitUse]:
        """What is used of limits, with what they are raised by."""
        return [replace(one, raised=self.bytes.get(one.id, 0)) for one in uses]


def raises(limits: Sequence[Limit], items: Iterable[Item], knobs: Mapping[KnobId, Knob]) -> Raises:
    """What has to be raised for items in their order: those that fit as it is do not wait."""
    room = {one.id: one for one in limits if one.raised is not None}
    taken = dict.fromkeys(room, 0)
    waits: dict[KnobId, LimitId] = {}
    for item in sorted(items, key=lambda one: one.storage_bytes >= 0):
        for limit, count in takes.of_limits(knobs[item.knob])(item.size_after).items():
            if limit not in room:
                continue
            if count > 0 and taken[limit] + count > room[limit].room:
                waits[item.knob] = limit
            taken[limit] += count
    changes, bytes_ = {}, {}
    for limit in dict.fromkeys(waits.values()):
        spell = room[limit].raised
        assert spell is not None
        bytes_[limit], changes[limit] = spell(room[limit].asked + taken[limit] - room[limit].room)
    return Raises(changes, bytes_, waits, {limit: room[limit].label for limit in changes})
