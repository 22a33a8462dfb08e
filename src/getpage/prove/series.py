"""Before and after as two lines of one picture, interval by interval from the start of each window."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from itertools import pairwise
from statistics import median

from getpage.contract.work import Work
from getpage.core.names import Object, Subsystem
from getpage.prove import measures
from getpage.prove.measures import WorkMeasure
from getpage.result import Curve, Picture
from getpage.result.forecast import FigureName

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
