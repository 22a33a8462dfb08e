"""One incident as one account: what began, who took frames, what was left, and what paged or waited then.

For each image that is short as a whole, in the worst interval of its worst finding. A measure counts if it
moved by half and that interval has its extreme: what was as high on a quiet day is no part of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from getpage.contract.observation import Observation, real_by_interval
from getpage.contract.order import is_whole_system
from getpage.contract.storage import RealStorage, whole
from getpage.core import numbers
from getpage.core.names import Image, Object
from getpage.result import Finding, Incident, IncidentStep, Picture

#: Intervals before and after the worst one that pictures show.
_AROUND: Final = 4
_EVENTS: Final = 3
_HOLDERS: Final = 3
_SIGNALS: Final = 5
#: Growth of an address space that is part of the account, of the storage installed.
_GREW: Final = 0.01
#: How near to its extreme a measure has to be, of its range.
_NEAR: Final = 0.1
#: How far it moved since the interval before, of the larger of both.
_MOVED: Final = 0.5

Span = tuple["datetime", "datetime"]


def incidents(observed: Observation, findings: Sequence[Finding]) -> Iterator[Incident]:
    """The account of each image; `findings` are in their order."""
    worst: dict[Image, tuple[Finding, Span]] = {}
    for finding in findings:
        span = _span(finding)
        if is_whole_system(finding) and span is not None:
            worst.setdefault(finding.object.image, (finding, span))
    if not worst:
        return
    intervals = _intervals(observed, {image: span for image, (_, span) in worst.items()})
    for image, (finding, span) in worst.items():
        symptoms = {name.object for name in finding.same_cause}
        signals = tuple(_signals(observed, image, symptoms, span))
        steps = [*_events(observed, image, span, intervals[image]), *_holders(intervals[image], span)]
        steps += [_shown(picture, span) for picture in signals]
        steps += _recovered(intervals[image], span)
        yield Incident(
            finding=finding.id,
            image=image,
            start=span[0],
            end=span[1],
            headline=finding.summary,
            steps=tuple(sorted(steps, key=lambda step: step.start)),
            signals=signals,
        )


def _span(finding: Finding) -> Span | None:
    """The interval that the finding's first timed fact is of."""
    for fact in finding.evidence:
        if fact.interval_start is not None and fact.interval_seconds:
            return fact.interval_start, fact.interval_start + timedelta(seconds=fact.interval_seconds)
    return None


def _intervals(observed: Observation, spans: dict[Image, Span]) -> dict[Image, list[RealStorage]]:
    """Real storage of each image around its worst interval, in order of time."""
    near: dict[Image, list[RealStorage]] = {image: [] for image in spans}
    for entry in real_by_interval(observed):
        span = spans.get(entry.image)
        if span is not None and entry.start and entry.end and _is_near(entry.start, entry.end, span):
            near[entry.image].append(entry)
    return near


def _is_near(start: datetime, end: datetime, span: Span) -> bool:
    around = (_AROUND + 0.5) * (span[1] - span[0])
    return start >= span[0] - around and end <= span[1] + around


def _events(
    observed: Observation, image: Image, span: Span, intervals: Iterable[RealStorage]
) -> Iterator[IncidentStep]:
    """What began in the worst interval or just before, most grown address spaces first, and what stopped."""
    grown = [name for name, *_ in _grown(intervals, span)]
    length = span[1] - span[0]
    of_time = [
        event
        for event in observed.events
        if event.image == image and span[0] - length <= event.start < span[1] and event.end > span[0]
    ]
    of_time.sort(key=lambda event: (event.job not in grown, event.start))
    for event in of_time[:_EVENTS]:
        yield IncidentStep(start=event.start, end=event.end, object=event.job, what=event.what, event=True)
    for stop in observed.stops:
        if stop.image == image and span[0] <= stop.start < span[1]:
            end = stop.start + timedelta(seconds=stop.seconds)
            jobs = ", ".join(stop.jobs)
            yield IncidentStep(start=stop.start, end=end, object=jobs, what=stop.what, event=True)


