"""Limits that a command raises: MEMLIMIT of an address space, which takes a restart but no storage.

A size that is worth its storage is not given up for such a limit: the command that raises it stands before
the size, and the size waits for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from getpage.contract.knob import Knob, Limit, fixed_frames
from getpage.core.names import KnobId, LimitId
from getpage.core.wording import listed
from getpage.ledger import takes
from getpage.result import Change
from getpage.result.plan import Action, Item, LimitUse

#: More than any limit that is raised has to be while sizes are chosen.
_ANY = 1 << 60


def without_raised(limits: Iterable[Limit]) -> list[Limit]:
    """The limits, those that a command raises as wide as they have to be."""
    return [limit if limit.raised is None else replace(limit, room=_ANY) for limit in limits]


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
        return [replace(use, raised=self.bytes.get(use.id, 0)) for use in uses]


def raises(limits: Sequence[Limit], items: Iterable[Item], knobs: Mapping[KnobId, Knob]) -> Raises:
    """What has to be raised for items in their order: those that fit as it is do not wait."""
    room = {limit.id: limit for limit in limits if limit.raised is not None}
    taken = dict.fromkeys(room, 0)
    waits: dict[KnobId, LimitId] = {}
    for item in sorted(items, key=lambda item: item.storage_bytes >= 0):
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
        bytes_[limit], changes[limit] = spell(room[limit].rule_bytes + taken[limit] - room[limit].room)
    return Raises(changes, bytes_, waits, {limit: room[limit].label for limit in changes})


@dataclass(frozen=True, slots=True)
class Fixed:
    """The knobs that are page-fixed, the limits with what that takes of them, and what to look at."""

    knobs: frozenset[KnobId]
    limits: tuple[LimitUse, ...]
    cautions: tuple[str, ...]


def fixed(items: Sequence[Item], knobs: Mapping[KnobId, Knob], limits: Sequence[LimitUse]) -> Fixed:
    """Of items in their order those that are page-fixed once they grew."""
    uses = {limit.id: limit for limit in limits}
    fixed_knobs: list[KnobId] = []
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
        fixed_knobs.append(item.knob)
    return Fixed(frozenset(fixed_knobs), tuple(uses.values()), tuple(_cautions(unknown, pageable)))


def _cautions(unknown: Sequence[KnobId], pageable: Sequence[KnobId]) -> list[str]:
    words = []
    if unknown:
        words.append(
            f"How much may still be page-fixed is not in the evidence: make sure that there is room for "
            f"{listed(unknown)}"
        )
    if pageable:
        words.append(
            f"Left pageable: {listed(pageable)}. Not all of it may be in real storage, so that fixing it "
            "would take more than the plan counts"
        )
    return words
