"""What findings ask for: sizes of knobs, and settings that are no size.

Several findings may ask one knob for a size. The largest counts; what is to be given back counts only where
nobody asks for more. A finding whose measured cause is no shortage of the knob (a leak, a lock, loss) rules
the knob out: it keeps its size in every verb.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from getpage.contract import one_command
from getpage.contract.order import gravity
from getpage.plan.problem import Growth
from getpage.result import Ask

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from getpage.contract.knob import Knob
    from getpage.contract.observation import Observation
    from getpage.core.names import FindingId, Image, KnobId, Object, Subsystem
    from getpage.result import Advise, Change, Finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The size that findings ask of one knob, and which they are; `at_least` where the evidence bounds it
    from below only. `only_after` is what has to be done or known first, in words.
    """

    size: int
    because: tuple[FindingId, ...]
    at_least: bool = False
    only_after: str = ""


def wanted_sizes(findings: Iterable[Finding], knobs: Iterable[Knob]) -> dict[KnobId, Wanted]:
    """By knob the size that findings ask for, those first that the gravest finding asks for."""
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
    )


def with_asks_of_changes(observed: Observation, knobs: Iterable[Knob]) -> list[Finding]:
    """The findings; sizes that a product still gives as finished changes count as asks of theirs."""
    by_id = {knob.id: knob for knob in knobs}
    asks: dict[FindingId, list[Ask]] = {}
    for change in observed.changes:
        knob = by_id.get(change.knob) if change.knob else None
        if knob is None or not change.total_bytes:
            continue
        way = change.way
        size = knob.size + change.total_bytes // knob.unit_bytes
        ask = Ask(knob=knob.id, size=size, at_least=way is not None and way.at_least)
        for finding in change.because:
            asks.setdefault(finding, []).append(ask)
    return [
        replace(finding, asks=(*finding.asks, *asks.get(finding.id, ()))) for finding in observed.findings
    ]


def spelled_advice(findings: Iterable[Finding]) -> tuple[Change, ...]:
    """The commands for settings that are no size: one a setting, with all findings that advise it."""
    advice: dict[tuple[Subsystem, str], Advise] = {}
    because: dict[tuple[Subsystem, str], list[FindingId]] = {}
    for finding in sorted(findings, key=gravity):
        for advise in finding.advice:
            setting = (advise.subsystem, advise.setting)
            advice.setdefault(setting, advise)
            because.setdefault(setting, []).append(finding.id)
    return tuple(advise.spell(tuple(because[setting])) for setting, advise in advice.items())


def ruled_out(findings: Iterable[Finding]) -> dict[KnobId, Finding]:
    """The knobs whose size stays, each with the gravest finding that rules another size out."""
    kept: dict[KnobId, Finding] = {}
    for finding in sorted(findings, key=gravity):
        for knob in finding.rules_out:
            kept.setdefault(knob, finding)
    return kept


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
        asked = wanted.get(knob.id)
        is_asked = knob.object in short or (asked is not None and asked.size > knob.size)
        return Growth.ASKED if is_asked or knob.image in added else Growth.NONE

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
    asked = wanted.get(knob.id)
    if knob.largest_unasked is not None:
        most = max(knob.largest_unasked, knob.size, 0 if asked is None else asked.size)
        knob = replace(knob, largest=min(knob.largest, most))
    if knob.only_asked and (asked is None or asked.size <= knob.size):
        return replace(knob, largest=min(knob.largest, knob.size), largest_because="no rule asks for more")
    if asked is None or asked.size >= knob.size or knob.size > knob.largest:
        return knob
    size = max(1, asked.size)
    return replace(
        knob, largest=size, smallest=min(knob.smallest, size), largest_because="a rule gives it back"
    )
