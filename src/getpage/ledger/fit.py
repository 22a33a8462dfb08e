"""Which changes fit: each is checked, in order, against the real storage of its z/OS image and every limit.

Changes that surely free storage count first: those of page-fixed or full pools. A pageable pool may never
have been in real storage as a whole, and storage that an IPL frees comes with the IPL; neither is counted.
A change that takes or fixes real storage must fit with all of its steps, or it waits and says what for.
Nothing fits while the image is short of real storage. Sizes that the plan decided take their storage first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from getpage.contract.knob import Knob, fixed_frames
from getpage.core import wording
from getpage.core.names import LimitId
from getpage.result import REAL_STORAGE, Change, Fact

from .site import ImageState, Site
from .takes import of_limits
from .takes import real as real_storage_of

_UNKNOWN = "Check first that this much real storage is free at its minimum, beyond the dump reserve"
#: What takes storage only while it is made takes none where it is made by a restart.
_OR_AT_RESTART = ", or at a restart by the lasting statement, which takes no more than now"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change to check, with the knob that it turns.

    `decided`: the plan has already settled whether it `waits`. `after`: what has to be done first for another
    reason than room, in words.
    """

    change: Change
    knob: Knob | None = None
    decided: bool = False
    waits: bool = False
    after: str = ""

    @property
    def first(self) -> str:
        """What has to be done first for another reason than room, in words; empty where there is none."""
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
        """Bytes of real storage that it holds when it is done: not those of a change that needs them only
        while it is made.
        """
        return 0 if self.needs == self.change.passing_bytes else self.needs

    @property
    def gives(self) -> int:
        """Bytes of real storage that it surely frees, at once."""
        knob, total = self.knob, self.change.total_bytes
        if total >= 0 or self.change.place or knob is None:
            return 0
        return max(0, -real_storage_of(knob, knob.size + total // knob.unit_bytes))

    def limits(self, state: ImageState) -> dict[LimitId, int]:
        """Bytes of each limit that all steps of it take."""
        taken: dict[LimitId, int] = {}
        if self.change.fixes_bytes:
            taken[fixed_frames(state.image)] = self.change.fixes_bytes
        knob, total = self.knob, self.change.total_bytes
        if knob is not None and total:
            taken |= of_limits(knob)(knob.size + total // knob.unit_bytes)
        return taken


def mark_waiting(proposals: Iterable[Proposal], site: Site) -> list[Proposal]:
    """The proposals, with `waits` set for those that have no room. Books what fits in `site`."""
    every = list(proposals)
    _give_back(every, site)
    for proposal in every:
        if proposal.decided and not proposal.waits:
            _take(proposal, site)
    marked = []
    for proposal in every:
        state = site.of(proposal.change.subsystem.image)
        waits = proposal.waits or bool(proposal.first)
        if not proposal.decided and proposal.needs:
            waits = bool(_why_not(proposal, state, site))
            if not waits and state.storage.is_minimum:
                _take(proposal, site)
        marked.append(replace(proposal, waits=waits))
    return marked


def with_cautions(proposals: Sequence[Proposal], site: Site) -> Iterator[Change]:
    """The changes in this order, each with a caution that states storage before and after it; waiting ones
    say what they wait for. Books what fits in `site`.
    """
    _give_back(proposals, site)
    for proposal in proposals:
        state = site.of(proposal.change.subsystem.image)
        if proposal.waits:
            yield _waiting(proposal, state, site)
        elif not proposal.needs:
            _take(proposal, site)
            yield proposal.change
        elif not state.storage.is_minimum:
            yield _with(proposal.change, _unknown(state), state)
        else:
            _take(proposal, site)
            yield _with(proposal.change, _what_is_left(proposal, state, site), state)


def _what_is_left(proposal: Proposal, state: ImageState, site: Site) -> str:
    """Storage after the change, as a sentence; of one that takes little of a dump's reserve, how short that
    is then.
    """
    left = site.room.left(state.image) or 0
    kept = f", {state.after_reserve}" if state.after_reserve else ""
    if left < 0 and proposal.needs <= state.storage.little:
        return (
            f"{_sentence(state.was_free)}. This change takes {wording.size(proposal.needs)} and leaves the "
            f"{state.reserve_named} {wording.size(-left)} short: weigh that against the work that waits."
        )
    steps = "this change with all of its steps" if _has_steps(proposal.change) else "this change"
    rest = wording.size(max(0, left))
    return f"{_sentence(state.was_free)}{kept}: after {steps} and those before it {rest} are left."


def _has_steps(change: Change) -> bool:
    return change.way is not None and bool(change.way.then)


def _give_back(proposals: Iterable[Proposal], site: Site) -> None:
    for proposal in proposals:
        if proposal.gives:
            state = site.of(proposal.change.subsystem.image)
            site.room.take(state.image, -proposal.gives)
            for limit, count in proposal.limits(state).items():
                site.room.take(limit, count)


def _take(proposal: Proposal, site: Site) -> None:
    if proposal.gives:
        return
    state = site.of(proposal.change.subsystem.image)
    if proposal.keeps:
        site.room.take(state.image, proposal.keeps)
    for limit, count in proposal.limits(state).items():
        site.room.take(limit, count)


def _why_not(proposal: Proposal, state: ImageState, site: Site) -> list[str]:
    """What has to be done first, in words; empty where it fits or storage is not known."""
    need, left = proposal.needs, site.room.left(state.image)
    full = [shortfall.limit for shortfall in site.room.shortfalls(proposal.limits(state)) if shortfall.limit]
    limits = [proposal.first] if proposal.first else [f"there is room in the {limit.label}" for limit in full]
    if proposal.first and need <= state.storage.little:
        return limits
    missing = 0 if left is None or not need else need + state.waiting - left
    if missing > 0 and (state.is_short or left is None or need > left):
        return [_from_where(missing, state), *limits]
    if state.is_short and need:
        return [f"{state.label} is no longer short of real storage", *limits]
    return limits


def _from_where(missing: int, state: ImageState) -> str:
    """Where what is missing can come from: never more from others than the image has in use."""
    entry = state.storage.entry
    if entry is not None and entry.installed is not None and missing > entry.installed - (entry.free or 0):
        return f"{state.label} has {wording.size(missing)} more real storage"
    return f"{wording.size(missing)} are given back on {state.label}"


def _waiting(proposal: Proposal, state: ImageState, site: Site) -> Change:
    why = _why_not(proposal, state, site) or ["what stands before it is done"]
    other = (
        _OR_AT_RESTART
        if not proposal.keeps and proposal.change.passing_bytes and proposal.change.lasting
        else ""
    )
    full = [shortfall.limit for shortfall in site.room.shortfalls(proposal.limits(state)) if shortfall.limit]
    left = site.room.left(state.image)
    if proposal.first and not state.is_short and (left is None or proposal.needs <= left):
        _take(proposal, site)
    else:
        state.waiting += proposal.keeps
    facts = tuple(fact for limit in full for fact in limit.facts)
    kept = f", {state.after_reserve}" if state.after_reserve else ""
    short = ", and is short of real storage" if state.is_short else ""
    change = _with(proposal.change, f"{_sentence(state.was_free)}{kept}{short}.", state, facts)
    return replace(change, only_after=" and ".join(why) + other)


def _with(change: Change, caution: str, state: ImageState, facts: Sequence[Fact] = ()) -> Change:
    evidence = (*change.evidence, *state.storage.facts, *facts)
    return replace(change, caution=f"{caution} {change.caution}".strip(), evidence=evidence)


def _unknown(state: ImageState) -> str:
    first = f"Page slots of {state.label} fill: end that first. " if state.fills else ""
    if state.storage.free is None:
        return f"{first}{_UNKNOWN}: RMF shows it, this evidence does not."
    return f"{first}{_UNKNOWN}; {state.was_free}: the minimum is not in this evidence."


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
