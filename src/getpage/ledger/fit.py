"""Every change against what there is: real storage of its z/OS image and every limit, one after the other.

What surely gives storage back makes room first: a pool that is page-fixed or full. What a pageable pool gives
back may never have been real, and what an IPL brings comes with it; neither is counted. What takes or fixes
real storage fits into what is left with all of its steps, or waits, and then says what for. Nothing fits
while the image is short of real storage. What sizes were decided for takes its storage before anything else
does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from getpage.contract.knob import REAL_STORAGE
from getpage.contract.limits import fixed_frames
from getpage.core import wording

from .takes import of_limits
from .takes import real as real_storage_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from getpage.contract.knob import Knob
    from getpage.core.names import LimitId
    from getpage.result import Change, Fact

    from .site import ImageState, Site

_UNKNOWN = (
    "Real storage has to back it: see first that so much is free at its minimum, after the reserve for dumps"
)
#: What takes storage only while it is made takes none where it is made by a restart.
_OR_AT_RESTART = ", or at a restart by the statement that makes it last, which takes no more than now"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that is held against what there is, with the knob that it turns. `decided` says that it was
    settled before whether it `waits`; `after` is what has to be done first beside what room asks, in words.
    """

    change: Change
    knob: Knob | None = None
    decided: bool = False
    waits: bool = False
    after: str = ""

    @property
    def first(self) -> str:
        """What has to be done before it beside what room asks, in words: by the list, or by its own rule."""
        return self.after or self.change.only_after

    @property
    def needs(self) -> int:
        """Bytes of real storage that all steps of it need at most."""
        change = self.change
        if self.knob is not None and (self.decided or self.knob.storage != REAL_STORAGE):
            return max(0, change.total_bytes) if self.knob.storage == REAL_STORAGE else 0
        return max(0, change.total_bytes, change.fixes_bytes, change.passing_bytes)

    @property
    def keeps(self) -> int:
        """Bytes of what it needs that it has afterwards too."""
        return 0 if self.needs == self.change.passing_bytes else self.needs

    @property
    def gives(self) -> int:
        """Bytes that are surely free afterwards, and at once."""
        knob, total = self.knob, self.change.total_bytes
        if total >= 0 or self.change.place or knob is None:
            return 0
        return max(0, -real_storage_of(knob, knob.size + total // knob.unit_bytes))

    def limits(self, state: ImageState) -> dict[LimitId, int]:
        """What it takes of limits, with all steps."""
        found: dict[LimitId, int] = {}
        if self.change.fixes_bytes:
            found[fixed_frames(state.image)] = self.change.fixes_bytes
        knob, total = self.knob, self.change.total_bytes
        if knob is not None and total:
            found |= of_limits(knob)(knob.size + total // knob.unit_bytes)
        return found


def with_waits(asked: Iterable[Proposal], site: Site) -> list[Proposal]:
    """The changes, those marked that there is no room for; `site` is used up."""
    every = list(asked)
    _give_back(every, site)
    for one in every:
        if one.decided and not one.waits:
            _take(one, site)
    made = []
    for one in every:
        state = site.of(one.change.subsystem.image)
        waits = one.waits or bool(one.first)
        if not one.decided and one.needs:
            waits = bool(_why_not(one, state, site))
            if not waits and state.storage.is_minimum:
                _take(one, site)
        made.append(replace(one, waits=waits))
    return made


def said(asked: Sequence[Proposal], site: Site) -> Iterator[Change]:
    """The changes in this order, each with what there is and what is left after it; those that wait with what
    for. `site` is used up.
    """
    _give_back(asked, site)
    for one in asked:
        state = site.of(one.change.subsystem.image)
        if one.waits:
            yield _waiting(one, state, site)
        elif not one.needs:
            _take(one, site)
            yield one.change
        elif not state.storage.is_minimum:
            yield _with(one.change, _unknown(state), state)
        else:
            _take(one, site)
            kept = f", {state.after_reserve}" if state.after_reserve else ""
            left = wording.size(max(0, site.room.left(state.image) or 0))
            steps = "this change with all of its steps" if _has_steps(one.change) else "this change"
            words = f"{_sentence(state.was_free)}{kept}: after {steps} and those before it {left} are left."
            yield _with(one.change, words, state)


def _has_steps(change: Change) -> bool:
    return change.way is not None and bool(change.way.then)


def _give_back(asked: Iterable[Proposal], site: Site) -> None:
    for one in asked:
        if one.gives:
            state = site.of(one.change.subsystem.image)
            site.room.take(state.image, -one.gives)
            for limit, count in one.limits(state).items():
                site.room.take(limit, count)


def _take(one: Proposal, site: Site) -> None:
    if one.gives:
        return
    state = site.of(one.change.subsystem.image)
    if one.keeps:
        site.room.take(state.image, one.keeps)
    for limit, count in one.limits(state).items():
        site.room.take(limit, count)


def _why_not(one: Proposal, state: ImageState, site: Site) -> list[str]:
    """What has to be done before it can be made; nothing where it fits, or nothing is known."""
    need, left = one.needs, site.room.left(state.image)
    lacking = [lack.limit for lack in site.room.lacking(one.limits(state)) if lack.limit]
    limits = [one.first] if one.first else [f"there is room in the {limit.label}" for limit in lacking]
    missing = 0 if left is None or not need else need + state.waiting - left
    if missing > 0 and (state.is_short or left is None or need > left):
        return [f"{wording.size(missing)} are given back on {state.label}", *limits]
    if state.is_short and need:
        return [f"{state.label} is no longer short of real storage", *limits]
    return limits


def _waiting(one: Proposal, state: ImageState, site: Site) -> Change:
    why = _why_not(one, state, site) or ["what stands before it is done"]
    other = _OR_AT_RESTART if not one.keeps and one.change.passing_bytes and one.change.lasting else ""
    lacking = [lack.limit for lack in site.room.lacking(one.limits(state)) if lack.limit]
    left = site.room.left(state.image)
    if one.first and not state.is_short and (left is None or one.needs <= left):
        _take(one, site)
    else:
        state.waiting += one.keeps
    facts = tuple(fact for limit in lacking for fact in limit.facts)
    kept = f", {state.after_reserve}" if state.after_reserve else ""
    short = ", and is short of real storage" if state.is_short else ""
    change = _with(one.change, f"{_sentence(state.was_free)}{kept}{short}.", state, facts)
    return replace(change, only_after=" and ".join(why) + other)


def _with(change: Change, caution: str, state: ImageState, facts: Sequence[Fact] = ()) -> Change:
    evidence = (*change.evidence, *state.storage.facts, *facts)
    return replace(change, caution=f"{caution} {change.caution}".strip(), evidence=evidence)


def _unknown(state: ImageState) -> str:
    if state.storage.free is None:
        return f"{_UNKNOWN}; this evidence does not show it, RMF does."
    return f"{_UNKNOWN}; {state.was_free}: the minimum is not in this evidence."


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
