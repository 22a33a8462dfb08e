"""Two windows of evidence, before and after a change: two stores or files, or two windows of one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from statistics import median
from typing import TypeVar

from getpage.contract.knob import Knob
from getpage.contract.observation import Metered
from getpage.contract.storage import RealStorage
from getpage.contract.work import ClassTime, Work
from getpage.core import numbers
from getpage.core.errors import NotEnoughEvidenceError
from getpage.core.names import KnobId, Object, Subsystem
from getpage.products import registry
from getpage.prove import averages, classes, itr, measures
from getpage.prove.answer import confirm, first_line
from getpage.prove.change import TIME
from getpage.prove.intervals import SAME_HOURS
from getpage.prove.measures import WorkMeasure
from getpage.prove.side import ObservedSide
from getpage.result import Curve, Missing, Picture, Table
from getpage.result.forecast import FigureName
from getpage.result.prove import PRINTED, Difference, ExplainedPart, KnobChange, Mix, Proof
from getpage.result.trust import unproven

Row = TypeVar("Row", "Work", "ClassTime", "Metered")


def prove_windows(before: ObservedSide, after: ObservedSide, level: float) -> Proof:
    """The differences between two sides. NotEnoughEvidenceError where nothing is on both."""
    after, renamed = _named_alike(before, after)
    of_work, missing = _compare_work(before, after, level)
    of_classes, mixes, parts = _compare_classes(before, after, level)
    metered = before.observed.metered, after.observed.metered
    of_meters = list(measures.compare_metered(*metered, level))
    if not of_work and not of_classes and not of_meters:
        raise _nothing_in_common(before, after)
    differences = confirm([*of_work, *of_meters, *of_classes], level)
    return Proof(
        source="store",
        level=level,
        before=before.side,
        after=(after.side,),
        answer=first_line(differences, level),
        differences=differences,
        changed=knob_changes(before.observed.knobs, after.observed.knobs),
        mixes=tuple(mixes),
        parts=tuple(parts),
        pictures=pictures(before.work, after.work),
        tables=_free_storage(before.observed.real_storage, after.observed.real_storage),
        missing=(*missing, *measures.metered_missing(*metered)),
        notes=(*renamed, *_notes(before, after, differences), *measures.metered_notes(*metered)),
    )


def knob_changes(before: Iterable[Knob], after: Iterable[Knob]) -> tuple[KnobChange, ...]:
    """Knobs whose size is not the same on both sides."""
    old = {knob.id: knob for knob in before}
    return tuple(
        KnobChange(knob=knob.id, unit=knob.unit, before=old[knob.id].size, after=knob.size)
        for knob in after
        if knob.id in old and old[knob.id].size != knob.size
    )


def _named_alike(before: ObservedSide, after: ObservedSide) -> tuple[ObservedSide, list[str]]:
    """The side after, with the only subsystem of a product under the name that it has before.

    Only where no subsystem is on both sides: two logs of one JVM under two names. The notes say which.
    """
    sides = [_by_product(side) for side in (before, after)]
    if any(sides[0][product] & sides[1][product] for product in sides[0].keys() & sides[1].keys()):
        return after, []
    names = {
        next(iter(sides[1][product])): next(iter(sides[0][product]))
        for product in sides[0].keys() & sides[1].keys()
        if len(sides[0][product]) == len(sides[1][product]) == 1
    }
    if not names:
        return after, []
    observed = after.observed
    renamed = replace(
        observed,
        work=tuple(_renamed(row, names) for row in observed.work),
        class_times=tuple(_renamed(row, names) for row in observed.class_times),
        metered=tuple(_renamed(row, names) for row in observed.metered),
        knobs=tuple(
            replace(knob, id=KnobId(names[knob.id.subsystem], knob.id.name))
            if knob.id.subsystem in names
            else knob
            for knob in observed.knobs
        ),
    )
    notes = [
        f"{old} before is compared with {new} after: each side has one {new.product} subsystem, under "
        "another name."
        for new, old in names.items()
    ]
    return ObservedSide(side=after.side, observed=renamed), notes


def _by_product(side: ObservedSide) -> dict[str, set[Subsystem]]:
    """The subsystems of a side that can be compared."""
    grouped: dict[str, set[Subsystem]] = defaultdict(set)
    for subsystem in _compared_subsystems(side):
        grouped[subsystem.product].add(subsystem)
    return grouped


def _renamed(row: Row, names: Mapping[Subsystem, Subsystem]) -> Row:
    return replace(row, subsystem=names[row.subsystem]) if row.subsystem in names else row


def _compare_work(
    before: ObservedSide, after: ObservedSide, level: float
) -> tuple[list[Difference], list[Missing]]:
    """Every measure of work and ITR of subsystems on both sides, and what is missing."""
    old, new = measures.by_subsystem(before.work), measures.by_subsystem(after.work)
    doubled = {key for side in (old, new) for key, line in side.items() if measures.overlaps(line)}
    old, new = ({key: line for key, line in side.items() if key not in doubled} for side in (old, new))
    spent = [_by_subsystem(side.observed.class_times) for side in (before, after)]
    differences: list[Difference] = []
    moved_by_mix: dict[Subsystem, tuple[float, float]] = {}
    for key in (key for key in old if key in new):
        classes_of = spent[0].get(key[0], []), spent[1].get(key[0], [])
        of_subsystem, moved_by_mix[key[0]] = averages.compare(old[key], new[key], classes_of, level)
        differences += of_subsystem
    missing = [
        Missing(
            subsystem=str(key[0]),
            question=f"Did the cost per {key[1]} change?",
            supply=f"the same evidence of the other side; only {'before' if key in old else 'after'} has it",
        )
        for key in sorted(old.keys() ^ new.keys(), key=str)
    ]
    missing += [
        Missing(
            subsystem=str(key[0]),
            question=f"Whose {key[1]} are they?",
            supply="intervals of one name overlap, as of two systems of one name, and are not added up; load "
            "the evidence of each system into a store of its own",
        )
        for key in sorted(doubled, key=str)
    ]
    rates = [
        averages.undecided_by_mix(each, moved_by_mix[each.subject], inverse=True)
        if isinstance(each.subject, Subsystem) and each.subject in moved_by_mix
        else each
        for each in itr.compare(before, after, level)
        if not any(each.subject == subsystem for subsystem, _ in doubled)
    ]
    return [*differences, *rates], [*missing, *itr.missing(before, after, rates)]


def _compare_classes(
    before: ObservedSide, after: ObservedSide, level: float
) -> tuple[list[Difference], list[Mix], list[ExplainedPart]]:
    """Every kind of work that both sides have, class by class."""
    old, new = _by_kind(before.observed.class_times), _by_kind(after.observed.class_times)
    differences: list[Difference] = []
    mixes: list[Mix] = []
    parts: list[ExplainedPart] = []
    for key in sorted(old.keys() & new.keys(), key=str):
        comparison = classes.compare(*key, *classes.align(old[key], new[key]), level)
        differences += comparison.differences
        parts += comparison.parts
        mixes += [comparison.mix] if comparison.mix else []
    return differences, mixes, parts


def _by_subsystem(class_times: Iterable[ClassTime]) -> dict[Subsystem, list[ClassTime]]:
    grouped: dict[Subsystem, list[ClassTime]] = defaultdict(list)
    for row in class_times:
        grouped[row.subsystem].append(row)
    return grouped


def _by_kind(class_times: Sequence[ClassTime]) -> dict[tuple[Subsystem, str], list[ClassTime]]:
    grouped: dict[tuple[Subsystem, str], list[ClassTime]] = defaultdict(list)
    for row in class_times:
        grouped[row.subsystem, row.kind].append(row)
    return dict(grouped)


def _free_storage(before: Iterable[RealStorage], after: Iterable[RealStorage]) -> tuple[Table, ...]:
    """Free storage of each z/OS system at its minimum: extremes have no noise to allow for."""
    old, new = _least_free(before), _least_free(after)
    rows = tuple(
        (name, *(numbers.storage(side[name]) if name in side else "not known" for side in (old, new)))
        for name in sorted(old.keys() | new.keys())
    )
    if not rows:
        return ()
    return (
        Table(
            title="Real storage free at its minimum", columns=("z/OS system", "before", "after"), rows=rows
        ),
    )


def _least_free(intervals: Iterable[RealStorage]) -> dict[str, int]:
    least: dict[str, int] = {}
    for interval in intervals:
        if interval.free is not None:
            least[str(interval.image)] = min(interval.free, least.get(str(interval.image), interval.free))
    return least


#: What a sentence names of several products.
_SUPPLIES = 3


def _nothing_in_common(before: ObservedSide, after: ObservedSide) -> NotEnoughEvidenceError:
    """Why two sides cannot be compared, and what would help."""
    reasons = [
        f"{name} ({side.side.label}) has nothing that is counted by interval"
        for name, side in (("before", before), ("after", after))
        if not _compared_subsystems(side)
    ]
    old, new = _compared_subsystems(before), _compared_subsystems(after)
    if not reasons and old & new:
        common = ", ".join(sorted(map(str, old & new)))
        reasons.append(f"only {common} is on both sides, by numbers without a time")
    elif not reasons:
        names = [", ".join(sorted(map(str, side))) for side in (old, new)]
        reasons.append(f"no subsystem is on both sides: {names[0]} and {names[1]}")
    there = {subsystem.product for subsystem in old | new}
    few = 0 < len(there) <= _SUPPLIES and not old & new
    supply = registry.what_gives_sides(there) if few else "what getpage collect names"
    return NotEnoughEvidenceError(
        f"nothing to compare: {'; '.join(reasons)}; supply, for the same hours of two like days: {supply}",
        "getpage collect",
    )


def _compared_subsystems(side: ObservedSide) -> set[Subsystem]:
    """Subsystems of a side that can be compared."""
    observed = side.observed
    return {row.subsystem for part in (side.work, observed.class_times, observed.metered) for row in part}


def _notes(before: ObservedSide, after: ObservedSide, differences: Sequence[Difference]) -> list[str]:
    notes = []
    if any(d.basis == measures.INTERVALS for d in differences):
        notes.append(
            "Intervals allow for noise that lasts for hours, whether a window is long enough to show it or "
            "not (docs/models/proof.md): more hours of both sides narrow them."
        )
    if any(TIME in d.held for d in differences):
        notes.append(
            "Each interval is compared with one at the same time of day (and day of the week, where there "
            "are weeks), per unit of work at equal volume. So a change need not be after divided by before. "
            "Hours that only one side has are left out."
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
    if itr.left_out(before, after, differences):
        notes.append(itr.NOT_SHOWN.format(100 * itr.WHOLE_LOAD))
    if any(classes.HELD in d.held for d in differences):
        notes.append("Averages over classes of work are compared with the mix of classes held equal.")
    if doubt := unproven(fact for d in differences for fact in d.facts):
        notes.append(doubt)
    return notes


_SHOWN = {FigureName.ETR, FigureName.READS_PER_UNIT, FigureName.CPU_PER_UNIT, FigureName.RESPONSE}
#: The most pictures of one proof.
MOST_PICTURES = 24
_NOTE = "The time axis is that of before; after is laid over it from its own first interval."


def pictures(before: Iterable[Work], after: Iterable[Work]) -> tuple[Picture, ...]:
    """Pictures of the measures that matter most, for every subsystem on both sides."""
    old, new = measures.by_subsystem(before), measures.by_subsystem(after)
    drawn = [
        picture
        for key in old
        if key in new
        for measure in measures.measures_of(key[1])
        if measure.name in _SHOWN and (picture := _picture(key[0], measure, old[key], new[key])) is not None
    ]
    return tuple(drawn[:MOST_PICTURES])


def _picture(
    subject: Subsystem, measure: WorkMeasure, before: list[Work], after: list[Work]
) -> Picture | None:
    lines = [[_value(measure, work) for work in side] for side in (before, after)]
    if not all(any(value is not None for value in line) for line in lines):
        return None
    length = max(map(len, lines))
    starts = [work.start for work in before]
    step = timedelta(
        seconds=median([(b - a).total_seconds() for a, b in pairwise(starts)] or [before[0].seconds])
    )
    times = [work.start + timedelta(seconds=work.seconds) for work in before]
    times += [times[-1] + step * i for i in range(1, length - len(times) + 1)]
    curves = [(*line, *[None] * (length - len(line))) for line in lines]
    return Picture(
        id=f"{measure.name}-{subject}",
        title=measure.title,
        object=Object(subject),
        unit="ms" if measure.unit == "s" else measure.unit,
        times=tuple(times),
        curves=tuple(
            Curve(label=name, values=line) for name, line in zip(("before", "after"), curves, strict=True)
        ),
        note=_NOTE,
        least_top=1.0 if measure.per_second else 0.0,
    )


def _value(measure: WorkMeasure, work: Work) -> float | None:
    above, below = measure.above(work), measure.below(work)
    if above is None or below <= 0:
        return None
    return above / below * (1000 if measure.unit == "s" else 1)
