"""Every change against the real storage of its z/OS system, one after the other.

What surely gives storage back makes room first: a pool that is page-fixed or full. What a pageable pool gives
back may never have been real, and what an IPL brings comes with it; neither is counted. What takes or fixes
real storage fits into what is left, or waits, and then says what for. Nothing fits while the system
is short of real storage.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.contract.limits import fixed_frames
from getpage.core import wording as words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from getpage.contract.knob import Knob
    from getpage.core.names import LimitId
    from getpage.result import Change

    from .rooms import Room, Rooms

_UNKNOWN = (
    "Real storage has to back it: see first that so much is free at its minimum, after the reserve for dumps"
)


def hold(
    changes: Iterable[Change],
    place: Mapping[Change, tuple[int, int]],
    have: Rooms,
    knobs: Iterable[Knob],
) -> dict[Change, Change]:
    """Each change, worst first, with what real storage says of it."""
    ordered = sorted(changes, key=lambda change: place[change])
    by_id = {knob.id: knob for knob in knobs}
    of = {one: by_id.get(one.knob) if one.knob and one.storage_bytes else None for one in ordered}
    for change in ordered:
        _give_back(change, of[change], have)
    held = {change: _held(change, of[change], have) for change in ordered}
    # A subsystem whose changes all wait comes after those that have something to enter now.
    waits = {change.subsystem for change in ordered}
    waits -= {change.subsystem for change, one in held.items() if not one.only_after}
    return {change: held[change] for change in sorted(ordered, key=lambda one: one.subsystem in waits)}


def needs(change: Change) -> int:
    """Bytes of real storage that a change needs at most."""
    return max(0, change.storage_bytes, change.fixes_bytes)


def counts(change: Change, knob: Knob | None) -> bool:
    """Whether what a change gives back is surely free then, and at once."""
    return not change.place and knob is not None and knob.backed


def _give_back(change: Change, knob: Knob | None, have: Rooms) -> None:
    room = have.of(change.subsystem.image)
    if change.storage_bytes >= 0 or not counts(change, knob):
        return
    if room.left is not None:
        room.left -= change.storage_bytes
    for limit, count in _limits(change, knob, room).items():
        have.take(limit, count)


def _limits(change: Change, knob: Knob | None, room: Room) -> dict[LimitId, int]:
    """What a change takes of the limits of its z/OS system."""
    found: dict[LimitId, int] = {}
    if change.fixes_bytes:
        found[fixed_frames(room.image)] = change.fixes_bytes
    if knob is None:
        return found
    if knob.takes is not None:
        size = knob.size + change.storage_bytes // knob.unit_bytes
        found |= knob.takes(size)
    else:
        found |= dict.fromkeys(knob.limits, change.storage_bytes)
    return found


def _held(change: Change, knob: Knob | None, have: Rooms) -> Change:
    room, need = have.of(change.subsystem.image), needs(change)
    if not need:
        return change
    limits = _limits(change, knob, room)
    lacking = [one for name, count in limits.items() if (one := have.lacks(name, count))]
    waits_for = _waits_for(room, need)
    if waits_for or lacking:
        room.waiting += need
        why = [*([waits_for] if waits_for else []), *(f"there is room in the {one.label}" for one in lacking)]
        facts = (*room.facts, *(fact for one in lacking for fact in one.facts))
        return replace(
            change, only_after=" and ".join(why), caution=_joined(_why(room), change), evidence=facts
        )
    if room.left is None or not room.is_minimum:
        return replace(change, caution=_joined(_unknown(room), change), evidence=room.facts)
    room.left -= need
    for limit, count in limits.items():
        have.take(limit, count)
    kept = f", {room.after_reserve}" if room.after_reserve else ""
    caution = f"{_sentence(room.was_free)}{kept}: after this change and those before it {_left(room)}."
    return replace(change, caution=_joined(caution, change), evidence=room.facts)


def _waits_for(room: Room, need: int) -> str:
    """What has to be done before so much can be taken; empty where it fits, or nothing is known."""
    missing = 0 if room.left is None else need + room.waiting - room.left
    if room.is_short:
        gone = f"{room.label} is no longer short of real storage"
        return f"{words.size(missing)} are given back on {room.label}" if missing > 0 else gone
    if room.left is None or need <= room.left:
        return ""
    return f"{words.size(missing)} are given back on {room.label}"


def _why(room: Room) -> str:
    kept = f", {room.after_reserve}" if room.after_reserve else ""
    short = ", and is short of real storage" if room.is_short else ""
    return f"{_sentence(room.was_free)}{kept}{short}."


def _unknown(room: Room) -> str:
    if room.left is None:
        return f"{_UNKNOWN}; this evidence does not show it, RMF does."
    return f"{_UNKNOWN}; {room.was_free}: the minimum is not in this evidence."


def _left(room: Room) -> str:
    return f"{words.size(room.left or 0)} are left"


def _joined(caution: str, change: Change) -> str:
    return f"{caution} {change.caution}".strip()


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
