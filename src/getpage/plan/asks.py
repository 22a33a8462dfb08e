"""What findings ask for: sizes of knobs, and settings that are no size.

Several findings may ask one knob for a size. The largest counts; what is to be given back counts only where
nobody asks for more. A finding whose measured cause is no shortage of the knob (a leak, a lock, loss) rules
the knob out: it keeps its size in every verb.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np

from getpage.contract import one_command
from getpage.contract.curve import known
from getpage.contract.order import gravity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from getpage.contract.knob import Knob
    from getpage.core.names import FindingId, Image, KnobId, Object, Subsystem
    from getpage.result import Advise, Ask, Change, Finding


class Growth(Enum):
    """Whether a knob may grow: a size that nobody asks for is no command."""

    NONE = "none"
    ASKED = "asked"  # to sizes whose benefit is above zero, by all of its interval
    REACHED = "reached"  # to sizes whose benefit may be none too: work waited at the limit in the evidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The size that findings ask of one knob, and which they are; `at_least` where the evidence bounds it
    from below only. `only_after` is what has to be done or known first, in words; `reached` says whether one
    of them shows work that waited at this limit or was refused by it.
    """

    size: int
    because: tuple[FindingId, ...]
    at_least: bool = False
    only_after: str = ""
    reached: bool = False


def wanted_sizes(findings: Iterable[Finding], knobs: Iterable[Knob]) -> dict[KnobId, Wanted]:
    """By knob the size that findings ask for, those first that the worst finding asks for."""
    sizes = {knob.id: knob.size for knob in knobs}
    by_knob: dict[KnobId, list[tuple[FindingId, Ask]]] = {}
    for finding in sorted(findings, key=gravity):
        for ask in finding.asks:
            if ask.knob in sizes and ask.size != sizes[ask.knob]:
                by_knob.setdefault(ask.knob, []).append((finding.id, ask))
    return {knob: _largest(asks, sizes[knob]) for knob, asks in by_knob.items()}


def _largest(asks: Sequence[tuple[FindingId, Ask]], present: int) -> Wanted:
    larger = [(finding, ask) for finding, ask in asks if ask.size > present]
    chosen = larger or asks
    size = max(ask.size for _, ask in chosen)
    return Wanted(
        size=size,
        because=tuple(dict.fromkeys(finding for finding, _ in chosen)),
        at_least=any(ask.at_least for _, ask in chosen if ask.size == size),
        only_after=next((ask.only_after for _, ask in chosen if ask.only_after), ""),
        reached=any(ask.reached for _, ask in chosen),
    )


def not_before(knob: Knob, size: int, wanted: Wanted | None) -> str:
    """What has to be done or known before a knob may have a size, in words: what findings say, and what its
    curve leaves open. Empty where nothing has to.
    """
    of_findings = wanted.only_after if wanted is not None and size > knob.size else ""
    return ", and ".join(dict.fromkeys(filter(None, (of_findings, knob.not_before(size)))))


def spelled_advice(findings: Iterable[Finding]) -> tuple[Change, ...]:
    """The commands for settings that are no size: one a setting, with all findings that advise it."""
    advice: dict[tuple[Subsystem, str], Advise] = {}
    because: dict[tuple[Subsystem, str], list[FindingId]] = {}
    for finding in sorted(findings, key=gravity):
        for advise in finding.advice:
            setting = (advise.subsystem, advise.setting)
            advice.setdefault(setting, advise)
            because.setdefault(setting, []).append(finding.id)
    return tuple(advise.spell(tuple(dict.fromkeys(because[setting]))) for setting, advise in advice.items())


def ruled_out(findings: Iterable[Finding]) -> dict[KnobId, Finding]:
    """The knobs whose size stays, each with the worst finding that rules another size out."""
    kept: dict[KnobId, Finding] = {}
    for finding in sorted(findings, key=gravity):
        for knob in finding.rules_out:
            kept.setdefault(knob, finding)
    return kept


def uncurved(
    knobs: Iterable[Knob], wanted: Mapping[KnobId, Wanted], critical: Collection[FindingId] = ()
) -> dict[KnobId, int]:
    """The larger sizes that findings ask for and no curve decides, in the order of `wanted`: those that no
    curve reaches, and those of a critical finding that shows work at the limit.
    """
    by_id = {knob.id: knob for knob in knobs}
    sizes: dict[KnobId, int] = {}
    for name, demand in wanted.items():
        knob = by_id[name]
        size = min(demand.size, max(knob.largest, knob.size))
        is_urgent = demand.reached and any(finding in critical for finding in demand.because)
        if size > knob.size and (is_urgent or not _curve_falls(knob, size)):
            sizes[name] = size
    return sizes


def _curve_falls(knob: Knob, size: int) -> bool:
    """Whether the curve of a knob still falls at a size: whatever size it has now, the answer is the same."""
    curve = knob.curve
    if curve is None or not known(curve) or curve.sizes[0] > knob.size:
        return False
    at = np.asarray(curve.sizes, dtype=np.float64)
    for rates in curve.rates.values():
        before, there = np.interp([size - 1, size], at, np.asarray(rates.value, dtype=np.float64))
        if before > there:
            return True
    return False


def growth_of(
    knobs: Iterable[Knob],
    wanted: Mapping[KnobId, Wanted],
    short: Collection[Object],
    added: Collection[Image],
) -> dict[KnobId, Growth]:
    """Whether each knob may grow: one that a finding asks for or calls short, and any on an image to which
    storage is `added`, as that was asked for.
    """

    def growth(knob: Knob) -> Growth:
        demand = wanted.get(knob.id)
        if demand is not None and demand.size > knob.size:
            return Growth.REACHED if demand.reached else Growth.ASKED
        return Growth.ASKED if knob.object in short or knob.image in added else Growth.NONE

    return {knob.id: growth(knob) for knob in knobs}


def as_it_is(knob: Knob) -> Knob | None:
    """The knob at its present size if its name cannot stand in a command; None for all others."""
    why = one_command.refusal_of_knob(knob)
    if not why:
        return None
    return replace(knob, smallest=knob.size, largest=max(knob.size, 1), largest_because=why, curve=None)


def bounded(knob: Knob, wanted: Mapping[KnobId, Wanted], kept: Mapping[KnobId, Finding]) -> Knob:
    """The knob within what findings allow: at its present size where one rules another out; at most at the
    size that is to be given back; no larger than now where it grows `only_asked` and nobody asks.
    """
    if knob.id in kept:
        because = f"{kept[knob.id].check} shows that size is not the cause"
        return replace(
            knob, smallest=knob.size, largest=max(knob.size, 1), largest_because=because, curve=None
        )
    demand = wanted.get(knob.id)
    if knob.largest_unasked is not None:
        most = max(knob.largest_unasked, knob.size, 0 if demand is None else demand.size)
        knob = replace(knob, largest=min(knob.largest, most))
    if knob.only_asked and (demand is None or demand.size <= knob.size):
        return replace(knob, largest=min(knob.largest, knob.size), largest_because="no rule asks for more")
    if demand is None or demand.size >= knob.size or knob.size > knob.largest:
        return knob
    size = max(1, demand.size)
    return replace(
        knob, largest=size, smallest=min(knob.smallest, size), largest_because="a check calls it waste"
    )
