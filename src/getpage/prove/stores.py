"""Two windows of evidence, before and after a change: two stores or files, or two windows of one."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from getpage.prove import classes, itr, measures, series
from getpage.prove.sides import ObservedSide, nothing
from getpage.prove.storage import knobs, real_storage
from getpage.result import Missing
from getpage.result.forecast import FigureName
from getpage.result.prove import PRINTED, Proof, Verdict
from getpage.result.trust import unproven

if TYPE_CHECKING:
    from collections.abc import Sequence

    from getpage.contract.work import ClassTime
    from getpage.core.names import Subsystem
    from getpage.result.prove import Difference, Mix, Part

#: Windows that share less than this of their hours of the day are not the same part of a day.
SAME_HOURS = 0.5


def prove_sides(before: ObservedSide, after: ObservedSide, level: float) -> Proof:
    """What differs between two sides. NotEnoughEvidenceError where nothing is on both."""
    differences, missing = _work(before, after, level)
    found, mixes, parts = _classes(before, after, level)
    differences += found
    if not differences:
        raise nothing(before, after)
    return Proof(
        source="store",
        level=level,
        before=before.side,
        after=(after.side,),
        differences=tuple(differences),
        changed=knobs(before.observed.knobs, after.observed.knobs),
        mixes=tuple(mixes),
        parts=tuple(parts),
        pictures=series.pictures(before.work, after.work),
        tables=real_storage(before.observed.real_storage, after.observed.real_storage),
        missing=tuple(missing),
        notes=tuple(_notes(before, after, differences)),
    )


def _work(before: ObservedSide, after: ObservedSide, level: float) -> tuple[list[Difference], list[Missing]]:
    old, new = measures.by_subsystem(before.work), measures.by_subsystem(after.work)
    differences = [d for key in old if key in new for d in measures.compare(old[key], new[key], level)]
    missing = [
        Missing(
            subsystem=str(key[0]),
            question=f"Did its {key[1]} change?",
            supply=f"it is in the evidence {'before' if key in old else 'after'} only; load the other side's",
        )
        for key in sorted(old.keys() ^ new.keys(), key=str)
    ]
    rates = list(itr.compare(before, after, level))
    return [*differences, *rates], [*missing, *itr.missing(before, after, rates)]


def _classes(
    before: ObservedSide, after: ObservedSide, level: float
) -> tuple[list[Difference], list[Mix], list[Part]]:
    """Every kind of work that both sides have, class by class."""
    old, new = _kinds(before.observed.class_times), _kinds(after.observed.class_times)
    differences: list[Difference] = []
    mixes: list[Mix] = []
    parts: list[Part] = []
    for key in sorted(old.keys() & new.keys(), key=str):
        found = classes.compare(*key, classes.classes(old[key]), classes.classes(new[key]), level)
        differences += found.differences
        parts += found.parts
        mixes += [found.mix] if found.mix else []
    return differences, mixes, parts


def _kinds(class_times: Sequence[ClassTime]) -> dict[tuple[Subsystem, str], list[ClassTime]]:
    found: dict[tuple[Subsystem, str], list[ClassTime]] = defaultdict(list)
    for one in class_times:
        found[one.subsystem, one.kind].append(one)
    return dict(found)


def _notes(before: ObservedSide, after: ObservedSide, differences: list[Difference]) -> list[str]:
    notes = []
    if any(d.basis == measures.INTERVALS for d in differences):
        notes.append(
            "Intervals allow for neighbouring intervals being alike (equal-weighted cosines and a "
            "first-order autoregression, whichever is wider; docs/prove.md)."
        )
    if any(d.basis == PRINTED for d in differences):
        notes.append("Of printed averages the interval is what the rounding of their digits allows.")
    hours = [{work.start.hour for work in side.work} for side in (before, after)]
    if all(hours) and len(hours[0] & hours[1]) < SAME_HOURS * len(hours[0] | hours[1]):
        notes.append(
            "Not the same hours of the day: the difference may be that of the hours. Choose like windows "
            "with --before and --after."
        )
    if any(d.measure == FigureName.ITR for d in differences):
        notes.append(itr.NOTE)
    if any(d.verdict is Verdict.UNKNOWN for d in differences):
        notes.append("Fewer than 4 intervals on a side: how much of a difference is noise cannot be told.")
    if any(d.held for d in differences):
        notes.append("Where the mix of work moved, classes are compared with the mix held equal.")
    if doubt := unproven(fact for one in differences for fact in one.facts):
        notes.append(doubt)
    return notes
