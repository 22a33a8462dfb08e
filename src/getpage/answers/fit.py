"""Every change against what there is: real storage of its z/OS image and every limit, one after the other.

What surely gives storage back makes room first: a pool that is page-fixed or full. What a pageable pool gives
back may never have been real, and what an IPL brings comes with it; neither is counted. What takes or fixes
real storage fits into what is left, or waits, and then says what for. Nothing fits while the image
is short of real storage.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from getpage.contract.limits import fixed_frames
from getpage.core import wording
from getpage.ledger.takes import of_limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from getpage.contract.knob import Knob
    from getpage.core.names import LimitId
    from getpage.result import Change

    from .site import ImageState, Site

_UNKNOWN = (
    "Real storage has to back it: see first that so much is free at its minimum, after the reserve for dumps"
)


def fitted(
    changes: Iterable[Change],
    place: Mapping[Change, tuple[int, int]],
    site: Site,
    knobs: Iterable[Knob],
) -> dict[Change, Change]:
    """Each change, worst first, with what real storage and limits say of it."""
    ordered = sorted(changes, key=lambda change: place[change])
    by_id = {knob.id: knob for knob in knobs}
    of = {one: by_id.get(one.knob) if one.knob and one.storage_bytes else None for one in ordered}
    for change in ordered:
        _give_back(change, of[change], site)
    held = {change: _held(change, of[change], site) for change in ordered}
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


def _give_back(change: Change, knob: Knob | None, site: Site) -> None:
    if change.storage_bytes >= 0 or not counts(change, knob):
        return
    state = site.of(change.subsystem.image)
    site.room.take(state.image, change.storage_bytes)
    for limit, count in _limits(change, knob, state).items():
        site.room.take(limit, count)


def _limits(change: Change, knob: Knob | None, state: ImageState) -> dict[LimitId, int]:
    """What a change takes of limits."""
    found: dict[LimitId, int] = {}
    if change.fixes_bytes:
        found[fixed_frames(state.image)] = change.fixes_bytes
    if knob is not None:
        found |= of_limits(knob)(knob.size + change.storage_bytes // knob.unit_bytes)
    return found


def _held(change: Change, knob: Knob | None, site: Site) -> Change:
    state, need, room = site.of(change.subsystem.image), needs(change), site.room
    if not need:
        return change
    limits = _limits(change, knob, state)
    lacking = [lack.limit for lack in room.lacking(limits) if lack.limit]
    waits_for = _waits_for(state, need, room.left(state.image))
    facts = state.storage.facts
    if waits_for or lacking:
        state.waiting += need
        why = [*([waits_for] if waits_for else []), *(f"there is room in the {one.label}" for one in lacking)]
        facts = (*facts, *(fact for one in lacking for fact in one.facts))
        return replace(
            change, only_after=" and ".join(why), caution=_joined(_why(state), change), evidence=facts
        )
    if not state.storage.is_minimum:
        return replace(change, caution=_joined(_unknown(state), change), evidence=facts)
    room.take(state.image, need)
    for limit, count in limits.items():
        room.take(limit, count)
    kept = f", {state.after_reserve}" if state.after_reserve else ""
    left = wording.size(room.left(state.image) or 0)
    caution = f"{_sentence(state.was_free)}{kept}: after this change and those before it {left} are left."
    return replace(change, caution=_joined(caution, change), evidence=facts)


def _waits_for(state: ImageState, need: int, left: int | None) -> str:
    """What has to be done before so much can be taken; empty where it fits, or nothing is known."""
    missing = 0 if left is None else need + state.waiting - left
    if state.is_short:
        gone = f"{state.label} is no longer short of real storage"
        return f"{wording.size(missing)} are given back on {state.label}" if missing > 0 else gone
    if left is None or need <= left:
        return ""
    return f"{wording.size(missing)} are given back on {state.label}"


def _why(state: ImageState) -> str:
    kept = f", {state.after_reserve}" if state.after_reserve else ""
    short = ", and is short of real storage" if state.is_short else ""
    return f"{_sentence(state.was_free)}{kept}{short}."


def _unknown(state: ImageState) -> str:
    if state.storage.free is None:
        return f"{_UNKNOWN}; this evidence does not show it, RMF does."
    return f"{_UNKNOWN}; {state.was_free}: the minimum is not in this evidence."


def _joined(caution: str, change: Change) -> str:
    return f"{caution} {change.caution}".strip()


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
