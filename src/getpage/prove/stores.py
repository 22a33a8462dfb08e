"""Two windows of evidence, before and after a change: two stores or files, or two windows of one."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from getpage.core.names import Subsystem
from getpage.prove import averages, classes, itr, measures, meters, series
from getpage.prove.answer import answer, firm
from getpage.prove.apart import TIME
from getpage.prove.days import SAME_HOURS
from getpage.prove.sides import ObservedSide, nothing
from getpage.prove.storage import knobs, real_storage
from getpage.result import Missing
from getpage.result.forecast import FigureName
from getpage.result.prove import PRINTED, Proof, Verdict
from getpage.result.trust import unproven

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from getpage.contract.work import ClassTime
    from getpage.result.prove import Difference, Mix, Part


def prove_sides(before: ObservedSide, after: ObservedSide, level: float) -> Proof:
    """What differs between two sides. NotEnoughEvidenceError where nothing is on both."""
    made, missing = _work(before, after, level)
    found, mixes, parts = _classes(before, after, level)
    sides = before.observed.metered, after.observed.metered
    metered = list(meters.compare(*sides, level))
    if not made and not found and not metered:
        raise nothing(before, after)
    differences = firm([*made, *metered, *found], level)
    return Proof(
        source="store",
        level=level,
        before=before.side,
        after=(after.side,),
        answer=answer(differences, level),
        differences=differences,
        changed=knobs(before.observed.knobs, after.observed.knobs),
        mixes=tuple(mixes),
        parts=tuple(parts),
        pictures=series.pictures(before.work, after.work),
        tables=real_storage(before.observed.real_storage, after.observed.real_storage),
        missing=(*missing, *meters.missing(*sides)),
        notes=tuple(_notes(before, after, differences)),
    )


def _work(before: ObservedSide, after: ObservedSide, level: float) -> tuple[list[Difference], list[Missing]]:
    old, new = measures.by_subsystem(before.work), measures.by_subsystem(after.work)
    spent = [_by_subsystem(side.observed.class_times) for side in (before, after)]
    differences: list[Difference] = []
    moved: dict[tuple[Subsystem, str], tuple[float, float]] = {}
    for key in (key for key in old if key in new):
        classes_of = spent[0].get(key[0], []), spent[1].get(key[0], [])
        made, moved[key] = averages.compare(old[key], new[key], classes_of, level)
        differences += made
    missing = [
        Missing(
            subsystem=str(key[0]),
            question=f"Did its {key[1]} change?",
            supply=f"it is in the evidence {'before' if key in old else 'after'} only; load the other side's",
        )
        for key in sorted(old.keys() ^ new.keys(), key=str)
    ]
    rates = list(itr.compare(before, after, level))
    by_subject = {key[0]: ends for key, ends in moved.items()}
    rates = [
        averages.doubted(one, by_subject[one.subject])
        if isinstance(one.subject, Subsystem) and one.subject in by_subject
        else one
        for one in rates
    ]
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
        found = classes.compare(*key, *classes.both(old[key], new[key]), level)
        differences += found.differences
        parts += found.parts
        mixes += [found.mix] if found.mix else []
    return differences, mixes, parts


def _by_subsystem(class_times: Iterable[ClassTime]) -> dict[Subsystem, list[ClassTime]]:
    found: dict[Subsystem, list[ClassTime]] = defaultdict(list)
    for one in class_times:
        found[one.subsystem].append(one)
    return found


def _kinds(class_times: Sequence[ClassTime]) -> dict[tuple[Subsystem, str], list[ClassTime]]:
    found: dict[tuple[Subsystem, str], list[ClassTime]] = defaultdict(list)
    for one in class_times:
        found[one.subsystem, one.kind].append(one)
    return dict(found)


def _notes(before: ObservedSide, after: ObservedSide, differences: Sequence[Difference]) -> list[str]:
    notes = []
    if any(d.basis == measures.INTERVALS for d in differences):
        notes.append(
            "Intervals allow for neighbouring intervals being alike (equal-weighted cosines and a "
            "first-order autoregression, whichever is wider; docs/prove.md)."
        )
    if any(TIME in d.held for d in differences):
        notes.append(
            "Intervals of the same time of day are compared with one another (of the same day of the week "
            "where there are weeks), and what a unit of work takes at equal volume: a change need not be "
            "after over before. Hours that only one side has are left out of it."
        )
    if any(d.basis == PRINTED for d in differences):
        notes.append("Of printed averages the interval is what the rounding of their digits allows.")
    hours = [{work.start.hour for work in side.work} for side in (before, after)]
    if all(hours) and len(hours[0] & hours[1]) < SAME_HOURS * min(map(len, hours)):
        notes.append(
            "Not the same hours of the day: the difference may be that of the hours. Choose like windows "
            "with --before and --after."
        )
    if any(d.measure == FigureName.ITR for d in differences):
        notes.append(itr.NOTE)
    if any(d.verdict is Verdict.UNKNOWN for d in differences):
        notes.append(
            "Too few means fewer than 4 intervals on a side, or intervals so alike that they are worth fewer "
            "than 2 independent ones: how much of a difference is noise cannot be told."
        )
    if any(classes.HELD in d.held for d in differences):
        notes.append("Averages over classes of work are compared with the mix of classes held equal.")
    if doubt := unproven(fact for one in differences for fact in one.facts):
        notes.append(doubt)
    return notes