def _holders(intervals: Iterable[RealStorage], span: Span) -> Iterator[IncidentStep]:
    for job, now, before in _grown(intervals, span)[:_HOLDERS]:
        size, more = numbers.storage(now), numbers.storage(now - before)
        what = (
            f"holds {size}, {more} more than in the interval before" if before else f"begins to hold {size}"
        )
        yield IncidentStep(start=span[0], end=span[1], object=job, what=what, event=not before)


def _grown(intervals: Iterable[RealStorage], span: Span) -> list[tuple[str, int, int]]:
    """Address spaces with more storage than in the interval before: name, bytes now, bytes before."""
    entries = list(intervals)
    now = next((entry for entry in entries if entry.start == span[0]), None)
    before = next((entry for entry in reversed(entries) if entry.start and entry.start < span[0]), None)
    if now is None or before is None:
        return []
    held = {space.job: space.bytes for space in before.address_spaces}
    least = _GREW * (now.installed or before.installed or 0)
    grown = [(space.job, space.bytes, held.get(space.job, 0)) for space in now.address_spaces]
    return sorted(
        (space for space in grown if space[1] - space[2] > least),
        key=lambda space: (space[2] - space[1], space[0]),
    )


def _recovered(intervals: Iterable[RealStorage], span: Span) -> Iterator[IncidentStep]:
    for entry in intervals:
        free = entry.free
        if entry.start and entry.end and entry.start >= span[1] and free is not None and free > entry.kept:
            what = f"{numbers.storage(free)} free again"
            yield IncidentStep(start=entry.start, end=entry.end, object=str(entry.image), what=what)
            return


def _signals(
    observed: Observation, image: Image, symptoms: Collection[Object], span: Span
) -> Iterator[Picture]:
    """Measures of the image and of what shows its shortage, around the worst interval, where that is near
    their extreme.
    """
    count = 0
    for picture in sorted(observed.pictures, key=lambda each: each.object != whole(image)):
        if picture.object != whole(image) and picture.object not in symptoms:
            continue
        place = _place(picture, span)
        if place is None or not _is_extreme(picture.curves[-1].values, place):
            continue
        kept = [n for n, at in enumerate(picture.times) if _is_near(at, at, span)]
        yield replace(
            picture,
            id=f"incident-{picture.id}",
            times=tuple(picture.times[n] for n in kept),
            curves=(replace(picture.curves[-1], values=tuple(picture.curves[-1].values[n] for n in kept)),),
            note="",
        )
        count += 1
        if count == _SIGNALS:
            return


def _place(picture: Picture, span: Span) -> int | None:
    """The point of the worst interval: interval ends differ by fractions of a second."""
    tolerance = (span[1] - span[0]) / 4
    near = [n for n, at in enumerate(picture.times) if at.tzinfo is None and abs(at - span[1]) <= tolerance]
    return near[0] if near else None


def _is_extreme(values: Sequence[float | None], place: int) -> bool:
    known = [value for value in values if value is not None]
    here = values[place]
    if here is None or min(known) == max(known):
        return False
    before = values[place - 1] if place else None
    if before is not None and abs(here - before) < _MOVED * max(abs(here), abs(before)):
        return False
    room = _NEAR * (max(known) - min(known))
    return here <= min(known) + room or here >= max(known) - room


def _shown(picture: Picture, span: Span) -> IncidentStep:
    """The value of the worst interval beside that of the interval before."""
    values, place = picture.curves[0].values, _place(picture, span) or 0
    now = numbers.to_three_digits(values[place] or 0.0, picture.unit)
    before = values[place - 1] if place else None
    was = "" if before is None else f", {numbers.to_three_digits(before, picture.unit)} before"
    what = f"{picture.curves[0].label} {now}{was}"
    return IncidentStep(start=span[0], end=span[1], object=str(picture.object), what=what)
